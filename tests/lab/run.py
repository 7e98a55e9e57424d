"""Shell. One run of the laboratory: a plan in, a report out.

The one rule: everything that the run depends on is in the plan; what is found wrong is in the report, never raised.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path

from gefaehrten.core.random import Random
from tests.lab import checks
from tests.lab.host import peers_of
from tests.lab.loop import Hang, VirtualLoop
from tests.lab.network import Network
from tests.lab.peers import Peer, World
from tests.lab.plan import Fault, Kind, Plan, Way
from tests.lab.shortcuts import laboratory
from tests.lab.tap import Tap

FAST = Path("/dev/shm")
"""Where journals in files are, if there is such a place: a file system in memory."""

LOBBY_SECONDS = 600.0
"""How long people wait for a match to begin."""

BORED_SECONDS = 1_000.0
"""How long people look at a match in which nothing happens: longer than anything may take but somebody's thoughts."""

STARTING_SECONDS = 0.5
"""Between one guest's start and the next, at most."""


@dataclass
class Report:
    """What came of a run.

    Attributes:
        outcome: the worst of what became of anybody: see `checks.OUTCOMES`.
        peers: what became of each.
        failures: what must not be.
        entries: of the longest log.
        seconds: virtual ones.
        frames: that set out, by whose line and which way; transactions, by whose.
        happened: the faults that came to their place, and when.
        retired: seats that were given up.
        resumed: how often a process came back to a running match.
        bored: people who have left a match in which nothing happened any more.
        trace: a hash over all frames in their order: equal runs have equal ones.
        story: what everybody was told, and when.
    """

    plan: Plan
    outcome: str = ""
    peers: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    entries: int = 0
    seconds: float = 0.0
    frames: dict[tuple[str, Way], int] = field(default_factory=dict)
    happened: dict[Fault, float] = field(default_factory=dict)
    retired: int = 0
    resumed: int = 0
    bored: int = 0
    trace: str = ""
    story: list[tuple[float, str, object]] = field(default_factory=list)


class Laboratory:
    """A run that can be looked at and meddled with on its way. Mutable: time passes. Close it.

    Args:
        plan: faults can be added to those of the plan, see `strike`.
        folder: for journals in files; None: in memory.
    """

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self.plan = plan
        self.loop = VirtualLoop()
        self.tap = Tap()
        self.network = Network(
            loop=self.loop,
            rng=Random(plan.seed * 2 + 1),
            faults=list(plan.faults),
            tap=self.tap,
            accept=lambda link: self.world.accept(link),
            kill=lambda who, pause: self.peers[who].kill(pause),
            act=lambda fault: self.peers[fault.who].act(fault),
        )
        self.world = World(plan, self.loop, self.network, folder)
        self.host, others = peers_of(self.world)
        self.peers: dict[str, Peer] = {self.host.who: self.host, **others}
        self.bored = 0
        self._all = self.loop.create_task(self._play())

    def advance(self, seconds: float) -> None:
        """Lets so much time pass, unless all is over before.

        Raises:
            Hang: nothing can happen any more.
        """
        if not self.over:
            self.loop.run_until_complete(asyncio.wait({self._all}, timeout=seconds))

    @property
    def over(self) -> bool:
        """Whether everybody has gone home."""
        return self._all.done()

    def strike(self, kind: Kind, who: str, way: Way, number: float) -> Fault:
        """Something goes wrong at the next frame of a line, or the next transaction of a journal."""
        count = self.network.counts[who, way] if way in (Way.UP, Way.DOWN) else self.world.kept[who, way]
        fault = Fault(kind, who, way, count + 1, number)
        self.network.faults.append(fault)
        return fault

    def finish(self) -> Report:
        """Plays to the end, and looks at everything that came of it."""
        plan = replace(self.plan, faults=tuple(self.network.faults))
        report = Report(plan)
        try:
            self.loop.play(self._all)
        except Hang as hang:
            report.failures.append(f"hang: {hang}")
        report.seconds = self.loop.time()
        report.bored = self.bored
        report.failures += [f"traceback: {complaint}" for complaint in self.loop.complaints]
        report.frames = {**self.network.counts, **self.world.kept}
        report.happened = self.network.happened
        told = [(when, who, what) for who, peer in self.peers.items() for when, what in peer.told]
        report.story = sorted(told, key=lambda line: line[0])
        checks.look(report, self.peers, self.tap)
        report.outcome = "failure" if report.failures else report.outcome
        return report

    def close(self) -> None:
        """Ends it, if it has not ended."""
        self.loop.shut()
        for peer in self.peers.values():
            peer.close()

    async def _play(self) -> None:
        rng = Random(self.plan.seed * 2)
        hosting = asyncio.create_task(self.host.live())
        opening = asyncio.create_task(self.host.ready.wait())
        await asyncio.wait({hosting, opening}, return_when=asyncio.FIRST_COMPLETED)
        running = [hosting]
        for peer in list(self.peers.values())[1:] if self.host.ready.is_set() else ():
            await asyncio.sleep(STARTING_SECONDS * int(rng.below(1000)) / 1000)
            running.append(asyncio.create_task(peer.live()))
        self.loop.call_later(LOBBY_SECONDS, self._give_up_waiting)
        self.loop.call_later(BORED_SECONDS, self._look_for_the_bored)
        await asyncio.gather(*running)
        opening.cancel()

    def _look_for_the_bored(self) -> None:
        """Without a clock a person may think as long as they like, and the others wait: until they do not."""
        self.loop.call_later(BORED_SECONDS / 4, self._look_for_the_bored)
        for peer in self.peers.values():
            if peer.bored(BORED_SECONDS):
                self.bored += 1
                peer.leave()

    def _give_up_waiting(self) -> None:
        for peer in self.peers.values():
            peer.give_up_waiting()


def run(plan: Plan) -> Report:
    """Plays a match with the faults of the plan, and looks at everything that came of it."""
    folder = None
    if plan.files:
        folder = Path(tempfile.mkdtemp(prefix="lab", dir=FAST if FAST.is_dir() else None))
    try:
        with laboratory(plan.game):
            lab = Laboratory(plan, folder)
            try:
                return lab.finish()
            finally:
                lab.close()
    except Exception:
        failures = ["the laboratory itself failed: " + traceback.format_exc()]
        return Report(plan, outcome="failure", failures=failures)
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
