"""Shell. The full screen as a session sees it: it is told what happens, asked for turns, and leaves when told to.

The one rule: nothing that a key asks for is waited for here; it runs in a task, and what comes of it is shown.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, TextIO

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
from gefaehrten.cli.screen.app import ScreenApp, settle
from gefaehrten.cli.screen.desk import Desk
from gefaehrten.cli.screen.rulebook import rulebook
from gefaehrten.cli.screen.theme import classes, theme_for
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.lines import Glyphs, Line
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import Ended, HandSeen, Resumed, SessionEvent, Started, Stepped
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Leaving, Position
from gefaehrten.session.requests import Person
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output


class ScreenFront:
    """The full screen for one person, playing, hosting or watching.

    Args:
        person: language, ASCII, name, and how the screen is wanted.
        stream: the terminal.
        first_time: whether the person has never seen this game before; by its key, asked once a match.
        clock: steady seconds.
        make_thinker: whom advice is asked of.
        source, screen: what is typed and how the terminal is written to, for tests.
    """

    def __init__(
        self,
        person: Person,
        stream: TextIO,
        *,
        first_time: Callable[[str], bool] = bool,
        clock: Callable[[], float] = time.monotonic,
        make_thinker: Callable[[], Thinker] = BotProcess,
        source: Input | None = None,
        screen: Output | None = None,
    ) -> None:
        ascii_only = person.ascii_only or not output.speaks_unicode(stream)
        self._person = person
        self._stream = stream
        self._wording = Wording(i18n.translate, Glyphs.ASCII if ascii_only else Glyphs.UNICODE)
        self.desk = Desk(self._wording, clock, first_time=first_time, quick=person.quick)
        self._app = ScreenApp(
            self.desk,
            self._carry_out,
            self._wording.say,
            classes(theme_for(person.theme, os.environ)),
            stream,
            source=source,
            screen=screen,
        )
        self._adviser = Adviser(self._wording, self._advised, make_thinker, begun=self._advising)
        self._controls: Controls | None = None
        self._running: asyncio.Task[None] | None = None
        self._asked: asyncio.Future[list[int]] | None = None
        self._again: asyncio.Future[bool] | None = None
        self._wants_another: bool | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: BaseException | None = None
        self._closing = False

    # From the session

    def attach(self, controls: Controls) -> None:
        """Opens the screen."""
        self._controls = controls
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    def tell(self, event: SessionEvent) -> None:
        """Takes in what happened."""
        if isinstance(event, Started):
            settle()
            self._wants_another = None
            self._update()  # the position says whose screen this is
        self.desk.tell(event)
        if isinstance(event, Started | Resumed | Stepped | HandSeen):
            self._update()
        if isinstance(event, Ended):
            self._adviser.forget()
        self._app.refresh()

    async def decide(self, position: Position) -> list[int]:
        """Waits for a committed turn."""
        self.desk.asked(position)
        self._asked = asyncio.get_running_loop().create_future()
        if self._person.bell:
            self._app.ring(
                self._wording.say(N_("Your turn")) + " - " + self._wording.clean(position.game.title)
            )
        self._app.refresh()
        try:
            return await self._asked
        finally:
            self._asked = None
            self._adviser.forget()

    async def another(self) -> bool:
        """Whether another match is wanted: waits for the key that says so, or that leaves."""
        if self._person.auto is not None:
            return False
        self.desk.offered()
        self._app.refresh()
        if self._wants_another is None:
            self._again = asyncio.get_running_loop().create_future()
            try:
                return await self._again
            finally:
                self._again = None
        return self._wants_another

    async def close(self) -> None:
        """Leaves the screen, gives the terminal back, and says there how the match ended.

        Raises:
            Exception: what broke the screen, a fault of the program.
        """
        self._closing = True
        self._adviser.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._app.exit()
        running, self._running = self._running, None
        if running is not None:
            await asyncio.gather(running, return_exceptions=True)
        if self._failure is not None:
            raise self._failure
        for each in self.desk.parting():
            print(each.text, file=self._stream, flush=True)

    # The screen

    async def _run(self) -> None:
        try:
            await self._app.run()
        except BaseException as error:
            self._failure = error
        if not self._closing:
            # Nobody can play on without a screen; `close` says why.
            self._leave()

    def _update(self) -> None:
        """Passes on what the seat knows now."""
        if self._controls is not None:
            self.desk.position(self._controls.position())

    # What keys ask for

    def _carry_out(self, effects: Iterable[Effect | LobbyEffect]) -> None:
        for effect in effects:
            self._carry_out_one(effect)

    def _carry_out_one(self, effect: Effect | LobbyEffect) -> None:
        controls = self._controls
        assert controls is not None, "keys come once a session is attached"
        match effect:
            case Commit():
                if self._asked is not None and not self._asked.done():
                    self._asked.set_result(list(effect.actions))
            case Hint():
                position = controls.position()
                if position is not None:
                    self._adviser.ask(position, effect.so_far)
            case Rules():
                self._show_rules(effect.clause)
            case Rematch():
                self._answer(True)
            case Quit():
                self._leave()
            case Chat():
                self._do(controls.say(effect.text))
            case Concede():
                controls.concede()
            case _:
                self._do(ask(controls, effect))

    def _do(self, asked: Coroutine[object, object, None]) -> None:
        """Asks the session for something, and shows it if that cannot be."""

        async def carry_out() -> None:
            try:
                await asked
            except GefaehrtenError as error:
                self._refuse(error.sentence)
            except ProtocolError as error:
                self._refuse(Sentence(error.template, error.params))
            except Exception as error:
                self._app.fail(error)

        task = asyncio.get_running_loop().create_task(carry_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answer(self, another: bool) -> None:
        self._wants_another = another
        if self._again is not None and not self._again.done():
            self._again.set_result(another)

    def _leave(self) -> None:
        if self._again is not None:
            self._answer(False)
        elif self._asked is not None and not self._asked.done():
            self._asked.set_exception(Leaving())
        elif self._controls is not None:
            self._controls.quit()

    def _refuse(self, sentence: Sentence) -> None:
        self.desk.refused(sentence)
        self._app.refresh()

    def _show_rules(self, clause: str | None) -> None:
        game = self.desk.game
        text = rules_text(game.key, i18n.current())
        if clause is not None:
            try:
                clause_text(text, clause)
            except GefaehrtenError as error:
                self._refuse(error.sentence)
                return
        self.desk.show_rules(self._wording.say(N_("Rules")), rulebook(text, self._wording, clause))

    def _advising(self, lines: Iterable[Line]) -> None:
        self.desk.advising(lines)
        self._app.refresh()

    def _advised(self, lines: Iterable[Line]) -> None:
        self.desk.advised(lines)
        self._app.refresh()
