"""Who lies before the match: two tables for two guests, a proof carried elsewhere, a signature used twice."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec
import pytest

from protocol.canonical import ZERO
from protocol.errors import Culprit, Refused, RemoteProtocolError
from protocol.identity import Identity, verify
from protocol.machine.hub import Hub
from protocol.machine.lobby import Lobby as Seats
from protocol.table import Draft, OptionValue, TableRecord, check_word
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import envelope_frame, parse_frame
from protocol.wire.messages import (
    Challenge,
    Chat,
    Commit,
    Hello,
    Lobby,
    Payload,
    Proof,
    Start,
    Welcome,
)
from tests.machines import CODE, Entropy, TableBench, offer

VICTIM = 1
Change = Callable[[Payload], Payload]


# Two tables


def other_options(payload: Payload) -> Payload:
    """Another rule of the house than the others are shown."""
    if isinstance(payload, Challenge | Draft | TableRecord):
        options = tuple(
            OptionValue(option.key, "table") if option.key == "nazgul_range" else option
            for option in payload.options
        )
        return msgspec.structs.replace(payload, options=options)
    return payload


def short_grace(payload: Payload) -> Payload:
    """Less time to come back."""
    if isinstance(payload, Challenge | Draft | TableRecord):
        options = (*payload.options, OptionValue("table.grace", "1"))
        return msgspec.structs.replace(payload, options=options)
    return payload


def other_match(payload: Payload) -> Payload:
    """Another match of the same people."""
    if isinstance(payload, Challenge | Draft | TableRecord):
        return msgspec.structs.replace(payload, match_id=b"m" * 16)
    return payload


def first_seat(**fields: object) -> Change:
    """Something else of the seat that the victim plays against."""

    def change(payload: Payload) -> Payload:
        if isinstance(payload, Lobby | Draft | TableRecord):
            own = {name: value for name, value in fields.items() if hasattr(payload.seats[0], name)}
            seats = (msgspec.structs.replace(payload.seats[0], **own), *payload.seats[1:])
            return msgspec.structs.replace(payload, seats=seats)
        return payload

    return change


def in_records(**fields: object) -> Change:
    """Something else in the record of what the other seat has committed to."""
    change = first_seat(**fields)
    return lambda payload: change(payload) if isinstance(payload, TableRecord) else payload


def other_nonce(payload: Payload) -> Payload:
    """Another draft of the very same table."""
    if isinstance(payload, Draft | TableRecord):
        return msgspec.structs.replace(payload, draft_nonce=b"n" * 32)
    return payload


TWO_TABLES: dict[str, Change] = {
    "options": other_options,
    "grace": short_grace,
    "match id": other_match,
    "draft nonce": other_nonce,
    "name": first_seat(name=b"Somebody else"),
    "bot": first_seat(bot=True),
    "wish": first_seat(wish="blue"),
    "key": first_seat(key=Identity(b"k" * 32).public),
    "nonce": in_records(nonce=b"x" * 32),
    "commitment": in_records(secret_commitment=b"x" * 32),
    "chain": in_records(chain_end=b"x" * 32),
}


@pytest.mark.parametrize("what", TWO_TABLES)
def test_a_host_that_shows_two_guests_two_tables_can_begin_neither(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each signs the table that it was shown, so START lacks a signature for everybody."""
    change = TWO_TABLES[what]
    monkeypatch.setattr("protocol.machine.doorman.check_guest_mac", lambda *_: None)
    monkeypatch.setattr("protocol.machine.lobby.verify", lambda *_: None)
    commit = Seats.commit

    def any_commit(lobby: Seats, seat: int, said: Commit) -> TableRecord | None:
        assert lobby.draft is not None
        return commit(lobby, seat, msgspec.structs.replace(said, draft_hash=lobby.draft.hash()))

    monkeypatch.setattr(Seats, "commit", any_commit)
    bench = TableBench(offer(2), seed="two tables", guests=0)
    bench.join()
    victim = bench.join()
    heard: list[Payload] = []

    def lie(data: bytes) -> list[bytes]:
        content = parse_frame(data)
        assert isinstance(content, bytes)
        payload = open_envelope(content).payload
        if isinstance(payload, Challenge):
            heard.append(payload)
        if isinstance(payload, Welcome):
            payload = own_proof(bench, victim.sent[0], change(heard[0]))
        return [envelope_frame(seal(bench.hub._identity, change(payload)))]

    victim.down = lie
    bench.run()
    assert any(isinstance(open_envelope(said).payload, Start) for said in frames(victim.received))
    for peer in bench.peers:
        assert isinstance(peer.error, RemoteProtocolError)
        assert (peer.error.code, peer.error.culprit) == ("signature", Culprit.HOST)
        assert peer.guest.table is None


def frames(received: list[bytes]) -> list[bytes]:
    return [content for data in received if isinstance(content := parse_frame(data), bytes)]


def own_proof(bench: TableBench, hello: bytes, challenge: Payload) -> Welcome:
    """The host's proof of knowing the code, for what it has said to this guest."""
    from protocol.handshake import host_mac

    content = parse_frame(hello)
    assert isinstance(content, bytes)
    said = open_envelope(content)
    assert isinstance(said.payload, Hello)
    assert isinstance(challenge, Challenge)
    mac = host_mac(CODE, said.author, bench.hub._identity.public, said.payload, challenge)
    return Welcome(mac, VICTIM, False)


def test_a_host_that_sits_between_two_guests_under_keys_of_its_own_has_two_check_words() -> None:
    """It plays each against the other under the other's name: nothing but the word, and the keys, shows it."""
    words = []
    for person in ("Anna", "Berta"):
        bench = TableBench(offer(2), seed=f"between {person}", guests=0)
        for name in (b"Anna", b"Berta"):
            bench.join(name=name)
        bench.run(turns=0)
        words.append(check_word(bench.peers[0].table.table_id))
    assert words[0] != words[1]


# A proof of the code carried elsewhere


def knock(hub: Hub, number: int, data: bytes) -> list[Payload]:
    """What a host answers to a frame."""
    hub.receive(number, data, 0.0)
    return [open_envelope(content).payload for content in frames([sent for _, sent in hub.take().send])]


def test_a_proof_made_for_one_host_lets_nobody_in_at_another() -> None:
    """Somebody opens a table of their own, and carries what a guest says there to a host with the same code."""
    bench = TableBench(offer(2), seed="relay")
    bench.run(turns=0)
    victim = bench.peers[0].sent[0]
    proof = next(
        envelope_frame(said)
        for said in frames(bench.peers[0].sent)
        if isinstance(open_envelope(said).payload, Proof)
    )
    elsewhere = Hub(Identity(b"e" * 32), offer(2), Entropy("elsewhere"))
    elsewhere.connected(1, "middle", 0.0)
    assert isinstance(knock(elsewhere, 1, victim)[0], Challenge)
    (answer,) = knock(elsewhere, 1, proof)
    assert getattr(answer, "code", "") == "code"


def test_a_proof_of_an_earlier_visit_lets_nobody_in_again() -> None:
    bench = TableBench(offer(2), seed="relay")
    bench.run(turns=0)
    hello, proof = bench.peers[0].sent[:2]
    bench.hub.connected(9, "middle", 0.0)
    assert isinstance(knock(bench.hub, 9, hello)[0], Challenge)
    (answer,) = knock(bench.hub, 9, proof)
    assert getattr(answer, "code", "") == "code"


def test_a_host_without_the_code_that_gives_a_proof_back_is_refused() -> None:
    """The guest's own MAC, reflected."""
    bench = TableBench(offer(2), seed="reflection", guests=1)
    guest = bench.peers[0]
    strange = Identity(b"s" * 32)
    challenge = Challenge(
        1, b"n" * 32, bench.offer.game, bench.offer.rules_hash, bench.offer.options, bytes(16)
    )
    guest.guest.receive(envelope_frame(seal(strange, challenge)))
    (sent,) = guest.guest.take().send
    content = parse_frame(sent[1])
    assert isinstance(content, bytes)
    proof = open_envelope(content).payload
    assert isinstance(proof, Proof)
    with pytest.raises(Refused) as caught:
        guest.guest.receive(envelope_frame(seal(strange, Welcome(proof.mac, 0, False))))
    assert caught.value.code == "code"


# A signature for one thing used for another

CONTEXTS = ("envelope", "order", "table", "retire")


@pytest.mark.parametrize(("made", "used"), list(itertools.permutations(CONTEXTS, 2)))
def test_a_signature_serves_one_purpose(made: str, used: str) -> None:
    signer, message = Identity(b"c" * 32), b"the same bytes"
    signature = signer.sign(made, message)
    verify(signer.public, made, message, signature)
    with pytest.raises(RemoteProtocolError):
        verify(signer.public, used, message, signature)


def test_talk_of_another_table_is_not_heard_at_this_one() -> None:
    bench = TableBench(offer(2), seed="talk")
    bench.run(turns=1)
    one, other = bench.peers
    for table in (ZERO, b"t" * 32):
        one.guest.receive(envelope_frame(seal(other.identity, Chat("said elsewhere"), table=table)))
    assert one.guest.take().events == []
