"""Pure. A position of the dice game as a fixed number of plain numbers, for programs that learn from arrays.

The one rule: everybody sees everything, so only the number of the seat differs.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.core.game import Feature, Sizes
from gefaehrten.core.kernel import ROLL
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel

DICE = range(tables.DICE)
FIELDS = range(tables.FIELDS)

SETS = int(tables.DICE)
"""Sets of dice that a turn can put aside one after the other: each has one die at least (M4)."""

HALVINGS = int(tables.COLOURS)
"""Fields that a turn can halve, or one refusal to: the black die has no Gandalf."""

TURNS = int(tables.LAST_TURN)


def sizes(seats: int, *, advanced: bool) -> Sizes:
    """Bounds for a match of so many seats."""
    throws = (2 if advanced else 1) * SETS  # M19: each may be repeated
    return Sizes(
        actions=int(tables.ACTIONS),
        length=TURNS * (throws + HALVINGS),
        rolls=1 + TURNS * throws,
        sides=int(tables.SIDES) ** int(tables.DICE),
        winnerless=True,
        features=(
            Feature("seat", 1, int(tables.SEATS)),
            Feature("request", 1, int(ROLL)),
            Feature("phase", 1, int(tables.OVER_)),
            Feature("mover", 1, int(tables.SEATS)),
            Feature("first", 1, int(tables.SEATS)),
            Feature("advanced", 1, 1),
            Feature("turns", 1, TURNS),
            Feature("start", 1, int(tables.MORDOR)),
            Feature("repeated", 1, 1),
            Feature("gandalfs", 1, HALVINGS),
            Feature("winner", 1, int(tables.SEATS)),
            Feature("owner", int(tables.COLOURS), int(tables.SEATS)),
            Feature("shown", len(DICE), int(tables.SYMBOL_KINDS)),
            Feature("rolled", len(DICE), 1),
            Feature("aside", len(DICE), 1),
            Feature("playing", seats, 1),
            Feature("reached", seats, int(tables.MORDOR)),
            Feature("crossed", seats, len(FIELDS)),
            Feature("half", seats, 1),
            Feature("halved", seats * len(FIELDS), 1),
        ),
    )


def observe(kernel: MordorKernel, seat: int) -> list[int]:
    """The numbers of `sizes`; docs/research.md says what each is."""
    return [int(number) for number in _numbers(kernel, seat)]


def _numbers(kernel: MordorKernel, seat: int) -> Iterator[int]:
    seats = range(kernel.seats())
    yield seat + 1
    yield kernel.request()
    yield kernel.phase()
    yield kernel.mover() + 1
    yield kernel.first() + 1
    yield kernel.advanced()
    yield kernel.rounds()
    yield kernel.start()
    yield kernel.repeated()
    yield kernel.gandalfs()
    yield kernel.winner() + 1
    for colour in range(tables.COLOURS):
        yield kernel.owner(colour) + 1
    for die in DICE:
        yield kernel.face(die) + 1
    for mask in (kernel.rolled(), kernel.aside()):
        for die in DICE:
            yield mask >> die & 1
    for each in seats:
        yield kernel.playing(each)
    for each in seats:
        yield kernel.reached(each)
    for each in seats:
        yield kernel.crossed(each)
    for each in seats:
        yield kernel.half(each)
    for each in seats:
        for field in FIELDS:
            yield kernel.halved(each) >> field & 1
