"""Pure. What a person asks of a session, checked and complete: the commands make these, `session.run` takes them.

The one rule: everything in here has been parsed and checked; a session never looks at the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

DEFAULT_PORT: Final = 8765
"""The port that `host` listens at and `join` tries where none is named."""


class Screen(Enum):
    """How the person follows the match."""

    FULL = "full"
    """The full-screen terminal program."""
    LINE = "line"
    """Line mode: plain lines in and out, for screen readers, pipes and logs."""
    JSON = "json"
    """One JSON object a line on stdout; messages for people go to stderr."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen or to connect.

    Attributes:
        host: a name or an address, IPv6 without its brackets.
        port: 0-65535; 0 lets the system choose one and is of use for listening only.
    """

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks, and how they want to see and to say things: the common options of all commands that play.

    Attributes:
        name: shown to the others, already cleaned, 1-32 characters.
        profile: the folder that holds key, matches and log.
        language: a language of the catalogue, "de" or "en".
        screen: how to follow the match.
        ascii_only: nothing but ASCII on the screen.
        auto: a bot of this level plays the person's own seat; None: the person plays.
        wish: the colour asked for (F5), "" for none.
        bell: the full screen sounds the bell and names the window when it is the person's turn.
        quick: the full screen shows no scoring slowly.
        theme: the full screen's colours: `dark`, `light`; None: by what the terminal says of itself.
    """

    name: str
    profile: Path
    language: str
    screen: Screen
    ascii_only: bool = False
    auto: str | None = None
    wish: str = ""
    bell: bool = False
    quick: bool = False
    theme: str | None = None

    @property
    def ready(self) -> bool:
        """Whether a match may begin without a further word: not before the eyes of somebody who looks at the lobby."""
        return self.screen is not Screen.FULL or self.auto is not None


@dataclass(frozen=True, slots=True)
class TableRules:
    """What is played at a table.

    Attributes:
        game: a key of the catalogue.
        seats: how many seats, all of them: people, bots and oneself.
        options: every option of the game with its value, defaults included.
        level: the level of the table's bots.
    """

    game: str
    seats: int
    level: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """`gefaehrten play`: a local match of one person against bots, no network."""

    person: Person
    table: TableRules


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files for TLS, in PEM form."""

    chain: Path
    key: Path


@dataclass(frozen=True, slots=True)
class HostRequest:
    """`gefaehrten host`: opens a table, orders what is said at it, and sits at it.

    Attributes:
        bots: how many seats bots of this host take from the start.
        listen: where guests connect; port 0 lets the system choose.
        open_table: anyone who reaches the address may join: its code is one that all know.
        fill: start at once, bots take every free seat.
        fill_after: seconds in the lobby after which bots take the free seats; None: never by itself.
        grace: seconds a seat may be gone before the others go on without it.
        clock: seconds that everybody has for a turn; None: as long as they like.
        reserve: seconds of each seat for the whole match, which longer turns use up.
        tls: None: no TLS, the envelopes are signed and sealed all the same.
        announce: the local network is told of the table, if others can reach it.
        resumed: it is a table of before: its first match goes on.
    """

    person: Person
    table: TableRules
    listen: Address
    bots: int = 0
    open_table: bool = False
    fill: bool = False
    fill_after: float | None = None
    grace: float | None = None
    clock: float | None = None
    reserve: float = 0.0
    tls: Certificate | None = None
    announce: bool = True
    resumed: bool = False

    @property
    def ready(self) -> bool:
        """Whether the match may begin without a further word of the host: also where bots were asked for beforehand."""
        return self.person.ready or bool(self.bots) or self.fill or self.fill_after is not None


@dataclass(frozen=True, slots=True)
class ResumeRequest:
    """`gefaehrten host --resume` and `play --resume`: goes on with a match that this profile hosted.

    What the table record says, and which bots sit there, is as it was.

    Attributes:
        match: its id, or the beginning of it.
        hosting: it is to go on as a table that others come to, if it was one; else as a match against bots alone.
        listen: where guests connect; None: where they did.
        tls: None: as it was.
        announce: as `HostRequest`, of a match after this one.
    """

    person: Person
    match: str
    hosting: bool
    listen: Address | None = None
    tls: Certificate | None = None
    announce: bool = True


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """`gefaehrten join`: a person takes a seat at somebody's table.

    Attributes:
        code: the invitation's code in its normal form; "" for an open table.
        seat: the seat asked for, 0 the first; None: any.
        tls: connect by TLS.
    """

    person: Person
    address: Address
    code: str
    seat: int | None = None
    tls: bool = False


@dataclass(frozen=True, slots=True)
class BotRequest:
    """`gefaehrten bot`: a bot takes a seat at somebody's table; `person.auto` is its level."""

    person: Person
    address: Address
    code: str
    seat: int | None = None
    tls: bool = False


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """`gefaehrten watch`: a person looks on at somebody's table.

    Attributes:
        code: the table's code for watchers in its normal form; "" for an open table.
        tls: connect by TLS.
    """

    person: Person
    address: Address
    code: str
    tls: bool = False
