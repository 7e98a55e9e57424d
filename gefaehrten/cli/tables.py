"""Shell. What is to be played, from the options of `play` and `host`: checked with the game itself.

The one rule: a table that cannot be is refused here, in one sentence, before anything opens.
"""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.text import N_
from gefaehrten.engine import catalogue
from gefaehrten.session.requests import TableRules


def table_rules(
    *, game: str, seats: int, level: str, house_rules: Iterable[tuple[str, str]], wish: str
) -> TableRules:
    """The rules of a table.

    Args:
        game: a key of the catalogue.
        house_rules: pairs of key and value; what is left out keeps the game's default.
        wish: the colour asked for, "" for none: it must be one of the game's.

    Raises:
        UsageError: no such game, not for so many, no such house rule, value or colour; the typist's fault.
    """
    rules = catalogue.game(game)
    if not rules.min_seats <= seats <= rules.max_seats:
        raise UsageError(
            "seats",
            N_("{title} is for {least} to {most} players, not for {seats}."),
            title=rules.title,
            least=rules.min_seats,
            most=rules.max_seats,
            seats=seats,
        )
    options = house_rule_values(rules, house_rules)
    rules.start(Setup(seats=seats, options=options, wishes=(wish, *[""] * (seats - 1))))
    return TableRules(game=game, seats=seats, level=level, options=options)


def house_rule_values(game: Game, house_rules: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Every option of the game with its value.

    Raises:
        UsageError: a key or a value that the game does not have, or a key named twice; the typist's fault.
    """
    known = {option.key: option for option in game.options}
    values: dict[str, str] = {}
    for key, value in house_rules:
        option = known.get(key)
        if option is None:
            raise UsageError(
                "option",
                N_("{title} has no house rule “{key}”; it has: {known}."),
                title=game.title,
                key=key,
                known=", ".join(known) or "–",
            )
        if value not in option.values:
            raise UsageError(
                "option",
                N_("The house rule {key} cannot be “{value}”; it can be: {known}."),
                key=key,
                value=value,
                known=", ".join(option.values),
            )
        if key in values:
            raise UsageError("option", N_("The house rule {key} is named twice."), key=key)
        values[key] = value
    return {option.key: values.get(option.key, option.values[0]) for option in game.options}
