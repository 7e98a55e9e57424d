"""Short drops: the seat stays its person's, and nobody is given up for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gefaehrten.session import hosting
from gefaehrten.session.events import Judged, SessionEvent, Waiting
from gefaehrten.session.seat import SeatSession
from protocol.net.link import Link
from protocol.net.memory import MemoryLink
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Kind
from tests.unit.session.tables import Parlour

pytestmark = pytest.mark.usefixtures("toy")

TICKS = 5
"""How often a second the host looks at the clock."""


@pytest.mark.slow
async def test_a_drop_of_eight_seconds_leaves_the_seat_human(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks in the midst of play: the person is asked for every turn of theirs, before it and after it."""
    monkeypatch.setattr(hosting, "TICK_SECONDS", 0.001)
    lost, back = asyncio.Event(), asyncio.Event()
    cut: list[MemoryLink] = []

    def on_link(number: int, link: MemoryLink) -> None:
        def meddle(data: bytes) -> list[bytes]:
            content = parse_frame(data)
            if isinstance(content, Entry) and open_envelope(content.envelope).kind is Kind.TURN and not cut:
                cut.append(link)
                link.cut()
                return []
            return [data]

        if number == 1:
            link.other.meddle = meddle

    parlour = Parlour(tmp_path, seats=3, on_link=on_link)
    dropped = parlour.chairs[1]
    dial = dropped.session._dial

    async def after_a_while() -> Link:
        if cut:
            await back.wait()
        return await dial()

    dropped.session._dial = after_a_while
    tell = parlour.host._tell

    def told(event: SessionEvent) -> None:
        tell(event)
        if isinstance(event, Waiting):
            lost.set()

    parlour.host._tell = told

    tick, ticked = parlour.hub.tick, asyncio.Event()

    def ticking(now: float) -> None:
        tick(now)
        ticked.set()

    parlour.hub.tick = ticking  # type: ignore[method-assign]

    async def eight_seconds() -> None:
        await lost.wait()
        for _ in range(8 * TICKS):
            parlour.now += 1.0 / TICKS
            ticked.clear()
            await ticked.wait()
        back.set()

    passing = asyncio.create_task(eight_seconds())
    results = await parlour.play(seconds=20.0)
    await passing
    assert all(isinstance(result, Judged) and result.proven for result in results)
    for chair in parlour.chairs:
        assert isinstance(chair.session, SeatSession)
        assert chair.session.table is not None
        assert (chair.session.table.active, chair.session.table.retirements) == ([0, 1, 2], 0)
        assert len(chair.player.asked) == 2, "every turn was the person's own"
    kinds = {str(event.json()["event"]) for event in parlour.host_events}
    assert kinds == {"waiting", "back"}
    assert parlour.hub.parting is None, "nobody was to be given up"
