"""Shell. What a seat's program does of its own accord while its match is played: keeps time, has turns decided, agrees.

The one rule: it looks at the table and the clock alone, after everything that has come in; what a person wants beside
their turn they say themselves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.breaks import silence
from gefaehrten.session.course import Course
from gefaehrten.session.events import Idled, SessionEvent
from gefaehrten.session.following import agreed, following
from gefaehrten.session.helm import Helm
from gefaehrten.session.timekeeper import Timekeeper
from protocol.machine.effects import Proposed, SeatAway, SeatIdle
from protocol.machine.guest import Guest
from protocol.machine.table import Table
from protocol.wire.messages import Retire

LONGEST = 1.0
"""Seconds after which time is looked at although nothing comes."""

SHORTEST = 0.05
"""Seconds that a clock which is about to run out is left alone for."""

LOG_SECONDS = 5.0
"""How long each seat has to log a retirement before the next one does it in its place."""


class Attending:
    """Mutable: it follows a match, over however many links.

    Args:
        helm: who makes the turns.
        course: what has been told of the match.
        flush: passes on what the machine has to say.
    """

    def __init__(
        self,
        helm: Helm,
        course: Course,
        ambient: Ambient,
        tell: Callable[[SessionEvent], None],
        flush: Callable[[], Awaitable[None]],
    ) -> None:
        self._helm = helm
        self._course = course
        self._ambient = ambient
        self._tell = tell
        self._flush = flush
        self._time: Timekeeper | None = None
        self._whole: Retire | None = None
        self._since = 0.0

    def begin(self, guest: Guest, *, again: bool = False) -> None:
        """The match begins; or it goes on over another link, from an earlier process if nothing is known of it yet."""
        assert guest.table is not None, "a match has a table"
        if self._time is None:
            grace, now = self._ambient.grace, self._ambient.clock()
            self._time = Timekeeper(guest.number, guest.table, grace, now, again=again)
            return
        self._time.patience.reached()
        guest.idle(self._helm.idle)

    def take(self, event: Proposed | SeatIdle | SeatAway) -> None:
        """What the host says of others; nothing of it counts by itself."""
        if self._time is None:
            return
        patience = self._time.patience
        match event:
            case Proposed():
                patience.proposed(event.proposal, event.unsigned)
                self._whole, self._since = event.whole, self._ambient.clock()
            case SeatIdle():
                if patience.attendance.rest(event.seat, event.idle):
                    self._tell(self._course.seating.idle(event))
            case SeatAway():
                patience.line(event.seat, event.away)

    def heard(self) -> None:
        """Something has come from the host."""
        if self._time is not None:
            self._time.patience.heard()

    def keep_time(self, guest: Guest) -> None:
        """Time has passed, or the table has changed."""
        if self._time is not None and guest.table is not None and guest.ordered:
            for event in self._time.step(guest.table, self._ambient.clock(), unlogged=guest.unlogged):
                self._tell(event)

    def pause(self, own: int) -> float | None:
        """Seconds until something is to be looked at although nothing comes; None before the match."""
        if self._time is None:
            return None
        late = max(SHORTEST, self._time.left(own)) if self._helm.replaceable else LONGEST
        return min(LONGEST, self._time.patience.grace / 5, late)

    async def attend(self, guest: Guest, table: Table) -> None:
        """Does what is due by time: lets somebody decide or nobody, agrees to what others propose.

        Raises:
            MatchBroken: the host has kept this seat waiting for too long.
        """
        if self._time is None:
            return
        if not guest.ordered:  # a host to be gathers the others: nothing can be done, and nobody's time runs
            await self._helm.stop()
            return
        self.keep_time(guest)
        helm, patience = self._helm, self._time.patience
        if helm.is_program and not guest.unlogged and (wish := following(table, guest.number)) is not None:
            guest.move(wish)
        if (proposal := patience.agreed(table)) is not None:
            guest.consent(proposal)
        self._log_for_others(guest)
        await self._flush()
        if patience.exhausted:
            raise silence(guest, self._course.seating.names, patience.grace)
        await helm.follow(table.turn_number)
        if self._time.out(guest.number) and await helm.expire() and not helm.idle:
            await self.hand_over(guest, True)
        if table.paused or (helm.automatic and (patience.deserted(table) or agreed(table))):
            await helm.stop()
        elif guest.ready:
            helm.decide(self._course.position(table, guest.number))

    def _log_for_others(self, guest: Guest) -> None:
        """Logs a retirement that everybody has signed where those who had to before this seat have not."""
        if self._whole is None:
            return
        before = sum(consent.seat < guest.number for consent in self._whole.consents)
        if self._ambient.clock() - self._since >= before * LOG_SECONDS:
            guest.agree(self._whole)
            self._whole = None

    async def hand_over(self, guest: Guest | None, on: bool) -> None:
        """The program plays for the person from now on, or the person again from the next decision on.

        Raises:
            UsageError: there is nothing to play.
        """
        table = None if guest is None else guest.table
        if guest is None or table is None or table.ending is not None or not self._helm.replaceable:
            raise UsageError(
                "no-autopilot", N_("There is no match now that the autopilot could play for you.")
            )
        if on == self._helm.idle:
            return
        self._helm.idle = on
        if on:
            await self._helm.stop()
        if self._time is not None:
            self._time.patience.attendance.rest(guest.number, on)
        self._tell(Idled(guest.number, self._course.seating.names[guest.number], on))
        guest.idle(on)
        await self._flush()
