"""A host that lies about order: every guest finds it by itself, names the host, and holds the evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from gefaehrten.session.verify import verify_two
from protocol.canonical import canonical
from protocol.errors import Culprit, RefusalCode, Refused, RemoteProtocolError
from protocol.log import Entry, next_head
from protocol.machine.effects import KeepEntry
from protocol.record import RecordFile
from protocol.wire.envelope import seal
from protocol.wire.frame import entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import Broken, Keys, SlotKey
from tests.machines import Peer, TableBench, offer

VICTIM = 1


def running(turns: int = 2) -> TableBench:
    bench = TableBench(offer(3), seed="host")
    bench.run(turns=turns)
    return bench


def order(bench: TableBench, index: int, before: bytes, data: bytes) -> Entry:
    """Any envelope at any place, signed by the host."""
    log = bench.hub.log
    assert log is not None
    head = next_head(before, data)
    signed = canonical([log.table_id, log.term, index, head])
    return Entry(index, log.term, bench.hub._identity.sign("order", signed), data)


def give(peer: Peer, data: bytes) -> RemoteProtocolError:
    with pytest.raises(RemoteProtocolError) as caught:
        peer.guest.receive(data)
    return caught.value


def keys_by(peer: Peer, **fields: object) -> bytes:
    log = peer.table.log
    fields = {
        "table": log.table_id,
        "number": log.next_number(peer.guest.number),
        "ack_index": log.length,
        "ack_head": log.head(),
    } | fields
    return seal(peer.identity, Keys((SlotKey(0, 21, b"k" * 32),)), **fields)  # type: ignore[arg-type]


def ordered(bench: TableBench, data: bytes) -> bytes:
    log = bench.hub.log
    assert log is not None
    return entry_frame(order(bench, log.length + 1, log.head(), data))


def test_entries_in_another_order() -> None:
    bench = TableBench(offer(3), seed="host")
    swapped: list[bytes] = []

    def meddle(data: bytes) -> list[bytes]:
        if data[0] == 2 and len(swapped) < 1:
            swapped.append(data)
            return []
        return [data]

    bench.peers[VICTIM].down = meddle
    bench.run()
    error = bench.peers[VICTIM].error
    assert isinstance(error, RemoteProtocolError)
    assert error.culprit is Culprit.HOST
    assert error.code == "index"


def test_an_entry_that_the_host_drops_for_one_guest_is_missed_with_the_next() -> None:
    bench = running()
    dropped: list[bytes] = []
    bench.peers[VICTIM].down = lambda data: [] if not dropped and not dropped.append(data) else [data]  # type: ignore[func-returns-value]
    bench.run()
    error = bench.peers[VICTIM].error
    assert isinstance(error, RemoteProtocolError)
    assert (error.code, error.culprit) == ("index", Culprit.HOST)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"number": 77}, "number"),
        ({"table": b"t" * 32}, "table-id"),
        ({"ack_head": b"h" * 32}, "ack-head"),
        ({"ack_index": 9_999}, "ack-index"),
    ],
)
def test_an_envelope_that_must_not_be_ordered_names_the_host(fields: dict[str, object], code: str) -> None:
    bench = running()
    frame = ordered(bench, keys_by(bench.peers[2], **fields))
    error = give(bench.peers[VICTIM], frame)
    assert (error.code, error.culprit, error.evidence) == (code, Culprit.HOST, (frame,))


def test_a_replay_in_the_log_names_the_host() -> None:
    bench = running()
    log = bench.hub.log
    assert log is not None
    frame = ordered(bench, log.entries[3].envelope)
    error = give(bench.peers[VICTIM], frame)
    assert (error.culprit, error.evidence) == (Culprit.HOST, (frame,))


def test_an_envelope_with_a_broken_signature_names_the_host() -> None:
    bench = running()
    data = bytearray(keys_by(bench.peers[2]))
    data[3] ^= 64
    error = give(bench.peers[VICTIM], ordered(bench, bytes(data)))
    assert (error.code, error.culprit) == ("signature", Culprit.HOST)


def test_garbage_as_an_envelope_names_the_host() -> None:
    bench = running()
    error = give(bench.peers[VICTIM], ordered(bench, b"x" * 300))
    assert error.culprit is Culprit.HOST


def test_an_order_signature_that_does_not_hold_names_the_host() -> None:
    bench = running()
    log = bench.hub.log
    assert log is not None
    error = give(
        bench.peers[VICTIM], entry_frame(Entry(log.length + 1, 1, bytes(64), keys_by(bench.peers[2])))
    )
    assert (error.code, error.culprit) == ("signature", Culprit.HOST)


def test_a_second_version_of_an_entry_proves_the_fork() -> None:
    bench = running()
    log = bench.hub.log
    assert log is not None
    index = log.length
    other = entry_frame(order(bench, index, log.head(index - 1), log.entries[index - 2].envelope))
    error = give(bench.peers[VICTIM], other)
    assert (error.code, error.culprit) == ("fork", Culprit.HOST)
    assert len(error.evidence) == 4


def test_the_same_entry_twice_is_harmless() -> None:
    bench = running()
    log = bench.hub.log
    assert log is not None
    bench.peers[VICTIM].guest.receive(entry_frame(log.entries[-1]))
    bench.run()
    assert bench.peers[VICTIM].table.proven


def test_two_logs_for_two_guests_are_proven_by_their_two_records() -> None:
    """The host shows the victim another entry than the others; the victim's next envelope fits no other log."""
    bench = running()
    log = bench.hub.log
    assert log is not None
    # Both are envelopes that a host may order; what is wrong in them is their authors' fault.
    a = order(bench, log.length + 1, log.head(), keys_by(bench.peers[2]))
    b = order(bench, log.length + 1, log.head(), keys_by(bench.peers[0]))
    for peer, entry in ((bench.peers[VICTIM], a), (bench.peers[2], b)):
        peer.guest.receive(entry_frame(entry))
        peer.kept.extend(peer.guest.take().journal)
    records = [record_of(bench, bench.peers[VICTIM]), record_of(bench, bench.peers[2])]
    *_, fork = verify_two(*(record.to_bytes() for record in records))
    assert fork is not None
    assert (fork.entry, fork.code) == (a.index, "fork")


def record_of(bench: TableBench, peer: Peer) -> RecordFile:
    whole = bench.record()
    return RecordFile(
        whole.table, whole.signatures, tuple(keep.entry for keep in peer.kept if isinstance(keep, KeepEntry))
    )


def test_messages_of_the_host_under_a_foreign_key() -> None:
    bench = running()
    broken = envelope_frame(seal(bench.peers[2].identity, Broken(0, "absent", "gone")))
    error = give(bench.peers[VICTIM], broken)
    assert (error.code, error.culprit) == ("foreign-key", Culprit.HOST)


def in_lobby(change: Callable[[object], object]) -> TableBench:
    """A host whose messages of the lobby are changed before it signs them."""
    bench = TableBench(offer(3), seed="lobby")
    frame = bench.hub._frame
    bench.hub._frame = lambda payload: frame(change(payload))  # type: ignore[method-assign,arg-type]
    bench.run()
    return bench


def test_a_draft_that_was_not_shown_is_not_signed() -> None:
    import msgspec

    from protocol.table import Draft

    def change(payload: object) -> object:
        if isinstance(payload, Draft):
            return msgspec.structs.replace(payload, seats=tuple(reversed(payload.seats)))
        return payload

    bench = in_lobby(change)
    for peer in bench.peers:
        assert isinstance(peer.error, RemoteProtocolError)
        assert (peer.error.code, peer.error.culprit) == ("draft", Culprit.HOST)


def test_a_record_with_other_commitments_is_not_signed() -> None:
    import msgspec

    from protocol.table import TableRecord

    def change(payload: object) -> object:
        if isinstance(payload, TableRecord):
            seats = [msgspec.structs.replace(payload.seats[0], chain_end=b"e" * 32), *payload.seats[1:]]
            return msgspec.structs.replace(payload, seats=tuple(seats))
        return payload

    bench = in_lobby(change)
    assert isinstance(bench.peers[0].error, RemoteProtocolError)
    assert bench.peers[0].error.code == "record"
    assert all(peer.guest.table is None for peer in bench.peers)


def test_a_start_without_all_signatures_is_no_start() -> None:
    from protocol.wire.messages import Start

    def change(payload: object) -> object:
        if isinstance(payload, Start):
            return Start((payload.signatures[0], payload.signatures[0], payload.signatures[2]))
        return payload

    bench = in_lobby(change)
    for peer in bench.peers:
        assert isinstance(peer.error, RemoteProtocolError)
        assert peer.error.culprit is Culprit.HOST
        assert peer.guest.table is None


@pytest.mark.parametrize("missing", [0, 1])
def test_a_table_that_leaves_out_an_option_is_played_by_nobody(missing: int) -> None:
    whole = offer(2)
    options = tuple(option for number, option in enumerate(whole.options) if number != missing)
    bench = TableBench(replace(whole, options=options), seed="host")
    eye = bench.watch()
    bench.run()
    for error in (*(peer.error for peer in bench.peers), eye.error):
        assert isinstance(error, Refused)
        assert error.code == RefusalCode.RULES
        assert whole.options[missing].key in str(error)
    assert all(peer.guest.table is None for peer in bench.peers)
    assert not any(isinstance(keep, KeepEntry) for keep in bench.kept)


def test_chat_goes_through_unchanged() -> None:
    bench = running()
    bench.peers[2].guest.say("hello")
    bench._flush_guest(bench.peers[2])
    bench.run()
    last = [parse_frame(data) for data in bench.peers[VICTIM].received if data[0] == 1]
    assert any(b"hello" in data for data in last if isinstance(data, bytes))


def test_a_break_off_of_another_table_is_ignored() -> None:
    """Somebody in between plays back what the same host once sent to another table."""
    bench = running()
    stale = seal(bench.hub._identity, Broken(0, "absent", "gone"), table=b"t" * 32)
    bench.peers[VICTIM].guest.receive(envelope_frame(stale))
    bench.peers[VICTIM].guest.receive(envelope_frame(seal(bench.hub._identity, Broken(0, "absent", "gone"))))
    bench.run()
    assert bench.peers[VICTIM].broken is None
    assert bench.peers[VICTIM].table.proven
