"""Pure. How long a seat has waited for the others by its own clock, and whom it would give up.

The one rule: absence is never proof. A person who is connected may think as long as the table's clock allows, without
one as long as they like; programs answer at once, and who is neither there nor answers has the grace for it, once for
the whole match.
"""

from __future__ import annotations

from collections.abc import Collection

from gefaehrten.session.clocks import Clocks
from protocol.machine.absence import Proposal
from protocol.machine.attendance import Attendance
from protocol.machine.table import Table

CONSENT = 0.8
"""The part of the grace after which a seat agrees that another be given up: clocks and lines differ."""

HOST_SECONDS = 60.0
"""How much longer than the grace a seat waits at most for the host to say that others be given up."""

STEP_SECONDS = 3.0
"""What one step charges at most. Steps come once a second: what is longer, this very process has slept through, and
the others may have answered long ago."""


class Patience:
    """Seconds that seats have kept the table waiting. Mutable: it follows table and clock.

    Args:
        own: the seat that waits; it never waits for itself.
        grace: seconds that a seat may be away, and that its program may owe answers, in the whole match.
        clocks: the clock of the table; by itself none.
        most: what one step charges at most.

    Attributes:
        attendance: who is there, says the host.
        clocks: follows every step.
    """

    def __init__(
        self,
        own: int,
        seats: int,
        grace: float,
        clocks: Clocks | None = None,
        *,
        most: float = STEP_SECONDS,
    ) -> None:
        self.grace = grace
        self._most = most
        self.clocks = clocks or Clocks(seats)
        self.attendance = Attendance()
        self._own = own
        self._spent = [0.0] * seats
        self._then: float | None = None
        self._owed: tuple[int, ...] = ()
        self._silent = self._ignored = 0.0
        self._mark: tuple[int, ...] = ()
        self._proposed: Proposal | None = None
        self._asked: Proposal | None = None
        self._unsigned: frozenset[int] = frozenset()
        self._gone: set[int] = set()
        self._back: dict[int, float] = {}
        """Seconds that seats have been there since they first came back: their own clocks may have begun anew then."""

    def line(self, seat: int, away: bool) -> None:
        """The seat's line is down, or up again, says the host."""
        self.attendance.line(seat, away)
        if not away:
            self._gone.discard(seat)
            self._back.setdefault(seat, 0.0)

    def gone(self, seat: int) -> None:
        """The seat's line is down and will not be up again: it has as long as the others' clocks need to agree.

        They would not agree sooner, and what they owe then is counted from there. After the end nobody is asked, and
        nothing is left to wait for.
        """
        self.attendance.line(seat, True)
        self._gone.add(seat)
        self._spent[seat] = max(self._spent[seat], (1 - CONSENT) * self.grace)

    def reached(self) -> None:
        """The host is there again after a lost line: it says anew who is not there.

        What others owed meanwhile, nobody could hear here.
        """
        idle = self._own in self.attendance.idle
        self.attendance = Attendance()
        self.attendance.rest(self._own, idle)
        self._owed = ()
        self._silent = self._ignored = 0.0

    @property
    def exhausted(self) -> bool:
        """Whether it is the host that keeps this seat waiting.

        It passes nothing on; or, whatever else it says, not what this seat has sent, or gives up nobody who is gone.
        """
        silent = self._silent > self.grace + min(self.grace, HOST_SECONDS)
        return silent or self._ignored > self.grace + HOST_SECONDS

    def heard(self) -> None:
        """Something has come from the host."""
        self._silent = 0.0

    def step(self, table: Table, now: float, *, unlogged: bool = False) -> None:
        """Time has passed, or the table has changed; call it at every change, and every second or so.

        Args:
            unlogged: whether something that this seat has sent is not in the log yet.
        """
        since = 0.0 if self._then is None else max(0.0, now - self._then)
        passed, self._then = min(since, self._most), now
        for seat in self._owed:
            self._spent[seat] += passed
        for seat in self._back.keys() - self.attendance.away:
            self._back[seat] += passed
        # The own clock is the others' too: it has run while this process slept.
        own = self.clocks.running == self._own
        self.clocks.step(self._running(table), table.turn_number, since if own else passed)
        self._owed = self._owing(table)
        mark = (table.log.next_number(self._own) if self._own >= 0 else 0, table.retirements, *table.active)
        waits = mark == self._mark and (unlogged or bool(self.overdue(table)))
        self._silent = self._silent + passed if waits else 0.0
        self._ignored = self._ignored + passed if waits else 0.0
        self._mark = mark

    def left(self, seat: int) -> float:
        """How many seconds the seat has left."""
        return max(0.0, self.grace - self._spent[seat])

    def overdue(self, table: Table, part: float = 1.0) -> tuple[int, ...]:
        """The seats that keep the table waiting now and have used up so much of their grace."""
        owing = self._owing(table)
        late = self._late(owing, part)
        return (
            late
            if table.ending is None
            else tuple(seat for seat in owing if seat in late or seat in self._gone)
        )

    def proposed(self, proposal: Proposal, unsigned: Collection[int]) -> None:
        """The host asks for consents.

        Args:
            unsigned: the seats whose consent it has not got yet. They owe it as programs owe an answer.
        """
        self._asked = proposal
        self._proposed = proposal if self._own in unsigned else None
        self._unsigned = frozenset(unsigned)

    def agreed(self, table: Table) -> Proposal | None:
        """The proposal that this seat agrees to now, once."""
        proposal = self._proposed
        if proposal is None or not set(proposal.seats) <= set(self.overdue(table, CONSENT)):
            return None
        if self._own in proposal.seats or proposal.number != table.retirements + 1:
            return None
        self._proposed = None
        return proposal

    def deserted(self, table: Table) -> bool:
        """Whether people are in the match and none of them is there: programs do not play on alone."""
        return self.attendance.deserted(table.active, [seat.bot for seat in table.record.seats])

    def _running(self, table: Table) -> int | None:
        """The seat whose decision it is, and nothing else that the table waits for."""
        mover = table.to_move
        if mover is None or table.paused or table.waits_for_programs:
            return None
        return None if table.record.seats[mover].bot and self.deserted(table) else mover

    def _late(self, seats: Collection[int], part: float) -> tuple[int, ...]:
        return tuple(seat for seat in seats if self._spent[seat] >= part * self.grace)

    def _owing(self, table: Table) -> tuple[int, ...]:
        """Who keeps the table waiting: programs that owe an answer or a consent, and movers who are not there."""
        away = self.attendance.away
        if table.ending is not None:
            return tuple(seat for seat in table.awaited() if seat in away)
        if table.paused:
            return ()
        mover = None if table.waits_for_programs else table.to_move
        # While nobody is there, the program of a seat that is out of time makes no turn for it either.
        deserted = self.deserted(table)
        owing = {
            seat
            for seat in table.awaited()
            if seat != mover or seat in away or (self.clocks.out(seat) and not deserted)
        }
        if deserted:
            owing.update(seat for seat in away if not table.record.seats[seat].bot)
        owing &= set(table.active)
        asked = self._asked
        if (
            asked is not None
            and asked.number == table.retirements + 1
            and set(asked.seats) <= set(self._late(owing, CONSENT))
        ):
            owing |= {seat for seat in self._unsigned & set(table.active) if not self._cannot_agree_yet(seat)}
        return tuple(sorted(owing - {self._own}))

    def _cannot_agree_yet(self, seat: int) -> bool:
        """Whether a seat is there, but has been away, and has not waited for long enough since; once in a match."""
        there = seat not in self.attendance.away
        return there and self._back.get(seat, self.grace) < CONSENT * self.grace
