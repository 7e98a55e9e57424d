"""Machine. What the seats of a table would like besides playing: a pause, or the end of the match without a winner.

The one rule: both begin when every seat that is in the match would like it, and nothing else begins them; a pause ends
as soon as those who would play on are as many as could give the others up.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from protocol.machine.absence import enough

PLAY: Final = ""
PAUSE: Final = "pause"
ABORT: Final = "abort"


class Motions:
    """The standing wishes of all seats. Mutable: they are moved, weighed, and fall with whoever leaves.

    Attributes:
        wishes: by seat.
        paused: whether the match rests.
        pauses: how many have begun.
    """

    def __init__(self, seats: int) -> None:
        self.wishes = [PLAY] * seats
        self.paused = False
        self.pauses = 0

    def receive(self, seat: int, wish: str) -> None:
        """A seat would like something from now on."""
        self.wishes[seat] = wish

    def turned(self, seat: int) -> None:
        """A turn counts; one that has crossed the pause says that its author plays on."""
        if self.paused:
            self.wishes[seat] = PLAY

    def wishing(self, wish: str, active: Collection[int]) -> list[int]:
        """The seats in the match that would like this now."""
        return [seat for seat in active if self.wishes[seat] == wish]

    def weigh(self, active: Collection[int]) -> bool:
        """Begins a pause, or ends it; returns whether the match ends here. Once at every entry, after all else."""
        if self.paused:
            others = [seat for seat in active if self.wishes[seat] != PLAY]
            if enough(active, others):
                self.paused = False
                self.wishes = [PLAY] * len(self.wishes)
        elif len(self.wishing(PAUSE, active)) == len(active):
            self.paused = True
            self.pauses += 1
        return len(self.wishing(ABORT, active)) == len(active)
