"""How a line that is being typed can go on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.games.gefaehrten.completion import completions, fragment
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.notation import parse
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.positions import kernels


def kernel(**given_: object) -> GefaehrtenKernel:
    setting: dict[str, object] = {
        "seats": 4,
        "spaces": {"3": "b4", "9": "g3"},
        "hands": {0: "r1 r1 r5 rN"},
        **given_,
    }
    return position(**setting)  # type: ignore[arg-type]


def offered(text: str, **given_: object) -> dict[str, str]:
    return {whole: str(does) for whole, does in completions(kernel(**given_), text)}


def test_first_the_cards() -> None:
    assert list(offered("")) == ["1@", "5@", "nazgul@"]
    assert offered("5") == {"5@": "5 Gandalf on 1, 2, 4, 5, 6, 7, 8, 0"}


def test_then_the_spaces() -> None:
    assert list(offered("5@")) == ["5@1", "5@2", "5@4", "5@5", "5@6", "5@7", "5@8", "5@0"]
    assert offered("n@") == {
        "nazgul@3": "Nazgûl on 4 (blue) on space 3: both leave the game",
        "nazgul@free": "Nazgûl on a free space: it alone leaves the game",
    }


def test_then_the_rings() -> None:
    assert offered("5@7", tokens={0: ["bree"]}) == {"5@7+bree": "5 Gandalf with the Bree ring on space 7"}
    assert list(offered("5@7+", tokens={0: ["bree", "bag_end"]})) == ["5@7+bagend", "5@7+bree"]


def test_letters_of_the_hand() -> None:
    assert offered("c")["c7"] == "5 Gandalf on space 7"
    assert set(offered("d")) == {"d1", "d3"}


def test_what_stands_before_counts() -> None:
    assert list(offered("5@7 ")) == ["nazgul@", "end"]
    assert "1@7" not in offered("1@7 1@")
    assert offered("5@3 ") == {}
    assert offered("5@7 end ") == {}


@pytest.mark.parametrize(
    ("text", "last"), [("", ""), ("5@", "5@"), ("1@2 5", "5"), ("1@2 ", ""), ("1@2;5", "5")]
)
def test_fragment_is_the_word_that_is_replaced(text: str, last: str) -> None:
    assert fragment(text) == last


@pytest.mark.slow
@given(kernels(), st.sampled_from(["", "1", "4@", "n@", "2@1", "a", "@", "y"]))
def test_whole_completions_are_legal(position_: GefaehrtenKernel, text: str) -> None:
    for whole, does in completions(position_, text)[:8]:
        assert whole.startswith(text.replace("n@", "nazgul@"))
        assert str(does)
        if whole[-1] not in "@>":
            try:
                assert parse(position_, whole)
            except GefaehrtenError as error:
                pytest.fail(f"{whole}: {error}")
