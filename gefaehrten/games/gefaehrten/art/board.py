"""Pure. The journey as a drawing: locations, cards, free spaces, what the last step changed.

The one rule: a cell lies at the same coordinates in every position, so nothing moves but what is played.
"""

from __future__ import annotations

from typing import Final, cast

from gefaehrten.core.shapes import Box, Group, Paint, Part, Rectangle, Shape
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.art import cards
from gefaehrten.games.gefaehrten.art.cards import ACROSS, DOWN, GAP, PLACE_WIDE
from gefaehrten.games.gefaehrten.board import Area, Board, Card, survey
from gefaehrten.games.gefaehrten.moves import card_kernel, coloured
from gefaehrten.games.gefaehrten.names import COLOURS, SPACE_LABELS
from gefaehrten.games.gefaehrten.standing import prizes
from gefaehrten.games.gefaehrten.trail import cell_in

MARGIN: Final = 26.0
"""Units around everything on the table."""


def board(scene: Scene, wording: Wording) -> Part:
    """The part `board`; its focus is the current location with its ten spaces."""
    table = survey(scene)
    lies: list[Shape] = []
    for (x, y), spot in table.spots.items():
        name = f"card:{x},{y}"
        at = (x * ACROSS, y * DOWN)
        if spot.card is None:
            said = wording.say(N_("free: {place}"), place=phrases.space(SPACE_LABELS.index(spot.label)))
            lies.append(cards.space(f"space:{x},{y}", spot.label, *at, said))
        else:
            title = wording.say(_told(spot.card, spot.label, scene, (x, y)))
            lies.append(cards.card(name, spot.card, *at, wording, title, label=spot.label))
    paid = len(prizes(card_kernel(scene.kernel), 0))
    places = tuple(
        cards.place(
            f"place:{what.index}",
            what,
            what.left[0] * ACROSS,
            what.left[1] * DOWN,
            paid,
            wording,
            wording.say(phrases.location(what.index)),
        )
        for what in table.locations
    )
    shapes = (
        Group("board.halo", 0, 0, (_halo(table),)),
        Group("board.places", 0, 0, places),
        Group("board.glow", 0, 0, _glow(scene, table)),
        Group("board.cards", 0, 0, tuple(lies)),
        Group("board.marks", 0, 0, _fallen(scene, wording)),
    )
    return Part(
        "board",
        wording.say(N_("The journey")),
        _box(table.area).grown(MARGIN),
        shapes,
        _box(table.ring).grown(MARGIN),
    )


def _box(area: Area) -> Box:
    return Box(
        area.left * ACROSS,
        area.top * DOWN,
        area.columns * ACROSS - GAP,
        area.rows * DOWN - GAP,
    )


def _halo(table: Board) -> Rectangle:
    return Rectangle("board.ring", _box(table.ring).grown(11), Paint.HALO, 18)


def _told(card: Card, label: str, scene: Scene, cell: Cell) -> Sentence:
    """A card for those who cannot see it: `4 Gimli of Berta, space 3`."""
    kernel = card_kernel(scene.kernel)
    where = phrases.space(SPACE_LABELS.index(label)) if label else phrases.cell(cell)
    params = {
        "card": phrases.card(card.face, card.name, coloured=coloured(kernel)),
        "who": scene.names[card.seat],
        "place": where,
        "ring": phrases.token(card.token) if card.token else "",
    }
    if card.token:
        return Sentence(N_("{card} of {who} with the {ring}, {place}"), params)
    return Sentence(N_("{card} of {who}, {place}"), params)


def _glow(scene: Scene, table: Board) -> tuple[Shape, ...]:
    """Around what the last step changed, or what a turn changes that is not committed yet."""
    pending = tuple(
        cards.glow(f"fresh:{x},{y}", x * ACROSS, y * DOWN)
        for (x, y), spot in table.spots.items()
        if spot.pending
    )
    if pending or not scene.steps:
        return pending
    step = scene.steps[-1]
    match step["step"]:
        case "place" | "recall":
            x, y = cell_in(step, "cell")
            return (cards.glow("fresh", x * ACROSS, y * DOWN),)
        case "locate":
            x, y = cell_in(step, "cell")
            return (cards.glow("fresh", x * ACROSS, y * DOWN, PLACE_WIDE),)
        case "scored":
            return (Rectangle("fresh", _box(table.ring).grown(9), Paint.FRESH, 16),)
        case _:
            return ()


def _fallen(scene: Scene, wording: Wording) -> tuple[Shape, ...]:
    """Where a Nazgûl struck with the last step: the card is gone already."""
    step = scene.steps[-1] if scene.steps and not scene.turn else {}
    if step.get("step") != "nazgul" or step["cell"] is None:
        return ()
    x, y = cell_in(step, "cell")
    colour = COLOURS.index(cast(str, step["colour"]))
    said = wording.say(N_("A Nazgûl has struck here."))
    return (cards.fallen("fallen", colour, x * ACROSS, y * DOWN, said),)
