"""What a log shows of who was honest, wherever it ends: openings without an audit, cards that are none, verdicts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gefaehrten.session.verify import Report, verify
from protocol.canonical import Plain
from protocol.machine.guest import Guest
from protocol.wire.messages import Kind, Opening, Payload, Seal
from tests.interop.forging import Forge, Logged, flipped
from tests.machines import TableBench, Twist, offer
from tests.unit.session.toy_bench import first_card

pytestmark = pytest.mark.usefixtures("toy")

GENERATOR = bytes.fromhex("58" + "66" * 31)
"""A valid point that is no card."""

ZERO = bytes(32)

Found = tuple[int, int | None, str]


@cache
def _played() -> Forge:
    made = TableBench(offer(3, game="toy"), seed="findings", play=first_card)
    made.run()
    return Forge.of(made)


def forge() -> Forge:
    """An honest match of three, to be changed."""
    return _played().copy()


def report_of(forged: Forge) -> Report:
    report = verify(forged.build())
    assert report.valid, report.faults
    return report


def found(forged: Forge) -> list[Found]:
    return [(fault.entry, fault.seat, fault.code) for fault in report_of(forged).faults]


def payload(forged: Forge, kind: Kind, seat: int) -> list[Plain]:
    return forged.log[forged.first(kind, seat=seat)].payload


def entry(forged: Forge, kind: Kind, seat: int, number: int = 0) -> int:
    return forged.first(kind, number, seat=seat) + 1


def drop(forged: Forge, kind: Kind, *seats: int) -> Forge:
    forged.log = [logged for logged in forged.log if logged.kind != kind or logged.seat not in seats]
    return forged


def at_end(forged: Forge, kind: Kind, seat: int, values: list[Plain]) -> None:
    """One more message; what its author has seen does not go back."""
    seen = max(logged.ack for logged in forged.log if logged.seat == seat)
    forged.log.append(Logged(seat, kind, values, seen))


def lied(forged: Forge, seat: int) -> Forge:
    """The seat opens a secret that is not the one that it committed to."""
    opened = payload(forged, Kind.OPENING, seat)
    assert isinstance(opened[0], bytes)
    opened[0] = flipped(opened[0], 0)
    return forged


# Openings that no audit waited for


def test_what_was_opened_is_audited_though_a_seat_has_not_opened() -> None:
    forged = drop(drop(lied(forge(), 1), Kind.VERDICT, 0, 1, 2), Kind.OPENING, 2)
    report = report_of(forged)
    assert found(forged) == [(entry(forged, Kind.OPENING, 1), 1, "secret")]
    assert (report.honest, report.proven, report.winners) == (False, False, ())


def test_a_pass_is_repeated_as_soon_as_its_seat_has_opened() -> None:
    forged = drop(drop(forge(), Kind.VERDICT, 0, 1, 2), Kind.OPENING, 2)
    points = payload(forged, Kind.SEAL, 1)[3]
    assert isinstance(points, list)
    points[0], points[1] = points[1], points[0]
    assert (entry(forged, Kind.SEAL, 1), 1, "shuffle") in found(forged)


def test_who_has_opened_rightly_is_clean_though_another_has_not_opened() -> None:
    report = report_of(drop(drop(forge(), Kind.VERDICT, 0, 1, 2), Kind.OPENING, 2))
    assert report.holds
    assert (report.proven, report.finished) == (False, True)


def test_more_of_a_log_never_takes_a_fault_away() -> None:
    forged = lied(forge(), 1)
    first, last = (min(entry(forged, Kind.OPENING, seat) for seat in (0, 1, 2)), len(forged.log))
    before: set[Found] = set()
    for length in range(first, last + 1):
        part = forged.copy()
        part.log = part.log[:length]
        now = set(found(part))
        assert before <= now, length
        before = now
    assert (entry(forged, Kind.OPENING, 1), 1, "secret") in before


# A card that is none


def no_card(*, silent: tuple[int, ...], seats: int = 3, liar: int = 1) -> TableBench:
    """A match in which the liar brings something that is no card into the deck of seat 0, and some never open."""

    def twist(number: int) -> Twist:
        def say(_: Guest, said: Payload) -> Payload | None:
            if number == liar and isinstance(said, Seal) and (said.deck, said.step) == (0, 1):
                return Seal(
                    said.deck, said.epoch, said.step, (GENERATOR, *said.points[1:]), said.key_hashes, ()
                )
            return None if isinstance(said, Opening) and number in silent else said

        return say

    made = TableBench(
        offer(seats, game="toy"),
        seed="no card",
        play=first_card,
        twists={number: twist(number) for number in {liar, *silent}},
    )
    made.run()
    return made


def deck_end(made: TableBench) -> int:
    ending = made.peers[0].table.ending
    assert ending is not None
    assert ending.reason == "deck"
    return ending.entry


@pytest.mark.parametrize("seats", [2, 3])
def test_the_only_one_who_has_not_opened_is_at_fault_for_a_card_that_is_none(seats: int) -> None:
    made = no_card(silent=(1,), seats=seats)
    report = verify(made.record().to_bytes())
    assert [(fault.entry, fault.seat, fault.code) for fault in report.faults] == [
        (deck_end(made), 1, "unopened")
    ]
    assert report.valid
    assert (report.holds, report.proven, report.finished, report.winners) == (False, False, False, ())
    assert "Seat 1" in str(report.faults[0].what)


def test_of_several_who_have_not_opened_nobody_is_named_as_the_one() -> None:
    made = no_card(silent=(1, 2))
    report = verify(made.record().to_bytes())
    (fault,) = report.faults
    assert (fault.entry, fault.seat, fault.code) == (deck_end(made), None, "unopened")
    assert fault.json()["seat"] is None
    assert "Peer 1, Peer 2" in str(fault.what)
    assert "Peer 0" not in str(fault.what)
    assert not report.honest


def test_a_cheat_who_opens_is_named_though_another_does_not() -> None:
    made = no_card(silent=(2,))
    report = verify(made.record().to_bytes())
    assert {(fault.seat, fault.code) for fault in report.faults} == {(1, "shuffle")}


def test_a_wrong_chain_says_nothing_of_passes() -> None:
    made = no_card(silent=(1,))
    forged = Forge.of(made)
    payload(forged, Kind.OPENING, 2)[1] = ZERO
    assert found(forged) == [
        (entry(forged, Kind.OPENING, 2), 2, "chain"),
        (deck_end(made), 1, "unopened"),
    ]


def test_a_wrong_secret_leaves_the_passes_of_two_seats_unknown() -> None:
    forged = lied(Forge.of(no_card(silent=(1,))), 2)
    assert found(forged) == [(entry(forged, Kind.OPENING, 2), 2, "secret")]


def test_a_match_that_broke_off_without_a_bad_card_is_only_unproven() -> None:
    forged = forge()
    forged.log = forged.log[: entry(forged, Kind.TURN, 0)]
    assert report_of(forged).holds


# Verdicts before an audit: all that there are while an opening is missing


def unaudited() -> Forge:
    """Seat 2 never opens; the others sign, though no verdict is due."""
    return drop(drop(forge(), Kind.OPENING, 2), Kind.VERDICT, 2)


def set_field(at: int, value: Any) -> Callable[[Forge], None]:
    def change(forged: Forge) -> None:
        payload(forged, Kind.VERDICT, 0)[at] = value(forged) if callable(value) else value

    return change


def listing(*rows: Callable[[Forge], list[Plain]]) -> Callable[[Forge], None]:
    def change(forged: Forge) -> None:
        verdict = payload(forged, Kind.VERDICT, 0)
        verdict[0], verdict[1] = not rows, [row(forged) for row in rows]

    return change


def test_verdicts_before_an_audit_that_contradict_nothing_are_void() -> None:
    assert report_of(unaudited()).holds


@pytest.mark.parametrize(
    "lie",
    [
        set_field(0, False),
        set_field(2, ZERO),
        set_field(3, [9, 9, 9]),
        set_field(3, []),
        set_field(1, [[1, 2, "shuffle"]]),
        listing(lambda forged: [entry(forged, Kind.SEAL, 1), 1, "shuffle"]),
        listing(lambda forged: [entry(forged, Kind.OPENING, 1), 1, "secret"]),
        listing(lambda forged: [entry(forged, Kind.OPENING, 1), 2, "secret"]),
        listing(lambda forged: [entry(forged, Kind.TURN, 2), 2, "illegal"]),
        listing(lambda forged: [entry(forged, Kind.SEAL, 2), 5, "shuffle"]),
    ],
    ids=["honest", "head", "scores", "no scores", "a fault and honest", "an open seat's pass", "its secret",
         "an unopened secret", "a fault in play", "nobody's seat"],
)  # fmt: skip
def test_a_verdict_before_an_audit_that_contradicts_the_log_is_a_fault(lie: Callable[[Forge], None]) -> None:
    forged = unaudited()
    lie(forged)
    assert found(forged) == [(entry(forged, Kind.VERDICT, 0), 0, "verdict")]


def test_what_cannot_be_known_of_a_seat_that_has_not_opened_is_not_judged() -> None:
    forged = unaudited()
    listing(lambda forged: [entry(forged, Kind.SEAL, 2), 2, "shuffle"])(forged)
    assert report_of(forged).holds


def test_a_verdict_that_hides_what_was_opened_before_it_is_a_fault() -> None:
    forged = lied(unaudited(), 1)
    opened = entry(forged, Kind.OPENING, 1)
    signed = [entry(forged, Kind.VERDICT, seat) for seat in (0, 1)]
    assert opened < min(signed)
    assert found(forged) == [
        (opened, 1, "secret"),
        *sorted((at, seat, "verdict") for seat, at in enumerate(signed)),
    ]


def test_nobody_knows_what_is_opened_later() -> None:
    """Not even whoever says beforehand what a friend will do: more of a log clears nobody."""
    forged = lied(unaudited(), 1)
    drop(forged, Kind.VERDICT, 1)
    forged.log.append(forged.log.pop(forged.first(Kind.OPENING, seat=1)))
    opened = len(forged.log)
    verdict = payload(forged, Kind.VERDICT, 0)
    verdict[0], verdict[1] = False, [[opened, 1, "secret"]]
    lie = (entry(forged, Kind.VERDICT, 0), 0, "verdict")
    assert found(forged) == [(opened, 1, "secret"), lie]
    forged.log.pop()
    assert found(forged) == [lie]


def test_a_verdict_need_not_know_what_is_opened_after_it() -> None:
    forged = lied(unaudited(), 1)
    drop(forged, Kind.VERDICT, 1)
    opening = forged.log.pop(forged.first(Kind.OPENING, seat=1))
    opening.ack = max(logged.ack for logged in forged.log if logged.seat == 1)
    forged.log.append(opening)
    assert found(forged) == [(entry(forged, Kind.OPENING, 1), 1, "secret")]


def test_a_lie_before_the_audit_stays_one_when_the_audit_comes() -> None:
    forged = forge()
    at = min(forged.first(Kind.OPENING, seat=seat) for seat in (0, 1, 2))
    seen = max((logged.ack for logged in forged.log[:at] if logged.seat == 0), default=0)
    lie = Logged(0, Kind.VERDICT, [True, [], ZERO, []], seen)
    for logged in forged.log[at:]:
        logged.ack += logged.ack > at
    forged.log.insert(at, lie)
    later = entry(forged, Kind.VERDICT, 0, 1)
    assert found(forged) == [(at + 1, 0, "verdict"), (later, 0, "verdict-twice")]


# Two verdicts


def test_two_different_verdicts_of_a_seat_are_a_fault_of_its_own() -> None:
    forged = forge()
    at_end(forged, Kind.VERDICT, 1, [False, [], ZERO, []])
    at_end(forged, Kind.VERDICT, 1, [True, [], ZERO, []])
    report = report_of(forged)
    assert found(forged) == [(len(forged.log) - 1, 1, "verdict-twice")]
    assert str(entry(forged, Kind.VERDICT, 1)) in str(report.faults[0].what)
    assert not report.holds


def test_the_same_verdict_twice_says_nothing_new() -> None:
    forged = forge()
    at_end(forged, Kind.VERDICT, 1, list(payload(forged, Kind.VERDICT, 1)))
    assert report_of(forged).holds


def test_the_truth_after_a_lie_is_a_second_verdict() -> None:
    forged = forge()
    truth = list(payload(forged, Kind.VERDICT, 1))
    payload(forged, Kind.VERDICT, 1)[3] = [9, 9, 9]
    at_end(forged, Kind.VERDICT, 1, truth)
    assert found(forged) == [
        (entry(forged, Kind.VERDICT, 1), 1, "verdict"),
        (len(forged.log), 1, "verdict-twice"),
    ]
