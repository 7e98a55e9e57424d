"""Pure. Honest matches that somebody leaves, by its own word or by that of all others (docs/protocol.md, 10.1).

The one rule: everybody is the program itself; only when somebody goes is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from protocol.machine.absence import Proposal
from protocol.machine.guest import Guest
from protocol.wire.messages import Keys, Payload
from tests.faults.test_leaving import concede, honest, play_until, proposal, retire, silent
from tests.interop.forging import Forge
from tests.machines import LyingGuest, TableBench, offer


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
