"""Shell. Line mode at a terminal, or in a pipe: prints what happens, reads lines, and passes on what they ask for.

The one rule: reading never waits for the table and the table never waits for reading, except in `decide`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from typing import TextIO

from gefaehrten.cli import i18n, output
from gefaehrten.cli.commands.rules import clause_text, rules_text
from gefaehrten.cli.line.effects import Chat, Commit, Effect, Hint, Quit, Rematch, Rules
from gefaehrten.cli.line.reading import Reader, reader_for
from gefaehrten.cli.line.said import said
from gefaehrten.cli.line.table import LineTable
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Glyphs, Line, line, wrapped
from gefaehrten.core.text import N_
from gefaehrten.core.view import Completion, Scene, Wording
from gefaehrten.engine import catalogue
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import Chatted, Resumed, SessionEvent, Started, Stepped
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.requests import Person

HINT_LEVEL = "medium"
"""How hard the bot thinks that is asked for advice."""


class LineFront:
    """Line mode for one person.

    Args:
        person: language, ASCII, name.
        stream: where lines go.
    """

    def __init__(self, person: Person, stream: TextIO) -> None:
        self._person = person
        ascii_only = person.ascii_only or not output.speaks_unicode(stream)
        glyphs = Glyphs.ASCII if ascii_only else Glyphs.UNICODE
        self._wording = Wording(i18n.translate, glyphs)
        self._reader: Reader = reader_for(stream, self._completions)
        self._controls: Controls | None = None
        self._table: LineTable | None = None
        self._names: tuple[str, ...] = ()
        self._asked: asyncio.Future[list[int]] | None = None
        self._steps: list[JsonStep] = []
        self._wanted = asyncio.Event()
        self._adviser: BotProcess | None = None
        self._working: set[asyncio.Task[None]] = set()
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
                self._names = tuple(str(seat["name"]) for seat in event.seats)
                self._open_table()
                self._print(said(event, self._wording))
                if self._table is not None and self._person.auto is None:
                    self._print(self._table.welcome())
            case Resumed():
                position = self._position()
                self._steps = list(position.steps) if position is not None else []
                self._names = position.names if position is not None else ()
                self._open_table()
                self._print(said(event, self._wording))
            case Stepped() if self._table is not None:
                self._announce(event)
            case Chatted() if self._table is not None:
                self._print(self._table.chat(event.name, event.text))
            case _:
                self._print(said(event, self._wording))

    async def decide(self, position: Position) -> list[int]:
        """Shows the table and waits for a committed turn."""
        self._names = position.names
        self._open_table(position.game.key)
        assert self._table is not None, "a table is open where somebody moves"
        self._table.reopen()
        self._asked = asyncio.get_running_loop().create_future()
        self._wanted.set()
        self._print(self._table.opening(self._scene(position)))
        self._reader.prompt(self._table.prompt_text(self._scene(position)))
        try:
            return await self._asked
        finally:
            self._asked = None
            self._wanted.clear()

    def close(self) -> None:
        """Stops reading and thinking."""
        for task in [*self._working, *([self._reading] if self._reading else [])]:
            task.cancel()
        if self._adviser is not None:
            self._adviser.close()
        self._reader.close()

    # Typed lines

    async def _read(self) -> None:
        while True:
            if not self._reader.eager:
                await self._wanted.wait()
            text = await self._reader.line()
            if text is None:
                self._leave()
                return
            await self._typed(text)

    async def _typed(self, text: str) -> None:
        position = self._position()
        if position is None or self._table is None:
            await self._typed_in_lobby(text.strip())
            return
        scene = self._scene(position)
        reply = self._table.read(scene, text)
        self._print(reply.lines)
        if reply.effect is not None:
            await self._carry_out(reply.effect, position)
        self._reader.prompt(self._table.prompt_text(scene))

    async def _typed_in_lobby(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        assert self._controls is not None, "lines are read once a session is attached"
        match word.casefold():
            case "":
                return
            case "fill" | "start" | "auffüllen" | "auffuellen":
                try:
                    await self._controls.fill()
                except GefaehrtenError as error:
                    self._say(error.sentence.template, **error.sentence.params)
            case "say" | "sag" if rest:
                await self._controls.say(rest)
            case "quit" | "q" | "exit" | "beenden":
                self._leave()
            case _:
                self._say(
                    N_(
                        "The match has not begun. You can type: fill (bots take the free seats), say TEXT, quit."
                    )
                )

    async def _carry_out(self, effect: Effect, position: Position) -> None:
        assert self._controls is not None, "lines are read once a session is attached"
        match effect:
            case Commit():
                if self._asked is not None and not self._asked.done():
                    self._asked.set_result(list(effect.actions))
            case Hint():
                task = asyncio.get_running_loop().create_task(self._advise(position, effect.so_far))
                self._working.add(task)
                task.add_done_callback(self._working.discard)
            case Chat():
                await self._controls.say(effect.text)
            case Rules():
                self._show_rules(position.game.key, effect.clause)
            case Rematch():
                self._say(N_("Another match needs another table: host, play or join again."))
            case Quit():
                self._leave()

    def _leave(self) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(Leaving())
        elif self._controls is not None:
            self._controls.quit()

    async def _advise(self, position: Position, so_far: tuple[int, ...]) -> None:
        """Asks a bot; the person goes on typing meanwhile."""
        if self._adviser is None:
            self._adviser = BotProcess()
        self._say(N_("A bot thinks about it …"))
        kernel = position.kernel.clone()
        for action in so_far:
            kernel.apply(action)
        seed = int.from_bytes(os.urandom(7), "little")
        try:
            turn = await self._adviser.think(
                position.game.key, position.setup, kernel.dump(), position.seat, HINT_LEVEL, seed
            )
            ranked = await self._adviser.hint(
                position.game.key, position.setup, kernel.dump(), position.seat, HINT_LEVEL, seed
            )
        except GefaehrtenError as error:
            self._say(error.sentence.template, **error.sentence.params)
            return
        if self._table is None:
            return
        scene = self._scene(position)
        self._print(self._table.advice(scene, turn))
        for candidate in ranked[:3]:
            spelled = catalogue.game(position.game.key).format(kernel, candidate.action)
            self._say(
                N_("    {move}: looked at {visits} times, worth {worth} of 100"),
                move=spelled,
                visits=candidate.visits,
                worth=round(100 * candidate.reward),
            )

    def _show_rules(self, game: str, clause: str | None) -> None:
        text = rules_text(game, i18n.current())
        if clause is not None:
            try:
                text = clause_text(text, clause)
            except GefaehrtenError as error:
                self._say(error.sentence.template, **error.sentence.params)
                return
        self._print(line(self._wording.clean(row)) for row in text.splitlines())

    # Printed lines

    def _announce(self, event: Stepped) -> None:
        assert self._table is not None
        position = self._position()
        seat = position.seat if position is not None else -1
        self._print(self._table.announce(event.step, self._steps, self._names, seat))
        self._steps.append(event.step)

    def _position(self) -> Position | None:
        return self._controls.position() if self._controls is not None else None

    def _open_table(self, game: str | None = None) -> None:
        if self._table is None:
            position = self._position()
            key = game or (position.game.key if position is not None else catalogue.keys()[0])
            self._table = LineTable(catalogue.game(key).view(), self._wording)

    def _completions(self, text: str) -> list[Completion]:
        position = self._position()
        if position is None or self._table is None:
            return []
        return self._table.completions(self._scene(position), text)

    @staticmethod
    def _scene(position: Position) -> Scene:
        return Scene(
            kernel=position.kernel,
            seat=position.seat,
            names=position.names,
            steps=position.steps,
            hand_cards=[card for _, card in position.hand],
            options=position.setup.options,
        )

    def _say(self, template: str, **params: object) -> None:
        self._print(wrapped(line(self._wording.say(template, **params)), 80, 4))

    def _print(self, lines: Iterable[Line]) -> None:
        self._reader.print(lines)
