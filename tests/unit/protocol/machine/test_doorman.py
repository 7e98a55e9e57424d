"""The host's end of one handshake: nothing is given to who has not proved to know the code."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from protocol import limits
from protocol.errors import Culprit, Refused, RemoteProtocolError
from protocol.handshake import check_host_mac, guest_mac, host_mac
from protocol.identity import Identity
from protocol.machine.doorman import Admitted, Doorman, Offer
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.messages import Bye, Challenge, Chat, Hello, OptionValue, Payload, Proof, Role, Rules
from tests.machines import CODE, WATCH_CODE, Entropy

HOST, GUEST, OTHER = (Identity(mark * 32) for mark in (b"h", b"g", b"o"))
RULES = b"r" * 32
WRONG = CODE[::-1]
OFFER = Offer("toy", RULES, (OptionValue("a", "b"),), bytes(range(16)), 2, CODE)
HELLO = Hello((1,), Role.SEAT, b"n" * 32, b"Sam", False, "red", True, 1, (Rules("toy", RULES),))


def doorman(seed: str = "door") -> Doorman:
    return Doorman(HOST, OFFER, Entropy(seed))


def sealed(payload: Payload, by: Identity = GUEST) -> Envelope:
    return open_envelope(seal(by, payload))


def proof(challenge: Challenge, code: str = CODE, hello: Hello = HELLO) -> Proof:
    return Proof(guest_mac(code, GUEST.public, HOST.public, hello, challenge))


def greeted(hello: Hello = HELLO) -> Doorman:
    door = doorman()
    assert door.receive(sealed(hello)) is None
    return door


def refusal(door: Doorman, payload: Payload, by: Identity = GUEST) -> str:
    with pytest.raises(Refused) as caught:
        door.receive(sealed(payload, by))
    assert str(caught.value)
    return caught.value.code


def out_of_order(door: Doorman, payload: Payload, by: Identity = GUEST) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        door.receive(sealed(payload, by))
    assert (caught.value.code, caught.value.culprit) == ("out-of-order", Culprit.PEER)


def test_who_knows_the_code_comes_in_and_gets_the_hosts_own_proof() -> None:
    door = greeted()
    challenge = door.challenge()
    admitted = door.receive(sealed(proof(challenge)))
    assert admitted == Admitted(
        GUEST.public, HELLO, host_mac(CODE, GUEST.public, HOST.public, HELLO, challenge)
    )
    check_host_mac(admitted.mac, CODE, GUEST.public, HOST.public, HELLO, challenge)


def test_the_challenge_tells_what_is_played_and_not_the_code() -> None:
    challenge = doorman().challenge()
    assert (challenge.version, challenge.game, challenge.rules_hash) == (limits.VERSION, "toy", RULES)
    assert (challenge.options, challenge.match_id) == (OFFER.options, OFFER.match_id)
    assert CODE.encode() not in msgspec.msgpack.encode(challenge)


def test_every_connection_has_a_nonce_of_its_own() -> None:
    entropy = Entropy("shared")
    nonces = {Doorman(HOST, OFFER, entropy).challenge().nonce for _ in range(5)}
    assert len(nonces) == 5
    door = doorman()
    assert door.challenge() == door.challenge()


def test_a_wrong_code() -> None:
    door = greeted()
    assert refusal(door, proof(door.challenge(), WRONG)) == "code"


def test_a_proof_of_another_connection_is_worth_nothing() -> None:
    heard = proof(greeted().challenge())
    door = doorman("another")
    door.receive(sealed(HELLO))
    assert refusal(door, heard) == "code"


@pytest.mark.parametrize(
    "changed",
    [{"name": b"Eve"}, {"seat": 0}, {"bot": True}, {"wish": "blue"}, {"nonce": bytes(32)}],
    ids=lambda changed: next(iter(changed)),
)
def test_a_proof_covers_everything_in_the_hello(changed: dict[str, object]) -> None:
    door = greeted(msgspec.structs.replace(HELLO, **changed))
    assert refusal(door, proof(door.challenge())) == "code"


def test_another_key_cannot_finish_what_one_has_begun() -> None:
    door = greeted()
    out_of_order(door, proof(door.challenge()), by=OTHER)


def test_a_hello_comes_first_and_once() -> None:
    out_of_order(doorman(), Proof(bytes(32)))
    out_of_order(greeted(), HELLO)


@pytest.mark.parametrize("payload", [Chat("let me in"), Bye()])
def test_anything_else_is_out_of_order(payload: Payload) -> None:
    out_of_order(doorman(), payload)
    out_of_order(greeted(), payload)


def test_one_of_several_versions_is_enough() -> None:
    greeted(msgspec.structs.replace(HELLO, versions=(limits.VERSION + 7, limits.VERSION)))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"versions": (limits.VERSION + 1,)}, "version"),
        ({"rules": ()}, "rules"),
        ({"rules": (Rules("toy", bytes(32)),)}, "rules"),
        ({"rules": (Rules("other", RULES),)}, "rules"),
        ({"role": Role.WATCHER}, "watch"),
    ],
)
def test_a_named_refusal_before_any_proof(changed: dict[str, object], code: str) -> None:
    door = doorman()
    assert refusal(door, msgspec.structs.replace(HELLO, **changed)) == code
    # A refused HELLO is none: it cannot be followed by a proof.
    out_of_order(door, proof(door.challenge()))


# Watchers


def test_each_role_has_a_code_of_its_own() -> None:
    """The proof covers the role, so that no proof for the one is one for the other, whatever the codes."""
    offer = replace(OFFER, watch_code=WATCH_CODE)
    watch = msgspec.structs.replace(HELLO, role=Role.WATCHER)
    for hello, code, admitted in (
        (HELLO, CODE, True),
        (HELLO, WATCH_CODE, False),
        (watch, WATCH_CODE, True),
        (watch, CODE, False),
    ):
        door = Doorman(HOST, offer, Entropy("door"))
        assert door.receive(sealed(hello)) is None
        if admitted:
            let_in = door.receive(sealed(proof(door.challenge(), code, hello)))
            assert let_in is not None
            assert let_in.mac == host_mac(code, GUEST.public, HOST.public, hello, door.challenge())
        else:
            assert refusal(door, proof(door.challenge(), code, hello)) == "code"


def test_at_an_open_table_a_proof_for_the_one_role_is_still_none_for_the_other() -> None:
    offer = replace(OFFER, watch_code=CODE)
    watch = msgspec.structs.replace(HELLO, role=Role.WATCHER)
    for asked, proven in ((HELLO, watch), (watch, HELLO)):
        door = Doorman(HOST, offer, Entropy("door"))
        assert door.receive(sealed(asked)) is None
        assert refusal(door, proof(door.challenge(), CODE, proven)) == "code"
