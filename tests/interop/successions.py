"""Pure. Honest matches in which another seat takes the host's place, once or more often (docs/protocol.md, 7.1).

The one rule: everybody is the program itself; only when a host goes, and who has heard what of it, is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from gefaehrten.core.random import Random
from protocol.machine.absence import Proposal
from protocol.machine.effects import KeepRecord
from protocol.record import RecordFile
from protocol.wire.envelope import open_envelope
from protocol.wire.messages import Kind
from tests.faults.test_leaving import concede, honest, play_until
from tests.interop.forging import Forge
from tests.machines import TableBench, offer, own_envelopes

LOGGED = Kind.SEAL


def record_of(bench: TableBench, number: int) -> RecordFile:
    """What a seat's store would export: with a change of host no hub has kept the whole log."""
    peer = bench.peers[number]
    begun = next(keep for keep in peer.kept if isinstance(keep, KeepRecord))
    return RecordFile(begun.record, begun.signatures, tuple(peer.table.log.entries))


def bench_of(seats: int, seed: str, *leaving: int) -> TableBench:
    """A table at which these seats can leave."""
    return TableBench(offer(seats), seed=f"successions {seed}", twists=dict.fromkeys(leaving, honest))


def deaf(bench: TableBench, *numbers: int) -> None:
    """These seats hear nothing more of their host; what they sign still arrives."""
    for number in numbers:
        bench.peers[number].down = lambda data: []


def hearing(bench: TableBench) -> None:
    """Everybody hears again."""
    for peer in bench.peers:
        peer.down = lambda data: [data]


def another(bench: TableBench, host: int, *joining: int) -> None:
    """The host is gone, and a seat takes its place with these others; nothing has been played since."""
    hearing(bench)
    bench.succeed(host, *joining)
    table = bench.peers[host].table
    term = table.log.term
    bench.hub.elect(table.active)
    bench._flush_hub()
    bench.run(turns=0)
    assert table.log.term > term


def together(bench: TableBench) -> TableBench:
    """Who is not there comes back, and the match is played to its end."""
    for peer in bench.peers:
        if peer.number not in bench.hub.present:
            bench.rejoin(peer.number)
    bench.run()
    assert not any(peer.error for peer in bench.peers)
    assert all(peer.table.closed for peer in bench.peers)
    return bench


def changed(seats: int, entries: int, *hosts: int) -> TableBench:
    """Everybody is there, and each of these seats in turn becomes host, some entries later than the one before."""
    bench = bench_of(seats, f"changed {seats} {entries} {hosts}")
    play_until(bench, entries)
    for number, host in enumerate(hosts):
        if number:
            bench.run(turns=3)
        another(bench, host, *(seat for seat in range(seats) if seat != host))
    return together(bench)


def absent() -> TableBench:
    """The old host's seat comes back when the others have gone on by themselves."""
    bench = bench_of(3, "absent")
    bench.run(turns=3)
    another(bench, 2, 1)
    bench.run()
    return together(bench)


def ahead(seed: str, *, signed: bool = True) -> TableBench:
    """Only the old host's seat has got the last entries before another host comes.

    Args:
        seed: of a match in which that seat is to move.
        signed: whether it has signed on those entries; then its numbers skip.
    """
    bench = bench_of(3, seed)
    bench.run(turns=3)
    deaf(bench, 1, 2)
    bench.run(turns=3)
    length = bench.peers[1].table.log.length
    assert bench.peers[0].table.log.length > length
    acks = [open_envelope(data).ack_index for data in own_envelopes(bench.peers[0])]
    assert signed == (max(acks) > length)
    another(bench, 1, 2)
    return bench


def behind_twice() -> TableBench:
    """The same, and once more under the second host."""
    bench = ahead("behind 2")
    bench.rejoin(0)
    bench.run(turns=2)
    deaf(bench, 0, 2)
    bench.run(turns=2)
    another(bench, 2, 0)
    return together(bench)


def behind_and_late() -> TableBench:
    """What skips numbers under the second host comes through to the third."""
    bench = ahead("behind 6")
    seat = bench.peers[0]
    logged = bytes([0x98, 1])
    seat.up = lambda data: [] if data[65:67] == logged and data[67] >= LOGGED else [data]
    bench.rejoin(0)
    bench.run()
    assert seat.guest.unlogged
    seat.up = lambda data: [data]
    another(bench, 2, 1)
    return together(bench)


def unheard() -> TableBench:
    """A host that was chosen and heard by nobody: its term stands in no log but its own."""
    bench = bench_of(4, "unheard")
    bench.run(turns=3)
    bench.succeed(1, 2, 3)
    for number in (2, 3):
        bench.peers[number].down = lambda data: [] if data[:1] == b"\x02" else [data]
    bench.elect()
    another(bench, 2, 3, 0)
    return together(bench)


def ended(*, closed: bool) -> TableBench:
    """The host goes when play is over, or when everything is said."""
    bench = bench_of(3, "ended")
    if closed:
        bench.run()
    else:
        play_until(bench, 120)
        while any(peer.table.ending is None for peer in bench.peers):
            play_until(bench, bench.peers[0].table.log.length + 1)
        assert not any(peer.table.audited for peer in bench.peers)
    another(bench, 1, 0, 2)
    return together(bench)


def given_up() -> TableBench:
    """The old host's seat is given up under the second host; what is left is sealed again; a third host comes."""
    bench = bench_of(4, "given up")
    bench.run(turns=3)
    another(bench, 1, 2, 3)
    table = bench.peers[1].table
    proposed = Proposal(1, table.log.length, table.log.head(), (0,))
    bench.agreeing = True
    bench.hub.propose(proposed, [1, 2, 3])
    bench._flush_hub()
    bench.run(turns=3)
    another(bench, 3, 1)
    return together(bench)


def left_and_resealing() -> TableBench:
    """A seat concedes, and the host goes while the decks are being sealed again."""
    bench = bench_of(3, "left", 2)
    play_until(bench, 60)
    concede(bench.peers[2], bench)
    play_until(bench, bench.peers[0].table.log.length + 4)
    another(bench, 1, 0)
    return together(bench)


def chosen_and_left() -> TableBench:
    """A host concedes as a seat; the next one needs both of the two that are left."""
    bench = bench_of(3, "chosen and left", 1)
    play_until(bench, 50)
    another(bench, 1, 0, 2)
    bench.run(turns=2)
    concede(bench.peers[1], bench)
    bench.run(turns=2)
    another(bench, 2, 0)
    return together(bench)


def anywhere(number: int) -> TableBench:
    """Frames get lost, the host goes, another one comes; three times; then all come back."""
    rng = Random(number)
    seats = 3 + number % 2
    bench = bench_of(seats, f"anywhere {number}")
    bench.run(turns=0)
    for _ in range(3):
        for peer in bench.peers:
            if rng.below(3) == 0:
                deaf(bench, peer.number)
        bench.run(turns=rng.below(4))
        here = list(range(seats))
        while len(here) > seats // 2 + 1:
            here.pop(rng.below(len(here)))
        # Who has been host last would go on with what its hub has stored, which is not kept here.
        peers = [bench.peers[seat] for seat in here]
        host = next(peer.number for peer in peers if peer.table.log.host_key != peer.identity.public)
        another(bench, host, *(seat for seat in here if seat != host))
    return together(bench)


CHANGED, BEHIND, TWICE, GIVEN_UP, ENDED = (
    "3 seats, another host",
    "3 seats, a rest left behind",
    "4 seats, two changes",
    "4 seats, a host, a seat given up, a host",
    "3 seats, another host after the end",
)

SUCCEEDED: dict[str, Callable[[], TableBench]] = {
    "2 seats, another host": lambda: changed(2, 40, 1),
    CHANGED: lambda: changed(3, 60, 1),
    "3 seats, another host before the first entry": lambda: changed(3, 0, 2),
    "3 seats, another host while the decks are sealed": lambda: changed(3, 7, 2),
    "3 seats, the first one comes back as a seat": absent,
    "3 seats, the second one becomes host again": lambda: changed(3, 50, 0, 1, 0),
    TWICE: lambda: changed(4, 80, 2, 3),
    "4 seats, a host that nobody heard": unheard,
    BEHIND: lambda: together(ahead("behind 7")),
    "3 seats, a rest left behind that nobody has signed on": lambda: together(
        ahead("behind 0", signed=False)
    ),
    "3 seats, a rest left behind twice": behind_twice,
    "3 seats, a rest left behind, and skipped for a later host": behind_and_late,
    ENDED: lambda: ended(closed=False),
    "3 seats, another host after everything": lambda: ended(closed=True),
    GIVEN_UP: given_up,
    "3 seats, conceded, a host while all is sealed again": left_and_resealing,
    "3 seats, a host that concedes, another one": chosen_and_left,
    **{f"anywhere: {number}": partial(anywhere, number) for number in range(8)},
}
"""Matches that are played to their end."""


@cache
def forge_of(name: str) -> Forge:
    """A match of `SUCCEEDED` in parts; copy it before you change it."""
    bench = SUCCEEDED[name]()
    return Forge.of(bench, record_of(bench, 0))


def succeeded(name: str) -> bytes:
    """The record of an honest match with changes of host."""
    return record_of(SUCCEEDED[name](), 0).to_bytes()
