"""What scripts/bench prints: a tree followed where the match went, tables whose cells are the figures."""

from __future__ import annotations

import pytest

from ai.levels import Method, Spec
from ai.search import MAX_NODES
from ai.thinking import seedling
from gefaehrten.core.game import Game
from gefaehrten.engine import catalogue
from gefaehrten.session.benchmark import first_decision, usual_setup
from scripts import bench_growth, bench_report, bench_reuse

GAMES = list(map(catalogue.game, catalogue.keys()))


@pytest.mark.parametrize("game", GAMES, ids=catalogue.keys())
def test_a_kept_tree_goes_where_the_search_itself_would_go(game: Game) -> None:
    kernel = first_decision(game, usual_setup(game, 2))
    seat = int(kernel.actor())
    kernel.mask(seat)
    spec = Spec(Method.SEARCH, iterations=300)
    tree = bench_reuse.Counted(seedling(kernel, seat, spec, 5, game.knowledge()), spec)
    tree.think(None)
    assert tree.iterations == 300
    action, visits, _ = tree.statistics()[0]
    kept = bench_reuse.Kept(tree.search, 300, 300, int(tree.search._top))
    kept.follow(action * 2 + seat)
    assert bench_reuse.visits(tree.search, kept.node) == visits
    tree.advance(action)
    assert kept.node == int(tree.search._top)
    kept.follow(-5)
    assert kept.node == bench_reuse.NOWHERE
    kept.follow(action * 2 + seat)
    assert kept.node == bench_reuse.NOWHERE, "once the match has left the tree it never comes back"


@pytest.mark.slow
def test_what_is_kept_is_a_share_of_the_turns_iterations() -> None:
    found = bench_reuse.play(GAMES[0], 2, 0.002, 1)
    assert found
    assert all(0 <= each.kept <= each.at_end <= each.iterations for each in found)
    assert any(each.at_end for each in found)


def test_a_tree_grows_by_its_iterations_up_to_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_growth, "SIZES", (10, 200))
    lines = list(bench_growth.tree(GAMES[0]))
    assert [line["nodes"] for line in lines] == [11, 201], "the root, and one each: no roll is near"
    assert all(line["nodes"] <= MAX_NODES for line in lines)
    *_, row = bench_growth.tree_table(lines)
    assert row.count("|") == 4
    assert "201 nodes, 0.01 MiB, 48.2 B an iteration" in row


@pytest.mark.slow
def test_a_process_says_what_it_has_resident() -> None:
    first, *_, last = bench_growth.minute(GAMES[0], 0.2)
    assert (first["iterations"], last["seconds"] >= 0.2) == (0, True)
    assert last["nodes"] == last["iterations"] + 2
    assert last["peak_mib"] >= first["resident_mib"] > 1


def test_figures_become_rows_and_what_is_missing_none() -> None:
    kernel = {"playouts_per_second": 43_412, "actions_per_second": 6_612_000}
    rows = list(bench_report.search_rows({"kernel": kernel}))
    assert len(rows) == 2
    assert "43,400 /s" in rows[1]
    beside = {"limit_playouts_per_second": 38_900, "limit_actions_per_second": 6_100_000, "ratio": 0.934}
    (_, row) = bench_report.search_rows({"kernel": kernel | beside})
    assert "38,900 /s | **0.93** (actions: 6.61 M/s beside 6.10 M/s) | ≥ 0.45 |" in row
    assert all(line.count("|") == 6 for line in (*rows[1:], row)), "five columns"
    assert list(bench_report.table_rows({})) == list(bench_report.program_rows({}))


@pytest.mark.parametrize(
    ("value", "said"), [(186.4, "186"), (1_084.2, "1,080"), (143_210.0, "143,000"), (5.29e6, "5.29 M")]
)
def test_rates_have_three_digits_that_mean_something(value: float, said: str) -> None:
    assert bench_report.rate(value) == said
