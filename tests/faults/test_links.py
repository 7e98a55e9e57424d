"""Links that are cut, repeat, or carry garbage, at any moment: honest seats come to one end or to a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.engine import catalogue
from gefaehrten.session import redial
from gefaehrten.session.events import Judged
from protocol.errors import ProtocolError
from protocol.net.memory import MemoryLink
from tests.machines import Entropy
from tests.unit.protocol.machine.meeting import HOST, OFFER, Meeting, new_guest
from tests.unit.session.tables import Parlour

FRAMES = 34
"""Frames that a match of the toy game sends to one seat, about."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._MODULES, "toy", "tests.unit.session.toy_game")
    monkeypatch.setattr(redial, "FIRST_PAUSE", 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(8, FRAMES, 5))
@pytest.mark.parametrize("way", ["up", "down"])
async def test_a_link_that_is_cut_at_any_frame(tmp_path: Path, at: int, way: str) -> None:
    """The match goes on and is proven, whichever frame is the last that gets through."""
    state = {"seen": 0, "cut": False}

    def on_link(number: int, link: MemoryLink) -> None:
        if number != 1:
            return

        def meddle(data: bytes) -> list[bytes]:
            state["seen"] += 1
            if state["seen"] == at and not state["cut"]:
                state["cut"] = True
                link.cut()
                return []
            return [data]

        (link if way == "up" else link.other).meddle = meddle

    parlour = Parlour(tmp_path, on_link=on_link)
    results = await parlour.play()
    for result in results:
        assert isinstance(result, Judged), results
        assert result.honest
    ends = {(event["head"], event["entries"]) for chair in parlour.chairs for event in chair.of("result")}
    assert len(ends) == 1
    assert len(parlour.chairs[0].of("result")) == 1
    if parlour.chairs[1].of("back"):
        assert all(result.proven for result in results)


@pytest.mark.slow
@pytest.mark.parametrize("at", [5, 12, 20])
@pytest.mark.parametrize("seats", [3])
async def test_two_seats_that_are_cut_at_once(tmp_path: Path, at: int, seats: int) -> None:
    count = {"frames": 0}
    lines: dict[int, MemoryLink] = {}

    def on_link(number: int, link: MemoryLink) -> None:
        lines[number] = link

        def meddle(data: bytes) -> list[bytes]:
            if data[0] == 2:
                count["frames"] += 1
                if count["frames"] == at * seats:
                    for one in (1, 2):
                        lines[one].cut()
                    return []
            return [data]

        link.other.meddle = meddle

    parlour = Parlour(tmp_path, seats=seats, on_link=on_link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results), results
    assert len(parlour.chairs[1].links) == len(parlour.chairs[2].links) == 2


async def test_frames_that_come_twice_are_harmless(tmp_path: Path) -> None:
    """A network that repeats entries: each is known already and changes nothing."""

    def on_link(number: int, link: MemoryLink) -> None:
        link.other.meddle = lambda data: [data, data] if data[0] == 2 else [data]

    parlour = Parlour(tmp_path, on_link=on_link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.proven for result in results)
    assert parlour.chairs[0].of("step") == parlour.chairs[1].of("step")


@pytest.mark.parametrize("at", [1, 4, 9, 17])
async def test_a_bit_that_flips_on_the_way_to_a_guest_ends_in_a_sentence(tmp_path: Path, at: int) -> None:
    state = {"seen": 0}

    def on_link(number: int, link: MemoryLink) -> None:
        if number != 1:
            return

        def meddle(data: bytes) -> list[bytes]:
            state["seen"] += 1
            if state["seen"] == at:
                return [data[:100] + bytes([data[100] ^ 16]) + data[101:]]
            return [data]

        link.other.meddle = meddle

    parlour = Parlour(tmp_path, on_link=on_link, grace=0.25)
    if at < 9:  # in the lobby: seat 0 stays and waits for another guest
        with pytest.raises(ProtocolError) as caught:
            await parlour.chairs[1].session.run() if at == 1 else await _second(parlour)
        assert str(caught.value)
        await parlour.close()
        return
    results = await parlour.play()
    assert isinstance(results[1], ProtocolError)
    assert str(results[1])
    assert results[0] == Judged(honest=True, proven=False, faults=())  # the other one wins by absence


async def _second(parlour: Parlour) -> None:
    import asyncio

    first = asyncio.create_task(parlour.chairs[0].session.run())
    try:
        await parlour.chairs[1].session.run()
    finally:
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)


# Garbage at the host's machine, at any moment of a table's life

MOMENTS = ("empty", "hello", "lobby", "draft", "running", "closed")


def at_moment(moment: str) -> Meeting:
    meeting = Meeting()
    meeting.hub = type(meeting.hub)(HOST, OFFER, Entropy("hub"))
    if moment == "empty":
        return meeting
    meeting.join(0, new_guest(0))
    if moment == "hello":
        meeting.step()
        return meeting
    meeting.run()
    if moment == "lobby":
        return meeting
    meeting.join(1, new_guest(1))
    if moment == "draft":
        meeting.run(lambda: meeting.hub.lobby.draft is not None)
        return meeting
    meeting.run()
    if moment == "closed":
        meeting.hub.break_off(-1, "absent", "over")
        meeting.hub.take()
    return meeting


_cache: dict[str, list[bytes]] = {}


def real_frames() -> list[bytes]:
    """Everything that two honest guests send."""
    if "frames" not in _cache:
        meeting = at_moment("running")
        _cache["frames"] = [data for number in (0, 1) for data in meeting.sent[number]]
    return _cache["frames"]


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
@settings(max_examples=15)
@given(data=st.data())
def test_whatever_comes_the_host_answers_or_drops_its_sender(moment: str, data: st.DataObject) -> None:
    """Bytes, honest frames at the wrong moment, honest frames of somebody else: nothing is ever raised."""
    meeting = at_moment(moment)
    meeting.hub.connected(9, "stranger", 0.0)
    known = sorted(meeting.hub._connections)
    for _ in range(data.draw(st.integers(1, 5))):
        number = data.draw(st.sampled_from([*known, 77]))
        raw = data.draw(
            st.one_of(
                st.binary(max_size=300),
                st.sampled_from(real_frames()),
                st.binary(max_size=300).map(lambda tail: b"\x01" + tail),
            )
        )
        if data.draw(st.booleans()) and raw:
            at = data.draw(st.integers(0, len(raw) - 1))
            raw = raw[:at] + bytes([raw[at] ^ data.draw(st.integers(1, 255))]) + raw[at + 1 :]
        before = number in meeting.hub._connections
        meeting.hub.receive(number, raw, 0.0)
        effects = meeting.hub.take()
        if not before:
            assert effects.send == []
        # Whoever is dropped is told why first.
        for closed in effects.close:
            if closed not in meeting.hub._connections:
                assert any(to == closed for to, _ in effects.send)
