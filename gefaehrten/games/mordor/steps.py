"""Pure. What happened, in the JSON form of the record (docs/record.md).

The one rule: keys and names are the English ones whatever the language, and every key is always there.
"""

from __future__ import annotations

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES, SYMBOLS
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_of, is_set

DICE = (*FIGURES.colours, "black")
"""Keys of the dice by number."""

REASONS = {
    tables.BY_RING: "mordor",
    tables.BY_NAZGUL: "nazgul",
    tables.BY_RETIREMENT: "absence",
    tables.BY_TURNS: "turns",
}
"""Why a match ended, as the step `over` says it: M14, M14, M25, M26."""


def rolled(before: MordorKernel, after: MordorKernel) -> tuple[JsonStep, ...]:
    """What a throw shows; nothing where the first mover was drawn."""
    if before.phase() == tables.SETUP:
        return ()
    return (
        {
            "step": "thrown",
            "seat": int(before.mover()),
            "again": bool(before.repeated()),
            "dice": _dice(after, int(after.rolled())),
        },
    )


def steps(before: MordorKernel, action: int, after: MordorKernel) -> tuple[JsonStep, ...]:
    """The step of an action and what followed from it."""
    seat = int(before.mover())
    if action == tables.AGAIN:
        return ({"step": "throw_again", "seat": seat},)
    found: list[JsonStep] = []
    if is_set(action):
        found.append({"step": "set_aside", "seat": seat, "dice": _dice(before, action)})
        if after.phase() == tables.THROWING and after.rounds() == before.rounds():
            return tuple(found)
        found.append(_rings(before, action, after))
    else:
        field = None if action == tables.DECLINE else action - int(tables.BASE_HALVE) + 1
        found.append({"step": "halve", "seat": seat, "field": field})
    if after.phase() == tables.HALVING:
        return tuple(found)
    found += [_hit(after, index, seat) for index in range(after.hits())]
    found += [
        {"step": "out", "seat": other}
        for other in range(after.seats())
        if after.out(other) and not before.out(other)
    ]
    return (*found, *consequences(before, after, seat))


def consequences(before: MordorKernel, after: MordorKernel, seat: int | None = None) -> tuple[JsonStep, ...]:
    """The end of a turn (of the seat), or of the match."""
    if after.request() == OVER and before.request() != OVER:
        seats = range(after.seats())
        return (
            {
                "step": "over",
                "reason": REASONS[after.ending()],
                "scores": [int(after.score(each)) for each in seats],
                "winners": [each for each in seats if after.place(each) == 0],
            },
        )
    return () if seat is None else ({"step": "end_turn", "seat": seat},)


def _dice(kernel: MordorKernel, mask: int) -> list[JsonStep]:
    return [{"die": DICE[die], "symbol": SYMBOLS[kernel.face(die)]} for die in dice_of(mask)]


def _rings(before: MordorKernel, action: int, after: MordorKernel) -> JsonStep:
    """What the turn's rings brought (M10, M18, M20, M23); the dice are counted as they lie before they are taken up."""
    seat, mask = int(before.mover()), int(before.aside()) | action
    dice = [int(before.face(die)) for die in dice_of(mask)]
    return {
        "step": "rings",
        "seat": seat,
        "rings": dice.count(int(tables.RING)),
        "orcs": dice.count(int(tables.ORC)),
        "companions": dice.count(int(tables.COMPANION)),
        "held": bool(before.holds(mask)),
        "moved": int(after.reached(seat) - before.reached(seat)),
        "place": FIGURES.places[after.reached(seat)],
    }


def _hit(after: MordorKernel, index: int, mover: int) -> JsonStep:
    """One Nazgûl: whose die it was on, whom it hit, and which field (1 ... 8) it took, or half of it."""
    field = int(after.hit_field(index))
    return {
        "step": "nazgul",
        "seat": mover,
        "die": DICE[after.hit_die(index)],
        "hit": int(after.hit_seat(index)),
        "field": None if field < 0 else field + 1,
        "whole": bool(after.hit_whole(index)),
    }
