"""Machine. Line mode before the match: what has changed at the table, and what a typed line asks for there.

The one rule: it asks and does not decide; what the table makes of it comes back as `LobbyShown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gefaehrten.cli.line.effects import (
    AddBot,
    Chat,
    Kick,
    Quit,
    Ready,
    Reply,
    Start,
    Wish,
)
from gefaehrten.cli.line.said import lobby_names
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Wording
from gefaehrten.session.events import LobbySeat, LobbyShown, TableOpened
from gefaehrten.session.offers import colours_of

WIDTH: Final = 80

COMMANDS: Final = (
    (("ready", "bereit"), N_("ready"), N_("the match may begin")),
    (("wait", "warte", "warten"), N_("wait"), N_("the match waits for you")),
    (("colour", "color", "farbe"), N_("colour X"), N_("asks for a colour; colour any takes what is left")),
    (("who", "wer"), N_("who"), N_("shows who sits where")),
    (("say", "sag"), N_("say TEXT"), N_("tells the table something")),
    (("help", "hilfe", "?"), N_("help, ?"), N_("shows this")),
    (("quit", "q", "exit", "beenden"), N_("quit"), N_("leaves the table")),
)
"""Words of a command, how help writes it, and what it does. The first word is its name in the program."""

HOST_COMMANDS: Final = (
    (
        ("fill", "start", "auffüllen", "auffuellen"),
        N_("fill"),
        N_("bots take the free seats, and you are ready"),
    ),
    (("bot",), N_("bot LEVEL"), N_("a bot takes a free seat")),
    (("remove", "entferne", "entfernen"), N_("remove N"), N_("sends the bot on seat N away")),
    (("kick", "rauswerfen"), N_("kick N"), N_("sends whoever sits on seat N away, for good")),
    (("invite", "einladung"), N_("invite"), N_("shows the invite again")),
)
"""What only the host can do."""

ANY: Final = ("", "any", "none", "-", "egal", "keine")
"""What asks for no colour in particular."""


class LineLobby:
    """One reader's side of the lobby. Mutable: people come and go.

    Attributes:
        width: columns that lines are kept to; may change with the screen.
    """

    def __init__(self, wording: Wording, width: int = WIDTH) -> None:
        self._wording = wording
        self.width = width
        self._shown: LobbyShown | None = None
        self._opened: TableOpened | None = None
        self._waited: tuple[int, ...] = ()
        self._commands: dict[str, Callable[[str], Reply]] = {
            "ready": lambda _: Reply(effect=Ready(True)),
            "wait": lambda _: Reply(effect=Ready(False)),
            "colour": self._colour,
            "who": self._who,
            "say": self._say,
            "help": self._help,
            "quit": lambda _: Reply(effect=Quit()),
            "fill": lambda _: Reply(effect=Start()),
            "bot": lambda level: Reply(effect=AddBot(level.casefold())),
            "remove": self._remove,
            "kick": self._kick,
            "invite": self._invite,
        }
        self._words = {word: words[0] for words, _, _ in (*COMMANDS, *HOST_COMMANDS) for word in words}

    def opened(self, event: TableOpened) -> None:
        """The reader has opened this table, perhaps for another match."""
        self._opened = event
        self._shown = None

    def shown(self, event: LobbyShown) -> list[Line]:
        """What has changed, in words; comings and goings are told elsewhere."""
        before, self._shown = self._shown, event
        return self._wrap(self._changes(before, event))

    def read(self, text: str) -> Reply:
        """What one typed line does. Never raises for what is typed."""
        word, _, rest = text.strip().partition(" ")
        if not word:
            return Reply()
        name = self._words.get(word.casefold())
        if name is None:
            return self._refused(N_("“{word}” is no command before the match; ? lists them."), word=word)
        return self._commands[name](rest.strip())

    def completions(self, text: str) -> list[Completion]:
        """The words that the text could become."""
        if not text or " " in text:
            return []
        begun = text.casefold()
        return [(words[0], Sentence(does)) for words, _, does in self._known() if words[0].startswith(begun)]

    # What has changed

    def _changes(self, before: LobbyShown | None, now: LobbyShown) -> Iterator[Sentence]:
        if before is None and now.reserve:
            yield Sentence(
                N_("Everybody has {clock} s for a turn, and {reserve} s more for all turns together."),
                {"clock": now.clock, "reserve": now.reserve},
            )
        elif before is None and now.clock:
            yield Sentence(N_("Everybody has {clock} s for a turn."), {"clock": now.clock})
        if before is None and now.grace:
            yield Sentence(N_("Whoever is away is waited for {grace} s in all."), {"grace": now.grace})
        old = {} if before is None else {seat.key: seat for seat in before.seats}
        for seat, name in self._named(now):
            was = old.get(seat.key)
            if seat.ready != (was.ready if was else True):
                yield self._readiness(seat, name)
            if seat.wish != (was.wish if was else ""):
                yield self._wished(seat, name)
        missing = tuple(seat.seat for seat in now.seats if not seat.ready)
        waited = missing if len(now.seats) == now.size else ()
        if waited and waited != self._waited and waited != (now.own,):
            names = {seat.seat: name for seat, name in self._named(now)}
            yield Sentence(
                N_("Every seat is taken; the match waits for: {names}."),
                {"names": ", ".join(names[seat] for seat in waited)},
            )
        self._waited = waited

    def _readiness(self, seat: LobbySeat, name: str) -> Sentence:
        if self._own(seat):
            return Sentence(
                N_("You are ready.")
                if seat.ready
                else N_("The match waits for you: type ready when it may begin.")
            )
        return Sentence(
            N_("{name} is ready.") if seat.ready else N_("{name} is not ready yet."), {"name": name}
        )

    def _wished(self, seat: LobbySeat, name: str) -> Sentence:
        params = {"name": name, "colour": self._wording.translate(seat.wish)}
        if self._own(seat):
            return Sentence(N_("You ask for {colour}.") if seat.wish else N_("You take any colour."), params)
        return Sentence(
            N_("{name} asks for {colour}.") if seat.wish else N_("{name} takes any colour."), params
        )

    # Commands

    def _colour(self, rest: str) -> Reply:
        word = rest.casefold()
        if word in ANY:
            return Reply(effect=Wish(""))
        if self._shown is None:
            return self._refused(N_("You are not at the table yet."))
        try:
            colours = colours_of(self._shown.game, self._shown.options)
        except GefaehrtenError as error:
            return self._refused(error.sentence.template, **error.sentence.params)
        for colour in colours:
            if word in (colour.casefold(), self._wording.say(colour).casefold()):
                return Reply(effect=Wish(colour))
        known = ", ".join(self._wording.say(colour) for colour in colours)
        return self._refused(
            N_("There is no colour “{wish}”; the colours are: {known}."), wish=rest, known=known
        )

    def _who(self, _rest: str) -> Reply:
        if self._shown is None:
            return self._refused(N_("You are not at the table yet."))
        taken = {seat.seat: (seat, name) for seat, name in self._named(self._shown)}
        rows = []
        for number in range(self._shown.size):
            if number not in taken:
                rows.append(Sentence(N_("Seat {seat}: free"), {"seat": number}))
                continue
            seat, name = taken[number]
            parts = [self._wording.clean(name)]
            if self._own(seat):
                parts.append(self._wording.say(N_("that is you")))
            if seat.bot:
                parts.append(self._wording.say(N_("a bot")))
            parts.append(self._wording.say(N_("ready to play") if seat.ready else N_("not ready yet")))
            if seat.wish:
                parts.append(
                    self._wording.say(N_("asks for {colour}"), colour=self._wording.translate(seat.wish))
                )
            rows.append(Sentence(N_("Seat {seat}: {what}"), {"seat": number, "what": ", ".join(parts)}))
        return Reply(tuple(self._wrap(rows)))

    def _say(self, rest: str) -> Reply:
        if not rest:
            return self._refused(N_("Say what? Right would be: say Well played!"))
        return Reply(effect=Chat(rest))

    def _kick(self, rest: str) -> Reply:
        seat = _seat(rest)
        if seat is None:
            return self._refused(N_("Which seat? Right would be: kick 2; who shows the seats."))
        return Reply(effect=Kick(seat))

    def _remove(self, rest: str) -> Reply:
        seat = _seat(rest)
        if seat is None:
            return self._refused(N_("Which seat? Right would be: remove 2; who shows the seats."))
        if self._shown is not None and any(
            taken.seat == seat and not taken.bot for taken in self._shown.seats
        ):
            return self._refused(
                N_("No bot sits on seat {seat}; kick {seat} sends a person away."), seat=seat
            )
        return Reply(effect=Kick(seat))

    def _invite(self, _rest: str) -> Reply:
        if self._opened is None:
            return self._refused(N_("Only the host has the invite."))
        return Reply(
            tuple(
                self._wrap(
                    [
                        Sentence(N_("    gefaehrten join {invite}"), {"invite": self._opened.invite}),
                        Sentence(
                            N_("    (address {address}, code {code})"),
                            {"address": self._opened.address, "code": self._opened.code},
                        ),
                    ]
                )
            )
        )

    def _help(self, _rest: str) -> Reply:
        say = self._wording.say
        begins = N_("The match begins by itself when every seat is taken and ready. Until then you can type:")
        rows = wrapped(line(say(begins)), self.width, 0)
        for _, label, does in self._known():
            row = line("  ", Span(f"{self._wording.clean(say(label)):<18}", Style.KEY), " " + say(does))
            rows += wrapped(row, self.width, 21)
        return Reply(tuple(rows))

    # Words

    def _known(self) -> Iterable[tuple[tuple[str, ...], str, str]]:
        return (*HOST_COMMANDS, *COMMANDS) if self._opened is not None else COMMANDS

    def _named(self, shown: LobbyShown) -> list[tuple[LobbySeat, str]]:
        """The seats with their names; names that look alike are told apart by their keys."""
        return list(zip(shown.seats, lobby_names(shown), strict=True))

    def _own(self, seat: LobbySeat) -> bool:
        return self._shown is not None and seat.seat == self._shown.own

    def _refused(self, template: str, **params: object) -> Reply:
        text = line(Span(self._wording.say(template, **params), Style.BAD))
        return Reply(tuple(wrapped(text, self.width, 4)))

    def _wrap(self, sentences: Iterable[Sentence]) -> list[Line]:
        return [part for each in sentences for part in wrapped(line(self._wording.say(each)), self.width, 4)]


def _seat(text: str) -> int | None:
    """A typed seat number; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None
