"""Pure. What the seats wish for: pauses, and ends by agreement (§10.2).

The one rule: wishes are weighed at every entry, after everything else that it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence

PLAY, PAUSE, ABORT = "", "pause", "abort"
WISHES = (PLAY, PAUSE, ABORT)


class Motions:
    """The standing wish of every seat, and whether the table is paused."""

    def __init__(self, seats: int) -> None:
        self.wishes = [PLAY] * seats
        self.paused = False

    def turned(self, seat: int) -> None:
        """A turn of a seat has counted: in a pause that takes its wish back."""
        if self.paused:
            self.wishes[seat] = PLAY

    def weigh(self, active: Sequence[int]) -> bool:
        """Begins or ends a pause.

        Args:
            active: the seats that are in the match.

        Returns:
            Whether all of them would end play.
        """
        wishes = [self.wishes[seat] for seat in active]
        playing = wishes.count(PLAY)
        if self.paused:
            if 2 * playing > len(active) or (len(active), playing) == (2, 1):
                self.paused = False
                self.wishes = [PLAY] * len(self.wishes)
        elif wishes.count(PAUSE) == len(active):
            self.paused = True
        return all(self.wishes[seat] == ABORT for seat in active)
