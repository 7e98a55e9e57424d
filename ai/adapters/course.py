"""Pure. A match as a tree of single choices: one chance event a roll and one a card, then one action at a time.

The one rule: what a seat is told is what it saw. Other worlds that it cannot tell from this one are made of that alone,
and in all of them its own part of the story is the same, word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ai.adapters.rules import Rules, seen
from gefaehrten.core.game import Slot
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, ROLL, UNKNOWN, Kernel

Draw = Callable[[], float]
"""A random number, at least 0 and below 1."""

UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that the viewer did not see drawn: which event it was, who got it, from which deck."""

    event: int
    seat: int
    deck: int


@dataclass(frozen=True, slots=True)
class Played:
    """A card that another seat played, for all to see."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a viewer does not know of a match: which of the cards played, and of those unseen, was drawn when.

    Attributes:
        values: all events, `UNKNOWN` for the draws of `parts`.
        parts: draws and plays of the other seats, in the order of the match.
        pool: the faces of each deck without those that the viewer drew itself.
    """

    values: tuple[int, ...]
    parts: tuple[Drawn | Played, ...]
    pool: dict[int, list[int]]

    def solve(self, draw: Draw) -> list[int]:
        """All events of a match that the viewer cannot tell from the true one, each such match as likely as any other.

        A hand's cards must come from one deck, or from decks that have no face in common.
        """
        values = list(self.values)
        pool = {deck: list(faces) for deck, faces in self.pool.items()}
        open_draws: dict[int, list[Drawn]] = {}
        for part in self.parts:
            draws = open_draws.setdefault(part.seat, [])
            if isinstance(part, Drawn):
                draws.append(part)
                continue
            fitting = [index for index, drawn in enumerate(draws) if part.face in pool[drawn.deck]]
            drawn = draws.pop(fitting[_below(len(fitting), draw)])
            pool[drawn.deck].remove(part.face)
            values[drawn.event] = part.face
        for draws in open_draws.values():
            for drawn in draws:
                faces = pool[drawn.deck]
                values[drawn.event] = faces.pop(_below(len(faces), draw))
        return values


class Course:
    """A match with full knowledge on its way. Mutable: it grows by `take`; `clone` gives an independent one.

    Attributes:
        kernel: the position.
        values: all events so far, as `take` got them.
    """

    kernel: Kernel
    values: list[int]
    _told: list[str]
    _left: dict[int, dict[int, int]]
    _puzzles: dict[int, Puzzle]

    def __init__(self, rules: Rules, source: Course | None = None) -> None:
        """The first position, or a copy of another match."""
        self.rules = rules
        if source is not None:
            self.kernel = source.kernel.clone()
            self.values = list(source.values)
            self._told = list(source._told)
            self._left = {deck: dict(faces) for deck, faces in source._left.items()}
            self._puzzles = dict(source._puzzles)
            return
        self.kernel = rules.start()
        self.values = []
        # One for each seat, and the watchers' at the end, where WATCHER = -1 finds it.
        self._told = [f"seat {seat}" for seat in range(rules.seats)] + ["watcher"]
        self._left = {
            deck: {face: faces.count(face) for face in sorted(set(faces))}
            for deck, faces in rules.decks.items()
        }
        self._puzzles = {}

    def clone(self) -> Course:
        """An independent copy."""
        return Course(self.rules, self)

    def chances(self) -> list[tuple[int, float]]:
        """What the open roll, or the next card of the open deal, may be, ascending, and how likely each is."""
        kernel = self.kernel
        if kernel.request() == ROLL:
            sides = int(kernel.amount())
            return [(value, 1.0 / sides) for value in range(sides)]
        assert kernel.request() == DEAL, "nothing is left to chance now"
        faces = self._left[int(kernel.deck())]
        total = sum(faces.values())
        return [(face, count / total) for face, count in faces.items() if count]

    def take(self, value: int) -> None:
        """The next event: what was rolled, the face that was dealt, or a legal action."""
        kernel = self.kernel
        request = kernel.request()
        seat = int(kernel.actor())
        told = self._told
        if request == DEAL:
            self._left[int(kernel.deck())][value] -= 1
            kernel.deal(value)
            for viewer in range(len(told)):
                told[viewer] += f" {seat}+{value if viewer == seat else UNSEEN}"
        else:
            if request == ROLL:
                kernel.roll(value)
                word = f" roll:{value}"
            else:
                assert request == DECIDE, "the match is over"
                kernel.apply(value)
                word = f" {seat}:{value}"
            for viewer in range(len(told)):
                told[viewer] += word
        self.values.append(value)
        self._puzzles.clear()

    def told(self, seat: int) -> str:
        """All that the seat (`WATCHER`: everybody) saw, in order: `roll:value`, `seat:action`, `seat+face`."""
        return self._told[seat]

    def seen(self, seat: int) -> Kernel:
        """The position as the seat knows it."""
        return seen(self.kernel, seat)

    def returns(self) -> list[float]:
        """What the match was worth to each seat; see `Rules.returns`."""
        return self.rules.returns(self.kernel)

    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.kernel.request() == OVER)

    def chance(self) -> bool:
        """Whether the next event is nobody's choice."""
        return self.kernel.request() in (ROLL, DEAL)

    def imagine(self, seat: int, draw: Draw) -> list[int]:
        """The events of another match that looks the same to the seat, drawn from all that do."""
        if seat not in self._puzzles:
            self._puzzles[seat] = self._puzzle(seat)
        return self._puzzles[seat].solve(draw)

    def _puzzle(self, viewer: int) -> Puzzle:
        kernel = self.rules.start()
        values = list(self.values)
        pool = {deck: list(faces) for deck, faces in self.rules.decks.items()}
        parts: list[Drawn | Played] = []
        for event, value in enumerate(self.values):
            request = kernel.request()
            seat = int(kernel.actor())
            if request == DEAL:
                deck = int(kernel.deck())
                if seat == viewer:
                    pool[deck].remove(value)
                else:
                    parts.append(Drawn(event, seat, deck))
                    values[event] = int(UNKNOWN)
                kernel.deal(value)
            elif request == ROLL:
                kernel.roll(value)
            else:
                if seat != viewer:
                    parts += [Played(seat, face) for face in self._opened(kernel, value)]
                kernel.apply(value)
        return Puzzle(tuple(values), tuple(parts), pool)

    def _opened(self, kernel: Kernel, action: int) -> list[int]:
        """The faces that an action takes out of its seat's hand: those for which its wire value needs a slot."""
        faces: list[int] = []

        def take(face: int) -> Slot:
            faces.append(face)
            return (0, 0)

        self.rules.game.encode(kernel, action, take)
        return faces

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        setup = self.rules.setup
        return (_replay, (self.rules.game.key, setup.seats, dict(setup.options), tuple(self.values)))


def _replay(key: str, seats: int, options: dict[str, str], values: tuple[int, ...]) -> Course:
    """A match from all its events."""
    course = Course(Rules(key, seats, options))
    for value in values:
        course.take(value)
    return course


def _below(bound: int, draw: Draw) -> int:
    return min(int(draw() * bound), bound - 1)
