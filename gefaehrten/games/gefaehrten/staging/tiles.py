"""Pure. One cell of the board, a card, a free space or a location, in every size.

The one rule: a size says less, never something else; a mark that colour gives has a character too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from gefaehrten.core.lines import PARTIES, Style, centred, fit
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.board import Card, Spot
from gefaehrten.games.gefaehrten.canvas import DOTTED_BOX, DOUBLE_BOX, HEAVY_BOX, PLAIN_BOX, Box, Canvas
from gefaehrten.games.gefaehrten.drawing import SHORT_NAMES, card_text
from gefaehrten.games.gefaehrten.names import LOCATIONS, TOKEN_NOTATION, card_title
from gefaehrten.games.gefaehrten.staging.window import Tile

BEST = 9
"""So many places for the next location bear the number that picks them."""


NUMBERED = 5
"""So many columns of a line hold a card and its space's number."""


class Glow(Enum):
    """Why a cell is lit up."""

    NONE = auto()
    TARGET = auto()
    """What is typed may go there."""
    LIT = auto()
    """It is looked at, or counts."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A space's number, and whether it is lit up."""

    label: str
    glow: Glow


@dataclass(frozen=True, slots=True)
class Ground:
    """A location to be drawn.

    Attributes:
        flipped: whether Bag End rings have turned it.
        pending: whether it lies there by the turn that is not committed yet.
        chosen: whether it does not lie there at all but is looked at as the next one.
    """

    index: int
    left: Cell
    black: bool
    flipped: bool
    current: bool = False
    pending: bool = False
    chosen: bool = False


def draw_spot(
    canvas: Canvas, at: tuple[int, int], spot: Spot, mark: Mark, tile: Tile, wording: Wording
) -> None:
    """A card or a free space."""
    if tile.rows == 1:
        _small(canvas, at, spot, mark, tile.columns, wording)
    else:
        _boxed(canvas, at, spot, mark, tile, wording)


def draw_rank(canvas: Canvas, at: tuple[int, int], rank: int, tile: Tile) -> None:
    """A place for the next location, with the number that picks it."""
    column, row = at
    text = f"({rank})" if rank <= BEST else "."
    canvas.write(column, row + (tile.rows - 1) // 2, centred(text, tile.columns), Style.KEY)


def draw_ground(canvas: Canvas, at: tuple[int, int], ground: Ground, tile: Tile, wording: Wording) -> None:
    """A location, two cells wide."""
    column, row = at
    width = 2 * tile.columns
    side = f"{ground.index + 1}{side_sign(ground.black, wording)}{'~' if ground.flipped else ''}"
    style = Style.DIM
    if ground.chosen:
        style = Style.CHOSEN
    elif ground.current:
        style = Style.PLACE_BLACK if ground.black else Style.PLACE_WHITE
    changed = "+" if ground.pending else ""
    if tile.rows == 1:
        ends = wording.pick("»«", "><") if ground.current or ground.chosen else "[]"
        canvas.write(column, row, ends[0] + centred(side + changed, width - 2) + ends[1], style)
        return
    box = DOUBLE_BOX if ground.current or ground.chosen else PLAIN_BOX
    name = wording.say(SHORT_NAMES.get(ground.index, LOCATIONS[ground.index]))
    word = wording.say(N_("black") if ground.black else N_("white"))
    inside = [centred(name, width - 2)]
    if tile.rows > 3:
        inside.append(centred(word, width - 2))
    canvas.box(column, row, width, inside, box.edges(wording), style)
    canvas.write(column + 1, row, side + changed, style)
    if tile.rows == 3:
        canvas.write(column + width - 2 - len(word), row + 2, word, style)


def side_sign(black: bool, wording: Wording) -> str:
    """A location's side in one character."""
    return wording.pick("■", "#") if black else wording.pick("□", "_")


def _small(canvas: Canvas, at: tuple[int, int], spot: Spot, mark: Mark, width: int, wording: Wording) -> None:
    """One line. Five columns take number, card, mark and change; fewer the card, the number only where it matters."""
    column, row = at
    style = _frame_style(spot, mark)
    if spot.card is None:
        change = "x" if spot.pending else ""
        text = {Glow.TARGET: f"[{mark.label}]", Glow.LIT: f">{mark.label}<"}.get(
            mark.glow, mark.label + change
        )
        canvas.write(column, row, centred(text, width), Style.KEY if style is Style.DIM else style)
        return
    text = card_text(spot.card, wording)
    card, sign = text[:2], text[2]
    change = "+" if spot.pending else ""
    if width < NUMBERED:
        plain = card + (change or sign)
        text = {Glow.TARGET: f"{mark.label or '>'}{card}", Glow.LIT: f">{card}"}.get(mark.glow, plain)
        canvas.write(column, row, text, style)
        return
    text = {Glow.TARGET: f"[{card}]", Glow.LIT: f">{card}{sign.strip()}<"}.get(
        mark.glow, f"{card}{sign}{change}"
    )
    canvas.write(column + 1, row, text[: width - 1], style)
    canvas.write(column, row, mark.label, Style.KEY)


def _boxed(canvas: Canvas, at: tuple[int, int], spot: Spot, mark: Mark, tile: Tile, wording: Wording) -> None:
    column, row = at
    inner = tile.columns - 2
    frame = _frame_style(spot, mark)
    canvas.box(column, row, tile.columns, [""] * (tile.rows - 2), _box(spot, mark).edges(wording), frame)
    if mark.label:
        label = f"[{mark.label}]" if mark.glow is Glow.TARGET else mark.label
        canvas.write(column + 1, row, label, frame if mark.glow is not Glow.NONE else Style.KEY)
    if spot.card is None:
        if spot.pending:
            canvas.write(column + 1, row + 1, centred("x", inner), Style.PENDING)
        return
    pad = 1 if inner > 4 else 0
    style = PARTIES[spot.card.colour]
    text = card_text(spot.card, wording)
    canvas.write(column + 1 + pad, row + 1, text, style)
    if spot.pending:
        canvas.write(column + 1 + pad + len(text), row + 1, "+", Style.PENDING)
    if tile.rows > 3:
        _large(canvas, (column, row), spot.card, tile, wording, frame)


def _large(
    canvas: Canvas, at: tuple[int, int], card: Card, tile: Tile, wording: Wording, frame: Style
) -> None:
    """The card's name, and the ring on it in the frame below."""
    column, row = at
    inner = tile.columns - 2
    title = card_title(card.face, card.name, wording)
    canvas.write(column + 1, row + 2, fit(f" {title}", inner), PARTIES[card.colour])
    if card.token:
        canvas.write(column + 1, row + 3, TOKEN_NOTATION[card.token][:inner], frame)


def _box(spot: Spot, mark: Mark) -> Box:
    if mark.glow is not Glow.NONE:
        return HEAVY_BOX
    return DOTTED_BOX if spot.card is None else PLAIN_BOX


def _frame_style(spot: Spot, mark: Mark) -> Style:
    if mark.glow is Glow.TARGET:
        return Style.TARGET
    if mark.glow is Glow.LIT:
        return Style.LIT
    if spot.pending:
        return Style.PENDING
    return Style.DIM if spot.card is None else PARTIES[spot.card.colour]
