"""Machine. The lobby as one sits in it: who is there, which row keys act on, and what they ask for.

The one rule: it asks and does not decide; what the table makes of it comes back as `LobbyShown`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gefaehrten.cli.group import LEVELS
from gefaehrten.cli.line.effects import AddBot, Kick, LobbyEffect, Ready, Reply, Start, Wish
from gefaehrten.cli.line.lobby import LineLobby
from gefaehrten.cli.line.said import short_key
from gefaehrten.cli.screen.state import LobbyRow, LobbyState
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import Game
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.text import N_
from gefaehrten.core.view import Completion, Wording
from gefaehrten.engine import catalogue
from gefaehrten.session.events import Left, LobbyShown, Seated, TableOpened
from gefaehrten.session.offers import colours_of

UNBROKEN = 10_000
"""Cells that a line may have: the screen breaks it where it is shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a key leads to: something to ask for, or a sentence (a template) why not."""

    effects: tuple[LobbyEffect, ...] = ()
    refusal: str = ""


class LobbyDesk:
    """The lobby of one reader. Mutable: people come and go.

    Args:
        wording: how everything is said.
        level: of the bots that are added, until another is chosen; "" is the table's.
    """

    def __init__(self, wording: Wording, level: str = "") -> None:
        self._wording = wording
        self._words = LineLobby(wording, UNBROKEN)
        self._rows: dict[int, LobbyRow] = {}
        self._shown: LobbyShown | None = None
        self._opened: TableOpened | None = None
        self._chosen = 0
        self._asked = -1
        self._level = level

    def tell(self, event: LobbyShown | TableOpened | Seated | Left) -> None:
        """Takes in who is there."""
        match event:
            case LobbyShown():
                self._words.shown(event)  # the seats show what line mode has to say
                self._shown = event
                self._rows = {
                    seat.seat: LobbyRow(
                        seat.seat, seat.name, short_key(seat.key), seat.bot, seat.ready, seat.wish
                    )
                    for seat in event.seats
                }
            case TableOpened():
                self._words.opened(event)
                self._opened, self._shown = event, None
            case Seated() if self._shown is None:
                self._rows[event.seat] = LobbyRow(
                    event.seat, event.name, short_key(event.key), event.bot, ready=True
                )
            case Left() if self._shown is None:
                self._rows.pop(event.seat, None)
            case _:
                pass
        self._chosen = min(self._chosen, max(self._size() - 1, 0))

    def read(self, text: str) -> Reply:
        """What a typed word does."""
        return self._words.read(text)

    def completions(self, text: str) -> list[Completion]:
        """The words that the text could become."""
        return self._words.completions(text)

    @property
    def hosting(self) -> bool:
        """Whether the reader may kick, add bots and start."""
        if self._shown is None:
            return self._opened is not None
        return self._shown.own >= 0 and self._shown.own == self._shown.host

    @property
    def own(self) -> int:
        """The reader's seat; -1 for a watcher, or while it is not known."""
        return -1 if self._shown is None else self._shown.own

    @property
    def game(self) -> Game:
        """What will be played."""
        return catalogue.game(catalogue.keys()[0] if self._shown is None else self._shown.game)

    def state(self, title: str) -> LobbyState:
        """What the screen shows."""
        opened = self._opened
        rows = tuple(self._rows.get(seat, LobbyRow(seat)) for seat in range(self._size()))
        return LobbyState(
            title=title,
            rows=rows,
            own=self.own,
            hosting=self.hosting,
            options={} if self._shown is None else _agreed(self._shown),
            invite="" if opened is None else opened.invite,
            code="" if opened is None else opened.code,
            watch_code="" if opened is None else opened.watch_code,
            watch_invite="" if opened is None else opened.watch_invite,
            address="" if opened is None else opened.address,
            chosen=self._chosen,
            level=self._level,
            wishes=self._wishes(),
            host=-1 if self._shown is None else self._shown.host,
        )

    def key(self, name: str) -> Answer | None:
        """What a key asks for; None: it is no key of the lobby."""
        asked, self._asked = self._asked, -1
        match name:
            case "up" | "down":
                step = -1 if name == "up" else 1
                self._chosen = (self._chosen + step) % max(self._size(), 1)
                return Answer()
            case "enter":
                return self._enter()
            case _ if len(name) == 1 and name.isdecimal() and int(name) < self._size():
                self._chosen = int(name)
                return Answer()
            case "C" if self.own >= 0:
                return Answer((Wish(self._next_wish()),))
            case "L" if self.hosting:
                ring = ("", *LEVELS)
                self._level = ring[(ring.index(self._level) + 1) % len(ring)]
                return Answer()
            case "+" | "K" | "-":
                if not self.hosting:
                    return Answer(refusal=N_("Only the host can do this."))
                return self._host(name, asked)
            case _:
                return None

    def invite(self) -> tuple[Line, ...]:
        """The invite alone, to be copied; nothing where there is none."""
        if self._opened is None:
            return ()
        opened, wording = self._opened, self._wording
        say = wording.say
        return (
            line(say(N_("Friends join with:"))),
            line(),
            line(Span(f"gefaehrten join {wording.clean(opened.invite)}", Style.STRONG)),
            line(),
            line(say(N_("or with address and code:"))),
            line(),
            line(
                Span(
                    f"gefaehrten join {wording.clean(opened.address)} {wording.clean(opened.code)}",
                    Style.STRONG,
                )
            ),
            line(),
            line(say(N_("Who only wants to watch: gefaehrten watch {invite}"), invite=opened.watch_invite)),
        )

    def _enter(self) -> Answer:
        if self.hosting:
            return Answer((Start(),))
        own = self._rows.get(self.own)
        return Answer() if own is None else Answer((Ready(not own.ready),))

    def _host(self, name: str, asked: int) -> Answer:
        if name == "+":
            full = self._shown is not None and len(self._rows) >= self._shown.size
            return Answer(refusal=N_("Every seat is taken.")) if full else Answer((AddBot(self._level),))
        row = self._rows.get(self._chosen)
        if name == "-" and (row is None or not row.bot):
            row = next((each for _, each in sorted(self._rows.items(), reverse=True) if each.bot), None)
            if row is None:
                return Answer(refusal=N_("There is no bot at this table."))
        if row is None:
            return Answer(refusal=N_("Nobody sits there."))
        if row.seat == self.own:
            return Answer(refusal=N_("That is your own seat; Q leaves the table."))
        if not row.bot and asked != row.seat:
            self._asked = row.seat
            return Answer(
                refusal=N_("This player could not come back to this table. K once more sends them away.")
            )
        return Answer((Kick(row.seat),))

    def _size(self) -> int:
        return max(self._rows, default=-1) + 1 if self._shown is None else self._shown.size

    def _wishes(self) -> tuple[str, ...]:
        if self._shown is None:
            return ()
        try:
            return colours_of(self._shown.game, self._shown.options)
        except GefaehrtenError:
            return ()  # a game that this program does not know

    def _next_wish(self) -> str:
        """The colour after the one that is asked for now; after the last one none."""
        ring = ("", *self._wishes())
        own = self._rows.get(self.own)
        now = own.wish if own is not None and own.wish in ring else ""
        return ring[(ring.index(now) + 1) % len(ring)]


def _agreed(shown: LobbyShown) -> dict[str, str]:
    """What whoever sits down agrees to: house rules, clock, and how long who is away is waited for."""
    found = dict(shown.options)
    if shown.clock:
        found["clock"] = f"{shown.clock} s + {shown.reserve} s" if shown.reserve else f"{shown.clock} s"
    if shown.grace:
        found["grace"] = f"{shown.grace} s"
    return found
