"""Pure. The board game drawn: all parts of a scene, and how they lie on one sheet.

The one rule: it only puts together; every part is drawn in `drawing`.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.shapes import Box, Drawing, Milestone, Part, Placed
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.tuerme import drawing
from gefaehrten.games.tuerme.announce import announce
from gefaehrten.games.tuerme.moves import board_kernel
from gefaehrten.games.tuerme.panels import party, points

MARGIN: Final = 24.0


class TuermeArtist:
    """See `core.shapes.Artist`."""

    def draw(self, scene: Scene, wording: Wording) -> Drawing:
        """The board at the left, players and state at the right, the Ents' way and the hand below."""
        board, players, state, road = (
            part(scene, wording) for part in (drawing.board, drawing.players, drawing.state, drawing.road)
        )
        right = 2 * MARGIN + board.view.width
        low = 2 * MARGIN + board.view.height
        placed = [
            Placed(board, Box(MARGIN, MARGIN, board.view.width, board.view.height)),
            Placed(players, Box(right, MARGIN, players.view.width, players.view.height)),
            Placed(state, Box(right, 2 * MARGIN + players.view.height, state.view.width, state.view.height)),
            Placed(road, Box(MARGIN, low, road.view.width, road.view.height)),
        ]
        height = low + road.view.height + MARGIN
        if scene.seat >= 0:
            hand = drawing.hand(scene, wording)
            placed.append(
                Placed(hand, Box(right - MARGIN * 4, low, hand.view.width * 0.9, hand.view.height * 0.9))
            )
            height = low + hand.view.height + MARGIN
        width = right + players.view.width + MARGIN
        return Drawing(_title(scene, wording), _description(scene, wording), width, height, tuple(placed))

    def own(self, scene: Scene, wording: Wording) -> tuple[Part, ...]:
        """The hand; and the players where points are kept secret (T17)."""
        secret = scene.options.get("points") == "hidden"
        players = (drawing.players(scene, wording),) if secret else ()
        return (*players, drawing.hand(scene, wording)) if scene.seat >= 0 else players

    def milestone(self, scene: Scene, last: Scene, wording: Wording) -> Milestone:
        """There are no scorings."""
        raise NotImplementedError

    def parties(self, scene: Scene) -> tuple[int, ...]:
        """The colour of a seat's first pawn."""
        kernel = board_kernel(scene.kernel)
        return tuple(party(kernel, seat) for seat in range(int(kernel.seats())))


def _title(scene: Scene, wording: Wording) -> str:
    kernel = board_kernel(scene.kernel)
    return wording.say(N_("Die Zwei Türme: turn {number}"), number=int(kernel.round()))


def _description(scene: Scene, wording: Wording) -> str:
    """What happened last, whose turn it is, the chain, how everybody stands."""
    said: list[str] = []
    if scene.steps:
        sentence = announce(scene.steps[-1], scene.steps[:-1], scene.names, scene.seat)
        if sentence is not None:
            said.append(wording.say(sentence).rstrip(".") + ".")
    kernel = board_kernel(scene.kernel)
    if kernel.request() == OVER:
        said.append(wording.say(N_("The match is over.")))
    elif kernel.request() == DECIDE:
        said.append(wording.say(N_("It is {who}'s turn."), who=scene.names[int(kernel.actor())]))
    said.append(
        wording.say(
            N_("Orcs missing to the shortest chain between the towers: {gap} (T22)."), gap=int(kernel.gap())
        )
    )
    for seat in range(int(kernel.seats())):
        score = points(scene, kernel, seat)
        said.append(
            wording.say(N_("{who} {points}"), who=scene.names[seat], points="?" if score is None else score)
            + "."
        )
    return " ".join(said)


ARTIST: Final = TuermeArtist()
