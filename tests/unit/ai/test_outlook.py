"""Pure. What is to be expected of an action: seen with the seat's own eyes, comparable, and bounded in time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ai.levels import parse_spec
from ai.outlook import PLAYOUTS, Outlook, outlooks
from ai.thinking import ADVISED, OUTLOOK_SECONDS, PLAIN, advise, room
from gefaehrten.core.kernel import OVER
from gefaehrten.core.random import Random
from tests.ai.toy import Climb, started
from tests.unit.ai.test_levels import Slow, Time, never


def legal(kernel: Climb) -> list[int]:
    buffer = room()
    return [int(buffer[index]) for index in range(kernel.legal_actions(buffer))]


def looked(kernel: Climb, seed: int = 5, rounds: int = 20) -> list[Outlook]:
    left = iter(range(rounds))
    return outlooks(
        kernel, kernel.mover, legal(kernel), seed, lambda: next(left, None) is not None, knowledge=PLAIN
    )


def nearly_over() -> Climb:
    """A position after which no card is hidden and nothing is left to chance: one action from the end."""
    kernel = started(2, seed=6)
    rng = Random(1)
    while True:
        ends = kernel.clone()
        ends.apply(legal(kernel)[0])
        if ends.request() == OVER:
            return kernel
        kernel.apply(legal(kernel)[0])
        while kernel.request() > 1:
            kernel.chance(rng)


def test_where_an_action_ends_the_match_its_outlook_is_the_result() -> None:
    kernel = nearly_over()
    seat = kernel.mover
    for action, found in zip(legal(kernel), looked(kernel), strict=True):
        ends = kernel.clone()
        ends.apply(action)
        assert found == Outlook(float(ends.score(seat)), float(ends.place(seat) == 0))


@settings(max_examples=15)
@given(st.integers(0, 2**62), st.integers(0, 8))
def test_it_hangs_on_no_hidden_card_and_on_the_seed_alone(seed: int, actions: int) -> None:
    kernel = started(3, seed=6, actions=actions)
    swapped = kernel.clone()
    swapped.mask(kernel.mover)
    swapped.determinize(Random(seed))
    found = looked(kernel, seed)
    assert found == looked(kernel, seed) == looked(swapped, seed)
    for each in found:
        assert 0 <= each.first <= 1


def test_at_least_one_round_and_at_most_so_many() -> None:
    kernel = started(3, seed=6)
    asked: list[int] = []

    def go_on() -> bool:
        asked.append(1)
        return True

    assert len(outlooks(kernel, kernel.mover, legal(kernel), 1, lambda: False, knowledge=PLAIN)) > 1
    outlooks(kernel, kernel.mover, legal(kernel)[:1], 1, go_on, knowledge=PLAIN)
    assert len(asked) == PLAYOUTS - 1, "before the first round nothing is asked"


def test_the_position_handed_in_stays_as_it_is() -> None:
    kernel = started(3, seed=6)
    before = kernel.dump()
    looked(kernel)
    assert kernel.dump() == before


def test_advice_has_outlooks_for_the_best_and_keeps_its_time() -> None:
    kernel = started(3, seed=6)
    time = Time()
    spec = parse_spec("ismcts:time=1")
    found = advise(kernel, kernel.mover, spec, 1, time, never, knowledge=Slow(time, 0.001))
    assert [candidate.outlook is not None for candidate in found[:ADVISED]] == [True] * min(
        ADVISED, len(found)
    )
    assert all(candidate.outlook is None for candidate in found[ADVISED:])
    assert time.now - 1000 <= 1 + OUTLOOK_SECONDS + 0.2, (
        "the search, the outlooks, and the last round of each"
    )
