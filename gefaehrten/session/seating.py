"""Pure. Who sits where, from the first lobby to the table record: what is told of comings and goings, and by whom a
line of chat was said.

The one rule: what others have sent is cleaned here, before any screen gets it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.session.events import (
    Back,
    Chatted,
    HostChanged,
    Idled,
    Left,
    LobbySeat,
    LobbyShown,
    Seated,
    SessionEvent,
    Waiting,
)
from gefaehrten.session.likeness import distinct_names
from gefaehrten.session.terms import CLOCK_OPTION, GRACE_OPTION, OF_THE_TABLE, RESERVE_OPTION, shown_seconds
from protocol import limits
from protocol.identity import fingerprint
from protocol.machine.effects import LobbyChanged, NewHost, Said, SeatAway, SeatIdle, SeatView
from protocol.table import OptionValue, TableRecord
from protocol.text import clean, clean_name


class Seating:
    """The seats as one of them sees them. Mutable: people come and go until the record is signed.

    Args:
        own: the reader's key; empty for a watcher.

    Attributes:
        names: cleaned, by seat, once there is a record; for people: names that look alike are told apart.
        shown: the table before the match, as it was shown last.
    """

    def __init__(self, own: bytes = b"") -> None:
        self._own = own
        self._lobby: dict[int, SeatView] = {}
        self._keys: dict[bytes, int] = {}
        self._plain: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.shown: LobbyShown | None = None

    @property
    def own(self) -> int:
        """The reader's seat; -1 for a watcher, and while there is none."""
        return self._keys.get(self._own, -1)

    def show(self, lobby: LobbyChanged) -> Iterator[SessionEvent]:
        """The lobby as it is now; what has changed in it, and if anything has, all of it."""
        now = {view.seat: view for view in lobby.seats}
        before, self._lobby = self._lobby, now
        self._keys = {view.key: seat for seat, view in now.items()}
        for seat, view in before.items():
            if not _same(now.get(seat), view):
                yield Left(seat, clean_name(view.name))
        for seat, view in now.items():
            if not _same(before.get(seat), view):
                yield Seated(seat, clean_name(view.name), view.key.hex(), view.bot)
        shown = self._shown(lobby)
        if shown != self.shown:
            self.shown = shown
            yield shown

    def _shown(self, lobby: LobbyChanged) -> LobbyShown:
        options = [OptionValue(key, value) for key, value in lobby.options]
        return LobbyShown(
            game=_word(lobby.game),
            options={
                _word(key): _word(value) for key, value in lobby.options if not key.startswith(OF_THE_TABLE)
            },
            size=lobby.size,
            seats=tuple(
                LobbySeat(
                    view.seat, clean_name(view.name), view.key.hex(), view.bot, view.ready, _word(view.wish)
                )
                for view in lobby.seats
            ),
            own=self.own,
            host=self._keys.get(lobby.host, -1),
            clock=shown_seconds(options, CLOCK_OPTION),
            reserve=shown_seconds(options, RESERVE_OPTION),
            grace=shown_seconds(options, GRACE_OPTION),
        )

    def line(self, event: SeatAway, *, paused: bool) -> Waiting | Back:
        """Whose line is down, or up again, as the host says."""
        name = self.names[event.seat] if event.seat < len(self.names) else ""
        return (
            Waiting(event.seat, name, float(event.seconds), paused) if event.away else Back(event.seat, name)
        )

    def idle(self, event: SeatIdle) -> Idled:
        """Whose person is not there, or there again, as their own program says."""
        return Idled(event.seat, self.names[event.seat] if event.seat < len(self.names) else "", event.idle)

    def host(self, event: NewHost) -> HostChanged:
        """Who has taken the host's place."""
        return HostChanged(event.seat, self.names[event.seat], event.seat == self.own)

    def begin(self, record: TableRecord) -> None:
        """From now on the seats are those of the record."""
        self.names = table_names(record)
        self._plain = tuple(clean_name(seat.name) for seat in record.seats)
        self._keys = {key: seat for seat, key in enumerate(record.keys)}

    def chat(self, said: Said) -> Chatted | None:
        """A line of chat with its author; None if nobody here wrote it."""
        seat = self._keys.get(said.key)
        if seat is None:
            return None
        name = self._plain[seat] if self._plain else clean_name(self._lobby[seat].name)
        return Chatted(seat, name, clean(said.text, limits.CHAT_CHARACTERS))


def table_names(record: TableRecord) -> tuple[str, ...]:
    """The players of a table as people are told of them: cleaned, and told apart where they look alike."""
    names = [clean_name(seat.name) for seat in record.seats]
    return tuple(distinct_names(names, [fingerprint(seat.key) for seat in record.seats]))


def _same(one: SeatView | None, other: SeatView) -> bool:
    """Whether the same player sits there; wishes and readiness may differ."""
    return one is not None and (one.key, one.name, one.bot) == (other.key, other.name, other.bot)


def _word(text: str) -> str:
    """A word of somebody else's; nothing visible is nothing, not the `?` that stands for a name."""
    return clean(text, limits.WISH_CHARACTERS, empty="")
