from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.canonical import ZERO
from protocol.errors import Culprit, LocalProtocolError, RemoteProtocolError
from protocol.forks import fork
from protocol.log import Entry, Log, compare, genesis, next_head
from protocol.wire.envelope import seal
from protocol.wire.frame import entry_frame, parse_frame
from protocol.wire.messages import Kind, Link
from tests.unit.protocol import reference
from tests.unit.protocol.samples import HOST, PAYLOADS, PLAYERS, TABLE, blob, empty_log, grow, next_envelope
from tests.unit.protocol.test_terms import crown


def link(number: int = 1) -> Link:
    return Link(number, blob(f"link {number}"))


def some_log(entries: int = 4) -> Log:
    log = empty_log()
    for index in range(entries):
        grow(log, index % 2, link(index + 1))
    return log


def envelope(log: Log, seat: int = 0, **changes: Any) -> bytes:
    fields: dict[str, Any] = {
        "table": TABLE,
        "number": log.next_number(seat),
        "ack_index": log.length,
        "ack_head": log.head(),
    }
    return seal(PLAYERS[seat], link(), **fields | changes)


def lying_order(log: Log, data: bytes, **changes: Any) -> Entry:
    """A host that signs whatever it likes."""
    term, index = changes.get("term", log.term), changes.get("index", log.length + 1)
    head = reference.h("entry", changes.get("before", log.head()), data)
    signed = reference.canonical([changes.get("table", TABLE), term, index, head])
    return Entry(index, term, HOST.sign("order", signed), data)


def test_heads_are_the_documented_hashes() -> None:
    log = some_log(2)
    head = reference.h("head", TABLE)
    assert log.head(0) == genesis(TABLE) == head
    for index, entry in enumerate(log.entries, 1):
        head = reference.h("entry", head, entry.envelope)
        assert log.head(index) == head == next_head(log.head(index - 1), entry.envelope)
    assert log.head() == log.head(2)


def test_an_honest_order_is_the_documented_signature() -> None:
    log = empty_log()
    data = next_envelope(log, 0, link())
    assert log.order(HOST, data) == lying_order(log, data)


def test_honest_log_grows_and_remembers() -> None:
    log = some_log(5)
    assert log.length == 5
    assert [entry.index for entry in log.entries] == [1, 2, 3, 4, 5]
    assert [log.next_number(seat) for seat in (0, 1)] == [4, 3]
    assert [log.acknowledged(seat) for seat in (0, 1)] == [4, 3]
    assert log.seats == (PLAYERS[0].public, PLAYERS[1].public)
    assert [log.seat_of(log.envelope(index).author) for index in range(1, 6)] == [0, 1, 0, 1, 0]
    assert all(log.logged(entry.envelope) for entry in log.entries)
    assert not log.logged(envelope(log))
    assert [envelope.number for envelope in log.envelopes] == [1, 1, 2, 2, 3]


def test_admitting_and_ordering_change_nothing() -> None:
    log = some_log(2)
    before = log.head()
    data = envelope(log)
    log.admit(data)
    log.order(HOST, data)
    assert (log.length, log.head()) == (2, before)


def test_only_the_host_orders() -> None:
    log = empty_log()
    with pytest.raises(LocalProtocolError):
        log.order(PLAYERS[0], envelope(log))


def test_acknowledgement_may_lag_but_not_go_back() -> None:
    log = some_log(4)  # seat 1 acknowledged entry 3 in its last envelope
    for index in (3, 4):
        log.admit(envelope(log, 1, ack_index=index, ack_head=log.head(index)))
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(envelope(log, 1, ack_index=2, ack_head=log.head(2)))
    assert caught.value.code == "ack-index"


def test_an_envelope_from_before_a_disconnect_can_still_be_sent() -> None:
    log = empty_log()
    early = envelope(log, 1)
    for number in (1, 2, 3):
        grow(log, 0, link(number))
    log.append(log.order(HOST, early))
    assert log.envelope(4).ack_index == 0


WRONG: dict[str, dict[str, Any]] = {
    "table-id": {"table": blob("other table")},
    "number": {"number": 4},
    "number again": {"number": 2},
    "ack-index": {"ack_index": 5},
    "ack-index back": {"ack_index": 1, "ack_head": some_log().head(1)},
    "ack-head": {"ack_head": ZERO},
    "ack-head of another": {"ack_index": 3, "ack_head": some_log().head(4)},
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_envelopes_are_their_connections_fault_before_ordering(what: str) -> None:
    log = some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(envelope(log, **WRONG[what]))
    assert caught.value.culprit is Culprit.PEER
    assert caught.value.code == what.split(" ")[0]
    assert log.length == 4


@pytest.mark.parametrize("what", WRONG)
def test_wrong_envelopes_are_the_hosts_fault_after_it(what: str) -> None:
    log = some_log()
    entry = lying_order(log, envelope(log, **WRONG[what]))
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(entry)
    assert caught.value.culprit is Culprit.HOST
    assert caught.value.code == what.split(" ")[0]
    assert caught.value.evidence == (entry_frame(entry),)
    assert log.length == 4


def test_evidence_convinces_a_third_party() -> None:
    log, other = some_log(), some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(lying_order(log, envelope(log, number=9)))
    entry = parse_frame(caught.value.evidence[0])
    assert isinstance(entry, Entry)
    with pytest.raises(RemoteProtocolError) as again:
        other.append(entry)
    assert (again.value.code, again.value.culprit) == ("number", Culprit.HOST)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"junk",
        bytes(300),
        envelope(some_log())[:-1],
        envelope(some_log()) + b"\0",
        bytes(64) + envelope(some_log())[64:],
        seal(PLAYERS[3], link(), table=TABLE, number=1, ack_index=4, ack_head=some_log().head()),
        seal(HOST, link(), table=TABLE, number=1, ack_index=4, ack_head=some_log().head()),
    ],
    ids=["empty", "junk", "zeros", "cut", "longer", "unsigned", "stranger", "host who is no seat"],
)
def test_what_no_seat_signed_is_not_logged(data: bytes) -> None:
    log = some_log()
    with pytest.raises(RemoteProtocolError) as admitted:
        log.admit(data)
    assert admitted.value.culprit is Culprit.PEER
    with pytest.raises(RemoteProtocolError) as appended:
        log.append(lying_order(log, data))
    assert appended.value.culprit is Culprit.HOST
    assert appended.value.evidence
    assert appended.value.code == admitted.value.code


def test_messages_of_a_connection_are_not_logged() -> None:
    log = some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(seal(PLAYERS[0], PAYLOADS[Kind.CHAT]))
    assert caught.value.code == "table-id"


@pytest.mark.parametrize("changes", [{"index": 4}, {"index": 6}, {"index": 0}, {"term": 0}])
def test_entries_out_of_place_are_the_hosts_fault(changes: dict[str, int]) -> None:
    log = some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(lying_order(log, envelope(log), **changes))
    assert (caught.value.code, caught.value.culprit) == ("index", Culprit.HOST)


@pytest.mark.parametrize("changes", [{"table": blob("other")}, {"before": ZERO}])
def test_orders_of_another_log_do_not_hold(changes: dict[str, bytes]) -> None:
    log = some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(lying_order(log, envelope(log), **changes))
    # Without a good order signature there is no evidence against anybody.
    assert (caught.value.code, caught.value.culprit, caught.value.evidence) == ("signature", Culprit.HOST, ())


def test_orders_of_somebody_else_do_not_hold() -> None:
    log = some_log()
    stranger = Log(TABLE, PLAYERS[0].public, log.seats)
    for entry in log.entries:
        stranger.append(stranger.order(PLAYERS[0], entry.envelope))
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(stranger.order(PLAYERS[0], envelope(log)))
    assert caught.value.code == "signature"


def test_an_admitted_envelope_is_not_taken_for_another() -> None:
    # `append` spares the second look at what `admit` has just seen, and at nothing else.
    log = some_log()
    log.admit(envelope(log))
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(lying_order(log, envelope(log, number=7)))
    assert caught.value.code == "number"
    log.admit(envelope(log))
    grow(log, 0, link(9))
    with pytest.raises(RemoteProtocolError) as late:
        log.append(lying_order(log, log.entries[-1].envelope))
    assert late.value.code == "number"


def test_what_was_ordered_here_is_no_reason_to_believe_another_signature() -> None:
    log = some_log(3)
    data = envelope(log)
    log.admit(data)
    made = log.order(HOST, data)
    lie = dataclasses.replace(made, signature=PLAYERS[0].sign("order", b"something"))
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(lie)
    assert caught.value.code == "signature"
    log.append(made)
    assert log.entries[-1] == made


def test_a_full_log_takes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG_LENGTH", 4)
    log = some_log()
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(envelope(log))
    assert caught.value.code == "log-length"


def test_a_log_is_full_of_bytes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a host and one accomplice could fill up every guest's memory long before there are too many entries."""
    log = some_log()
    data = envelope(log)
    written = sum(len(entry.envelope) for entry in log.entries)
    monkeypatch.setattr(limits, "LOG_BYTES", written + len(data))
    log.admit(data)
    monkeypatch.setattr(limits, "LOG_BYTES", written + len(data) - 1)
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(data)
    assert caught.value.code == "log-length"


@pytest.mark.parametrize("index", [-1, 0, 5])
def test_entries_that_are_not_there_are_our_own_fault(index: int) -> None:
    with pytest.raises(LocalProtocolError):
        some_log().envelope(index)
    if index:
        with pytest.raises(LocalProtocolError):
            some_log().head(index)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3)), max_size=12))
def test_two_replicas_of_an_honest_table_agree(moves: list[tuple[int, int]]) -> None:
    host, guest = empty_log(), empty_log()
    for seat, lag in moves:
        ack = max(host.acknowledged(seat), host.length - lag)
        data = next_envelope(host, seat, link(), ack)
        host.admit(data)
        entry = host.order(HOST, data)
        host.append(entry)
        guest.append(entry)
    assert guest.head() == host.head()
    assert compare(host, guest) == host.length


# Forks


def forked() -> tuple[Log, Log]:
    a, b = some_log(3), some_log(3)
    grow(a, 1, link(7))
    grow(b, 1, link(8))
    grow(b, 0, link(9))
    return a, b


def test_two_signatures_for_one_index_name_the_host() -> None:
    a, b = forked()
    with pytest.raises(RemoteProtocolError) as caught:
        compare(a, b)
    assert (caught.value.code, caught.value.culprit) == ("fork", Culprit.HOST)
    assert "entries 4" in str(caught.value)
    assert caught.value.evidence == (
        entry_frame(a.entries[3]),
        a.head(4),
        entry_frame(b.entries[3]),
        b.head(4),
    )


def test_a_shorter_log_is_no_fork() -> None:
    long, short = some_log(5), some_log(3)
    assert compare(long, short) == compare(short, long) == 3
    assert compare(empty_log(), long) == 0


def test_a_forked_log_cannot_carry_an_honest_seats_later_envelopes() -> None:
    a, b = forked()
    with pytest.raises(RemoteProtocolError) as caught:
        b.append(b.order(HOST, envelope(a, 0, number=b.next_number(0))))
    assert (caught.value.code, caught.value.culprit) == ("ack-head", Culprit.HOST)


def test_entries_of_two_terms_are_no_fork() -> None:
    a, b = some_log(3), some_log(3)
    grow(a, 1, link(7))
    b.append(crown(b, 0, voters=(0, 1)))
    assert compare(a, b) == 3


def test_logs_of_two_tables_are_not_compared() -> None:
    other = Log(blob("other table"), HOST.public, [player.public for player in PLAYERS[:2]])
    with pytest.raises(LocalProtocolError):
        compare(some_log(), other)


def test_nobody_is_named_on_weaker_evidence() -> None:
    a, b = forked()
    good = (TABLE, HOST.public, a.entries[3], a.head(4), b.entries[3], b.head(4))
    with pytest.raises(RemoteProtocolError):
        fork(*good)
    forged = dataclasses.replace(b.entries[3], signature=bytes(64))
    fork(TABLE, HOST.public, a.entries[3], a.head(4), forged, b.head(4))
    fork(TABLE, HOST.public, a.entries[3], a.head(4), a.entries[3], a.head(4))
    fork(TABLE, HOST.public, a.entries[2], a.head(3), b.entries[3], b.head(4))
    fork(TABLE, HOST.public, a.entries[3], b.head(4), b.entries[3], a.head(4))
    fork(TABLE, PLAYERS[0].public, a.entries[3], a.head(4), b.entries[3], b.head(4))
    fork(blob("other"), HOST.public, a.entries[3], a.head(4), b.entries[3], b.head(4))
    fork(TABLE, HOST.public, a.entries[3], a.head(4), dataclasses.replace(b.entries[3], term=2), b.head(4))
