"""Whole matches of the kernel beside the plain reference: the same actions, the same table, the same points."""

from __future__ import annotations

import pytest

from gefaehrten.core.kernel import DEAL, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.golden.bridge import code_of, reference_of
from tests.unit.games.gefaehrten import kernel_positions as p


def started(seats: int, table: bool, rng: Random) -> GefaehrtenKernel:
    kernel = GefaehrtenKernel(seats, p.OWNERS[seats], table)
    kernel.chance(rng)
    while kernel.request() == DEAL:
        kernel.chance(rng)
    return kernel


def together(kernel: GefaehrtenKernel, rng: Random) -> GefaehrtenKernel:
    """Plays to the end at random, held against the reference at every step."""
    table = reference_of(kernel)
    while kernel.request() != OVER:
        if kernel.request() == DEAL:
            assert (table.drawing, table.mover) == (kernel.amount(), kernel.actor())
            unseen = [
                face
                for face in range(32)
                for _ in range(kernel.unseen(face))
                if kernel.owner(face >> 3) == table.mover
            ]
            face = unseen[rng.below(len(unseen))]
            kernel.deal(face)
            table.draw(face >> 3, face & 7)
            continue
        actions = {code_of(table, action): action for action in table.legal()}
        assert p.legal(kernel) == sorted(actions), p.board(kernel)
        assert kernel.black() == table.black()
        assert kernel.mover() == table.mover
        chosen = sorted(actions)[rng.below(len(actions))]
        # Tokens are worth seeing: of two draws take the one that plays one, or picks up a card.
        other = sorted(actions)[rng.below(len(actions))]
        if 321 <= other < 2241 or 14533 <= other < 45253:
            chosen = other
        kernel.apply(chosen)
        table.apply(actions[chosen])
        assert [kernel.score(seat) for seat in range(kernel.seats())] == table.scores[: kernel.seats()]
    assert table.over
    assert reference_of(kernel).cards == table.cards
    assert [kernel.last_net(seat) for seat in range(kernel.seats())] == table.change[: kernel.seats()]
    return kernel


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_matches_go_as_the_reference_says(seats: int, table: bool, seed: int) -> None:
    rng = Random(seed * 1000 + seats * 10 + table)
    together(started(seats, table, rng), rng)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_late_positions_with_many_tokens_go_as_the_reference_says(seats: int, seed: int) -> None:
    """At Amon Hen with every token in hand: what random matches reach too seldom."""
    rng = Random(seed + 100)
    lists = {2: ("y0 y1 g4 gN g1 y2", "r1 r0 b5 bN b3 r4"), 3: ("r0 r1 r1 r4 rN r2", "y1 y4 yN", "g1 g2 g5")}
    lists[4] = (*lists[3], "b1 b2 bN b0")
    ring = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1, 2) if (x, y) not in {(0, 0), (1, 0)}]
    letters = "rygb" if seats != 3 else "ryg"
    cells = {
        cell: f"{letters[(index + seed) % len(letters)]}{1 + index % 3}" for index, cell in enumerate(ring)
    }
    split = seed % seats
    kernel = p.position(
        seats=seats,
        table=bool(seed & 1),
        location=p.AMON_HEN if seed != 4 else p.CARADHRAS,
        at=(3, 0),
        earlier=[(0, 0)],
        cells=cells,
        hands=dict(enumerate(lists[seats])),
        stacks=dict.fromkeys(range(seats), 2),
        tokens={
            split: ["bag_end", "weathertop", "lothlorien"],
            (split + 1) % seats: ["bree", "rivendell_1", "rivendell_2"],
        },
    )
    kernel = together(kernel, rng)
    assert kernel.request() == OVER
