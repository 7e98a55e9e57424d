"""Shell. Processes that think: bare interpreters that import one module, and speak lines of JSON with their parent.

The one rule: they die with it, by whatever end it met, in the midst of a thought too; Ctrl-C is the parent's to handle.

The children of `multiprocessing` would import the program's main module too, the command line with it, and bring a
resource tracker along.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from gefaehrten.core.game import Setup

BOOT: Final = "import sys, importlib; sys.path[:] = sys.argv[2:]; importlib.import_module(sys.argv[1]).main()"
"""What the process is started with: the parent's own search path, and nothing from the current folder (`-P`)."""


def start(module: str) -> subprocess.Popen[bytes]:
    """A process that runs the module's `main()`, with pipes to its stdin and stdout.

    Raises:
        OSError: none can be started.
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-c", BOOT, module, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        process_group=0,  # the terminal's Ctrl-C goes to the parent alone, from the first moment on
    )


def end(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Kills it, waits so long for that at most, and closes the pipes. Again is fine."""
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with contextlib.suppress(OSError):
            pipe.close()


def serve(take: Callable[[dict[str, Any]], None]) -> BinaryIO:
    """In the child: hands every object that comes in to `take`, in a thread of its own; returns where answers go.

    When the parent's end of the pipe closes, the process is gone at once.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nothing but answers may reach the parent: a stray print in a game goes where errors go.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def listen() -> None:
        for line in sys.stdin.buffer:
            take(json.loads(line))
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return answers


def answer(answers: BinaryIO, value: object) -> None:
    """In the child: a line for the parent; without one this was all."""
    try:
        answers.write(json.dumps(value).encode() + b"\n")
    except OSError:
        os._exit(0)


def plain(setup: Setup) -> dict[str, Any]:
    """A setup as JSON."""
    return {"seats": setup.seats, "options": dict(setup.options), "wishes": list(setup.wishes)}


def setup_of(value: dict[str, Any]) -> Setup:
    """A setup from what `plain` made of it."""
    return Setup(value["seats"], value["options"], tuple(value["wishes"]))
