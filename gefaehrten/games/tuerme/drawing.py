"""Pure. The parts of the drawing: the board, the players, the Ents' way, the hand.

The one rule: each part is as large in every position of a match, so that a page around it does not jump; an Orc and a
pawn keep their ids.
"""

from __future__ import annotations

from typing import Final, cast

from gefaehrten.core.kernel import OVER
from gefaehrten.core.lines import short_name
from gefaehrten.core.shapes import (
    ON_PARTY,
    PARTY,
    Anchor,
    Box,
    Circle,
    Face,
    Group,
    Paint,
    Part,
    Rectangle,
    Shape,
    Text,
)
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import board_kernel, colours_of, spot_of
from gefaehrten.games.tuerme.names import (
    AREA_WORDS,
    COLOUR_LETTERS,
    COLOUR_WORDS,
    EVENT_WORDS,
    PARTIES,
    TOWER_WORDS,
    card_text,
)
from gefaehrten.games.tuerme.panels import points
from gefaehrten.games.tuerme.sight import AREA_OF, letters, missing

SIDE: Final = 54.0
"""The side of a square, in units."""
EDGE: Final = 30.0
"""Room for the numbers of rows and columns."""
ROW: Final = 58.0
WIDE: Final = 330.0
STEP: Final = 52.0
CARD: Final = 130.0


def _corner(cell: Cell) -> tuple[float, float]:
    return EDGE + SIDE * (cell[0] - 1), EDGE + SIDE * (cell[1] - 1)


def board(scene: Scene, wording: Wording) -> Part:
    """Squares, areas, towers, Orcs, pawns; what the last step touched, and where a chain lacks Orcs."""
    kernel = board_kernel(scene.kernel)
    shapes: list[Shape] = [
        Rectangle("board.p", Box(EDGE, EDGE, SIDE * FIGURES.columns, SIDE * FIGURES.rows), Paint.TABLE, 4)
    ]
    for column in range(1, FIGURES.columns + 1):
        x = EDGE + SIDE * (column - 0.5)
        shapes.append(
            Text(f"column:{column}", x, EDGE - 9, str(column), 15, Paint.FAINT, anchor=Anchor.MIDDLE)
        )
    for row in range(1, FIGURES.rows + 1):
        y = EDGE + SIDE * (row - 0.5) + 5
        shapes.append(Text(f"row:{row}", EDGE - 10, y, str(row), 15, Paint.FAINT, anchor=Anchor.END))
    fresh = _touched(scene)
    lacking = missing(kernel) if kernel.gap() <= 4 else ()
    for row in range(1, FIGURES.rows + 1):
        for column in range(1, FIGURES.columns + 1):
            shapes += _square(kernel, (column, row), fresh, lacking)
    for index, word in enumerate(AREA_WORDS):
        x, y = _corner(FIGURES.areas[index][0])
        shapes.append(Text(f"area:{index}", x + 4, y + 12, wording.say(word), 9.5, Paint.FAINT))
    for tower, word in enumerate(TOWER_WORDS):
        cells = FIGURES.orthanc if tower == 0 else FIGURES.mirrored(FIGURES.orthanc)
        x, y = _corner(min(cells))
        box = Box(x + 3, y + 3, 2 * SIDE - 6, 2 * SIDE - 6)
        shapes += [
            Rectangle(f"tower:{tower}", box, Paint.DARK, 10),
            Text(
                f"tower:{tower}.n",
                x + SIDE,
                y + SIDE + 6,
                wording.say(word),
                17,
                Paint.DARK_TEXT,
                Face.SERIF_BOLD,
                Anchor.MIDDLE,
                2 * SIDE - 16,
            ),
        ]
    shapes += _pawns(kernel, wording)
    view = Box(0, 0, 2 * EDGE + SIDE * FIGURES.columns, 2 * EDGE + SIDE * FIGURES.rows)
    return Part("board", wording.say(N_("Board")), view, tuple(shapes))


def _square(
    kernel: TuermeKernel, cell: Cell, fresh: frozenset[Cell], lacking: tuple[Cell, ...]
) -> list[Shape]:
    x, y = _corner(cell)
    spot, name = spot_of(cell), f"{cell[0]}-{cell[1]}"
    if kernel.cell(spot) == t.TOWER:
        return []
    paint = Paint.LIGHT if cell in AREA_OF else Paint.CELL
    found: list[Shape] = [Rectangle(f"square:{name}", Box(x + 1, y + 1, SIDE - 2, SIDE - 2), paint, 3)]
    if cell in fresh:
        found.append(Rectangle(f"fresh:{name}", Box(x + 2, y + 2, SIDE - 4, SIDE - 4), Paint.FRESH, 4))
    if cell in lacking:
        found.append(Circle(f"lack:{name}", x + SIDE / 2, y + SIDE / 2, SIDE * 0.36, Paint.GOLD_RING))
    if kernel.cell(spot) == t.ORC:
        body = (
            Circle(f"orc:{name}.b", 0, 0, SIDE * 0.34, Paint.BACK),
            Circle(f"orc:{name}.l", -6, -4, 3.2, Paint.WARN),
            Circle(f"orc:{name}.r", 6, -4, 3.2, Paint.WARN),
            Rectangle(f"orc:{name}.m", Box(-8, 5, 16, 3.4), Paint.WARN, 1.5),
        )
        found.append(Group(f"orc:{name}", x + SIDE / 2, y + SIDE / 2, body, "Orc"))
    return found


def _pawns(kernel: TuermeKernel, wording: Wording) -> list[Shape]:
    found: list[Shape] = []
    for colour in range(int(t.COLOURS)):
        spot = int(kernel.pawn(colour))
        if spot == 0:
            continue
        x, y = _corner((spot % 18, spot // 18))
        party = PARTIES[colour]
        body = (
            Circle(f"pawn:{colour}.b", 0, 0, SIDE * 0.38, PARTY[party]),
            Text(
                f"pawn:{colour}.l",
                0,
                8,
                COLOUR_LETTERS[colour].upper(),
                23,
                ON_PARTY[party],
                Face.BOLD,
                Anchor.MIDDLE,
            ),
        )
        title = wording.say(COLOUR_WORDS[colour])
        found.append(Group(f"pawn:{colour}", x + SIDE / 2, y + SIDE / 2, body, title))
    return found


def _touched(scene: Scene) -> frozenset[Cell]:
    """The spaces that the last step was about."""
    if not scene.steps:
        return frozenset()
    step = scene.steps[-1]
    found: list[object] = [
        *cast("list[object]", step.get("placed") or ()),
        *cast("list[object]", step.get("removed") or ()),
    ]
    if step.get("cell") is not None:
        found.append(step["cell"])
    pairs = [cast("list[int]", cell) for cell in found]
    return frozenset((pair[0], pair[1]) for pair in pairs)


def players(scene: Scene, wording: Wording) -> Part:
    """A row a player: colour, name, points, tiles, cards."""
    kernel = board_kernel(scene.kernel)
    shapes: list[Shape] = []
    seats = int(kernel.seats())
    for seat in range(seats):
        y = ROW * seat
        party = PARTIES[colours_of(kernel, seat)[0]]
        moving = seat == kernel.mover() and kernel.request() != OVER
        score = points(scene, kernel, seat)
        said = wording.say(
            N_("{tiles} tiles, {cards} cards"),
            tiles=int(kernel.tiles(seat)),
            cards=int(kernel.hand_size(seat)),
        )
        if kernel.retired(seat):
            said = wording.say(N_("has left"))
        shapes += [
            Rectangle(f"seat:{seat}", Box(0, y, WIDE, ROW - 8), Paint.GOLD if moving else Paint.PANEL, 8),
            Rectangle(f"seat:{seat}.c", Box(8, y + 8, 34, ROW - 24), PARTY[party], 6),
            Text(
                f"seat:{seat}.n",
                52,
                y + 22,
                short_name(wording.clean(scene.names[seat]), 20),
                16,
                face=Face.BOLD,
                room=200,
            ),
            Text(f"seat:{seat}.t", 52, y + 41, said, 13, Paint.FAINT, room=210),
            Text(
                f"seat:{seat}.p",
                WIDE - 14,
                y + 34,
                "?" if score is None else str(score),
                26,
                face=Face.SERIF_BOLD,
                anchor=Anchor.END,
            ),
        ]
    return Part(
        "players", wording.say(N_("Players")), Box(0, 0, WIDE, ROW * int(t.MOST_SEATS)), tuple(shapes)
    )


def state(scene: Scene, wording: Wording) -> Part:
    """The part `place`: the turn, the chain, the event that is carried out."""
    kernel = board_kernel(scene.kernel)
    gap = int(kernel.gap())
    event = kernel.happening()
    said = [
        wording.say(N_("Turn {number}"), number=int(kernel.round()))
        if kernel.round()
        else wording.say(N_("Setup")),
        wording.say(N_("A chain of Orcs joins the towers."))
        if kernel.lost()
        else wording.say(N_("chain: {gap} missing"), gap=gap),
        wording.say(EVENT_WORDS[event]) if event >= 0 else "",
    ]
    shapes: list[Shape] = [Rectangle("state", Box(0, 0, WIDE, 92), Paint.PANEL, 8)]
    for number, text in enumerate(said):
        paint = Paint.WARN if number == 1 and gap <= 2 else Paint.INK
        shapes.append(Text(f"state.{number}", 14, 26 + 26 * number, text, 16, paint, room=WIDE - 28))
    return Part("place", wording.say(N_("The chain")), Box(0, 0, WIDE, 92), tuple(shapes))


def road(scene: Scene, wording: Wording) -> Part:
    """The part `road`: the Ents' way to Orthanc."""
    kernel = board_kernel(scene.kernel)
    shapes: list[Shape] = []
    for step in range(FIGURES.track + 1):
        x = 30 + STEP * step
        reached = step <= kernel.ent()
        shapes += [
            Circle(f"ent:{step}", x, 30, 17, Paint.GOLD if step == kernel.ent() else Paint.TRACK),
            Text(
                f"ent:{step}.n",
                x,
                36,
                str(step),
                15,
                Paint.INK if reached else Paint.FAINT,
                Face.BOLD if step == kernel.ent() else Face.PLAIN,
                Anchor.MIDDLE,
            ),
        ]
    view = Box(0, 0, 60 + STEP * FIGURES.track, 60)
    return Part("road", wording.say(N_("The Ents")), view, tuple(shapes))


def hand(scene: Scene, wording: Wording) -> Part:
    """The reader's cards."""
    shapes: list[Shape] = []
    for index, number in enumerate(letters(scene)):
        x = (CARD + 16) * index
        shapes += [
            Rectangle(f"card:{number}", Box(x, 0, CARD, 92), Paint.LIGHT, 10),
            Text(
                f"card:{number}.f",
                x + CARD / 2,
                44,
                card_text(number),
                34,
                Paint.LIGHT_TEXT,
                Face.SERIF_BOLD,
                Anchor.MIDDLE,
            ),
            Text(
                f"card:{number}.n",
                x + CARD / 2,
                76,
                wording.say(FIGURES.cards[number].hero),
                15,
                Paint.LIGHT_TEXT,
                anchor=Anchor.MIDDLE,
                room=CARD - 12,
            ),
        ]
    width = (CARD + 16) * FIGURES.hand - 16
    return Part("hand", wording.say(N_("Hand")), Box(0, 0, width, 92), tuple(shapes))
