"""Shell. A bot that is asked for advice while the person goes on typing.

The one rule: advice is about the turn it was asked for; once that is committed, it is not given any more.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from typing import Protocol

from ai.thinking import ADVISED, Candidate
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.figures import grouped
from gefaehrten.core.game import Setup
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.players import Position

LEVEL = "hard"
"""How hard the bot thinks."""

WIDTH = 80


class Thinker(Protocol):
    """What thinks: `BotProcess` in a match."""

    async def think(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        """A whole turn."""
        ...

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]:
        """The next actions, best first."""
        ...

    def close(self) -> None:
        """Ends the process."""
        ...


class Adviser:
    """Asks a bot's process, started when first needed. Mutable: it holds that process and the question.

    Args:
        show: prints lines.
        make: starts the process.
        begun: prints what is said before there is any advice; by itself `show`.
    """

    def __init__(
        self,
        wording: Wording,
        show: Callable[[Iterable[Line]], None],
        make: Callable[[], Thinker] = BotProcess,
        begun: Callable[[Iterable[Line]], None] | None = None,
    ) -> None:
        self._wording = wording
        self._show = show
        self._begun = show if begun is None else begun
        self._make = make
        self._process: Thinker | None = None
        self._thinking: asyncio.Task[None] | None = None

    def ask(self, position: Position, so_far: tuple[int, ...]) -> None:
        """Has the advice printed as soon as there is some.

        Args:
            so_far: what the turn has placed already.
        """
        if self._thinking is not None and not self._thinking.done():
            self._begun(self._said(N_("A bot thinks about it already.")))
            return
        self._begun(self._said(N_("A bot thinks about it …")))
        self._thinking = asyncio.get_running_loop().create_task(self._advise(position, so_far))

    def forget(self) -> None:
        """The turn is over: nobody waits for advice any more."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Ends the process."""
        self.forget()
        if self._process is not None:
            self._process.close()
            self._process = None

    async def _advise(self, position: Position, so_far: tuple[int, ...]) -> None:
        if self._process is None:
            self._process = self._make()
        kernel = position.kernel.clone()
        for action in so_far:
            kernel.apply(action)
        seed = int.from_bytes(os.urandom(7), "little")
        where = (position.game.key, position.setup, kernel.dump(), position.seat, LEVEL, seed)
        view = position.game.view()
        scene = Scene(position.kernel, position.seat, position.names, position.steps, turn=so_far)
        try:
            turn = await self._process.think(*where)
            self._say(N_("Hint: {moves}"), moves=view.format(scene, turn))
            for candidate in (await self._process.hint(*where))[:ADVISED]:
                move = view.format(scene, [candidate.action])
                self._show(self._judged(move, candidate, counts=view.counts))
        except GefaehrtenError as error:
            text = Span(self._wording.say(error.sentence), Style.WARN)
            self._show(wrapped(line(text), WIDTH, 4))

    def _judged(self, move: str, candidate: Candidate, *, counts: bool) -> list[Line]:
        """What is to be expected of a move; of points where the game `counts` them."""
        visits = grouped(candidate.visits)
        if (seen := candidate.outlook) is None:
            worth = round(100 * candidate.reward)
            return self._said(
                N_("    {move}: looked at {visits} times, worth {worth} of 100"),
                move=move,
                visits=visits,
                worth=worth,
            )
        first = round(100 * seen.first)
        if not counts:
            template = N_("    {move}: wins {first} of 100 matches, looked at {visits} times")
            return self._said(template, move=move, first=first, visits=visits)
        return self._said(
            N_("    {move}: about {points} points, first in {first} of 100, looked at {visits} times"),
            move=move,
            points=round(seen.points),
            first=first,
            visits=visits,
        )

    def _say(self, template: str, **params: object) -> None:
        self._show(self._said(template, **params))

    def _said(self, template: str, **params: object) -> list[Line]:
        return wrapped(line(self._wording.say(template, **params)), WIDTH, 4)
