"""What is told before it is kept: that play goes on, and nothing else; what leaves, leaves behind what is kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from gefaehrten.session import frames
from gefaehrten.session.events import Judged
from gefaehrten.session.journal import Journal
from gefaehrten.session.store import Store
from protocol.errors import Culprit, RemoteProtocolError
from protocol.machine.effects import Advanced, Effects, Event, KeepOwn, Rewound, Said
from protocol.machine.table import Ending, Table
from protocol.net.link import Link
from protocol.net.memory import MemoryLink, pair
from protocol.wire.envelope import open_envelope
from tests.unit.session.tables import Parlour

OWN = KeepOwn(b"k" * 32, 1, b"envelope", ())
OVER = Ending(1, bytes(32), "over")


@dataclass
class Replica:
    """As much of a table as is looked at."""

    ending: Ending | None = None


@dataclass
class Machine:
    """Says for every frame that this has happened, and signs one answer at the end. Notes nothing itself."""

    events: list[Event]
    replica: Replica = field(default_factory=Replica)
    ends: bool = False
    effects: Effects = field(default_factory=Effects)

    @property
    def table(self) -> Table:
        return cast("Table", self.replica)

    def receive(self, data: bytes) -> None:
        if data == b"wrong":
            raise RemoteProtocolError("frame", "wrong", culprit=Culprit.HOST)
        self.effects.events.extend(self.events)
        if self.ends:
            self.replica.ending = OVER

    def take(self) -> Effects:
        effects, self.effects = self.effects, Effects()
        effects.journal.append(OWN)
        effects.send.append((0, b"answer"))
        return effects


class Notes:
    """What happened, in this order: a journal, a link and a screen in one."""

    def __init__(self) -> None:
        self.order: list[str] = []

    def keep(self, journal: object) -> None:
        assert journal == [OWN]
        self.order.append("keep")

    async def send(self, data: bytes) -> None:
        assert data == b"answer"
        self.order.append("send")


async def noted(machine: Machine, *data: bytes) -> list[str]:
    """Hands a machine frames that arrive together."""
    ours, theirs = pair()
    for frame in data:
        await theirs.send(frame)
    notes = Notes()
    journal = cast("Journal", notes)
    receiving = asyncio.create_task(ours.recv())
    await asyncio.wait({receiving})
    receiving = await frames.receive(
        machine, receiving, ours, journal, most=32, show=lambda _: notes.order.append("show")
    )
    receiving.cancel()
    await frames.flush(
        machine, cast("Link", notes), journal, lambda event: notes.order.append(type(event).__name__)
    )
    return notes.order


async def test_that_play_goes_on_is_shown_before_it_is_kept_and_answered_after_that() -> None:
    assert await noted(Machine([Advanced(1)]), b"entry") == ["show", "keep", "send"]


async def test_of_entries_that_come_together_the_first_is_shown_before_all_are_kept() -> None:
    told = await noted(Machine([Advanced(1)]), b"one", b"two", b"three")
    assert told == ["show", "keep", "send", "Advanced", "Advanced"]


async def test_the_end_of_play_is_kept_before_it_is_told() -> None:
    assert await noted(Machine([Advanced(1)], ends=True), b"entry") == ["keep", "send", "Advanced"]


@pytest.mark.parametrize(
    "event", [Rewound(0), Said(bytes(32), "hello")], ids=lambda event: type(event).__name__
)
async def test_whatever_else_there_is_to_tell_is_told_after_all_is_kept(event: Event) -> None:
    name = type(event).__name__
    assert await noted(Machine([event, Advanced(1)]), b"entry") == ["keep", "send", name, "Advanced"]


async def test_nothing_is_shown_where_nothing_happened() -> None:
    assert await noted(Machine([]), b"repeated") == ["keep", "send"]


async def test_what_came_before_a_wrong_frame_is_kept() -> None:
    ours, theirs = pair()
    await theirs.send(b"entry")
    await theirs.send(b"wrong")
    notes = Notes()
    receiving = asyncio.create_task(ours.recv())
    await asyncio.wait({receiving})
    with pytest.raises(RemoteProtocolError):
        await frames.receive(
            Machine([Advanced(1)]),
            receiving,
            ours,
            cast("Journal", notes),
            most=32,
            show=lambda _: notes.order.append("show"),
        )
    assert notes.order == ["show", "keep"]


@pytest.mark.usefixtures("toy")
async def test_at_a_table_nothing_is_acknowledged_that_is_not_on_the_disk(tmp_path: Path) -> None:
    stores: dict[int, Store] = {}
    acknowledged: list[tuple[int, int]] = []

    def wrap(number: int, store: Store) -> Store:
        stores[number] = store
        return store

    def on_link(number: int, link: MemoryLink) -> None:
        def tap(data: bytes) -> list[bytes]:
            envelope = open_envelope(data[1:])
            if envelope.number:
                acknowledged.append((envelope.ack_index, stores[number].last_index(parlour.offer.match_id)))
                (own,) = [
                    own
                    for own in stores[number].load(parlour.offer.match_id).outgoing(envelope.author)
                    if own.number == envelope.number
                ]
                assert own.envelope == envelope.data
            return [data]

        link.meddle = tap

    parlour = Parlour(tmp_path, on_link=on_link, wrap=wrap)
    assert all(isinstance(result, Judged) for result in await parlour.play())
    assert max(acknowledged)[0] > 10
    assert [(said, kept) for said, kept in acknowledged if said > kept] == []
