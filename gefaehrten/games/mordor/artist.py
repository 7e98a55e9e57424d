"""Pure. The dice game drawn: all parts of a scene, and how they lie on one sheet.

The one rule: it only puts together; every part is drawn in `art`.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.shapes import Box, Drawing, Milestone, Part, Placed
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.mordor.announce import announce
from gefaehrten.games.mordor.art import parts
from gefaehrten.games.mordor.moves import dice_kernel
from gefaehrten.games.mordor.names import place

MARGIN: Final = 28.0


class MordorArtist:
    """See `core.shapes.Artist`."""

    def draw(self, scene: Scene, wording: Wording) -> Drawing:
        """The way above; dice, what they come to, and players below."""
        drawn = (parts.way, parts.dice, parts.players, parts.turn)
        way, dice, players, turn = (part(scene, wording) for part in drawn)
        low = 2 * MARGIN + way.view.height
        width = max(way.view.width, dice.view.width + MARGIN + players.view.width) + 2 * MARGIN
        left = dice.view.height + turn.view.height
        height = low + max(left, players.view.height) + MARGIN
        placed = (
            Placed(way, Box(MARGIN, MARGIN, width - 2 * MARGIN, way.view.height)),
            Placed(dice, Box(MARGIN, low, dice.view.width, dice.view.height)),
            Placed(turn, Box(MARGIN, low + dice.view.height, turn.view.width, turn.view.height)),
            Placed(
                players,
                Box(width - MARGIN - players.view.width, low, players.view.width, players.view.height),
            ),
        )
        return Drawing(_title(scene, wording), _description(scene, wording), width, height, placed)

    def own(self, scene: Scene, wording: Wording) -> tuple[Part, ...]:  # noqa: ARG002
        """Nothing: everybody sees everything."""
        return ()

    def milestone(self, scene: Scene, last: Scene, wording: Wording) -> Milestone:
        """There are no scorings."""
        raise NotImplementedError

    def parties(self, scene: Scene) -> tuple[int, ...]:
        """A seat's colour."""
        kernel = dice_kernel(scene.kernel)
        return tuple(int(kernel.colour(seat)) for seat in range(kernel.seats()))


def _title(scene: Scene, wording: Wording) -> str:
    kernel = dice_kernel(scene.kernel)
    return wording.say(N_("Reise nach Mordor: turn {number}"), number=int(kernel.rounds()) + 1)


def _description(scene: Scene, wording: Wording) -> str:
    """What happened last, whose turn it is, where everybody is."""
    said: list[str] = []
    if scene.steps:
        sentence = announce(scene.steps[-1], scene.names, scene.seat)
        if sentence is not None:
            said.append(wording.say(sentence).rstrip(".") + ".")
    kernel = dice_kernel(scene.kernel)
    if kernel.request() == OVER:
        said.append(wording.say(N_("The match is over.")))
    elif kernel.request() == DECIDE:
        said.append(wording.say(N_("It is {who}'s turn."), who=scene.names[int(kernel.actor())]))
    for seat in range(kernel.seats()):
        where = place(int(kernel.reached(seat)))
        said.append(wording.say(N_("{who}: {place}"), who=scene.names[seat], place=where) + ".")
    return " ".join(said)


ARTIST: Final = MordorArtist()
