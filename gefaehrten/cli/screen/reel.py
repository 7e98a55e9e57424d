"""Machine. The great moments of a match, one after the other: what is shown slowly, and for how long still.

The one rule: nothing waits for a reel but the eye: the match goes on behind it, and any key ends it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from gefaehrten.core.stage import Moment
from gefaehrten.core.view import Scene


@dataclass(frozen=True, slots=True)
class _Picture:
    """A moment and the position that it is shown over."""

    moment: Moment
    scene: Scene


class Reel:
    """Moments in sequence. Mutable: it runs with the clock."""

    def __init__(self) -> None:
        self._waiting: deque[_Picture] = deque()
        self._until = 0.0

    def add(self, moments: Iterable[Moment], scene: Scene, now: float) -> None:
        """Shows moments once those before them are over."""
        idle = not self._waiting
        self._waiting += [_Picture(moment, scene) for moment in moments]
        if idle and self._waiting:
            self._until = now + self._waiting[0].moment.seconds

    def tick(self, now: float) -> bool:
        """Goes on as far as the time is; whether anything has changed."""
        before = len(self._waiting)
        while self._waiting and now >= self._until:
            self._waiting.popleft()
            if self._waiting:
                self._until += self._waiting[0].moment.seconds
        return len(self._waiting) != before

    def skip(self) -> bool:
        """Ends everything; False if nothing was shown."""
        shown = bool(self._waiting)
        self._waiting.clear()
        return shown

    @property
    def moment(self) -> Moment | None:
        """What is shown now."""
        return self._waiting[0].moment if self._waiting else None

    @property
    def scene(self) -> Scene | None:
        """The position that it is shown over."""
        return self._waiting[0].scene if self._waiting else None

    def due(self, now: float) -> float | None:
        """Seconds until the next picture; None where nothing is shown."""
        return max(self._until - now, 0.0) if self._waiting else None
