"""No byte that reaches a peer depends on a card that it must not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from protocol.chain import Chain
from protocol.deck import secret as secret_module
from protocol.deck.secret import SeatSecret
from protocol.machine.guest import Guest
from protocol.wire.envelope import Envelope, open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Keys, Opening, Payload, Seal, Turn, plain_of
from tests.machines import Peer, TableBench, offer


def position_keys(peer: Peer) -> dict[tuple[int, int], bytes]:
    """All keys of a seat, by slot."""
    table = peer.table
    secret = SeatSecret(peer.secrets.deck)
    return {
        (number, position): secret.position_key(table.table_id, deck.deck_id, peer.guest.number, position)
        for number, deck in table.decks.items()
        for position in range(deck.size)
    }


def shown_slots(peer: Peer, until: int) -> set[tuple[int, int]]:
    """The slots that this seat has played so far."""
    return {
        (shown.deck, shown.position)
        for envelope in peer.table.log.envelopes[:until]
        if isinstance(envelope.payload, Turn) and envelope.author == peer.identity.public
        for shown in envelope.payload.openings
    }


def leaks(bench: TableBench, *, before: int | None = None) -> list[str]:
    """Every secret of a seat that another peer has got a byte-for-byte copy of before it was due."""
    found = []
    for peer in bench.peers:
        table = peer.table
        until = table.ending.entry if table.ending is not None else table.log.length
        stream = b"".join(
            data for data in peer.received if not _later(data, until if before is None else before)
        )
        for other in bench.peers:
            if other is peer:
                continue
            seat = other.guest.number
            mine = peer.guest.number
            if other.secrets.deck in stream:
                found.append(f"deck secret of {seat} at {mine}")
            chain = Chain(other.secrets.chain)
            if other.secrets.chain in stream or any(
                chain.link(request) in stream for request in range(table.randomness.request + 1, 60)
            ):
                found.append(f"chain of {seat} at {mine}")
            for deck in table.decks.values():
                if SeatSecret(other.secrets.deck).deck_key(table.table_id, deck.deck_id, seat) in stream:
                    found.append(f"deck key of {seat} at {mine}")
            played = shown_slots(other, until)
            dealt = {slot for hand in table.hands for slot in hand}
            for slot, key in position_keys(other).items():
                own = slot in table.hands[seat]
                due = slot in played if own else slot in dealt
                if not due and key in stream:
                    found.append(f"key of {slot} by {seat} at {mine}")
    return found


def _later(data: bytes, entry: int) -> bool:
    content = parse_frame(data)
    return isinstance(content, Entry) and content.index > entry


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_secret_is_received_before_it_is_due(seats: int) -> None:
    bench = TableBench(offer(seats), seed=f"leak {seats}")
    bench.run(turns=12)
    assert leaks(bench) == []
    bench.run()
    assert bench.peers[0].table.proven
    assert leaks(bench) == []


def test_the_search_for_leaks_finds_a_hand_key_sent_early() -> None:
    """A seat's own key for a card in its hand, slipped into an honest message: the test above would fail."""
    done: list[object] = []

    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Keys) and guest.table is not None and guest.seat is not None and not done:
            hand = guest.table.hands[guest.number]
            if hand:
                done.append(hand[0])
                return Keys((*payload.keys, guest.seat._shown(hand[0])))
        return payload

    bench = TableBench(offer(3), seed="early", twists={1: twist})
    bench.run(turns=1)
    assert any("by 1" in leak for leak in leaks(bench))


def test_the_search_for_leaks_finds_an_opening_sent_early() -> None:
    def twist(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Turn):
            assert guest.seat is not None
            return Opening(guest.seat.secrets.deck, guest.seat.secrets.chain)
        return payload

    bench = TableBench(offer(3), seed="early", twists={1: twist})
    bench.run(turns=4)
    assert any("deck secret of 1" in leak for leak in leaks(bench, before=10_000))


# The same match with two hidden cards of another seat exchanged


class Exchange:
    """Exchanges two cards of deck 1 in the shuffle of its owner, so that the owner's hand differs and nothing else."""

    def __init__(self, a: int, b: int) -> None:
        self.cards = (a, b)
        self.whose = b""

    def permutation(
        self, secret: SeatSecret, table_id: bytes, deck: object, seat: int, size: int
    ) -> tuple[int, ...]:
        order = list(_permutation(secret, table_id, deck, seat, size))  # type: ignore[arg-type]
        if secret.value == self.whose and seat == 1 and deck.deck == 1:  # type: ignore[attr-defined]
            # The owner is the first to pass over its deck, so these are card numbers still.
            a, b = (order.index(card) for card in self.cards)
            order[a], order[b] = order[b], order[a]
        return tuple(order)


_permutation = SeatSecret.permutation


def skeleton(peer: Peer) -> Iterator[object]:
    """Everything that a peer received, but for what blinding makes random: points, signatures, and hashes of those."""
    for data in peer.received:
        content = parse_frame(data)
        envelope: Envelope = open_envelope(content.envelope if isinstance(content, Entry) else content)
        plain = plain_of(envelope.payload)
        assert isinstance(plain, list)
        if isinstance(envelope.payload, Seal):
            points = envelope.payload.points
            plain[3] = [len(set(points)), all(len(point) == 32 for point in points)]
        yield (len(data), envelope.kind, envelope.author, envelope.number, envelope.ack_index, plain)


@pytest.mark.parametrize("pair", [(21, 20), (43, 13)])
def test_exchanged_hidden_cards_look_the_same(pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the points, which are blinded by the owner's key, a peer gets the same bytes whichever card is where.

    The owner plays the same turns in both, and neither of the exchanged cards.
    """

    def once(exchange: Exchange | None) -> tuple[TableBench, list[object]]:
        def careful(peer: Peer) -> list[int]:
            return _turn_without(peer, pair)

        bench = TableBench(offer(2), seed="swap", play=careful)
        if exchange is not None:
            exchange.whose = _deck_secret(bench, 1)
            monkeypatch.setattr(
                secret_module.SeatSecret,
                "permutation",
                lambda self, *args: exchange.permutation(self, *args),
            )
        bench.run(turns=6)
        return bench, list(skeleton(bench.peers[0]))

    plain, first = once(None)
    exchanged, second = once(Exchange(*pair))
    hands = [bench.peers[1].match.hand(1) for bench in (plain, exchanged)]
    assert hands[0] != hands[1], "the exchange puts another card into the hand"
    assert first == second
    assert plain.peers[0].received != exchanged.peers[0].received, "the blinded points differ"


def _deck_secret(bench: TableBench, number: int) -> bytes:
    """The secret that a guest will commit to: the second and third draw of its entropy are its secrets."""
    from tests.machines import Entropy

    entropy = Entropy(f"{bench.seed}/guest/{number}")
    entropy(32)
    return entropy(32)


def _turn_without(peer: Peer, avoided: tuple[int, int]) -> list[int]:
    """The lowest legal turn that plays a card that is not avoided and not of an avoided card's value."""
    from librt.vecs import vec
    from mypy_extensions import i64

    from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS

    match = peer.match
    kernel = match.kernel.clone()
    turn = kernel.turns()
    game, setup, seat = match.game, match.setup, peer.guest.number
    faces = {game.face(setup, 1, card) for card in avoided}
    buffer = vec[i64]([0] * MAX_ACTIONS)
    actions: list[int] = []
    while kernel.request() == DECIDE and kernel.turns() == turn:
        count = int(kernel.legal_actions(buffer))
        for action in (int(buffer[index]) for index in range(count)):
            face = _face_of(match, kernel, action)
            if action == 0 and not actions:
                continue
            if seat == 1 and face in faces:
                continue
            break
        kernel.apply(action)
        actions.append(action)
    return actions


def _face_of(match: object, kernel: object, action: int) -> int:
    """The face that an action plays, -1 for none."""
    taken: list[int] = []

    def take(face: int) -> tuple[int, int]:
        taken.append(face)
        return (0, 0)

    match.game.encode(kernel, action, take)  # type: ignore[attr-defined]
    return taken[0] if taken else -1
