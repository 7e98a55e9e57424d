"""Pure. Why the rules forbid an action, in one sentence that says what is wrong and what would do.

The one rule: it decides nothing. The kernel has already refused; this finds the clause and the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.text import N_
from gefaehrten.games.tuerme import phrases
from gefaehrten.games.tuerme import tables as t

if TYPE_CHECKING:
    from gefaehrten.games.tuerme.kernel import TuermeKernel


def refusal(kernel: TuermeKernel, action: int) -> IllegalAction:
    """The error for an action that is not legal now.

    Args:
        action: any number at all, a kernel action or not.
    """
    if kernel.request() == OVER:
        return IllegalAction("T23", N_("The match is over: nothing can be played any more."))
    if kernel.request() != DECIDE:
        return IllegalAction("T16", N_("Something is still being drawn: wait until somebody has to decide."))
    if not 0 <= action < t.ACTIONS:
        return _no_action()
    phase = kernel.phase()
    if phase == t.SETTING:
        return _setting(action)
    if phase == t.HERO:
        return _hero(kernel, action)
    if phase == t.MOVING:
        return _moving(kernel, action)
    return _choosing(kernel, action)


def _no_action() -> IllegalAction:
    return IllegalAction("T11", N_("That is no action of this game: play a hero card and move a pawn."))


def _setting(action: int) -> IllegalAction:
    if t.BASE_SET <= action < t.BASE_PAWN:
        return IllegalAction("T8", N_("A pawn begins on a free space of Amon Hen: choose one of these."))
    return IllegalAction("T8", N_("First every pawn is put on a free space of Amon Hen: do that."))


def _hero(kernel: TuermeKernel, action: int) -> IllegalAction:
    mover = kernel.mover()
    if t.BASE_PLAY <= action < t.BASE_WITHOUT:
        card, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        if kernel.owner(colour) != mover or kernel.pawn(colour) == 0:
            return IllegalAction("T11", N_("That pawn is not yours: move one of your own."))
        return _from_hand(kernel, card) or IllegalAction(
            "T13",
            N_("{card} cannot move {pawn} by even one space: play a card that can, or move another pawn."),
            card=phrases.card(card),
            pawn=phrases.pawn(colour),
        )
    if t.BASE_WITHOUT <= action < t.BASE_SET:
        return _from_hand(kernel, action - int(t.BASE_WITHOUT)) or IllegalAction(
            "T13", N_("A card in the hand can move a pawn, so a pawn has to move: play such a card.")
        )
    return IllegalAction("T11", N_("Now a hero card is due: name a card and where the pawn goes."))


def _from_hand(kernel: TuermeKernel, card: int) -> IllegalAction | None:
    """The mover must have the card, or may have it for all that is known."""
    mover = kernel.mover()
    known, unseen = int(kernel.hand(mover)), int(kernel.unseen())
    if known >> card & 1 or (kernel.hand_unknown(mover) > 0 and unseen >> card & 1):
        return None
    return IllegalAction(
        "T11", N_("{card} is not in the hand: play a card that is."), card=phrases.card(card)
    )


def _moving(kernel: TuermeKernel, action: int) -> IllegalAction:
    if action == t.STOP:
        if kernel.walked() == 0:
            return IllegalAction("T13", N_("A pawn moves at least one space: move it."))
        return IllegalAction("T11", N_("Two pawns never stay on one space: go on from here."))
    if t.BASE_STEP <= action < t.BASE_JUMP:
        return _stepping(kernel, action - int(t.BASE_STEP))
    if action < t.BASE_PLAY:
        return _jumping(kernel)
    return IllegalAction("T11", N_("A pawn is on its way: move it on, or stop."))


def _stepping(kernel: TuermeKernel, way: int) -> IllegalAction:
    symbol = int(t.SYMBOL[kernel.card()])
    heading = kernel.heading()
    what = kernel.cell(kernel.pawn(kernel.marcher()) + int(t.STEPS[way]))
    if heading == t.NO_HEADING:
        if not t.startable(symbol, way):
            return IllegalAction(
                "T12",
                N_("{card} does not go in this direction: it goes {symbol}."),
                card=phrases.card(kernel.card()),
                symbol=phrases.symbol(kernel.card()),
            )
    elif way != heading:
        if kernel.turned():
            return IllegalAction("T12", N_("A move changes its direction once: go straight on, or stop."))
        if not t.turnable(symbol, heading, way):
            if (way - heading) & 7 == 4:
                return IllegalAction(
                    "T12", N_("No space is entered twice in a move, so there is no way back.")
                )
            return IllegalAction("T12", N_("With this card the change of direction is one of 90°."))
    if what >= t.TOWER:
        return IllegalAction("T11", N_("No pawn enters a tower or leaves the board: go another way."))
    if what >= t.PAWN and kernel.strength_left() > 0:
        return IllegalAction(
            "T11", N_("Two pawns never stay on one space, and the strength does not reach beyond this one.")
        )
    return IllegalAction(
        "T11",
        N_("The strength left is {left}, and that space costs {cost}: stop, or go another way."),
        left=int(kernel.strength_left()),
        cost=2 if what == t.ORC else 1,
    )


def _jumping(kernel: TuermeKernel) -> IllegalAction:
    if not t.SHADOWFAX[kernel.card()]:
        return IllegalAction("T14", N_("Only Gandalf has Shadowfax: go step by step."))
    if kernel.walked() > 0:
        return IllegalAction("T14", N_("Shadowfax comes instead of a move, not after a part of it."))
    return IllegalAction("T14", N_("Shadowfax goes to a space without a pawn and without a tower."))


def _choosing(kernel: TuermeKernel, action: int) -> IllegalAction:
    event = kernel.happening()
    if event == t.GRIMA:
        return IllegalAction(
            "T20", N_("Gríma takes your two highest hero cards: discard a highest one that you hold.")
        )
    if event == t.ELVEN_WARRIORS:
        return IllegalAction(
            "T20", N_("The Elven warriors go from one of your pawns in a direction: say which.")
        )
    if event == t.EDORAS or (event == t.EOWYN and kernel.chosen() < 0):
        return IllegalAction("T20", N_("The event is about one of your pawns: say which."))
    if t.BASE_PICK <= action < t.BASE_DISCARD:
        return IllegalAction(
            "T20",
            N_("That is no Orc that this event removes; name them from north to south, west to east."),
        )
    return IllegalAction("T20", N_("The event removes Orcs of your choice: name one after the other."))
