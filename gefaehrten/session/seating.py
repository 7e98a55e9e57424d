"""Pure. Who sits where, from the first lobby to the table record: what is told of comings and goings, and by whom a
line of chat was said."""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.session.events import Chatted, Left, Seated, SessionEvent
from protocol import limits
from protocol.machine.effects import LobbyChanged, Said, SeatView
from protocol.table import TableRecord
from protocol.text import clean, clean_name


class Seating:
    """The seats as one of them sees them. Mutable: people come and go until the record is signed.

    Attributes:
        names: cleaned, by seat, once there is a record.
    """

    def __init__(self) -> None:
        self._lobby: dict[int, SeatView] = {}
        self._keys: dict[bytes, int] = {}
        self.names: tuple[str, ...] = ()

    def show(self, lobby: LobbyChanged) -> Iterator[SessionEvent]:
        """The lobby as it is now; what has changed in it."""
        now = {view.seat: view for view in lobby.seats}
        before, self._lobby = self._lobby, now
        self._keys = {view.key: seat for seat, view in now.items()}
        for seat, view in before.items():
            if now.get(seat) != view:
                yield Left(seat, clean_name(view.name))
        for seat, view in now.items():
            if before.get(seat) != view:
                yield Seated(seat, clean_name(view.name), view.key.hex(), view.bot)

    def begin(self, record: TableRecord) -> None:
        """From now on the seats are those of the record."""
        self.names = tuple(clean_name(seat.name) for seat in record.seats)
        self._keys = {key: seat for seat, key in enumerate(record.keys)}

    def chat(self, said: Said) -> Chatted | None:
        """A line of chat with its author; None if nobody here wrote it."""
        seat = self._keys.get(said.key)
        if seat is None:
            return None
        name = self.names[seat] if self.names else clean_name(self._lobby[seat].name)
        return Chatted(seat, name, clean(said.text, limits.CHAT_CHARACTERS))
