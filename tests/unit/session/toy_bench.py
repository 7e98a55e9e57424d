"""Shell. A whole match of the toy game between machines, without sessions: for whatever reads records."""

from __future__ import annotations

from functools import cache

from protocol.record import RecordFile
from tests.machines import Peer, TableBench, offer
from tests.unit.session.toy_game import ToyKernel


def first_card(peer: Peer) -> list[int]:
    """Plays the first card of the hand."""
    kernel = peer.match.kernel
    assert isinstance(kernel, ToyKernel)
    return [kernel.hands[peer.guest.number][0]]


def bench(seed: str = "toy", turns: int | None = None) -> TableBench:
    """A table of two, played to its end or so many turns. The toy game must stand in the catalogue."""
    made = TableBench(offer(2, game="toy"), seed=seed, play=first_card)
    made.run(turns=turns)
    return made


@cache
def record(seed: str = "toy") -> RecordFile:
    """The record of a whole match."""
    return bench(seed).record()
