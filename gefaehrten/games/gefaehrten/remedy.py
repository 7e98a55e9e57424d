"""Pure. What would do instead of an action that the rules refuse.

The one rule: the reason is the kernel's; this adds what is legal, in notation, so that it can be typed at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Action, EndTurn, Locate, Nazgul, Place, Recall, coded, typed
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal
from gefaehrten.games.gefaehrten.phrases import either
from gefaehrten.games.gefaehrten.phrases import spaces as labels
from gefaehrten.games.gefaehrten.spelling import spell_head, spell_typed

EXAMPLES = 3
"""How many moves are named where any would do."""


def refuse(kernel: GefaehrtenKernel, action: Action) -> IllegalAction:
    """The error for an action that is not legal now: why, and what would be."""
    try:
        kernel.check(coded(action))
    except IllegalAction as error:
        return with_remedy(error, remedy(kernel, action))
    raise AssertionError(f"{action} is legal and was refused")


def with_remedy(error: IllegalAction, what: Sentence | None) -> IllegalAction:
    """The same refusal with a second sentence behind it."""
    if what is None:
        return error
    return IllegalAction(error.clause, N_("{reason} {remedy}"), reason=error.sentence, remedy=what)


def remedy(kernel: GefaehrtenKernel, action: Action) -> Sentence | None:
    """What would do instead: the nearest that is legal; None where nothing is."""
    possible = _sorted(kernel)
    match action:
        case Place():
            found = _same_card(kernel, action, possible)
        case Nazgul():
            found = _targets(kernel, action, possible)
        case Recall(source):
            moves = [move for move in possible if isinstance(move, Recall)]
            same = [move for move in moves if move.source == source]
            found = _first(kernel, same or moves)
        case _:
            found = None
    return found or _first(kernel, _instead(action, possible))


def examples(kernel: GefaehrtenKernel) -> list[str]:
    """A few legal moves of different kinds, in notation."""
    return _spelled(kernel, _sorted(kernel))


def _sorted(kernel: GefaehrtenKernel) -> list[Action]:
    """The legal actions as the kernel has them, but the end of the turn last."""
    return sorted((typed(number) for number in legal(kernel)), key=lambda move: isinstance(move, EndTurn))


def _same_card(kernel: GefaehrtenKernel, action: Place, possible: Sequence[Action]) -> Sentence | None:
    """Where the card may go, as it was meant or with another ring or none."""
    same = [
        move
        for move in possible
        if isinstance(move, Place) and (move.colour, move.value) == (action.colour, action.value)
    ]
    for token in (action.token, tables.NO_TOKEN, *range(1, tables.TOKEN_KINDS)):
        found = [move.space for move in same if move.token == token]
        if found:
            template = N_("Possible: {card} on {spaces}.")
            if token != action.token:
                template = (
                    N_("Possible with the ring {ring}: {card} on {spaces}.")
                    if token
                    else N_("Possible without a ring: {card} on {spaces}.")
                )
            return Sentence(
                template,
                {
                    "card": spell_head(kernel, same[0]),
                    "spaces": labels(found),
                    "ring": spell_typed(kernel, Place(action.colour, action.value, 0, token)).partition("+")[
                        2
                    ],
                },
            )
    return None


def _targets(kernel: GefaehrtenKernel, action: Nazgul, possible: Sequence[Action]) -> Sentence | None:
    return _first(
        kernel, [move for move in possible if isinstance(move, Nazgul) and move.colour == action.colour]
    )


def _instead(action: Action, possible: Sequence[Action]) -> list[Action]:
    """Moves of other kinds, those of one kind first where one of it was meant."""
    if isinstance(action, Locate):
        return [move for move in possible if isinstance(move, Locate)] or list(possible)
    return list(possible)


def _first(kernel: GefaehrtenKernel, moves: Sequence[Action]) -> Sentence | None:
    """A few of several moves, one a card where they differ in that."""
    spelled = _spelled(kernel, moves)
    if not spelled:
        return None
    return Sentence(N_("Possible: {moves}."), {"moves": either(spelled)})


def _spelled(kernel: GefaehrtenKernel, moves: Sequence[Action]) -> list[str]:
    """A few of several moves in notation, of different cards where there are enough."""
    kinds: dict[str, str] = {}
    for move in moves:
        kinds.setdefault(spell_head(kernel, move), spell_typed(kernel, move))
    spelled = list(kinds.values())
    if len(spelled) < EXAMPLES:
        more = (spell_typed(kernel, move) for move in moves[: 2 * EXAMPLES])
        spelled = list(dict.fromkeys([*spelled, *more]))
    return spelled[:EXAMPLES]
