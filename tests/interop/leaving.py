"""Pure. Matches that somebody leaves, and what can be said wrong in them (docs/protocol.md, 10.1).

The one rule: as in `cheating`, a case touches what it names; heads, numbers and signatures are made to fit, and so are
the consents of a RETIRE unless they are what is wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache

from protocol.canonical import Plain
from protocol.machine.absence import Proposal
from protocol.machine.guest import Guest
from protocol.wire.messages import Keys, Kind, Payload
from tests.faults.test_leaving import concede, honest, play_until, proposal, retire, silent
from tests.interop.cheating import GENERATOR, anywhere, first_of, insert, key, listed, openings, points
from tests.interop.forging import Forge, Logged, flipped
from tests.interop.tampering import ZERO, Case, field, in_table
from tests.machines import LyingGuest, TableBench, offer

SEAL, RETIRE, CONCEDE = Kind.SEAL, Kind.RETIRE, Kind.CONCEDE


# Matches


def bench_of(seats: int, seed: str) -> TableBench:
    """A table at which every seat can leave."""
    return TableBench(offer(seats), seed=f"leaving {seed}", twists=dict.fromkeys(range(seats), honest))


def given_up(bench: TableBench, seat: int, number: int = 1) -> None:
    """The seat is gone, and the others log so."""
    silent(bench, seat)
    bench.run()
    staying = [other for other in bench.peers[(seat + 1) % len(bench.peers)].table.active if other != seat]
    agreed = proposal(bench, staying[0], seat)
    author = bench.peers[staying[0]]
    assert isinstance(author.guest, LyingGuest)
    author.guest.author(retire(bench, Proposal(number, agreed.index, agreed.head, agreed.seats), *staying))
    bench._flush_guest(author)
    bench.run()


def conceded(seats: int, *entries: int) -> TableBench:
    """The last seat concedes at the first of these log lengths, the one before it at the second, and so on."""
    bench = bench_of(seats, f"conceded {seats} {entries}")
    for number, length in enumerate(entries):
        play_until(bench, length)
        concede(bench.peers[seats - 1 - number], bench)
    bench.run()
    return bench


def retired(seats: int, entries: int, gone: int) -> TableBench:
    """A seat is given up at about this log length."""
    bench = bench_of(seats, f"retired {seats} {entries} {gone}")
    play_until(bench, entries)
    given_up(bench, gone)
    return bench


def owing(seats: int) -> TableBench:
    """The last seat gives no keys and concedes, so that all first hands are lost."""

    def twist(_: Guest, payload: Payload) -> Payload | None:
        return None if isinstance(payload, Keys) else payload

    bench = TableBench(offer(seats), seed=f"owing {seats}", twists={seats - 1: twist})
    bench.run()
    concede(bench.peers[-1], bench)
    bench.run()
    return bench


def both_ways() -> TableBench:
    """One seat of four is given up, and another concedes while the decks are being sealed again."""
    bench = bench_of(4, "both ways")
    play_until(bench, 60)
    silent(bench, 1)
    bench.run()
    staying = [0, 2, 3]
    author = bench.peers[0]
    assert isinstance(author.guest, LyingGuest)
    author.guest.author(retire(bench, proposal(bench, 0, 1), *staying))
    bench._flush_guest(author)
    play_until(bench, bench.peers[0].table.log.length + 5)
    concede(bench.peers[3], bench)
    bench.run()
    return bench


LEFT: dict[str, Callable[[], TableBench]] = {
    "2 seats, conceded": lambda: conceded(2, 30),
    "2 seats, retired": lambda: retired(2, 30, 0),
    "3 seats, conceded before the first entry": lambda: conceded(3, 0),
    "3 seats, conceded while the decks are sealed": lambda: conceded(3, 8),
    "3 seats, conceded at the first roll": lambda: conceded(3, 19),
    "3 seats, conceded in the middle": lambda: conceded(3, 60),
    "3 seats, conceded, all hands lost": lambda: owing(3),
    "3 seats, two conceded": lambda: conceded(3, 40, 60),
    "3 seats, retired while the decks are sealed": lambda: retired(3, 5, 2),
    "3 seats, retired in the middle": lambda: retired(3, 60, 1),
    "4 seats, conceded": lambda: conceded(4, 100),
    "4 seats, two conceded in the middle": lambda: conceded(4, 80, 120),
    "4 seats, two conceded at once": lambda: conceded(4, 80, 81),
    "4 seats, two conceded, the second while the decks are sealed again": lambda: conceded(4, 70, 78),
    "4 seats, three conceded": lambda: conceded(4, 50, 90, 110),
    "4 seats, retired": lambda: retired(4, 90, 0),
    "4 seats, one retired, one conceded": both_ways,
}


@cache
def forge_of(name: str) -> Forge:
    """A match of `LEFT` in parts; copy it before you change it."""
    return Forge.of(LEFT[name]())


CONCEDED, EARLY, LOST, RETIRED = (
    "3 seats, conceded in the middle",
    "3 seats, conceded while the decks are sealed",
    "3 seats, conceded, all hands lost",
    "3 seats, retired in the middle",
)


def left(name: str) -> bytes:
    """The record of an honest match that somebody leaves."""
    return forge_of(name).copy().build()


def on(name: str, change: Callable[[Forge], object]) -> Callable[[], bytes]:
    """A changed record of one of the matches."""

    def make() -> bytes:
        forge = forge_of(name).copy()
        change(forge)
        return forge.build()

    return make


def by_case(name: str, case: Case) -> Callable[[], bytes]:
    """A record that a case of another module makes of one of the matches."""
    return lambda: case(forge_of(name).copy())


# Changes


def payload(kind: Kind, change: Callable[[list[Plain]], object], number: int = 0) -> Callable[[Forge], None]:
    """Another payload in the message with this number among those of its kind."""
    return lambda forge: change(forge.log[forge.first(kind, number)].payload)  # type: ignore[return-value]


def gone_at(forge: Forge) -> int:
    """The entry of the first retirement."""
    return next(entry for entry, logged in enumerate(forge.log, 1) if logged.kind in (CONCEDE, RETIRE))


def said(
    kind: Kind, fields: list[Plain], *, seat: int, after: int = 1, ack: int | None = None
) -> Callable[[Forge], None]:
    """A message more, so many entries after the retirement (-1: at the end); `ack` counts from the retirement."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        at = gone + after - 1 if after > 0 else len(forge.log)
        insert(forge, at, Logged(seat, kind, copy.deepcopy(fields), 0))
        if ack is not None:
            earlier = max([other.ack for other in forge.log[:at] if other.seat == seat], default=0)
            forge.log[at].ack = max(earlier, gone + ack)

    return change


def again(epoch: int, step: int, change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """Another payload in the first pass of an epoch and a step; of the owner, if it is one that has marks."""

    def inner(forge: Forge) -> None:
        found = [log for log in forge.log if log.kind == SEAL and log.payload[1:3] == [epoch, step]]
        change(found[0].payload)

    return inner


marks = first_of(5)


def other_mark(fields: list[Plain]) -> None:
    """Another card than one of the hand is kept."""
    free = next(place for place in range(len(points(fields))) if place not in marks(fields))
    fields[5] = sorted([free, *marks(fields)[1:]], key=int)  # type: ignore[arg-type]


def swap(array: list[Plain]) -> None:
    array[0], array[1] = array[1], array[0]


def agreed(
    *,
    number: int = 1,
    index: Callable[[int], int] = lambda index: index,
    head: Callable[[bytes], bytes] = lambda head: head,
    seats: list[int] | None = None,
    signers: list[int] | None = None,
    consents: Callable[[list[Plain]], list[Plain]] = lambda rows: rows,
    author: int | None = None,
) -> Callable[[Forge], None]:
    """Another RETIRE, with consents that fit it."""

    def change(forge: Forge) -> None:
        logged = forge.log[gone_at(forge) - 1]
        fill(forge, logged, number=number, index=index, head=head, seats=seats, signers=signers)
        logged.payload[4] = consents(listed(logged.payload[4]))
        if author is not None:
            logged.seat = author
            logged.ack = max([log.ack for log in forge.log[: gone_at(forge) - 1] if log.seat == author])

    return change


def fill(
    forge: Forge,
    logged: Logged,
    *,
    number: int = 1,
    index: Callable[[int], int] = lambda index: index,
    head: Callable[[bytes], bytes] = lambda head: head,
    seats: list[int] | None = None,
    signers: list[int] | None = None,
) -> None:
    """Writes a RETIRE: what it does not say otherwise is as in the one that the match has."""
    old = forge.log[gone_at(forge) - 1].payload
    data = forge.build()
    assert data
    assert isinstance(old[1], int)
    at = index(old[1])
    gone = [seat for seat in listed(old[3]) if isinstance(seat, int)] if seats is None else seats
    staying = [seat for seat in range(len(forge.seats)) if seat not in gone]
    proposed = Proposal(number, at, head(forge.heads[min(at, len(forge.log))]), tuple(gone))
    table_id = forge.id()
    rows: list[Plain] = []
    for seat in staying if signers is None else signers:
        consent = proposed.consent(forge.seats[seat], seat, table_id)
        rows.append([seat, consent.signature])
    logged.payload[:] = [number, at, proposed.head, list(gone), rows]


def more_retire(after: int, seat: int, **fields: object) -> Callable[[Forge], None]:
    """A second RETIRE."""

    def change(forge: Forge) -> None:
        at = gone_at(forge) + after - 1 if after > 0 else len(forge.log)
        logged = Logged(seat, RETIRE, [0], 0)
        fill(forge, logged, **fields)  # type: ignore[arg-type]
        insert(forge, at, logged)

    return change


def spoken(forge: Forge) -> None:
    """The seat that is given up has said something between the proposal and the RETIRE."""
    retire_at = gone_at(forge)
    index = forge.log[retire_at - 1].payload[1]
    assert isinstance(index, int)
    insert(forge, retire_at - 1, Logged(1, Kind.TURN, [0, [], [], ZERO], 0))
    fill(forge, forge.log[retire_at], index=lambda _: index)


def a_lost_slot(forge: Forge) -> tuple[int, int, int]:
    """Deck 0, the entry that dealt its first hand, and a position of it that nobody's new cards have."""
    return 0, forge.first(Kind.LINK, 2) + 1, 0


def lost_key(seat: int, ack: Callable[[int, int], int], holder: int = 0) -> Callable[[Forge], None]:
    """A key of a slot that is lost, its author having seen as much of the log as `ack` makes of dealing and loss."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        _, dealt, position = a_lost_slot(forge)
        insert(forge, gone, Logged(seat, Kind.KEYS, [[[holder, position, ZERO]]], 0))
        forge.log[gone].ack = ack(dealt, gone)
        for other in forge.log[:gone]:
            if other.seat == seat:
                other.ack = min(other.ack, forge.log[gone].ack)

    return change


def verdict_of_who_left(*rows: bool) -> Callable[[Forge], None]:
    """Verdicts that a retired seat signs at the end."""

    def change(forge: Forge) -> None:
        for honest_ in rows:
            insert(forge, len(forge.log), Logged(2, Kind.VERDICT, [honest_, [], ZERO, []], 0))

    return change


def opening_of_who_left(after: int, change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """The retired seat of `RETIRED` opens, so many entries after the RETIRE."""

    def inner(forge: Forge) -> None:
        fields: list[Plain] = list(forge.secrets[1])
        change(fields)
        said(Kind.OPENING, fields, seat=1, after=after)(forge)

    return inner


def flip(place: int) -> Callable[[list[Plain]], None]:
    def change(fields: list[Plain]) -> None:
        data = fields[place]
        assert isinstance(data, bytes)
        fields[place] = flipped(data, 0)

    return change


def last_deck_of_who_left(ack: int) -> Callable[[Forge], None]:
    """The pass over the deck of a seat that is gone which would have been due next, as of so much later."""

    def change(forge: Forge) -> None:
        done = [log for log in forge.log[: gone_at(forge)] if log.kind == SEAL and log.payload[0] == 2]
        seat = (2 + len(done)) % 3
        fields = copy.deepcopy(next(log.payload for log in forge.log if log.kind == SEAL))
        fields[0], fields[2] = 2, 1 + len(done) // 3
        said(SEAL, fields, seat=seat, after=max(ack, 0) + 1, ack=ack)(forge)

    return change


def two_consents(rows: list[Plain]) -> list[Plain]:
    return [rows[0], rows[0]]


def broken_consent(rows: list[Plain]) -> list[Plain]:
    seat, signature = listed(rows[1])
    assert isinstance(signature, bytes)
    return [rows[0], [seat, flipped(signature, 40)]]


def numbered(shift: int) -> Callable[[list[Plain]], None]:
    def change(fields: list[Plain]) -> None:
        position = key(fields)[1]
        assert isinstance(position, int)
        key(fields)[1] = position + shift

    return change


def keys_again(change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """Another payload in the first KEYS of cards that were sealed again."""

    def inner(forge: Forge) -> None:
        first = next(log.payload for log in forge.log if log.kind == SEAL)
        size = len(points(first))
        found = next(
            log.payload
            for log in forge.log
            if log.kind == Kind.KEYS and max(int(str(listed(row)[1])) for row in listed(log.payload[0])) >= size
        )
        change(found)

    return inner


def turn_opens(position: int) -> Callable[[Forge], None]:
    """The first turn after a retirement opens another slot of its author's."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        turn = next(log for log in forge.log[gone:] if log.kind == Kind.TURN)
        listed(openings(turn.payload)[0])[1] = position

    return change


def options(**values: str) -> Case:
    """More options at the table."""

    def change(table: list[Plain]) -> None:
        rows: list[Plain] = [[key.replace("_", ".", 1), value] for key, value in values.items()]
        table[3] = sorted([*listed(table[3]), *rows], key=str)

    return in_table(change)


CONCESSIONS: dict[str, Callable[[], bytes]] = {
    "CONCEDE: another secret": on(CONCEDED, payload(CONCEDE, flip(0))),
    "CONCEDE: another chain": on(CONCEDED, payload(CONCEDE, flip(1))),
    "CONCEDE: twice": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=2)),
    "CONCEDE: another opening after it": on(CONCEDED, said(Kind.OPENING, [ZERO, ZERO], seat=2, after=3)),
    "CONCEDE: another opening at the end": on(CONCEDED, said(Kind.OPENING, [ZERO, ZERO], seat=2, after=-1)),
    "CONCEDE: then a link": on(CONCEDED, said(Kind.LINK, [3, ZERO], seat=2)),
    "CONCEDE: then keys": on(CONCEDED, said(Kind.KEYS, [[[0, 3, ZERO]]], seat=2)),
    "CONCEDE: then a turn": on(CONCEDED, said(Kind.TURN, [9999, [], [], ZERO], seat=2)),
    "CONCEDE: then a claim": on(CONCEDED, said(Kind.CLAIM, [[]], seat=2)),
    "CONCEDE: then a retirement": on(CONCEDED, said(RETIRE, [1, 1, ZERO, [0], []], seat=2)),
    "CONCEDE: then a pass": on(CONCEDED, said(SEAL, [0, 0, 1, [ZERO], [], []], seat=2)),
    "CONCEDE: then a verdict": on(CONCEDED, said(Kind.VERDICT, [True, [], ZERO, []], seat=2)),
    "CONCEDE: then two verdicts at the end": on(CONCEDED, verdict_of_who_left(True, False)),
    "CONCEDE: nothing in it": on(CONCEDED, payload(CONCEDE, lambda fields: fields.clear())),
    "CONCEDE: after the end": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=0, after=-1)),
    "CONCEDE: never sent": on(CONCEDED, lambda forge: forge.log.pop(forge.first(CONCEDE))),
    "CONCEDE: of the other two as well": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=1, after=20)),
    "CONCEDE: while all is sealed again": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=0, after=4)),
}

ANSWERS_TOO_LATE: dict[str, Callable[[], bytes]] = {
    "late: a pass that was signed before": on(EARLY, said(SEAL, [0, 0, 9, [ZERO], [], []], seat=1, ack=-1)),
    "late: a pass of the old epoch": on(
        EARLY, said(SEAL, [0, 0, 1, [ZERO], [], []], seat=1, after=2, ack=1)
    ),
    "late: a pass of no deck, signed before": on(
        EARLY, said(SEAL, [9, 0, 1, [ZERO], [], []], seat=0, ack=-1)
    ),
    "late: a claim that was signed before": on(EARLY, said(Kind.CLAIM, [[]], seat=1, ack=-1)),
    "late: a claim that was not": on(EARLY, said(Kind.CLAIM, [[]], seat=1, ack=0)),
    "late: a pass over the deck of who left": on(EARLY, last_deck_of_who_left(0)),
    "late: the same, signed before": on(EARLY, last_deck_of_who_left(-1)),
    "late: a key of a lost slot": on(LOST, lost_key(1, lambda dealt, gone: gone - 1)),
    "late: the same, as of when it was dealt": on(LOST, lost_key(1, lambda dealt, gone: dealt)),
    "late: the same, from before it was dealt": on(LOST, lost_key(1, lambda dealt, gone: dealt - 1)),
    "late: the same, after the loss": on(LOST, lost_key(1, lambda dealt, gone: gone)),
    "late: a key of the own lost slot": on(LOST, lost_key(0, lambda dealt, gone: gone - 1)),
    "late: a key of a slot of who left": on(LOST, lost_key(1, lambda dealt, gone: gone - 1, holder=2)),
    "late: the same, signed after": on(LOST, lost_key(1, lambda dealt, gone: gone, holder=2)),
    "late: a turn with a lost card": on(LOST, turn_opens(0)),
    "late: a turn with a number that is gone": on(
        CONCEDED, said(Kind.TURN, [1, [], [], ZERO], seat=0, after=3)
    ),
    "late: a turn from the future": on(CONCEDED, said(Kind.TURN, [500, [], [], ZERO], seat=0, after=3)),
}

SEALED_AGAIN: dict[str, Callable[[], bytes]] = {
    "again: other marks": on(CONCEDED, again(1, 1, other_mark)),
    "again: a mark less": on(CONCEDED, again(1, 1, lambda fields: marks(fields).pop())),
    "again: a mark twice": on(CONCEDED, again(1, 1, lambda f: field(0, value=marks(f)[1])(marks(f)))),
    "again: marks out of order": on(CONCEDED, again(1, 1, lambda fields: swap(marks(fields)))),
    "again: a mark beyond the deck": on(CONCEDED, again(1, 1, lambda f: field(-1, value=200)(marks(f)))),
    "again: mark 256": on(CONCEDED, again(1, 1, lambda f: field(-1, value=256)(marks(f)))),
    "again: marks in step 2": on(CONCEDED, again(1, 2, lambda fields: marks(fields).append(0))),
    "again: marks in epoch 0": on(CONCEDED, again(0, 1, lambda fields: marks(fields).append(0))),
    "again: points change places": on(CONCEDED, again(1, 1, lambda fields: swap(points(fields)))),
    "again: a point less": on(CONCEDED, again(1, 1, lambda fields: points(fields).pop())),
    "again: another valid point": on(
        CONCEDED, again(1, 1, lambda f: field(0, value=GENERATOR)(points(f)))
    ),
    "again: points change places in step 2": on(CONCEDED, again(1, 2, lambda fields: swap(points(fields)))),
    "again: a hash": on(CONCEDED, again(1, 2, lambda fields: flip(0)(first_of(4)(fields)))),
    "again: a hash less": on(CONCEDED, again(1, 2, lambda fields: first_of(4)(fields).pop())),
    "again: epoch 2": on(CONCEDED, again(1, 1, field(1, value=2))),
    "again: epoch 0": on(CONCEDED, again(1, 1, field(1, value=0))),
    "again: epoch 1024": on(CONCEDED, again(1, 1, field(1, value=1024))),
    "again: a bit of a key": on(CONCEDED, keys_again(lambda fields: flip(2)(key(fields)))),
    "again: a key of the next position": on(CONCEDED, keys_again(numbered(1))),
    "again: a key of another epoch": on(CONCEDED, keys_again(numbered(-22))),
    "again: a key of position 65535": on(CONCEDED, keys_again(lambda f: field(1, value=65535)(key(f)))),
    "again: a key of position 65536": on(CONCEDED, keys_again(lambda f: field(1, value=65536)(key(f)))),
    "again: other marks of a lost hand": on(LOST, again(1, 1, lambda fields: marks(fields).append(0))),
    "again: points change places, all lost": on(LOST, again(1, 1, lambda fields: swap(points(fields)))),
}

RETIREMENTS: dict[str, Callable[[], bytes]] = {
    "RETIRE: as it was": on(RETIRED, agreed()),
    "RETIRE: logged by another": on(RETIRED, agreed(author=2)),
    "RETIRE: logged by who is gone": on(RETIRED, agreed(author=1)),
    "RETIRE: no consents": on(RETIRED, agreed(consents=lambda rows: [])),
    "RETIRE: a consent is missing": on(RETIRED, agreed(consents=lambda rows: rows[:1])),
    "RETIRE: the same consent twice": on(RETIRED, agreed(consents=two_consents)),
    "RETIRE: consents out of order": on(RETIRED, agreed(consents=lambda rows: rows[::-1])),
    "RETIRE: a consent that does not hold": on(RETIRED, agreed(consents=broken_consent)),
    "RETIRE: a consent of who is gone": on(RETIRED, agreed(signers=[0, 1, 2])),
    "RETIRE: of who is gone instead of another": on(RETIRED, agreed(signers=[0, 1])),
    "RETIRE: a consent of nobody": on(RETIRED, agreed(consents=lambda rows: [*rows, [7, bytes(64)]])),
    "RETIRE: a consent of seat 8": on(RETIRED, agreed(consents=lambda rows: [*rows, [8, bytes(64)]])),
    "RETIRE: a short signature": on(RETIRED, agreed(consents=lambda rows: [*rows, [2, bytes(63)]])),
    "RETIRE: number 2": on(RETIRED, agreed(number=2)),
    "RETIRE: number 0": on(RETIRED, agreed(number=0)),
    "RETIRE: number 9": on(RETIRED, agreed(number=9)),
    "RETIRE: of its own entry": on(RETIRED, agreed(index=lambda index: index + 1)),
    "RETIRE: of far behind": on(RETIRED, agreed(index=lambda index: index + 1000)),
    "RETIRE: of 2³² − 1": on(RETIRED, agreed(index=lambda index: 2**32 - 1)),
    "RETIRE: of 2³²": on(RETIRED, agreed(index=lambda index: 2**32)),
    "RETIRE: as of before the seat spoke": on(RETIRED, agreed(index=lambda index: 10)),
    "RETIRE: as of no entry": on(RETIRED, agreed(index=lambda index: 0)),
    "RETIRE: the seat has spoken": on(RETIRED, spoken),
    "RETIRE: another head": on(RETIRED, agreed(head=lambda head: ZERO)),
    "RETIRE: another head, not signed": on(RETIRED, payload(RETIRE, field(2, value=ZERO))),
    "RETIRE: another index, not signed": on(RETIRED, payload(RETIRE, field(1, value=9))),
    "RETIRE: another seat, not signed": on(RETIRED, payload(RETIRE, field(3, value=[2]))),
    "RETIRE: no seats": on(RETIRED, agreed(seats=[])),
    "RETIRE: a seat twice": on(RETIRED, agreed(seats=[1, 1])),
    "RETIRE: two of three": on(RETIRED, agreed(seats=[1, 2])),
    "RETIRE: seats out of order": on(RETIRED, agreed(seats=[2, 1])),
    "RETIRE: a seat that there is not": on(RETIRED, agreed(seats=[3])),
    "RETIRE: its own author": on(RETIRED, agreed(seats=[0])),
    "RETIRE: another one": on(RETIRED, agreed(seats=[2])),
    "RETIRE: again, the same": on(RETIRED, more_retire(5, 2)),
    "RETIRE: again, the same under number 2": on(RETIRED, more_retire(5, 2, number=2)),
    "RETIRE: the other one of two": on(
        RETIRED, more_retire(5, 0, number=2, seats=[2], signers=[0], index=lambda index: index + 1)
    ),
    "RETIRE: the other one of two, with all consents": on(
        RETIRED, more_retire(5, 0, number=2, seats=[2], index=lambda index: index + 1)
    ),
    "RETIRE: the other one of two, that has spoken": on(
        RETIRED, more_retire(20, 0, number=2, seats=[2], signers=[0], index=lambda index: index + 1)
    ),
    "RETIRE: after the end": on(RETIRED, more_retire(-1, 0, number=2, seats=[2], signers=[0])),
    "RETIRE: by who is retired": on(RETIRED, said(RETIRE, [1, 1, ZERO, [0], []], seat=1)),
    "RETIRE: then an opening": on(RETIRED, opening_of_who_left(3, lambda fields: None)),
    "RETIRE: then another secret": on(RETIRED, opening_of_who_left(3, flip(0))),
    "RETIRE: then another chain": on(RETIRED, opening_of_who_left(3, flip(1))),
    "RETIRE: an opening at the end": on(RETIRED, opening_of_who_left(-1, lambda fields: None)),
    "RETIRE: then a concession": on(RETIRED, said(CONCEDE, [ZERO, ZERO], seat=1)),
    "RETIRE: never logged": on(RETIRED, lambda forge: forge.log.pop(forge.first(RETIRE))),
}

TABLES: dict[str, Callable[[], bytes]] = {
    f"options: table.grace={value!r}": by_case(CONCEDED, options(table_grace=value))
    for value in ("1", "180", "99999", "100000", "0", "05", "", "1 ", "9\n", "1.5", "١")
}
TABLES |= {
    "options: table.": by_case(CONCEDED, options(table_="1")),
    "options: table.other": by_case(CONCEDED, options(table_other="1")),
    "options: tablet": by_case(CONCEDED, options(tablet="1")),
}

ANYWHERE = {
    f"left anywhere: {number}": by_case((CONCEDED, LOST, RETIRED, EARLY)[number % 4], anywhere(1000 + number))
    for number in range(32)
}

LEAVING = {
    **CONCESSIONS,
    **ANSWERS_TOO_LATE,
    **SEALED_AGAIN,
    **RETIREMENTS,
    **TABLES,
    **ANYWHERE,
}
