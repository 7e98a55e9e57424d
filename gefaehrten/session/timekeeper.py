"""Pure. The time of one table as one program keeps it: patience with the others, the clock, and what is told of both.

The one rule: what everybody may take stands in the table record; nothing here is known to anybody but this program.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.clocks import Clocks
from gefaehrten.session.events import ClockSet, Notice, SessionEvent
from gefaehrten.session.patience import STEP_SECONDS, Patience
from gefaehrten.session.terms import terms_of
from protocol.machine.table import Table


class Timekeeper:
    """Mutable: it follows table and clock.

    Args:
        own: the seat whose program this is; -1 for a watcher, and for the host as such.
        usual: the grace in seconds where the record says nothing.
        again: an earlier process of this seat has played before. What that one had used of the seat's reserve nobody
            here knows, and so nothing is left of it.
        most: as of `Patience`; a watcher takes no step while nothing happens, and charges nobody.

    Attributes:
        patience: with everybody.
    """

    def __init__(
        self,
        own: int,
        table: Table,
        usual: float,
        now: float,
        *,
        again: bool = False,
        most: float = STEP_SECONDS,
    ) -> None:
        terms = terms_of(table.record.options)
        self._clocks = Clocks(table.seats, terms.clock, terms.reserve)
        if again:
            self._clocks.forfeit(own)
        grace = usual if terms.grace is None else terms.grace
        self.patience = Patience(own, table.seats, grace, self._clocks, most=most)
        self.patience.step(table, now)
        self._told: tuple[int, int] | None = None
        self._deserted = False

    def step(self, table: Table, now: float, *, unlogged: bool = False) -> Iterator[SessionEvent]:
        """Time has passed, or the table has changed; as `Patience.step`. What is to be told of it."""
        self.patience.step(table, now, unlogged=unlogged)
        yield from self._clock(table)
        yield from self._attendance(table)

    def out(self, seat: int) -> bool:
        """Whether it is the seat's decision, and turn time and reserve are gone."""
        return self._clocks.out(seat)

    def left(self, seat: int) -> float:
        """Seconds until then; infinite where no clock runs for the seat."""
        return self._clocks.left(seat) if self._clocks.running == seat else float("inf")

    def _clock(self, table: Table) -> Iterator[ClockSet]:
        """That the clock runs for somebody, or stands still."""
        clocks = self._clocks
        if clocks.limit is None or table.ending is not None:
            return
        now = None if clocks.running is None else (clocks.running, table.turn_number)
        told, self._told = self._told, now
        if now is not None and now != told:
            yield ClockSet(now[0], clocks.seconds(now[0]), clocks.reserve(now[0]), True)
        elif told is not None and now is None and told[1] == table.turn_number:
            yield ClockSet(told[0], clocks.seconds(told[0]), clocks.reserve(told[0]), False)

    def _attendance(self, table: Table) -> Iterator[Notice]:
        """That nobody is there any more."""
        before, self._deserted = self._deserted, table.ending is None and self.patience.deserted(table)
        if self._deserted and not before:
            yield Notice(
                "deserted", Sentence(N_("Nobody is at the table now; it rests until somebody is back."))
            )
