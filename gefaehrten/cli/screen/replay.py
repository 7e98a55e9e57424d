"""Shell. The full screen of a replay: a machine, a terminal, and nothing in between.

The one rule: nothing of the profile is touched; the match has been read before.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from gefaehrten.cli import i18n
from gefaehrten.cli.commands.rules import clause_text, rules_text
from gefaehrten.cli.line.effects import Quit, Rules
from gefaehrten.cli.screen.acts import Effects
from gefaehrten.cli.screen.app import ScreenApp, settle
from gefaehrten.cli.screen.playhead import SPEED
from gefaehrten.cli.screen.replay_desk import ReplayDesk
from gefaehrten.cli.screen.rulebook import rulebook
from gefaehrten.cli.screen.theme import classes, theme_for
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.session.history import LOOKER, History

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

PATIENCE = 2.0
"""Seconds that the screen is given to close in good order when a signal ends it."""


class ReplayScreen:
    """A replay on a terminal. Mutable: it runs once.

    Args:
        stream: the terminal.
        theme: the colours asked for; None: by what the terminal says of itself.
        source, screen: what is typed and how the terminal is written to, for tests.
        others: as for `ReplayDesk`.
    """

    def __init__(
        self,
        history: History,
        wording: Wording,
        stream: TextIO,
        *,
        theme: str | None = None,
        at: int = 0,
        viewpoint: int = LOOKER,
        speed: float = SPEED,
        quick: bool = False,
        clock: Callable[[], float] = time.monotonic,
        source: Input | None = None,
        screen: Output | None = None,
    ) -> None:
        self._history = history
        self._wording = wording
        self.desk = ReplayDesk(history, wording, clock, at=at, viewpoint=viewpoint, speed=speed, quick=quick)
        self._app = ScreenApp(
            self.desk,
            self._carry_out,
            wording.say,
            classes(theme_for(theme, os.environ)),
            stream,
            source=source,
            screen=screen,
        )

    async def run(self) -> None:
        """Shows the match until the reader leaves; cancelled, it gives the terminal back first.

        Raises:
            EOFError: the terminal is gone.
            Exception: what broke the screen, a fault of the program.
        """
        settle()
        running = asyncio.get_running_loop().create_task(self._app.run())
        try:
            # Not awaited itself: a signal must not cancel the library half-way through its clean-up.
            await asyncio.wait((running,))
        finally:
            self._app.exit()
            _, late = await asyncio.wait((running,), timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        running.result()

    def _carry_out(self, effects: Effects) -> None:
        for effect in effects:
            match effect:
                case Quit():
                    self._app.exit()
                case Rules():
                    self._show_rules(effect.clause)
                case _:
                    raise AssertionError(f"a replay asks for no {effect}")

    def _show_rules(self, clause: str | None) -> None:
        text = rules_text(self._history.game.key, i18n.current())
        if clause:
            try:
                clause_text(text, clause)
            except GefaehrtenError as error:
                self.desk.refused(error.sentence)
                return
        self.desk.show_rules(self._wording.say(N_("Rules")), rulebook(text, self._wording, clause))
