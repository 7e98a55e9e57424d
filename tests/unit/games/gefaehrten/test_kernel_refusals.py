"""What `check` says: the clause that fits, a sentence that helps, and never a refusal that the rules do not make."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import UNKNOWN
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.refusals import reason
from tests.unit.games.gefaehrten import kernel_matches as m
from tests.unit.games.gefaehrten import kernel_positions as p


def sentence(kernel: GefaehrtenKernel, action: int) -> str:
    with pytest.raises(IllegalAction) as refused:
        kernel.check(action)
    return str(refused.value)


def everything(kernel: GefaehrtenKernel) -> list[int]:
    """Every action that could be meant: all placements, and all cells that lie near the table."""
    taken = [spot for spot in range(3072) if kernel.cell(spot)]
    near = {spot + row * 64 + column for spot in taken for row in (-1, 0, 1) for column in (-2, -1, 0, 1, 2)}
    actions = list(range(-2, 2241))
    actions += [2241 + colour * 3073 + spot for colour in range(4) for spot in (*near, 0, 3071, 3072)]
    actions += [14533 + spot * 10 + label for spot in (*taken, 0) for label in range(10)]
    actions += [45253 + spot for spot in (*near, 0, 62, 63, 3071)]
    return [*actions, 48325, 2**40]


@pytest.mark.slow
@settings(max_examples=15)
@given(seats=m.SEATS, seed=m.SEEDS, table=st.booleans(), masked=st.booleans())
def test_the_reasons_forbid_exactly_what_the_kernel_forbids(
    seats: int, seed: int, table: bool, masked: bool
) -> None:
    kernel = m.some(seats, seed, table)
    if masked:
        kernel.mask(UNKNOWN)
    legal = set(p.legal(kernel))
    for action in everything(kernel):
        refused = reason(kernel, action)
        assert (refused is None) == (action in legal), (action, refused and str(refused), p.board(kernel))


@pytest.mark.slow
@settings(max_examples=15)
@given(seats=m.SEATS, seed=m.SEEDS, actions=st.lists(st.integers(-(2**62), 2**62), max_size=20))
@example(seats=4, seed=0, actions=[-1, 0, 1, 2240, 2241, 14532, 14533, 45252, 45253, 48324, 48325])
def test_check_takes_legal_actions_and_refuses_any_other_number(
    seats: int, seed: int, actions: list[int]
) -> None:
    kernel = m.some(seats, seed)
    before = kernel.dump()
    legal = p.legal(kernel)
    for action in [*legal, *(action + 1 for action in legal), *actions]:
        assert (p.clause(kernel, action) is None) == (action in legal)
    assert kernel.dump() == before


def test_no_action_while_cards_are_drawn_or_after_the_end() -> None:
    kernel = GefaehrtenKernel(3, [0, 1, 2, -1])
    assert p.clause(kernel, p.END) == "F6"
    kernel.roll(0)
    assert p.clause(kernel, p.END) == "F6"
    over = p.play(p.position(hands={0: "r1"}, stacks={0: 0, 1: 0, 2: 0}), p.place("r1", "2"), p.END)
    assert p.clause(over, p.END) == "F30"


def test_sentences_say_what_is_wrong_and_what_would_do() -> None:
    kernel = p.position(
        location=p.WEATHERTOP,
        spaces={"1": "y4", "2": "r1", "3": "g3"},
        hands={0: "r2 r4"},
        tokens={0: ["bree"]},
    )
    assert sentence(kernel, p.place("r2", "1")) == (
        "The red 2 counts 2 and does not beat the yellow 4: 5 or more would, or a free space."
    )
    assert sentence(kernel, p.place("r2", "2")) == (
        "The card there is your own: take a free space, or another player's lower card."
    )
    assert (
        sentence(kernel, p.place("r4", "3"))
        == "A hobbit lies there, and hobbits are protected: take another space."
    )
    assert sentence(kernel, p.place("r4", "4", "weathertop")) == (
        "The Weathertop ring is not at hand: play a ring that lies in front of you, or none."
    )
    white = p.position(spaces=dict.fromkeys("1234567", "y1"), hands={0: "r2"})
    assert sentence(white, p.place("r2", "1")) == (
        "The space is taken, and at a white location a card goes on a free one only: 8, 9, 0."
    )
