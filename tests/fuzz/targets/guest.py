"""Invariant: whatever a host sends, a guest raises its named fault, signs no number twice, and gives no own card away.

A value [table, [step, …]]: how far a table of two is, and what seat 0 hears next. The liar is the host and has the keys
of seat 1 as well; seat 0's it has not, and must not learn the keys of cards that it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from protocol import limits
from protocol.canonical import ZERO, Plain
from protocol.errors import Culprit, Refused, RemoteProtocolError
from protocol.log import Log
from protocol.machine.effects import KeepOwn
from protocol.machine.guest import Guest
from protocol.wire.codec import pack
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import Entry, entry_frame, parse_frame
from protocol.wire.messages import Keys, plain_of
from tests.fuzz import siege
from tests.fuzz.mutate import packed
from tests.machines import Peer, TableBench
from tests.unit.protocol import samples

MOST = 8
"""Steps of one input."""

mutate = packed()


@dataclass(frozen=True, slots=True)
class Moment:
    """A guest in the middle of something, and what an honest host told it next."""

    bench: TableBench
    peer: Peer
    next: tuple[bytes, ...]


@cache
def moments() -> tuple[Moment, ...]:
    """From the first message to the verdict."""
    whole = siege.begun(2, turns=10_000).peers[0].received
    benches = [siege.begun(2, steps=steps) for steps in siege.STEPS]
    benches += [siege.begun(2, turns=turns) for turns in siege.TURNS]
    benches += [_late(siege.begun(2, turns=9), len(whole) - more) for more in (1, 3, 5)]
    return tuple(
        Moment(bench, bench.peers[0], tuple(whole[len(bench.peers[0].received) :][:40])) for bench in benches
    )


def _late(bench: TableBench, most: int) -> TableBench:
    """A bench that is stopped when the guest has heard so much."""
    while len(bench.peers[0].received) < most:
        before = len(bench.peers[0].received)
        try:
            bench.run(steps=1)
        except AssertionError:
            continue  # not at rest yet
        if len(bench.peers[0].received) == before:
            break
    return bench


def seeds() -> list[bytes]:
    """What an honest host says, as it was sent and made anew."""
    found = []
    for number, moment in enumerate(moments()):
        found.append(pack([number, [[3, 1]] * 3]))
        for data in moment.next[:6]:
            content = parse_frame(data)
            if isinstance(content, Entry):
                kind, fields = siege.kind_and_fields(content.envelope)
                found.append(pack([number, [[2, kind, fields, 0, 0, 0], [3, 2], [4]]]))
            else:
                kind, fields = siege.kind_and_fields(content)
                found.append(pack([number, [[1, kind, fields], [3, 1], [4]]]))
        found.append(pack([number, [[0, b"\2" + bytes(200)], [5, 13, ["hello"]]]]))
        found += [pack([number, [[1, int(kind), plain_of(made)]]]) for kind, made in samples.PAYLOADS.items()]
    return [data for data in found if len(data) < limits.FRAME]


def run(data: bytes) -> None:
    value = siege.read(data)
    if value is None:
        return
    moment = moments()[siege.small(value[0], len(moments()))]
    guest = siege.copied(moment.peer.guest)
    guest.take()
    signed = {keep.number: keep.data for keep in moment.peer.kept if isinstance(keep, KeepOwn)}
    place = 0
    for step in value[1][:MOST]:
        frames, place = heard(moment, guest, step, place)
        for frame in frames:
            try:
                guest.receive(frame)
            except Refused:
                return
            except RemoteProtocolError as error:
                assert error.culprit in (Culprit.HOST, Culprit.PEER), "a connection's fault is the host's"
                return
            checked(guest, signed)
        if step == [4]:
            play(moment, guest)
            checked(guest, signed)


def heard(moment: Moment, guest: Guest, step: Plain, place: int) -> tuple[list[bytes], int]:
    """The frames of a step, and how far the honest host's have been told."""
    bench, log = moment.bench, guest.table.log if guest.table is not None else None
    table_id = ZERO if log is None else log.table_id
    frame: bytes | None = None
    match step:
        case [0, bytes(raw)]:
            return [raw], place
        case [1, kind, fields]:
            made = siege.payload(kind, fields)
            frame = siege.spoken(siege.identity(bench, -1), made, table_id) if made else None
            if made and frame is None:
                frame = siege.spoken(siege.identity(bench, -1), made)
        case [2, kind, fields, skip, back, term] if log is not None:
            frame = ordered(
                bench, log, kind, fields, siege.small(skip, 3), siege.small(back, 9), siege.small(term, 3)
            )
        case [3, count]:
            end = place + siege.small(count, 12)
            return list(moment.next[place:end]), end
        case [5, kind, fields]:
            made = siege.payload(kind, fields)
            frame = siege.spoken(siege.identity(bench, 1), made, table_id) if made else None
        case _:
            pass
    return ([] if frame is None else [frame]), place


def ordered(
    bench: TableBench, log: Log, kind: Plain, fields: Plain, skip: int, back: int, term: int
) -> bytes | None:
    """An entry of the log with what seat 1 says."""
    made = siege.payload(kind, fields)
    if made is None or not siege.in_log(made):
        return None
    envelope = siege.logged(siege.identity(bench, 1), made, log, 1, skip=skip, back=back)
    if envelope is None:
        return None
    entry = log.order(siege.identity(bench, -1), envelope)
    return entry_frame(Entry(entry.index + (term == 2), entry.term + (term == 1), entry.signature, envelope))


def play(moment: Moment, guest: Guest) -> None:
    """The person at the guest makes a turn, if it is due."""
    if guest.seat is not None and guest.seat.ready:
        peer = Peer(0, guest, moment.peer.identity, moment.peer.rng)
        moves, opened = peer.match.encode(guest.number, siege.steady_turn(peer))
        guest.play(moves, opened)


def checked(guest: Guest, signed: dict[int, bytes]) -> None:
    """What the guest asks its shell for."""
    effects = guest.take()
    for keep in effects.journal:
        if isinstance(keep, KeepOwn):
            assert signed.setdefault(keep.number, keep.data) == keep.data, "a number was signed twice"
    for _, frame in effects.send:
        assert len(frame) <= limits.FRAME
        content = parse_frame(frame)
        assert isinstance(content, bytes)
        envelope = open_envelope(content)
        if envelope.number:
            assert signed.get(envelope.number) == content, "what is sent is not stored first"
        if isinstance(envelope.payload, Keys) and guest.table is not None:
            for given in envelope.payload.keys:
                holder = guest.table.dealing.holder((given.deck, given.position))
                assert holder != guest.number, "a key of an own card was given away"
