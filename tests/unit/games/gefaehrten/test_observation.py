"""The card game's observation: each number where the features say that it is, and points as F33 lets them be seen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, WATCHER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel

ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)


def played(setup: Setup, seed: int, actions: int) -> GefaehrtenKernel:
    """A position after so many random actions, or the end of the match."""
    kernel, rng = GAME.start(setup), Random(seed)
    while kernel.request() != OVER and (actions or kernel.request() != DECIDE):
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        kernel.apply(ROOM[rng.below(kernel.legal_actions(ROOM))])
        actions -= 1
    return kernel


def parts(setup: Setup, kernel: GefaehrtenKernel, seat: int) -> Mapping[str, list[int]]:
    """An observation by the names of its features."""
    numbers = iter(GAME.observe(setup, kernel, seat))
    return {
        feature.name: [next(numbers) for _ in range(feature.count)] for feature in GAME.sizes(setup).features
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_is_told_as_it_lies(seats: int) -> None:
    setup = Setup(seats)
    kernel = played(setup, seats, 60)
    seen = parts(setup, kernel, 1)
    assert seen["seat"] == [2]
    assert seen["mover"] == [kernel.mover() + 1]
    assert seen["score"] == [kernel.score(seat) + 1 for seat in range(seats)]
    assert seen["cell"] == [kernel.cell(position) for position in range(tables.GRID)]
    assert sum(1 for cell in seen["cell"] if cell & 7 == tables.LOCATION_CELL) == 2 * kernel.locations_laid()
    assert seen["location"][kernel.locations_laid() - 1] == kernel.origin() + 1
    assert seen["location"][kernel.locations_laid() :] == [0] * (10 - kernel.locations_laid())
    assert sum(seen["own_hand"]) == kernel.hand_size(1) == seen["hand_size"][1]


def test_unseen_are_stacks_and_other_hands_and_no_card_is_lost() -> None:
    setup = Setup(4)
    kernel = played(setup, 8, 70)
    for seat in range(4):
        seen = parts(setup, kernel, seat)
        hidden = sum(seen["stack"]) + sum(seen["hand_size"]) - seen["hand_size"][seat]
        assert sum(seen["unseen"]) == hidden
        on_table = sum(1 for cell in seen["cell"] if 1 <= cell & 7 <= 6)
        total = sum(seen["unseen"]) + sum(seen["own_hand"]) + sum(seen["gone"]) + on_table
        assert total == 4 * len(FIGURES.deck)


def test_a_watcher_sees_no_hand() -> None:
    seen = parts(Setup(3), played(Setup(3), 1, 9), int(WATCHER))
    assert seen["seat"] == [0]
    assert sum(seen["own_hand"]) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_f33_hidden_points_are_the_own_ones_until_the_end(seat: int) -> None:
    setup = Setup(2, {"points": "hidden"})
    kernel = played(setup, 5, 90)
    assert kernel.score(0) > 0
    assert kernel.score(1) > 0
    seen = parts(setup, kernel, seat)["score"]
    assert seen[seat] == kernel.score(seat) + 1
    assert seen[1 - seat] == 0
    over = played(setup, 5, 1000)
    assert parts(setup, over, seat)["score"] == [over.score(0) + 1, over.score(1) + 1]


def test_the_document_names_every_feature_in_order() -> None:
    text = (Path(__file__).resolve().parents[4] / "docs" / "research.md").read_text("utf-8")
    table = text.split("| feature |")[1]
    named = [
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    ]
    assert named == [feature.name for feature in GAME.sizes(Setup(2)).features]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_document_gives_the_sizes(seats: int) -> None:
    text = (Path(__file__).resolve().parents[4] / "docs" / "research.md").read_text("utf-8")
    sizes = GAME.sizes(Setup(seats))
    cards = sum(deck.size for deck in GAME.decks(Setup(seats)))
    numbers = sum(feature.count for feature in sizes.features)
    columns = [line.split("|")[seats].strip() for line in text.split("## Sizes")[1].splitlines()[4:8]]
    assert columns == [f"{sizes.actions:,}", f"{numbers:,}", str(sizes.length), str(cards + sizes.rolls)]
