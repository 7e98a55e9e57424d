"""Pure. What is seen of an action at a glance agrees with what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.glance import (
    AROUND_FREE,
    AROUND_LEAD,
    AROUND_OTHERS,
    AROUND_OWN,
    CLOSING,
    COVERED,
    ENDING,
    HIT,
    KIND_FREE,
    KIND_STANDING,
    MOST,
    OTHERS,
    OWN,
    REACH,
    TRAITS,
    Glance,
)
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import (
    BASE_LOCATE,
    BASE_NAZGUL,
    BASE_PLACE,
    BASE_RECALL,
    BREE,
    COLOURS,
    END,
    FACES,
    GONE,
    LOCATING,
    MORIA,
    MORIA_LOSS,
    PLACING,
    SPACES,
)

LAST_PLACER = int(GONE + COLOURS) + 2 + 13
"""Where a dump says who placed last."""


def setup(seats: int, reach: str = "location") -> Setup:
    options = {option.key: option.values[0] for option in GAME.options}
    return Setup(seats, {**options, "nazgul_range": reach}, ("",) * seats)


def decisions(seats: int, seed: int, reach: str = "location") -> Iterator[GefaehrtenKernel]:
    """Every third decision of a random match, with the mover as who placed last, as the next action will have it."""
    kernel = GAME.start(setup(seats, reach))
    rng = Random(seed)
    buffer = vec[i64]([0] * MAX_ACTIONS)
    number = 0
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        number += 1
        if number % 3 == 0:
            dump = kernel.dump()
            dump[LAST_PLACER] = int(kernel.mover())
            yield GAME.load(setup(seats, reach), dump)
        kernel.apply(buffer[rng.below(kernel.legal_actions(buffer))])


def prizes(kernel: GefaehrtenKernel, mover: int) -> tuple[int, int]:
    """What the mover and all others would get, were it scored now, by the rules."""
    if kernel.phase() == PLACING:
        kernel = kernel.clone()
        kernel.score_now()
    parties = [colour for colour in range(4) if kernel.last_rank(colour)]
    own = others = 0
    for colour in parties:
        prize = kernel.last_prize(colour)
        if kernel.last_location() == MORIA and kernel.last_rank(colour) == len(parties):
            prize -= MORIA_LOSS
        if kernel.owner(colour) == mover:
            own += prize
        else:
            others += prize
    return own, others


def step(difference: int) -> int:
    return max(-REACH, min(REACH, difference)) + REACH


def found(glance: Glance, kernel: GefaehrtenKernel, action: int) -> list[int]:
    into = vec[i64]([0] * MOST)
    return [int(into[index]) for index in range(glance.traits(kernel, action, into))]


def legal(kernel: GefaehrtenKernel) -> list[int]:
    buffer = vec[i64]([0] * MAX_ACTIONS)
    return [int(buffer[index]) for index in range(kernel.legal_actions(buffer))]


def plays_bree(action: int) -> bool:
    return action < BASE_NAZGUL and (action - BASE_PLACE) // SPACES // FACES == BREE


@pytest.mark.slow
@pytest.mark.parametrize("reach", ["location", "table"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prizes_won_and_taken_are_those_of_the_rules(seats: int, reach: str) -> None:
    seen = {"placed": 0, "nazgul": 0}
    for kernel in [found for seed in (7, 8) for found in decisions(seats, seed, reach)]:
        if kernel.phase() != PLACING:
            continue
        glance = Glance()
        glance.look(kernel)
        mover = int(kernel.mover())
        before = prizes(kernel, mover)
        for number, action in enumerate(legal(kernel)):
            if number % 5 and not BASE_NAZGUL <= action < BASE_RECALL:
                continue
            if action == END or action >= BASE_RECALL or plays_bree(action):
                continue  # that Bree makes all cards count alike is not seen at a glance before it lies
            seen["placed" if action < BASE_NAZGUL else "nazgul"] += 1
            after = kernel.clone()
            after.apply(action)
            own, others = prizes(after, mover)
            traits = found(glance, kernel, action)
            assert OWN + step(own - before[0]) in traits, GAME.format(kernel, action)
            assert OTHERS + step(others - before[1]) in traits, GAME.format(kernel, action)
    assert seen["placed"] > 50
    assert seen["nazgul"] > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_place_for_a_location_shows_what_lies_around_it(seats: int) -> None:
    places = 0
    for kernel in decisions(seats, 11):
        if kernel.phase() != LOCATING:
            continue
        glance = Glance()
        glance.look(kernel)
        mover = int(kernel.mover())
        for action in legal(kernel)[::4]:
            after = kernel.clone()
            after.apply(action)
            if after.request() == OVER:
                continue
            places += 1
            traits = found(glance, kernel, action)
            own, others = prizes(after, mover)
            assert AROUND_LEAD + step(own - others // (seats - 1)) in traits
            assert AROUND_FREE + int(after.free_spaces()).bit_count() in traits
            assert len([trait for trait in traits if AROUND_OWN <= trait < AROUND_OTHERS]) == 1
    assert places > 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_action_has_different_traits_in_range_and_leaves_the_position_alone(seats: int) -> None:
    groups = set()
    for kernel in decisions(seats, 3):
        glance = Glance()
        glance.look(kernel)
        before = kernel.dump()
        for action in legal(kernel):
            traits = found(glance, kernel, action)
            assert len(set(traits)) == len(traits) > 0
            assert all(0 <= trait < TRAITS for trait in traits)
            if action == END:
                assert min(traits) < KIND_FREE
            elif action < BASE_NAZGUL:
                assert [trait for trait in traits if COVERED <= trait < OWN]
                assert bool([t for t in traits if CLOSING <= t < HIT]) == closes(kernel, action)
            elif action < BASE_RECALL:
                assert [trait for trait in traits if trait >= HIT]
            elif action >= BASE_LOCATE:
                assert all(AROUND_OWN <= trait < KIND_STANDING for trait in traits)
            groups.add(min(traits) // 20)
        assert kernel.dump() == before
    assert ENDING in groups
    assert len(groups) >= 4


def closes(kernel: GefaehrtenKernel, action: int) -> bool:
    """Whether a placement fills the last space."""
    after = kernel.clone()
    after.apply(action)
    return after.scorings() > kernel.scorings()


@pytest.mark.parametrize("seats", [2, 4])
def test_hidden_cards_change_no_trait(seats: int) -> None:
    for kernel in decisions(seats, 5):
        hidden = kernel.clone()
        hidden.mask(int(kernel.mover()))
        glances = Glance(), Glance()
        glances[0].look(kernel)
        glances[1].look(hidden)
        for action in legal(kernel)[::7]:
            assert found(glances[0], kernel, action) == found(glances[1], hidden, action)
