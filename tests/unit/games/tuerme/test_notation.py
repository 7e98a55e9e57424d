"""What is typed, and what is printed: docs/notation-tuerme.md."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import best_ways
from gefaehrten.games.tuerme.names import card_word
from gefaehrten.games.tuerme.notation import parse, spell
from tests.unit.games.tuerme import positions as p

BOARD = """
    ##..............
    ##..............
    ................
    ................
    ....G..o........
    ...............R
    ..............##
    ............B.##
"""
CARD = p.strongest("O")


def position(*cards: int, seats: int = 4, board: str = BOARD) -> TuermeKernel:
    rest = [card for card in range(32) if card not in cards and not t.SHADOWFAX[card]]
    return p.position(board, seats=seats, hands={0: [*cards, *rest][:3]})


def after(kernel: TuermeKernel, text: str) -> TuermeKernel:
    letters = [CARD, p.GANDALF]
    for action in parse(kernel, text, letters):
        kernel.check(action)
        kernel.apply(action)
    return kernel


def test_a_letter_and_a_space() -> None:
    kernel = after(position(CARD), "a 9,5")
    assert (p.where(kernel, "G"), kernel.pending(0), kernel.phase()) == ((9, 5), 1, t.DRAWING)


@pytest.mark.parametrize("text", ["a e4", "A E4", "a o4", "a e e e e stop", "a e2 e2 .", "a  e4  halt"])
def test_steps_in_words_of_both_languages(text: str) -> None:
    kernel = after(position(CARD), text)
    assert p.where(kernel, "G") == (9, 5)


def test_a_card_by_figures_and_by_name() -> None:
    word = card_word(CARD)
    for text in (word, word[3:], word.upper()):
        assert parse(position(CARD), text) == [p.play_action(CARD)]


def test_the_way_to_a_space_is_the_one_that_defeats_most() -> None:
    board = BOARD.replace("................\n    ....G..o", "....oo..........\n    ....G..o")
    kernel = p.play(position(p.strongest("A"), board=board), p.strongest("A"))
    # (6,4) holds an Orc and can be reached over (5,4), which holds one too: north, then east.
    assert best_ways(kernel)[(6, 4)].own == 2


def test_shadowfax_and_a_card_without_a_move() -> None:
    kernel = after(position(CARD, p.GANDALF), "b !8,5")
    assert (p.where(kernel, "G"), kernel.pending(0)) == ((8, 5), 1)
    with pytest.raises(IllegalAction) as refused:
        parse(position(CARD), f"{card_word(CARD)}:-")
    assert refused.value.clause == "T13"


def test_two_pawns_have_to_be_told_apart() -> None:
    kernel = position(CARD, seats=2)
    with pytest.raises(NotationError) as ambiguous:
        parse(kernel, "a 9,5", [CARD])
    assert ambiguous.value.code == "ambiguous"
    assert "a:g or a:b" in str(ambiguous.value)
    for text in ("a:g 9,5", "a g 9,5", "a grün 9,5"):
        assert parse(kernel, text, [CARD])[0] == p.play_action(CARD, "G")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid"),
        ("x", "invalid"),
        ("c 9,5", "invalid"),
        ("4o", "invalid"),
        ("a 17,1", "invalid"),
        ("a up", "invalid"),
        ("a e e e e e e e e e e e", "illegal"),
        ("a 1,1", "illegal"),
        ("a stop", "illegal"),
        ("a ne", "illegal"),
        ("a 9,5 n", "illegal"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str) -> None:
    with pytest.raises((NotationError, IllegalAction)) as wrong:
        parse(position(CARD), text, [CARD])
    assert wrong.value.code == code
    assert str(wrong.value)


def test_events_are_answered_by_pawns_directions_and_spaces() -> None:
    ring = """
        ##o.............
        ##o.............
        ooo.............
        G...............
        R...............
        B...............
        ..............##
        Y.............##
    """
    kernel = p.happens(ring, "theoden")
    assert parse(kernel, "3,3 3,1") == [p.pick((3, 1)), p.pick((3, 3))]
    kernel = p.happens(ring, "edoras", seats=2)
    assert parse(kernel, "b") == [int(t.BASE_PAWN) + 2]
    kernel = p.happens(ring, "elven_warriors")
    assert parse(kernel, "no") == [int(t.BASE_AIM) + p.NE]
    kernel = p.happens(ring, "elven_warriors", seats=2)
    assert parse(kernel, "b:n") == parse(kernel, "b n") == [int(t.BASE_AIM) + 16]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_reads_back(seats: int) -> None:
    knowledge, rng = GAME.knowledge(), Random(seats)
    seen: set[int] = set()
    for _ in range(12):
        kernel = TuermeKernel(seats, 0)
        while kernel.request() != OVER:
            if kernel.request() != DECIDE:
                kernel.chance(rng)
                continue
            actions = p.legal(kernel)
            for action in (actions[0], actions[-1], actions[rng.below(len(actions))]):
                # Orcs are picked in pairs on one line; a single one reads back all the same.
                assert parse(kernel, spell(kernel, action)) == [action]
                seen.add(int(kernel.phase()))
            buffer = vec[i64](actions)
            kernel.apply(knowledge.pick(kernel, buffer, len(actions), rng))
    assert {int(t.SETTING), int(t.HERO), int(t.MOVING)} <= seen
