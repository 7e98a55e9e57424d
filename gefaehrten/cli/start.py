"""Shell. Hands a checked request to the session, with the front to show it on, and judges how it ended.

The one rule: the session never touches the terminal, and the commands never touch the session: they meet here.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import stat
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import TypeVar

from gefaehrten.cli import i18n, output, succession
from gefaehrten.cli.fronts import JsonFront, Outcome, front_for
from gefaehrten.core.text import N_
from gefaehrten.session.ends import HostGone, MatchFault
from gefaehrten.session.events import Judged
from gefaehrten.session.requests import (
    BotRequest,
    HostRequest,
    JoinRequest,
    PlayRequest,
    ResumeRequest,
    Screen,
    WatchRequest,
)

T = TypeVar("T")


def play(request: PlayRequest) -> None:
    """Plays a local match to its end."""
    from gefaehrten.session import run

    warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.play(request, front), front)


def host(request: HostRequest) -> None:
    """Opens a table, plays at it, and returns when the verdict is in."""
    from gefaehrten.session import run

    if request.bots or request.fill or request.fill_after is not None or request.person.auto:
        warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.host(request, front), front)


def resume(request: ResumeRequest) -> None:
    """Goes on with a match that this profile hosted, and returns when the verdict is in."""
    from gefaehrten.session import run

    warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.resume(request, front), front)


def join(request: JoinRequest) -> None:
    """Takes a seat, plays, and returns when the verdict is in."""
    from gefaehrten.session import run

    if request.person.auto:
        warn_if_interpreted()
    front = Outcome(front_for(request.person))
    try:
        _carry_out(run.join(request, front), front)
    except HostGone as gone:
        if not succession.wanted(gone, request.person):
            raise
        resume(ResumeRequest(request.person, gone.match.hex(), hosting=True))


def bot(request: BotRequest) -> None:
    """Lets a bot take a seat, and returns when the verdict is in."""
    from gefaehrten.session import run

    warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.bot(request, front), front)


def watch(request: WatchRequest) -> None:
    """Looks on at a table, and returns when the verdict is in."""
    from gefaehrten.session import run

    # A watcher is asked nothing, so that --json needs nobody to ask.
    json = request.person.screen is Screen.JSON
    shown = JsonFront(output.JsonLines(sys.stdout), None) if json else front_for(request.person)
    front = Outcome(shown)
    _carry_out(run.watch(request, front), front)


def _carry_out(session: Coroutine[object, object, Judged], front: Outcome) -> None:
    """Runs a session to its end; whatever ends it, the front is closed.

    Raises:
        MatchFault: the match ended in a fault.
        KeyboardInterrupt: a signal ended the session, or its terminal is gone.
    """
    judged = to_its_end(_closed(session, front), front.leave)
    if not judged.honest:
        raise MatchFault("fault", N_("The match ended in a fault: {what}"), what=judged.faults[0].what)
    if front.ended is not None and front.ended.reason == "fault":
        raise MatchFault("fault", N_("The match ended in a fault; its result does not count."))


async def _closed(session: Coroutine[object, object, Judged], front: Outcome) -> Judged:
    try:
        return await session
    finally:
        await front.close()


def to_its_end(work: Coroutine[object, object, T], leave: Callable[[], None] = lambda: None) -> T:
    """Runs what holds a terminal; a signal ends it in good order: whatever it has opened is closed.

    Args:
        leave: is told of a signal before the work is cancelled.

    Raises:
        KeyboardInterrupt: a signal has ended it, or its terminal is gone.
    """
    try:
        return asyncio.run(_attended(work, leave))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None  # only a signal cancels the whole of it
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        _silence()
        raise KeyboardInterrupt from None


async def _attended(work: Coroutine[object, object, T], leave: Callable[[], None]) -> T:
    """Has signals cancel the work."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "this is a task"

    def stop() -> None:
        leave()
        task.cancel()

    for number in _ending_signals():
        # Not where loops cannot (Windows: Ctrl-C does the same there by itself) or this is not the main thread.
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(number, stop)
    return await work


def _silence() -> None:
    """The terminal is gone: nothing is written to it any more, not even by the interpreter as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that is gone is none any more, but still a device.
        if stat.S_ISCHR(os.fstat(stream.fileno()).st_mode):
            os.dup2(nowhere, stream.fileno())


def _ending_signals() -> Iterator[signal.Signals]:
    """The signals that end a session; not those that somebody told this process to ignore, as nohup does."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            yield number


def warn_if_interpreted() -> None:
    """One line on stderr when bots are about to think without the compiled kernels."""
    from gefaehrten.core import kernel

    if is_compiled(kernel.__file__):
        return
    output.tell(
        i18n.say(
            N_(
                "Note: the rules run uncompiled on this Python {version}, so bots think many times slower. "
                "With a C compiler a new installation mends it (in a clone: scripts/bootstrap --again)."
            ),
            version=".".join(map(str, sys.version_info[:3])),
        )
    )


def is_compiled(file: str | None) -> bool:
    """Whether a module that was loaded from this file is a compiled one."""
    return file is not None and not file.endswith((".py", ".pyc"))
