"""The audit of a whole table: who shuffled, locked or committed to something else, and nobody besides."""

from __future__ import annotations

import msgspec
import pytest

from protocol.deck.secret import SeatSecret
from protocol.errors import Fault
from protocol.machine.audit import audit
from protocol.wire.messages import Opening
from tests.unit.protocol.machine.toy import Toy

OTHER = SeatSecret(b"o" * 32)


def openings(toy: Toy, **wrong: Opening) -> dict[int, tuple[int, Opening]]:
    return {
        number: (100 + number, wrong.get(f"seat{number}", Opening(secrets.deck, secrets.chain)))
        for number, secrets in enumerate(toy.secrets)
    }


def played(passes: dict[int, SeatSecret] | None = None) -> Toy:
    toy = Toy(passes=passes, seats=2)
    toy.settle()
    return toy


HONEST = played()


def found(faults: list[Fault]) -> list[tuple[int, int, str]]:
    return [(fault.entry, fault.seat, fault.code) for fault in faults]


def test_honest_seats_have_no_faults() -> None:
    assert audit(HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, openings(HONEST)) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_has_not_opened_is_not_blamed(seat: int) -> None:
    opened = openings(HONEST)
    del opened[seat]
    assert audit(HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, opened) == []
    assert audit(HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, {}) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_another_secret_is_named_at_the_entry_of_its_opening(seat: int) -> None:
    """Its passes are not repeated: they would all be wrong, and it is convicted already."""
    lie = Opening(OTHER.value, HONEST.secrets[seat].chain)
    faults = audit(
        HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, openings(HONEST, **{f"seat{seat}": lie})
    )
    assert found(faults) == [(100 + seat, seat, "secret")]


@pytest.mark.parametrize("seat", [0, 1])
def test_another_chain_is_named_and_the_passes_still_count(seat: int) -> None:
    lie = Opening(HONEST.secrets[seat].deck, bytes(32))
    faults = audit(
        HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, openings(HONEST, **{f"seat{seat}": lie})
    )
    assert found(faults) == [(100 + seat, seat, "chain")]


@pytest.mark.parametrize("seat", [0, 1])
def test_passes_made_with_another_secret_are_all_named_at_their_entries(seat: int) -> None:
    toy = played({seat: OTHER})
    faults = audit(toy.record, toy.watcher.epochs, toy.watcher.dealing, openings(toy))
    expected = [
        (done.entry, seat, code)
        for number in sorted(toy.watcher.decks)
        for done in toy.watcher.decks[number].passes
        if done.seat == seat
        for code in (("shuffle",) if done.step == 1 else ("keys", "hashes"))
    ]
    assert len(expected) == 6
    assert found(faults) == expected
    for fault in faults:
        assert toy.log.seat_of(toy.log.envelope(fault.entry).author) == seat


def test_openings_come_before_decks_and_in_seat_order() -> None:
    """docs/protocol.md §11: as play found them, then seats in order, then decks in order."""
    lies = {
        "seat0": msgspec.structs.replace(openings(HONEST)[0][1], chain_seed=bytes(32)),
        "seat1": Opening(OTHER.value, bytes(32)),
    }
    faults = audit(HONEST.record, HONEST.watcher.epochs, HONEST.watcher.dealing, openings(HONEST, **lies))
    assert found(faults) == [(100, 0, "chain"), (101, 1, "secret"), (101, 1, "chain")]
    toy = played({0: OTHER})
    opened = dict(reversed(openings(toy, seat1=Opening(toy.secrets[1].deck, bytes(32))).items()))
    codes = [
        (fault.seat, fault.code)
        for fault in audit(toy.record, toy.watcher.epochs, toy.watcher.dealing, opened)
    ]
    assert codes[0] == (1, "chain")
    assert {seat for seat, code in codes[1:]} == {0}


def test_a_deck_that_was_not_sealed_to_the_end_is_audited_as_far_as_it_got() -> None:
    toy = Toy(passes={0: OTHER})
    number, duty = toy.due()[0]
    assert number == 0
    for number, duty in list(toy.due()):
        toy.players[number].seat.answer(duty)
        toy.say(number, duty.payload)
    assert not toy.watcher.sealed
    faults = audit(toy.record, toy.watcher.epochs, toy.watcher.dealing, openings(toy))
    assert [(fault.seat, fault.code) for fault in faults] == [(0, "shuffle")]
