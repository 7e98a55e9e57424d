"""One replica of a match: a turn that is refused for whatever reason leaves no trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Setup, Slot
from gefaehrten.core.kernel import DEAL
from gefaehrten.engine.match import Match, Need
from gefaehrten.games.gefaehrten.tables import END, place_action
from tests.unit.engine.matches import GAME, dealt, finished, new_match, state, wire_turn
from tests.unit.session.toy_game import ToyGame, ToyKernel

Turn = tuple[int, list[Plain], dict[Slot, int]]

MATCH = dealt()
TURN = wire_turn(MATCH)


def refused(match: Match, seat: int, moves: list[Plain], cards: dict[Slot, int]) -> IllegalAction:
    """The turn and its preview are refused in the same words; nothing has changed."""
    before = state(match)
    with pytest.raises(IllegalAction) as previewed:
        match.preview(seat, moves, cards)
    with pytest.raises(IllegalAction) as caught:
        match.turn(seat, moves, cards)
    assert state(match) == before
    assert str(caught.value) == str(previewed.value)
    assert caught.value.clause
    assert isinstance(caught.value, match.refusals)
    return caught.value


# What is needed next


def test_a_match_begins_with_a_roll_for_the_first_seat_then_the_hands_then_turns() -> None:
    match = new_match()
    assert match.need() == Need("roll", amount=2)
    assert match.first() is None
    match.rolled(1)
    assert match.first() == 1
    # Two seats have two decks of their own, six cards each (F6, F8).
    assert match.need() == Need("deal", seat=0, deck=0, amount=6)
    match.dealt(0, [(0, position) for position in range(6)])
    assert match.need() == Need("deal", seat=1, deck=1, amount=6)
    match.dealt(1, [(1, position) for position in range(6)])
    assert match.need() == Need("turn", seat=1)
    assert match.steps == [
        {"step": "drawn", "seat": 0, "count": 6},
        {"step": "drawn", "seat": 1, "count": 6},
    ]


def test_the_first_seat_is_that_of_the_first_roll() -> None:
    for value in (0, 1):
        match = new_match()
        match.rolled(value)
        assert match.first() == value


def test_decks_are_those_of_the_game() -> None:
    assert tuple(new_match().decks()) == GAME.decks(Setup(2))


def test_a_hand_knows_what_was_learned_in_the_order_of_dealing() -> None:
    match = new_match()
    match.rolled(0)
    slots = [(0, position) for position in range(6)]
    match.dealt(0, slots)
    assert match.hand(0) == [(slot, None) for slot in slots]
    match.learned(0, (0, 4), 20)
    match.learned(0, (0, 1), 0)
    assert match.hand(0) == [
        ((0, 0), None), ((0, 1), 0), ((0, 2), None), ((0, 3), None), ((0, 4), 20), ((0, 5), None),
    ]  # fmt: skip
    # Card 20 of the first deck is Gandalf, card 0 the one of value 0: the kernel knows both now.
    kernel = match.kernel
    assert kernel.hand(0, GAME.face(match.setup, 0, 20)) == 1  # type: ignore[attr-defined]
    assert kernel.hand_unknown(0) == 4  # type: ignore[attr-defined]


def test_the_order_of_learning_does_not_matter() -> None:
    a, b = new_match(), new_match()
    for match in (a, b):
        match.rolled(0)
        match.dealt(0, [(0, position) for position in range(6)])
    cards = {(0, position): 3 * position for position in range(6)}
    for slot in cards:
        a.learned(0, slot, cards[slot])
    for slot in reversed(cards):
        b.learned(0, slot, cards[slot])
    assert a.kernel.dump() == b.kernel.dump()
    assert a.hand(0) == b.hand(0)


def test_what_one_replica_learns_is_not_public() -> None:
    match = new_match()
    match.rolled(0)
    match.dealt(0, [(0, position) for position in range(6)])
    before = match.public()
    match.learned(0, (0, 2), 5)
    assert match.public() == before


# A turn that is right


def test_a_turn_uses_up_its_slots_and_adds_its_steps() -> None:
    match = dealt()
    seat, moves, opened = wire_turn(match)
    hand, steps = match.hand(seat), len(match.steps)
    match.turn(seat, moves, opened)
    assert match.hand(seat) == [(slot, card) for slot, card in hand if slot not in opened]
    new = match.steps[steps:]
    assert new
    assert all(step["seat"] == seat for step in new if step["step"] in ("place", "nazgul", "end_turn"))
    assert len([step for step in new if step["step"] in ("place", "nazgul")]) == len(opened)


def test_a_replica_that_sees_no_card_comes_to_the_same() -> None:
    knowing = dealt()
    blind = new_match()
    first = knowing.first()
    assert first is not None
    blind.rolled(first)
    for seat in (0, 1):
        blind.dealt(seat, [slot for slot, _ in knowing.hand(seat)])
    assert blind.public() == knowing.public()
    seat, moves, opened = wire_turn(knowing)
    for match in (knowing, blind):
        match.turn(seat, moves, opened)
    assert blind.public() == knowing.public()
    assert blind.steps == knowing.steps
    assert blind.need() == knowing.need()


def test_a_preview_says_what_the_turn_will_do_and_does_nothing() -> None:
    match = dealt()
    turn = wire_turn(match)
    before = state(match)
    public = match.preview(*turn)
    assert state(match) == before
    assert public != match.public()
    match.turn(*turn)
    assert match.public() == public


@given(seed=st.integers(0, 30), previewed=st.booleans())
def test_an_own_turn_comes_to_what_it_comes_to_for_who_has_not_tried_it(seed: int, previewed: bool) -> None:
    match, other = dealt(seed), dealt(seed)
    seat, moves, cards = wire_turn(match)  # which encodes it
    if previewed:
        match.preview(seat, moves, cards)
    other_cards = dict(cards)
    match.turn(seat, moves, cards)
    other.turn(seat, [*moves], other_cards)
    assert state(match) == state(other)


def test_a_turn_that_was_tried_is_not_taken_for_another() -> None:
    match, other = dealt(), dealt()
    seat, moves, cards = wire_turn(match)
    match.preview(seat, moves, cards)
    another = next(turn for seed in range(4, 99) if (turn := wire_turn(other, seed))[1:] != (moves, cards))
    match.turn(*another)
    other.turn(*another)
    assert state(match) == state(other)


def test_a_turn_that_was_tried_is_refused_where_a_card_of_it_is_not_opened() -> None:
    match = dealt()
    seat, moves, cards = wire_turn(match)
    match.preview(seat, moves, cards)
    before = state(match)
    with pytest.raises(IllegalAction):
        match.turn(seat, moves, {})
    with pytest.raises(IllegalAction):
        match.turn(1 - seat, moves, cards)
    assert state(match) == before


def test_the_opened_cards_decide_not_what_this_replica_believes() -> None:
    """A played slot shows its card to everybody: the same moves with another card are another turn."""
    match = dealt(seed=4)
    blind = new_match()
    first = match.first()
    assert first is not None
    blind.rolled(first)
    for seat in (0, 1):
        blind.dealt(seat, [slot for slot, _ in match.hand(seat)])
    seat, moves, opened = wire_turn(match, seed=4)
    placed = {}
    for card in range(1, 20):
        try:
            placed[card] = blind.preview(seat, moves, dict.fromkeys(opened, card))
        except IllegalAction:
            continue
    assert len({tuple(public) for public in placed.values()}) > 1


# A turn that is wrong


def test_a_turn_of_a_seat_that_is_not_to_move() -> None:
    seat, moves, opened = TURN
    error = refused(MATCH, 1 - seat, moves, opened)
    assert "not to move" in str(error)


def test_an_empty_turn() -> None:
    seat, _, _ = TURN
    assert "before its end" in str(refused(MATCH, seat, [], {}))


@pytest.mark.parametrize("seat", [0, 1])
def test_no_turn_at_all_while_something_else_is_needed(seat: int) -> None:
    match = new_match()
    refused(match, seat, [], {})
    refused(match, seat, [[0]], {})
    match.rolled(0)
    refused(match, seat, [], {})
    refused(match, seat, [[0]], {})
    over = finished()
    assert over.need() == Need("over")
    refused(over, seat, [], {})
    refused(over, seat, [[0]], {})


def test_a_slot_of_another_hand() -> None:
    seat, moves, opened = TURN
    other = MATCH.hand(1 - seat)[0][0]
    for slot in (other, (seat, 21), (seat, 6), (7, 0)):
        changed = [_with_slot(move, slot) for move in moves]
        error = refused(MATCH, seat, changed, {**opened, slot: 1})
        assert "not in its player's hand" in str(error)


def test_a_slot_played_twice() -> None:
    seat, moves, opened = TURN
    first = next(move for move in moves if isinstance(move, list) and move[0] in (1, 2))
    assert isinstance(first, list)
    twice: list[Plain] = [first, [1, first[1], 9, 0]]
    error = refused(MATCH, seat, twice, opened)
    assert error.clause == "F11"


def test_a_slot_played_twice_with_another_opened_to_make_up_for_it() -> None:
    match = hand_of([20, 1, 8, 2, 3, 9])
    moves: list[Plain] = [[1, [0, 1], 0, 0], [1, [0, 1], 1, 0], [0]]
    assert "not in its player's hand" in str(refused(match, 0, moves, {(0, 1): 1, (0, 3): 2}))


def test_a_seat_that_moves_twice_running_makes_two_turns_of_it() -> None:
    """A game in which only one seat moves: its second turn is not part of its first."""

    class Alone(ToyKernel):
        def clone(self) -> Alone:
            other = Alone(self.count)
            other.begins, other.done = self.begins, self.done
            other.hands, other.points = [list(hand) for hand in self.hands], list(self.points)
            return other

        def actor(self) -> int:
            return self._next_dealt() if self.request() == DEAL else 0

    class AloneGame(ToyGame):
        def start(self, setup: Setup) -> ToyKernel:
            return Alone(setup.seats)

    match = Match(AloneGame(), Setup(2))  # type: ignore[arg-type]
    match.rolled(0)
    for seat in (0, 1):
        match.dealt(seat, [(seat, 0), (seat, 1)])
    error = refused(match, 0, [[0, 0], [0, 1]], {(0, 0): 0, (0, 1): 1})
    assert "after its end" in str(error)
    match.turn(0, [[0, 0]], {(0, 0): 0})
    match.turn(0, [[0, 1]], {(0, 1): 1})


def test_a_slot_played_but_not_opened() -> None:
    seat, moves, _ = TURN
    assert "without opening" in str(refused(MATCH, seat, moves, {}))


def test_a_slot_opened_but_not_played() -> None:
    seat, moves, opened = TURN
    spare = next((slot, card) for slot, card in MATCH.hand(seat) if slot not in opened)
    assert spare[1] is not None
    assert "does not play" in str(refused(MATCH, seat, moves, {**opened, spare[0]: spare[1]}))
    strange = {**opened, (5, 5): 3}
    assert "does not play" in str(refused(MATCH, seat, moves, strange))


def test_a_turn_that_goes_on_after_its_end() -> None:
    seat, moves, opened = TURN
    assert moves[-1] == [0]
    assert "after its end" in str(refused(MATCH, seat, [*moves, [0]], opened))
    assert "after its end" in str(refused(MATCH, seat, [*moves, *moves], opened))


def test_a_turn_that_stops_before_its_end() -> None:
    seat, moves, opened = TURN
    assert "before its end" in str(refused(MATCH, seat, moves[:-1], opened))


def test_a_turn_that_ends_before_a_card_is_placed() -> None:
    """At least one card must be placed (F11)."""
    seat, _, _ = TURN
    refused(MATCH, seat, [[0]], {})


def test_the_first_wrong_move_of_many_undoes_the_right_ones_before_it() -> None:
    seat, moves, opened = TURN
    refused(MATCH, seat, [*moves[:-1], [9], moves[-1]], opened)
    refused(MATCH, seat, [*moves[:-1], None, moves[-1]], opened)


def _with_slot(move: Plain, slot: Slot) -> Plain:
    if isinstance(move, list) and move and move[0] in (1, 2):
        return [move[0], list(slot), *move[2:]]
    return move


INTS = st.one_of(
    st.integers(-2, 12), st.sampled_from([63, 64, 2**31, -(2**31), 2**63 - 1, -(2**63), 2**64 - 1])
)
PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.one_of(INTS, st.booleans(), st.none(), st.text(max_size=3), st.binary(max_size=3)),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=12,
)
SHAPED: st.SearchStrategy[Plain] = st.one_of(
    st.tuples(st.just(1), st.tuples(INTS, INTS).map(list), INTS, INTS).map(list),
    st.tuples(st.just(2), st.tuples(INTS, INTS).map(list), INTS, INTS).map(list),
    st.tuples(st.just(2), st.tuples(INTS, INTS).map(list)).map(list),
    st.tuples(st.just(3), INTS, INTS, INTS).map(list),
    st.tuples(st.just(4), INTS, INTS).map(list),
    st.just([0]),
    st.just([True]),
    st.just([1, [True, False], 0, 0]),
)


@pytest.mark.slow
@given(
    moves=st.lists(st.one_of(SHAPED, SHAPED, PLAIN), max_size=5),
    cards=st.dictionaries(st.tuples(st.integers(0, 1), st.integers(0, 8)), st.integers(0, 43), max_size=3),
    seat=st.integers(0, 1),
)
def test_hostile_turns_are_refused_and_nothing_else_happens(
    moves: list[Plain], cards: dict[Slot, int], seat: int
) -> None:
    before = state(MATCH)
    try:
        MATCH.preview(seat, moves, cards)
    except IllegalAction:
        pass
    else:
        # What gets through is a legal turn: it ends, and plays exactly what it opens.
        assert seat == MATCH.need().seat
        assert moves[-1] == [0]
        assert len(cards) == len([move for move in moves if isinstance(move, list) and move[0] in (1, 2)])
    assert state(MATCH) == before


# Turns of kernel actions


def encoded_slots(moves: list[Plain]) -> list[Slot]:
    slots = []
    for move in moves:
        if isinstance(move, list) and move[0] in (1, 2):
            assert isinstance(move[1], list)
            deck, position = move[1]
            assert isinstance(deck, int)
            assert isinstance(position, int)
            slots.append((deck, position))
    return slots


@pytest.mark.parametrize("seed", range(4))
def test_encoding_names_slots_of_the_own_hand_with_the_right_cards(seed: int) -> None:
    match = dealt(seed)
    seat, moves, opened = wire_turn(match, seed)
    hand = dict(match.hand(seat))
    assert encoded_slots(moves) == list(opened)
    for slot, card in opened.items():
        assert hand[slot] == card


def hand_of(cards: list[int]) -> Match:
    """Seat 0 holds these cards of its deck and is to move."""
    match = new_match()
    match.rolled(0)
    for seat in (0, 1):
        match.dealt(seat, [(seat, position) for position in range(6)])
    for position, card in enumerate(cards):
        match.learned(0, (0, position), card)
    return match


def test_equal_cards_are_used_up_in_the_order_of_dealing() -> None:
    """Three cards of value 1: two of them in one turn are two slots, the first ones."""
    match = hand_of([20, 1, 8, 2, 3, 9])
    face = GAME.face(match.setup, 0, 1)
    assert {GAME.face(match.setup, 0, card) for card in (1, 2, 3)} == {face}
    moves, opened = match.encode(0, [*(int(place_action(0, face, space)) for space in (0, 1)), int(END)])
    assert opened == {(0, 1): 1, (0, 3): 2}
    assert encoded_slots(moves) == [(0, 1), (0, 3)]
    match.turn(0, moves, opened)
    assert [slot for slot, _ in match.hand(0)] == [(0, 0), (0, 2), (0, 4), (0, 5)]


def test_a_card_that_is_not_known_is_not_encoded() -> None:
    match = new_match()
    match.rolled(0)
    for seat in (0, 1):
        match.dealt(seat, [(seat, position) for position in range(6)])
    face = GAME.face(match.setup, 0, 1)
    before = state(match)
    with pytest.raises(IllegalAction):
        match.encode(0, [int(place_action(0, face, 0)), int(END)])
    assert state(match) == before


def test_an_action_that_is_not_legal_is_not_encoded() -> None:
    match = dealt()
    before = state(match)
    seat = match.need().seat
    for action in (0, 10**6, -1):
        with pytest.raises(IllegalAction):
            match.encode(seat, [action])
    assert state(match) == before


# How it ends


def test_while_it_goes_on_nobody_has_won() -> None:
    assert MATCH.winners() == []
    assert MATCH.reason() == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_the_winners_are_those_in_first_place(seed: int) -> None:
    match = finished(seed)
    assert match.need() == Need("over")
    winners = match.winners()
    assert winners == [seat for seat in (0, 1) if match.kernel.place(seat) == 0]
    assert winners
    last = match.steps[-1]
    assert (last["step"], last["scores"], last["winners"]) == ("over", match.scores(), winners)
    assert match.reason() == last["reason"] != ""
    best = max(match.scores())
    assert all(match.scores()[seat] == best for seat in winners)


def test_drawn_steps_count_every_card_of_both_decks_at_most_once() -> None:
    match = finished(3)
    for deck in match.decks():
        drawn = sum(
            int(str(step["count"]))
            for step in match.steps
            if step["step"] == "drawn" and step["seat"] == deck.owner
        )
        assert drawn <= deck.size
        played = sum(
            1 for step in match.steps if step["step"] in ("place", "nazgul") and step["seat"] == deck.owner
        )
        assert drawn == played + len(match.hand(deck.number))
