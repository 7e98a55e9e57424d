"""Invariant: any file is a record that gives back every byte and whose log holds as far as it says, or a named fault.

As it is, and once more under a good trailing hash; a good one is verified to its end.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from gefaehrten.session.verify import verify
from protocol.errors import Culprit, ProtocolError, RemoteProtocolError
from protocol.record import RecordFile
from tests.fuzz import seeds as good


def seeds() -> list[bytes]:
    whole = good.match()
    cuts = [replace(whole, entries=whole.entries[:count]).to_bytes() for count in (0, 1, 14)]
    return [good.small_record(), bytes.fromhex(good.vectors("record")["file"]), *cuts]


def run(data: bytes) -> None:
    parsed(data)
    content = data[:-32]
    parsed(content + hashlib.blake2b(content, digest_size=32).digest())


def parsed(data: bytes) -> None:
    try:
        file = RecordFile.parse(data)
    except RemoteProtocolError as error:
        assert error.culprit == Culprit.FILE, "nobody else is to blame for a file"
        report = verify(data)
        assert not report.holds
        return
    assert file.to_bytes() == data, "a second form of one record"
    file.openings()
    try:
        length = file.log().length
    except RemoteProtocolError as error:
        assert error.culprit in (Culprit.FILE, Culprit.HOST)
        length = -1
    report = verify(data)
    assert not report.valid or length == len(file.entries), "verify holds good what the log refuses"
    for fault in report.faults:
        assert fault.what.say(str)
    try:
        verify(file.to_bytes())
    except ProtocolError as error:
        raise AssertionError("verify raises") from error
