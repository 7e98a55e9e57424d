"""Pure. What can be wrong with a MOTION, or follow from one (docs/protocol.md, 10.2): the records of such matches.

The one rule: as in `cheating`, a case touches what it names; where only play matters, the log ends soon after it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

from protocol.canonical import Plain
from protocol.wire.messages import Kind
from tests.interop import departures, successions, wishes
from tests.interop.cheating import insert
from tests.interop.forging import Forge, Logged, flipped
from tests.interop.tampering import ZERO, body, listed
from tests.interop.wishes import ENDED, LEFT, PAUSED

MOTION = Kind.MOTION
SHOWN = 12
"""Entries after the last MOTION that a record of a pause goes on for."""

LATEST = 10**6
"""Acknowledges as much as there is."""

Change = Callable[[Forge], object]


def on(name: str, *changes: Change) -> Callable[[], bytes]:
    """A changed record of one of the matches."""

    def make() -> bytes:
        forge = wishes.forge_of(name).copy()
        if name != ENDED:
            del forge.log[forge.first(MOTION, -1) + 1 + SHOWN :]
        for change in changes:
            change(forge)
        return forge.build()

    return make


def said(what: Plain, number: int = 0) -> Change:
    """Another wish."""
    return lambda forge: forge.log[forge.first(MOTION, number)].payload.__setitem__(0, what)


def fields(*values: Plain, number: int = 0) -> Change:
    """Other fields of a MOTION."""
    return lambda forge: forge.log[forge.first(MOTION, number)].payload.__setitem__(slice(None), list(values))


def never(number: int) -> Change:
    """A MOTION that is not sent; what follows acknowledges the same as before."""

    def change(forge: Forge) -> None:
        at = forge.first(MOTION, number)
        forge.log.pop(at)
        for later in forge.log[at:]:
            later.ack -= later.ack > at

    return change


def more(seat: int, what: Plain, *, after: int = 0, ack: int | None = None) -> Change:
    """One more MOTION, so many entries after the last one (-1: at the end)."""

    def change(forge: Forge) -> None:
        at = forge.first(MOTION, -1) + 1 + after if after >= 0 else len(forge.log)
        insert(forge, at, Logged(seat, MOTION, [what], 0))
        if ack is not None:
            forge.log[at].ack = ack

    return change


def other_seat(seat: int, number: int) -> Change:
    """Somebody else's wish."""

    def change(forge: Forge) -> None:
        logged = forge.log.pop(at := forge.first(MOTION, number))
        insert(forge, at, Logged(seat, MOTION, logged.payload, 0))
        for later in forge.log[at + 1 :]:
            later.ack -= later.ack > at

    return change


def edited(at: int, value: Callable[[Plain], Plain], number: int = 0) -> Change:
    """Another field of the envelope of a MOTION."""

    def change(forge: Forge) -> None:
        forge.log[forge.first(MOTION, number)].edit = body(at, value)

    return change


def payload(kind: Kind, edit: Callable[[list[Plain]], object], *, seat: int | None = None) -> Change:
    """Another payload in the first message of a kind."""
    return lambda forge: edit(forge.log[forge.first(kind, seat=seat)].payload)


def bit(at: int) -> Callable[[list[Plain]], None]:
    def change(values: list[Plain]) -> None:
        data = values[at]
        assert isinstance(data, bytes)
        values[at] = flipped(data, 3)

    return change


def without(kind: Kind, seat: int) -> Change:
    """A seat that never says this."""
    return lambda forge: forge.log.pop(forge.first(kind, seat=seat))


def late(kind: Kind, values: list[Plain], *, seat: int) -> Change:
    """A message right after the end by agreement."""

    def change(forge: Forge) -> None:
        insert(forge, forge.first(MOTION, -1) + 1, Logged(seat, kind, values, 0))

    return change


def first_turn_after(forge: Forge) -> None:
    """The turn after the pause comes before who goes on has said so: in the pause it counts."""
    at = next(index for index in range(forge.first(MOTION, 4), len(forge.log)) if forge.log[index].kind == 35)
    turn = forge.log.pop(at)
    forge.log.insert(forge.first(MOTION, 3), turn)


def worth(*, turn: bool) -> Change:
    """In the pause one would end it, the mover makes a turn or not, another plays on; then both would end it.

    With the turn the pause is over, and the first wish with it: who had it has to say it again.
    """

    def change(forge: Forge) -> None:
        at = forge.first(MOTION, 2) + 1
        played = next(logged for logged in forge.log[at:] if logged.kind == Kind.TURN)
        mover = played.seat
        first, second = (seat for seat in range(3) if seat != mover)
        del forge.log[at:]
        log = [Logged(first, MOTION, ["abort"], LATEST), Logged(second, MOTION, [""], LATEST)]
        if turn:
            log.insert(1, played)
        log += [Logged(seat, MOTION, ["abort"], LATEST) for seat in (mover, second)]
        forge.log += [*log, Logged(second, Kind.OPENING, list(forge.secrets[second]), LATEST)]

    return change


def scattered(number: int) -> Callable[[], bytes]:
    """MOTIONs of all seats at any places of a match, many of them for what the one before was for."""

    def make() -> bytes:
        rng = Random(f"wishes {number}")
        names = [
            lambda: departures.forge_of("4 seats, two conceded in the middle"),
            lambda: departures.forge_of("3 seats, retired in the middle"),
            lambda: departures.forge_of("3 seats, conceded while the decks are sealed"),
            lambda: successions.forge_of(successions.CHANGED),
            lambda: wishes.forge_of(LEFT),
        ]
        forge = names[number % len(names)]().copy()
        place = rng.randrange(len(forge.log) // 2)
        what = "pause"
        for _ in range(rng.randrange(8, 30)):
            if rng.random() < 0.3:
                what = rng.choice(("pause", "pause", "abort", ""))
            insert(
                forge,
                min(place, len(forge.log)),
                Logged(rng.randrange(len(forge.seats)), MOTION, [what], 0),
            )
            place += rng.choice((1, 1, 1, 2, 9))
        return forge.build()

    return make


WORDS: dict[str, Callable[[], bytes]] = {
    "MOTION: as it was": on(PAUSED),
    **{
        f"MOTION: {value!r}": on(PAUSED, said(value))
        for value in ("Pause", "pause ", "play", "end", "aborted", b"pause", b"", None, 0, 1, True, "p" * 33)
    },
    "MOTION: a list": on(PAUSED, said(["pause"])),
    "MOTION: no wish": on(PAUSED, fields()),
    "MOTION: two wishes": on(PAUSED, fields("pause", "abort")),
    "MOTION: the last wish unknown": on(PAUSED, said("resume", -1)),
    "MOTION: kind 43": on(PAUSED, edited(1, lambda _: 43)),
    "MOTION: kind 44": on(PAUSED, edited(1, lambda _: 44)),
    "MOTION: kind 41": on(PAUSED, edited(1, lambda _: 41)),
    "MOTION: number 0": on(PAUSED, edited(4, lambda _: 0)),
    "MOTION: a number left out": on(PAUSED, edited(4, lambda value: value + 1)),  # type: ignore[operator]
    "MOTION: of another table": on(PAUSED, edited(2, lambda _: ZERO)),
}

PAUSES: dict[str, Callable[[], bytes]] = {
    "MOTION: a pause that one does not want": on(PAUSED, said("", 2)),
    "MOTION: a pause that one would rather end": on(PAUSED, said("abort", 1)),
    "MOTION: none of the first": on(PAUSED, never(0)),
    "MOTION: none of who goes on": on(PAUSED, never(4)),
    "MOTION: another one goes on": on(PAUSED, other_seat(1, 4)),
    "MOTION: the same goes on twice": on(PAUSED, other_seat(2, 4)),
    "MOTION: a turn in the pause": on(PAUSED, first_turn_after),
    "MOTION: a turn in the pause, and one more to go on": on(PAUSED, first_turn_after, never(4)),
    "MOTION: a turn in the pause is worth a wish": on(PAUSED, worth(turn=True)),
    "MOTION: no turn in the pause": on(PAUSED, worth(turn=False)),
    "MOTION: then all would end it": on(
        PAUSED, more(0, "abort"), more(1, "abort", after=2), more(2, "abort", after=2)
    ),
    "MOTION: in the pause all would end it": on(PAUSED, said("abort", 3), said("abort", 4), more(1, "abort")),
    "MOTION: of who is retired": on(LEFT, more(3, "pause", after=4)),
    "MOTION: all that are left, and who is retired": on(
        LEFT, *(more(seat, "abort", after=4) for seat in (3, 2, 1, 0))
    ),
    "MOTION: an end that only who is retired would not have": on(
        LEFT, more(3, ""), *(more(seat, "abort") for seat in (2, 1, 0))
    ),
}

ENDS: dict[str, Callable[[], bytes]] = {
    "ended: as it was": on(ENDED),
    "ended: one would not": on(ENDED, said("", 2)),
    "ended: one would rather pause": on(ENDED, said("pause", 0)),
    "ended: one has not said so": on(ENDED, never(1)),
    "ended: one has said so twice": on(ENDED, other_seat(0, 1)),
    "ended: taken back before": on(ENDED, more(0, "", after=-1), lambda forge: _earlier(forge)),
    "ended: taken back after": on(ENDED, more(0, "")),
    "ended: taken back at the end": on(ENDED, more(0, "", after=-1)),
    "ended: then an unknown wish": on(ENDED, more(0, "again")),
    "ended: then a turn": on(ENDED, late(Kind.TURN, [999, [], [], ZERO], seat=1)),
    "ended: then a concession": on(ENDED, late(Kind.CONCEDE, [ZERO, ZERO], seat=1)),
    "ended: then a retirement": on(ENDED, late(Kind.RETIRE, [9 - 1, 1, ZERO, [0], []], seat=1)),
    "ended: then a claim": on(ENDED, late(Kind.CLAIM, [[]], seat=1)),
    "ended: a verdict before all have opened": on(
        ENDED, late(Kind.VERDICT, [True, [], ZERO, [0, 0, 0]], seat=1)
    ),
    "ended: another secret": on(ENDED, payload(Kind.OPENING, bit(0))),
    "ended: another chain": on(ENDED, payload(Kind.OPENING, bit(1), seat=2)),
    "ended: one does not open": on(ENDED, without(Kind.OPENING, 1)),
    "ended: a pass that the secret does not make": on(
        ENDED, payload(Kind.SEAL, lambda values: listed(values[3]).reverse())
    ),
    "ended: another head in a verdict": on(ENDED, payload(Kind.VERDICT, bit(2))),
    "ended: other scores in a verdict": on(
        ENDED, payload(Kind.VERDICT, lambda values: listed(values[3]).__setitem__(0, 77))
    ),
    "ended: a fault in a verdict": on(
        ENDED, payload(Kind.VERDICT, lambda values: values.__setitem__(1, [[1, 0, "keys"]]))
    ),
}


def _earlier(forge: Forge) -> None:
    """The last message comes before the last wish."""
    last = forge.log.pop()
    at = forge.first(MOTION, 2)
    last.ack = max([log.ack for log in forge.log[:at] if log.seat == last.seat], default=0)
    forge.log.insert(at, copy.copy(last))


SCATTERED = {f"MOTION anywhere: {number}": scattered(number) for number in range(20)}

WISHING = {**WORDS, **PAUSES, **ENDS, **SCATTERED}
