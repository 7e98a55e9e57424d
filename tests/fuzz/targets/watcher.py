"""Invariant: whatever a host sends, a watcher raises only its named fault, and says nothing but what a watcher may say.

A value [table, [step, …]]: how much of a match of two the watcher has seen, and what it hears next. The liar is the
host, and has the keys of both seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from protocol import limits
from protocol.canonical import ZERO, Plain
from protocol.errors import Culprit, Refused, RemoteProtocolError
from protocol.log import Log
from protocol.machine.watcher import Watcher
from protocol.wire.codec import pack
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import Entry, entry_frame, parse_frame
from protocol.wire.messages import Bye, Hello, Proof, Resume, plain_of
from tests.fuzz import siege
from tests.fuzz.mutate import packed
from tests.machines import Onlooker, TableBench
from tests.unit.protocol import samples

MOST = 8
"""Steps of one input."""

mutate = packed()


@dataclass(frozen=True, slots=True)
class Moment:
    """A watcher in the middle of something, and what an honest host told it next."""

    bench: TableBench
    watcher: Watcher
    next: tuple[bytes, ...]


@cache
def moments() -> tuple[Moment, ...]:
    """Somebody who came before the match, and somebody who came when half of it had been played."""
    early = siege.begun(2, guests=0)
    first = early.watch()
    for _ in range(2):
        early.join()
    found = _followed(early, first, (1, 2, 3, 4, 5, 8, 20, 60))
    late = siege.begun(2, turns=9)
    return (*found, *_followed(late, late.watch(), (1, 2, 3, 4, 6)))


def _followed(bench: TableBench, onlooker: Onlooker, at: tuple[int, ...]) -> list[Moment]:
    """The watcher after so many messages, and at the end."""
    start = siege.copied(onlooker.watcher)
    bench.run()
    heard = onlooker.received
    found = []
    for number in range(len(heard) + 1):
        if number in (*at, len(heard)):
            found.append(Moment(bench, siege.copied(start), tuple(heard[number : number + 40])))
        if number < len(heard):
            start.receive(heard[number])
    return found


def seeds() -> list[bytes]:
    """What an honest host says, as it was sent and made anew."""
    found = []
    for number, moment in enumerate(moments()):
        found.append(pack([number, [[3, 1]] * 3]))
        for data in moment.next[:6]:
            content = parse_frame(data)
            if isinstance(content, Entry):
                kind, fields = siege.kind_and_fields(content.envelope)
                seat = 0 if content.envelope[103:135] == siege.identity(moment.bench, 0).public else 1
                found.append(pack([number, [[2, kind, fields, seat, 0, 0, 0], [3, 2]]]))
            else:
                found.append(pack([number, [[1, *siege.kind_and_fields(content)], [3, 1]]]))
        found.append(pack([number, [[0, b"\2" + bytes(200)], [5, 13, ["hello"]]]]))
        found += [pack([number, [[1, int(kind), plain_of(made)]]]) for kind, made in samples.PAYLOADS.items()]
    return [data for data in found if len(data) < limits.FRAME]


def run(data: bytes) -> None:
    value = siege.read(data)
    if value is None:
        return
    moment = moments()[siege.small(value[0], len(moments()))]
    watcher = siege.copied(moment.watcher)
    watcher.take()
    place = 0
    for step in value[1][:MOST]:
        frames, place = heard(moment, watcher, step, place)
        for frame in frames:
            try:
                watcher.receive(frame)
            except Refused:
                return
            except RemoteProtocolError as error:
                assert error.culprit in (Culprit.HOST, Culprit.PEER), "a connection's fault is the host's"
                return
            for _, out in watcher.take().send:
                content = parse_frame(out)
                assert isinstance(content, bytes)
                assert isinstance(open_envelope(content).payload, Hello | Proof | Resume | Bye)


def heard(moment: Moment, watcher: Watcher, step: Plain, place: int) -> tuple[list[bytes], int]:
    """The frames of a step, and how far the honest host's have been told."""
    bench, log = moment.bench, watcher.table.log if watcher.table is not None else None
    table_id = ZERO if log is None else log.table_id
    frame: bytes | None = None
    match step:
        case [0, bytes(raw)]:
            return [raw], place
        case [1 | 5 as who, kind, fields]:
            made = siege.payload(kind, fields)
            author = siege.identity(bench, -1 if who == 1 else 1)
            frame = siege.spoken(author, made, table_id) or siege.spoken(author, made) if made else None
        case [2, kind, fields, seat, skip, back, term] if log is not None:
            numbers = siege.small(skip, 3), siege.small(back, 9), siege.small(term, 3)
            frame = ordered(bench, log, kind, fields, siege.small(seat, 2), *numbers)
        case [3, count]:
            end = place + siege.small(count, 12)
            return list(moment.next[place:end]), end
        case _:
            pass
    return ([] if frame is None else [frame]), place


def ordered(
    bench: TableBench, log: Log, kind: Plain, fields: Plain, seat: int, skip: int, back: int, term: int
) -> bytes | None:
    """An entry of the log with what a seat says."""
    made = siege.payload(kind, fields)
    if made is None or not siege.in_log(made):
        return None
    envelope = siege.logged(siege.identity(bench, seat), made, log, seat, skip=skip, back=back)
    if envelope is None:
        return None
    entry = log.order(siege.identity(bench, -1), envelope)
    return entry_frame(Entry(entry.index + (term == 2), entry.term + (term == 1), entry.signature, envelope))
