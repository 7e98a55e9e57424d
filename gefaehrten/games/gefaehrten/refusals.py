"""Pure. Why the rules forbid an action, in one sentence that says what is wrong and what would do.

The one rule: it decides nothing. The kernel has already refused; this finds the clause and the words. Its reading of
the clauses is a second one, and tests hold it against the kernel's for every action of many positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import tables as t

if TYPE_CHECKING:
    from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel

LABELS: Final[str] = "1234567890"
"""The label of each space, in reading order."""

COLOUR_WORDS: Final[tuple[str, ...]] = (N_("red"), N_("yellow"), N_("green"), N_("blue"))
TOKEN_WORDS: Final[tuple[str, ...]] = (
    N_("no token"),
    N_("Bag End ring"),
    N_("Bree ring"),
    N_("Weathertop ring"),
    N_("Rivendell ring I"),
    N_("Rivendell ring II"),
    N_("Lothlórien ring"),
)


def refusal(kernel: GefaehrtenKernel, action: int) -> IllegalAction:
    """The error for an action that is not legal now.

    Args:
        action: any number at all, a kernel action or not.
    """
    found = reason(kernel, action)
    assert found is not None, f"the kernel refuses {action}, and no clause does"
    return found


def reason(kernel: GefaehrtenKernel, action: int) -> IllegalAction | None:
    """The clause that forbids the action, or None where none does."""
    if kernel.request() == OVER:
        return IllegalAction("F30", N_("The match is over: nothing can be played any more."))
    if kernel.request() != DECIDE:
        return IllegalAction("F6", N_("Cards are still being drawn: wait until the next turn begins."))
    if action < 0 or action >= t.ACTIONS:
        return _no_action()
    if kernel.phase() == t.LOCATING:
        if action < t.BASE_LOCATE:
            return IllegalAction(
                "F27", N_("The location has been scored: now choose where the next one goes, nothing else.")
            )
        return _locate(kernel, action - t.BASE_LOCATE)
    if action >= t.BASE_LOCATE:
        return IllegalAction(
            "F27", N_("The next location is laid once the current one is scored: place a card instead.")
        )
    if action == t.END:
        if kernel.placed_this_turn() == 0:
            return IllegalAction("F11", N_("A turn places at least one card: place one, then end it."))
        return None
    if action >= t.BASE_RECALL:
        recall = action - t.BASE_RECALL
        return _recall(kernel, recall // t.SPACES, recall % t.SPACES)
    if action >= t.BASE_NAZGUL:
        hit = action - t.BASE_NAZGUL
        return _nazgul(kernel, hit // (t.GRID + 1), hit % (t.GRID + 1))
    code = (action - t.BASE_PLACE) // t.SPACES
    if code & 7 > t.GANDALF:
        return _no_action()
    return _place(kernel, code // t.FACES, code % t.FACES, (action - t.BASE_PLACE) % t.SPACES)


def _no_action() -> IllegalAction:
    return IllegalAction(
        "F11", N_("That is no action of this game: place a card, send a Nazgûl, or end the turn.")
    )


def _card(colour: int, kind: int) -> Sentence:
    word = Sentence(COLOUR_WORDS[colour])
    if kind == t.NAZGUL:
        return Sentence(N_("{colour} Nazgûl"), {"colour": word})
    return Sentence(N_("{colour} {value}"), {"colour": word, "value": kind})


def _from_hand(kernel: GefaehrtenKernel, colour: int, kind: int) -> IllegalAction | None:
    """F4, F11: the mover must have the card, or may have it for all that is known."""
    mover = kernel.mover()
    if kernel.owner(colour) != mover:
        return IllegalAction(
            "F4",
            N_("The {card} is another player's card: place cards of your own colour."),
            card=_card(colour, kind),
        )
    face = colour * 8 + kind
    if kernel.hand(mover, face) == 0 and (kernel.hand_unknown(mover) == 0 or kernel.unseen(face) == 0):
        return IllegalAction(
            "F11", N_("There is no {card} in the hand: place a card that is."), card=_card(colour, kind)
        )
    return None


def _ford(kernel: GefaehrtenKernel) -> IllegalAction | None:
    if kernel.location() == t.FORD and kernel.placed_this_turn() >= 2:
        return IllegalAction("F17", N_("At the Ford a turn has at most two cards: end the turn."))
    return None


def _caradhras(kernel: GefaehrtenKernel, kind: int) -> IllegalAction | None:
    if kernel.location() == t.CARADHRAS and kind == 1 and kernel.values_this_turn() & 2:
        return IllegalAction(
            "F18", N_("At Caradhras a turn has at most one card of value 1: a 0 or a Nazgûl may follow.")
        )
    return None


def _token(kernel: GefaehrtenKernel, token: int) -> IllegalAction | None:
    mover = kernel.mover()
    name = Sentence(TOKEN_WORDS[token])
    if not kernel.has_token(mover, token):
        return IllegalAction(
            "F21",
            N_("The {token} is not at hand: play a ring that lies in front of you, or none."),
            token=name,
        )
    if kernel.token_fresh(mover, token):
        return IllegalAction(
            "F21",
            N_("The {token} was won in this turn: play it from the next one on."),
            token=name,
        )
    return None


def _turn(kernel: GefaehrtenKernel, kind: int, token: int) -> IllegalAction | None:
    """F12, with the exceptions of the Ford (F17) and of Weathertop (F21)."""
    if (
        kind == 0
        or kernel.location() == t.FORD
        or (token == t.WEATHERTOP and kernel.values_this_turn() >> kind & 1)
    ):
        return None
    main = kernel.main_this_turn()
    if kind == 1 and main == t.MAIN_BIG:
        return IllegalAction(
            "F12", N_("This turn has its card of value 2 to 5, so no 1 goes with it: a 0 or a Nazgûl may.")
        )
    if kind >= 2 and main == t.MAIN_ONES:
        return IllegalAction(
            "F12",
            N_("This turn places 1s, so no {value} goes with them: another 1, a 0 or a Nazgûl may."),
            value=kind,
        )
    if kind >= 2 and main == t.MAIN_BIG:
        return IllegalAction(
            "F12",
            N_("This turn has its card of value 2 to 5, so no {value} goes with it: a 0 or a Nazgûl may."),
            value=kind,
        )
    return None


def _target(kernel: GefaehrtenKernel, cell: int) -> IllegalAction | None:
    """F9, F14 and the part of F13 and F15 about own cards: what no card and no Nazgûl may go on."""
    if cell & 7 == t.LOCATION_CELL:
        return IllegalAction(
            "F9", N_("A location's card lies there, and no card goes on it: take another space.")
        )
    if kernel.owner(cell >> 3 & 3) == kernel.mover():
        return IllegalAction(
            "F13", N_("The card there is your own: take a free space, or another player's lower card.")
        )
    if cell >> 5 != t.NO_TOKEN:
        return IllegalAction(
            "F14",
            N_("The card there carries the {token}, which protects it: take another space."),
            token=Sentence(TOKEN_WORDS[cell >> 5]),
        )
    if cell & 7 == t.HOBBIT + 1:
        return IllegalAction("F14", N_("A hobbit lies there, and hobbits are protected: take another space."))
    return None


def _space(kernel: GefaehrtenKernel, colour: int, kind: int, token: int, cell: int) -> IllegalAction | None:
    """F13 for a card that goes on the byte `cell`."""
    if cell == 0:
        return None
    refused = _target(kernel, cell)
    if not kernel.black():
        if refused is not None and refused.clause == "F9":
            return refused
        return IllegalAction(
            "F13",
            N_("The space is taken, and at a white location a card goes on a free one only: {free}."),
            free=_free(kernel),
        )
    if refused is not None:
        return refused
    value = kind + (2 if token == t.RIVENDELL_1 else 0)
    covered = t.VALUES[cell]
    if value <= covered:
        return IllegalAction(
            "F13",
            N_(
                "The {cover} counts {value} and does not beat the {covered}: {least} or more would, or a free space."
            ),
            cover=_card(colour, kind),
            value=value,
            covered=_card(cell >> 3 & 3, (cell & 7) - 1),
            least=covered + 1,
        )
    return None


def _free(kernel: GefaehrtenKernel) -> str:
    return ", ".join(label for space, label in enumerate(LABELS) if kernel.free_spaces() >> space & 1)


def _place(kernel: GefaehrtenKernel, token: int, face: int, space: int) -> IllegalAction | None:
    colour, kind = face >> 3, face & 7
    return (
        _ford(kernel)
        or _from_hand(kernel, colour, kind)
        or (_token(kernel, token) if token != t.NO_TOKEN else None)
        or _caradhras(kernel, kind)
        or _turn(kernel, kind, token)
        or _space(kernel, colour, kind, token, kernel.cell(kernel.origin() + t.OFFSETS[space]))
    )


def _nazgul(kernel: GefaehrtenKernel, colour: int, target: int) -> IllegalAction | None:
    refused = _ford(kernel) or _from_hand(kernel, colour, t.NAZGUL)
    if refused is not None or target == t.GRID:
        return refused
    cell = kernel.cell(target)
    if cell == 0:
        return IllegalAction(
            "F15", N_("No card lies there to be hit: name another player's card, or a free space.")
        )
    at_current = any(kernel.origin() + t.OFFSETS[space] == target for space in range(t.SPACES))
    if cell & 7 != t.LOCATION_CELL and not kernel.nazgul_table() and not at_current:
        return IllegalAction("F16", N_("A Nazgûl is played at the current location: hit a card there."))
    return _target(kernel, cell)


def _recall(kernel: GefaehrtenKernel, source: int, space: int) -> IllegalAction | None:
    cell = kernel.cell(source)
    refused = _ford(kernel) or _token(kernel, t.LOTHLORIEN)
    if refused is not None:
        return refused
    if cell == 0 or cell & 7 == t.LOCATION_CELL or kernel.owner(cell >> 3 & 3) != kernel.mover():
        return IllegalAction(
            "F22", N_("There is no card of yours to pick up there: name one of your own cards.")
        )
    if cell >> 5 != t.NO_TOKEN:
        return IllegalAction(
            "F22", N_("A card with a ring token stays where it is: pick up one of yours that has none.")
        )
    if not kernel.recallable(source):
        return IllegalAction(
            "F22",
            N_("Only a card at a location already scored can be picked up: name one that adjoins such."),
        )
    spot = kernel.origin() + t.OFFSETS[space]
    kind = (cell & 7) - 1
    return _caradhras(kernel, kind) or _space(
        kernel, cell >> 3 & 3, kind, t.LOTHLORIEN, 0 if spot == source else kernel.cell(spot)
    )


def _locate(kernel: GefaehrtenKernel, left: int) -> IllegalAction | None:
    x, row = left % t.WIDTH, left // t.WIDTH

    def taken(dx: int, dy: int) -> bool:
        column, line = x + dx, row + dy
        return 0 <= column < t.WIDTH and 0 <= line < t.HEIGHT and kernel.cell(line * t.WIDTH + column) != 0

    if x == t.WIDTH - 1 or taken(0, 0) or taken(1, 0):
        return IllegalAction(
            "F28", N_("The location needs two empty cells side by side: choose another place.")
        )
    sides = ((0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (1, 1))
    if not any(taken(dx, dy) for dx, dy in sides):
        return IllegalAction(
            "F28", N_("The location must touch a card with a side, corners do not count: move it closer.")
        )
    around = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1, 2) if not (dy == 0 and dx in (0, 1))]
    if all(taken(dx, dy) for dx, dy in around):
        return IllegalAction("F28", N_("All ten spaces there are taken: choose a place with a free space."))
    return None
