"""Whoever leaves a match of any game, at any moment: the others end it honestly, and know their new hands."""

from __future__ import annotations

import pytest

from ai.greedy import greedy_turn
from gefaehrten.core.kernel import OVER
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.session.verify import verify
from tests.machines import Peer, TableBench, offer

GAMES = catalogue.keys()


def played(peer: Peer) -> list[int]:
    """The turn of a greedy bot: matches last longer than random ones."""
    kernel = peer.match.kernel.clone()
    knowledge = catalogue.game(peer.table.record.game).knowledge()
    return [
        int(action)
        for action in greedy_turn(kernel, kernel.actor(), knowledge, Random(peer.table.log.length))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [0, 1, 2, 5, 9, 14, 20])
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_leaves_after_so_many_turns(game: str, turns: int) -> None:
    asked: list[int] = []

    def play(peer: Peer) -> list[int]:
        asked.append(peer.number)
        return played(peer)

    bench = TableBench(offer(3, game), seed=f"leaves {game} {turns}", play=play)
    bench.run(turns=turns)
    before = len(asked)
    leaver = bench.peers[turns % 3]
    over = leaver.table.ending is not None
    if not over:
        leaver.guest.concede()
        bench._flush_guest(leaver)
    bench.run()
    tables = [peer.table for peer in bench.peers]
    assert len({table.log.head() for table in tables}) == 1
    assert [table.faults for table in tables] == [[]] * 3
    stayed = [peer for peer in bench.peers if over or peer is not leaver]
    for peer in stayed:
        assert peer.table.proven
        assert peer.match.kernel.request() == OVER
        if not over and len(asked) == before:
            continue  # the leaving itself ended the match (an Orc card closed a chain, T29): no hand is needed any more
        for slot, card in peer.match.hand(peer.number):
            assert card is not None, f"{slot} of the own hand is not known"
    report = verify(bench.record().to_bytes())
    assert report.honest
    assert report.proven
