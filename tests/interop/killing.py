"""Shell. One match of real processes of which one after the other is killed with SIGKILL and started again.

The one rule: it only kills, starts and looks. Whether the match holds is said by the program's own `verify`.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gefaehrten.session.profile import Access, Profile
from protocol.wire.envelope import open_envelope
from tests.interop.programs import Program, once

SETTLED = 0.3
"""Seconds before a process that could not come back tries again."""

LONGEST = 3600.0
"""Seconds after which a match that has not ended is given up."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a process runs: what stands before its command, and where a host listens there."""

    within: tuple[str, ...] = ()
    listen: str = "127.0.0.1:0"


@dataclass
class Role:
    """One of the processes. Mutable: it dies and comes again.

    Attributes:
        words: of the command that starts it, the first time and later.
    """

    name: str
    place: Place
    first: tuple[str, ...]
    later: tuple[str, ...]
    profile: Path
    program: Program | None = None
    kills: int = 0
    starts: int = 0
    done: int | None = None

    def start(self) -> Program:
        """Its next process."""
        words = self.later if self.starts else self.first
        self.starts += 1
        self.program = Program(*words, profile=self.profile, within=self.place.within)
        return self.program

    def kill(self) -> None:
        """`kill -9`."""
        assert self.program is not None
        self.program.kill()
        self.kills += 1


@dataclass
class Figures:
    """What came of it. Mutable: it is filled in.

    Attributes:
        moments: how often the last stored entry was of which kind when somebody was killed.
        behind: the processes that came back when the host had gone home already.
        problem: why it is no success; "" for one.
    """

    kills: dict[str, int] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)
    moments: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    entries: int = 0
    head: str = ""
    scores: list[int] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    problem: str = ""


class Killing:
    """A match of four seats: a host with a bot of its own, a guest, and a bot that joins; all by themselves.

    Args:
        places: of "host", "guest" and "bot".
        kills: how many there are to be.
        entries: of the log that they are to be spread over.
    """

    def __init__(
        self,
        folder: Path,
        places: dict[str, Place],
        *,
        kills: int,
        seed: int,
        level: str,
        entries: int,
        say: Callable[[str], None],
    ) -> None:
        self._folder = folder
        self._random = random.Random(seed)
        self._kills = kills
        self._entries = entries
        self._say = say
        self._level = level
        self._places = places
        self._match = b""
        self.figures = Figures()
        self.roles: list[Role] = []

    def run(self) -> Figures:
        """Plays it; the figures say whether all went well."""
        began = time.monotonic()
        try:
            self._open()
            self._kill_again_and_again(began + LONGEST)
            self._wait_for_the_end(began + LONGEST)
            self._compare()
        except (AssertionError, TimeoutError) as error:
            self.figures.problem = self.figures.problem or str(error)[:500]
        self.figures.seconds = round(time.monotonic() - began, 1)
        self.figures.kills = {role.name: role.kills for role in self.roles}
        self.figures.starts = {role.name: role.starts for role in self.roles}
        for role in self.roles:
            if role.program is not None:
                role.program.close()
        return self.figures

    def _open(self) -> None:
        auto = ("--auto", self._level, "--json")
        listen = ("--listen", self._places["host"].listen)
        opening = (
            "host",
            "--seats",
            "4",
            "--bots",
            "1",
            "--level",
            self._level,
            "--no-announce",
            *listen,
            *auto,
        )
        host = Role("host", self._places["host"], opening, (), self._folder / "host")
        table = host.start().until("table")
        self._match = bytes.fromhex(table["match"])
        host.later = ("host", "--resume", table["match"], "--no-announce", *auto)
        goal = (table["address"], table["code"])
        join = ("join", *goal, *auto)
        send = ("bot", *goal, "--level", self._level, "--json")
        self.roles = [
            host,
            Role("guest", self._places["guest"], join, join, self._folder / "guest"),
            Role("bot", self._places["bot"], send, send, self._folder / "bot"),
        ]
        for role in self.roles[1:]:
            role.start()
        while self._stored() < 1:
            assert host.program is not None
            assert host.program.running, f"the host ended: {host.program.complaints}"

    def _kill_again_and_again(self, until: float) -> None:
        for number in range(self._kills):
            stored = self._stored()
            # Some more pass while whoever was killed comes back: half of what would be its share.
            share = max(0, self._entries - stored) / (self._kills - number)
            wanted = stored + self._random.randint(0, round(share))
            while self._stored() < wanted and not self._over():
                self._look_after()
                if time.monotonic() > until:
                    raise TimeoutError(f"nothing goes on after kill {number}")
            if self._over():
                return
            time.sleep(self._random.random() * 0.05)
            role = self._random.choice([role for role in self.roles if role.done is None])
            moment = self._last()
            self.figures.moments[moment] = self.figures.moments.get(moment, 0) + 1
            self._say(f"{number + 1}: {role.name} at entry {self._stored()}, behind a {moment}")
            role.kill()
            role.start()

    def _look_after(self) -> None:
        """Whoever could not come back, because another was dead too, tries again."""
        for role in self.roles:
            program = role.program
            assert program is not None
            if program.running or role.done == 0:
                continue
            role.done = program.finish()
            if role.done and not self._over():
                time.sleep(SETTLED)
                program.close()
                role.done = None
                role.start()
        time.sleep(0.002)

    def _over(self) -> bool:
        """Whether the host has gone home with a verdict."""
        host = self.roles[0]
        return host.done == 0

    def _wait_for_the_end(self, until: float) -> None:
        while not self._over():
            self._look_after()
            if time.monotonic() > until:
                raise TimeoutError("the match does not end")
        for role in self.roles[1:]:
            assert role.program is not None
            while role.done is None:
                if not role.program.running:
                    role.done = role.program.finish()
                elif time.monotonic() > until:
                    raise TimeoutError(f"{role.name} does not end")
                time.sleep(SETTLED)
            if role.done:
                self._say(f"{role.name}: {role.program.seen[-3:]} {role.program.complaints}")
                self.figures.behind.append(role.name)

    def _compare(self) -> None:
        """One record everywhere, and it holds."""
        heads = set()
        for role in self.roles:
            path = self._folder / f"{role.name}.record"
            done = once("export", self._match.hex(), str(path), profile=role.profile)
            assert done.returncode == 0, done.stderr
            done = once("verify", str(path), "--json")
            report = json.loads(done.stdout)
            assert done.returncode == 0, f"{role.name}: {report['faults']}"
            assert report["honest"], f"{role.name}: {report['faults']}"
            assert report["proven"], f"{role.name}: not proven"
            heads.add((report["head"], report["entries"], tuple(report["scores"])))
        assert len(heads) == 1, f"several ends: {heads}"
        ((self.figures.head, self.figures.entries, scores),) = heads
        self.figures.scores = list(scores)

    def _stored(self) -> int:
        """Entries that the host has stored."""
        with Profile.open(self._folder / "host", access=Access.READ) as profile:
            return profile.store.last_index(self._match)

    def _last(self) -> str:
        """The kind of the last one."""
        with Profile.open(self._folder / "host", access=Access.READ) as profile:
            entries = profile.store.entries(
                self._match, after=max(0, profile.store.last_index(self._match) - 1)
            )
        return open_envelope(entries[-1].envelope).kind.name if entries else "START"
