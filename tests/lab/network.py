"""Shell. Lines between peers and a host, in memory and virtual time, on which goes wrong what a plan says.

The one rule: without a fault a line behaves as a websocket over TCP does: in order, whole, late; closing takes a while.
Faults come at frames that are counted by peer and way over all lines that the peer has had.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from gefaehrten.core.random import Random
from protocol import limits
from protocol.errors import LinkClosed
from protocol.net import sentences
from protocol.net.link import Link
from tests.lab.plan import OF_A_RELAY, Fault, Kind, Way
from tests.lab.tap import Tap

LONGEST = 600.0
"""Seconds after which a line that is silent for ever is gone after all: no relay holds one for longer."""


MOMENT = 1e-6
"""Seconds between two frames that arrive together."""


class Broken(LinkClosed):
    """A line that its own process has lost by being killed: nobody is left to see it."""


@dataclass
class Course:
    """One way of a line. Mutable: what is on it.

    Attributes:
        last: when the frame before arrives.
        held: until when nothing arrives.
        dead: nothing arrives any more.
        waiting: the frame that another shall overtake.
    """

    last: float = 0.0
    held: float = 0.0
    dead: bool = False
    waiting: bytes | None = None
    under_way: int = 0


class End:
    """One end of a line; a `Link`. Mutable: what has arrived."""

    def __init__(self, line: Line, way: Way) -> None:
        self.line = line
        self.way = way
        self.patience = limits.QUEUE_MESSAGES
        self.leisure = 0.0  # frames arrive together or not as the delays happen to be
        self.agreed = True
        self.other: End
        self.over: Exception | None = None
        self._inbox: deque[bytes] = deque()
        self._changed = asyncio.Event()

    @property
    def peer(self) -> str:
        return "host" if self.way is Way.UP else f"peer {self.line.who}"

    @property
    def origin(self) -> str:
        return self.peer

    def let_in(self, *, plays: bool = False) -> None:
        """See `Link`: a laboratory lets everybody in."""

    async def send(self, data: bytes) -> None:
        if self.over is not None:
            raise self.over
        self.line.send(self, data)
        course = self.line.courses[self.way]
        if course.under_way > self.patience:
            self.line.part(self, sentences.dropped(self.peer))
            raise sentences.dropped(self.peer)

    async def recv(self) -> bytes:
        while not self._inbox:
            if self.over is not None:
                raise self.over
            self._changed.clear()
            await self._changed.wait()
        return self._inbox.popleft()

    async def drain(self) -> None:
        course = self.line.courses[self.way]
        while self.over is None and course.under_way > self.patience // 2:
            self._changed.clear()
            await self._changed.wait()
        if self.over is not None:
            raise self.over

    async def close(self, reason: str = "") -> None:
        if self.over is None:
            self.finish(sentences.closed_here(self.peer), forget=True)
            self.line.goodbye(self, reason)
            await asyncio.sleep(self.line.round_trip)

    def abort(self) -> None:
        if self.over is None:
            self.line.part(self, sentences.closed_here(self.peer))

    def arrive(self, data: bytes) -> None:
        """A frame is there."""
        if self.over is None:
            self._inbox.append(data)
            self._changed.set()

    def finish(self, error: Exception, *, forget: bool) -> None:
        """Nothing comes or goes any more; what has arrived can be read unless it is to be forgotten."""
        if forget:
            self._inbox.clear()
        if self.over is None:
            self.over = error
        self._changed.set()

    def moved(self) -> None:
        """Something has left the queue."""
        self._changed.set()


class Line:
    """A connection: two ends, two ways. Mutable: it breaks."""

    def __init__(self, network: Network, who: str) -> None:
        self.network = network
        self.who = who
        self.host = ""
        self.delay = 0.01 + 0.19 * int(network.rng.below(1000)) / 1000
        self.courses = {Way.UP: Course(), Way.DOWN: Course()}
        self.near = End(self, Way.UP)
        self.far = End(self, Way.DOWN)
        self.near.other, self.far.other = self.far, self.near

    @property
    def round_trip(self) -> float:
        return 2.0 if any(course.dead for course in self.courses.values()) else 2 * self.delay

    def send(self, end: End, data: bytes) -> None:
        """A frame sets out; whatever is planned for it happens."""
        for frame in self.network.passes(self, end, data):
            self.carry(end, frame)

    def carry(self, end: End, data: bytes) -> None:
        """A frame goes to the other end behind those before it."""
        course = self.courses[end.way]
        course.under_way += 1
        if course.dead:
            return
        self._later(course, lambda: self._deliver(course, end, data))

    def goodbye(self, end: End, reason: str) -> None:
        """One end has closed; the other hears it behind everything that was sent."""
        course = self.courses[end.way]
        end_of_it = sentences.closed_there(end.other.peer, reason)
        if not course.dead:
            self._later(course, lambda: end.other.finish(end_of_it, forget=False))

    def part(self, end: End, why: Exception) -> None:
        """One end breaks it off at once, and the other hears that soon."""
        end.finish(why, forget=True)
        if not self.courses[end.way].dead:
            self.network.loop.call_later(self.delay, self.lose, end.other)

    def lose(self, end: End) -> None:
        """One end sees that the line is gone."""
        end.finish(sentences.lost(end.peer), forget=True)

    def lose_both(self) -> None:
        """Both ends do."""
        self.lose(self.near)
        self.lose(self.far)

    def _later(self, course: Course, what: Callable[[], None]) -> None:
        now = self.network.loop.time()
        jitter = self.network.rng.below(1000) / 100_000
        # Timers of one moment go off in no certain order: each frame has a moment of its own.
        course.last = max(course.last + MOMENT, course.held, now + self.delay + jitter)
        self.network.loop.call_at(course.last, what)

    def _deliver(self, course: Course, end: End, data: bytes) -> None:
        course.under_way -= 1
        end.moved()
        end.other.arrive(data)


@dataclass
class Network:
    """All lines of a run. Mutable: frames are counted, and faults happen.

    Args:
        accept: takes the host's end of a new line, and says who that is; raises `LinkError` where nobody listens.
        kill: ends the process of a peer, and starts it again after so many seconds.
        act: lets the person of a peer do something.
    """

    loop: asyncio.AbstractEventLoop
    rng: Random
    faults: list[Fault]
    tap: Tap
    accept: Callable[[Link], str]
    kill: Callable[[str, float], None]
    act: Callable[[Fault], None]
    lines: list[Line] = field(default_factory=list)
    happened: dict[Fault, float] = field(default_factory=dict)
    counts: Counter[tuple[str, Way]] = field(default_factory=Counter)
    unreachable: dict[str, float] = field(default_factory=dict)
    passed: dict[tuple[str, Way], list[bytes]] = field(default_factory=dict)

    async def dial(self, who: str) -> Link:
        """A peer's end of a new line to the host.

        Raises:
            LinkError: nobody answers.
        """
        if self.loop.time() < self.unreachable.get(who, 0.0):
            # A network that is down says so at once, or nothing at all.
            await asyncio.sleep(0.01 if self.rng.below(2) else limits.CONNECT_SECONDS)
            raise sentences.unreachable("host", 1)
        line = Line(self, who)
        await asyncio.sleep(2 * line.delay)
        line.host = self.accept(line.far)
        self.lines.append(line)
        return line.near

    def forget(self, who: str) -> None:
        """A process is gone; its system closes its lines, and the other ends hear that soon."""
        for line in self.lines:
            mine = line.near if line.who == who else line.far
            if mine.over is None and who in (line.who, line.host):
                if self.rng.below(2):
                    line.part(mine, Broken("killed", "killed"))
                else:
                    mine.finish(Broken("killed", "killed"), forget=True)
                    line.goodbye(mine, "")

    def passes(self, line: Line, end: End, data: bytes) -> list[bytes]:
        """Counts a frame that sets out; what goes on in its place."""
        place = line.who, end.way
        self.counts[place] += 1
        self.tap.sent(line.who, end.way, data, self.loop.time())
        before = self.passed.setdefault(place, [])
        before.append(data)
        frames = [data]
        course = line.courses[end.way]
        if course.waiting is not None:
            frames, course.waiting = [data, course.waiting], None
        for fault in self._due(line.who, end.way):
            if fault.kind in OF_A_RELAY and not frames:
                continue  # another fault has got it
            if fault.kind in OF_A_RELAY:
                frames = self._meddle(fault, line, end, frames, before)
            else:
                frames = self._break(fault, line, end, frames)
        return frames

    def _due(self, who: str, way: Way) -> list[Fault]:
        count = self.counts[who, way]
        due = [fault for fault in self.faults if (fault.who, fault.way, fault.at) == (who, way, count)]
        self.happened.update((fault, self.loop.time()) for fault in due)
        return due

    def _meddle(
        self, fault: Fault, line: Line, end: End, frames: list[bytes], before: list[bytes]
    ) -> list[bytes]:
        match fault.kind:
            case Kind.TWICE:
                return [*frames, frames[0]]
            case Kind.AGAIN:
                return [*frames, before[max(0, len(before) - 1 - int(fault.number))]]
            case Kind.SKIP:
                return []
            case Kind.FLIP:
                bit = int(fault.number) % (8 * len(frames[0]))
                wrong = bytearray(frames[0])
                wrong[bit // 8] ^= 1 << bit % 8
                return [bytes(wrong), *frames[1:]]
            case _:
                course = line.courses[end.way]
                course.waiting = frames[0]
                self.loop.call_later(fault.number or 1.0, self._release, line, end)
                return frames[1:]

    def _release(self, line: Line, end: End) -> None:
        course = line.courses[end.way]
        waiting, course.waiting = course.waiting, None
        if waiting is not None:
            line.carry(end, waiting)

    def _break(self, fault: Fault, line: Line, end: End, frames: list[bytes]) -> list[bytes]:
        now, seconds = self.loop.time(), min(fault.number, LONGEST)
        match fault.kind:
            case Kind.DELAY:
                line.courses[end.way].held = now + seconds
                return frames
            case Kind.CUT:
                self.unreachable[line.who] = now + fault.number
                for course in line.courses.values():
                    course.dead = True
                self.loop.call_soon(line.lose_both)
            case Kind.LOSE | Kind.MUTE:
                ways = line.courses if fault.kind is Kind.LOSE else (end.way,)
                for way in ways:
                    line.courses[way].dead = True
                self.loop.call_later(seconds, line.lose_both)
            case Kind.GHOST:
                for course in line.courses.values():
                    course.dead = True
                self.loop.call_soon(line.lose, end.other)
                self.loop.call_later(seconds, line.lose, end)
            case Kind.CRASH:
                self.kill(line.who, fault.number)
            case Kind.LEAVE | Kind.WISH | Kind.IDLE | Kind.TAKE:
                self.act(fault)
                return frames
            case _:
                raise AssertionError(fault)
        return []
