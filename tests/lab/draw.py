"""Pure. Plans: one fault of each kind at every place of a match, and any number of faults at random.

The one rule: the same seed draws the same plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gefaehrten.core.random import Random
from tests.lab.plan import FOREVER, HOST, OF_A_LINE, OF_A_PEER, OF_A_RELAY, Fault, Kind, Plan, Way

SECONDS: Mapping[Kind, tuple[float, ...]] = {
    Kind.DELAY: (0.5, 3.0, 20.0, 70.0),
    Kind.CUT: (0.0, 1.0, 8.0, 30.0, 200.0, FOREVER),
    Kind.LOSE: (0.0, 5.0, 30.0, 75.0),
    Kind.MUTE: (1.0, 30.0, 75.0, 600.0, FOREVER),
    Kind.GHOST: (1.0, 30.0, 75.0, 600.0),
    Kind.TWICE: (0.0,),
    Kind.AGAIN: (1.0, 2.0, 5.0, 10.0, 1000.0),
    Kind.SWAP: (0.0, 5.0),
    Kind.SKIP: (0.0,),
    Kind.FLIP: (9.0, 77.0, 530.0, 600.0, 1100.0, 2000.0),
    Kind.CRASH: (0.0, 1.0, 8.0, 30.0, 200.0, FOREVER),
    Kind.LEAVE: (0.0,),
    Kind.WISH: (1.0, 2.0),
    Kind.IDLE: (1.0, 8.0, 200.0),
    Kind.TAKE: (0.0, 5.0, 30.0),
}
"""Seconds (or whatever else the number of a fault is) that are tried: shorter than any patience, about as long as one,
and longer."""

TABLES: Sequence[tuple[int, str, int, int]] = (
    (30, "tiny", 2, 0),
    (12, "tiny", 2, 1),
    (14, "tiny", 3, 0),
    (8, "tiny", 3, 1),
    (4, "tiny", 4, 0),
    (4, "tiny", 4, 2),
    (8, "circle", 2, 0),
    (12, "circle", 3, 0),
    (2, "circle", 3, 1),
    (2, "circle", 4, 0),
    (2, "gefaehrten", 2, 0),
    (1, "gefaehrten", 3, 1),
    (1, "gefaehrten", 4, 0),
)
"""How often, which game, how many seats and watchers, of a hundred matches."""

FRAMES: Mapping[tuple[str, int], tuple[int, int, int]] = {
    ("tiny", 2): (16, 29, 30),
    ("tiny", 3): (20, 50, 50),
    ("tiny", 4): (22, 76, 76),
    ("circle", 2): (17, 32, 32),
    ("circle", 3): (18, 48, 50),
    ("circle", 4): (21, 75, 76),
    ("gefaehrten", 2): (80, 160, 190),
    ("gefaehrten", 3): (80, 220, 250),
    ("gefaehrten", 4): (80, 300, 320),
}
"""Frames up and down and transactions of one guest in a match without faults, about."""


def anything(number: int, seed: int) -> Plan:
    """A plan with one to four faults at random; `number` counts the plans of a seed."""
    rng = Random(seed * 1_000_003 + number)
    game, seats, watchers = _table(rng)
    plan = Plan(
        game=game,
        seats=seats,
        watchers=watchers,
        seed=number,
        grace=(20.0, 40.0, 60.0, 180.0)[rng.below(4)],
        think=(0.2, 2.0, 10.0, 45.0)[rng.below(4)],
        bots=1 if seats > 2 and rng.below(8) == 0 else 0,
        clock=(3.0, 20.0)[rng.below(2)] if rng.below(6) == 0 else 0.0,
        again=(0, 2, 4)[rng.below(3)],
        files=True,
    )
    count = 1 + min(rng.below(4), rng.below(4))
    faults = tuple(_fault(rng, plan) for _ in range(count))
    if rng.below(6) == 0 and plan.guests:
        faults += _change(rng, plan)
    return replace(plan, faults=faults)


def every(kind: Kind, table: Plan) -> Iterator[Plan]:
    """A fault of a kind at every place of a match: at each frame of each line, and each transaction for a crash.

    Another host comes where the first one is killed: at each transaction of that.
    """
    up, down, kept = FRAMES[table.game, table.seats]
    if kind is Kind.TAKE:
        heir = Fault(kind, table.guests[-1], Way.UP, 3, 5.0)
        for at in range(8, 2 * kept):
            crash = Fault(Kind.CRASH, HOST, (Way.KEEP, Way.KEPT)[at % 2], at, (60.0, FOREVER)[at // 2 % 2])
            yield replace(table, seed=table.seed + at, again=5, faults=(crash, heir))
        return
    for who in (HOST, *table.peers) if kind in OF_A_PEER else table.peers:
        places = [(Way.UP, up), (Way.DOWN, down)]
        if who == HOST:
            places = [(Way.KEEP, kept), (Way.KEPT, kept)]
        elif kind is Kind.CRASH:
            places += [(Way.KEEP, kept), (Way.KEPT, kept)]
        for way, count in places:
            if who.startswith("w") and way is Way.UP:
                count = 3
            for at in range(1, count + 1):
                numbers = SECONDS[kind]
                number = numbers[at % len(numbers)]
                yield replace(table, seed=table.seed + at, faults=(Fault(kind, who, way, at, number),))


def _table(rng: Random) -> tuple[str, int, int]:
    drawn = rng.below(sum(share for share, *_ in TABLES))
    for share, game, seats, watchers in TABLES:
        drawn -= share
        if drawn < 0:
            return game, seats, watchers
    raise AssertionError("one of them is drawn")


def _change(rng: Random, plan: Plan) -> tuple[Fault, ...]:
    """The host is killed, and one or two others would like to take its place."""
    kept = FRAMES[plan.game, plan.seats][2]
    pauses, waits = (30.0, 60.0, 200.0, FOREVER), SECONDS[Kind.TAKE]
    way = (Way.KEEP, Way.KEPT)[rng.below(2)]
    crash = Fault(Kind.CRASH, HOST, way, 1 + rng.below(2 * kept), pauses[rng.below(4)])
    heirs = plan.guests[: 1 + rng.below(2)]
    return crash, *(Fault(Kind.TAKE, who, Way.UP, 3, waits[rng.below(len(waits))]) for who in heirs)


def _fault(rng: Random, plan: Plan) -> Fault:
    kinds = _KINDS[rng.below(len(_KINDS))]
    kind = kinds[rng.below(len(kinds))]
    peers = plan.peers
    if kind in OF_A_PEER:
        peers = (HOST, *peers)
    who = peers[rng.below(len(peers))]
    ways = [Way.UP, Way.DOWN] + ([Way.KEEP, Way.KEPT] if kind is Kind.CRASH else [])
    if who == HOST:
        ways = [Way.KEEP, Way.KEPT]
    way = ways[rng.below(len(ways))]
    up, down, kept = FRAMES[plan.game, plan.seats]
    most = {Way.UP: 5 if who.startswith("w") else up, Way.DOWN: down}.get(way, kept)
    numbers = SECONDS[kind]
    if who == HOST:
        most = 2 * kept
    return Fault(kind, who, way, 1 + rng.below(most), numbers[rng.below(len(numbers))])


_KINDS: tuple[tuple[Kind, ...], ...] = (
    OF_A_LINE,
    OF_A_LINE,
    OF_A_RELAY,
    (Kind.CRASH,),
    (Kind.CRASH, Kind.CRASH, Kind.LEAVE, Kind.WISH, Kind.WISH, Kind.IDLE),
)
"""Kinds that are drawn about equally often."""
