"""Positions of the dice game as a few words: `throw(kernel, "O R N G T")` shows these symbols on the dice thrown.

Letters: O Orc, R Ring, N Nazgûl, G Gandalf, C Companion, T White Tree. Dice are numbered 1 ... 5 as people type them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gefaehrten.core.kernel import DECIDE, ROLL
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.kernel import MordorKernel, load
from gefaehrten.games.mordor.moves import legal as legal

LETTERS = "ORNGCT"

OWNERS = {2: [0, 1, -1, -1], 3: [0, 1, 2, -1], 4: [0, 1, 2, 3]}
"""Seat 0 is red, seat 1 yellow, seat 2 green, seat 3 blue."""

HEAD = 22
"""Where the vector of numbers begins in a dump."""

ROUNDS = 11


def begin(
    seats: int = 2,
    *,
    advanced: bool = False,
    first: int = 0,
    reached: Sequence[int] = (),
    crossed: Sequence[int] = (),
    halved: Mapping[int, Sequence[int]] | None = None,
    out: Sequence[int] = (),
    rounds: int = 0,
) -> MordorKernel:
    """The first throw of `first` is due.

    Args:
        reached: fields by seat.
        crossed: crossed-off Nazgûl fields by seat.
        halved: by seat the halved fields, 1 ... 8.
        out: seats that are knocked out.
    """
    dump = MordorKernel(seats, OWNERS[seats], advanced).dump()
    for section, values in ((tables.REACHED, reached), (tables.CROSSED, crossed)):
        for seat, value in enumerate(values):
            dump[HEAD + section + seat] = value
    for seat, fields in (halved or {}).items():
        dump[HEAD + tables.HALVED + seat] = sum(1 << (field - 1) for field in fields)
    dump[18] = sum(1 << seat for seat in out)
    dump[ROUNDS] = rounds
    kernel = load(seats, OWNERS[seats], advanced, dump)
    kernel.roll(first)
    return kernel


def throw(kernel: MordorKernel, letters: str) -> None:
    """The dice due show these symbols, in the order of their numbers."""
    assert kernel.request() == ROLL
    dice = [die for die in range(tables.DICE) if kernel.to_throw() >> die & 1]
    symbols = [LETTERS.index(letter) for letter in letters.split()]
    value = 0
    for die, symbol in reversed(list(zip(dice, symbols, strict=True))):
        sides = FIGURES.black if die == tables.BLACK else FIGURES.coloured
        value = 6 * value + sides.index(symbol)
    kernel.roll(value)


def dice(numbers: str) -> int:
    """`"135"`: the action that sets these dice aside."""
    return sum(1 << (int(number) - 1) for number in numbers)


def aside(kernel: MordorKernel, numbers: str) -> None:
    """Sets these dice aside."""
    kernel.check(dice(numbers))
    kernel.apply(dice(numbers))


def halve(kernel: MordorKernel, field: int) -> None:
    """Halves a field, 1 ... 8."""
    kernel.check(int(tables.BASE_HALVE) + field - 1)
    kernel.apply(int(tables.BASE_HALVE) + field - 1)


def turn(kernel: MordorKernel, letters: str) -> None:
    """A whole turn with this result: the dice are set aside one by one, the Nazgûl first, as M6 wants.

    A White Tree comes last, and so counts everything; nothing is halved.
    """
    left = dict(zip("12345", letters.split(), strict=True))
    while left:
        throw(kernel, " ".join(left.values()))
        number = min(left, key=lambda number: ("NORGCT".index(left[number]), number))
        aside(kernel, number)
        del left[number]
    while kernel.request() == DECIDE:
        kernel.apply(int(tables.DECLINE))


def sets(kernel: MordorKernel) -> set[str]:
    """The sets of dice that may be put aside, as people type them."""
    return {
        "".join(str(die + 1) for die in range(tables.DICE) if action >> die & 1)
        for action in legal(kernel)
        if action < tables.AGAIN
    }
