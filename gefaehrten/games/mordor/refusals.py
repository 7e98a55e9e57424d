"""Pure. Why an action is refused: the clause, and what would be right.

The one rule: it is asked only about actions that the kernel does not name, and decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.text import N_
from gefaehrten.games.mordor import tables

if TYPE_CHECKING:
    from gefaehrten.games.mordor.state import MordorState


def refusal(kernel: MordorState, action: int) -> IllegalAction:
    """Why an action is not legal now."""
    if kernel.request() != DECIDE:
        return IllegalAction("M4", N_("Nobody has to decide now: wait for the next throw."))
    if not 1 <= action < tables.ACTIONS:
        return IllegalAction("M4", N_("That is no action of this game."))
    if action >= tables.BASE_HALVE:
        return _no_halving(kernel, action)
    if kernel.phase() == tables.HALVING:
        return IllegalAction("M11", N_("The dice are set aside: now a field is to be halved, or none."))
    if action == tables.AGAIN:
        return _no_repeating(kernel)
    return _not_aside(kernel, action)


def _no_halving(kernel: MordorState, action: int) -> IllegalAction:
    if kernel.phase() != tables.HALVING:
        return IllegalAction("M11", N_("Fields are halved at the end of a turn with a Gandalf, not now."))
    field = action - int(tables.BASE_HALVE)
    if field < kernel.crossed(kernel.mover()):
        return IllegalAction("M11", N_("Field {field} is crossed off: it cannot be halved."), field=field + 1)
    return IllegalAction("M11", N_("Field {field} is halved already."), field=field + 1)


def _no_repeating(kernel: MordorState) -> IllegalAction:
    if kernel.effect() != tables.ROHAN:
        return IllegalAction("M19", N_("Only a turn that begins in Rohan may repeat a throw."))
    return IllegalAction("M19", N_("This throw has been repeated already: set dice aside."))


def _not_aside(kernel: MordorState, mask: int) -> IllegalAction:
    rolled = kernel.rolled()
    if mask & ~rolled:
        return IllegalAction("M4", N_("Only dice of this throw can be set aside."))
    shown = [kernel.face(die) for die in range(tables.DICE) if mask >> die & 1]
    thrown = [kernel.face(die) for die in range(tables.DICE) if rolled >> die & 1]
    if tables.NAZGUL in thrown and tables.NAZGUL not in shown:
        return IllegalAction("M6", N_("The throw shows a Nazgûl: one has to be set aside."))
    if shown.count(tables.NAZGUL) > 1:
        return IllegalAction("M6", N_("Only one Nazgûl of a throw is set aside."))
    return IllegalAction("M5", N_("Dice set aside together must show different symbols."))
