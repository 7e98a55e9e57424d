"""Pure. From a table record to a fresh match: which game it is, by which rules, with which options and wishes."""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.game import Game, Setup
from gefaehrten.engine import catalogue
from gefaehrten.engine.match import Match
from gefaehrten.session.terms import OF_THE_TABLE, terms_of
from protocol.errors import N_, Refused
from protocol.table import OptionValue, TableRecord


def known_rules() -> dict[str, bytes]:
    """The rules hash of every game of the catalogue, by key."""
    keys = catalogue.keys()
    return {key: catalogue.game(key).rules_hash() for key in keys}


def house_rules(options: Iterable[OptionValue]) -> dict[str, str]:
    """The options that are the game's; those of the table itself left out."""
    return {option.key: option.value for option in options if not option.key.startswith(OF_THE_TABLE)}


def setup_of(record: TableRecord) -> Setup:
    """What the record says about how the match is played."""
    return Setup(
        seats=len(record.seats),
        options=house_rules(record.options),
        wishes=tuple(seat.wish for seat in record.seats),
    )


def match_of(record: TableRecord) -> Match:
    """A fresh match for a table record.

    Raises:
        Refused: this program does not have the game, has other rules for it, the options cannot be, or one that the
            game has is not said: a default would give one agreement two table ids.
    """
    terms_of(record.options)
    try:
        game: Game = catalogue.game(record.game)
        match = Match(game, setup_of(record))
    except GefaehrtenError as error:
        raise Refused("rules", N_("This table cannot be played here: {why}"), why=str(error)) from error
    if game.rules_hash() != record.rules_hash:
        raise Refused(
            "rules",
            N_(
                "This match is played by other rules than this program has; the version it began with can read it."
            ),
        )
    missing = [option.key for option in game.options if option.key not in match.setup.options]
    if missing:
        raise Refused(
            "rules",
            N_(
                "This table cannot be played here: it does not say which value these options have: {missing}."
            ),
            missing=", ".join(missing),
        )
    return match
