"""Pure. One harness for each decoder of the protocol: any bytes give a value, or the sender's fault, or a sentence.

The one rule: a harness returns for every input; what it raises is a bug. Where a signature or a hash would keep a
mutation from going any deeper, the harness makes a good one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from protocol.deck.sealing import SealedDeck
from protocol.errors import AddressError, ProtocolError, RemoteProtocolError
from protocol.invite import Invite, parse_address
from protocol.log import Log
from protocol.record import RecordFile
from protocol.table import sign_table
from protocol.text import clean, clean_name
from protocol.wire.codec import pack, unpack
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.frame import Entry, entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import PAYLOADS, Kind, Link, Seal, is_logged, payload_of, plain_of
from tests.unit.protocol import samples


@dataclass(frozen=True, slots=True)
class Harness:
    """What takes any bytes, and good inputs to start from."""

    run: Callable[[bytes], None]
    corpus: tuple[bytes, ...]


def codec(data: bytes) -> None:
    try:
        value = unpack(data)
    except RemoteProtocolError:
        return
    assert pack(value) == data, "a second form of one value"


def payload(data: bytes) -> None:
    """The first byte chooses the kind."""
    kind = list(PAYLOADS)[data[0] % len(PAYLOADS)] if data else Kind.BYE
    try:
        made = payload_of(kind, unpack(data[1:]))
    except RemoteProtocolError:
        return
    assert pack(plain_of(made)) == data[1:], "a payload that is not what was sent"


def envelope(data: bytes) -> None:
    try:
        assert open_envelope(data).data == data
    except RemoteProtocolError:
        return


def signed_envelope(body: bytes) -> None:
    """As `envelope`, from somebody who signs whatever they send."""
    envelope(samples.PLAYERS[0].sign("envelope", body) + body)


def frame(data: bytes) -> None:
    try:
        parsed = parse_frame(data)
    except RemoteProtocolError:
        return
    again = entry_frame(parsed) if isinstance(parsed, Entry) else envelope_frame(parsed)
    assert again == data, "a second form of one frame"


def record(data: bytes) -> None:
    try:
        parsed = RecordFile.parse(data)
        assert parsed.to_bytes() == data, "a second form of one record"
        parsed.log()
    except RemoteProtocolError:
        return


def hashed_record(content: bytes) -> None:
    """As `record`, under a good trailing hash."""
    record(content + hashlib.blake2b(content, digest_size=32).digest())


def ordered(body: bytes) -> None:
    """A body that a seat and the host both sign, whatever it is."""
    log = samples.empty_log()
    data = samples.PLAYERS[0].sign("envelope", body) + body
    said = samples.outcome(log.append, log.order(samples.HOST, data))
    if isinstance(said, Envelope):
        assert log.length == 1
    else:
        assert isinstance(said, RemoteProtocolError)
        assert said.culprit == "host", "an ordered entry is the host's business"
        assert log.length == 0, "a refused entry went into the log"


def sealed(data: bytes) -> None:
    """A pass over a deck."""
    deck = SealedDeck(samples.TABLE, 0, 0, (0, 1), 2)
    try:
        made = payload_of(Kind.SEAL, unpack(data))
        assert isinstance(made, Seal)
        deck.receive(0, made)
    except RemoteProtocolError:
        assert not deck.passes, "a refused pass was taken"
    else:
        deck.audit({0: samples.secret(0)})


def address(data: bytes) -> None:
    typed = data.decode(errors="replace")
    for parse in (parse_address, Invite.parse):
        said: object = samples.outcome(parse, typed)
        if isinstance(said, ProtocolError):
            assert isinstance(said, AddressError)
            assert str(said).isprintable(), "a sentence that is no sentence"


def words(data: bytes) -> None:
    assert 1 <= len(clean_name(data)) <= 24
    text = clean(data.decode("utf-8", errors="surrogateescape"), 50)
    assert text.isprintable()
    assert clean(text, 50) == text


def _corpus() -> dict[str, tuple[bytes, ...]]:
    table = samples.record(2)
    log = Log(table.table_id(), samples.HOST.public, table.keys)
    for index in range(2):
        samples.grow(log, index, Link(1, samples.blob("link")))
    signatures = tuple(sign_table(player, table.table_id()) for player in samples.PLAYERS[:2])
    file = RecordFile(table, signatures, tuple(log.entries)).to_bytes()
    first = samples.empty_log()
    place: dict[str, Any] = {"table": samples.TABLE, "number": 1, "ack_index": 0, "ack_head": first.head()}
    envelopes = tuple(
        seal(samples.PLAYERS[0], made, **(place if is_logged(kind) else {}))
        for kind, made in samples.PAYLOADS.items()
    )
    payloads = [pack(plain_of(made)) for made in samples.PAYLOADS.values()]
    deck = SealedDeck(samples.TABLE, 0, 0, (0, 1), 2)
    return {
        "codec": tuple(payloads),
        "payload": tuple(
            bytes([list(PAYLOADS).index(kind)]) + data
            for kind, data in zip(samples.PAYLOADS, payloads, strict=True)
        ),
        "envelope": envelopes,
        "signed_envelope": tuple(data[64:] for data in envelopes),
        "frame": (*map(envelope_frame, envelopes), *map(entry_frame, log.entries)),
        "record": (file,),
        "hashed_record": (file[:-32],),
        "ordered": tuple(
            data[64:] for kind, data in zip(samples.PAYLOADS, envelopes, strict=True) if is_logged(kind)
        ),
        "sealed": (pack(plain_of(deck.make(samples.secret(0)))),),
        "address": (
            b"gefaehrten://[fe80::1%25eth0]:8765/7KQ2-9FZA-M3XP-0T4V",
            b"example.org:80",
            b"::1:8765",
            "münchen.example".encode(),
            b"192.0.2.1:9000",
        ),
        "words": (
            "Jürgen\u200b\u202e".encode(),
            b"a\xff\x1b[2J",
            "e\u0301\u0301\u0301".encode(),
            "ἄ太🎲".encode(),
        ),
    }


RUNS: tuple[Callable[[bytes], None], ...] = (
    codec,
    payload,
    envelope,
    signed_envelope,
    frame,
    record,
    hashed_record,
    ordered,
    sealed,
    address,
    words,
)


def harnesses() -> dict[str, Harness]:
    """All of them by name."""
    corpus = _corpus()
    return {run.__name__: Harness(run, corpus[run.__name__]) for run in RUNS}
