"""Shell. Bots think in processes of their own, so that the event loop never waits for one.

The one rule: whoever asks awaits a future. A thread per bot starts the process, writes to it, reads from it and
starts it once more if it dies; the event loop only puts requests in that thread's queue.

The process is a bare interpreter that imports `bot_worker`; see `child`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import queue
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ai.levels import parse_spec
from ai.outlook import Outlook
from ai.thinking import Candidate, random_turn
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import Setup
from gefaehrten.core.text import N_
from gefaehrten.session import child
from gefaehrten.session.bot_worker import Lookup, catalogue

WORKER = "gefaehrten.session.bot_worker"
"""The module whose `main()` the process runs."""

ATTEMPTS = 2
"""How many processes a request may cost: the first, and one restart."""

PATIENCE = 30.0
"""Seconds that a search may be late, on however busy a machine, before its process counts as dead."""

GRACE = 1.0
"""Seconds to wait for a killed process to be gone."""


class WorkerGone(Exception):
    """The process died or could not answer; the text is for the log."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request on its way, and who waits for it."""

    number: int
    line: bytes
    loop: asyncio.AbstractEventLoop
    reply: asyncio.Future[dict[str, Any]]

    def settle(self, reply: dict[str, Any] | None) -> None:
        """Hands over the reply, None if there is none to come. From any thread."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, reply)

    def _settle(self, reply: dict[str, Any] | None) -> None:
        if self.reply.done():
            return
        if reply is None or "error" in reply:
            problem = "the process ended" if reply is None else reply["error"]
            self.reply.set_exception(WorkerGone(problem))
        else:
            self.reply.set_result(reply)


class BotProcess:
    """A process for one bot, or for several that take turns: requests are answered in the order they come.

    Attributes:
        fault: set once the process has failed twice in a row; from then on turns are random.
    """

    def __init__(
        self,
        *,
        on_fault: Callable[[GefaehrtenError], None] | None = None,
        worker: str = WORKER,
        lookup: Lookup = catalogue,
    ) -> None:
        """Starts the process in the background, ahead of the first need.

        Args:
            on_fault: told once, in the event loop, when `fault` is set.
            worker: the module to run, for tests.
            lookup: finds the game when a random turn must be made up here.
        """
        self.fault: GefaehrtenError | None = None
        self._on_fault = on_fault
        self._worker = worker
        self._lookup = lookup
        self._numbers = itertools.count(1)
        self._requests: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="bot", daemon=True)
        self._thread.start()

    async def think(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[int]:
        """A whole turn of the seat, as kernel actions. Cancelling it stops the search too.

        If the process fails twice, the turn is a random one, and `fault` says why.

        Args:
            dump: of a kernel in which the seat decides; the worker masks it to the seat.
            level: a level's name or another text that `parse_spec` reads.

        Raises:
            UsageError: the level is none; the caller's fault.
        """
        if self.fault is None:
            try:
                reply = await self._ask("turn", game_key, setup, dump, seat, level, seed)
                return [int(action) for action in reply["turn"]]
            except WorkerGone as gone:
                self._set_fault(gone)
        return random_turn(self._lookup(game_key).load(setup, dump), seat, seed)

    async def hint(
        self, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> list[Candidate]:
        """What a search thinks of the seat's next actions, best first. Arguments as for `think`.

        Raises:
            UsageError: the level is none; the caller's fault.
            GefaehrtenError: the process failed twice (`fault`); this machine's fault.
        """
        if self.fault is None:
            try:
                reply = await self._ask("hint", game_key, setup, dump, seat, level, seed)
                return [_candidate(*entry) for entry in reply["advice"]]
            except WorkerGone as gone:
                self._set_fault(gone)
        assert self.fault is not None
        raise self.fault

    def close(self) -> None:
        """Ends the process at once, thinking or not. Who still waits gets `CancelledError`."""
        self._closed = True
        self._requests.put(None)
        if (process := self._process) is not None:
            process.kill()  # before the guard: it frees a thread that holds it, writing to a process that hangs
        self._kill()  # and one that was just being started
        self._thread.join(GRACE)

    async def _ask(
        self, task: str, game_key: str, setup: Setup, dump: list[int], seat: int, level: str, seed: int
    ) -> dict[str, Any]:
        """The worker's reply, from a second process if the first one fails."""
        seconds = parse_spec(level, self._lookup(game_key).levels).seconds
        limit = None if seconds is None else seconds + PATIENCE
        request: dict[str, Any] = {"task": task, "game": game_key, "setup": child.plain(setup), "dump": dump}
        request |= {"seat": seat, "level": level, "seed": seed}
        for attempt in range(ATTEMPTS):
            try:
                async with asyncio.timeout(limit):
                    return await self._exchange(request)
            except TimeoutError:
                self._kill()  # the thread sees it end, and starts another
                problem = WorkerGone("no answer in time")
            except WorkerGone as gone:
                problem = gone
            if attempt == ATTEMPTS - 1:
                raise problem
        raise AssertionError("the last attempt returns or raises")

    async def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        """Puts one request in the queue and waits for its reply."""
        loop = asyncio.get_running_loop()
        number = next(self._numbers)
        line = json.dumps({"id": number, **request}).encode() + b"\n"
        asked = Asked(number, line, loop, loop.create_future())
        if self._closed:
            raise asyncio.CancelledError
        self._requests.put(asked)
        try:
            return await asked.reply
        except asyncio.CancelledError:
            self._send(json.dumps({"stop": number}).encode() + b"\n")
            raise

    def _set_fault(self, gone: WorkerGone) -> None:
        self.fault = GefaehrtenError(
            "bot",
            N_("A bot's process failed twice ({problem}); from now on this bot plays at random."),
            problem=str(gone),
        )
        if self._on_fault is not None:
            self._on_fault(self.fault)

    # What follows runs in the bot's thread, `_kill` and `_send` in any.

    def _serve(self) -> None:
        """The thread: request by request until `close`."""
        self._spawn()
        while (asked := self._requests.get()) is not None:
            if asked.reply.cancelled():
                continue
            reply = self._round_trip(asked) if self._spawn() else None
            if reply is None:
                self._retire()  # and wait for its end: a process just killed still looks alive for a moment
            asked.settle(reply)
        self._retire()

    def _spawn(self) -> bool:
        """Sees to it that a process runs; False if none can."""
        if self._process is not None and self._process.poll() is None:
            return True
        self._retire()
        with self._guard:
            if self._closed:
                return False
            try:
                self._process = child.start(self._worker)
            except OSError:
                return False
        return True

    def _round_trip(self, asked: Asked) -> dict[str, Any] | None:
        """Writes a request and reads its reply; None if the process is gone."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        self._send(asked.line)
        try:
            line = process.stdout.readline()
            reply: dict[str, Any] = json.loads(line)
        except (OSError, ValueError):
            return None
        return reply

    def _send(self, line: bytes) -> None:
        """Writes a line to the process; one that is gone shows when its reply is read."""
        with self._guard:
            process = self._process
            if process is not None and process.stdin is not None and not process.stdin.closed:
                with contextlib.suppress(OSError):
                    process.stdin.write(line)
                    process.stdin.flush()

    def _kill(self) -> None:
        """Ends the process, if there is one."""
        with self._guard:
            if self._process is not None:
                self._process.kill()

    def _retire(self) -> None:
        """Lets go of a process that is dead, or has to be."""
        with self._guard:
            process = self._process
            self._process = None
        if process is not None:
            child.end(process, GRACE)


def _candidate(action: int, visits: int, reward: float, outlook: list[float] | None) -> Candidate:
    """One as the process writes it."""
    return Candidate(action, visits, reward, None if outlook is None else Outlook(*outlook))
