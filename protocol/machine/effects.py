"""Pure. What a machine asks of its shell, in the order in which the shell must do it.

The one rule: everything under `journal` is stored and synced before anything under `send` leaves the machine, and
before any of `events` is shown. But what a host has ordered and sent it has stored itself: a guest may show that play
goes on before it has stored it too, as long as nothing leaves meanwhile (`Effects.play`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.log import Entry
from protocol.machine.absence import Proposal
from protocol.machine.doorman import Offer
from protocol.machine.seat import Secrets
from protocol.table import TableRecord
from protocol.wire.messages import Challenge, Lobby, Retire


@dataclass(frozen=True, slots=True)
class KeepSecrets:
    """Own secrets for a draft, to be stored before the commitment to them is sent."""

    match: bytes
    key: bytes
    nonce: bytes
    secrets: Secrets


@dataclass(frozen=True, slots=True)
class KeepRecord:
    """The table record with everybody's signature: the match has begun."""

    record: TableRecord
    signatures: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class KeepEntry:
    """An entry of the log."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class KeepOwn:
    """An own envelope, never to be signed differently again, and the duties that it answers."""

    key: bytes
    number: int
    data: bytes
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeepVote:
    """The term that a seat has voted for, before the vote is sent: it never votes twice for one."""

    key: bytes
    term: int


@dataclass(frozen=True, slots=True)
class KeepAside:
    """A new host's term has left the entries behind this index behind: they are no part of the log any more."""

    after: int


Keep = KeepSecrets | KeepRecord | KeepEntry | KeepOwn | KeepVote | KeepAside


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat as the lobby shows it: its number, key (32 bytes), name as sent, whether a bot fills it, wish, and
    whether the match may begin as far as it is concerned."""

    seat: int
    key: bytes
    name: bytes
    bot: bool
    wish: str
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Joined:
    """The host has let us in; `seat` is -1 for a watcher."""

    match: bytes
    seat: int
    running: bool


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Who sits where, while the table fills.

    Attributes:
        game, options: what the table is for; texts as the host sent them.
        host: its key, 32 bytes.
    """

    size: int
    seats: tuple[SeatView, ...]
    game: str = ""
    options: tuple[tuple[str, str], ...] = ()
    host: bytes = b""

    @classmethod
    def of(cls, lobby: Lobby, table: Challenge | Offer, host: bytes) -> LobbyChanged:
        """What a LOBBY shows of the table that is offered."""
        seats = tuple(
            SeatView(seat.seat, seat.key, seat.name, seat.bot, seat.wish, seat.ready) for seat in lobby.seats
        )
        options = tuple((option.key, option.value) for option in table.options)
        return cls(lobby.size, seats, table.game, options, host)


@dataclass(frozen=True, slots=True)
class Began:
    """Every seat has signed the table record."""

    record: TableRecord


@dataclass(frozen=True, slots=True)
class Advanced:
    """The log has grown to `length` entries; look at the table for what it means."""

    length: int


@dataclass(frozen=True, slots=True)
class Rewound:
    """The log goes on under another host from entry `index`, and what this peer had behind it does not count: the
    replica and the seat are others from here on."""

    index: int


@dataclass(frozen=True, slots=True)
class NewHost:
    """A seat orders the log from here on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat, not cleaned yet."""

    key: bytes
    text: str


@dataclass(frozen=True, slots=True)
class BrokeOff:
    """The match cannot go on: the host says why. Not a proof of anything."""

    seat: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """The host asks whether these seats are to be retired.

    Attributes:
        unsigned: the seats whose consent it has not got yet.
        whole: what is to be logged, once nobody's consent is missing.
    """

    proposal: Proposal
    unsigned: tuple[int, ...] = ()
    whole: Retire | None = None


@dataclass(frozen=True, slots=True)
class SeatAway:
    """The host says that the line of a seat is down, for at most so many seconds more, or up again."""

    seat: int
    away: bool
    seconds: int


@dataclass(frozen=True, slots=True)
class SeatIdle:
    """The program of a seat says that its person is not there, or there again."""

    seat: int
    idle: bool


@dataclass(frozen=True, slots=True)
class HostLeft:
    """The host has said good-bye: nothing more comes from this connection."""


@dataclass(frozen=True, slots=True)
class SeatLost:
    """Host only: the connection of a seat is gone; `left` where it had said good-bye."""

    seat: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class SeatBack:
    """Host only: a lost seat has come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """Host only: somebody was refused, or dropped for what it sent. `seat` is -1 before it had one."""

    connection: int
    seat: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class WatcherCame:
    """Host only: somebody watches from now on; `watchers` is how many do now."""

    connection: int
    watchers: int


@dataclass(frozen=True, slots=True)
class WatcherLeft:
    """Host only: somebody who watched is gone; `watchers` is how many still do."""

    connection: int
    watchers: int


Event = (
    Joined
    | LobbyChanged
    | Began
    | Advanced
    | Rewound
    | NewHost
    | Said
    | BrokeOff
    | Proposed
    | SeatAway
    | SeatIdle
    | HostLeft
    | SeatLost
    | SeatBack
    | TurnedAway
    | WatcherCame
    | WatcherLeft
)


@dataclass(slots=True)
class Effects:
    """What has to happen now. Mutable: a machine fills it, its shell empties it.

    Attributes:
        journal: to be stored in one transaction.
        send: frames by connection number (a guest has the one connection 0).
        behind: watchers that want more of the log: `Hub.more` has it, in portions; nobody else may wait for them.
        close: connections to be closed once their frames are sent.
        events: for the layers above.
    """

    journal: list[Keep] = field(default_factory=list)
    send: list[tuple[int, bytes]] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    close: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def play(self) -> list[Event]:
        """Takes out the news that play goes on, where there are no others: they may be shown before they are kept."""
        if any(not isinstance(event, Advanced) for event in self.events):
            return []
        news, self.events = self.events, []
        return news
