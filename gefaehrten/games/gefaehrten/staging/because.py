"""Pure. Where what is typed may go, and in a few words why not elsewhere.

The one rule: the kernel says what is legal and which clause forbids the rest; only the words are found here, by what
lies on the space.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Action, Cell, Nazgul, Place, Recall, coded
from gefaehrten.games.gefaehrten.board import Card
from gefaehrten.games.gefaehrten.moves import is_free, space_cell
from gefaehrten.games.gefaehrten.names import colour_of, kind_of
from gefaehrten.games.gefaehrten.staging.sight import Sight

BY_SPACE = frozenset(("F9", "F13", "F14"))
"""Clauses that forbid a space; all others forbid the card wherever it would go."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why something may not be.

    Attributes:
        reason: in a few words, the clause in brackets at their end.
        shared: the same for several cards of which each has its own reason.
    """

    reason: Sentence
    clause: str
    shared: Sentence


@dataclass(frozen=True, slots=True)
class Goals:
    """Where something may go.

    Attributes:
        free: free spaces.
        covered: spaces with a card that it would cover or, a Nazgûl, take away.
        barred: the other spaces by the reason.
        never: why it may go nowhere at all, where that is no matter of the space.
    """

    free: tuple[int, ...]
    covered: tuple[int, ...]
    barred: tuple[tuple[Why, tuple[int, ...]], ...]
    never: Why | None = None


def goals(here: Sight, what: Iterable[Action]) -> Goals:
    """Where something may go.

    Args:
        what: the same thing on each of the ten spaces, in their order.
    """
    free: list[int] = []
    covered: list[int] = []
    barred: dict[str, dict[int, Why]] = {}
    never: Why | None = None
    for space, action in enumerate(what):
        if coded(action) in here.possible:
            (free if is_free(here.now, space) else covered).append(space)
            continue
        why = because(here, action, space)
        if why.clause in BY_SPACE:
            barred.setdefault(str(why.shared), {})[space] = why
        else:
            never = why
    return Goals(tuple(free), tuple(covered), tuple(map(_together, barred.values())), never)


def _together(found: dict[int, Why]) -> tuple[Why, tuple[int, ...]]:
    """The reason of several spaces: the one that all have, or what their reasons share."""
    first, *others = found.values()
    same = all(str(why.reason) == str(first.reason) for why in others)
    return (first if same else Why(first.shared, first.clause, first.shared)), tuple(found)


def from_hand(here: Sight, face: int, token: int) -> list[Action]:
    """A card of the hand on each of the ten spaces."""
    colour, kind = colour_of(face), kind_of(face)
    if kind != tables.NAZGUL:
        return [Place(colour, kind, space, token) for space in range(tables.SPACES)]
    return [
        Nazgul(colour, None if is_free(here.now, space) else space_cell(here.now, space))
        for space in range(tables.SPACES)
    ]


def from_table(source: Cell) -> list[Action]:
    """A card that is picked up on each of the ten spaces."""
    return [Recall(source, space) for space in range(tables.SPACES)]


def because(here: Sight, action: Action, space: int) -> Why:
    """Why an action that goes to a space is not legal."""
    try:
        here.now.check(coded(action))
    except IllegalAction as error:
        spot = here.board.spots.get(space_cell(here.now, space))
        card = None if spot is None else spot.card
        if error.clause in BY_SPACE:
            return _by_space(here, error, card, struck=isinstance(action, Nazgul))
        said = Sentence(N_("{reason} ({clause})"), {"reason": error.sentence, "clause": error.clause})
        return Why(said, error.clause, said)
    raise AssertionError(f"{action} is legal")


def _by_space(here: Sight, error: IllegalAction, card: Card | None, *, struck: bool) -> Why:
    """The reason by what lies on the space; where it is a location, there is no card. `struck`: by a Nazgûl."""
    who = "" if card is None else phrases.who(here.scene.names, card.seat, here.scene.seat)
    if card is None:
        reason = Sentence(N_("a location lies there (F9)"))
    elif not here.now.black() and error.clause == "F13" and not struck:
        reason = Sentence(N_("taken, and the location is white (F13)"))
    elif card.seat == here.now.mover():
        reason = Sentence(N_("your own card lies there (F13)"))
    elif error.clause == "F13":
        lower = Sentence(N_("the {value} of {who} is not lower (F13)"), {"value": card.worth, "who": who})
        return Why(lower, "F13", Sentence(N_("the cards there are not lower (F13)")))
    else:
        hobbit = Sentence(N_("the hobbit of {who} is protected (F14)"), {"who": who})
        ring = Sentence(
            N_("{ring} protects the card of {who} (F14)"), {"ring": phrases.token(card.token), "who": who}
        )
        return Why(ring if card.token else hobbit, "F14", Sentence(N_("the cards there are protected (F14)")))
    return Why(reason, error.clause, reason)
