"""What a seat owes after entries is signed when everything that has come in has been looked at, and once."""

from __future__ import annotations

from protocol.log import Entry
from protocol.machine.effects import Advanced, KeepEntry, KeepOwn
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import parse_frame
from protocol.wire.messages import Kind
from tests.machines import Peer, TableBench, offer


def behind(bench: TableBench) -> tuple[Peer, list[bytes]]:
    """A seat that has not heard of the last turn and of what the others have answered; and all of that."""
    bench.run(turns=3)
    peer = next(peer for peer in bench.peers if not peer.guest.ready)
    held: list[bytes] = []

    def hold(data: bytes) -> list[bytes]:
        held.append(data)
        return []

    peer.down = hold
    bench.run(turns=1)
    assert len(held) > 1
    return peer, held


def test_nothing_is_signed_before_all_that_has_come_in_was_looked_at() -> None:
    peer, held = behind(TableBench(offer(3)))
    for data in held:
        peer.guest.receive(data)
        assert peer.guest.effects.send == []
    effects = peer.guest.take()
    signed = [open_envelope(data[1:]) for _, data in effects.send]
    assert [envelope.kind for envelope in signed] == [Kind.KEYS]
    assert {envelope.ack_index for envelope in signed} == {peer.table.log.length}
    # What is acknowledged is kept with what acknowledges it, and before it.
    kept = [type(keep) for keep in effects.journal]
    assert kept == [KeepEntry] * len(held) + [KeepOwn]
    assert peer.guest.take().send == []


def test_an_answer_is_the_same_whether_entries_come_together_or_not() -> None:
    one, frames = behind(TableBench(offer(3)))
    other, others = behind(TableBench(offer(3)))
    assert frames == others
    assert one.number == other.number
    answers = []
    for data in frames:
        one.guest.receive(data)
        answers += [open_envelope(sent[1:]).payload for _, sent in one.guest.take().send]
    for data in frames:
        other.guest.receive(data)
    together = [open_envelope(sent[1:]).payload for _, sent in other.guest.take().send]
    assert together == answers


def test_that_play_goes_on_may_be_shown_before_anything_is_taken() -> None:
    peer, held = behind(TableBench(offer(3)))
    for data in held:
        entry = parse_frame(data)
        assert isinstance(entry, Entry)
        peer.guest.receive(data)
        assert peer.guest.effects.play() == [Advanced(entry.index)]
    effects = peer.guest.take()
    assert effects.events == []
    assert effects.journal


def test_the_others_get_an_entry_before_its_author_does() -> None:
    bench = TableBench(offer(3))
    bench.run(turns=2)
    mover = next(peer for peer in bench.peers if peer.guest.ready)
    moves, opened = mover.match.encode(mover.guest.number, bench.play(mover))
    mover.guest.play(moves, opened)
    ((_, data),) = mover.guest.take().send
    bench.hub.receive(mover.number, data, bench.now)
    sent = [number for number, _ in bench.hub.take().send]
    assert sorted(sent) == [0, 1, 2]
    assert sent[-1] == mover.number
