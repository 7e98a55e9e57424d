"""Pure. What was said on the lines, looked at for two things that must never be: two signatures for one place, and a
secret before it is due.

The one rule: it believes the log alone; what is due is what the log says at the place that an envelope acknowledges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gefaehrten.session.replicas import match_of
from gefaehrten.session.restore import record_of
from gefaehrten.session.stored import StoredMatch
from protocol.errors import Culprit
from protocol.machine.table import Table
from protocol.table import check_signatures
from protocol.wire.envelope import Envelope, open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import (
    Claim,
    Commit,
    Concede,
    HandKey,
    HandOver,
    Keys,
    Kind,
    Link,
    Opening,
    Reveal,
    Term,
    Turn,
    is_logged,
)
from tests.lab.tap import Tap

_KIND = {1: 1 + 64 + 2, 2: 1 + 64 + 8 + 64 + 2}
"""Where a frame says its kind, by its first byte."""

OPENS = (Kind.OPENING, Kind.CONCEDE)


def kind_of(data: bytes) -> int:
    """The kind of the envelope in a frame."""
    return data[_KIND[data[0]]]


def signed_twice(tap: Tap) -> list[str]:
    """Places that two different envelopes, commitments or orders were signed for."""
    found = []
    signed: dict[tuple[object, ...], bytes] = {}
    for data in dict.fromkeys(data for _, _, data, _ in tap.frames):
        content = parse_frame(data)
        places: list[tuple[tuple[object, ...], bytes]] = []
        if isinstance(content, Entry):
            table = open_envelope(
                content.envelope
            ).table  # there is another match where somebody opens a table of their own
            places.append((("order", table, content.term, content.index), content.envelope))
            content = content.envelope
        if kind_of(data) == Kind.TERM:
            envelope = open_envelope(content)
            assert isinstance(envelope.payload, Term)
            places.append((("term", envelope.table, envelope.payload.term), content))
        elif is_logged(kind_of(data)):
            envelope = open_envelope(content)
            places.append(((envelope.table, envelope.author, envelope.number), content))
        elif kind_of(data) == Kind.COMMIT:
            envelope = open_envelope(content)
            assert isinstance(envelope.payload, Commit)
            places.append((("commit", envelope.author, envelope.payload.draft_hash), content))
        for place, what in places:
            if signed.setdefault(place, what) != what:
                found.append(f"two signatures for {place[0]!r} {place[-1]!r}")
    return found


def replay(
    stored: StoredMatch, log: Sequence[Entry], tap: Tap, found: list[str], *, leavers: bool, heirs: bool
) -> Table:
    """The replica that a log leads to; on the way everything that was signed is held against what was due.

    Args:
        stored: a journal with the table record.
        found: gets what was said too early, or on the ground of another log.
        leavers: whether seats may leave by themselves.
        heirs: whether the host may change: what was signed on a log that has been left behind is passed over then.

    Raises:
        RemoteProtocolError, Refused: the log does not hold.
    """
    record = record_of(stored)
    said: dict[int, list[Envelope]] = {}
    for envelope in _envelopes(tap):
        if envelope.table == record.table_id():
            said.setdefault(envelope.ack_index, []).append(envelope)
    check_signatures(record, stored.row.signatures, culprit=Culprit.FILE)
    table = Table(record, match_of(record))
    for index in range(len(log) + 1):
        if index and table.ending is None:
            table.receive(log[index - 1])
        elif index:
            table.log.append(log[index - 1])  # the audit has been done by everybody already
        for envelope in said.pop(index, ()):
            if not (heirs and envelope.ack_head != table.log.head()):
                found += _too_early(table, envelope, leavers=leavers)
    found += (
        [] if heirs else [f"something acknowledges entry {index}, which no journal holds" for index in said]
    )
    return table


def _envelopes(tap: Tap) -> list[Envelope]:
    """What was signed for the log, each once."""
    frames = (data for _, _, data, _ in tap.frames if is_logged(kind_of(data)))
    contents = (parse_frame(data) for data in dict.fromkeys(frames))
    datas = (content.envelope if isinstance(content, Entry) else content for content in contents)
    opened = (open_envelope(data) for data in dict.fromkeys(datas))
    return [envelope for envelope in opened if not isinstance(envelope.payload, Term)]


def _too_early(table: Table, envelope: Envelope, *, leavers: bool) -> list[str]:
    """What an envelope says that was not due where its author stood."""
    log, payload = table.log, envelope.payload
    seat = log.seat_of(envelope.author)
    if envelope.ack_head != log.head():
        return [f"seat {seat} acknowledges another log at entry {log.length}"]
    match payload:
        case Keys():
            owed = table.dealing.owed(seat)
            due = all((key.deck, key.position) in owed for key in payload.keys)
        case Turn():
            slots = [(shown.deck, shown.position) for shown in payload.openings]
            due = table.to_move == seat and set(slots) <= set(table.hands[seat])
        case HandKey():
            due = table.handing.owes_key(seat) and table.handing.request == payload.request
        case HandOver():
            due = table.handing.owes_box(seat) is not None and table.handing.request == payload.request
        case Link():
            due = table.randomness.owes(seat) and table.randomness.request == payload.request
        case Opening():
            due = table.ending is not None or seat not in table.active
        case Concede():
            due = leavers
        case Claim() | Reveal():
            due = False
        case _:
            due = True
    name = type(payload).__name__.upper()
    return [] if due else [f"{name} of seat {seat} is not due at entry {log.length}"]


def leaks(tap: Tap, secrets: Iterable[bytes], seeds: Iterable[bytes]) -> list[str]:
    """Secrets that stand in a frame, byte for byte, which is no opening; seeds of identities in any frame.

    Args:
        secrets: deck secrets and chain seeds of all drafts.
        seeds: of all identities.
    """
    closed = b"\0".join(data for _, _, data, _ in tap.frames if kind_of(data) not in OPENS)
    whole = b"\0".join(data for _, _, data, _ in tap.frames)
    return ["a secret is on a line outside of an opening" for secret in secrets if secret in closed] + [
        "the seed of an identity is on a line" for seed in seeds if seed in whole
    ]
