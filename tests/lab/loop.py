"""Shell. An event loop whose time is virtual: when nothing is ready, the clock jumps to the next timer.

The one rule: nobody waits in earnest. What would wait for ever is an error at once, and the same run takes the same way
every time.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

SECONDS = 20_000.0
"""Virtual seconds after which a run hangs: more than all graces, budgets and pauses of a match together."""

STEPS = 2_000_000
"""Rounds of the loop after which a run hangs: some thousand times what a match takes."""


class Hang(Exception):
    """A run does not come to an end: nothing is left that could happen, or it goes on and on."""


class _Clockwork(selectors.SelectSelector):
    """Has no files to wait for; lets time pass instead."""

    def __init__(self, seconds: float, steps: int) -> None:
        super().__init__()
        self.now = 0.0
        self._seconds = seconds
        self._steps = steps

    def give(self, seconds: float, steps: int) -> None:
        """So much more time, and so many rounds."""
        self._seconds, self._steps = self.now + seconds, steps

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._steps -= 1
        if timeout is None:
            raise Hang("nothing is left that could happen")
        if self._steps < 0:
            raise Hang(f"it goes on and on, {self.now:.0f} s so far")
        if timeout > 0:
            self.now += timeout
            if self.now > self._seconds:
                raise Hang(f"it has not ended after {self.now:.0f} s")
        return []


class Mortal(Protocol):
    """A process, or one life of it."""

    dead: bool


OWNER: ContextVar[Mortal | None] = ContextVar("owner", default=None)
"""Whose tasks are being made."""


class OwnedTask(asyncio.Task[Any]):
    """A task that knows whose it is."""

    owner: Mortal | None = None


def _owned(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> OwnedTask:
    task = OwnedTask(work, loop=loop, **named)
    task.owner = OWNER.get()
    return task


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop. `time()` begins at 0 and is seconds of the run, not of the world.

    Attributes:
        complaints: what went to the loop's exception handler; an honest program has none.
    """

    def __init__(self, seconds: float = SECONDS, steps: int = STEPS) -> None:
        self._clockwork = _Clockwork(seconds, steps)
        super().__init__(self._clockwork)
        self.complaints: list[str] = []
        self.set_exception_handler(self._complain)
        self.set_task_factory(_owned)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._clockwork.now

    def play(self, work: Awaitable[T]) -> T:
        """Runs something to its end, then whatever it has left behind is cancelled, and the loop closed.

        Raises:
            Hang: it does not come to an end.
        """
        try:
            return self.run_until_complete(work)
        finally:
            self.shut()

    def shut(self) -> None:
        """Cancels what there still is, and closes the loop. Again is fine."""
        if self.is_closed():
            return
        ended = self._clockwork.now
        self._clockwork.give(SECONDS, STEPS)
        left = sorted(asyncio.all_tasks(self), key=lambda task: task.get_name())
        for task in left:
            task.cancel()
        if left:
            self.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._clockwork.now = ended
        self.close()

    def _complain(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        owner = getattr(context.get("future") or context.get("task"), "owner", None)
        if owner is not None and owner.dead:
            return  # nobody is left who could take notice
        self.complaints.append(f"{context['message']}: {error!r}")
