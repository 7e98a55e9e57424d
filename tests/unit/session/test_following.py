"""What programs would like besides playing: what the people would like, and never anything of their own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gefaehrten.session.following import agreed, following
from protocol.machine.motions import Motions


def table(
    wishes: list[str], bots: list[bool], *, paused: bool = False, active: list[int] | None = None
) -> Any:
    motions = Motions(len(wishes))
    motions.wishes = list(wishes)
    motions.paused = paused
    record = SimpleNamespace(seats=[SimpleNamespace(bot=bot) for bot in bots])
    seats = list(range(len(wishes))) if active is None else active
    return SimpleNamespace(motions=motions, record=record, active=seats, ending=None)


PEOPLE = [False, False, True, True]
"""Two people and two bots."""


@pytest.mark.parametrize("wish", ["pause", "abort"])
def test_a_bot_wants_what_all_people_want_and_no_sooner(wish: str) -> None:
    assert following(table([wish, "", "", ""], PEOPLE), 2) is None
    assert following(table([wish, wish, "", ""], PEOPLE), 2) == wish
    assert following(table([wish, wish, wish, ""], PEOPLE), 2) is None, "it has said so"
    assert following(table([wish, wish, wish, ""], PEOPLE), 3) == wish


def test_a_bot_takes_back_what_the_people_have_taken_back() -> None:
    assert following(table(["", "pause", "pause", ""], PEOPLE), 2) == ""


def test_a_person_alone_with_bots_rests_and_goes_on_as_they_like() -> None:
    alone = [False, True, True, True]
    assert following(table(["pause", "", "", ""], alone), 1) == "pause"
    assert following(table(["", "pause", "pause", "pause"], alone, paused=True), 1) == ""


def test_in_a_pause_bots_go_on_with_as_many_people_as_may() -> None:
    three = [False, False, False, True]
    assert following(table(["", "pause", "pause", "pause"], three, paused=True), 3) is None
    assert following(table(["", "", "pause", "pause"], three, paused=True), 3) == ""
    assert following(table(["", "pause", "pause", "pause"], PEOPLE, paused=True), 2) == "", (
        "of two one is enough"
    )


def test_in_a_pause_bots_end_the_match_with_everybody() -> None:
    assert following(table(["abort", "pause", "pause", "pause"], PEOPLE, paused=True), 2) is None
    assert following(table(["abort", "abort", "pause", "pause"], PEOPLE, paused=True), 2) == "abort"


def test_where_no_person_is_in_the_match_bots_want_nothing() -> None:
    assert following(table(["", "", "", ""], [True] * 4), 1) is None
    gone = table(["pause", "pause", "", ""], PEOPLE, active=[2, 3])
    assert following(gone, 2) is None
    assert not agreed(gone)


def test_a_persons_seat_that_a_bot_plays_stands_in_nobodys_way() -> None:
    """Its record says that a person sits there: what counts for it is any other one."""
    auto = [False, False, False]
    assert following(table(["pause", "", ""], auto), 2) == "pause"
    assert following(table(["", "pause", "pause"], auto, paused=True), 2) == ""
    assert following(table(["", "", ""], auto), 2) is None


def test_programs_wait_for_what_all_people_have_agreed_to() -> None:
    assert agreed(table(["pause", "pause", "", ""], PEOPLE))
    assert not agreed(table(["pause", "abort", "", ""], PEOPLE))
    assert not agreed(table(["", "", "", ""], PEOPLE))
