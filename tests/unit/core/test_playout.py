"""Random playouts end, count their actions and depend on the generator alone."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import MAX_ACTIONS, OVER
from gefaehrten.core.playout import playout
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.unit.games.gefaehrten import kernel_positions as p


def buffer() -> vec[i64]:
    return vec[i64]([0] * MAX_ACTIONS)


def test_a_playout_ends_and_counts_its_actions() -> None:
    # Seat 0 places its only card and ends the turn, seat 1 does the same: four actions whatever the draws.
    kernel = p.position(hands={0: "r4", 1: "y2"}, stacks={0: 0, 1: 0, 2: 0})
    for seed in range(10):
        copy = kernel.clone()
        assert playout(copy, Random(seed), buffer()) == 4
        assert copy.request() == OVER


def test_a_playout_fulfils_rolls_and_deals() -> None:
    kernel = GefaehrtenKernel(4, [0, 1, 2, 3])
    actions = playout(kernel, Random(1), buffer())
    assert kernel.request() == OVER
    assert actions > kernel.turns() > 20


def test_equal_generators_give_equal_playouts() -> None:
    first, second, third = (GefaehrtenKernel(3, [0, 1, 2, -1]) for _ in range(3))
    playout(first, Random(5), buffer())
    playout(second, Random(5), buffer())
    playout(third, Random(6), buffer())
    assert first.dump() == second.dump()
    assert first.dump() != third.dump()


def test_every_first_action_is_drawn_about_as_often() -> None:
    kernel = p.position(hands={0: "r4", 1: "y2"}, stacks={0: 0, 1: 0, 2: 0})
    rng, counts = Random(3), dict.fromkeys(p.LABELS, 0)
    for _ in range(1000):
        copy = kernel.clone()
        playout(copy, rng, buffer())
        counts[
            next(label for label in p.LABELS if copy.cell(p.cell_at(*p.space(label))) == p.byte("r4"))
        ] += 1
    assert all(abs(count - 100) < 5 * (1000 * 0.1 * 0.9) ** 0.5 for count in counts.values())
