"""Pure. What a host opens a table for, in the words of the protocol.

The one rule: whatever the game would refuse at the start is refused when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Setup
from gefaehrten.engine import catalogue
from gefaehrten.session.requests import TableRules
from gefaehrten.session.terms import Terms, options_of
from protocol.errors import RefusalCode, Refused
from protocol.machine.doorman import Offer
from protocol.wire.messages import OptionValue

OPEN_CODE = "AAAA-AAAA-AAAA-AAAA"
"""The code of a table that anybody who reaches it may join: it keeps nobody out."""

OWN_SEAT = 0
"""Where the host sits."""


def offer_of(
    table: TableRules,
    match_id: bytes,
    code: str,
    *,
    watch_code: str = "",
    reserved: int = -1,
    terms: Terms | None = None,
) -> Offer:
    """What a table is opened for; options in the order of their keys.

    Args:
        reserved: the host's own seat.
        terms: how long everybody may take, where it is not as usual; whole seconds.
    """
    game = catalogue.game(table.game)
    values = {option.key: option.values[0] for option in game.options} | dict(table.options)
    ours = {} if terms is None else options_of(terms)
    return Offer(
        game=table.game,
        rules_hash=game.rules_hash(),
        options=tuple(OptionValue(key, value) for key, value in sorted((values | ours).items())),
        match_id=match_id,
        seats=table.seats,
        code=code,
        reserved=reserved,
        watch_code=watch_code,
        grant=granting(table.game, values, table.seats),
    )


def granting(game: str, options: Mapping[str, str], seats: int) -> Callable[[str], None]:
    """What checks a wish at a table; raises `Refused` for one that the game cannot grant."""

    def grant(wish: str) -> None:
        try:
            check_wish(game, options, seats, wish)
        except UsageError as error:
            raise Refused(RefusalCode.WISH, error.sentence.template, **error.sentence.params) from error

    return grant


def check_wish(game: str, options: Mapping[str, str], seats: int, wish: str) -> None:
    """Checks a wish for a colour with the game itself; "" is always fine.

    Raises:
        UsageError: the game has no such colour; who wishes is to blame.
    """
    if wish:
        wishes = (wish, *[""] * (seats - 1))
        catalogue.game(game).start(Setup(seats=seats, options=dict(options), wishes=wishes))


def colours_of(game: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The colours that can be wished for in a game, in its own order.

    Raises:
        UsageError: there is no such game, or it has no such options.
    """
    rules = catalogue.game(game)
    most = Setup(rules.max_seats, dict(options), ("",) * rules.max_seats)
    return tuple(dict.fromkeys(colour for colours in rules.colours(most) for colour in colours))
