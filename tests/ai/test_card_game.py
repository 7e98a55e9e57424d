"""Pure. Bots at the card game: every level plays by the rules, sees no hidden card, and beats random play.

The strengths measured at length stand in docs; here few games with fixed seeds show that nothing is broken.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ai.levels import Level, Method, Spec, parse_spec
from ai.search import Search
from ai.thinking import advise, choose_turn
from gefaehrten.core.game import Setup
from gefaehrten.core.kernel import DECIDE, OVER, Kernel
from gefaehrten.core.knowledge import REWARD_ONE, Knowledge
from gefaehrten.core.playout import playout
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.knowledge import HOPELESS, GefaehrtenKnowledge
from gefaehrten.games.gefaehrten.tables import LOCATING, PLACING

KNOWN = GefaehrtenKnowledge()
SPECS = ["random", "greedy", "ismcts:iterations=30", "ismcts:iterations=6:horizon=0"]


def setup(seats: int) -> Setup:
    return Setup(seats, {option.key: option.values[0] for option in GAME.options}, ("",) * seats)


def begun(seats: int) -> GefaehrtenKernel:
    kernel = GAME.start(setup(seats))
    assert isinstance(kernel, GefaehrtenKernel)
    return kernel


def positions(seats: int, seed: int) -> list[GefaehrtenKernel]:
    """Positions with a decision from one random match: some of every phase, full knowledge."""
    rng = Random(seed)
    kernel = begun(seats)
    found = []
    buffer = vec[i64]([0] * 4096)
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        if rng.below(12) == 0 or kernel.phase() == LOCATING:
            found.append(kernel.clone())
        kernel.apply(buffer[rng.below(kernel.legal_actions(buffer))])
    return found


def play(specs: Sequence[Spec], seed: int) -> GefaehrtenKernel:
    """A match; every action of every turn is checked."""
    rng = Random(seed)
    kernel = begun(len(specs))
    number = 0
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            kernel.chance(rng)
            continue
        number += 1
        seat = int(kernel.actor())
        turn = choose_turn(kernel, seat, specs[seat], seed + number, float, bool, knowledge=KNOWN)
        turns = kernel.turns()
        for action in turn:
            assert (kernel.request(), kernel.actor(), kernel.turns()) == (DECIDE, seat, turns)
            kernel.check(action)
            kernel.apply(action)
        assert kernel.turns() == turns + 1
    return kernel


def wins(one: str, other: str, seats: int, games: int) -> float:
    """How many games `one` wins where it has every second seat; a shared first place counts its share."""
    won = 0.0
    for game in range(games):
        mine = [(seat + game) % 2 == 0 for seat in range(seats)]
        kernel = play([parse_spec(one if own else other) for own in mine], 1000 + game)
        first = [own for seat, own in enumerate(mine) if kernel.place(seat) == 0]
        won += sum(first) / len(first)
    return won


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_of_every_kind_plays_to_the_end(seats: int) -> None:
    specs = [parse_spec(SPECS[(seat + seats) % len(SPECS)]) for seat in range(seats)]
    play(specs, seats)


@pytest.mark.slow
@pytest.mark.parametrize("text", SPECS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_choice_hangs_on_a_hidden_card(text: str, seats: int) -> None:
    phases = set()
    for index, known in enumerate(positions(seats, seats)):
        seat = int(known.actor())
        phases.add((known.phase(), known.placed_this_turn() > 0))
        swapped = known.clone()
        swapped.mask(seat)
        swapped.determinize(Random(index))
        turns = [
            choose_turn(kernel, seat, parse_spec(text), index, float, bool, knowledge=KNOWN)
            for kernel in (known, swapped)
        ]
        assert turns[0] == turns[1]
    assert phases == {(PLACING, False), (PLACING, True), (LOCATING, True)}


@pytest.mark.slow
def test_advice_hangs_on_no_hidden_card_either() -> None:
    for index, known in enumerate(positions(4, 9)[:8]):
        seat = int(known.actor())
        swapped = known.clone()
        swapped.mask(seat)
        swapped.determinize(Random(index))
        found = [
            advise(kernel, seat, Spec(Method.SEARCH, iterations=40), 3, float, bool, knowledge=KNOWN)
            for kernel in (known, swapped)
        ]
        assert found[0] == found[1]
        for candidate in found[0]:
            known.check(candidate.action)


class Peeking(Knowledge):
    """Notes the hands that a search gives the other seats."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hands: set[tuple[int, ...]] = set()

    def stage(self, kernel: Kernel) -> i64:
        assert isinstance(kernel, GefaehrtenKernel)
        others = [seat for seat in range(kernel.seats()) if seat != self.seat]
        if not any(kernel.hand_unknown(seat) for seat in others):
            self.hands.add(tuple(kernel.hand(seat, face) for seat in others for face in range(32)))
        return 0


@pytest.mark.slow
def test_hidden_hands_vary_in_every_phase() -> None:
    """A resampler that gave back the true hands would pass every test that only looks at the choice."""
    phases = set()
    for kernel in positions(3, 5):
        seat = int(kernel.actor())
        stacks = [kernel.stack(other) for other in range(3) if other != seat]
        if max(stacks) < 4:
            continue  # hardly anything is unknown any more
        peeking = Peeking(seat)
        search = Search(kernel, seat, 1, peeking, 1)
        before = len(peeking.hands)
        search.run(8)
        assert len(peeking.hands) - before >= 6
        phases.add((kernel.phase(), kernel.placed_this_turn() > 0))
    assert phases == {(PLACING, False), (PLACING, True), (LOCATING, True)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_estimates_are_in_range_leave_the_position_alone_and_see_no_hidden_card(seats: int) -> None:
    into = vec[i64]([0] * seats)
    for kernel in positions(seats, 3):
        before = kernel.dump()
        KNOWN.rewards(kernel, into)
        assert kernel.dump() == before
        assert all(0 <= reward <= REWARD_ONE for reward in into)
        # What one seat may hope for of another, that one has to fear: every two have one win together.
        assert sum(into) == pytest.approx(REWARD_ONE * seats / 2, abs=2 * seats * int(REWARD_ONE) // 128)
        worth = [KNOWN.evaluate(kernel, seat) for seat in range(seats)]
        for viewer in range(seats):
            masked = kernel.clone()
            masked.mask(viewer)
            assert [KNOWN.evaluate(masked, seat) for seat in range(seats)] == worth


def test_a_seat_that_has_left_hopes_for_nothing() -> None:
    kernel = positions(3, 3)[4]
    kernel.retire(1)
    into = vec[i64]([0] * 3)
    KNOWN.rewards(kernel, into)
    assert KNOWN.evaluate(kernel, 1) == HOPELESS
    assert into[1] < REWARD_ONE // 10


@pytest.mark.parametrize("judge", ["evaluate", "rewards"])
def test_estimates_of_the_end_tell_who_wins(judge: str) -> None:
    """Of 20 random matches, the seat rated best after the eighth scoring wins most: chance would give 5."""
    right = 0
    into = vec[i64]([0] * 4)
    for seed in range(20):
        rng = Random(seed)
        kernel = begun(4)
        buffer = vec[i64]([0] * 4096)
        while kernel.request() != OVER and kernel.scorings() < 8:
            if kernel.request() != DECIDE:
                kernel.chance(rng)
            else:
                kernel.apply(buffer[rng.below(kernel.legal_actions(buffer))])
        KNOWN.rewards(kernel, into)
        worth = list(into) if judge == "rewards" else [KNOWN.evaluate(kernel, seat) for seat in range(4)]
        rated = max(range(4), key=lambda seat: worth[seat])
        playout(kernel, rng, buffer)
        right += kernel.place(rated) == 0
    assert right >= 11


def test_playouts_pick_legal_actions_and_not_always_the_same() -> None:
    buffer = vec[i64]([0] * 4096)
    for kernel in positions(4, 1):
        count = kernel.legal_actions(buffer)
        legal = set(list(buffer)[:count])
        picks = {int(KNOWN.pick(kernel, buffer, count, Random(seed))) for seed in range(20)}
        assert picks <= legal
        assert len(picks) > 1 or count == 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_random(seats: int) -> None:
    assert wins("greedy", "random", seats, 6) >= 5.5  # by luck: 1 in 64


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_a_small_search_beats_random(seats: int) -> None:
    assert wins("ismcts:iterations=40", "random", seats, 6) >= 5.5  # by luck: 1 in 64


def test_the_game_gives_its_knowledge_to_every_level() -> None:
    assert isinstance(GAME.knowledge(), GefaehrtenKnowledge)
    assert {level.value for level in Level} == {"random", "greedy", "easy", "medium", "hard", "expert"}
