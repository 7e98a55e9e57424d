"""Shell. A real host under load: what its seats notice of it, and what it costs in memory.

The one rule: every figure is compared with one of the same run; the same machine, the same match.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.load.seat import MeasuredSeat

ROOT: Final = Path(__file__).resolve().parents[2]
RUN: Final = "import sys; sys.argv[0] = 'gefaehrten'; from gefaehrten.cli.main import main; sys.exit(main())"
SEATS: Final = 4


@dataclass(frozen=True)
class Order:
    """What a crowd does in a phase: so many of a kind (`Crowd`), within so many seconds."""

    kind: str
    count: int
    seconds: float


@dataclass(frozen=True)
class Phase:
    """A stretch of the match.

    Attributes:
        hold: seconds that it goes on after everybody has come.
    """

    name: str
    orders: tuple[Order, ...] = ()
    hold: float = 8.0
    stay: bool = False


@dataclass
class Figures:
    """What was measured in one phase: milliseconds, MiB, and the shares of the time that the host ran, and that it
    could have run and had no processor."""

    name: str
    seconds: float
    samples: int
    median: float
    p90: float
    p99: float
    longest: float
    memory: float
    core: float
    waited: float
    crowd: dict[str, Any] = field(default_factory=dict)


class Host:
    """A host process."""

    def __init__(self, process: asyncio.subprocess.Process, opened: dict[str, Any]) -> None:
        self._process = process
        self.opened = opened
        self._rest = asyncio.create_task(self._read())

    @property
    def memory(self) -> float:
        """MiB that are resident."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("a process has memory")

    @property
    def busy(self) -> float:
        """Seconds of processor time so far."""
        fields = (
            Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def waited(self) -> float:
        """Seconds that it was ready to run and had no processor, so far: what other programs cost it."""
        return int(Path(f"/proc/{self._process.pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while await self._process.stdout.readline():
            pass


@contextlib.asynccontextmanager
async def host_process(folder: Path, words: Sequence[str] = ()) -> AsyncIterator[Host]:
    """A host with a table of `SEATS`, one of which it fills itself."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", RUN, "host", "--seats", str(SEATS), "--auto", "random", "--json", "--no-announce",
        "--listen", "0.0.0.0:0", "--profile", str(folder / "host"), "--name", "Host", *words,
        cwd=ROOT, env={**os.environ, "LC_ALL": "C"},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        opened = json.loads(await process.stdout.readline())
        yield Host(process, opened)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextlib.asynccontextmanager
async def crowd_process(port: int, codes: dict[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """The crowd; on this one machine it yields to host and seats, since it stands for machines of others."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.load.crowd",
        start_new_session=True, preexec_fn=_yield_to_others,
        cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        await tell(process, {"host": "127.0.0.1", "port": port, "codes": codes})
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _yield_to_others() -> None:
    """What the crowd begins with."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(19)


async def tell(crowd: asyncio.subprocess.Process, order: dict[str, Any]) -> None:
    """Says a line."""
    assert crowd.stdin is not None
    crowd.stdin.write(json.dumps(order).encode() + b"\n")
    await crowd.stdin.drain()


async def ask(crowd: asyncio.subprocess.Process, order: dict[str, Any]) -> dict[str, Any]:
    """Says a line, and hears one."""
    assert crowd.stdout is not None
    await tell(crowd, order)
    answer: dict[str, Any] = json.loads(await crowd.stdout.readline())
    return answer


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(
    phases: Sequence[Phase], *, pause: float, host_words: Sequence[str] = ()
) -> AsyncIterator[Figures]:
    """One match from its first turn on, phase by phase.

    Args:
        pause: seconds that a measured seat waits before each of its turns.

    Raises:
        RuntimeError: the match was over before the last phase was.
    """
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        async with host_process(Path(folder), host_words) as host:
            port = int(host.opened["address"].rpartition(":")[2])
            seats = [MeasuredSeat(number, pause) for number in range(1, SEATS)]
            playing = [
                asyncio.create_task(seat.play("127.0.0.1", port, host.opened["code"])) for seat in seats
            ]
            codes = {"seat": host.opened["code"], "watch": host.opened["watch_code"]}
            try:
                async with crowd_process(port, codes) as crowd:
                    while not all(seat.echoes for seat in seats):
                        await asyncio.sleep(0.05)
                    await asyncio.sleep(1.0)  # the decks are being sealed
                    for phase in phases:
                        begun, memory, busy, came = loop.time(), host.memory, host.busy, {}
                        waited = host.waited
                        peaks: list[float] = [memory]
                        sampler = asyncio.create_task(_sample(host, peaks))
                        for order in phase.orders:
                            came[order.kind] = await ask(crowd, order.__dict__)
                        await asyncio.sleep(phase.hold)
                        if phase.orders:
                            came["end"] = await ask(crowd, {"kind": "count"})
                        sampler.cancel()
                        memory = max(memory, *peaks)
                        ended = loop.time()
                        shares = [
                            share / (ended - begun) for share in (host.busy - busy, host.waited - waited)
                        ]
                        if any(seat.over for seat in seats):
                            print([seat.ending for seat in seats], file=sys.stderr)
                            raise RuntimeError(
                                "the match was over before the last phase was; let it pause longer"
                            )
                        for task in playing:
                            if task.done():
                                task.result()
                        yield _figures(phase, seats, begun, ended, memory, shares, came)
                        if not phase.stay:
                            await ask(crowd, {"kind": "go"})
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)


async def _sample(host: Host, memory: list[float]) -> None:
    while True:
        memory.append(host.memory)
        await asyncio.sleep(0.25)


def _figures(
    phase: Phase,
    seats: Sequence[MeasuredSeat],
    begun: float,
    ended: float,
    memory: float,
    shares: Sequence[float],
    crowd: dict[str, Any],
) -> Figures:
    taken = [
        1000 * echo.seconds for seat in seats for echo in seat.echoes if begun <= echo.sent <= ended
    ] or [float("nan")]
    median, p90, p99, longest = (round(percentile(taken, share), 2) for share in (0.5, 0.9, 0.99, 1.0))
    return Figures(
        phase.name,
        round(ended - begun, 1),
        len(taken),
        median,
        p90,
        p99,
        longest,
        memory=round(memory, 1),
        core=round(shares[0], 2),
        waited=round(shares[1], 2),
        crowd=crowd,
    )
