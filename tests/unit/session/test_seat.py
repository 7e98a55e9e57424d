"""One seat from HELLO to verdict: keep, send, tell; a lost link is dialled again; what is over stays over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session.breaks import MatchBroken
from gefaehrten.session.ends import HostGone
from gefaehrten.session.events import HandSeen, Judged, Stepped
from gefaehrten.session.players import Leaving
from gefaehrten.session.restore import record_file
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState
from gefaehrten.session.verify import verify
from protocol.errors import LinkClosed, Refused, RemoteProtocolError
from protocol.machine.guest import Guest
from protocol.machine.seat import Duty
from protocol.net.memory import MemoryLink
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import envelope_frame, parse_frame
from protocol.wire.messages import Bye, Kind, Opening, Seal
from tests.unit.session.tables import FirstCard, Parlour, WatchedStore

pytestmark = pytest.mark.usefixtures("toy")


def kind_of(data: bytes) -> Kind:
    """What a frame carries."""
    content = parse_frame(data)
    return open_envelope(content if isinstance(content, bytes) else content.envelope).kind


def proven(results: list[Any]) -> None:
    assert all(isinstance(result, Judged) for result in results), results
    assert all(result.honest and result.proven for result in results)


def heads(parlour: Parlour) -> set[object]:
    return {(event["head"], event["entries"]) for chair in parlour.chairs for event in chair.of("result")}


# A match without trouble


async def test_a_match_to_the_verdict(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    proven(await parlour.play())
    for chair in parlour.chairs:
        assert chair.player.asked == sorted(chair.player.asked)
        assert len(chair.player.asked) == 2
        kinds = chair.kinds()
        assert kinds[0] == "seated"
        order = [kinds.index(kind) for kind in ("seated", "started", "step", "result", "verdict")]
        assert order == sorted(order)
        assert [kinds.count(kind) for kind in ("started", "result", "verdict")] == [1, 1, 1]
        assert len(chair.of("seated")) == 2
        words = {event["check_word"] for event in chair.of("started")}
        assert words == {event["check_word"] for event in parlour.chairs[0].of("started")}
    assert len(heads(parlour)) == 1


async def test_a_seat_is_told_when_its_hand_can_be_seen(tmp_path: Path) -> None:
    """Cards are drawn before the others have sent their keys; that a hand is whole comes with no step."""
    parlour = Parlour(tmp_path)
    proven(await parlour.play())
    for chair in parlour.chairs:
        begun = chair.kinds().index("started")
        first = next(
            index
            for index, event in enumerate(chair.events)
            if isinstance(event, Stepped) and event.step["step"] != "drawn"
        )
        seen = [event.cards for event in chair.events[begun:first] if isinstance(event, HandSeen)]
        drawn = next(
            event.step["count"]
            for event in chair.events
            if isinstance(event, Stepped)
            and event.step["step"] == "drawn"
            and event.step["seat"] == chair.number
        )
        assert seen[-1] == drawn
        assert seen == sorted(set(seen)), "each time there are more"


@pytest.mark.slow
async def test_every_seat_tells_the_same_steps_once(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path, seats=3)
    proven(await parlour.play())
    told = [chair.of("step") for chair in parlour.chairs]
    assert told[0] == told[1] == told[2]
    assert [step["step"] for step in told[0]] == ["drawn"] * 3 + ["place"] * 6 + ["over"]


async def test_what_every_seat_keeps_proves_the_match(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    results = await asyncio.gather(*(chair.session.run() for chair in parlour.chairs), return_exceptions=True)
    proven(list(results))
    for store in (parlour.host_store, *(chair.store for chair in parlour.chairs)):
        (row,) = store.matches()
        report = verify(record_file(store.load(row.match)).to_bytes())
        assert report.holds
        assert report.proven
        assert {(report.head, report.entries)} == heads(parlour)
    for chair in parlour.chairs:
        (row,) = chair.store.matches()
        assert row.state is MatchState.VERDICT
        assert row.result is not None
        assert (row.result["honest"], row.result["proven"], row.result["event"]) == (True, True, "verdict")
    await parlour.close()


async def test_the_position_that_a_player_is_asked_about(tmp_path: Path) -> None:
    seen = []

    class Looking(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            seen.append(position)
            return await super().decide(position)

    parlour = Parlour(tmp_path, player=lambda number: Looking())
    assert parlour.chairs[0].session.position() is None
    proven(await parlour.play())
    for position in seen:
        assert position.names == ("Peer 0", "Peer 1")
        hand = position.kernel.hands[position.seat]
        assert [position.game.face(position.setup, slot[0], card) for slot, card in position.hand] == hand
        assert all(slot[0] == position.seat for slot, _ in position.hand)
        other = position.kernel.hands[1 - position.seat]
        assert set(other) <= {-1}, "nobody's program knows the other's hand"
    assert [position.turn for position in seen] == [1, 2, 3, 4]


# Keep, then send, then tell


async def test_nothing_is_sent_or_told_before_it_is_stored(tmp_path: Path) -> None:
    """Every own envelope of the log is found in the store at the moment it goes over the link."""
    stores: dict[int, Store] = {}
    checked = []

    def wrap(number: int, store: Store) -> Store:
        stores[number] = store
        return store

    def on_link(number: int, link: MemoryLink) -> None:
        def tap(data: bytes) -> list[bytes]:
            envelope = open_envelope(data[1:])
            (row,) = stores[number].matches() or (None,)
            if envelope.kind >= Kind.SEAL:
                assert row is not None
                stored = stores[number].load(row.match)
                assert envelope.data in [out.envelope for out in stored.outbox]
                assert len(stored.entries) >= envelope.ack_index
                checked.append(number)
            if envelope.kind is Kind.COMMIT:
                assert row is not None
                assert len(stores[number].load(row.match).secrets) == 1
                checked.append(number)
            return [data]

        link.meddle = tap

    parlour = Parlour(tmp_path, on_link=on_link, wrap=wrap)
    for chair in parlour.chairs:
        told = chair.events.append

        def tell(event: Any, chair: Any = chair, told: Any = told) -> None:
            if event.json()["event"] == "result":
                (row,) = chair.store.matches()
                assert row.entries >= event.entries
                assert row.state is MatchState.OVER
            told(event)

        chair.session._tell = tell
    proven(await parlour.play())
    assert min(checked.count(0), checked.count(1)) > 8


@pytest.mark.parametrize("at", [2, 4, 7, 10])
async def test_a_store_that_fails_stops_the_seat_before_it_sends(tmp_path: Path, at: int) -> None:
    error = StoreError("full", "The disk is full.")
    order: list[str] = []
    watched: list[WatchedStore] = []

    def wrap(number: int, store: Store) -> Any:
        if number != 1:
            return store
        watched.append(WatchedStore(store, lambda: order.append("stored"), fail_at=at))
        return watched[0]

    def on_link(number: int, link: MemoryLink) -> None:
        if number == 1:

            def tap(data: bytes) -> list[bytes]:
                order.append("sent")
                return [data]

            link.meddle = tap

    parlour = Parlour(tmp_path, on_link=on_link, wrap=wrap, grace=0.25)
    watched[0].error = error
    results = await parlour.play()
    assert results[1] is error
    # Before the start nobody is missed yet; after it the other one wins by absence.
    assert isinstance(results[0], MatchBroken) if at == 1 else results[0] == Judged(True, False, ())
    assert watched[0].batches == at
    # The batch that failed is the last thing that happened: nothing was sent after the last one that was stored,
    # but what that one allowed.
    assert order.count("stored") == at - 1
    with_nothing_stored = order[: order.index("stored")] if "stored" in order else order
    assert set(with_nothing_stored) <= {"sent"}
    assert [kind for kind in parlour.chairs[1].kinds() if kind in ("error", "verdict")] == []


# Links that are lost


Cut = Callable[[int, bytes], bool]


def cutting(when: Callable[[bytes], bool], *, seat: int = 1, way: str = "up", nth: int = 1) -> Any:
    """Cuts the seat's link once, instead of letting the n-th frame through for which `when` holds."""
    state = {"seen": 0, "cut": False}

    def on_link(number: int, link: MemoryLink) -> None:
        if number != seat or state["cut"]:
            return

        def meddle(data: bytes) -> list[bytes]:
            if not state["cut"] and when(data):
                state["seen"] += 1
                if state["seen"] == nth:
                    state["cut"] = True
                    link.cut()
                    return []
            return [data]

        (link if way == "up" else link.other).meddle = meddle

    on_link.state = state  # type: ignore[attr-defined]
    return on_link


def is_kind(*kinds: Kind) -> Callable[[bytes], bool]:
    return lambda data: kind_of(data) in kinds


@pytest.mark.slow
@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize(
    ("kind", "nth"),
    [
        (Kind.SEAL, 1),
        (Kind.SEAL, 2),
        (Kind.SEAL, 3),
        (Kind.SEAL, 4),
        (Kind.LINK, 1),
        (Kind.KEYS, 1),
        (Kind.TURN, 1),
        (Kind.TURN, 2),
    ],
    ids=lambda value: str(getattr(value, "name", value)),
)
async def test_a_link_that_is_cut_is_dialled_again_and_nothing_is_lost(
    tmp_path: Path, kind: Kind, nth: int, way: str
) -> None:
    on_link = cutting(is_kind(kind), way=way, nth=nth)
    parlour = Parlour(tmp_path, on_link=on_link)
    proven(await parlour.play())
    assert on_link.state["cut"]
    chair = parlour.chairs[1]
    assert len(chair.links) == 2
    assert chair.of("waiting") == [{"event": "waiting", "seat": -1, "seconds": 600}]
    assert chair.of("back") == [{"event": "back", "seat": -1}]
    assert len(heads(parlour)) == 1
    assert chair.of("step") == parlour.chairs[0].of("step")
    assert [event.json()["event"] for event in parlour.host_events] == ["waiting", "back"]
    # Nobody was asked twice for one turn.
    assert len(set(chair.player.asked)) == len(chair.player.asked) == 2


@pytest.mark.slow
async def test_a_link_that_is_cut_again_and_again(tmp_path: Path) -> None:
    count = 0

    def on_link(number: int, link: MemoryLink) -> None:
        nonlocal count
        if number != 1:
            return
        left = 6

        def meddle(data: bytes) -> list[bytes]:
            nonlocal left, count
            if kind_of(data) >= Kind.SEAL:
                left -= 1
                if left == 0 and count < 3:
                    count += 1
                    link.cut()
                    return []
            return [data]

        link.meddle = meddle
        link.other.meddle = meddle

    parlour = Parlour(tmp_path, on_link=on_link)
    proven(await parlour.play())
    assert count == 3
    assert len(parlour.chairs[1].links) == 4
    assert len(heads(parlour)) == 1


async def test_a_link_cut_when_the_start_is_answered_is_dialled_again(tmp_path: Path) -> None:
    """START has come and is stored; its answer cannot be sent. The match has begun: it goes on."""
    state = {"cut": False}

    def on_link(number: int, link: MemoryLink) -> None:
        if number != 1 or state["cut"]:
            return
        other = link.other

        def meddle(data: bytes) -> list[bytes]:
            if kind_of(data) is Kind.START:
                # What has been received can still be read; from now on nothing can be sent.
                link._inbox.append(data)
                state["cut"] = True
                end = LinkClosed("closed", "The line is dead.")
                other._end = end
                link._end = end
                link._changed.set()
                other._changed.set()
                return []
            return [data]

        other.meddle = meddle

    parlour = Parlour(tmp_path, on_link=on_link)
    proven(await parlour.play())
    assert state["cut"]
    assert len(parlour.chairs[1].links) == 2


async def test_a_link_that_is_cut_in_the_lobby_ends_the_attempt(tmp_path: Path) -> None:
    on_link = cutting(is_kind(Kind.COMMIT))
    parlour = Parlour(tmp_path, on_link=on_link)
    running = [asyncio.create_task(chair.session.run()) for chair in parlour.chairs]
    with pytest.raises(LinkClosed):
        await running[1]
    # The seat is free again, and whoever comes takes it: here the same profile with another attempt.
    again = parlour.chair(1, parlour.chairs[1].identity, parlour.chairs[1].store)
    proven(list(await asyncio.gather(running[0], again.session.run())))
    assert [event["name"] for event in parlour.chairs[0].of("left")] == ["Peer 1"]
    await parlour.close()


async def test_a_turn_decided_while_the_link_was_gone_is_played(tmp_path: Path) -> None:
    """The player is asked once: what was decided meanwhile is sent when the seat is back at the table."""
    lines: list[MemoryLink] = []
    redialled = asyncio.Event()

    class Slow(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            if not self.asked:
                lines[-1].cut()
                await redialled.wait()  # the new link stands; nobody has been let in over it yet
            return await super().decide(position)

    def on_link(number: int, link: MemoryLink) -> None:
        if number == 1:
            lines.append(link)
            if len(lines) == 2:
                redialled.set()

    parlour = Parlour(tmp_path, player=lambda number: Slow() if number == 1 else FirstCard(), on_link=on_link)
    proven(await parlour.play())
    assert len(lines) == 2
    assert len(parlour.chairs[1].player.asked) == 2


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("kind", [Kind.OPENING, Kind.VERDICT], ids=lambda kind: kind.name)
async def test_a_link_cut_between_end_and_verdict_is_dialled_again(
    tmp_path: Path, kind: Kind, way: str
) -> None:
    parlour = Parlour(tmp_path, on_link=cutting(is_kind(kind), way=way))
    proven(await parlour.play())
    assert len(parlour.chairs[1].links) == 2
    assert len(heads(parlour)) == 1
    for chair in parlour.chairs:
        assert [chair.kinds().count(kind) for kind in ("result", "verdict")] == [1, 1]


@pytest.mark.parametrize("kind", [Kind.OPENING, Kind.VERDICT], ids=lambda kind: kind.name)
async def test_a_seat_that_is_gone_after_the_end_leaves_what_is_known(tmp_path: Path, kind: Kind) -> None:
    """Nobody answers any more: it judges by what it has; the others' result stands, unproven if it had not opened."""
    parlour = Parlour(tmp_path, on_link=cutting(is_kind(kind)), grace=0.25)
    gone = parlour.chairs[1]
    dial = gone.session._dial

    async def once() -> Any:
        if gone.links:
            parlour.now += 1.0
            raise LinkClosed("unreachable", "Nobody answers.")
        return await dial()

    gone.session._dial = once
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.honest for result in results), results
    assert results[0].proven is (kind is Kind.VERDICT)
    assert len(heads(parlour)) == 1
    for number in (0, 1):
        (row,) = parlour_row(parlour, number)
        assert row.state is MatchState.VERDICT


async def test_of_two_seats_the_one_that_does_not_vanish_wins_after_the_grace(tmp_path: Path) -> None:
    never = asyncio.Event()

    class Gone(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            links[-1].cut()
            await never.wait()
            raise AssertionError("nobody comes back")

    links: list[MemoryLink] = []
    parlour = Parlour(
        tmp_path,
        grace=0.25,
        player=lambda number: Gone() if number == 1 else FirstCard(),
        on_link=lambda number, link: links.append(link) if number == 1 else None,
    )
    gone = parlour.chairs[1]
    dial = gone.session._dial

    async def once() -> Any:
        if links:
            parlour.now += 1.0
            raise LinkClosed("unreachable", "Nobody answers.")
        return await dial()

    gone.session._dial = once
    results = await parlour.play()
    assert isinstance(results[1], HostGone)
    assert results[0] == Judged(honest=True, proven=False, faults=())
    (ended,) = parlour.chairs[0].of("result")
    assert ended["winners"] == [0]
    (row,) = parlour_row(parlour, 0)
    assert row.state is MatchState.VERDICT


def parlour_row(parlour: Parlour, number: int) -> list[Any]:
    """The matches of a seat's store, read again from the disk."""
    with Store.open(parlour.folder / f"store {number}.db", readonly=True) as store:
        return list(store.matches())


async def test_of_two_seats_the_one_that_does_not_leave_wins_at_once(tmp_path: Path) -> None:
    class Tired(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            raise Leaving

    parlour = Parlour(tmp_path, player=lambda number: Tired() if number == 1 else FirstCard())
    leaver = parlour.chairs[1].session

    async def run() -> Any:
        try:
            return await type(leaver).run(leaver)
        except Leaving:
            await leaver.leave()
            raise

    leaver.run = run  # type: ignore[method-assign]
    results = await parlour.play()
    assert isinstance(results[1], Leaving)
    assert results[0] == Judged(honest=True, proven=True, faults=())
    (ended,) = parlour.chairs[0].of("result")
    assert ended["winners"] == [0]


async def test_quitting_ends_a_seat_that_waits(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    parlour.chairs[0].session.quit()
    with pytest.raises(Leaving):
        await parlour.chairs[0].session.run()
    await parlour.close()


# What comes after the end


@pytest.mark.parametrize("at", [Kind.OPENING, Kind.VERDICT], ids=lambda kind: kind.name)
async def test_a_seat_that_leaves_after_the_end_does_not_undo_the_result(tmp_path: Path, at: Kind) -> None:
    """It says good-bye instead of opening, or of signing the verdict."""

    def on_link(number: int, link: MemoryLink) -> None:
        if number == 1:
            link.meddle = lambda data: (
                [envelope_frame(seal(parlour.chairs[1].identity, Bye()))] if kind_of(data) is at else [data]
            )

    parlour = Parlour(tmp_path, on_link=on_link)
    gone = parlour.chairs[1]
    dial = gone.session._dial

    async def once() -> Any:
        if gone.links:
            raise LinkClosed("unreachable", "Nobody answers.")
        return await dial()

    gone.session._dial = once
    task = asyncio.create_task(gone.session.run())
    gone.session.run = lambda: asyncio.wait({task}, timeout=0)  # type: ignore[assignment, return-value]
    results = await parlour.play()
    assert isinstance(results[0], Judged), results
    assert results[0].honest
    assert results[0].proven is (at is Kind.VERDICT)
    task.cancel()
    (row,) = parlour_row(parlour, 0)
    assert row.state is MatchState.VERDICT


async def test_a_seat_that_does_not_open_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gefaehrten.session import seat

    monkeypatch.setattr(seat, "CLOSING_SECONDS", 0.02)

    def on_link(number: int, link: MemoryLink) -> None:
        if number == 1:
            link.meddle = lambda data: [] if kind_of(data) is Kind.OPENING else [data]

    parlour = Parlour(tmp_path, on_link=on_link)
    results = await parlour.play()
    assert all(isinstance(result, Judged) and result.honest and not result.proven for result in results)


@pytest.mark.slow
@pytest.mark.parametrize("silent", [(1,), (1, 2)], ids=["the liar", "the liar and another"])
async def test_a_spoilt_deck_is_judged_though_secrets_stay_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: tuple[int, ...]
) -> None:
    """Nobody hangs or crashes, and every honest seat says what `verify` says of its record."""
    from gefaehrten.session import seat

    monkeypatch.setattr(seat, "CLOSING_SECONDS", 0.5)
    sign = Guest._author

    def author(guest: Guest, duty: Duty) -> None:
        said = duty.payload
        if guest.number == 1 and isinstance(said, Seal) and (said.deck, said.step) == (0, 1):
            spoilt = (bytes.fromhex("58" + "66" * 31), *said.points[1:])
            duty = Duty(Seal(said.deck, said.epoch, said.step, spoilt, said.key_hashes, ()), duty.words)
        assert guest.seat is not None
        guest.seat.answer(duty)
        if guest.number not in silent or not isinstance(said, Opening):
            sign(guest, duty)

    monkeypatch.setattr(Guest, "_author", author)
    parlour = Parlour(tmp_path, seats=3)
    watched = await parlour.play()
    for number, judged in enumerate(watched):
        assert isinstance(judged, Judged), watched
        (told,) = parlour.chairs[number].of("verdict")
        assert (told["honest"], told["proven"]) == (False, False)
        named = 1 if silent == (1,) else None
        assert [(fault.seat, fault.code) for fault in judged.faults] == [(named, "unopened")]
    with Store.open(tmp_path / "store 0.db", readonly=True) as store:
        (row,) = store.matches()
        report = verify(record_file(store.load(row.match)).to_bytes())
    assert row.state is MatchState.VERDICT
    assert report.faults == watched[0].faults
    assert not report.holds


# Refusals and lies


async def test_a_refusal_reaches_the_caller(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path)
    late = parlour.chair(1)
    running = [asyncio.create_task(chair.session.run()) for chair in parlour.chairs]
    while parlour.hub.lobby.free:
        await asyncio.sleep(0)
    with pytest.raises(Refused) as caught:
        await late.session.run()
    assert caught.value.code in ("full", "running")
    proven(list(await asyncio.gather(*running)))
    await parlour.close()


async def test_a_host_that_lies_is_named_and_the_evidence_is_kept(tmp_path: Path) -> None:
    def on_link(number: int, link: MemoryLink) -> None:
        if number == 1:
            dropped: list[bytes] = []

            def drop(data: bytes) -> list[bytes]:
                if kind_of(data) is Kind.SEAL and not dropped:
                    dropped.append(data)
                    return []
                return [data]

            link.other.meddle = drop

    parlour = Parlour(tmp_path, on_link=on_link, grace=0.25)
    results = await parlour.play()
    assert isinstance(results[1], RemoteProtocolError)
    assert results[1].code == "index"
    (row,) = parlour_row(parlour, 1)
    assert row.state is MatchState.BROKEN
    assert row.result is not None
    assert row.result["code"] == "index"


async def test_chat_reaches_everybody_cleaned(tmp_path: Path) -> None:
    class Talking(FirstCard):
        async def decide(self, position: Any) -> list[int]:
            await parlour.chairs[0].session.say("he\u202ello\x1b[31m")
            return await super().decide(position)

    parlour = Parlour(tmp_path, player=lambda number: Talking() if number == 0 else FirstCard())
    proven(await parlour.play())
    (first, *_) = parlour.chairs[1].of("chat")
    assert (first["seat"], first["name"]) == (0, "Peer 0")
    text = str(first["text"])
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert text.startswith("hello")


# A process that starts again


@pytest.mark.parametrize("kind", [Kind.SEAL, Kind.KEYS, Kind.TURN], ids=lambda kind: kind.name)
async def test_a_new_process_goes_on_from_the_store(tmp_path: Path, kind: Kind) -> None:
    """Killed between storing and sending: the new process sends the very bytes, and signs nothing twice."""
    lost: list[bytes] = []
    dead = asyncio.Event()

    def on_link(number: int, link: MemoryLink) -> None:
        if number != 1:
            return

        def meddle(data: bytes) -> list[bytes]:
            if not lost and kind_of(data) is kind:
                lost.append(data)
                dead.set()
            if lost and not revived:
                return []
            sent.append(data)
            return [data]

        link.meddle = meddle

    sent: list[bytes] = []
    revived: list[object] = []
    parlour = Parlour(tmp_path, on_link=on_link)
    first = asyncio.create_task(parlour.chairs[0].session.run())
    killed = asyncio.create_task(parlour.chairs[1].session.run())
    await dead.wait()
    killed.cancel()
    await asyncio.gather(killed, return_exceptions=True)
    revived.append(True)
    again = parlour.chair(1, parlour.chairs[1].identity, parlour.chairs[1].store)
    proven(list(await asyncio.gather(first, again.session.run())))
    assert lost[0] in sent
    assert again.of("resumed")
    whole = parlour.chairs[0].of("step")
    assert parlour.chairs[1].of("step") + again.of("step") == whole or again.of("step") == whole
    assert again.of("result") == parlour.chairs[0].of("result")
    await parlour.close()
