"""Invariant: whatever seats log, replicas take it alike, nothing is raised, and nobody but its authors is blamed.

A value [table, [[seat, kind, payload, back], …]]: a table in the middle of its match, and what its seats sign next,
with an acknowledgement so many entries old. The host is honest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from gefaehrten.session.replicas import match_of
from protocol.canonical import Plain
from protocol.machine.rules import Slot
from protocol.machine.table import Table, state_digest
from protocol.wire.codec import pack
from protocol.wire.messages import Turn
from tests.fuzz import siege
from tests.fuzz.mutate import packed
from tests.machines import TableBench

MOST = 6
"""Entries of one input."""

mutate = packed()


@cache
def tables() -> tuple[tuple[TableBench, Table, tuple[bytes, ...]], ...]:
    """Replicas at every kind of moment of matches of two and three, each with the envelopes that came next.

    While decks are sealed, in the middle, after a seat was retired, when its deck is sealed again, at the end.
    """
    return (*_moments(_whole(2), (1, 3, 6, 9, 11, 12, 20, 40)), *_moments(_parted(), (30, 34, 38, 60)))


def _whole(seats: int) -> TableBench:
    return siege.begun(seats, turns=10_000)


def _parted() -> TableBench:
    bench = siege.begun(3, turns=4)
    bench.give_up(2)
    return bench


def _moments(bench: TableBench, at: tuple[int, ...]) -> list[tuple[TableBench, Table, tuple[bytes, ...]]]:
    """The replica after so many entries, at the retirement and at the end."""
    last = bench.peers[0].table
    entries = last.log.entries
    retired, over = last.retired_at, last.ending.entry if last.ending else len(entries)
    table, found = Table(last.record, match_of(last.record)), []
    for index, entry in enumerate(entries, 1):
        table.receive(entry)
        if index in (*at, retired - 1, retired, retired + 1, over - 1, over, len(entries) - 1):
            later = tuple(entry.envelope for entry in entries[index : index + MOST])
            found.append((bench, siege.copied(table), later))
    return found


def seeds() -> list[bytes]:
    found: list[bytes] = []
    for number, (_, table, later) in enumerate(tables()):
        steps: list[Plain] = []
        for data in later:
            kind, fields = siege.kind_and_fields(data)
            steps.append([table.log.seat_of(data[103:135]), kind, fields, 0])
        found += [pack([number, steps[:count]]) for count in (1, MOST) if steps]
    return found


def run(data: bytes) -> None:
    value = siege.read(data)
    if value is None:
        return
    bench, original, _ = tables()[siege.small(value[0], len(tables()))]
    table, other = siege.copied(original), siege.copied(original)
    before = {(fault.entry, fault.seat, fault.code) for fault in table.faults}
    authors: set[int] = set()
    turns = heard_turns(other)
    for step in value[1][:MOST]:
        match step:
            case [seat, kind, fields, back]:
                seat = siege.small(seat, table.seats)
            case _:
                continue
        made = siege.payload(kind, fields)
        if made is None or not siege.in_log(made):
            continue
        author = siege.identity(bench, seat)
        envelope = siege.logged(author, made, table.log, seat, back=siege.small(back, 16))
        if envelope is None:
            continue
        if siege.small(back, 16) and table.log.length - siege.small(back, 16) < table.log.acknowledged(seat):
            continue  # an honest host does not order that
        authors.add(seat)
        entry = table.log.order(siege.identity(bench, -1), envelope)
        table.receive(entry)
        other.receive(entry)
        if turns:
            lies = isinstance(made, Turn) and made.digest != state_digest(turns.pop())
            assert not lies or table.faults, "a lie about the position has counted"
    assert seen(table) == seen(other), "two replicas of one log differ"
    for fault in table.faults:
        if (fault.entry, fault.seat, fault.code) not in before:
            assert fault.seat in authors, (
                f"seat {fault.seat} is blamed for {fault.code}, and has logged nothing"
            )
    if table.audited:
        assert table.verdict() == other.verdict()


def heard_turns(table: Table) -> list[list[int]]:
    """The positions right after the turns that the rules take from now on."""
    rules, found = table.rules, []
    take = rules.turn

    def turn(seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        take(seat, moves, cards)
        found.append(rules.public())

    rules.turn = turn  # type: ignore[method-assign]
    return found


def seen(table: Table) -> object:
    """What everybody must see alike."""
    faults = [(fault.entry, fault.seat, fault.code) for fault in table.faults]
    hands = [list(hand) for hand in table.hands]
    return table.log.head(), table.rules.public(), faults, hands, table.awaited(), table.ending, table.active
