"""The program as other programs see it: processes with profiles of their own, JSON lines read as they come."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RUN = "import sys; sys.argv[0] = 'gefaehrten'; from gefaehrten.cli.main import main; sys.exit(main())"
RUN_AGAIN = "import sys; sys.argv[0] = 'gefaehrten'; from tests.interop.again import main; sys.exit(main(1))"
"""The same for somebody who wants one rematch."""

STEPS_OF_AN_ENTRY = 24
"""More steps than one entry of the log is told in; a guest may show one entry just before it has stored it."""

PATIENCE = 120.0
"""Seconds that a test waits for a line before it fails; nothing here takes a tenth of it."""

Json = dict[str, Any]

started: list[Program] = []
"""Every program of the running test; the fixture beside this ends them all."""


class Program:
    """A running `gefaehrten`.

    Args:
        run: what Python is given to run it.
        within: what stands before the command.
    """

    def __init__(
        self,
        *words: str,
        profile: Path,
        hash_seed: str = "random",
        run: str = RUN,
        within: Sequence[str] = (),
    ) -> None:
        self.profile = profile
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "HOME": str(profile.parent), "LC_ALL": "C"}
        environment.pop("GEFAEHRTEN_HOME", None)
        self._process = subprocess.Popen(
            [*within, sys.executable, "-c", run, *words, "--profile", str(profile)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.seen: list[Json] = []
        self.complaints: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._listen, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        started.append(self)

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def until(self, event: str) -> Json:
        """The next line of this kind; everything up to it is kept in `seen`."""
        for line in self._follow():
            if line["event"] == event:
                return line
        raise AssertionError(f"no {event!r} came: {self.seen[-3:]} {self.complaints}")

    def finish(self) -> int:
        """Reads to the end; returns the exit code."""
        for _ in self._follow():
            pass
        code = self._process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code

    def of(self, event: str) -> list[Json]:
        """The lines of a kind so far."""
        return [line for line in self.seen if line["event"] == event]

    def kill(self) -> None:
        """`kill -9`."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def hold(self) -> None:
        """It stands still until `go_on`, and with it everybody who needs its answers."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """After `hold`."""
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Ends it whatever it does, and lets go of its pipes."""
        self._process.kill()
        self._process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self.finish()

    def _follow(self) -> Iterator[Json]:
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            self.seen.append(json.loads(line))
            yield self.seen[-1]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _listen(self) -> None:
        assert self._process.stderr is not None
        self.complaints.extend(self._process.stderr)


def once(*words: str, profile: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    extra: Sequence[str] = () if profile is None else ("--profile", str(profile))
    return subprocess.run(
        [sys.executable, "-c", RUN, *words, *extra],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "HOME": "/nonexistent"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def table(folder: Path, seats: int, *words: str, level: str = "random") -> tuple[Program, str, str]:
    """A host that has opened a table on a free port: the program, its address, its code."""
    host = Program(
        "host", "--seats", str(seats), "--bots", "0", "--auto", level, "--json", "--listen", "127.0.0.1:0",
        "--name", "Host", *words, profile=folder / "host",
    )  # fmt: skip
    opened = host.until("table")
    return host, opened["address"], opened["code"]


def guest(folder: Path, name: str, address: str, code: str, *words: str, level: str = "random") -> Program:
    """A guest whose seat a bot plays."""
    return Program(
        "join", address, code, "--auto", level, "--json", "--name", name, *words, profile=folder / name
    )
