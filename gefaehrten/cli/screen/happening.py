"""Machine. What the session tells, as far as it can be seen: where the reader is, the position, who is waited for.

The one rule: it only takes in; what the person does is the desk's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gefaehrten.cli.line.said import Company, gathered, seated
from gefaehrten.cli.line.waiting import Waits, clock_shown, clock_time
from gefaehrten.cli.scenes import scene_of
from gefaehrten.cli.screen.chronicle import Chronicle
from gefaehrten.cli.screen.follow import followed
from gefaehrten.cli.screen.lobby_desk import LobbyDesk
from gefaehrten.cli.screen.reel import Reel
from gefaehrten.cli.screen.state import Place, ScreenState
from gefaehrten.core.game import Game, JsonStep
from gefaehrten.core.kernel import DECIDE, Kernel
from gefaehrten.core.lines import Line, line, short_name
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.session.events import (
    Back,
    Chatted,
    ClockSet,
    Continued,
    Ended,
    Failed,
    HostChanged,
    Idled,
    Judged,
    Left,
    LobbyShown,
    Moved,
    Notice,
    Paused,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    Stepped,
    TableOpened,
    Waiting,
)
from gefaehrten.session.players import Position

PANEL = 28
"""Cells of a panel until there is a screen."""

NAME_CELLS = 20
"""Cells of a name in the top line: the rest of it has a place too."""

SPINS = 4
"""Pictures a second of what turns while a bot thinks."""

MATCH_DIGITS = 8
"""Digits of a match's id that are enough to name it."""


class Happening:
    """What is known of the table. Mutable: it follows the session. Arguments as for `Desk`.

    Attributes:
        panel: cells of the lines that stand beside a great moment, on the screen as it is now.
    """

    def __init__(
        self,
        wording: Wording,
        clock: Callable[[], float],
        *,
        first_time: Callable[[str], bool],
        quick: bool,
    ) -> None:
        self._wording = wording
        self._clock = clock
        self._first_time = first_time
        self._quick = quick
        self.place = Place.CONNECTING
        self.panel = PANEL
        self.lobby = LobbyDesk(wording)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Nothing is known of a match."""
        self.chronicle = Chronicle(self._wording)
        self.reel = Reel()
        self.current: Position | None = None
        self._waits = Waits(self._clock)
        self._base: tuple[Kernel, int] | None = None
        self._steps: list[JsonStep] = []
        self._catching_up = False
        self.result: tuple[Line, ...] = ()
        self._welcome: tuple[Line, ...] = ()
        self._match = ""
        self._check_word = ""
        self._among_people = False
        self._turn = -1
        self._since = self._clock()

    def tell(self, event: SessionEvent) -> tuple[Line, ...]:
        """Takes an event in; returns what must be seen of it at once."""
        match event:
            case TableOpened(resumed=True):
                self._among_people = True
                return self.chronicle.told(event)
            case LobbyShown() | TableOpened() | Seated() | Left():
                self._gather(event)
            case Started():
                self._start(event)
            case Resumed():
                self.place = Place.TABLE
                self._catching_up = True
                self.chronicle.told(event)
            case Stepped():
                self._step(event.step)
            case Chatted():
                self.chronicle.said(event)
            case Moved() | HostChanged():
                return self.chronicle.told(event)
            case Paused() | Continued() | Idled():
                self._waits.heed(event)
                return self.chronicle.told(event)
            case ClockSet():
                self._waits.heed(event)
            case Waiting():
                return self._gone(event)
            case Back():
                self._waits.back(event.seat)
                return self.chronicle.told(event)
            case Ended():
                self._waits.over()
                self.result = self.chronicle.told(event)
                self.place = Place.OVER
            case Judged():
                self._judge(event)
            case Failed() | Notice():
                return self.chronicle.told(event)
        return ()

    def position(self, position: Position | None) -> None:
        """What the seat knows now."""
        if position is None:
            return
        self.current = position
        self.chronicle.company = Company(position.names, position.seat)
        if self._catching_up:
            self._catching_up = False
            self._steps = list(position.steps)
            self.chronicle.catch_up(position.steps, position.game.view())
        if len(position.steps) <= len(self._steps):  # else a turn is still being told, step by step
            self._base = (position.kernel, len(position.steps))
        if self.place is not Place.OVER:
            self._waits.turn(position)
        if position.kernel.turns() != self._turn:
            self._turn, self._since = position.kernel.turns(), self._clock()

    @property
    def paused(self) -> bool:
        """Whether the match is."""
        return self._waits.paused

    @property
    def idle(self) -> bool:
        """Whether the autopilot plays for the reader."""
        return self.chronicle.company.seat in self._waits.idle

    @property
    def game(self) -> Game:
        """What is played here, or will be."""
        return self.lobby.game if self.current is None else self.current.game

    def scene(self) -> Scene | None:
        """The table as the reader knows it, without a turn in hand."""
        return None if self.current is None else scene_of(self.current)

    def welcomed(self) -> None:
        """The first sentences have been read."""
        self._welcome = ()

    def tick(self) -> None:
        """Time has passed."""
        self.reel.tick(self._clock())

    def due(self) -> float | None:
        """Seconds until something changes by itself."""
        now = self._clock()
        showing = self.reel.due(now)
        if showing is not None:
            return showing
        if self._thinks():
            return 1 / SPINS
        if self.place is Place.TABLE or self._waits.sentence() is not None:
            return 1.0 - (now - self._since) % 1.0
        return None

    def state(self) -> ScreenState:
        """What is known, as far as it can be seen."""
        self.reel.tick(self._clock())
        moment = self.reel.moment
        place = self.place
        if place is Place.OVER and moment is not None:
            place = Place.TABLE
        return ScreenState(
            place=place,
            title=self._title(),
            status=self._status(),
            scene=self.reel.scene,
            lobby=self.lobby.state(self._title()) if place in (Place.LOBBY, Place.CONNECTING) else None,
            waiting=self._waits.sentence(),
            paused=self._waits.paused,
            log=self.chronicle.log,
            chat=self.chronicle.chat,
            unread=self.chronicle.unread,
            moment=moment,
            result=self.result,
            welcome=self._welcome,
            spin=int((self._clock() - self._since) * SPINS) if self._thinks() else 0,
        )

    # What happens

    def _gather(self, event: LobbyShown | TableOpened | Seated | Left) -> None:
        if self.place is Place.OVER:
            self._begin_anew()
        if self.place is not Place.TABLE:
            self.place = Place.LOBBY
        self.lobby.tell(event)
        self._among_people |= isinstance(event, TableOpened)
        if isinstance(event, Seated | Left):
            self.chronicle.told(event)
            self._waits.lobby()
        if isinstance(event, LobbyShown) and self.place is Place.LOBBY:
            self.chronicle.company = gathered(event)
            self._waits.lobby(full=len(event.seats) == event.size)

    def _start(self, event: Started) -> None:
        if self.place is Place.OVER:
            self._begin_anew()
        self.place = Place.TABLE
        self._match = event.match[:MATCH_DIGITS]
        self._check_word = event.check_word
        self._steps = []
        self.chronicle.begin()
        bots = frozenset(number for number, seat in enumerate(event.seats) if _is_bot(seat))
        self._waits.bots = bots
        self._among_people |= len(event.seats) - len(bots) > 1
        self.chronicle.company = seated(event, self.current)
        self.chronicle.told(event)
        playing = self.chronicle.company.seat >= 0
        if self.current is not None and playing and self._first_time(self.current.game.key):
            templates = self.current.game.view().welcome
            self._welcome = tuple(line(self._wording.say(template)) for template in templates)

    def _step(self, step: JsonStep) -> None:
        if self.current is None:
            return
        self.chronicle.step(step, self.current.game.view())
        if not self._quick:
            self._show_slowly(step)
        self._steps.append(step)

    def _show_slowly(self, step: JsonStep) -> None:
        """Puts a great step on the reel, over the position that it found."""
        position, base = self.current, self._base
        if position is None or base is None:
            return
        stage, names = position.game.stage(), position.names
        rough = scene_of(position, base[0])
        if not stage.moments(step, rough, names, self._wording, self.panel):
            return
        kernel = followed(position.game, base[0], self._steps[base[1] :])
        found = scene_of(position, kernel, self._steps)
        self.reel.add(stage.moments(step, found, names, self._wording, self.panel), found, self._clock())

    def _gone(self, event: Waiting) -> tuple[Line, ...]:
        if event.seat >= 0 and event.seat == self.chronicle.company.seat:
            return ()  # nobody waits for themselves: this seat is on its way out
        self._waits.gone(event)
        return self.chronicle.told(event)

    def _judge(self, event: Judged) -> None:
        self._waits.nobody()
        self.result += self.chronicle.told(event)
        if self._match:
            again = self._wording.say(N_("To see it again: gefaehrten show {match}"), match=self._match)
            self.result += (line(again),)

    # What is shown

    def _thinks(self) -> bool:
        """Whether a bot is waited for."""
        position = self.current
        if self.place is not Place.TABLE or position is None or position.kernel.request() != DECIDE:
            return False
        if self._waits.paused:
            return False
        return position.kernel.actor() in self._waits.bots

    def _title(self) -> str:
        if self.place is Place.CONNECTING:
            return ""  # nobody knows yet what is played there
        parts = [self._wording.clean(self.game.title)]
        if self._check_word and self._among_people:
            parts.append(self._wording.say(N_("table {word}"), word=self._check_word))
        return self._wording.clean(" · ").join(parts)

    def _status(self) -> str:
        position = self.current
        if self.place is not Place.TABLE or position is None:
            return ""
        kernel = position.kernel
        if kernel.request() != DECIDE:
            return ""
        say, number, mover = self._wording.say, int(kernel.rounds()) + 1, kernel.actor()
        if self._waits.paused:
            return say(N_("Turn {number} · paused"), number=number)
        who = self._wording.clean(position.names[mover])
        who = short_name(who, NAME_CELLS, self._wording.pick("…", ".."))
        if mover in self._waits.idle:
            return say(N_("Turn {number} · {who} · autopilot"), number=number, who=who)
        left = self._waits.left(mover)
        if left is not None and mover == position.seat:
            clock = clock_shown(left, 1)
            return say(N_("Turn {number} · your turn · {clock} left"), number=number, clock=clock)
        if left is not None:
            clock = clock_shown(left, 1)
            return say(N_("Turn {number} · {who} · {clock} left"), number=number, who=who, clock=clock)
        clock = clock_time(int(self._clock() - self._since))
        if mover == position.seat:
            return say(N_("Turn {number} · your turn · {clock}"), number=number, clock=clock)
        return say(N_("Turn {number} · {who} · {clock}"), number=number, who=who, clock=clock)


def _is_bot(seat: Mapping[str, object]) -> bool:
    return seat.get("bot") is True
