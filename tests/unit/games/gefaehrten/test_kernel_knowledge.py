"""Partial knowledge: what a replica does not see stays unknown, and is drawn as the rules deal it."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gefaehrten.core.kernel import OVER, UNKNOWN, WATCHER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel, load
from tests.unit.games.gefaehrten import kernel_matches as m
from tests.unit.games.gefaehrten import kernel_positions as p


def hand_of(kernel: GefaehrtenKernel, seat: int) -> tuple[int, ...]:
    return tuple(kernel.hand(seat, face) for face in range(32))


def test_f06_an_unknown_card_comes_from_the_unseen_ones_and_stays_among_them() -> None:
    kernel = GefaehrtenKernel(4, [0, 1, 2, 3])
    kernel.roll(0)
    kernel.deal(UNKNOWN)
    kernel.deal(p.face("r5"))
    assert (kernel.hand_size(0), kernel.hand_unknown(0), kernel.stack(0)) == (2, 1, 20)
    assert (kernel.unseen(p.face("r5")), kernel.unseen(p.face("r1"))) == (0, 7)
    kernel.learn(0, p.face("r1"))
    assert (kernel.hand_unknown(0), kernel.hand(0, p.face("r1")), kernel.unseen(p.face("r1"))) == (0, 1, 6)


def test_an_unknown_hand_may_play_any_unseen_card() -> None:
    kernel = p.position(spaces={"1": "r5"}, unknown={0: 3}, hands={1: "y1"})
    played = {(action - 1) // 10 % 32 for action in p.legal(kernel) if 0 < action < 2241}
    assert played == {p.face(card) for card in ("r0", "r1", "r2", "r3", "r4")}
    assert p.nazgul("r", None) in p.legal(kernel)
    assert p.clause(kernel, p.place("r5", "2")) == "F11"
    after = p.play(kernel, p.place("r4", "2"))
    assert (after.hand_size(0), after.hand_unknown(0), after.unseen(p.face("r4"))) == (2, 2, 3)
    after = p.play(kernel, p.nazgul("r", None))
    assert (after.hand_unknown(0), after.unseen(p.face("rN")), after.gone(p.face("rN"))) == (2, 0, 1)


def test_a_known_card_is_played_before_an_unknown_one() -> None:
    kernel = p.position(hands={0: "r4", 1: "y1"}, unknown={0: 2})
    after = p.play(kernel, p.place("r4", "1"))
    assert (after.hand(0, p.face("r4")), after.hand_unknown(0)) == (0, 2)


def test_mask_keeps_the_viewers_hand_alone() -> None:
    kernel = p.position(seats=4, hands={0: "r1 r4", 1: "y1", 2: "g0 gN", 3: "b5"})
    for viewer in range(4):
        masked = kernel.clone()
        masked.mask(viewer)
        assert [masked.hand_unknown(seat) == 0 for seat in range(4)] == [seat == viewer for seat in range(4)]
        assert hand_of(masked, viewer) == hand_of(kernel, viewer)
        assert masked.public() == kernel.public()
    kernel.mask(WATCHER)
    assert [kernel.hand_unknown(seat) for seat in range(4)] == [2, 1, 2, 1]
    assert all(not any(hand_of(kernel, seat)) for seat in range(4))


@pytest.mark.slow
@settings(max_examples=10)
@given(seats=m.SEATS, seed=m.SEEDS, table=st.booleans())
def test_masking_law_for_every_viewer(seats: int, seed: int, table: bool) -> None:
    """Apply, then mask is mask, then apply what that seat saw."""
    rng = Random(seed)
    truth = GefaehrtenKernel(seats, p.OWNERS[seats], table)
    views = {viewer: truth.clone() for viewer in (WATCHER, *range(seats))}
    while truth.request() != OVER:
        kind, value = ("retire", rng.below(seats)) if rng.below(90) == 0 else m.event(truth, rng)
        gets = truth.actor()
        m.carry_out(truth, kind, value)
        legal = p.legal(truth)
        for viewer, view in views.items():
            m.carry_out(view, kind, UNKNOWN if kind == "deal" and viewer != gets else value)
            masked = truth.clone()
            masked.mask(viewer)
            assert view.dump() == masked.dump()
            assert view.public() == truth.public()
            if viewer == truth.mover():
                assert p.legal(view) == legal
            else:
                assert set(p.legal(view)) >= set(legal)


@pytest.mark.slow
@given(seats=m.SEATS, seed=m.SEEDS, viewer=st.integers(-1, 3), leaving=st.booleans())
def test_determinize_keeps_the_information_set(seats: int, seed: int, viewer: int, leaving: bool) -> None:
    kernel = m.some(seats, seed, leaving=leaving)
    kernel.mask(viewer)
    full = kernel.clone()
    full.determinize(Random(seed))
    assert [full.hand_unknown(seat) for seat in range(seats)] == [0] * seats
    assert [full.hand_size(seat) for seat in range(seats)] == [
        kernel.hand_size(seat) for seat in range(seats)
    ]
    assert full.public() == kernel.public()
    full.mask(viewer)
    assert full.dump() == kernel.dump()


@pytest.mark.slow
@settings(max_examples=20)
@given(seats=m.SEATS, seed=m.SEEDS)
def test_determinize_varies_every_hand_that_can_vary_in_every_phase(seats: int, seed: int) -> None:
    for index, kernel in enumerate(m.match(seats, seed)):
        if index % 17:
            continue
        masked = kernel.clone()
        masked.mask(WATCHER)
        rng = Random(seed + index)
        for seat in range(seats):
            unseen = [masked.unseen(face) * (masked.owner(face >> 3) == seat) for face in range(32)]
            hidden = masked.hand_unknown(seat)
            if hidden in (0, sum(unseen)) or max(unseen) == sum(unseen):
                continue
            hands = set()
            for _ in range(400):
                full = masked.clone()
                full.determinize(rng)
                hands.add(hand_of(full, seat))
                if len(hands) > 1:
                    break
            assert len(hands) > 1


def test_determinize_draws_every_hand_as_often_as_the_deal_would() -> None:
    # Unseen: three 1s and the 0, two of the four in the hand. The 0 is in it in half of all draws.
    kernel = p.position(spaces=dict.fromkeys("1234", "r1"), unknown={0: 2}, hands={1: "y1"}, stacks={0: 2})
    unseen = Counter({face: kernel.unseen(face) for face in range(8) if kernel.unseen(face)})
    assert unseen == {0: 1, 1: 3}
    rng = Random(12345)
    draws = 4000
    with_zero = 0
    for _ in range(draws):
        full = kernel.clone()
        full.determinize(rng)
        with_zero += full.hand(0, 0)
    assert comb(3, 1) / comb(4, 2) == 0.5
    assert abs(with_zero - draws / 2) < 5 * (draws / 4) ** 0.5


def test_chance_draws_every_card_alike() -> None:
    kernel = p.position(hands={0: "r4 r4 r4 r4 r5 r0", 1: "y1"}, stacks={0: 12})
    kernel = p.play(kernel, p.place("r5", "1"), p.END)
    left = {face: kernel.unseen(face) for face in range(8)}
    assert sum(left.values()) == 12
    rng = Random(99)
    drawn: Counter[int] = Counter()
    draws = 6000
    for _ in range(draws):
        copy = kernel.clone()
        copy.chance(rng)
        drawn[next(face for face in range(8) if copy.hand(0, face) > kernel.hand(0, face))] += 1
    for face, count in left.items():
        share = count / 12
        assert abs(drawn[face] - draws * share) <= 5 * (draws * share * (1 - share)) ** 0.5


def test_chance_rolls_every_first_mover() -> None:
    firsts = set()
    for seed in range(40):
        kernel = GefaehrtenKernel(4, [0, 1, 2, 3])
        kernel.chance(Random(seed))
        firsts.add(kernel.first())
    assert firsts == {0, 1, 2, 3}


@pytest.mark.slow
@given(seats=m.SEATS, seed=m.SEEDS, viewer=st.integers(-1, 3), table=st.booleans())
def test_a_dump_loads_into_the_same_position(seats: int, seed: int, viewer: int, table: bool) -> None:
    kernel = m.some(seats, seed, table)
    kernel.mask(viewer)
    copy = load(seats, p.OWNERS[seats], table, kernel.dump())
    assert copy.dump() == kernel.dump()
    assert p.legal(copy) == p.legal(kernel)
    one, other = Random(seed), Random(seed)
    for _ in range(20):
        if kernel.request() == OVER:
            break
        m.step(kernel, one)
        m.step(copy, other)
    assert copy.dump() == kernel.dump()


def test_a_dump_of_another_setup_is_refused() -> None:
    dump = GefaehrtenKernel(3, [0, 1, 2, -1]).dump()
    for setup in ((4, [0, 1, 2, 3], False), (3, [2, 1, 0, -1], False), (3, [0, 1, 2, -1], True)):
        with pytest.raises(ValueError, match="another setup"):
            load(*setup, dump)


@pytest.mark.slow
@given(seats=m.SEATS, seed=m.SEEDS)
def test_a_clone_is_independent(seats: int, seed: int) -> None:
    kernel = m.some(seats, seed)
    before = kernel.dump()
    copy = kernel.clone()
    assert copy.dump() == before
    rng = Random(seed)
    for _ in range(30):
        if copy.request() != OVER:
            m.step(copy, rng)
    copy.retire(0)
    assert kernel.dump() == before
