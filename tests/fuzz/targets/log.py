"""Invariant: a body that a seat signs and a host orders, whatever it is, is the next entry or the host's fault.

Before it is ordered, the fault of the connection that it came over; and what is refused changes nothing.
"""

from __future__ import annotations

from typing import Any

from protocol import limits
from protocol.errors import Culprit, RemoteProtocolError
from protocol.log import Log
from protocol.wire.frame import Entry, entry_frame
from protocol.wire.messages import Link
from tests.fuzz import seeds as good
from tests.fuzz.mutate import packed
from tests.unit.protocol import samples

mutate = packed()


def seeds() -> list[bytes]:
    logged = [data[64:] for data in good.envelopes()]
    log = begun()
    for seat in range(2):
        for ack in range(log.length + 1):
            logged.append(samples.next_envelope(log, seat, Link(2, samples.blob("link")), ack)[64:])
    return logged


def begun() -> Log:
    """A log of two entries, made anew."""
    log = samples.empty_log()
    for index in range(2):
        samples.grow(log, index, Link(1, samples.blob("link")))
    return log


ENTRIES = tuple(good.small_log().entries)


def run(data: bytes) -> None:
    log = Log(samples.TABLE, samples.HOST.public, [player.public for player in samples.PLAYERS[:2]])
    for entry in ENTRIES:
        log.append(entry)
    if len(data) > limits.ENVELOPE - 64:
        return  # no frame and no file holds an entry of that size
    author = next((player for player in samples.PLAYERS if player.public in data), samples.PLAYERS[0])
    envelope = author.sign("envelope", data) + data
    before = state(log)
    try:
        log.admit(envelope)
        admitted = True
    except RemoteProtocolError as error:
        assert error.culprit != Culprit.SEAT, "nothing of the play is judged here"
        admitted = False
    assert state(log) == before, "looking has changed the log"
    entry = log.order(samples.HOST, envelope)
    try:
        opened = log.append(entry)
    except RemoteProtocolError as error:
        assert not admitted, "what the host may order is refused by the others"
        assert error.culprit == Culprit.HOST, "an ordered entry is the host's business"
        assert error.evidence == (entry_frame(entry),)
        assert state(log) == before, "a refused entry went into the log"
        return
    assert admitted, "what the host may not order is taken by the others"
    assert (log.length, log.head()) != before[:2]
    assert log.length == len(ENTRIES) + 1
    assert log.envelope(log.length) is opened
    seat = log.seat_of(opened.author)
    length, _, *numbers = before
    number, acknowledged, _ = numbers[seat]
    assert opened.number == number, "a number was left out, or comes again"
    assert acknowledged <= opened.ack_index <= length, (
        "an acknowledgement of something older, or not there yet"
    )
    assert (opened.table, opened.ack_head) == (log.table_id, log.head(opened.ack_index))
    refused(log, entry)


def refused(log: Log, entry: Entry) -> None:
    """The same entry once more."""
    try:
        log.append(entry)
    except RemoteProtocolError as error:
        assert error.culprit == Culprit.HOST
    else:
        raise AssertionError("an entry was taken twice")


def state(log: Log) -> tuple[Any, ...]:
    """What must not change."""
    seats = range(len(log.seats))
    return (
        log.length,
        log.head(),
        *[(log.next_number(s), log.acknowledged(s), log.latest(s)) for s in seats],
    )
