"""What holds in every position of every match of the card game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import LOCATING, PLACING
from tests.unit.games.gefaehrten import kernel_matches as m
from tests.unit.games.gefaehrten import kernel_positions as p

WON_AT = {1: p.BAG_END, 2: p.BREE, 3: p.WEATHERTOP, 4: p.RIVENDELL, 5: p.RIVENDELL, 6: p.LOTHLORIEN}


def cells_of(kernel: GefaehrtenKernel) -> dict[int, int]:
    """Every cell that is taken and its byte; they end the public numbers in pairs."""
    tail = kernel.public()[len(p.HEAD) + 4 + 8 + 102 :]
    cells = dict(zip(tail[::2], tail[1::2], strict=True))
    assert all(kernel.cell(spot) == value for spot, value in cells.items())
    return cells


def cards_in(cells: dict[int, int]) -> list[int]:
    """The bytes of all cards on the table."""
    return [value for value in cells.values() if value & 7 != 7]


def check_cards(kernel: GefaehrtenKernel, cells: dict[int, int]) -> None:
    """F1, F10: hand, stack, table and what left the game are 22 cards of each colour, kind by kind."""
    lying = Counter((value >> 3 & 3, (value & 7) - 1) for value in cards_in(cells))
    for seat in range(kernel.seats()):
        colours = [colour for colour in range(4) if kernel.owner(colour) == seat]
        faces = [colour * 8 + kind for colour in colours for kind in range(7)]
        known = sum(kernel.hand(seat, face) for face in faces)
        unseen = sum(kernel.unseen(face) for face in faces)
        assert kernel.hand_size(seat) == known + kernel.hand_unknown(seat) <= 6
        assert unseen == kernel.stack(seat) + kernel.hand_unknown(seat)
        public = sum(lying[face >> 3, face & 7] + kernel.gone(face) for face in faces)
        assert known + unseen + public + kernel.left(seat) == 22 * len(colours)
        if not kernel.retired(seat):
            assert kernel.left(seat) == 0
            for face in faces:
                count = (
                    kernel.hand(seat, face)
                    + kernel.unseen(face)
                    + lying[face >> 3, face & 7]
                    + kernel.gone(face)
                )
                assert count == p.COUNTS[face & 7]


def check_table(kernel: GefaehrtenKernel, cells: dict[int, int]) -> None:
    """F7, F19: locations are pairs of cells, scored ones were full, the open one has a free space."""
    laid = [kernel.location_position(index) for index in range(10)]
    assert [spot >= 0 for spot in laid] == [index < kernel.locations_laid() for index in range(10)]
    assert all(kernel.cell(spot) == kernel.cell(spot + 1) == 7 for spot in laid if spot >= 0)
    assert list(cells.values()).count(7) == 2 * kernel.locations_laid()
    around = [p.cell_at(*p.space(label, (0, 0))) - p.cell_at(0, 0) + kernel.origin() for label in p.LABELS]
    free = sum(1 << index for index, spot in enumerate(around) if kernel.cell(spot) == 0)
    assert kernel.free_spaces() == free
    if kernel.phase() == PLACING:
        assert free
    if kernel.phase() == LOCATING:
        assert not free
    flips = sum(kernel.cell(spot) >> 5 == 1 for spot in around)
    assert kernel.black() == (p.BLACK[kernel.location()] ^ bool(flips % 2))


def check_tokens(kernel: GefaehrtenKernel, cells: dict[int, int]) -> None:
    """F21: each token is in one place at most, and in none before its location was scored."""
    on_table = Counter(value >> 5 for value in cards_in(cells))
    for token in range(1, 7):
        held = sum(kernel.has_token(seat, token) for seat in range(kernel.seats()))
        assert on_table[token] + held <= 1
        if kernel.scorings() <= WON_AT[token]:
            assert on_table[token] + held == 0


def check_scoring(kernel: GefaehrtenKernel) -> None:
    """F24-F26: ranks are a permutation, the lowest party has nothing, nobody is below zero."""
    parties = [colour for colour in range(4) if kernel.owner(colour) >= 0]
    assert all(kernel.score(seat) >= 0 for seat in range(kernel.seats()))
    if kernel.scorings():
        ranks = {kernel.last_rank(colour): colour for colour in parties}
        assert sorted(ranks) == list(range(1, len(parties) + 1))
        lowest = ranks[len(parties)]
        assert kernel.last_prize(lowest) == 0
        assert not any(kernel.last_token(lowest, token) for token in range(1, 7))
        assert sum(kernel.last_prize(colour) > 0 for colour in parties) <= min(3, len(parties) - 1)
        assert all(kernel.last_cards(colour) > 0 for colour in parties if kernel.last_prize(colour) > 0)


@pytest.mark.slow
@settings(max_examples=12)
@given(seats=m.SEATS, seed=m.SEEDS, table=st.booleans(), leaving=st.booleans())
def test_invariants_hold_in_every_position(seats: int, seed: int, table: bool, leaving: bool) -> None:
    last = None
    for kernel in m.match(seats, seed, table, leaving=leaving):
        cells = cells_of(kernel)
        check_cards(kernel, cells)
        check_tokens(kernel, cells)
        check_table(kernel, cells)
        check_scoring(kernel)
        last = kernel
    assert last is not None
    assert last.request() == OVER
    assert last.scorings() <= 10


@pytest.mark.slow
@settings(max_examples=10)
@given(seats=m.SEATS, seed=m.SEEDS)
def test_f20_who_has_a_hand_card_can_always_place(seats: int, seed: int) -> None:
    for kernel in m.match(seats, seed):
        if kernel.request() == DECIDE and kernel.phase() == PLACING and kernel.placed_this_turn() == 0:
            assert kernel.hand_size(kernel.mover()) > 0
            assert any(0 < action < 14533 for action in p.legal(kernel))


@pytest.mark.parametrize(("dx", "dy"), [(3, 0), (-3, 0), (0, 2), (0, -2), (1, 2), (-2, -2)])
def test_f07_the_grid_holds_ten_locations_laid_one_way(dx: int, dy: int) -> None:
    """A line of nine scored locations and the tenth at its end: its spaces, and the cells around them, are there."""
    laid = [(dx * index, dy * index) for index in range(10)]
    kernel = p.position(location=p.AMON_HEN, at=laid[-1], earlier=laid[:-1], hands={0: "r1 r0"})
    for label in p.LABELS:
        x, y = p.space(label, laid[-1])
        assert 1 <= x + 31 <= 61
        assert 1 <= y + 24 <= 46
        if kernel.cell(p.cell_at(x, y)) == 0:
            assert p.play(kernel, p.place("r1", label)).cell(p.cell_at(x, y)) == p.byte("r1")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_match_gives_a_place_to_every_seat(seats: int) -> None:
    for seed in range(5):
        *_, kernel = (kernel for kernel in m.match(seats, seed))
        places = sorted(kernel.place(seat) for seat in range(seats))
        assert places[0] == 0
        assert all(place == places.index(place) for place in places)
