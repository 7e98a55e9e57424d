"""Pure. Everything that decides what the full screen shows, as one value: `compose` makes a frame of it.

The one rule: a state holds no terminal, no clock and no session; the same state gives the same frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from gefaehrten.core.lines import Line
from gefaehrten.core.stage import STRAIGHT, Hotspot, Look, Moment
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Scene


class Place(Enum):
    """Where the reader is."""

    CONNECTING = auto()
    LOBBY = auto()
    TABLE = auto()
    """At the table, playing or, with `scene.seat` -1, watching."""
    REPLAY = auto()
    OVER = auto()
    """The result and the verdict, over the table."""


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A taken seat in the lobby; a free one has no name.

    Attributes:
        key: the short fingerprint of its key, for people; shown where names could be mistaken for each other.
    """

    seat: int
    name: str = ""
    key: str = ""
    bot: bool = False
    ready: bool = False
    wish: str = ""


@dataclass(frozen=True, slots=True)
class LobbyState:
    """The lobby.

    Attributes:
        own: the reader's seat; -1 for a watcher.
        hosting: whether the reader may kick, add bots and start.
        host: the seat of the host; -1 where it is not known.
        invite, code, watch_code, watch_invite, address: what the host hands out; empty for guests.
        chosen: the row that keys act on.
        level: of the next bot.
        wishes: what colours can be asked for.
    """

    title: str
    rows: tuple[LobbyRow, ...]
    own: int
    hosting: bool
    options: Mapping[str, str] = field(default_factory=dict)
    invite: str = ""
    code: str = ""
    watch_code: str = ""
    watch_invite: str = ""
    address: str = ""
    chosen: int = 0
    level: str = ""
    wishes: tuple[str, ...] = ()
    host: int = -1


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that lies over the board until Esc: a page of the view (`page:count`), `help`, `rules`, `chat`, `log`.

    `invite` has nothing at its sides, so that a mouse selects its lines and nothing else.

    Attributes:
        lines: where the state brings them (rules), unbroken; None: `compose` makes them from the scene.
        top: the first line that is shown; beyond the end, the last lines are.
    """

    key: str
    title: str
    lines: tuple[Line, ...] | None = None
    top: int = 0


@dataclass(frozen=True, slots=True)
class Transport:
    """Where a replay stands.

    Attributes:
        step, steps: which of how many.
        speed: steps a second while it runs.
        viewpoint: whose cards are seen: a name, "" for a watcher's view.
        scored: whether there are scorings to leap to; else one leaps from turn to turn.
    """

    step: int
    steps: int
    playing: bool
    speed: float
    viewpoint: str = ""
    opened: bool = False
    scored: bool = True


@dataclass(frozen=True, slots=True)
class ScreenState:
    """The full screen.

    Attributes:
        title: the left of the top line: game and table.
        status: the right of the top line: whose turn, the clock.
        typed: what stands in the input line.
        talking: whether that is a message to the table.
        prompt: what stands before it.
        notice: the answer to the last thing done: a refusal, a hint.
        waiting: whom the table waits for.
        paused: whether the match rests until people go on.
        log: what happened, the newest last.
        chat: what was said, the newest last; `unread` of them have not been on the screen.
        question: asked and not answered: leaving.
        result: the lines of the end page.
        welcome: sentences for somebody who plays for the first time.
        tab: which panel small screens show.
        spin: a number that grows while a bot thinks; 0 where nothing turns.
    """

    place: Place
    title: str = ""
    status: str = ""
    scene: Scene | None = None
    lobby: LobbyState | None = None
    look: Look = STRAIGHT
    typed: str = ""
    talking: bool = False
    prompt: str = ""
    notice: tuple[Line, ...] = ()
    waiting: Sentence | None = None
    paused: bool = False
    log: tuple[Line, ...] = ()
    chat: tuple[Line, ...] = ()
    unread: int = 0
    overlay: Overlay | None = None
    question: Sentence | None = None
    moment: Moment | None = None
    transport: Transport | None = None
    result: tuple[Line, ...] = ()
    welcome: tuple[Line, ...] = ()
    tab: int = 0
    spin: int = 0

    @property
    def drafted(self) -> str:
        """What is typed of a move: a message to the table is none."""
        return "" if self.talking else self.typed


@dataclass(frozen=True, slots=True)
class Frame:
    """A whole screen but for the input line's own text.

    Attributes:
        lines: exactly as many as the screen has rows, none wider than it. The input row holds the prompt.
        hotspots: what can be clicked.
        input_row, input_column, input_width: where the typed line goes; row -1 where nothing can be typed.
        scroll: how many lines the overlay has, and how many of them can be seen; for keys that scroll.
    """

    lines: tuple[Line, ...]
    hotspots: tuple[Hotspot, ...] = ()
    input_row: int = -1
    input_column: int = 0
    input_width: int = 0
    scroll: tuple[int, int] = (0, 0)
