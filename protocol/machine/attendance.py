"""Machine. Who is at the table, as its host tells it: whose line is down, and whose person is not there.

The one rule: it is hearsay. It decides what programs do of their own accord, never what counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from protocol.wire.messages import Away, Idle


class Attendance:
    """Mutable: seats go and come back.

    Attributes:
        away: the seats whose line is down, each with the seconds that it had left then.
        idle: the seats whose person is not there.
    """

    def __init__(self) -> None:
        self.away: dict[int, int] = {}
        self.idle: set[int] = set()

    def line(self, seat: int, away: bool, seconds: int = 0) -> None:
        """A seat's line is down, or up again; whether anybody is there then, its program says anew."""
        if away:
            self.away[seat] = seconds
        else:
            self.away.pop(seat, None)
            self.idle.discard(seat)

    def rest(self, seat: int, idle: bool) -> bool:
        """The person of a seat is not there, or there again; returns whether that is new."""
        if idle == (seat in self.idle):
            return False
        (self.idle.add if idle else self.idle.discard)(seat)
        return True

    def missed(self, seat: int) -> bool:
        """Whether nobody sits there now: the line is down, or only the program is there."""
        return seat in self.away or seat in self.idle

    def deserted(self, active: Collection[int], bots: Sequence[bool]) -> bool:
        """Whether people are in the match, and none of them is there.

        Args:
            bots: by seat, whether the table record says that a bot sits there.
        """
        people = [seat for seat in active if not bots[seat]]
        return bool(people) and all(self.missed(seat) for seat in people)

    def messages(self, without: int) -> list[Away | Idle]:
        """What somebody who comes back, to this seat, has not heard."""
        away = [Away(seat, True, self.away[seat]) for seat in sorted(self.away) if seat != without]
        return [*away, *(Idle(seat, True) for seat in sorted(self.idle) if seat != without)]
