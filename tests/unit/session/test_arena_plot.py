"""Pure. The drawing and the tables of a tournament: everything is in them, and nothing leaves its room."""

from __future__ import annotations

import pytest

from ai.rating import Pair, Standing
from gefaehrten.core.lines import Glyphs, cells
from gefaehrten.core.shapes import Box, Circle, Rectangle, Text, walk
from gefaehrten.core.view import Wording
from gefaehrten.session.arena import Tournament
from gefaehrten.session.arena_plot import drawing, resolved
from gefaehrten.session.arena_report import labels, ranking, report
from tests.unit.session.arena_helpers import made_up, tournament

ENGLISH = Wording(str)


def played(*players: str, matches: int = 24) -> Tournament:
    contest = tournament(*players, matches=matches)
    for task in contest.left:
        contest.add(made_up(task))
    return contest


def standing(rating: float, low: float, high: float) -> Standing:
    return Standing(rating, low, high, 10, 5, 12.34)


def test_a_player_that_is_named_twice_has_a_number() -> None:
    assert labels(["greedy", "easy", "greedy", "greedy"]) == ["greedy", "easy", "greedy (2)", "greedy (3)"]


def test_the_strongest_stands_first() -> None:
    assert ranking([standing(1400, 0, 0), standing(1600, 0, 0), standing(1400, 0, 0)]) == [1, 0, 2]


def test_the_tables() -> None:
    standings = [standing(1400.4, 1350.2, 1449.9), standing(1599.6, 1550, 1650)]
    pairs = [Pair(0, 1, 12, 3, 2, 0.151, 0.642)]
    assert list(report(["greedy", "ismcts:iterations=9"], standings, pairs, ENGLISH)) == [
        "Player               Rating          95 %  Matches  First places  Points",
        "ismcts:iterations=9    1600  1550 to 1650       10             5    12.3",
        "greedy                 1400  1350 to 1450       10             5    12.3",
        "",
        "Pair                          Matches  Ahead  Even  Behind  Share        95 %",
        "greedy – ismcts:iterations=9       12      3     2       7   33 %  15 to 64 %",
    ]


def test_columns_are_wide_enough_in_every_language() -> None:
    wording = Wording(lambda template: template + " und noch viel mehr", Glyphs.ASCII)
    lines = list(report(["a", "b"], [standing(1, 0, 2)] * 2, [Pair(0, 1, 1, 1, 0, 0, 1)], wording))
    for table in (lines[:3], lines[4:]):
        assert len({cells(line) for line in table}) == 1
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize(
    "players",
    [("greedy", "random"), ("ismcts:iterations=1000000000:horizon=100", "greedy", "easy"), ("greedy",) * 9],
)
def test_nothing_leaves_the_sheet_and_everybody_is_on_it(players: tuple[str, ...]) -> None:
    contest = played(*players)
    names = labels(players)
    sheet = drawing("Game", contest, names, contest.standings(), contest.pairs(), ENGLISH)
    ids = []
    for placed in sheet.parts:
        view = placed.part.view
        assert Box(0, 0, sheet.width, sheet.height).grown(0.1).width >= placed.box.x + placed.box.width
        assert placed.box.y + placed.box.height <= sheet.height
        for _, shape in walk(placed.part.shapes):
            ids.append(shape.id)
            if isinstance(shape, Rectangle):
                assert view.x <= shape.box.x
                assert shape.box.x + shape.box.width <= view.width + 0.1
                assert shape.box.y + shape.box.height <= view.height + 0.1
            elif isinstance(shape, Circle | Text):
                assert view.x <= shape.x <= view.width
                assert view.y <= shape.y <= view.height
    assert len(set(ids)) == len(ids)
    for player in range(len(players)):
        assert {f"ratings.p{player}.interval", f"pairs.r{player}", f"pairs.c{player}"} <= set(ids)
    assert all(name in sheet.description for name in names)


def test_both_sides_of_a_pair_add_up() -> None:
    contest = played("greedy", "random")
    sheet = drawing("Game", contest, ["greedy", "random"], contest.standings(), contest.pairs(), ENGLISH)
    part = sheet.part("pairs")
    assert part is not None
    texts = {shape.id: shape.text for _, shape in walk(part.shapes) if isinstance(shape, Text)}
    shares = [int(texts[mark].removesuffix(" %")) for mark in ("pairs.0.1.share", "pairs.1.0.share")]
    assert sum(shares) == pytest.approx(100, abs=1)
    share = contest.pairs()[0].share
    assert share is not None
    assert shares[0] == round(100 * share)
    low, high = (int(word) for word in texts["pairs.1.0.interval"].split(" to "))
    assert low <= shares[1] <= high


def test_a_pair_that_has_not_met_has_an_empty_field() -> None:
    contest = tournament("greedy", "random", "easy", matches=2)
    for task in contest.left:
        contest.add(made_up(task))
    sheet = drawing("Game", contest, list("abc"), contest.standings(), contest.pairs(), ENGLISH)
    part = sheet.part("pairs")
    assert part is not None
    shares = [shape for _, shape in walk(part.shapes) if shape.id.endswith(".share")]
    assert len(shares) == 2


def test_colours_are_said_outright_and_those_of_a_dark_background_go() -> None:
    sheet = (
        "<style>.d { --ink: #111; --p0: #222; }\n@media (prefers-color-scheme: dark) {\n  .d {\n"
        "    --ink: #eee;\n  }\n}\n.a { fill: var(--ink); } .b { fill: var(--p0); }</style>"
    )
    done = resolved(sheet)
    assert ".a { fill: #111; } .b { fill: #222; }</style>" in done
    assert "#eee" not in done
