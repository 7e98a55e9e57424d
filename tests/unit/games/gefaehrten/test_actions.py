"""Typed actions, the kernel's integers and wire values say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Slot
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import (
    Action,
    EndTurn,
    Locate,
    Nazgul,
    Place,
    Recall,
    coded,
    decode,
    encode,
    typed,
)
from tests.unit.games.gefaehrten import kernel_positions as made

CELLS = st.tuples(st.integers(-31, 32), st.integers(-24, 23))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.just(EndTurn()),
    st.builds(Place, st.integers(0, 3), st.integers(0, 5), st.integers(0, 9), st.integers(0, 6)),
    st.builds(Nazgul, st.integers(0, 3), st.none() | CELLS),
    st.builds(Recall, CELLS, st.integers(0, 9)),
    st.builds(Locate, CELLS),
)

NUMBERS = st.integers() | st.integers(-3, 80) | st.booleans()
SCALARS = NUMBERS | st.binary(max_size=8) | st.text(max_size=8) | st.none()
HOSTILE = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=6), max_leaves=20)
NEARLY = st.builds(
    lambda kind, rest: [kind, *rest], st.integers(-1, 5), st.lists(NUMBERS | st.lists(NUMBERS), max_size=5)
)


def face_of_slot(slot: Slot) -> int:
    """A table in which position p of every deck holds face p."""
    return slot[1] % 32


@given(ACTIONS)
def test_typed_and_coded_are_inverse(action: Action) -> None:
    assert typed(coded(action)) == action


@given(ACTIONS)
def test_wire_values_read_back(action: Action) -> None:
    value = encode(action, lambda face: (2, face))
    assert decode(value, face_of_slot) == coded(action)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (EndTurn(), made.END),
        (Place(0, 4, 6), made.place("r4", "7")),
        (Place(3, 5, 9, tables.BREE), made.place("b5", "0", "bree")),
        (Nazgul(2), made.nazgul("g", None)),
        (Nazgul(2, (0, 1)), made.nazgul("g", (0, 1))),
        (Recall((4, 2), 6), made.recall((4, 2), "7")),
        (Locate((-3, 0)), made.locate(-3, 0)),
    ],
)
def test_codes_are_those_of_the_kernel(action: Action, expected: int) -> None:
    assert coded(action) == expected


def test_the_wire_form_is_as_documented() -> None:
    def take(face: int) -> Slot:
        return 1, face

    assert encode(EndTurn(), take) == [0]
    assert encode(Place(0, 4, 6, 2), take) == [1, [1, 4], 6, 2]
    assert encode(Nazgul(0), take) == [2, [1, 6]]
    assert encode(Nazgul(0, (3, -1)), take) == [2, [1, 6], 3, -1]
    assert encode(Recall((4, 2), 6), take) == [3, 4, 2, 6]
    assert encode(Locate((-3, 0)), take) == [4, -3, 0]


@pytest.mark.slow
@given(HOSTILE | NEARLY)
def test_whatever_a_peer_sends_is_an_action_or_illegal(value: Plain) -> None:
    try:
        action = decode(value, face_of_slot)
    except IllegalAction:
        return
    assert 0 <= action < tables.ACTIONS
    assert typed(action) is not None


@pytest.mark.parametrize(
    "value",
    [
        [True],
        [False],
        [0, 0],
        [1, [0, 0], True, 0],
        [1, (0, 0), 0, 0],
        [1, [0, 0], 10, 0],
        [1, [0, 0], 0, 7],
        [1, [0, 0], -1, 0],
        [1, [0, 6], 0, 0],
        [1, [-1, 0], 0, 0],
        [1, [0, 2**70], 0, 0],
        [2, [0, 5]],
        [2, [0, 6], 1],
        [2, [0, 6], 1, 2, 3],
        [2, [0, 6], None],
        [2, [0, 6], 2**70, 0],
        [3, 33, 0, 0],
        [3, 0, 0, 10],
        [4, 0, 24],
        [4, -32, 0],
        [4, 0, -(2**64)],
        [4, 0.0, 0],
        {},
        "0",
    ],
    ids=str,
)
def test_near_misses_are_illegal(value: Plain) -> None:
    with pytest.raises(IllegalAction):
        decode(value, face_of_slot)


def test_deep_nesting_is_illegal_and_nothing_worse() -> None:
    value: Plain = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(IllegalAction):
        decode([2, [0, 6], value], face_of_slot)


def test_what_show_raises_passes_through() -> None:
    def show(slot: Slot) -> int:
        raise IllegalAction("F11", "not yours")

    with pytest.raises(IllegalAction) as caught:
        decode([1, [0, 0], 0, 0], show)
    assert str(caught.value.sentence) == "not yours"
