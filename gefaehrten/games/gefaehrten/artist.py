"""Pure. The card game drawn: all parts of a scene, and how they lie on one sheet.

The one rule: it only puts together; every part has a module of its own in `art`.
"""

from __future__ import annotations

from typing import Final, cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.shapes import Box, Drawing, Milestone, Part, Placed
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases, told
from gefaehrten.games.gefaehrten.announce import announce
from gefaehrten.games.gefaehrten.art import panels
from gefaehrten.games.gefaehrten.art.board import board
from gefaehrten.games.gefaehrten.art.road import road
from gefaehrten.games.gefaehrten.moves import card_kernel, seat_colours

MARGIN: Final = 28.0
LARGEST: Final = Box(0, 0, 1180, 880)
"""The room that the board gets on a sheet at most; it is drawn smaller where it is larger."""
SMALLEST: Final = 560.0


class GefaehrtenArtist:
    """See `core.shapes.Artist`."""

    def draw(self, scene: Scene, wording: Wording) -> Drawing:
        """The table; a hand only for a seat's view."""
        laid, side = board(scene, wording), (panels.players(scene, wording), panels.place(scene, wording))
        hand = panels.hand(scene, wording) if scene.seat >= 0 else None
        parts, width, height = _sheet(laid, side, road(scene, wording), hand)
        return Drawing(
            _title(scene, wording), _description(scene, wording), round(width), round(height), parts
        )

    def own(self, scene: Scene, wording: Wording) -> tuple[Part, ...]:
        """The hand; and the players where points are kept secret (F33)."""
        secret = scene.options.get("points") == "hidden"
        players = (panels.players(scene, wording),) if secret else ()
        return (*players, panels.hand(scene, wording)) if scene.seat >= 0 else players

    def milestone(self, scene: Scene, last: Scene, wording: Wording) -> Milestone:
        """What the location that has just been scored brought everybody."""
        step = scene.steps[-1]
        parties = cast("list[JsonStep]", step["parties"])
        seats = range(int(scene.kernel.seats()))
        return Milestone(
            wording.say(phrases.location(cast(int, step["location"]) - 1)),
            tuple(
                None if told.points(last, seat) is None else int(scene.kernel.score(seat)) for seat in seats
            ),
            tuple(", ".join(_gain(party) for party in parties if party["seat"] == seat) for seat in seats),
        )

    def parties(self, scene: Scene) -> tuple[int, ...]:
        """A seat's colour, the first where it has two."""
        kernel = card_kernel(scene.kernel)
        return tuple(seat_colours(kernel, seat)[0] for seat in range(int(kernel.seats())))


def _gain(party: JsonStep) -> str:
    won = f"+{party['ep']}" if party["ep"] else ""
    lost = f"–{party['loss']}" if party["loss"] else ""
    rings = ["○"] * len(cast("list[str]", party["tokens"]))
    return " ".join(part for part in (won, *rings, lost) if part) or "–"


def _sheet(
    laid: Part, side: tuple[Part, ...], way: Part, hand: Part | None
) -> tuple[tuple[Placed, ...], float, float]:
    """The board at the left, what belongs to it at the right, the road below."""
    scale = min(LARGEST.width / laid.view.width, LARGEST.height / laid.view.height, 1.15)
    beside = sum(part.view.height for part in side) + MARGIN * (len(side) - 1)
    wide = max(laid.view.width * scale, SMALLEST)
    high = max(laid.view.height * scale, beside)
    placed = [Placed(laid, Box(MARGIN, MARGIN, round(wide, 1), round(high, 1)))]
    x, y = round(2 * MARGIN + wide, 1), MARGIN
    for part in side:
        placed.append(Placed(part, Box(x, round(y, 1), part.view.width, part.view.height)))
        y += part.view.height + MARGIN
    width = x + side[0].view.width + MARGIN
    bottom = round(MARGIN + high + MARGIN, 1)
    if hand is not None:
        placed.append(
            Placed(
                hand, Box(round((width - hand.view.width) / 2, 1), bottom, hand.view.width, hand.view.height)
            )
        )
        bottom += hand.view.height + MARGIN / 2
    room = width - 2 * MARGIN
    tall = round(way.view.height * min(room / way.view.width, 1.25), 1)
    placed.append(Placed(way, Box(MARGIN, round(bottom, 1), round(room, 1), tall)))
    return tuple(placed), width, bottom + tall + MARGIN / 2


def _title(scene: Scene, wording: Wording) -> str:
    kernel = card_kernel(scene.kernel)
    where = phrases.location(int(kernel.location()))
    return wording.say(N_("Die Gefährten: {location}"), location=where)


def _description(scene: Scene, wording: Wording) -> str:
    """What happened last, whose turn it is, how everybody stands."""
    said: list[str] = []
    if scene.steps:
        sentence = announce(scene.steps[-1], scene.steps[:-1], scene.names, scene.seat)
        if sentence is not None:
            said.append(wording.say(sentence).rstrip(".") + ".")
    kernel = card_kernel(scene.kernel)
    if kernel.request() == OVER and not told.pending(scene):
        said.append(wording.say(N_("The match is over.")))
    elif kernel.request() == DECIDE:
        said.append(wording.say(N_("It is {who}'s turn."), who=scene.names[int(kernel.actor())]))
    for seat in range(int(kernel.seats())):
        points = told.points(scene, seat)
        told_points = "?" if points is None else points
        said.append(wording.say(N_("{who} {points}"), who=scene.names[seat], points=told_points) + ".")
    return " ".join(said)


ARTIST: Final = GefaehrtenArtist()
