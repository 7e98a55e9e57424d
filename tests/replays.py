"""Histories for tests of what looks back on a match: the example of the documents, whole, cut, silent and broken.

The one rule: each is made once, for all tests of a process: no test changes a history.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from gefaehrten.session.history import History, look_back
from gefaehrten.session.verify import parsed
from protocol.machine.guest import Guest
from protocol.record import RecordFile
from protocol.wire.messages import Opening, Payload
from scripts import example
from tests.machines import TableBench, offer

NAMES = example.NAMES


@cache
def record() -> RecordFile:
    """A whole match of four, proven."""
    return parsed(example.RECORD.read_bytes())


@cache
def whole() -> History:
    """The same looked back on."""
    return look_back(record())


@cache
def cut(entries: int) -> History:
    """The same as far as so many entries go."""
    return look_back(replace(record(), entries=record().entries[:entries]))


@cache
def unscored() -> History:
    """The same as far as nothing is scored."""
    return cut(whole().entry(whole().scorings[0]) - 1)


def unproven_record() -> RecordFile:
    """The same, played to its end; nobody has opened anything."""
    return replace(record(), entries=record().entries[: whole().report.entries])


@cache
def unproven() -> History:
    """That looked back on."""
    return look_back(unproven_record())


def broken_record() -> RecordFile:
    """The same with an entry in its middle that the host has not ordered."""
    file = record()
    at = whole().entry(whole().last // 2)
    entry = file.entries[at]
    other = replace(entry, signature=bytes([entry.signature[0] ^ 1]) + entry.signature[1:])
    return replace(file, entries=(*file.entries[:at], other, *file.entries[at + 1 :]))


@cache
def broken() -> History:
    """That looked back on."""
    return look_back(broken_record())


@cache
def lied() -> History:
    """A match of two at which seat 1 opens other secrets than its own."""

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        return Opening(bytes(32), payload.chain_seed) if isinstance(payload, Opening) else payload

    bench = TableBench(offer(2), seed="liar", twists={1: twist})
    bench.run()
    return look_back(bench.record())


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


Make = Callable[[], History]
