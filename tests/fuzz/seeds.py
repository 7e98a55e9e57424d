"""Pure. Good inputs for the targets: the vectors of the protocol, a made-up table, and a real match of four.

The one rule: nothing here is random; the same program has the same seeds.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from protocol.errors import LocalProtocolError
from protocol.log import Log
from protocol.record import RecordFile
from protocol.table import sign_table
from protocol.wire.envelope import seal
from protocol.wire.frame import Entry, entry_frame
from protocol.wire.messages import Kind, Link, Payload
from tests.unit.protocol import samples

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "golden" / "protocol"
EXAMPLE = ROOT / "docs" / "example" / "match.record"


@cache
def vectors(name: str) -> Any:
    """What stands in one of the golden files."""
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


@cache
def envelopes() -> tuple[bytes, ...]:
    """One of each kind: made up ones, and those of the golden file."""
    made = [each for payload in samples.PAYLOADS.values() if (each := _sealed(payload)) is not None]
    golden = [bytes.fromhex(each["frame"])[1:] for each in vectors("envelope")["envelopes"]]
    return (*made, *golden)


def _sealed(payload: Payload) -> bytes | None:
    """A payload under a signature, where its kind belongs: on a connection, with a number in the log, or without."""
    place: dict[str, Any] = {"table": samples.TABLE, "ack_index": 0, "ack_head": samples.empty_log().head()}
    for form in ({}, {**place, "number": 1}, place):
        try:
            return seal(samples.PLAYERS[0], payload, **form)
        except LocalProtocolError:
            continue
    return None


@cache
def match() -> RecordFile:
    """A real match of four, from the documents."""
    return RecordFile.parse(EXAMPLE.read_bytes())


@cache
def played() -> tuple[Entry, ...]:
    """One entry of each kind of that match, the first and the last."""
    found: dict[tuple[int, int], Entry] = {}
    for entry in match().entries:
        kind = entry.envelope[66]
        found.setdefault((kind, 0), entry)
        found[kind, 1] = entry
    return tuple(found.values())


@cache
def frames() -> tuple[bytes, ...]:
    """Entries as they travel."""
    return tuple(entry_frame(entry) for entry in played())


@cache
def small_log() -> Log:
    """Two entries at a made-up table."""
    log = samples.empty_log()
    for index in range(2):
        samples.grow(log, index, Link(1, samples.blob("link")))
    return log


@cache
def small_record() -> bytes:
    """The same as a record."""
    table = samples.record(2)
    log = Log(table.table_id(), samples.HOST.public, table.keys)
    for index in range(2):
        samples.grow(log, index, Link(1, samples.blob("link")))
    signatures = tuple(sign_table(player, table.table_id()) for player in samples.PLAYERS[:2])
    return RecordFile(table, signatures, tuple(log.entries)).to_bytes()


def payload_kinds() -> tuple[Kind, ...]:
    """The kinds that the made-up payloads have."""
    return tuple(samples.PAYLOADS)
