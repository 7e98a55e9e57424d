"""Typed text as actions, and back."""

from __future__ import annotations

import pytest

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.completion import completions
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.notation import parse, spell
from tests.unit.games.mordor.positions import aside, begin, dice, legal, throw

NAMES = ("Anna", "Berta")


def thrown(letters: str, **position: object) -> MordorKernel:
    kernel = begin(**position)  # type: ignore[arg-type]
    throw(kernel, letters)
    return kernel


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("13", "13"),
        ("3 1", "13"),
        ("1,3", "13"),
        ("ring red", "13"),
        ("rot 3", "13"),
        ("Ring R", "13"),
        ("k", "5"),
        ("schwarz", "5"),
        ("White Tree", "5"),
        ("weißer baum", "5"),
        ("gefährte orc", "14"),
        ("gan", "2"),
        ("GRÜN gelb", "23"),
    ],
)
def test_dice_by_number_colour_and_symbol(text: str, numbers: str) -> None:
    kernel = thrown("O G R C T")
    assert parse(kernel, text) == [dice(numbers)]
    assert parse(kernel, spell(dice(numbers))) == [dice(numbers)]


def test_every_legal_action_reads_back() -> None:
    for kernel in (thrown("N R O N T"), thrown("O O O O O", advanced=True, reached=[4]), waiting_gandalf()):
        spelled = [spell(action) for action in legal(kernel)]
        assert len(set(spelled)) == len(spelled)
        assert [parse(kernel, text) for text in spelled] == [[action] for action in legal(kernel)]


def waiting_gandalf() -> MordorKernel:
    kernel = thrown("G G O C T", crossed=[1])
    aside(kernel, "15")
    return kernel


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "invalid"), ("6", "invalid"), ("dragon", "invalid"), ("135x", "invalid"), ("ork", "ambiguous")],
)
def test_what_is_no_move_says_what_would_be_right(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(thrown("O O R G O"), text)
    assert caught.value.code == code
    assert "1" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "clause"),
    [("12", "M5"), ("again", "M19"), ("h3", "M11"), ("nazgul", "M4"), ("3 h3", "M4")],
)
def test_what_the_rules_forbid_names_the_clause(text: str, clause: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(thrown("O O R G O"), text)
    assert caught.value.clause == clause


def test_a_nazgul_has_to_be_among_them() -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(thrown("O O R N O"), "3")
    assert caught.value.clause == "M6"


def test_gandalf_waits_for_a_field_by_its_number_alone() -> None:
    kernel = waiting_gandalf()
    assert parse(kernel, "8") == parse(kernel, "h8") == [tables.BASE_HALVE + 7]
    for text in ("0", "h0", "none", "keins"):
        assert parse(kernel, text) == [tables.DECLINE]
    with pytest.raises(IllegalAction, match="Field 1 is crossed off"):
        parse(kernel, "1")
    with pytest.raises(NotationError):
        parse(kernel, "9")


def test_dice_and_fields_on_one_line() -> None:
    kernel = thrown("G G O C T")
    assert parse(kernel, "15 h2") == [dice("15"), tables.BASE_HALVE + 1]
    two = begin(advanced=True, reached=[1])
    throw(two, "G G O C R")
    assert parse(two, "12345 h4 7") == [dice("12345"), tables.BASE_HALVE + 3, tables.BASE_HALVE + 6]


def test_nobody_decides_while_dice_are_to_be_thrown() -> None:
    with pytest.raises(IllegalAction, match="wait for the next throw"):
        parse(begin(), "1")


def test_completions_are_legal_and_go_on_from_what_is_typed() -> None:
    kernel = thrown("O G R N O")
    offered = dict(completions(kernel, "1", NAMES, 0))
    assert set(offered) == {"14", "124", "134", "1234"}
    assert "red Orc, blue Nazgûl" in str(offered["14"])
    assert [text for text, _ in completions(kernel, "", NAMES, 0)] == [
        spell(action) for action in legal(kernel)
    ]
    assert completions(kernel, "12 ", NAMES, 0) == []
