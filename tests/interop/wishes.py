"""Pure. Honest matches with pauses and ends by agreement (docs/protocol.md, 10.2).

The one rule: everybody is the program itself; only who wishes for what, and when, is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

from tests.faults.test_leaving import author, concede, play_until, proposal, retire, silent
from tests.interop.departures import bench_of
from tests.interop.forging import Forge
from tests.interop.successions import another, record_of, together
from tests.machines import TableBench

Wish = Literal["", "pause", "abort"]


def wish(bench: TableBench, what: Wish, *seats: int) -> None:
    """These seats would like this from now on, one after the other; what programs answer goes on."""
    for seat in seats:
        bench.peers[seat].guest.move(what)
        bench._flush_guest(bench.peers[seat])
        bench.run(turns=0)


def at_turn(seats: int, turns: int) -> TableBench:
    """A match after so many turns."""
    bench = bench_of(seats, f"wishes {seats} {turns}")
    bench.run(turns=turns)
    return bench


def paused(seats: int, turns: int, *going_on: int) -> TableBench:
    """All pause; then these play on, one after the other, until that is enough."""
    bench = at_turn(seats, turns)
    wish(bench, "pause", *range(seats))
    assert all(peer.table.paused for peer in bench.peers)
    wish(bench, "", *going_on)
    assert not any(peer.table.paused for peer in bench.peers)
    bench.run()
    return bench


def crossed() -> TableBench:
    """The last wish for a pause and the mover's turn cross: the turn counts, and by it the mover plays on."""
    bench = at_turn(2, 4)
    mover = next(peer for peer in bench.peers if peer.guest.ready)
    wish(bench, "pause", mover.number)
    turn = mover.match.encode(mover.number, bench.play(mover))
    mover.guest.play(*turn)
    late, bench.queue = list(bench.queue), type(bench.queue)()
    bench._flush_guest(mover)
    turns, bench.queue = [*late, *bench.queue], type(bench.queue)()
    wish(bench, "pause", 1 - mover.number)
    assert bench.peers[1 - mover.number].table.paused
    bench.queue.extend(turns)
    bench.run()
    assert not any(peer.table.paused for peer in bench.peers)
    return bench


def changed_minds() -> TableBench:
    """Wishes that are taken back in time, others that are not enough, and a pause that ends in agreement to end."""
    bench = at_turn(3, 3)
    wish(bench, "abort", 0, 1)
    wish(bench, "", 1)
    wish(bench, "pause", 2, 1)
    bench.run(turns=2)
    wish(bench, "pause", 0)
    assert bench.peers[0].table.paused
    wish(bench, "abort", 2, 0, 1)
    bench.run()
    return bench


def ended(seats: int, entries: int) -> TableBench:
    """All would end the match, as soon as the log has so many entries."""
    bench = bench_of(seats, f"ended {seats} {entries}")
    play_until(bench, entries)
    wish(bench, "abort", *range(seats))
    bench.run()
    assert all(peer.table.ending is not None for peer in bench.peers)
    assert {peer.table.ending.reason for peer in bench.peers if peer.table.ending} == {"aborted"}
    return bench


def by_who_left(*, what: Wish) -> TableBench:
    """Two of three would like something, and the third concedes: that begins it."""
    bench = at_turn(3, 4)
    wish(bench, what, 0, 1)
    concede(bench.peers[2], bench)
    bench.run(turns=0)
    if what == "pause":
        assert bench.peers[0].table.paused
        wish(bench, "", 1)
    bench.run()
    return bench


def of_two_left(*, what: Wish) -> TableBench:
    """Of two that are left one had a wish when the other goes: play is over by the rules."""
    bench = at_turn(2, 4)
    wish(bench, what, 0)
    concede(bench.peers[1], bench)
    bench.run()
    return bench


def ended_by_leaving() -> TableBench:
    """A pause of four that two have had enough of; who leaves makes these the most."""
    bench = at_turn(4, 4)
    wish(bench, "pause", 0, 1, 2, 3)
    wish(bench, "", 0, 1)
    assert bench.peers[0].table.paused
    concede(bench.peers[3], bench)
    bench.run()
    assert not bench.peers[0].table.paused
    return bench


def retired_has_no_say() -> TableBench:
    """A seat is given up with a wish that it had; the two others end the match while all is sealed again."""
    bench = bench_of(3, "no say")
    play_until(bench, 50)
    bench.run(turns=0)
    wish(bench, "pause", 2)
    silent(bench, 2)
    author(bench, bench.peers[0], retire(bench, proposal(bench, 0, 2), 0, 1))
    while bench.queue and bench.peers[0].table.active == [0, 1, 2]:
        bench._deliver()
    assert bench.peers[0].table.active == [0, 1]
    wish(bench, "abort", 1, 0)
    bench.run()
    return bench


def with_hosts(*, end: bool) -> TableBench:
    """The host goes in a pause, or in the middle of wishes; under the next one they are as they were."""
    bench = at_turn(3, 4)
    wish(bench, "pause" if not end else "abort", 0, 1)
    if not end:
        wish(bench, "pause", 2)
    another(bench, 1, 0, 2)
    wish(bench, "abort" if end else "", 2)
    if not end:
        assert bench.peers[0].table.paused
        wish(bench, "", 0)
    return together(bench)


PAUSED, ENDED, LEFT, HOSTS = (
    "3 seats, a pause",
    "3 seats, ended in the middle",
    "4 seats, a pause that a leaver ends",
    "3 seats, a pause with a change of host",
)

WISHED: dict[str, Callable[[], TableBench]] = {
    "2 seats, a pause": lambda: paused(2, 3, 1),
    PAUSED: lambda: paused(3, 4, 2, 0),
    "4 seats, a pause": lambda: paused(4, 2, 1, 3, 0),
    "2 seats, a turn that crosses a pause": crossed,
    "3 seats, minds are changed": changed_minds,
    "2 seats, ended before the first entry": lambda: ended(2, 0),
    "3 seats, ended while the decks are sealed": lambda: ended(3, 8),
    "4 seats, ended at the first roll": lambda: ended(4, 33),
    ENDED: lambda: ended(3, 70),
    "2 seats, ended late": lambda: ended(2, 120),
    "3 seats, a pause that a leaver begins": lambda: by_who_left(what="pause"),
    "3 seats, an end that a leaver begins": lambda: by_who_left(what="abort"),
    "2 seats, one pauses, the other leaves": lambda: of_two_left(what="pause"),
    "2 seats, one would end it, the other leaves": lambda: of_two_left(what="abort"),
    LEFT: ended_by_leaving,
    "3 seats, one given up, then ended": retired_has_no_say,
    HOSTS: lambda: with_hosts(end=False),
    "3 seats, an end with a change of host": lambda: with_hosts(end=True),
}
"""Matches that are played to their end."""


@cache
def forge_of(name: str) -> Forge:
    """A match of `WISHED` in parts; copy it before you change it."""
    bench = WISHED[name]()
    return Forge.of(bench, record_of(bench, 0))


def wished(name: str) -> bytes:
    """The record of an honest match with pauses, or that all would rather end."""
    return record_of(WISHED[name](), 0).to_bytes()
