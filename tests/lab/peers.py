"""Shell. The processes of a run: a host with its seat, guests and watchers, each the program's own sessions.

The one rule: a process ends by itself, or is killed and started again from its journal, as if by a person.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from gefaehrten.session.ambient import Ambient
from gefaehrten.session.breaks import MatchBroken
from gefaehrten.session.ends import HostGone
from gefaehrten.session.events import Judged, SessionEvent
from gefaehrten.session.keeping import WatcherKeeping
from gefaehrten.session.sitting import until_left
from gefaehrten.session.watching import WatchSession
from protocol import limits
from protocol.errors import ProtocolError, Refused
from protocol.identity import Identity
from protocol.machine.guest import Applicant
from protocol.machine.motions import ABORT, PAUSE
from protocol.net import sentences
from protocol.net.link import Link
from tests.lab.checks import RESTART_SECONDS
from tests.lab.journals import Journal, Killed, Life, MortalStore
from tests.lab.loop import OWNER
from tests.lab.network import Network
from tests.lab.people import Person
from tests.lab.plan import FOREVER, Fault, Kind, Plan, Way
from tests.machines import Entropy

CLEAR: Final = ("left", "absent")
"""Why a host breaks a match off for good: nobody tries again."""


class Door(Protocol):
    """Where somebody listens."""

    host: str
    open: bool

    def knock(self, link: Link) -> None:
        """Somebody comes."""
        ...


@dataclass
class World:
    """What all processes of a run share. Mutable: it counts transactions."""

    plan: Plan
    loop: asyncio.AbstractEventLoop
    network: Network
    folder: Path | None
    codes: tuple[str, str] = ("", "")
    door: Door | None = None
    kept: Counter[tuple[str, Way]] = field(default_factory=Counter)

    def entropy(self, *words: object) -> Entropy:
        """Bytes for one purpose."""
        return Entropy(f"lab {self.plan.seed} {' '.join(str(word) for word in words)}")

    @property
    def listens(self) -> str:
        """Who is the host that can be reached; "" for nobody."""
        return "" if self.door is None or not self.door.open else self.door.host

    def accept(self, link: Link) -> str:
        """Takes a new line; says who is at its other end.

        Raises:
            LinkError: nobody listens.
        """
        if self.door is None or not self.door.open:
            raise sentences.unreachable("host", 1)
        self.door.knock(link)
        return self.door.host

    def ambient(self, grace: float, *words: object) -> Ambient:
        """Virtual time and seeded entropy."""
        return Ambient(clock=self.loop.time, entropy=self.entropy(*words), grace=grace)


Ending = Judged | BaseException


class Peer:
    """A process with a person before it, over all its lives. Mutable.

    Attributes:
        endings: how its lives ended by themselves.
        told: what it has told its person and when, over all lives; how lives ended, too.
        lives: how many there were.
    """

    def __init__(self, world: World, who: str) -> None:
        self.world = world
        self.who = who
        self.seed = world.entropy("identity", who)(32)
        self.journal = Journal(world.folder, who)
        self.endings: list[Ending] = []
        self.told: list[tuple[float, SessionEvent | str]] = []
        self.lives = 0
        self.match_id = b""
        self._life = Life()
        self._task: asyncio.Task[Judged] | None = None
        self._somebody: Person | None = None

    async def live(self) -> None:
        """Runs the process until its person has had enough."""
        tries = self.world.plan.again
        while True:
            self._life = life = Life()
            self.lives += 1
            store = self.journal.store(life, partial(self._moment, life))
            OWNER.set(life)
            self._task = asyncio.create_task(self._work(life, store), name=f"{self.who}/{self.lives}")
            await asyncio.wait({self._task})
            if life.dead:
                _ending(self._task)
                if life.pause == FOREVER:
                    return
                await asyncio.sleep(life.pause)
                continue
            self.endings.append(_ending(self._task))
            self._note(f"the program ends: {self.endings[-1]!r} {self.endings[-1]}")
            if not self._goes_on_otherwise(self.endings[-1]):
                if not tries or not self._tries_again(self.endings[-1]):
                    return
                tries -= 1
            await asyncio.sleep(RESTART_SECONDS)

    def kill(self, pause: float) -> None:
        """The process is killed at once, and started again so much later."""
        if self._task is None or self._task.done() or self._life.dead:
            return
        self._life.dead, self._life.pause = True, pause
        self._note(f"the process is killed, for {pause} s")
        self.world.network.forget(self.who)
        self._task.cancel()

    def act(self, fault: Fault) -> None:
        """The person does something."""
        if self._life.dead or self._somebody is None:
            return
        match fault.kind:
            case Kind.WISH:
                self._somebody.wish(PAUSE if fault.number < 2 else ABORT)
            case Kind.TAKE:
                self.take_over(fault.number)
            case Kind.IDLE:
                self._somebody.rest(fault.number)
            case _:
                self.leave()

    def take_over(self, seconds: float) -> None:
        """The person would go on as the host; whoever only watches cannot."""

    def leave(self) -> None:
        """The person leaves."""
        raise NotImplementedError

    def give_up_waiting(self) -> None:
        """The person has had enough of a lobby that does not fill."""
        if not self.begun:
            self.leave()

    @property
    def begun(self) -> bool:
        """Whether the match has begun, as far as this process knows."""
        raise NotImplementedError

    def bored(self, seconds: float) -> bool:
        """Whether the process runs, and has told nothing for so long."""
        running = self._task is not None and not self._task.done() and not self._life.dead
        return running and self.world.loop.time() - (self.told[-1][0] if self.told else 0.0) > seconds

    def close(self) -> None:
        """The run is over."""
        self.journal.close()

    def _work(self, life: Life, store: MortalStore) -> Coroutine[Any, Any, Judged]:
        raise NotImplementedError

    def _tries_again(self, ending: Ending) -> bool:
        if isinstance(ending, MatchBroken):
            return ending.code not in CLEAR
        if isinstance(ending, Refused):
            return ending.code not in ("kicked", "full")
        return isinstance(ending, ProtocolError | HostGone)

    def _goes_on_otherwise(self, ending: Ending) -> bool:
        """Whether the person goes on in another way than before."""
        return False

    def _person(self, life: Life) -> Person:
        seed = f"{self.world.plan.seed} {self.who} {self.lives}"
        self._somebody = Person(seed, self.world.plan.think, life, self._note)
        return self._somebody

    def _note(self, what: SessionEvent | str) -> None:
        self.told.append((self.world.loop.time(), what))

    @property
    def events(self) -> list[SessionEvent]:
        """What it has told its person, over all lives."""
        return [event for _, event in self.told if not isinstance(event, str)]

    def _moment(self, life: Life, way: Way) -> None:
        """A transaction: perhaps the last."""
        place = self.who, way
        self.world.kept[place] += 1
        for fault in self.world.network.faults:
            if (fault.who, fault.way, fault.at) == (*place, self.world.kept[place]):
                self.world.network.happened[fault] = self.world.loop.time()
                if fault.kind is Kind.CRASH:
                    self.kill(fault.number)
                else:
                    self.act(fault)
        if life.dead:
            raise Killed

    async def _dial(self) -> Link:
        return await self.world.network.dial(self.who)


class WatcherPeer(Peer):
    """Somebody who looks on."""

    _session: WatchSession | None = None

    def _work(self, life: Life, store: MortalStore) -> Coroutine[Any, Any, Judged]:
        person = self._person(life)
        _, code = self.world.codes
        self._session = WatchSession(
            Identity(self.seed),
            Applicant(f"Eye {self.who}".encode(), code),
            dial=self._dial,
            keeping=WatcherKeeping(store, lambda: 1, "lab", code),
            ambient=self.world.ambient(limits.GRACE_SECONDS, self.who, self.lives),
            tell=person.tell,
        )
        return until_left(self._session)

    def leave(self) -> None:
        if self._session is not None:
            self._session.quit()

    @property
    def begun(self) -> bool:
        return self._session is not None and self._session.position() is not None


def _ending(task: asyncio.Task[Judged]) -> Ending:
    if task.cancelled():
        return asyncio.CancelledError()
    error = task.exception()
    return task.result() if error is None else error
