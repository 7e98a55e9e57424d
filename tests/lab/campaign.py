"""Shell. Thousands of runs of the laboratory on several processors, and figures of what came of them.

The one rule: a figure is of runs that were made; a plan that failed is printed so that it can be repeated.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

from tests.lab.checks import OUTCOMES
from tests.lab.draw import anything, every
from tests.lab.plan import Kind, Plan
from tests.lab.run import Report, run

PORTION = 10
"""Runs that a process makes before it says how they went."""


@dataclass
class Figures:
    """What came of some runs. Mutable: they add up.

    Attributes:
        outcomes: runs by outcome.
        kinds: runs by a fault's kind and outcome; a run counts for each kind of fault that came to its place in it.
        tables: runs by what was played.
        mild: runs that everybody had to come through.
        faults: that came to their place; `planned` all.
        bored: runs in which people went home because nothing happened any more.
        failures: plan and what must not be.
        longest: virtual seconds of the longest run, and its plan; `slowest` real ones.
        spent: processor seconds.
    """

    runs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    tables: Counter[str] = field(default_factory=Counter)
    mild: int = 0
    faults: int = 0
    planned: int = 0
    entries: int = 0
    frames: int = 0
    seconds: float = 0.0
    retired: int = 0
    bored: int = 0
    resumed: int = 0
    spent: float = 0.0
    longest: tuple[float, str] = (0.0, "")
    slowest: tuple[float, str] = (0.0, "")
    failures: list[tuple[str, list[str]]] = field(default_factory=list)

    def count(self, report: Report, spent: float) -> None:
        """Counts a run."""
        plan = report.plan
        self.runs += 1
        self.outcomes[report.outcome] += 1
        for kind in {str(fault.kind) for fault in report.happened} or {"none"}:
            self.kinds.setdefault(kind, Counter())[report.outcome] += 1
        self.tables[f"{plan.game} {plan.seats}+{plan.watchers}"] += 1
        self.mild += plan.mild
        self.faults += len(report.happened)
        self.planned += len(plan.faults)
        self.entries += report.entries
        self.frames += sum(count for (_, way), count in report.frames.items() if way in ("up", "down"))
        self.seconds += report.seconds
        self.retired += report.retired
        self.bored += report.bored > 0
        self.resumed += report.resumed
        self.spent += spent
        self.longest = max(self.longest, (round(report.seconds, 1), str(plan)))
        self.slowest = max(self.slowest, (round(spent, 2), str(plan)))
        if report.failures:
            self.failures.append((str(plan), report.failures))

    def add(self, other: Figures) -> None:
        """Adds those of other runs."""
        self.outcomes += other.outcomes
        self.tables += other.tables
        for kind, counted in other.kinds.items():
            self.kinds.setdefault(kind, Counter()).update(counted)
        for name in (
            *("runs", "mild", "faults", "planned", "entries", "frames"),
            *("seconds", "retired", "bored", "resumed", "spent", "failures"),
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.slowest = max(self.slowest, other.slowest)

    def json(self) -> dict[str, object]:
        """Everything, for programs."""
        return {
            "runs": self.runs,
            "outcomes": dict(self.outcomes),
            "kinds": {kind: dict(counted) for kind, counted in sorted(self.kinds.items())},
            "tables": dict(self.tables),
            "mild": self.mild,
            "faults": self.faults,
            "planned": self.planned,
            "entries": self.entries,
            "frames": self.frames,
            "virtual_s": round(self.seconds),
            "retired": self.retired,
            "bored": self.bored,
            "resumed": self.resumed,
            "cpu_s": round(self.spent, 1),
            "runs_per_cpu_s": round(self.runs / self.spent, 2) if self.spent else 0.0,
            "longest": list(self.longest),
            "slowest": list(self.slowest),
            "failures": [{"plan": plan, "what": what} for plan, what in self.failures],
        }

    def lines(self) -> Iterator[str]:
        """Everything, for people."""
        yield f"{self.runs} matches, {self.faults} faults came to their place of {self.planned} that were planned"
        yield f"{self.mild} of the matches had faults so mild that everybody had to come through them"
        yield (
            f"{self.entries} log entries, {self.frames} frames on lines, {self.seconds / 3600:.0f} virtual hours, "
            f"{self.retired} seats given up, {self.resumed} processes that came back to a match"
        )
        yield f"{self.spent:.0f} s of processors, {self.runs / max(self.spent, 1e-9):.1f} matches a second and core"
        yield f"in {self.bored} matches people went home because nothing happened any more"
        yield f"longest: {self.longest[0]} s of virtual time: {self.longest[1]}"
        yield f"slowest: {self.slowest[0]} s: {self.slowest[1]}"
        yield ", ".join(f"{table}: {count}" for table, count in self.tables.most_common())
        yield ""
        shown = [word for word in OUTCOMES if self.outcomes[word]]
        yield "| fault | matches | " + " | ".join(shown) + " |"
        yield "|---|" + "---|" * (len(shown) + 1)
        for kind, counted in [*sorted(self.kinds.items()), ("all", self.outcomes)]:
            cells = " | ".join(str(counted[word]) for word in shown)
            yield f"| {kind} | {counted.total()} | {cells} |"
        for plan, what in self.failures:
            yield ""
            yield f"FAILED: {plan}"
            yield from (f"    {line}" for line in what)


def portion(plans: Sequence[Plan]) -> Figures:
    """Some runs in this process."""
    figures = Figures()
    for plan in plans:
        before = time.process_time()
        report = run(plan)
        figures.count(report, time.process_time() - before)
    return figures


def everywhere() -> list[Plan]:
    """Every kind of fault at every place of a tiny match of two with a watcher, and of three."""
    tables = (Plan("tiny", 2, 1, grace=60.0, files=True), Plan("tiny", 3, 0, grace=60.0, files=True))
    return [plan for table in tables for kind in Kind for plan in every(kind, table)]


def anywhere(matches: int, seed: int) -> Iterator[Plan]:
    """So many random plans."""
    return (anything(number, seed) for number in range(matches))


def campaign(plans: Iterable[Plan], jobs: int) -> Iterator[Figures]:
    """Runs plans on so many processors; yields the sum so far again and again.

    Args:
        jobs: processes; 1 needs none but this one.
    """
    total = Figures()
    for found in _spread(_portions(plans), jobs):
        total.add(found)
        yield total


def _portions(plans: Iterable[Plan]) -> Iterator[list[Plan]]:
    source = iter(plans)
    while part := list(islice(source, PORTION)):
        yield part


def _spread(work: Iterator[list[Plan]], jobs: int) -> Iterator[Figures]:
    if jobs == 1:
        yield from map(portion, work)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context)
    try:
        running = {pool.submit(portion, part) for part in islice(work, 2 * jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(portion, part) for part in islice(work, len(done))}
            for one in done:
                yield one.result()
    finally:
        pool.shutdown(cancel_futures=True)
