"""What a table is opened for: every option, and only wishes that the game can grant."""

from __future__ import annotations

import pytest

from gefaehrten.core.errors import UsageError
from gefaehrten.session.offers import check_wish, colours_of, granting, offer_of
from gefaehrten.session.requests import TableRules
from protocol.errors import Refused
from tests.machines import CODE

COLOURS = ("red", "yellow", "green", "blue")


def test_an_offer_has_every_option_sorted_by_key() -> None:
    made = offer_of(TableRules("gefaehrten", 3, "easy", {"points": "hidden"}), bytes(16), CODE)
    assert [(option.key, option.value) for option in made.options] == [
        ("nazgul_range", "location"),
        ("points", "hidden"),
    ]
    assert (made.seats, made.match_id, made.code) == (3, bytes(16), CODE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wishes_that_the_game_can_grant(seats: int) -> None:
    offer = offer_of(TableRules("gefaehrten", seats, "easy"), bytes(16), CODE)
    for wish in ("", *COLOURS):
        offer.grant(wish)
        check_wish("gefaehrten", {}, seats, wish)


@pytest.mark.parametrize("wish", ["pink", "Red", " red", "rot", "\x1b[2J", "{0}"])
def test_wishes_that_it_cannot(wish: str) -> None:
    with pytest.raises(UsageError):
        check_wish("gefaehrten", {}, 4, wish)
    with pytest.raises(Refused) as caught:
        granting("gefaehrten", {}, 4)(wish)
    assert caught.value.code == "wish"
    assert wish in str(caught.value)
    assert "red, yellow, green, blue" in str(caught.value)


def test_the_colours_of_a_game() -> None:
    assert colours_of("gefaehrten", {"points": "hidden"}) == COLOURS
    with pytest.raises(UsageError):
        colours_of("chess", {})
    with pytest.raises(UsageError):
        colours_of("gefaehrten", {"no": "such"})
