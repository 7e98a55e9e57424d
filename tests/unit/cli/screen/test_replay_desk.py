"""The machine of a replay: where it stands, how it plays, whose eyes it is seen with, what is said of the record."""

from __future__ import annotations

import re

import pytest

from gefaehrten.cli.screen.state import Place
from gefaehrten.core.view import Wording
from tests import replays
from tests.replays import NAMES
from tests.unit.cli.screen.replay_seat import Sitting

pytestmark = pytest.mark.slow

# Where it stands


def test_it_begins_before_the_first_step_and_stands_still() -> None:
    seat = Sitting()
    assert seat.state.place is Place.REPLAY
    assert (seat.step, seat.transport.steps, seat.transport.playing) == (0, seat.history.last, False)
    assert seat.notice == "The match begins."
    assert seat.desk.due() is None
    assert seat.state.log == ()


def test_it_begins_where_it_is_told_to() -> None:
    seat = Sitting(at=37, viewpoint=2, speed=4.0)
    assert (seat.step, seat.transport.viewpoint, seat.transport.speed) == (37, NAMES[2], 4.0)
    scene = seat.state.scene
    assert scene is not None
    assert (scene.seat, len(scene.hand_cards)) == (2, 6)


def test_arrows_step_over_what_is_told() -> None:
    seat = Sitting()
    assert [seat.press("right").step for _ in range(4)] == [4, 5, 8, 11]
    assert [seat.press("left").step for _ in range(4)] == [8, 5, 4, 0]
    assert "It goes no further." in seat.press("left").notice
    assert "It goes no further." in seat.press("end", "right").notice


@pytest.mark.parametrize(("back", "on"), [("pageup", "pagedown"), ("up", "down")])
def test_from_scoring_to_scoring(back: str, on: str) -> None:
    seat = Sitting()
    marks = seat.history.scorings
    assert tuple(seat.press(on).step for _ in marks) == marks
    assert "no scoring after" in seat.press(on).notice
    assert seat.step == marks[-1]
    assert seat.press(back).step == marks[-2]
    assert "no scoring before" in seat.press("home", back).notice


def test_a_match_without_scorings_is_leapt_through_from_turn_to_turn() -> None:
    seat = Sitting(replays.unscored())
    turns = seat.history.turns
    assert turns
    assert tuple(seat.press("pagedown").step for _ in turns) == turns
    assert "no turn after" in seat.press("pagedown").notice
    assert "no turn before" in seat.press("home", "pageup").notice


def test_from_turn_to_turn() -> None:
    seat = Sitting()
    assert tuple(seat.press("t").step for _ in range(5)) == seat.history.turns[:5]
    assert seat.press("T").step == seat.history.turns[3]
    assert "no turn before" in seat.press("home", "T").notice
    assert "no turn after" in seat.press("end", "t").notice


def test_home_end_and_tenths() -> None:
    seat = Sitting()
    last = seat.history.last
    assert seat.press("end").step == last
    assert seat.press("home").step == 0
    assert [seat.press(str(digit)).step for digit in range(10)] == [last * digit // 10 for digit in range(10)]


def test_the_log_and_the_sentence_follow_the_step() -> None:
    seat = Sitting().press("right", "right", "right")
    assert [each.text for each in seat.state.log] == ["Cem: 3 Merry on space 9", "Dörte: 2 Arwen on space 7"]
    assert seat.notice == "Dörte: 2 Arwen on space 7"
    assert "Turn 2 · Dörte" in seat.text
    seat.press("left")
    assert [each.text for each in seat.state.log] == ["Cem: 3 Merry on space 9"]


# Playing


def test_space_plays_at_its_speed_and_stops() -> None:
    seat = Sitting(speed=2.0).press(" ")
    assert seat.transport.playing
    assert seat.wait(0.4).step == 0
    assert seat.wait(0.2).step == 4
    assert seat.wait(1.0).step == 8
    seat.press(" ")
    assert not seat.transport.playing
    assert seat.wait(60).step == 8


def test_faster_and_slower() -> None:
    seat = Sitting()
    assert seat.press(">").transport.speed == 2.0
    assert seat.press("<", "<").transport.speed == 0.5
    assert "no slower" in seat.press("<", "<").notice
    assert "no faster" in seat.press(*">" * 9).notice
    assert seat.transport.speed == 32.0


def test_it_plays_to_the_end_and_then_from_the_beginning() -> None:
    seat = Sitting(speed=32.0, quick=True).press(" ")
    seat.wait(60)
    assert (seat.step, seat.transport.playing) == (seat.history.last, False)
    assert seat.press(" ").wait(0.05).step == 4


def test_a_scoring_is_shown_slowly_while_it_plays() -> None:
    first = replays.whole().scorings[0]
    seat = Sitting(at=first - 1).press(" ").wait(1.1)
    state = seat.state
    assert (seat.step, state.moment is not None) == (first, True)
    assert not any("is scored:" in each.text for each in state.log)
    assert "is scored:" not in "".join(each.text for each in state.notice)
    assert "skip" in seat.text
    lit = state.moment.lit if state.moment is not None else ()
    later = seat.wait(1.0).state.moment
    assert later is not None
    assert len(later.lit) > len(lit)
    while seat.state.moment is not None:
        seat.wait(0.1)
    assert seat.step == first
    assert "is scored:" in seat.notice
    assert seat.wait(1.1).step == first + 1


@pytest.mark.parametrize("name", [" ", "enter", "escape"])
def test_a_key_skips_a_scoring_and_does_nothing_else(name: str) -> None:
    first = replays.whole().scorings[0]
    seat = Sitting(at=first - 1).press(" ").wait(1.1).press(name)
    assert (seat.state.moment, seat.step, seat.transport.playing) == (None, first, True)
    assert seat.wait(0.9).step == first
    assert seat.wait(0.2).step == first + 1


def test_other_keys_skip_it_and_act() -> None:
    first = replays.whole().scorings[0]
    seat = Sitting(at=first - 1).press(" ").wait(1.1).press("left")
    assert (seat.state.moment, seat.step, seat.transport.playing) == (None, first - 1, False)


def test_neither_quick_nor_by_hand_is_anything_shown_slowly() -> None:
    first = replays.whole().scorings[0]
    seat = Sitting(at=first - 1, quick=True).press(" ").wait(1.1)
    assert (seat.state.moment, seat.step) == (None, first)
    seat = Sitting(at=first - 1).press("right")
    assert (seat.state.moment, seat.step) == (None, first)


# Whose eyes


def test_v_walks_the_viewpoints_and_shows_their_hands() -> None:
    seat = Sitting(at=40)
    assert "Hand:" not in seat.text
    for number, name in enumerate(NAMES):
        seat.press("v")
        assert (seat.transport.viewpoint, seat.step) == (name, 40)
        scene = seat.state.scene
        assert scene is not None
        assert scene.hand_cards == seat.history.at(40, number).hand_cards
        assert "Hand:" in seat.text
    assert seat.press("v").transport.viewpoint == ""
    assert "Hand:" not in seat.text


def test_nobody_is_you_and_nobody_has_to_move() -> None:
    """The mover's eyes, while a place for the next location is due: nothing is offered, nobody is spoken to."""
    seat = Sitting(at=37, viewpoint=3)
    scene = seat.state.scene
    assert scene is not None
    assert scene.kernel.actor() == 3
    assert not scene.on_turn()
    assert not scene.is_mover()
    assert "You" not in seat.text
    assert "Choose" not in seat.text
    assert "It is Dörte's turn." in seat.text


@pytest.mark.parametrize("key", ["K", "P", "S"])
def test_on_the_pages_nobody_is_you_either(key: str) -> None:
    seat = Sitting(at=37, viewpoint=3).press(key)
    assert "Esc close" in seat.text
    assert "Dörte" in seat.text
    assert "You" not in seat.text


def test_points_come_with_the_scoring_and_not_with_the_card_before_it() -> None:
    """One action of the kernel places the last card and pays; the record has two steps for that."""
    seat = Sitting()
    history = seat.history

    def points(step: int) -> tuple[list[int], list[int]]:
        scene = history.at(step)
        (panel,) = (
            each for each in history.game.stage().panels(scene, Wording(str), 40) if each.key == "players"
        )
        rows = [re.search(r"(\d+) +(\d+)/(\d+)$", each.text) for each in panel.lines]
        rings = sum(each.text.count("○") for each in panel.lines)
        return [int(row[1]) for row in rows if row is not None], [rings]

    for scored in history.scorings:
        assert history.step(scored - 1) != history.step(scored)
        assert points(scored - 1) == points(scored - 2), "the card is placed, nothing is paid yet"
        assert points(scored)[0] == list(history.scores(scored))
    assert any(points(scored)[0] != points(scored - 1)[0] for scored in history.scorings)


@pytest.mark.parametrize("make", [replays.unproven, replays.broken, lambda: replays.cut(0)])
def test_where_nothing_is_opened_v_says_so(make: replays.Make) -> None:
    seat = Sitting(make()).press("v")
    assert "No seat has opened its secrets" in seat.notice
    assert seat.transport.viewpoint == ""
    assert not seat.transport.opened


def test_who_has_not_opened_is_named() -> None:
    seat = Sitting(replays.lied()).press("v")
    assert seat.transport.viewpoint == seat.history.names[0]
    assert seat.history.names[1] in seat.notice
    assert seat.press("v").transport.viewpoint == ""


# Doubts, and the end


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: replays.cut(150), "The record stops at entry 150"),
        (lambda: replays.cut(0), "The record stops at entry 0"),
        (replays.unproven, "What can be checked holds; unproven"),
        (replays.broken, "This record does not hold"),
        (replays.lied, "Not everybody at this table was honest."),
    ],
)
def test_a_doubtful_record_says_so_at_once_and_shows_what_holds(make: replays.Make, sentence: str) -> None:
    seat = Sitting(make())
    assert seat.notice.startswith(sentence)
    assert sentence not in seat.press("v").notice
    seat.press("end")
    assert seat.step == seat.history.last
    assert any(each.text.startswith(sentence) for each in seat.state.result)
    assert "Result" in seat.text


def test_the_end_shows_result_and_verdict_whatever_panel_was_before() -> None:
    seat = Sitting().press("tab", "tab", "end")
    for text in ("Result", "Anna has won.", "Dörte: 14", "All 4 seats honest, proven.", "The match is over."):
        assert text in seat.text
    assert seat.press("left").state.result == ()
