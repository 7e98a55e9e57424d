"""A turn while it is put together: for line mode and the full screen alike."""

from __future__ import annotations

import pytest

from gefaehrten.cli.turn import Turn
from gefaehrten.cli.words import COMMANDS, Words, is_no, is_yes
from gefaehrten.core.errors import GefaehrtenError, IllegalAction
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.game import GAME
from tests.german import german
from tests.terminal.table import bag_end
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.scenes import scene


def test_what_is_placed_can_be_taken_back_until_it_is_committed() -> None:
    turn, here = Turn(GAME.view()), scene(bag_end())
    assert turn.read(turn.scene(here), "1@9") is None
    assert turn.scene(here).turn == (made.place("r1", "9"),)
    assert turn.back()
    assert not turn.back()
    assert not turn.clear()
    turn.read(turn.scene(here), "1@9")
    assert turn.clear()
    turn.read(turn.scene(here), "1@0")
    assert turn.finish(turn.scene(here)) == (made.place("r1", "0"), made.END)
    assert turn.sent(here)
    assert turn.scene(here).turn == ()
    assert turn.as_made(here).turn == (made.place("r1", "0"), made.END)
    turn.reopen()
    assert not turn.sent(here)
    assert turn.as_made(here).turn == ()


def test_the_end_typed_out_closes_it() -> None:
    turn, here = Turn(GAME.view()), scene(bag_end())
    assert turn.read(here, "1@9 end") == (made.place("r1", "9"), made.END)


def test_another_turn_begins_with_nothing() -> None:
    turn = Turn(GAME.view())
    turn.read(scene(bag_end()), "1@9")
    later = made.play(bag_end(), made.place("r1", "9"), made.END)
    assert turn.scene(scene(later, seat=0)).turn == ()


def test_refusals_change_nothing() -> None:
    turn, here = Turn(GAME.view()), scene(bag_end())
    with pytest.raises(IllegalAction):
        turn.finish(turn.scene(here))
    with pytest.raises(GefaehrtenError):
        turn.read(turn.scene(here), "foo")
    turn.read(turn.scene(here), "1@9 1@0")
    with pytest.raises(GefaehrtenError, match="There is no choice 99"):
        turn.read(turn.scene(here), "99")
    assert len(turn.scene(here).turn) == 2


def test_words_in_both_languages() -> None:
    words = Words(GAME.view().pages)
    for same, _, _ in COMMANDS:
        assert {words.command(word.upper()) for word in same} == {same[0]}
    assert words.command("count") is None
    assert words.page("Karten") == words.page("count") == "count"
    assert words.page("undo") is None
    assert [name for name, _ in words.completions("h")] == ["hint", "help", "hand"]
    assert words.completions("") == words.completions("say h") == []


def test_yes_in_every_language_and_ja_in_german() -> None:
    english, deutsch = Wording(str), Wording(german())
    assert all(is_yes(word, wording) for word in ("y", "Y", "yes") for wording in (english, deutsch))
    assert is_yes("j", deutsch)
    assert not is_yes("j", english)
    assert all(is_no(word, wording) for word in ("", "n") for wording in (english, deutsch))
    assert not is_no("x", english)
