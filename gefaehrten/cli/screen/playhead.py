"""Machine. Where a replay stands, and how it goes on by itself.

The one rule: it stops where something is told; positions between two sentences (a refill, the end of a turn) are
passed over, forwards, backwards and while it plays, as on the page that `replay --html` writes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

Number = TypeVar("Number", int, float)

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Steps a second that faster and slower go through."""

SPEED: Final = 1.0
"""Where nobody asks for another: a sentence can just be read."""

LATE: Final = 1.0
"""Seconds that a replay may be behind before it gives up catching up: the program has slept."""


class Playhead:
    """A position of a match, playing or not. Mutable: it moves.

    Args:
        stops: positions at which something is told; the first and the last one are always among them.
        last: the last position.
        at: where it stands at first.
        speed: stops a second while it plays.

    Attributes:
        step: the position.
        playing: whether it goes on by itself.
    """

    def __init__(self, stops: Iterable[int], last: int, *, at: int = 0, speed: float = SPEED) -> None:
        self._stops = sorted({0, *stops, last})
        self._last = last
        self._next = 0.0
        self.step = at
        self.playing = False
        self.speed = speed

    def go(self, step: int) -> bool:
        """Jumps, and stops there; False where it stands there already."""
        self.playing = False
        step = min(max(step, 0), self._last)
        moved, self.step = step != self.step, step
        return moved

    def step_on(self) -> bool:
        """To the next stop."""
        return self.go(_after(self._stops, self.step, self._last))

    def step_back(self) -> bool:
        """To the stop before."""
        return self.go(_before(self._stops, self.step, 0))

    def leap(self, marks: Sequence[int], direction: int) -> bool:
        """To the next of some positions (ascending), or to the one before; False where there is none."""
        if direction > 0:
            return self.go(_after(marks, self.step, self.step))
        return self.go(_before(marks, self.step, self.step))

    def tenth(self, number: int) -> bool:
        """To so many tenths of the match."""
        return self.go(self._last * number // 10)

    def play(self, now: float) -> None:
        """Goes on by itself, from the beginning where it stands at the end; or stops."""
        self.playing = not self.playing and self._last > 0
        if self.playing and self.step == self._last:
            self.step = 0
        self.wait(now)

    def faster(self, now: float, direction: int) -> bool:
        """The next speed, or the one before; False where there is none."""
        speed = (
            _after(SPEEDS, self.speed, self.speed)
            if direction > 0
            else _before(SPEEDS, self.speed, self.speed)
        )
        changed, self.speed = speed != self.speed, speed
        if changed:
            self.wait(now)
        return changed

    def wait(self, now: float) -> None:
        """The next step comes one step's time from now."""
        self._next = now + 1 / self.speed

    def tick(self, now: float) -> bool:
        """One stop further if it is time for that; whether it has moved."""
        if not self.playing or now < self._next:
            return False
        self._next = now if now - self._next > LATE else self._next
        self._next += 1 / self.speed
        self.step = _after(self._stops, self.step, self._last)
        self.playing = self.step < self._last
        return True

    def due(self, now: float) -> float | None:
        """Seconds until the next step; None while it does not play."""
        return max(self._next - now, 0.0) if self.playing else None


def _after(marks: Sequence[Number], at: Number, otherwise: Number) -> Number:
    index = bisect_right(marks, at)
    return marks[index] if index < len(marks) else otherwise


def _before(marks: Sequence[Number], at: Number, otherwise: Number) -> Number:
    index = bisect_left(marks, at)
    return marks[index - 1] if index else otherwise
