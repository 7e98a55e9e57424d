"""Pure. What setting dice aside or halving a field does, in words, before it is done.

The one rule: it asks a copy of the kernel, and compares.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.core.phrases import Phrase, listed, who
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_of, is_set
from gefaehrten.games.mordor.names import place, shown


def dice(kernel: MordorKernel, mask: int) -> Phrase:
    """Dice and what they show: `red Ring, blue Orc`."""
    return listed([shown(die, int(kernel.face(die))) for die in dice_of(mask)])


def effects(kernel: MordorKernel, action: int, names: Sequence[str], own: int) -> list[Sentence]:
    """What a legal action does: itself first, then what the turn comes to if it ends by it.

    Args:
        own: the seat of the reader.
    """
    if action == tables.AGAIN:
        return [Sentence(N_("all dice of this throw are thrown once more"))]
    if action == tables.DECLINE:
        return [Sentence(N_("no field is halved"))]
    if not is_set(action):
        field = action - int(tables.BASE_HALVE) + 1
        return [Sentence(N_("field {field} of your Nazgûl track then takes two Nazgûl"), {"field": field})]
    after = kernel.clone()
    after.apply(action)
    if after.mover() == kernel.mover() and after.rounds() == kernel.rounds():
        left = len(dice_of(int(after.to_throw())))
        if after.phase() == tables.THROWING:
            return [Sentence(N_("dice thrown again after that: {count}"), {"count": left})]
        return [
            *outcome(kernel, int(kernel.aside()) | action, names, own),
            Sentence(N_("fields to be halved: {count}"), {"count": after.gandalfs()}),
        ]
    return outcome(kernel, int(kernel.aside()) | action, names, own)


def outcome(kernel: MordorKernel, mask: int, names: Sequence[str], own: int) -> list[Sentence]:
    """What the mover's turn comes to, were it over with these dice aside: rings, then Nazgûl."""
    return [*_rings(kernel, mask), *nazgul(kernel, mask, names, own)]


def _rings(kernel: MordorKernel, mask: int) -> list[Sentence]:
    rings, moved = int(kernel.count(mask, tables.RING)), int(kernel.valid_rings(mask))
    if not rings:
        return []
    if not moved and not kernel.holds(mask):
        return [Sentence(N_("rings void: an Orc is not held (M10)"))]
    if not moved:
        return [Sentence(N_("one ring alone does not lead to Mordor (M23)"))]
    field = min(int(kernel.start()) + moved, int(tables.MORDOR))
    return [Sentence(N_("rings: {count}, to {place}"), {"count": moved, "place": place(field)})]


def nazgul(kernel: MordorKernel, mask: int, names: Sequence[str], own: int) -> list[Sentence]:
    """Whom the Nazgûl on these dice hit, and how often."""
    found: dict[int, int] = {}
    for die in dice_of(mask):
        if kernel.face(die) == tables.NAZGUL:
            seat = int(kernel.victim(die))
            found[seat] = found.get(seat, 0) + 1
    if not found:
        return []
    hit: list[Phrase] = []
    for seat, count in sorted(found.items()):
        params = {"who": who(names, seat, own), "count": count}
        hit.append(Sentence(N_("{who} ({count})"), params))
    if kernel.effect() == tables.GONDOR and set(found) == {kernel.mover()}:
        return [Sentence(N_("Nazgûl without effect (M21)"))]
    return [Sentence(N_("Nazgûl: {hits}"), {"hits": listed(hit)})]
