"""Samples of `tests.interop.independent` and its rules, and what the second verifier may import."""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scripts.independent import curve, values
from scripts.independent.audit import chain_end
from scripts.independent.die import below
from tests.interop import independent, independent_rules
from tests.interop.programs import ROOT

VECTORS = ROOT / "tests" / "golden" / "protocol"
SOURCES = [
    ROOT / "scripts" / "verify_independent.py",
    *sorted((ROOT / "scripts" / "independent").glob("*.py")),
]

SAMPLE = {
    "honest: 2 seats, table, hidden": 0,
    "left: 2 seats, conceded": 0,
    "left: 3 seats, retired while the decks are sealed": 0,
    "succeeded: 3 seats, a rest left behind twice": 0,
    "succeeded: 3 seats, a rest left behind, and skipped for a later host": 0,
    "succeeded: 4 seats, a host, a seat given up, a host": 0,
    "wished: 3 seats, a pause with a change of host": 0,
    "wished: 3 seats, minds are changed": 0,
    "TERM: another head": 5,
    "TERM: a vote twice of three": 5,
    "TERM: of a retired seat and one of three": 5,
    "TERM: of a retired seat and two of three": 0,
    "TERM: later the old host, term 1": 5,
    "TERM: the next one at once": 0,
    "numbers: skip twice": 5,
    "numbers: skip for a later host": 0,
    "MOTION: 'Pause'": 5,
    "MOTION: a turn in the pause is worth a wish": 5,
    "MOTION: no turn in the pause": 0,
    "MOTION: an end that only who is retired would not have": 0,
    "ended: a pass that the secret does not make": 5,
    "ended: taken back at the end": 0,
    "options: a reserve without a clock": 5,
    "full: a TERM more": 5,
    "CONCEDE: another secret": 5,
    "RETIRE: a consent of who is gone": 5,
    "again: other marks": 5,
    "late: a key of a lost slot": 5,
    "liar: shuffle: no point": 5,
    "file: cut in the middle, closed": 5,
    "table by hand: wish": 5,
    "envelope: a signature without a nonce": 5,
    "SEAL: two points change places": 5,
    "TURN: a move more": 5,
    "VERDICT: other scores": 5,
    "VERDICT: a second one that lies": 5,
    "table: an option is missing": 5,
    "one OPENING, another secret": 5,
    "one OPENING, VERDICT: a fault that nobody can know": 0,
    "liar: shuffle: a card that is none, and nothing opened": 5,
    "liar: shuffle: a card that is none, and nobody else opens": 5,
}
"""Records that are judged twice, and the exit code of both."""


def vector(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def plain(value: Any) -> values.Plain:
    """A plain value as the vectors write it."""
    if isinstance(value, dict):
        return bytes.fromhex(value["bytes"]) if "bytes" in value else int(value["int"])
    return [plain(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_second_verifier_is_one_of_its_own(path: Path) -> None:
    """It needs nothing but Python, and no code of the program."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    roots = {name.split(".")[0] for name in found if not name.startswith("scripts.independent")}
    assert roots <= sys.stdlib_module_names


def test_canonical_forms() -> None:
    canonical = vector("canonical")
    for form in canonical["forms"]:
        assert values.canonical(plain(form["value"])).hex() == form["canonical"]
    hashed = canonical["hash32"]
    arguments = plain(hashed["values"])
    assert isinstance(arguments, list)
    assert values.hash32(hashed["context"], *arguments).hex() == hashed["hash"]


def test_card_points() -> None:
    cards = vector("cards")
    deck = bytes.fromhex(cards["table_id"]), cards["deck"], cards["epoch"]
    for card, point in enumerate(cards["points"][:2]):
        halves = [curve.from_uniform(values.hash32("card", *deck, card, half)) for half in (0, 1)]
        assert curve.encode(curve.add(*halves)).hex() == point


def test_chains_and_joint_numbers() -> None:
    links = vector("links")
    assert [chain_end(bytes.fromhex(seed)).hex() for seed in links["seeds"]] == links["ends"]
    for result in links["results"]:
        for sides, number in result["below"].items():
            assert below(bytes.fromhex(result["result"]), int(sides)) == int(number)


def test_the_sample_is_among_the_records() -> None:
    assert set(SAMPLE) <= {name for name, _ in independent.records()}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_both_judge_alike(name: str) -> None:
    made = dict(independent.records())[name]
    verdict, found = independent.compare(made())
    assert found == []
    assert verdict.code == SAMPLE[name]


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 5])
def test_both_know_the_same_rules(number: int) -> None:
    counts: Counter[str] = Counter()
    assert independent_rules.play(number, counts) == []
    assert counts["allowed"] > 50
    assert counts["forbidden"] > 500
