"""Pure. The board of the full screen: the table in three sizes, what may be done on it lit up, everything clickable.

The one rule: colour is never the only sign. Where the typed card may go has a heavy frame and its number in brackets,
what lies there for this turn only has a plus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gefaehrten.core.lines import Style, centred, fit
from gefaehrten.core.stage import Click, Hotspot, Look, Picture, Room
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.board import Area, LaidLocation, Spot
from gefaehrten.games.gefaehrten.candidates import Candidate
from gefaehrten.games.gefaehrten.canvas import Canvas
from gefaehrten.games.gefaehrten.moves import space_cell
from gefaehrten.games.gefaehrten.names import SPACE_LABELS
from gefaehrten.games.gefaehrten.staging import clicks
from gefaehrten.games.gefaehrten.staging.intent import Intent, Lifted, Ring, Seen, held_spaces, struck
from gefaehrten.games.gefaehrten.staging.sight import Sight
from gefaehrten.games.gefaehrten.staging.tiles import Glow, Ground, Mark, draw_ground, draw_rank, draw_spot
from gefaehrten.games.gefaehrten.staging.window import AXIS, Window, window
from gefaehrten.games.gefaehrten.trail import around

EMPTY = Spot(None, "", pending=False)


@dataclass(frozen=True, slots=True)
class Scenery:
    """What of the board is special now.

    Attributes:
        labels: the numbers of the spaces: of the current location, or of the place for the next one that is looked at.
        targets: cells where a click goes on from what is typed.
        lit: cells that are lit up for another reason.
        ghost: the place for the next location that is looked at.
        ranks: where the next location's left half may lie, and how good that is, 1 the best.
    """

    labels: Mapping[Cell, str]
    targets: frozenset[Cell] = frozenset()
    lit: frozenset[Cell] = frozenset()
    ghost: Candidate | None = None
    ranks: Mapping[Cell, int] = field(default_factory=dict)


def chosen(here: Sight, look: Look) -> Candidate | None:
    """The place for the next location that is looked at; none while a moment of what has been is lit up."""
    if look.lit:
        return None
    return here.candidates[look.choice % len(here.candidates)] if here.candidates else None


def extent(here: Sight, look: Look) -> tuple[Area, Area]:
    """Everything there is to see, and what has to be in the middle."""
    board, ghost = here.board, chosen(here, look)
    if ghost is None:
        return board.area, board.ring
    x, y = ghost.left
    ring = Area(x - 1, y - 1, x + 2, y + 1)
    places = [place.left for place in here.candidates]
    whole = Area(
        min(board.area.left, ring.left, *(x for x, _ in places)),
        min(board.area.top, ring.top, *(y for _, y in places)),
        max(board.area.right, ring.right, *(x + 1 for x, _ in places)),
        max(board.area.bottom, ring.bottom, *(y for _, y in places)),
    )
    return whole, ring


def picture(meant: Intent, wording: Wording, look: Look, room: Room) -> Picture:
    """The board in a room."""
    here = meant.sight
    shown = _scenery(meant, look)
    view = window(look, room, *extent(here, look))
    canvas = Canvas(max(room.columns, 0), max(room.rows, 0))
    for cell in dict.fromkeys((*here.board.spots, *shown.labels)):
        if view.shows(cell):
            spot = here.board.spots.get(cell, EMPTY)
            draw_spot(canvas, view.place(cell), spot, _mark(cell, shown), view.tile, wording)
    for cell, rank in shown.ranks.items():
        if view.shows(cell) and cell not in shown.labels and not _under(cell, shown.ghost):
            draw_rank(canvas, view.place(cell), rank, view.tile)
    for ground in _grounds(here, shown):
        if any(view.shows((ground.left[0] + half, ground.left[1])) for half in (0, 1)):
            draw_ground(canvas, view.place(ground.left), ground, view.tile, wording)
    _axes(canvas, view, room, wording)
    hotspots = [spot for spot in (_clipped(spot, room) for spot in _hotspots(meant, shown, view)) if spot]
    return Picture(tuple(canvas.lines()), tuple(hotspots))


def _scenery(meant: Intent, look: Look) -> Scenery:
    here = meant.sight
    ghost = chosen(here, look)
    lit = frozenset(cell for cell in (_cell_of(here, target) for target in look.lit) if cell)
    if ghost is not None:
        labels = dict(zip(around(ghost.left), SPACE_LABELS, strict=True))
        counting = {cell for cell in labels if (spot := here.board.spots.get(cell)) and spot.card}
        ranks = {place.left: rank for rank, place in enumerate(here.candidates, start=1)}
        return Scenery(labels, lit=lit | counting, ghost=ghost, ranks=ranks)
    labels = {cell: spot.label for cell, spot in here.board.spots.items() if spot.label}
    targets = {space_cell(here.now, space) for space in held_spaces(here, meant.hold)}
    targets.update(struck(here, meant.hold))
    if isinstance(meant.hold, Ring) and meant.hold.tokens == (tables.LOTHLORIEN,):
        targets.update(here.sources)
    if isinstance(meant.hold, Lifted | Seen):
        lit |= {meant.hold.cell}
    return Scenery(labels, frozenset(targets), lit)


def _cell_of(here: Sight, target: str) -> Cell | None:
    """The cell of a target as it is typed: a space's number or a cell."""
    if target in SPACE_LABELS and target:
        return space_cell(here.now, SPACE_LABELS.index(target))
    x, comma, y = target.partition(",")
    try:
        return (int(x), int(y)) if comma else None
    except ValueError:
        return None


def _mark(cell: Cell, shown: Scenery) -> Mark:
    glow = Glow.TARGET if cell in shown.targets else Glow.LIT if cell in shown.lit else Glow.NONE
    return Mark(shown.labels.get(cell, ""), glow)


def _under(cell: Cell, ghost: Candidate | None) -> bool:
    return ghost is not None and cell in (ghost.left, (ghost.left[0] + 1, ghost.left[1]))


def _grounds(here: Sight, shown: Scenery) -> list[Ground]:
    """The locations on the table, and the next one where it is looked at."""
    laid = here.before.locations_laid()
    found = [_ground(place, pending=place.index >= laid) for place in here.board.locations]
    if shown.ghost is not None:
        index = here.now.location() + 1
        flipped = shown.ghost.black != bool(tables.BLACK[index])
        found.append(Ground(int(index), shown.ghost.left, shown.ghost.black, flipped, chosen=True))
    return found


def _ground(place: LaidLocation, *, pending: bool) -> Ground:
    flipped = place.black != bool(tables.BLACK[place.index])
    return Ground(place.index, place.left, place.black, flipped, current=place.current, pending=pending)


def _axes(canvas: Canvas, view: Window, room: Room, wording: Wording) -> None:
    """Clear edges, the numbers of columns and rows (F7), and arrows where there is more of the board."""
    right, _ = view.place((view.area.right + 1, 0))
    for row in range(room.rows):
        # A location of which one half is outside has been drawn beyond the edge.
        canvas.write(0, row, " " * view.left)
        canvas.write(right, row, " " * (room.columns - right))
    if not view.axes:
        return
    top, left = view.top - 1, view.left - AXIS
    step = 1 if view.tile.columns > 4 else 2
    for x in range(view.area.left, view.area.right + 1):
        if x % step == 0:
            column, _ = view.place((x, 0))
            canvas.write(column, top, centred(str(x), view.tile.columns), Style.DIM)
    for y in range(view.area.top, view.area.bottom + 1):
        _, first = view.place((0, y))
        canvas.write(left, first + (view.tile.rows - 1) // 2, f"{y:>{AXIS - 1}}", Style.DIM)
    arrows = zip(wording.pick("←↑↓→", "<^v>"), view.hidden, strict=True)
    canvas.write(left, top, fit("".join(arrow for arrow, more in arrows if more), AXIS), Style.KEY)


def _hotspots(meant: Intent, shown: Scenery, view: Window) -> list[Hotspot]:
    """What a click on each cell writes; the first that holds a place wins."""
    here = meant.sight
    found: list[Hotspot] = []

    def add(cell: Cell, click: Click) -> None:
        if view.shows(cell):
            column, row = view.place(cell)
            found.append(Hotspot(row, column, view.tile.columns, view.tile.rows, click))

    if here.candidates:
        for place in here.candidates:
            x, y = place.left
            add(place.left, clicks.on_place(meant, place.left))
            if (x + 1, y) not in shown.ranks:
                add((x + 1, y), clicks.on_place(meant, place.left))
        return found
    hit = struck(here, meant.hold)
    for cell, spot in here.board.spots.items():
        if spot.label:
            add(cell, clicks.on_space(meant, SPACE_LABELS.index(spot.label)))
        else:
            add(cell, clicks.on_cell(meant, cell, struck=cell in hit))
    return found


def _clipped(spot: Hotspot, room: Room) -> Hotspot | None:
    """A hotspot without what lies outside the room; None where nothing is left."""
    left, top = max(spot.column, 0), max(spot.row, 0)
    right = min(spot.column + spot.width, room.columns)
    bottom = min(spot.row + spot.height, room.rows)
    if right <= left or bottom <= top:
        return None
    return Hotspot(top, left, right - left, bottom - top, spot.click)
