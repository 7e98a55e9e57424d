"""What every kernel of the catalogue promises, whatever its rules are."""

from __future__ import annotations

import pytest

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DEAL, DECIDE, MAX_ACTIONS, OVER, PASS, ROLL, WATCHER, Kernel
from gefaehrten.core.random import Random
from tests.laws.matches import Sealed, Start, legal, match, starts, step

STARTS = pytest.mark.parametrize("start", starts(), ids=str)


def allowed(kernel: Kernel, action: int) -> bool:
    try:
        kernel.check(action)
    except IllegalAction as refused:
        return not (refused.clause and str(refused))
    return True


@STARTS
def test_legal_actions_are_sorted_and_unique_and_check_takes_them_alone(start: Start) -> None:
    rng = Random(1)
    for index, kernel in enumerate(match(start, 11)):
        actions = legal(kernel)
        assert actions == sorted(set(actions))
        assert len(actions) < MAX_ACTIONS
        assert bool(actions) == (kernel.request() == DECIDE)
        if index % 10 == 0 and actions:
            chosen = actions[rng.below(len(actions))]
            tried = {chosen, chosen - 1, chosen + 1, rng.below(60_000), -1, 0, 2**40}
            assert {action for action in tried if allowed(kernel, action)} == tried & set(actions)


@STARTS
def test_requests_say_who_and_how_many(start: Start) -> None:
    for kernel in match(start, 12):
        request, seats = kernel.request(), start.setup.seats
        assert request in (OVER, DECIDE, DEAL, ROLL, PASS)
        assert kernel.seats() == seats
        assert (0 <= kernel.actor() < seats) == (request in (DECIDE, DEAL))
        assert (kernel.amount() > 0) == (request in (DEAL, ROLL))


@STARTS
def test_a_turn_is_the_run_of_one_seats_actions(start: Start) -> None:
    turn, seat = -1, -1
    for kernel in match(start, 13):
        assert kernel.turns() >= turn
        if kernel.request() == DECIDE:
            if kernel.turns() == turn:
                assert kernel.actor() == seat
            turn, seat = kernel.turns(), kernel.actor()


@STARTS
@pytest.mark.parametrize("leaving", [False, True])
def test_every_match_ends_with_places(start: Start, leaving: bool) -> None:
    for seed in range(3):
        *_, last = match(start, seed, leaving=leaving)
        assert last.request() == OVER
        places = sorted(last.place(seat) for seat in range(start.setup.seats))
        if places[0] == 0:
            assert all(place == places.index(place) for place in places)
        else:
            assert len(set(places)) == 1, "where nobody has won all share a place"


@STARTS
def test_a_clone_equals_its_original_and_goes_its_own_way(start: Start) -> None:
    for index, kernel in enumerate(match(start, 14)):
        if index % 20 == 0 and kernel.request() != OVER:
            before = kernel.dump()
            copy = kernel.clone()
            assert copy.dump() == before
            step(copy, Random(index))
            assert copy.dump() != before
            assert kernel.dump() == before


@STARTS
def test_a_dump_loads_into_the_same_position(start: Start) -> None:
    for index, kernel in enumerate(match(start, 15)):
        if index % 20 == 0:
            copy = start.game.load(start.setup, kernel.dump())
            assert copy.dump() == kernel.dump()
            assert legal(copy) == legal(kernel)


@STARTS
def test_masking_law(start: Start) -> None:
    """Apply, then mask is mask, then apply what that seat saw; and the public numbers are everybody's."""
    rng = Random(16)
    sealed = Sealed(start, rng)
    truth, views = sealed.truth, sealed.views
    while truth.request() != OVER:
        if truth.request() != DECIDE:
            sealed.draw()
        else:
            actor, actions = int(truth.actor()), legal(truth)
            action = actions[rng.below(len(actions))]
            assert legal(views[actor]) == actions
            for viewer, view in views.items():
                assert set(legal(view)) >= set(actions), viewer
            sealed.act(action)
        for viewer, view in views.items():
            masked = truth.clone()
            masked.mask(viewer)
            assert view.dump() == masked.dump()
            assert view.public() == truth.public()


@STARTS
def test_determinize_keeps_what_is_known_and_varies_what_is_not(start: Start) -> None:
    positions = [kernel.clone() for kernel in match(start, 17)]
    for index, truth in enumerate(positions):
        if index % 7:
            continue
        for viewer in (WATCHER, index % start.setup.seats):
            view = truth.clone()
            view.mask(viewer)
            rng = Random(index)
            found = set()
            for _ in range(8):
                full = view.clone()
                full.determinize(rng)
                found.add(tuple(full.dump()))
                assert full.public() == view.public()
                full.mask(viewer)
                assert full.dump() == view.dump()
            # Late in a match little may be left to vary; early on every hidden hand does.
            if view.dump() != truth.dump() and index < len(positions) // 2:
                assert len(found) > 1


@STARTS
def test_replay_gives_the_same_public_numbers(start: Start) -> None:
    first = [kernel.public() for kernel in match(start, 18)]
    assert [kernel.public() for kernel in match(start, 18)] == first
