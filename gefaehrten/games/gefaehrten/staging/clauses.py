"""Pure. Which clause of the rules matters now: where the rules open when they are asked for.

The one rule: a refusal's own clause comes first, then that of what is in hand, then that of the position.
"""

from __future__ import annotations

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import OVER
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.names import kind_of
from gefaehrten.games.gefaehrten.staging.because import because, from_hand
from gefaehrten.games.gefaehrten.staging.intent import (
    Held,
    Intent,
    Lifted,
    Ring,
    Seen,
    held_spaces,
    rings_for,
)
from gefaehrten.games.gefaehrten.staging.sight import Sight

SPECIAL = {int(tables.FORD): "F17", int(tables.CARADHRAS): "F18", int(tables.MORIA): "F26"}
"""Locations with a rule of their own."""


def clause(meant: Intent) -> str:
    """The clause that matters most now."""
    if isinstance(meant.error, IllegalAction):
        return meant.error.clause
    here = meant.sight
    match meant.hold:
        case Held() as held if here.placing:
            return _of_card(here, held)
        case Ring(tokens):
            return "F22" if tokens == (tables.LOTHLORIEN,) else "F21"
        case Lifted():
            return "F22"
        case Seen():
            return "F13"
        case _:
            return _of_position(here)


def _of_card(here: Sight, held: Held) -> str:
    """F13 for a card, F15 for a Nazgûl, F21 for a ring; where it may go nowhere, the clause that forbids it."""
    if held.ring is not None:
        return "F22" if held.tokens == (tables.LOTHLORIEN,) else "F21"
    if not held_spaces(here, held):
        if rings_for(here, held.faces):
            return "F21"
        return because(here, from_hand(here, held.faces[0], tables.NO_TOKEN)[0], 0).clause
    if all(kind_of(face) == tables.NAZGUL for face in held.faces):
        return "F15"
    return "F13"


def _of_position(here: Sight) -> str:
    now = here.now
    if now.request() == OVER:
        return "F32"
    if now.phase() == tables.LOCATING:
        return "F28" if here.on_turn else "F27"
    if here.on_turn and int(now.location()) in SPECIAL:
        return SPECIAL[int(now.location())]
    if here.scene.turn and here.on_turn:
        return "F12"
    return "F11" if here.on_turn else "F23"
