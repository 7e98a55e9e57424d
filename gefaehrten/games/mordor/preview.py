"""Pure. What the run of decisions that is being put together does, before it is committed.

The one rule: it asks copies of the kernel, one action after the other.
"""

from __future__ import annotations

from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.effect import dice, effects
from gefaehrten.games.mordor.moves import dice_kernel, is_set
from gefaehrten.games.mordor.notation import spell


def preview(scene: Scene, wording: Wording, width: int) -> list[Line]:
    """The turn so far in notation and in words, and what is still to be said."""
    if not scene.turn:
        return [line(wording.say(N_("Nothing is set aside yet.")))]
    now = dice_kernel(scene.kernel).clone()
    spelled = " ".join(spell(action) for action in scene.turn)
    found = [line(wording.say(N_("Your turn so far:")), " ", Span(spelled, Style.PENDING))]
    for action in scene.turn:
        if is_set(action):
            found.append(line("  " + wording.part(dice(now, action))))
        found += [line("  " + wording.say(each)) for each in effects(now, action, scene.names, scene.seat)]
        now.apply(action)
    if scene.on_turn() and now.phase() == tables.HALVING:
        ask = N_("Gandalf is here: type the field to be halved, or 0 for none.")
        found.append(line(wording.say(ask)))
    return [part for long in found for part in wrapped(long, width, 4)]
