"""Pure. What a match is asked to be played with: whether it can be, and which colours the seats get.

The one rule: no game is named here; what may be asked for is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.text import N_, Sentence


def check_setup(game: Game, setup: Setup, colours: Sequence[str]) -> None:
    """Checks seats, options and wishes.

    Args:
        colours: the keys of the colours that may be wished for.

    Raises:
        UsageError: the setup cannot be played; its author's fault.
    """
    if not game.min_seats <= setup.seats <= game.max_seats:
        raise UsageError(
            "seats",
            N_("{game} is for {least} to {most} players, not for {seats}."),
            game=Sentence(game.title),
            least=game.min_seats,
            most=game.max_seats,
            seats=setup.seats,
        )
    known = {option.key: option.values for option in game.options}
    for key, value in setup.options.items():
        if key not in known:
            raise UsageError(
                "option",
                N_("There is no option “{key}”; the options are: {known}."),
                key=key,
                known=", ".join(known),
            )
        if value not in known[key]:
            raise UsageError(
                "option",
                N_("The option {key} cannot be “{value}”; it can be: {known}."),
                key=key,
                value=value,
                known=", ".join(known[key]),
            )
    if len(setup.wishes) > setup.seats:
        raise UsageError("colour", N_("There are more wishes for a colour than players."))
    for wish in setup.wishes:
        if wish and wish not in colours:
            raise UsageError(
                "colour",
                N_("There is no colour “{wish}”; the colours are: {known}."),
                wish=wish,
                known=", ".join(colours),
            )


def colours_by_wish(setup: Setup, colours: Sequence[str]) -> tuple[int, ...]:
    """Per seat the number of its colour: wishes first, in seat order; then what is left, in order.

    The setup is one that `check_setup` has let pass.
    """
    left = list(range(len(colours)))
    given: dict[int, int] = {}
    for seat, wish in enumerate(setup.wishes):
        if wish and colours.index(wish) in left:
            given[seat] = colours.index(wish)
            left.remove(given[seat])
    return tuple(given[seat] if seat in given else left.pop(0) for seat in range(setup.seats))
