"""The line of keys at the foot: what fits the situation, and what gives way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.state import ScreenState
from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.lines import Glyphs
from gefaehrten.core.stage import Press, Room
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Scene, Wording
from tests.unit.cli.screen.states import CONNECTING, EVERY, REPLAY, TABLE, WAITING, WATCHING
from tests.unit.cli.screen.toy import STAGE, VIEW, ClimbView, scene

NAMES = ("Anna", "Berta")
BEGUN = replace(TABLE, scene=replace(scene(NAMES), turn=(1,)))


def foot(state: ScreenState, columns: int = 120, choices: int = 0, wording: Wording | None = None) -> str:
    room = Room(columns, 30)
    return compose(state, ClimbView(choices), STAGE, wording or Wording(str), room).lines[-1].text.strip()


@pytest.mark.parametrize("state", EVERY)
def test_leaving_is_always_there(state: ScreenState) -> None:
    for columns in (120, 80, 60, 40):
        assert foot(state, columns).endswith("Q leave")


def test_the_own_turn_changes_its_keys_as_it_grows() -> None:
    assert "Enter" not in foot(TABLE)
    assert foot(BEGUN).startswith("Enter end the turn · ⌫ take back")
    assert foot(replace(BEGUN, typed="a")).startswith("Enter take it · ⌫ delete · Esc drop it · Tab complete")
    assert "↓ next one · Enter take it" in foot(TABLE, choices=3)


class Open(ClimbView):
    """A game in whose turn something is still to be chosen."""

    def finish(self, scene: Scene) -> list[int]:
        raise IllegalAction("C2", "Choose first.")


def test_enter_is_offered_only_where_it_commits() -> None:
    last = compose(BEGUN, Open(), STAGE, Wording(str), Room(120, 30)).lines[-1].text
    assert "end the turn" not in last
    assert "⌫ take back" in last


def test_a_turn_on_its_way_can_neither_be_sent_again_nor_taken_back() -> None:
    sent = foot(replace(BEGUN, waiting=Sentence("Your turn is on its way to the others.")))
    assert "end the turn" not in sent
    assert "take back" not in sent


def test_who_cannot_move_is_offered_nothing_to_move_with() -> None:
    for state in (WAITING, WATCHING):
        assert "Enter" not in foot(state)
        assert "H advice" not in foot(state)
    assert "T chat" in foot(WAITING)
    assert "T chat" not in foot(WATCHING), "a watcher does not talk"
    assert foot(CONNECTING) == "Q leave"


def test_a_replay_leaps_from_turn_to_turn_where_nothing_is_scored() -> None:
    assert REPLAY.transport is not None
    unscored = replace(REPLAY, transport=replace(REPLAY.transport, scored=False))
    assert "PgDn next scoring" in foot(REPLAY)
    assert "PgDn next turn" in foot(unscored)
    assert "scoring" not in foot(unscored)


def test_ascii_has_words_for_keys() -> None:
    said = foot(replace(TABLE, typed="a"), wording=Wording(str, Glyphs.ASCII))
    assert said.startswith("Enter take it | Bksp delete | Esc drop it")
    assert "Up better one | Down next one" in foot(TABLE, choices=3, wording=Wording(str, Glyphs.ASCII))


def test_every_hint_is_a_place_to_click() -> None:
    frame = compose(BEGUN, VIEW, STAGE, Wording(str), Room(120, 30))
    last = frame.lines[-1].text
    spots = [spot for spot in frame.hotspots if spot.row == 29]
    assert [last[spot.column : spot.column + spot.width] for spot in spots] == last.strip().split(" · ")
    assert spots[0].click == Press("enter")
