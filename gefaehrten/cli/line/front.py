"""Shell. Line mode at a terminal, or in a pipe: prints what happens, reads lines, and passes on what they ask for.

The one rule: reading never waits for the table and the table never waits for reading, except in `decide`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TextIO

from gefaehrten.cli import i18n, output
from gefaehrten.cli.asking import ask
from gefaehrten.cli.commands.rules import clause_text, rules_text
from gefaehrten.cli.line.adviser import Adviser, Thinker
from gefaehrten.cli.line.effects import (
    Chat,
    Commit,
    Concede,
    Effect,
    Hint,
    LobbyEffect,
    Quit,
    Rematch,
    Rules,
)
from gefaehrten.cli.line.lobby import LineLobby
from gefaehrten.cli.line.reading import Complete, Prompt, Reader, Stop, reader_for
from gefaehrten.cli.line.said import Company, gathered, said, seated
from gefaehrten.cli.line.table import WIDTH, LineTable
from gefaehrten.cli.line.waiting import Waits, clock_shown
from gefaehrten.cli.scenes import scene_of
from gefaehrten.cli.screen.rulebook import unbroken
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Glyphs, Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.engine import catalogue
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import (
    Back,
    Chatted,
    ClockSet,
    Continued,
    Ended,
    Idled,
    Judged,
    LobbyShown,
    Paused,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    Stepped,
    TableOpened,
    Waiting,
)
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.requests import Person
from protocol.errors import ProtocolError

NARROWEST, WIDEST = 40, 120
"""Columns below which lines are left to the terminal to break, and beyond which they are hard to read."""

MATCH_DIGITS = 8
"""Digits of a match's id that are enough to name it."""

MakeReader = Callable[[TextIO, Complete, Prompt], Reader]
"""Makes the source of lines, as `reader_for` does."""


class LineFront:
    """Line mode for one person.

    Args:
        person: language, ASCII, name.
        stream: where lines go.
        first_time: whether the person has never seen this game before; by its key, asked once a match.
        clock: steady seconds.
        make_reader: what reads and prints.
        make_thinker: whom advice is asked of.
    """

    def __init__(
        self,
        person: Person,
        stream: TextIO,
        *,
        first_time: Callable[[str], bool] = bool,
        clock: Callable[[], float] = time.monotonic,
        make_reader: MakeReader = reader_for,
        make_thinker: Callable[[], Thinker] = BotProcess,
    ) -> None:
        self._person = person
        ascii_only = person.ascii_only or not output.speaks_unicode(stream)
        glyphs = Glyphs.ASCII if ascii_only else Glyphs.UNICODE
        self._wording = Wording(i18n.translate, glyphs)
        self._first_time = first_time
        self._reader = make_reader(stream, self._completions, self._prompt)
        self._controls: Controls | None = None
        self._table: LineTable | None = None
        self._lobby = LineLobby(self._wording)
        self._again = False
        self._company = Company()
        self._waits = Waits(clock)
        self._own_prompt = "> "
        self._asked: asyncio.Future[list[int]] | None = None
        self._steps: list[JsonStep] = []
        self._match = ""
        self._wanted = asyncio.Event()
        self._adviser = Adviser(self._wording, self._print, make_thinker)
        self._interrupted = False
        self._failure: Exception | None = None
        self._reading: asyncio.Task[None] | None = None

    # From the session

    def attach(self, controls: Controls) -> None:
        """Begins to read lines, unless a bot plays this seat."""
        self._controls = controls
        if self._person.auto is None:
            self._reading = asyncio.get_running_loop().create_task(self._read())

    def tell(self, event: SessionEvent) -> None:
        """Prints what happened."""
        match event:
            case Started():
                self._begin(event)
            case Resumed():
                self._resume(event)
            case Stepped() if self._table is not None:
                self._announce(event)
            case Chatted() if self._table is not None:
                self._print(self._table.chat(self._company.called(event.seat, event.name), event.text))
            case Waiting(seat=seat) if seat == self._company.seat and seat >= 0:
                return  # nobody waits for themselves: this seat is on its way out
            case Ended():
                self._adviser.forget()
                self._waits.over()
                self._tell(event)
            case Judged():
                self._waits.nobody()
                self._tell(event)
                if self._match:
                    self._say(N_("To see it again: gefaehrten show {match}"), match=self._match)
            case _:
                self._note(event)
                self._tell(event)
        self._reader.refresh()

    async def decide(self, position: Position) -> list[int]:
        """Shows the table and waits for a committed turn."""
        table = self._opened(position)
        table.reopen()
        self._waits.nobody()
        self._asked = asyncio.get_running_loop().create_future()
        self._wanted.set()
        scene = scene_of(position)
        self._print(table.opening(scene))
        self._own_prompt = table.prompt_text(scene)
        self._reader.refresh()
        try:
            return await self._asked
        finally:
            self._asked = None
            self._wanted.clear()
            self._adviser.forget()
            self._own_prompt = "> "

    async def another(self) -> bool:
        """Whether another match was asked for while this one ran: who has not asked is not kept waiting."""
        wanted, self._again = self._again, False
        return wanted

    async def close(self) -> None:
        """Stops reading and thinking, and leaves the terminal as it was.

        Raises:
            Exception: what stopped the reading of lines, if that was a fault of the program.
        """
        self._adviser.close()
        self._reader.close()
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        if self._failure is not None:
            raise self._failure

    # Typed lines

    async def _read(self) -> None:
        try:
            while True:
                if not self._reader.eager:
                    await self._wanted.wait()
                text = await self._reader.line()
                if text is Stop.END or (text is Stop.INTERRUPT and self._interrupted):
                    self._leave()
                    return
                self._interrupted = text is Stop.INTERRUPT
                if isinstance(text, Stop):
                    self._say(N_("Ctrl-C once more leaves the table; anything else stays."))
                    continue
                for each in text.splitlines() or [""]:  # pasted lines come at once
                    await self._typed(each)
        except Exception as error:
            # Nobody reads any more, so nobody can play on; `close` says why.
            self._failure = error
            self._leave()

    async def _typed(self, text: str) -> None:
        position = self._position()
        try:
            if self._company.seat in self._waits.idle and self._controls is not None:
                await self._controls.autopilot(False)
                if text.strip().casefold() == "autopilot":
                    return
            if position is None or self._table is None:
                self._lobby.width = self._width()
                reply = self._lobby.read(text)
                self._print(reply.lines)
                if reply.effect is not None:
                    await self._carry_out(reply.effect, None)
                return
            table, scene = self._opened(position), scene_of(position)
            reply = table.read(scene, text)
            self._print(reply.lines)
            if reply.effect is not None:
                await self._carry_out(reply.effect, position)
            self._own_prompt = table.prompt_text(scene)
        except (GefaehrtenError, ProtocolError) as error:
            self._refuse(error)

    async def _carry_out(self, effect: Effect | LobbyEffect, position: Position | None) -> None:
        assert self._controls is not None, "lines are read once a session is attached"
        match effect:
            case Commit():
                if self._asked is not None and not self._asked.done():
                    # A script's next line is for the next position.
                    self._wanted.clear()
                    self._asked.set_result(list(effect.actions))
            case Hint() if position is not None:
                self._adviser.ask(position, effect.so_far)
            case Chat():
                await self._controls.say(effect.text)
            case Rules() if position is not None:
                self._show_rules(position.game.key, effect.clause)
            case Hint() | Rules():
                raise AssertionError("advice and rules are asked for at a table")
            case Rematch():
                self._again = True
                self._say(
                    N_("When this match is over, you sit down for another one with whoever wants it too.")
                )
            case Quit():
                self._leave()
            case Concede():
                self._controls.concede()
            case _:
                await ask(self._controls, effect)

    def _leave(self) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(Leaving())
        elif self._controls is not None:
            self._controls.quit()

    def _show_rules(self, game: str, clause: str | None) -> None:
        text = rules_text(game, i18n.current())
        rows = unbroken(text if clause is None else clause_text(text, clause))
        clean, width = self._wording.clean, self._width()
        self._print(part for row in rows for part in wrapped(line(clean(row)), width, 0))

    # What happens

    def _begin(self, event: Started) -> None:
        self._match = event.match[:MATCH_DIGITS]
        self._table, self._steps = None, []  # those of the match before, where there was one
        self._waits.bots = frozenset(
            number for number, seat in enumerate(event.seats) if seat.get("bot") is True
        )
        position = self._position()
        self._company = seated(event, position)
        key = catalogue.keys()[0] if position is None else position.game.key
        table = self._open_table(key)
        self._tell(event)
        self._follow()
        playing = position is not None and position.seat >= 0
        if playing and self._person.auto is None and self._first_time(key):
            self._print(table.welcome())

    def _resume(self, event: Resumed) -> None:
        position = self._position()
        if position is not None:
            self._company = Company(position.names, position.seat)
        self._tell(event)
        if position is None:
            return
        self._steps = list(position.steps)
        table = self._opened(position)
        self._follow()
        if not scene_of(position).is_mover():  # else it is shown when the turn is asked for
            self._print(table.opening(scene_of(position)))

    def _announce(self, event: Stepped) -> None:
        assert self._table is not None, "steps are announced at a table"
        if not event.step.get(
            "winners"
        ):  # of an end, the result that follows says it with everybody's points
            shown = self._table.announce(event.step, self._steps, self._company.names, self._company.seat)
            style = Style.TITLE if event.step["step"] == "scored" else Style.PLAIN
            self._print(
                line(*(Span(span.text, span.style or style) for span in each.spans)) for each in shown
            )
        self._steps.append(event.step)
        self._follow()

    def _note(self, event: SessionEvent) -> None:
        """Remembers what the prompt and the lobby's help depend on."""
        match event:
            case TableOpened():
                self._lobby.opened(event)
            case LobbyShown():
                self._lobby.width = self._width()
                self._print(self._lobby.shown(event))
                self._company = gathered(event)
            case Seated() | Chatted():
                self._waits.lobby()
            case Paused() | Continued() | ClockSet() | Idled():
                self._waits.heed(event)
            case Waiting():
                self._waits.gone(event)
            case Back():
                self._waits.back(event.seat)
            case _:
                pass

    def _follow(self) -> None:
        """Notes whose turn it is now."""
        position = self._position()
        if position is not None:
            self._waits.turn(position)

    # Printed lines

    def _prompt(self) -> str:
        """Whose turn it is, always: one's own, or who is waited for."""
        if self._asked is not None and not self._asked.done():
            left = self._waits.left(self._company.seat)
            return self._own_prompt if left is None else f"[{clock_shown(left)}] {self._own_prompt}"
        waited = self._waits.sentence()
        return "> " if waited is None else self._wording.say(waited) + "> "

    def _position(self) -> Position | None:
        return self._controls.position() if self._controls is not None else None

    def _opened(self, position: Position) -> LineTable:
        """The table of a match that runs, as wide as the screen is now."""
        self._company = Company(position.names, position.seat)
        table = self._open_table(position.game.key)
        table.width, table.resting = self._width(), self._waits.paused
        return table

    def _open_table(self, game: str) -> LineTable:
        if self._table is None:
            self._table = LineTable(catalogue.game(game).view(), self._wording, self._width())
        return self._table

    def _width(self) -> int:
        columns = self._reader.columns()
        return WIDTH if columns is None else min(max(NARROWEST, columns), WIDEST)

    def _completions(self, text: str) -> list[tuple[str, str]]:
        position = self._position()
        if position is None or self._table is None:
            offers = self._lobby.completions(text)
        else:
            offers = self._table.completions(scene_of(position), text)
        return [(offer, self._wording.say(does)) for offer, does in offers]

    def _refuse(self, error: GefaehrtenError | ProtocolError) -> None:
        """Says what went wrong with a typed line."""
        sentence = (
            error.sentence if isinstance(error, GefaehrtenError) else Sentence(error.template, error.params)
        )
        text = line(Span(self._wording.say(sentence), Style.BAD))
        self._print(wrapped(text, self._width(), 4))

    def _tell(self, event: SessionEvent) -> None:
        self._print(said(event, self._wording, self._company, self._width()))

    def _say(self, template: str, **params: object) -> None:
        self._print(wrapped(line(self._wording.say(template, **params)), self._width(), 4))

    def _print(self, lines: Iterable[Line]) -> None:
        self._reader.print(lines)
