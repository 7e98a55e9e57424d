"""Invariant: whatever a guest sends, the host raises nothing, sends no more than it owes, and wrongs no honest guest.

A value [table, [step, …]]: how far a table of two is, and what comes over other connections than that of seat 0, which
is honest: seat 1's, whose keys a liar has, and those of strangers. The honest guest must never blame the host for it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.machine.effects import Said
from protocol.machine.guest import Applicant, Guest
from protocol.machine.hub import Stage
from protocol.machine.watcher import Watcher
from protocol.wire.codec import pack
from protocol.wire.messages import Kind, Payload, plain_of
from tests.fuzz import siege
from tests.fuzz.mutate import packed
from tests.machines import CODE, WATCH_CODE, TableBench
from tests.unit.protocol import samples

MOST = 8
"""Steps of one input."""

STRANGERS = 200
"""Numbers of strangers' connections begin here."""

RAW, SPOKEN, LOGGED, CALL, HANG_UP, WAIT, ECHO, PLAY, FOREIGN, ENTER = range(10)
"""What a step does: bytes as they are, a signed message, a signed one for the log, a new connection, one that ends,
time that passes, something that was sent before, the honest ones go on, a message under a stranger's key, a connection
that is let in, to watch or for a seat."""

SAME = 203
"""The connection by which seat 1 comes back."""

mutate = packed()


class Besieged(TableBench):
    """A table at which there are connections without a guest behind them."""

    flood = 0
    """Bytes that the host has sent to anybody."""
    last: dict[int, bytes]
    """What it has sent last, by connection."""

    def _flush_hub(self) -> None:
        effects = self.hub.take()
        self.kept.extend(effects.journal)
        self.events.extend(effects.events)
        for number, data in effects.send:
            assert len(data) <= limits.FRAME, "the host sends what nobody takes"
            self.flood += len(data)
            self.last[number] = data
            if number < len(self.peers):
                self.queue.extend(("down", number, out) for out in self.peers[number].down(data))


@cache
def benches() -> tuple[Besieged, ...]:
    """Tables from the lobby to the end; at the first one seat 1 is still free."""
    tables = [_bench(steps=30, guests=1), *(_bench(steps=steps) for steps in siege.STEPS)]
    tables += [_bench(turns=turns) for turns in siege.TURNS]
    played = _bench(turns=10_000)
    return (*tables, played)


def _bench(*, steps: int = 0, turns: int | None = None, guests: int | None = None) -> Besieged:
    made = siege.begun(2, steps=steps, turns=turns, guests=guests)
    made.__class__ = Besieged
    assert isinstance(made, Besieged)
    made.last = {}
    return made


def seeds() -> list[bytes]:
    """What seat 1 sends in an honest match, from every table on, and a stranger who is let in and watches."""
    played = [data[1:] for data in benches()[-1].peers[1].sent]
    steps: list[list[Plain]] = []
    for data in played:
        kind, fields = siege.kind_and_fields(data)
        steps.append([LOGGED if kind >= 32 else SPOKEN, 1, kind, fields, 0, 0])
    found = [
        pack([table, [step, [PLAY]]]) for table in range(len(benches())) for step in (steps[0], steps[2])
    ]
    found += [pack([9, [step]]) for step in steps[:20]]
    hello, proof = steps[0], steps[1]
    stranger: list[Plain] = [[CALL, 2], [SPOKEN, 2, *hello[2:]], [SPOKEN, 2, *proof[2:]]]
    found += [pack([table, [*stranger, [ECHO, 2, 0], [HANG_UP, 2]]]) for table in (0, 4, 11)]
    for table in (0, 3, 10, 11, 12):
        for length in (0, 9_999):
            back: list[Plain] = [[ENTER, 3, 0], [SPOKEN, 3, *resume(length), 0, 0], [PLAY]]
            found.append(pack([table, [[HANG_UP, 1], *back]]))
            found.append(pack([table, [[ENTER, 2, 1], [SPOKEN, 2, *resume(length), 0, 0], [PLAY], [PLAY]]]))
    again: Plain = [SPOKEN, 1, *resume(0), 0, 0]
    found += [
        pack([11, [again, again, [WAIT, 9], [HANG_UP, 1]]]),
        pack([10, [[RAW, 1, played[3]], [ECHO, 1, 5]]]),
    ]
    for kind, made in samples.PAYLOADS.items():
        foreign: Plain = [FOREIGN, 1, int(kind), plain_of(made)]
        own: Plain = [SPOKEN, 1, int(kind), plain_of(made), 0, 0]
        found += [pack([table, [own, [PLAY]]]) for table in (3, 10)] + [
            pack([table, [foreign]]) for table in (3, 10)
        ]
    found.append(pack([10, [[SPOKEN, 1, *resume(9_999), 0, 0]]]))
    return [data for data in found if len(data) < limits.FRAME]


def resume(length: int) -> list[Plain]:
    """A RESUME of somebody who has so many entries of an unknown log."""
    fields = plain_of(samples.PAYLOADS[Kind.RESUME])
    assert type(fields) is list
    return [int(Kind.RESUME), [length, bytes(32), *fields[2:]]]


def run(data: bytes) -> None:
    value = siege.read(data)
    if value is None:
        return
    bench = siege.copied(benches()[siege.small(value[0], len(benches()))])
    strangers: set[int] = set()
    for step in value[1][:MOST]:
        bench.flood = 0
        frames = act(bench, strangers, step)
        assert bench.flood <= owed(bench, frames), "a few bytes make the host send many"
    bench.run(turns=0)
    fair(bench)


def act(bench: Besieged, strangers: set[int], step: Plain) -> int:
    """Takes one step; returns how many frames the liar has sent."""
    match step:
        case [0, who, bytes(raw)]:
            return deliver(bench, who, raw)
        case [1 | 2, who, kind, fields, skip, back]:
            number = sender(bench, who)
            made = siege.payload(kind, fields)
            if made is None:
                return 0
            author = who_signs(bench, number)
            log = bench.hub.log
            if log is None or not siege.in_log(made):
                frame = said(bench, author, made)
            else:
                envelope = siege.logged(
                    author, made, log, 1, skip=siege.small(skip, 3), back=siege.small(back, 9)
                )
                frame = None if envelope is None else b"\1" + envelope
            return 0 if frame is None else deliver(bench, who, frame)
        case [3, who]:
            number = sender(bench, who)
            if number not in bench.hub._connections and (number >= STRANGERS or number >= len(bench.peers)):
                strangers.add(number)
                bench.hub.connected(number, f"origin {number % 2}", bench.now)
        case [4, who]:
            bench.hub.disconnected(sender(bench, who), bench.now)
            bench._flush_hub()
        case [5, seconds]:
            bench.now += siege.small(seconds, 20)
            bench.hub.tick(bench.now)
            bench._flush_hub()
        case [6, who, which]:
            sent = [*bench.peers[0].sent, *bench.peers[-1].sent]
            return deliver(bench, who, sent[siege.small(which, len(sent))])
        case [9, who, role]:
            return enter(bench, strangers, sender(bench, who), watches=role == 1)
        case [8, who, kind, fields]:
            made = siege.payload(kind, fields)
            frame = said(bench, siege.identity(bench, 77), made) if made else None
            return 0 if frame is None else deliver(bench, who, frame)
        case [7]:
            bench.run(turns=1)
            bench.flood = 0
        case _:
            pass
    return 0


def said(bench: Besieged, author: Identity, made: Payload) -> bytes | None:
    """A message outside the log, with the table's id where its kind may have one."""
    log = bench.hub.log
    return (siege.spoken(author, made, log.table_id) if log is not None else None) or siege.spoken(
        author, made
    )


def who_signs(bench: Besieged, number: int) -> Identity:
    """The keys of whoever is at a connection."""
    if number in (1, SAME):
        return siege.identity(bench, 1)
    return siege.identity(bench, number - STRANGERS + 50)


def enter(bench: Besieged, strangers: set[int], number: int, *, watches: bool) -> int:
    """Goes through the handshake with the right code, as far as the host lets it."""
    if number in bench.hub._connections or number < STRANGERS:
        return 0
    strangers.add(number)
    identity = who_signs(bench, number)
    made: Guest | Watcher
    if watches:
        made = siege.watcher(bench, identity, Applicant(b"Eye", WATCH_CODE))
    else:
        made = bench.make_guest(identity, number, Applicant(b"Bob", CODE))
    bench.hub.connected(number, "origin", bench.now)
    for _ in range(2):
        for _, frame in made.take().send:
            bench.hub.receive(number, frame, bench.now)
            bench._flush_hub()
        if number not in bench.hub._connections or number not in bench.last:
            break
        with suppress(ProtocolError):
            made.receive(bench.last.pop(number))
    return 2


def sender(bench: Besieged, who: Plain) -> int:
    """A connection: seat 1's, or a stranger's."""
    number = siege.small(who, 4)
    return 1 if number == 1 and len(bench.peers) > 1 else STRANGERS + number


def deliver(bench: Besieged, who: Plain, data: bytes) -> int:
    """One message from a connection that is not the honest guest's."""
    bench.hub.receive(sender(bench, who), data, bench.now)
    bench._flush_hub()
    return 1


def owed(bench: Besieged, frames: int) -> int:
    """How many bytes the host may send for so many frames: the whole log to one, and a few messages to all."""
    log = 0 if bench.hub.log is None else sum(len(entry.envelope) + 80 for entry in bench.hub.log.entries)
    return (frames + 1) * (log + 8 * 4_096 + limits.FRAME)


def fair(bench: Besieged) -> None:
    """Nobody who was honest has come to harm."""
    hub, honest = bench.hub, bench.peers[0]
    assert honest.error is None, f"the honest guest says: {honest.error}"
    table = honest.guest.table
    if hub.stage is not Stage.LOBBY:
        assert table is not None, "the match has begun for the host alone"
        assert hub.log is not None
        assert table.log.head() == hub.log.head(), "the honest guest has another log"
    if table is not None:
        blamed = {fault.seat for fault in table.faults}
        assert blamed <= {1}, f"honest seats are blamed: {table.faults}"
    keys = {siege.identity(bench, number).public for number in (-1, 0, 1)}
    strange = [event for event in honest.events if isinstance(event, Said) and event.key not in keys]
    assert not strange, "somebody talks who does not sit at the table"
    kept = [keep for keep in bench.kept if type(keep).__name__ == "KeepEntry"]
    assert hub.log is None or len(kept) == hub.log.length, "an entry was sent that is not stored"
