"""How many sequences of actions there are from small positions, counted by the reference, in node_counts.json.

Regenerate with `python -m tests.golden.regenerate`, which asks the reference and not the kernel; then say why they
changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gefaehrten.core.kernel import OVER
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.golden.bridge import reference_of
from tests.golden.node_positions import POSITIONS
from tests.golden.reference import nodes
from tests.unit.games.gefaehrten import kernel_positions as p

FILE = Path(__file__).with_name("node_counts.json")

COUNTS: dict[str, list[int]] = json.loads(FILE.read_text("utf-8"))

BY_HAND = {
    # Seat 0 puts its card on one of 10 spaces and ends; seat 1 puts its on one of 9 and ends; that is all.
    "white, one card each": [10, 10, 90, 90, 90, 90],
    # The 0 or a 1 on one of 8 spaces: 16. Then END (16), and after a 1 (8 ways) the other 1 or the 0 on one of 7
    # spaces (112), after the 0 (8 ways) a 1 on one of 7 (56): 184.
    "white, the 1s": [16, 184],
}


def kernel_nodes(kernel: GefaehrtenKernel, depth: int) -> int:
    """Sequences of `depth` actions, or shorter ones that end the match."""
    if depth == 0 or kernel.request() == OVER:
        return 1
    total = 0
    for action in p.legal(kernel):
        after = kernel.clone()
        after.apply(action)
        total += kernel_nodes(after, depth - 1)
    return total


def test_every_position_is_counted() -> None:
    assert list(COUNTS) == list(POSITIONS)
    assert all(len(COUNTS[name]) == depth for name, (depth, _) in POSITIONS.items())


@pytest.mark.parametrize("name", BY_HAND)
def test_counts_reasoned_by_hand(name: str) -> None:
    assert COUNTS[name][: len(BY_HAND[name])] == BY_HAND[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_the_kernel_reaches_as_many_nodes_as_the_reference(name: str) -> None:
    _, kernel = POSITIONS[name]
    for index, count in enumerate(COUNTS[name]):
        if count < 40_000:
            assert kernel_nodes(kernel, index + 1) == count


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_the_reference_still_says_so(name: str) -> None:
    _, kernel = POSITIONS[name]
    for index, count in enumerate(COUNTS[name]):
        if count < 5_000:
            assert nodes(reference_of(kernel), index + 1) == count
