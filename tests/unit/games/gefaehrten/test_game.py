"""The card game behind the interface that the layers above use."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.random import Random
from gefaehrten.games import gefaehrten as package
from gefaehrten.games.gefaehrten import data
from gefaehrten.games.gefaehrten.game import GAME
from tests.pure import ROOT
from tests.unit.games.gefaehrten.positions import play


def test_it_is_a_game() -> None:
    game: Game = GAME
    assert (game.key, game.min_seats, game.max_seats) == ("gefaehrten", 2, 4)
    assert {option.key: option.values for option in game.options} == {
        "nazgul_range": ("location", "table"),
        "points": ("open", "hidden"),
    }


@pytest.mark.parametrize(
    ("seats", "wishes", "colours"),
    [
        (4, (), (("red",), ("yellow",), ("green",), ("blue",))),
        (3, (), (("red",), ("yellow",), ("green",))),
        (3, ("", "red", ""), (("yellow",), ("red",), ("green",))),
        (3, ("blue", "blue", ""), (("blue",), ("red",), ("yellow",))),
        (4, ("green", "green", "green", "red"), (("green",), ("yellow",), ("blue",), ("red",))),
        (3, ("blue",), (("blue",), ("red",), ("yellow",))),
    ],
)
def test_f5_colours_by_wish_in_seat_order(
    seats: int, wishes: tuple[str, ...], colours: tuple[tuple[str, ...], ...]
) -> None:
    setup = Setup(seats, {}, wishes)
    assert GAME.colours(setup) == colours
    kernel = GAME.start(setup)
    for seat, (colour,) in enumerate(colours):
        assert kernel.owner(data.FIGURES.colours.index(colour)) == seat


@pytest.mark.parametrize("wishes", [(), ("red", "blue"), ("blue", "")])
def test_f4_two_players_have_two_colours_each_whatever_they_wish(wishes: tuple[str, ...]) -> None:
    first, second = GAME.colours(Setup(2, {}, wishes))
    assert set(first) == {"green", "yellow"}
    assert set(second) == {"red", "blue"}


@pytest.mark.parametrize(
    "setup",
    [
        Setup(1),
        Setup(5),
        Setup(4, {"nazgul_range": "moon"}),
        Setup(4, {"speed": "fast"}),
        Setup(4, {}, ("pink",)),
        Setup(4, {}, ("Red",)),
        Setup(2, {}, ("red", "", "")),
    ],
)
def test_setups_that_cannot_be(setup: Setup) -> None:
    with pytest.raises(UsageError) as caught:
        GAME.start(setup)
    assert str(caught.value)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f6_one_deck_a_seat_with_all_cards_of_its_colours(seats: int) -> None:
    setup = Setup(seats)
    decks = GAME.decks(setup)
    assert [(deck.number, deck.owner) for deck in decks] == [(seat, seat) for seat in range(seats)]
    assert {deck.size for deck in decks} == {44 if seats == 2 else 22}
    kernel = GAME.start(setup)
    for deck in decks:
        faces = Counter(GAME.face(setup, deck.number, card) for card in range(deck.size))
        assert all(kernel.owner(face >> 3) == deck.owner for face in faces)
        assert {face: int(kernel.unseen(face)) for face in faces} == faces


def test_f1_the_order_of_the_sealed_deck() -> None:
    faces = [GAME.face(Setup(4), 2, card) for card in range(22)]
    assert [face >> 3 for face in faces] == [2] * 22
    assert [face & 7 for face in faces] == [0, *[1] * 7, *[2] * 4, *[3] * 4, *[4] * 4, 5, 6]


def test_f16_the_house_rule_reaches_the_kernel() -> None:
    assert not GAME.start(Setup(4)).nazgul_table()
    assert GAME.start(Setup(4, {"nazgul_range": "table", "points": "hidden"})).nazgul_table()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_load_reads_a_dump_back(seats: int) -> None:
    setup = Setup(seats, {"nazgul_range": "table"})
    kernel = play(seats, 5, 40, {"nazgul_range": "table"})
    assert GAME.load(setup, kernel.dump()).dump() == kernel.dump()


def test_the_rules_hash_is_of_values_and_changes_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = GAME.rules_hash()
    assert len(digest) == 32
    assert digest == GAME.rules_hash()
    turned = dict(reversed(data.RAW.items()))
    monkeypatch.setattr("gefaehrten.games.gefaehrten.game.RAW", turned)
    assert GAME.rules_hash() == digest
    monkeypatch.setattr("gefaehrten.games.gefaehrten.game.RAW", {**data.RAW, "rules_version": 2})
    assert GAME.rules_hash() != digest
    monkeypatch.setattr("gefaehrten.games.gefaehrten.game.RAW", {**data.RAW, "moria": {"loss": 4}})
    assert GAME.rules_hash() != digest


def test_knowledge_and_view_are_this_games_own() -> None:
    assert GAME.view().pages
    kernel = play(3, 1, 20)
    kernel.determinize(Random(1))
    assert isinstance(int(GAME.knowledge().evaluate(kernel, 0)), int)


@pytest.mark.slow
def test_the_package_gives_the_game_and_loads_it_only_then() -> None:
    script = (
        "import sys, gefaehrten.games.gefaehrten as package;"
        "assert 'gefaehrten.games.gefaehrten.kernel' not in sys.modules;"
        "assert package.GAME.key == 'gefaehrten';"
        "assert 'gefaehrten.games.gefaehrten.view' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
    with pytest.raises(AttributeError):
        _ = package.NONSENSE
