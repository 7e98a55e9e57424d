"""Pure. The actions of the dice game as what goes over the wire.

The one rule: whatever a peer sends is either one of these actions or an `IllegalAction`, never any other error.

On the wire an action is an array of integers that begins with its kind; dice are numbered from 0, red, yellow, green,
blue, black:

    [0, die, ...]   these dice of the throw are set aside, in ascending order
    [1]             the throw is repeated (M19)
    [2, field]      a field of the own Nazgûl track is halved, 0 ... 7 (M11)
    [3]             no field is halved any more
"""

from __future__ import annotations

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain
from gefaehrten.core.text import N_
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.moves import dice_of, is_set


def encode(action: int) -> Plain:
    """A kernel action as a wire value."""
    if is_set(action):
        return [0, *dice_of(action)]
    if action == tables.AGAIN:
        return [1]
    if action == tables.DECLINE:
        return [3]
    return [2, action - int(tables.BASE_HALVE)]


def decode(value: Plain) -> int:
    """A wire value as a kernel action.

    Raises:
        IllegalAction: the value has none of the forms above; its author's fault.
    """
    if not isinstance(value, list) or len(value) > 1 + tables.DICE:
        raise _shapeless()
    numbers = [part for part in value if type(part) is int]
    if len(numbers) != len(value) or any(not 0 <= number < tables.FIELDS for number in numbers):
        raise _shapeless()
    match numbers:
        case [0, *dice] if dice and dice == sorted(set(dice)) and dice[-1] < tables.DICE:
            return sum(1 << die for die in dice)
        case [1]:
            return int(tables.AGAIN)
        case [2, field]:
            return int(tables.BASE_HALVE) + field
        case [3]:
            return int(tables.DECLINE)
        case _:
            raise _shapeless()


def _shapeless() -> IllegalAction:
    return IllegalAction("M4", N_("A turn holds something that is no action of this game."))
