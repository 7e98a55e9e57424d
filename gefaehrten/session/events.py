"""Pure. What a session tells a screen: everything that happens, as values that print as one JSON object each.

The one rule: an event is told only after what it tells of is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gefaehrten.core.game import JsonStep
from gefaehrten.core.text import Sentence


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Guests can join now, or come back to a match that goes on (`resumed`)."""

    address: str
    code: str
    watch_code: str
    invite: str
    match: str
    watch_invite: str = ""
    resumed: bool = False

    def json(self) -> dict[str, object]:
        return {
            "event": "table",
            "address": self.address,
            "code": self.code,
            "watch_code": self.watch_code,
            "invite": self.invite,
            "watch_invite": self.watch_invite,
            "match": self.match,
        }


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody has taken a seat; `key` in hex, `name` cleaned."""

    seat: int
    name: str
    key: str
    bot: bool

    def json(self) -> dict[str, object]:
        return {"event": "seated", "seat": self.seat, "name": self.name, "key": self.key, "bot": self.bot}


@dataclass(frozen=True, slots=True)
class Left:
    """A seat has become free again before the match."""

    seat: int
    name: str

    def json(self) -> dict[str, object]:
        return {"event": "left", "seat": self.seat, "name": self.name}


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A taken seat before the match; `wish` is the colour it asked for, "" for any."""

    seat: int
    name: str
    key: str
    bot: bool
    ready: bool
    wish: str


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """Everything about the table before the match; told whenever any of it changes.

    Attributes:
        own: the reader's seat; -1 for a watcher.
        host: the seat of the host.
        clock, reserve: seconds for a turn, and beyond that for the match; 0 where there are none.
        grace: seconds that everybody may be away; 0 where they are the usual ones.
    """

    game: str
    options: Mapping[str, str]
    size: int
    seats: tuple[LobbySeat, ...]
    own: int
    host: int
    clock: int = 0
    reserve: int = 0
    grace: int = 0

    def json(self) -> dict[str, object]:
        return {
            "event": "lobby",
            "size": self.size,
            "seats": [
                {
                    "seat": seat.seat,
                    "name": seat.name,
                    "bot": seat.bot,
                    "ready": seat.ready,
                    "wish": seat.wish,
                }
                for seat in self.seats
            ],
        }


@dataclass(frozen=True, slots=True)
class Started:
    """The decks are sealed; play begins. `check_word` is the same on every screen of the table.

    Attributes:
        decks: how many there are; a game may have none.
    """

    match: str
    seats: tuple[Mapping[str, object], ...]
    sealing_s: float
    check_word: str
    decks: int = 1

    def json(self) -> dict[str, object]:
        return {
            "event": "started",
            "match": self.match,
            "seats": [dict(seat) for seat in self.seats],
            "sealing_s": round(self.sealing_s, 4),
            "check_word": self.check_word,
        }


@dataclass(frozen=True, slots=True)
class Resumed:
    """The own seat is taken again in a match that runs already."""

    entries: int

    def json(self) -> dict[str, object]:
        return {"event": "resumed", "entries": self.entries}


@dataclass(frozen=True, slots=True)
class Stepped:
    """A step of the record."""

    step: JsonStep

    def json(self) -> dict[str, object]:
        return {"event": "step", **self.step}


@dataclass(frozen=True, slots=True)
class HandSeen:
    """The own hand shows more cards than before: the others' keys for what was drawn have come. For screens alone."""

    cards: int

    def json(self) -> dict[str, object]:
        return {"event": "hand", "cards": self.cards}


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table waits for a seat that is gone (-1: for the host), for at most so many seconds more.

    Attributes:
        kept: the match is paused: nobody's time runs, and the seat is kept.
    """

    seat: int
    name: str
    seconds: float
    kept: bool = False

    def json(self) -> dict[str, object]:
        return {"event": "waiting", "seat": self.seat, "seconds": round(self.seconds)}


@dataclass(frozen=True, slots=True)
class Back:
    """The seat that was waited for (-1: the host) is there again."""

    seat: int
    name: str

    def json(self) -> dict[str, object]:
        return {"event": "back", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat would like something from now on: a pause, the end of the match without a winner, or to play on.

    Attributes:
        wish: "pause", "abort", or "" for playing on.
        bot: a program sits there, which wants what the people want.
        wishes: of all seats now; None for those that have left the match.
        agreed, needed: how many people would like the same, and how many there are in the match.
    """

    seat: int
    name: str
    wish: str
    bot: bool
    wishes: tuple[str | None, ...]
    agreed: int
    needed: int

    def json(self) -> dict[str, object]:
        return {"event": "motion", "seat": self.seat, "wish": self.wish, "wishes": list(self.wishes)}


@dataclass(frozen=True, slots=True)
class Paused:
    """Everybody would like a pause: the match rests, and whoever leaves keeps the seat."""

    def json(self) -> dict[str, object]:
        return {"event": "paused"}


@dataclass(frozen=True, slots=True)
class Continued:
    """The pause is over."""

    def json(self) -> dict[str, object]:
        return {"event": "continued"}


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock of a table that has one: how long the mover has from now on.

    Attributes:
        seconds, reserve: what is left for this turn, and for the whole match beyond that.
        running: whether it runs; else it stands still.
    """

    seat: int
    seconds: float
    reserve: float
    running: bool

    def json(self) -> dict[str, object]:
        return {
            "event": "clock",
            "seat": self.seat,
            "seconds": round(self.seconds, 1),
            "reserve": round(self.reserve, 1),
            "running": self.running,
        }


@dataclass(frozen=True, slots=True)
class Idled:
    """The person of a seat is not there, so that its autopilot plays; or is there again."""

    seat: int
    name: str
    idle: bool

    def json(self) -> dict[str, object]:
        return {"event": "idle", "seat": self.seat, "idle": self.idle}


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another seat is the host from here on: most of the seats have voted for it."""

    seat: int
    name: str
    own: bool

    def json(self) -> dict[str, object]:
        return {"event": "host", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Chatted:
    """A line of chat, cleaned."""

    seat: int
    name: str
    text: str

    def json(self) -> dict[str, object]:
        return {"event": "chat", "seat": self.seat, "name": self.name, "text": self.text}


@dataclass(frozen=True, slots=True)
class Ended:
    """Play is over; `reason` is a word of the game, or "fault"; head and index are of the entry that ended it."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    entries: int
    head: str

    def json(self) -> dict[str, object]:
        return {
            "event": "result",
            "scores": list(self.scores),
            "winners": list(self.winners),
            "reason": self.reason,
            "entries": self.entries,
            "head": self.head,
        }


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A proven wrong: log entry, seat, a short word, and a sentence for people.

    The seat is -1 for the host or the file, None where it was one of several and nobody can say which.
    """

    entry: int
    seat: int | None
    code: str
    what: Sentence

    def json(self) -> dict[str, object]:
        return {"entry": self.entry, "seat": self.seat, "code": self.code, "what": str(self.what)}


@dataclass(frozen=True, slots=True)
class Judged:
    """The audit is done; `proven` is false while a seat has not opened its secrets."""

    honest: bool
    proven: bool
    faults: tuple[FaultFound, ...]

    def json(self) -> dict[str, object]:
        return {
            "event": "verdict",
            "honest": self.honest,
            "proven": self.proven,
            "faults": [fault.json() for fault in self.faults],
        }


@dataclass(frozen=True, slots=True)
class Failed:
    """Something that ends or hurts the session, in words."""

    code: str
    text: Sentence

    def json(self) -> dict[str, object]:
        return {"event": "error", "code": self.code, "text": str(self.text)}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth a line that changes nothing."""

    code: str
    text: Sentence

    def json(self) -> dict[str, object]:
        return {"event": "notice", "code": self.code, "text": str(self.text)}


SessionEvent = (
    TableOpened
    | Seated
    | Left
    | LobbyShown
    | Started
    | Resumed
    | Stepped
    | HandSeen
    | Waiting
    | Back
    | Moved
    | Paused
    | Continued
    | ClockSet
    | Idled
    | HostChanged
    | Chatted
    | Ended
    | Judged
    | Failed
    | Notice
)
