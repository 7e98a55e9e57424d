from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import _group
from protocol.deck.sealing import LOCK, MASK, SealedDeck, key_hash
from protocol.deck.secret import DeckId, SeatSecret
from protocol.errors import Culprit, Fault, LocalProtocolError, RemoteProtocolError
from protocol.wire.messages import Seal
from tests.unit.protocol import reference
from tests.unit.protocol.samples import TABLE, blob, secret
from tests.unit.protocol.test_identity import EIGHT_SMALL

ORDER = (1, 0, 2)
SIZE = 4
SECRETS = {seat: secret(seat) for seat in ORDER}
DECK = DeckId(1, 0)


def fresh(**changes: Any) -> SealedDeck:
    arguments: dict[str, Any] = {"table_id": TABLE, "deck": 1, "epoch": 0, "order": ORDER, "size": SIZE}
    return SealedDeck(**arguments | changes)


Lie = Callable[[SealedDeck, Seal], Seal]


def seal_all(
    deck: SealedDeck, lies: dict[tuple[int, int], Lie] | None = None, passes: int = 99
) -> SealedDeck:
    """Seals a deck; `lies` changes the passes of (step, seat). Log entries count from 10."""
    while (due := deck.due()) is not None and len(deck.passes) < passes:
        made = deck.make(SECRETS[due[1]])
        lie = (lies or {}).get(due)
        deck.receive(due[1], lie(deck, made) if lie else made, entry=10 + len(deck.passes))
    return deck


def keys(deck: SealedDeck, position: int) -> dict[int, bytes]:
    return {seat: SECRETS[seat].position_key(TABLE, deck.deck_id, seat, position) for seat in deck.order}


def refused(deck: SealedDeck, seat: int, payload: Seal) -> str:
    before = len(deck.passes)
    with pytest.raises(RemoteProtocolError) as caught:
        deck.receive(seat, payload)
    assert (caught.value.culprit, caught.value.seat) == (Culprit.SEAT, seat)
    assert f"Seat {seat}" in str(caught.value)
    assert len(deck.passes) == before
    return caught.value.code


# Honest seats


def test_passes_are_those_of_the_second_implementation() -> None:
    deck = seal_all(fresh())
    expected = reference.seal(TABLE, 1, 0, ORDER, SIZE, {seat: SECRETS[seat].value for seat in ORDER})
    assert [list(done.after) for done in deck.passes] == expected
    for done in deck.passes[3:]:
        for position, published in enumerate(done.key_hashes):
            key = reference.scalar(SECRETS[done.seat].value, "position key", TABLE, 1, 0, done.seat, position)
            assert published == reference.h(
                "key", TABLE, 1, 0, done.seat, position, key.to_bytes(32, "little")
            )


def test_owner_first_and_both_rounds_in_one_order() -> None:
    deck = fresh()
    due = []
    while (now := deck.due()) is not None:
        due.append(now)
        deck.receive(now[1], deck.make(SECRETS[now[1]]))
    assert due == [(MASK, 1), (MASK, 0), (MASK, 2), (LOCK, 1), (LOCK, 0), (LOCK, 2)]
    assert deck.sealed


def test_every_card_opens_once() -> None:
    deck = seal_all(fresh())
    cards = [deck.open(position, keys(deck, position)) for position in range(SIZE)]
    assert sorted(card for card in cards if card is not None) == list(range(SIZE))
    permuted = list(range(SIZE))
    for seat in reversed(ORDER):
        order = reference.permutation(SECRETS[seat].value, TABLE, 1, 0, seat, SIZE)
        permuted = [order[card] for card in permuted]
    assert cards == permuted


@given(
    st.permutations([0, 1, 2, 3]).flatmap(lambda seats: st.integers(1, 4).map(lambda n: seats[:n])),
    st.integers(1, 8),
    st.integers(0, 3),
    st.binary(min_size=32, max_size=32),
)
@settings(max_examples=15)
def test_any_deck_seals_opens_and_audits(order: list[int], size: int, epoch: int, table: bytes) -> None:
    deck = SealedDeck(table, 0, epoch, order, size)
    replica = SealedDeck(table, 0, epoch, order, size)
    secrets = {seat: secret(seat) for seat in order}
    while (due := deck.due()) is not None:
        made = deck.make(secrets[due[1]])
        deck.receive(due[1], made)
        replica.receive(due[1], made)
    opened = set()
    for position in range(size):
        parts = {seat: secrets[seat].position_key(table, deck.deck_id, seat, position) for seat in order}
        for seat, key in parts.items():
            replica.check_key(seat, position, key)
        opened.add(replica.open(position, parts))
    assert opened == set(range(size))
    assert replica.audit(secrets) == []


def test_epochs_share_nothing() -> None:
    first, second = seal_all(fresh()), seal_all(fresh(epoch=1))
    assert not set(first.points) & set(second.points)
    with pytest.raises(RemoteProtocolError):
        second.check_key(0, 0, keys(first, 0)[0])


def test_making_a_pass_changes_nothing_until_it_is_received() -> None:
    deck = fresh()
    assert deck.make(SECRETS[1]) == deck.make(SECRETS[1])
    assert deck.due() == (MASK, 1)


# Passes that are refused at once


def test_passes_out_of_turn_are_refused() -> None:
    deck = fresh()
    good = deck.make(SECRETS[1])
    assert refused(deck, 0, good) == "seal-due"
    for change in ({"deck": 2}, {"epoch": 1}, {"step": LOCK}):
        assert refused(deck, 1, msgspec.structs.replace(good, **change)) == "seal-due"
    deck.receive(1, good)
    assert refused(deck, 1, good) == "seal-due"
    seal_all(deck)
    assert refused(deck, 1, good) == "seal-due"


def test_passes_of_another_size_are_refused() -> None:
    deck = fresh()
    good = deck.make(SECRETS[1])
    for change in (
        {"points": good.points[:-1]},
        {"points": (*good.points, good.points[0])},
        {"key_hashes": (blob("h"),) * SIZE},
    ):
        assert refused(deck, 1, msgspec.structs.replace(good, **change)) == "seal-size"
    seal_all(deck, passes=3)
    good = deck.make(SECRETS[1])
    for hashes in ((), good.key_hashes[:-1], (*good.key_hashes, blob("h"))):
        assert refused(deck, 1, msgspec.structs.replace(good, key_hashes=hashes)) == "seal-size"


NO_POINTS = [
    *map(bytes.fromhex, EIGHT_SMALL),
    b"\xff" * 32,
    b"\x02" + bytes(31),
    reference.encode(
        reference.add(reference.card(TABLE, 1, 0, 0), reference.decode(bytes.fromhex(EIGHT_SMALL[1])))
    ),
]


@pytest.mark.parametrize("point", NO_POINTS, ids=lambda point: point.hex()[:8])
@pytest.mark.parametrize("step", [MASK, LOCK])
@pytest.mark.parametrize("known", [{}, SECRETS], ids=["play", "verify"])
def test_points_that_are_none_stop_whoever_is_next(
    point: bytes, step: int, known: dict[int, SeatSecret]
) -> None:
    """No honest seat multiplies them; the pass that brought them in is found, with its seat and its entry."""
    deck = seal_all(fresh(known=known), passes=0 if step == MASK else 3)
    good = deck.make(SECRETS[1])
    deck.check_points()
    deck.receive(1, msgspec.structs.replace(good, points=(*good.points[:-1], point)), entry=77)
    due = deck.due()
    assert due is not None
    for found in (lambda: deck.make(SECRETS[due[1]]), deck.check_points):
        with pytest.raises(RemoteProtocolError) as caught:
            found()
        assert (caught.value.code, caught.value.seat) == ("seal-point", 1)
        assert caught.value.params["entry"] == 77


@pytest.mark.parametrize("point", NO_POINTS, ids=lambda point: point.hex()[:8])
@pytest.mark.parametrize("known", [{}, SECRETS], ids=["play", "verify"])
def test_everybody_looks_at_the_last_pass(point: bytes, known: dict[int, SeatSecret]) -> None:
    deck = seal_all(fresh(known=known), passes=5)
    due = deck.due()
    assert due is not None
    good = deck.make(SECRETS[due[1]])
    bad = msgspec.structs.replace(good, points=(*good.points[:-1], point))
    assert refused(deck, due[1], bad) == "seal-point"
    deck.receive(due[1], good)
    assert deck.sealed


def test_points_that_accomplices_pass_on_are_blamed_on_who_brought_them() -> None:
    """The seats after it multiply what is none of the group as if it were; the last pass brings it to light."""
    deck = seal_all(fresh(), passes=3)
    seats = [deck.order[0], deck.order[1], deck.order[2]]
    good = deck.make(SECRETS[seats[0]])
    bad = msgspec.structs.replace(good, points=(*good.points[:-1], NO_POINTS[0]))
    for number, seat in enumerate(seats):
        hashes = deck._key_hashes(seat, SECRETS[seat])
        passed_on = msgspec.structs.replace(bad, key_hashes=hashes)
        if number < 2:
            deck.receive(seat, passed_on, entry=40 + number)
        else:
            with pytest.raises(RemoteProtocolError) as caught:
                deck.receive(seat, passed_on, entry=42)
    assert (caught.value.seat, caught.value.params["entry"]) == (seats[0], 40)


@pytest.mark.parametrize("step", [MASK, LOCK])
@pytest.mark.parametrize("known", [{}, SECRETS], ids=["play", "verify"])
def test_a_point_twice_is_refused(step: int, known: dict[int, SeatSecret]) -> None:
    deck = seal_all(fresh(known=known), passes=0 if step == MASK else 3)
    good = deck.make(SECRETS[1])
    bad = msgspec.structs.replace(good, points=(*good.points[:-1], good.points[0]))
    assert refused(deck, 1, bad) == "seal-point"


# Keys


def test_keys_are_checked_against_their_hashes() -> None:
    deck = seal_all(fresh())
    for seat, key in keys(deck, 2).items():
        deck.check_key(seat, 2, key)
        for position in (0, 1, 3):
            with pytest.raises(RemoteProtocolError) as caught:
                deck.check_key(seat, position, key)
            assert (caught.value.code, caught.value.culprit, caught.value.seat) == (
                "key-hash",
                Culprit.SEAT,
                seat,
            )
    with pytest.raises(RemoteProtocolError) as swapped:
        deck.check_key(0, 2, keys(deck, 2)[1])
    assert swapped.value.code == "key-hash"


@pytest.mark.parametrize(
    ("seat", "position", "code"),
    [(0, -1, "position"), (0, SIZE, "position"), (3, 0, "position")],
)
def test_keys_of_nothing_are_refused(seat: int, position: int, code: str) -> None:
    deck = seal_all(fresh())
    with pytest.raises(RemoteProtocolError) as caught:
        deck.check_key(seat, position, keys(deck, 0)[0])
    assert caught.value.code == code


def test_keys_before_the_seat_has_locked_are_refused() -> None:
    deck = seal_all(fresh(), passes=4)
    deck.check_key(1, 0, keys(deck, 0)[1])
    with pytest.raises(RemoteProtocolError) as caught:
        deck.check_key(0, 0, keys(deck, 0)[0])
    assert caught.value.code == "position"


def test_a_key_has_one_encoding() -> None:
    # k + order is the same scalar to libsodium; a published hash of it must not make it pass.
    key = keys(fresh(), 0)[1]
    other = (int.from_bytes(key, "little") + reference.L).to_bytes(32, "little")
    for scalar in (other, bytes(32), reference.L.to_bytes(32, "little"), key[:31], key + b"\0", b""):

        def lie(deck: SealedDeck, made: Seal, scalar: bytes = scalar) -> Seal:
            hashes = (key_hash(TABLE, DECK, 1, 0, scalar), *made.key_hashes[1:])
            return msgspec.structs.replace(made, key_hashes=hashes)

        deck = seal_all(fresh(), {(LOCK, 1): lie})
        with pytest.raises(RemoteProtocolError) as caught:
            deck.check_key(1, 0, scalar)
        assert caught.value.code == "scalar"


# Cheats that only the audit finds


def wrong_key(deck: SealedDeck, made: Seal) -> Seal:
    """Position 0 is multiplied by something else than the key of the published hash."""
    point = _group.multiply((7).to_bytes(32, "little"), made.points[0])
    assert point is not None
    return msgspec.structs.replace(made, points=(point, *made.points[1:]))


def swapped(deck: SealedDeck, made: Seal) -> Seal:
    """The first two cards change places after the shuffle."""
    return msgspec.structs.replace(made, points=(made.points[1], made.points[0], *made.points[2:]))


def another_secret(deck: SealedDeck, made: Seal) -> Seal:
    """The whole pass is made from a secret that nobody committed to."""
    return deck.make(SeatSecret(blob("not committed to")))


def unshuffled(deck: SealedDeck, made: Seal) -> Seal:
    """Masked, but left in order."""
    key = SECRETS[0].deck_key(TABLE, DECK, 0)
    points = [_group.multiply(key, point) for point in deck.points]
    return msgspec.structs.replace(made, points=tuple(point for point in points if point is not None))


def planted(deck: SealedDeck, made: Seal) -> Seal:
    """A point of the cheat's own instead of the last card."""
    return msgspec.structs.replace(made, points=(*made.points[:-1], _group.from_uniform(blob("planted"))))


def other_hashes(deck: SealedDeck, made: Seal) -> Seal:
    """Hashes of keys that were not used."""
    hashes = tuple(key_hash(TABLE, DECK, 0, j, (9).to_bytes(32, "little")) for j in range(SIZE))
    return msgspec.structs.replace(made, key_hashes=hashes)


CHEATS: list[tuple[Lie, tuple[int, int], list[Fault]]] = [
    (swapped, (MASK, 0), [Fault(11, 0, "shuffle")]),
    (unshuffled, (MASK, 0), [Fault(11, 0, "shuffle")]),
    (planted, (MASK, 0), [Fault(11, 0, "shuffle")]),
    (another_secret, (MASK, 0), [Fault(11, 0, "shuffle")]),
    (wrong_key, (MASK, 0), [Fault(11, 0, "shuffle")]),
    (swapped, (LOCK, 0), [Fault(14, 0, "keys")]),
    (wrong_key, (LOCK, 0), [Fault(14, 0, "keys")]),
    (planted, (LOCK, 0), [Fault(14, 0, "keys")]),
    (other_hashes, (LOCK, 0), [Fault(14, 0, "hashes")]),
    (another_secret, (LOCK, 0), [Fault(14, 0, "keys"), Fault(14, 0, "hashes")]),
]
cheats = pytest.mark.parametrize(
    ("lie", "when", "faults"), CHEATS, ids=[f"{lie.__name__}-{when[0]}" for lie, when, _ in CHEATS]
)


@cheats
@pytest.mark.parametrize("known", [{}, SECRETS, {0: SECRETS[0]}], ids=["play", "verify", "partly"])
def test_the_audit_names_the_cheat_and_nobody_else(
    lie: Lie, when: tuple[int, int], faults: list[Fault], known: dict[int, SeatSecret]
) -> None:
    deck = seal_all(fresh(known=known), {when: lie})
    assert deck.audit(SECRETS) == faults


@cheats
def test_without_the_cheats_secret_the_others_stay_clear(
    lie: Lie, when: tuple[int, int], faults: list[Fault]
) -> None:
    deck = seal_all(fresh(), {when: lie})
    assert deck.audit({seat: SECRETS[seat] for seat in (1, 2)}) == []
    assert deck.audit({0: SECRETS[0]}) == faults


def test_a_planted_point_opens_to_no_card() -> None:
    deck = seal_all(fresh(), {(MASK, 0): planted})
    cards = [deck.open(position, keys(deck, position)) for position in range(SIZE)]
    assert cards.count(None) == 1


def test_two_cheats_are_both_named() -> None:
    deck = seal_all(fresh(), {(MASK, 0): swapped, (LOCK, 2): wrong_key})
    assert deck.audit(SECRETS) == [Fault(11, 0, "shuffle"), Fault(15, 2, "keys")]


def test_a_cheat_that_undoes_itself_is_still_a_fault() -> None:
    # The last to mask exchanges two cards, the same seat exchanges them back later: no card changed, two
    # passes lied.
    deck = seal_all(fresh(), {(MASK, 2): swapped, (LOCK, 2): wrong_key})
    assert {fault.code for fault in deck.audit(SECRETS)} == {"shuffle", "keys"}


def test_known_secrets_that_were_not_used_find_the_same_faults() -> None:
    others = {seat: SeatSecret(blob(f"opened {seat}")) for seat in ORDER}
    played, verified = seal_all(fresh()), seal_all(fresh(known=others))
    assert verified.audit(others) == played.audit(others)
    assert len(verified.audit(others)) == 9
    # An audit with other secrets than those known before repeats everything.
    assert seal_all(fresh(known=SECRETS)).audit(others) == played.audit(others)


# Our own faults


def test_impossible_uses_are_our_own_fault() -> None:
    deck = fresh()
    for use in (
        lambda: deck.open(0, keys(deck, 0)),
        lambda: seal_all(fresh()).make(SECRETS[0]),
        lambda: seal_all(fresh()).open(SIZE, keys(deck, 0)),
        lambda: seal_all(fresh()).open(0, {0: keys(deck, 0)[0]}),
        lambda: fresh(order=()),
        lambda: fresh(order=(0, 0)),
        lambda: fresh(size=0),
    ):
        with pytest.raises(LocalProtocolError):
            use()


def test_number_and_id() -> None:
    assert (fresh().number, fresh(epoch=3).deck_id) == (1, DeckId(1, 3))
