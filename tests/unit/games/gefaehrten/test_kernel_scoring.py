"""F23-F26 and F29: scoring, ties, prizes, tokens won, Moria."""

from __future__ import annotations

import pytest

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.unit.games.gefaehrten import kernel_positions as p


def scored(**settings: object) -> GefaehrtenKernel:
    """A position as given, scored as it lies."""
    kernel = p.position(**settings)  # type: ignore[arg-type]
    kernel.score_now()
    return kernel


def ranks(kernel: GefaehrtenKernel) -> str:
    """The colours by rank, best first."""
    found = {kernel.last_rank(colour): p.LETTERS[colour] for colour in range(4) if kernel.last_rank(colour)}
    return "".join(found[rank] for rank in sorted(found))


def scores(kernel: GefaehrtenKernel) -> list[int]:
    return [kernel.score(seat) for seat in range(kernel.seats())]


def test_f23_sums_effective_values_of_top_cards_on_the_ten_spaces() -> None:
    kernel = scored(
        location=p.BREE,
        at=(3, 0),
        earlier=[(0, 0)],
        cells={(0, -1): "r5", (0, 1): "y4"},  # around Bag End only: not counted
        spaces={"1": "r2", "2": "r3", "3": "y0", "4": "y1+rivendell_1", "7": "g1"},
    )
    assert [kernel.last_total(colour) for colour in range(3)] == [5, 3, 1]
    assert [kernel.last_cards(colour) for colour in range(3)] == [2, 2, 1]
    assert [kernel.last_rank(3), kernel.last_total(3), kernel.last_cards(3)] == [0, 0, 0]


def test_f23_with_two_players_each_colour_is_a_party() -> None:
    # The example of the rulebook: 10 and 5 against 7 and 6 at the Ford.
    kernel = scored(
        seats=2,
        location=p.FORD,
        spaces={"1": "y5", "2": "y4", "3": "y1", "4": "g5", "5": "r5", "6": "r2", "7": "b4", "8": "b2"},
    )
    assert [kernel.last_total(colour) for colour in range(4)] == [7, 10, 5, 6]
    assert ranks(kernel) == "yrbg"
    assert scores(kernel) == [5, 7]


@pytest.mark.parametrize(("last", "order"), [(0, "ygbr"), (1, "gbry"), (2, "bryg"), (3, "rygb")])
def test_f24_ties_go_clockwise_after_the_player_of_the_last_card(last: int, order: str) -> None:
    everybody = {"1": "r1", "2": "y1", "3": "g1", "4": "b1"}
    assert ranks(scored(seats=4, spaces=everybody, last_placer=last)) == order


def test_f24_a_higher_total_wins_before_any_tie() -> None:
    spaces = {"1": "r1", "2": "y1", "3": "g2"}
    assert ranks(scored(spaces=spaces, last_placer=0)) == "gyr"
    assert ranks(scored(spaces=spaces, last_placer=1)) == "gry"


def test_f24_parties_without_a_card_come_last_even_behind_a_0() -> None:
    spaces = {"1": "r0", "2": "b1"}
    kernel = scored(seats=4, spaces=spaces, last_placer=0)
    # Red's total of 0 ties with the two that have no card; clockwise it would come after them.
    assert ranks(kernel) == "bryg"
    assert [kernel.last_prize(colour) for colour in range(4)] == [2, 0, 0, 2]


@pytest.mark.parametrize(("last", "order"), [(0, "rbgy"), (1, "gyrb")])
def test_f24_two_tied_colours_of_one_player_keep_green_yellow_red_blue(last: int, order: str) -> None:
    spaces = {"1": "r1", "2": "y1", "3": "g1", "4": "b1"}
    assert ranks(scored(seats=2, spaces=spaces, last_placer=last)) == order


def test_f24_the_player_of_the_last_card_is_who_placed_last_a_nazgul_included() -> None:
    spaces = {"1": "y1", "2": "g1", "3": "r1", "4": "y0"}
    kernel = p.position(
        spaces=spaces, hands={0: "r0", 1: "yN", 2: "g0"}, stacks={0: 0, 1: 0, 2: 0}, mover=2, last_placer=0
    )
    # Green places, then red, then yellow sends its Nazgûl: yellow was last, so green comes first among the tied.
    kernel = p.play(kernel, p.place("g0", "5"), p.END, p.place("r0", "6"), p.END, p.nazgul("y", None), p.END)
    assert kernel.request() == 0
    assert kernel.last_placer() == 1
    assert ranks(kernel) == "gry"


@pytest.mark.parametrize(("seats", "prizes"), [(2, 3), (3, 2), (4, 3)])
def test_f25_the_lowest_party_gets_nothing(seats: int, prizes: int) -> None:
    spaces = {"1": "r5", "2": "y4", "3": "g2", "4": "b1"}
    if seats == 3:
        del spaces["4"]
    kernel = scored(seats=seats, location=p.FORD, spaces=spaces)
    expected = [5, 4, 3][:prizes] + [0] * (4 - prizes)
    assert [kernel.last_prize(colour) for colour in range(4)] == expected


def test_f25_a_party_without_a_card_gets_no_prize_and_no_token() -> None:
    kernel = scored(seats=4, location=p.RIVENDELL, spaces={"1": "r0"})
    assert [kernel.last_prize(colour) for colour in range(4)] == [3, 0, 0, 0]
    assert kernel.has_token(0, p.TOKENS.index("rivendell_1"))
    assert not any(kernel.has_token(seat, p.TOKENS.index("rivendell_2")) for seat in range(4))


def test_f25_tokens_go_with_their_place() -> None:
    kernel = scored(seats=4, location=p.RIVENDELL, spaces={"1": "r1", "2": "y2", "3": "g4"})
    assert [kernel.has_token(seat, p.TOKENS.index("rivendell_1")) for seat in range(4)] == [
        False,
        False,
        True,
        False,
    ]
    assert [kernel.has_token(seat, p.TOKENS.index("rivendell_2")) for seat in range(4)] == [
        False,
        True,
        False,
        False,
    ]
    assert kernel.last_token(2, p.TOKENS.index("rivendell_1"))
    assert kernel.last_token(1, p.TOKENS.index("rivendell_2"))
    assert not kernel.last_token(0, p.TOKENS.index("rivendell_1"))


def test_f25_one_player_takes_the_prizes_of_both_colours() -> None:
    kernel = scored(
        seats=2, location=p.FORD, spaces={"1": "y5", "2": "g4", "3": "r2", "4": "b1"}, scores=[1, 1]
    )
    assert scores(kernel) == [1 + 5 + 4, 1 + 3]
    assert [kernel.last_net(seat) for seat in range(2)] == [9, 3]


@pytest.mark.parametrize(("before", "taken"), [(10, 3), (3, 3), (2, 2), (0, 0)])
def test_f26_moria_takes_three_points_from_the_lowest_but_never_more_than_it_has(
    before: int, taken: int
) -> None:
    kernel = scored(location=p.MORIA, spaces={"1": "r4", "2": "y2", "3": "g1"}, scores=[0, 0, before])
    assert (kernel.last_loss(2), kernel.score(2), kernel.last_net(2)) == (taken, before - taken, -taken)
    assert (kernel.last_prize(0), kernel.score(0), kernel.last_loss(0)) == (3, 3, 0)


def test_f26_moria_punishes_a_party_without_a_card_too() -> None:
    kernel = scored(location=p.MORIA, spaces={"1": "r4", "2": "y2"}, scores=[5, 5, 5])
    assert scores(kernel) == [8, 5, 2]
    # Both without a card: the tie order decides, and who placed last comes last.
    assert scores(scored(location=p.MORIA, spaces={"1": "r4"}, scores=[5, 5, 5], last_placer=1)) == [8, 2, 5]


def test_f26_comes_after_the_prizes() -> None:
    # Seat 0 wins 3 with yellow and loses them with green, of which it had none before.
    kernel = scored(seats=2, location=p.MORIA, spaces={"1": "y5", "2": "r2", "3": "b2", "4": "g1"})
    assert (kernel.last_prize(1), kernel.last_loss(2), scores(kernel)) == (3, 3, [0, 0])


def test_f26_is_moria_alone() -> None:
    for location in set(range(10)) - {p.MORIA}:
        kernel = scored(location=location, spaces={"1": "r4"}, scores=[5, 5, 5])
        assert [kernel.last_loss(colour) for colour in range(4)] == [0, 0, 0, 0]
        assert min(scores(kernel)) == 5


def test_f26_stays_at_moria_when_bag_end_flips_it() -> None:
    kernel = scored(location=p.MORIA, spaces={"1": "r4+bag_end", "2": "y1"}, scores=[5, 5, 5], black=False)
    assert scores(kernel) == [8, 5, 2]


def test_f29_cards_that_adjoin_the_new_location_count_with_their_tokens() -> None:
    spaces = dict.fromkeys("1278", "y1") | {"3": "g1", "4": "g4", "9": "g1", "5": "y1", "6": "r2+bree"}
    kernel = p.play(p.position(spaces=spaces, hands={0: "r1 r1"}), p.place("r1", "0"), p.locate(3, 0))
    # Bree's spaces 1, 5 and 7 hold green's 4, red's 2 with Bree's token, and red's 1.
    assert kernel.free_spaces() == 0b1110101110
    kernel.score_now()
    assert [kernel.last_cards(colour) for colour in range(3)] == [2, 0, 1]
    assert [kernel.last_total(colour) for colour in range(3)] == [2, 0, 1]


def test_preview_equals_the_real_scoring() -> None:
    spaces = {label: f"{'yg'[index % 2]}{1 + index % 3}" for index, label in enumerate("123456789")}
    kernel = p.position(spaces=spaces, location=p.RIVENDELL, hands={0: "r5 r1"}, last_placer=2)
    real = p.play(kernel, p.place("r5", "0"))
    board = p.position(spaces=spaces | {"0": "r5"}, location=p.RIVENDELL, hands={0: "r1"}, last_placer=0)
    preview = board.clone()
    preview.score_now()
    for colour in range(4):
        for field in ("last_rank", "last_total", "last_cards", "last_prize", "last_loss"):
            assert getattr(preview, field)(colour) == getattr(real, field)(colour)
    assert board.scorings() == p.RIVENDELL
    assert real.scorings() == preview.scorings() == p.RIVENDELL + 1
