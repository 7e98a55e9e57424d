"""Pure. How a line that is being typed can go on, and what that would do.

The one rule: everything offered is legal after what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.phrases import listed
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion
from gefaehrten.games.mordor.effect import dice, effects
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import is_set, legal
from gefaehrten.games.mordor.notation import normalise, parse, spell


def completions(kernel: MordorKernel, text: str, names: Sequence[str], own: int) -> list[Completion]:
    """What could stand in the place of the last word of `text`, each with what it does."""
    found = re.search(r"[^\s;]*$", text)
    last = found[0] if found else ""
    before = text[: len(text) - len(last)]
    now = kernel.clone()
    try:
        for action in parse(kernel, before) if before.strip() else ():
            now.apply(action)
    except GefaehrtenError:
        return []
    if now.request() != DECIDE or now.turns() != kernel.turns():
        return []
    word = normalise(last)
    return [
        (whole, _does(now, action, names, own))
        for action in legal(now)
        if (whole := spell(action)).startswith(word) and whole != word
    ]


def _does(kernel: MordorKernel, action: int, names: Sequence[str], own: int) -> Sentence:
    found = effects(kernel, action, names, own) or [Sentence(N_("ends the turn"))]
    if not is_set(action):
        return found[0]
    return Sentence(N_("{dice}: {does}"), {"dice": dice(kernel, action), "does": listed(found)})
