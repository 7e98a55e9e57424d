"""What adapters ask of a game of the catalogue, without any of the libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ai.adapters.rules import Rules, legal, seen
from gefaehrten.core.errors import UsageError
from gefaehrten.core.kernel import DECIDE, OVER, Kernel
from gefaehrten.core.random import Random

ROOT = Path(__file__).resolve().parents[4]


class Ended(Kernel):
    """A match that is over, with these places."""

    def __init__(self, *places: int) -> None:
        self.places = places

    def request(self) -> int:
        return int(OVER)

    def place(self, seat: int) -> int:
        return self.places[seat]


@pytest.mark.parametrize(
    ("places", "returns"),
    [
        ((0, 1), [1, -1]),
        ((0, 0), [0, 0]),
        ((2, 0, 1), [-1, 1, 0]),
        ((0, 0, 2), [0.5, 0.5, -1]),
        ((3, 0, 2, 1), [-1, 1, -1 / 3, 1 / 3]),
        ((0, 1, 1, 1), [1, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_returns_hang_on_the_place_and_sum_to_zero(places: tuple[int, ...], returns: list[float]) -> None:
    found = Rules(seats=len(places)).returns(Ended(*places))
    assert found == pytest.approx(returns)
    assert sum(found) == pytest.approx(0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_nobody_has_won_all_have_lost(seats: int) -> None:
    assert Rules(seats=seats).returns(Ended(*[1] * seats)) == [-1] * seats


def test_before_the_end_nothing_is_won() -> None:
    rules = Rules(seats=3)
    assert rules.returns(rules.start()) == [0, 0, 0]


def test_what_cannot_be_played_is_refused() -> None:
    for wrong in ({"key": "chess"}, {"seats": 9}, {"options": {"weather": "fair"}}):
        with pytest.raises(UsageError):
            Rules(**wrong)


def test_options_left_out_have_their_defaults() -> None:
    rules = Rules()
    chosen = rules.game.options[0]
    assert Rules(options={chosen.key: chosen.values[1]}).setup.options == dict(rules.setup.options) | {
        chosen.key: chosen.values[1]
    }


def test_every_match_begins_anew() -> None:
    rules = Rules()
    kernel = rules.start()
    kernel.chance(Random(1))
    assert rules.start().dump() != kernel.dump()


def test_a_seat_is_shown_a_copy_without_what_others_hold() -> None:
    kernel, rng = Rules(seats=2).start(), Random(4)
    while kernel.request() != DECIDE:
        kernel.chance(rng)
    before = kernel.dump()
    own = seen(kernel, int(kernel.actor()))
    assert legal(own) == legal(kernel)
    assert own.dump() != before
    assert kernel.dump() == before
    assert own.public() == kernel.public()


@pytest.mark.slow
def test_bots_play_without_any_of_it() -> None:
    code = (
        "import ai.thinking, ai.search, gefaehrten.games.gefaehrten.game, sys;"
        "print({'numpy', 'pyspiel', 'pettingzoo', 'gymnasium', 'ai.adapters'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
