"""Shell. Who makes the turns of a seat: its player, or the autopilot while the person is not there.

The one rule: one of them decides at a time, and what has been begun for one turn never becomes the answer to another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gefaehrten.session.players import BotPlayer, Player, Position

AUTOPILOT = "medium"
"""The level that plays for a person who is not there: what bots play by themselves."""


class Helm:
    """The one who decides. Mutable: people go and come back.

    Args:
        player: decides while the person is there.
        autopilot: makes the bot that decides meanwhile, when it is needed first; None: there is none.
        bot: whether the player itself is a program by what it has said to the table.

    Attributes:
        idle: whether the person is not there.
        task: a decision that has been begun.
        is_program: whether no person plays here at all.
    """

    def __init__(self, player: Player, autopilot: Callable[[], BotPlayer] | None, *, bot: bool) -> None:
        self._player = player
        self._make = autopilot
        self._pilot: BotPlayer | None = None
        self._turn = -1
        self._late = -1
        self.idle = False
        self.task: asyncio.Task[list[int]] | None = None
        self.is_program = bot or isinstance(player, BotPlayer)

    @property
    def replaceable(self) -> bool:
        """Whether an autopilot can take over: only where a person plays."""
        return self._make is not None and not self.is_program

    @property
    def automatic(self) -> bool:
        """Whether a program decides now: also about a turn that is late already, whoever has come back meanwhile."""
        return self.is_program or self.idle or self._late == self._turn

    async def expire(self) -> bool:
        """The time for this turn is over: the autopilot makes it. False where that is known, or there is none."""
        if not self.replaceable or self._late == self._turn:
            return False
        self._late = self._turn
        await self.stop()
        return True

    def forget(self) -> None:
        """The turn that is asked for is another one now, whatever its number: what was begun is dropped at the next."""
        self._turn = self._late = -1

    async def follow(self, turn: int) -> None:
        """The turn of this number is asked for; what was begun for another one is dropped."""
        if turn != self._turn:
            self._turn = turn
            await self.stop()

    def decide(self, position: Position) -> None:
        """Has the turn decided, unless that has been begun."""
        if self.task is None:
            self.task = asyncio.create_task(self._who().decide(position))

    def take(self) -> list[int]:
        """The decision, once the task is done; another one may be begun.

        Raises:
            Exception: what the player has raised.
        """
        task, self.task = self.task, None
        assert task is not None, "a decision has been begun"
        return task.result()

    async def stop(self) -> None:
        """Nobody decides any more."""
        task, self.task = self.task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Ends what has been started; the player is somebody else's."""
        await self.stop()
        pilot, self._pilot = self._pilot, None
        if pilot is not None:
            pilot.close()

    def _who(self) -> Player:
        if self._make is None or not self.automatic or self.is_program:
            return self._player
        if self._pilot is None:
            self._pilot = self._make()
        return self._pilot
