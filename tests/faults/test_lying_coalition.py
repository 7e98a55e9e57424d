"""Seats that act together: what they can do to a match, what shows of it, and what they cannot do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gefaehrten.session.verify import verify
from protocol.deck.secret import SeatSecret
from protocol.machine.absence import Proposal
from protocol.machine.guest import Guest
from protocol.machine.rules import Slot
from protocol.machine.table import Table
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Keys, Link, Opening, Payload, Retire, Seal, SlotKey, Turn
from tests.faults.test_leaving import author, concede, honest, play_until, proposal, retire
from tests.interop.cheating import GENERATOR
from tests.machines import LyingGuest, TableBench, Twist, offer

pytestmark = pytest.mark.slow


def table(seats: int, entries: int, seed: str) -> TableBench:
    bench = TableBench(offer(seats), seed=seed, twists=dict.fromkeys(range(seats), honest))
    play_until(bench, entries)
    bench.run(turns=0)
    return bench


def found(bench: TableBench) -> set[tuple[int | None, str]]:
    return {(fault.seat, fault.code) for fault in verify(bench.record().to_bytes()).faults}


# Putting somebody out


@pytest.mark.parametrize(("seats", "gone"), [(2, (0,)), (3, (0,)), (4, (0,))])
def test_a_majority_puts_anybody_out_and_the_record_says_that_it_was_they(
    seats: int, gone: tuple[int, ...]
) -> None:
    """Nobody was away. Of two, one is enough. What a record shows is who signed, never that a seat was absent."""
    bench = table(seats, 60, "majority")
    staying = [seat for seat in range(seats) if seat not in gone]
    author(bench, bench.peers[staying[0]], retire(bench, proposal(bench, staying[0], *gone), *staying))
    bench.run()
    report = verify(bench.record().to_bytes())
    assert report.honest
    assert report.given_up == gone
    assert not set(report.winners) & set(gone)
    assert found(bench) == set()


def test_who_concedes_has_not_been_put_out() -> None:
    bench = table(3, 60, "conceded")
    concede(bench.peers[0], bench)
    bench.run()
    assert verify(bench.record().to_bytes()).given_up == ()


@pytest.mark.parametrize(("seats", "gone"), [(3, (0, 1)), (4, (0, 1)), (4, (0, 1, 2))])
def test_who_are_no_majority_put_nobody_out(seats: int, gone: tuple[int, ...]) -> None:
    bench = table(seats, 40, "minority")
    liar = seats - 1
    staying = [seat for seat in range(seats) if seat not in gone]
    author(bench, bench.peers[liar], retire(bench, proposal(bench, liar, *gone), *staying))
    bench.run()
    assert found(bench) >= {(liar, "retire-seats")}
    assert {seat for seat, _ in found(bench)} == {liar}


Forged = Callable[[TableBench, Proposal], Retire]


def without_one(bench: TableBench, proposed: Proposal) -> Retire:
    return retire(bench, proposed, 0)


def signed_by_the_liar(bench: TableBench, proposed: Proposal) -> Retire:
    own = proposed.consent(bench.peers[1].identity, 0, bench.peers[1].table.table_id)
    return Retire(
        proposed.number,
        proposed.index,
        proposed.head,
        proposed.seats,
        (own, *retire(bench, proposed, 1).consents),
    )


def of_another_proposal(bench: TableBench, proposed: Proposal) -> Retire:
    earlier = Proposal(
        proposed.number, proposed.index - 1, bench.peers[1].table.log.head(proposed.index - 1), (2,)
    )
    consents = (*retire(bench, earlier, 0).consents, *retire(bench, proposed, 1).consents)
    return Retire(proposed.number, proposed.index, proposed.head, proposed.seats, consents)


def of_another_table(bench: TableBench, proposed: Proposal) -> Retire:
    consents = (
        proposed.consent(bench.peers[0].identity, 0, b"t" * 32),
        *retire(bench, proposed, 1).consents,
    )
    return Retire(proposed.number, proposed.index, proposed.head, proposed.seats, consents)


@pytest.mark.parametrize("forged", [without_one, signed_by_the_liar, of_another_proposal, of_another_table])
def test_a_retirement_without_everybody_elses_own_signature_is_its_authors_fault(forged: Forged) -> None:
    bench = table(3, 40, "unsigned")
    author(bench, bench.peers[1], forged(bench, proposal(bench, 1, 2)))
    bench.run()
    assert found(bench) == {(1, "retire-consents")}
    assert bench.peers[0].table.active == [0, 1, 2]


def test_consents_serve_once() -> None:
    """Those that have put one seat out do not put out another, nor the same at the next count."""
    bench = table(4, 40, "once")
    used = retire(bench, proposal(bench, 0, 3), 0, 1, 2)
    author(bench, bench.peers[0], used)
    bench.run(turns=0)
    assert bench.peers[1].table.active == [0, 1, 2]
    author(bench, bench.peers[0], used)
    bench.run(turns=0)
    assert found(bench) == set()
    again = Retire(2, used.index, used.head, (2,), used.consents[:2])
    author(bench, bench.peers[0], again)
    bench.run()
    assert found(bench) == {(0, "retire-consents")}
    assert bench.peers[1].table.active == [0, 1, 2]


# Keeping back what is owed


def nothing(kind: type[Payload]) -> Twist:
    def twist(guest: Guest, payload: Payload) -> Payload | None:
        return None if isinstance(payload, kind) else payload

    return twist


@pytest.mark.parametrize("kind", [Seal, Link, Keys, Opening])
def test_who_keeps_back_what_is_owed_is_waited_for_by_name_and_can_be_given_up(kind: type[Payload]) -> None:
    bench = TableBench(offer(3), seed="back", twists={1: nothing(kind)})
    bench.run()
    others = [bench.peers[0], bench.peers[2]]
    for peer in others:
        assert peer.table.awaited() == [1]
        assert peer.table.waits_for_programs
        assert peer.table.faults == []
    if kind is Opening:
        assert not verify(bench.record().to_bytes()).proven
        return
    bench.give_up(1)
    for peer in others:
        assert peer.table.active == [0, 2]
        assert peer.table.closed
        assert peer.table.faults == []


def drawn(table: Table, seat: int) -> list[Slot]:
    """The slots in a hand that lack somebody's key."""
    return [slot for slot in table.hands[seat] if not table.dealing.complete(slot)]


def test_who_goes_instead_of_giving_a_key_undoes_the_draw_and_chooses_nothing() -> None:
    """Seat 1 keeps its keys back and tells them to seat 0 alone, who looks at the cards; then it leaves."""
    kept: list[Keys] = []

    def keep(guest: Guest, payload: Payload) -> Payload | None:
        if isinstance(payload, Keys) and guest.table is not None and guest.table.turn_number > 3:
            kept.append(payload)
            return None
        return payload

    bench = TableBench(offer(3), seed="undo", twists={1: keep, **dict.fromkeys((0, 2), honest)})
    bench.run()
    before = bench.peers[0].table
    lost = [slot for seat in (0, 2) for slot in drawn(before, seat)]
    assert lost
    concede(bench.peers[1], bench)
    bench.run()
    table = bench.peers[2].table
    assert not set(lost) & {slot for hand in table.hands for slot in hand}
    assert all(bench.peers[2].table.dealing.hidden(slot) for slot in lost)
    assert found(bench) == set()
    assert verify(bench.record().to_bytes()).proven


def test_a_slot_that_was_undone_cannot_be_played() -> None:
    """The drawer has every key of it, the leaver's too, and likes the card."""
    kept: list[Payload] = []

    def keep(guest: Guest, payload: Payload) -> Payload | None:
        if isinstance(payload, Keys) and guest.table is not None and guest.table.turn_number > 3:
            kept.append(payload)
            return None
        return payload

    def play_lost(guest: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Turn) and lost and payload.openings and guest.number == lost[0][0]:
            assert guest.seat is not None
            own = guest.seat._key(lost[0])
            return Turn(payload.request, payload.moves, (SlotKey(*lost[0], own),), payload.digest)
        return payload

    lost: list[Slot] = []
    bench = TableBench(offer(3), seed="undo", twists={1: keep, **dict.fromkeys((0, 2), play_lost)})
    bench.run()
    before = bench.peers[0].table
    drawer = next(seat for seat in (0, 2) if drawn(before, seat))
    lost += drawn(before, drawer)
    concede(bench.peers[1], bench)
    bench.run()
    assert found(bench) >= {(drawer, "not-held")}


def test_a_turn_that_somebodys_leaving_makes_void_changes_nothing_and_is_made_again() -> None:
    """It was signed, and its cards were seen; its author is asked anew and may still play them."""
    bench = table(3, 60, "void turn")
    mover = next(peer for peer in bench.peers if bench._ready(peer))
    other = next(peer for peer in bench.peers if peer is not mover)
    concede(other, bench)  # the host hears it first
    moves, opened = mover.match.encode(mover.guest.number, bench.play(mover))
    mover.guest.play(moves, opened)
    bench._flush_guest(mover)
    before = mover.match.public()
    bench.run(turns=0)
    turns = [envelope.payload for envelope in mover.table.log.envelopes if isinstance(envelope.payload, Turn)]
    assert turns[-1].moves == tuple(moves)
    assert all(mover.table.dealing.hidden(slot) for slot in opened)
    assert mover.match.public() != before, "the others see who has gone"
    bench.run()
    assert found(bench) == set()


# Spoiling a deck without being named


def spoil(guest: Guest, payload: Payload) -> Payload | None:
    """A card that is none, and no secret to show for it."""
    if isinstance(payload, Opening):
        return None
    if isinstance(payload, Seal) and (payload.deck, payload.step) == (0, 1):
        return Seal(
            payload.deck, payload.epoch, payload.step, (GENERATOR, *payload.points[1:]), (), payload.marks
        )
    return payload


def test_a_host_that_keeps_an_opening_back_for_a_cheat_has_nobody_named_alone() -> None:
    """An honest seat has opened; the host never logs it, so that of two silent seats one is the cheat."""
    bench = TableBench(offer(3), seed="spoilt", twists={1: spoil})
    play_until(bench, 1)
    bench.peers[0].up = lambda data: [] if bench.peers[0].table.ending is not None else [data]
    bench.run()
    assert found(bench) == {(None, "unopened")}
    report = verify(bench.record().to_bytes())
    assert not report.honest
    assert not report.proven


def test_an_opening_that_is_kept_back_names_nobody() -> None:
    """Nothing was wrong: the match is unproven, and whose opening is missing has done nothing that could be proven."""
    bench = TableBench(offer(3), seed="kept back", twists=dict.fromkeys(range(3), honest))
    play_until(bench, 1)
    silent = bench.peers[0]
    silent.up = lambda data: [] if silent.table.ending is not None else [data]
    bench.run()
    assert found(bench) == set()
    assert not verify(bench.record().to_bytes()).proven


# What they learn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_others_together_have_no_key_of_a_card_in_a_hand(seats: int) -> None:
    """Everything that all but one have received, put together: the last key of its hidden slots is not in it."""
    bench = TableBench(offer(seats), seed=f"together {seats}")
    bench.run(turns=10)
    alone = bench.peers[0]
    assert isinstance(alone.guest, Guest)
    assert not isinstance(alone.guest, LyingGuest)
    secret = SeatSecret(alone.secrets.deck)
    table = alone.table
    stream = b"".join(data for peer in bench.peers[1:] for data in peer.received)
    assert any(isinstance(parse_frame(data), Entry) for data in bench.peers[1].received)
    hand = [slot for slot in table.hands[0] if table.dealing.hidden(slot)]
    assert hand
    for deck, position in [
        *hand,
        *((0, place) for place in range(table.epochs[0].next, table.decks[0].size)),
    ]:
        assert secret.position_key(table.table_id, table.decks[deck].deck_id, 0, position) not in stream
    shown = [slot for slot in table.hands[0] if not table.dealing.hidden(slot)]
    assert all(
        secret.position_key(table.table_id, table.decks[deck].deck_id, 0, position) in stream
        for deck, position in shown
    ), "the search finds a key that was given"
