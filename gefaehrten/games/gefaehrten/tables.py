"""Pure, compiled. The numbers that the kernel of the card game speaks in, and its look-up tables.

The one rule: everything here is a constant; figures of the game come from `data.toml`, codes are fixed here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.gefaehrten.data import FIGURES

# Colours are parties (F1, F23); a face is colour * 8 + kind.
RED: Final[i64] = 0
YELLOW: Final[i64] = 1
GREEN: Final[i64] = 2
BLUE: Final[i64] = 3
COLOURS: Final[i64] = 4

HOBBIT: Final[i64] = 3
GANDALF: Final[i64] = 5
NAZGUL: Final[i64] = 6
KINDS: Final[i64] = 7
FACES: Final[i64] = 32

# Ring tokens (F21).
NO_TOKEN: Final[i64] = 0
BAG_END: Final[i64] = 1
BREE: Final[i64] = 2
WEATHERTOP: Final[i64] = 3
RIVENDELL_1: Final[i64] = 4
RIVENDELL_2: Final[i64] = 5
LOTHLORIEN: Final[i64] = 6
TOKEN_KINDS: Final[i64] = 7

# Locations with a rule of their own, by index (F17, F18, F26, F31).
FORD: Final[i64] = 3
CARADHRAS: Final[i64] = 5
MORIA: Final[i64] = 7
LAST: Final[i64] = 9
LOCATIONS: Final[i64] = 10
SPACES: Final[i64] = 10

# Phases.
SETUP: Final[i64] = 0
PLACING: Final[i64] = 1
LOCATING: Final[i64] = 2
OVER_: Final[i64] = 3

# Why a match is over.
NOT_OVER: Final[i64] = 0
BY_LOCATIONS: Final[i64] = 1
BY_CARDS: Final[i64] = 2
BY_RETIREMENT: Final[i64] = 3

# The grid. Ten locations reach 30 cells to either side and 19 up or down, so no rule ever leaves it.
WIDTH: Final[i64] = 64
HEIGHT: Final[i64] = 48
GRID: Final[i64] = 3072
ORIGIN_X: Final[i64] = 31
ORIGIN_Y: Final[i64] = 24
ORIGIN: Final[i64] = 1567
LOCATION_CELL: Final[i64] = 7

# Actions.
END: Final[i64] = 0
BASE_PLACE: Final[i64] = 1
BASE_NAZGUL: Final[i64] = 2241
BASE_RECALL: Final[i64] = 14533
BASE_LOCATE: Final[i64] = 45253
ACTIONS: Final[i64] = 48325

# What a turn has used up of F12.
MAIN_NONE: Final[i64] = 0
MAIN_ONES: Final[i64] = 1
MAIN_BIG: Final[i64] = 2

ALL_SPACES: Final[i64] = 1023

# Sections of the kernel's vector of numbers. By colour: four bits a kind.
FACE_BITS: Final[i64] = 15
HAND: Final[i64] = 0
UNSEEN: Final[i64] = 4
GONE: Final[i64] = 8
# By seat.
SIZE: Final[i64] = 12
HIDDEN: Final[i64] = 16
STACK: Final[i64] = 20
SCORE: Final[i64] = 24
NET: Final[i64] = 28
TOKENS: Final[i64] = 32
LEFT: Final[i64] = 36
# By colour, of the last scoring.
RANK: Final[i64] = 40
TOTAL: Final[i64] = 44
CARDS: Final[i64] = 48
PRIZE: Final[i64] = 52
LOSS: Final[i64] = 56
WON: Final[i64] = 60
# Left cells of the locations, and one bit per occupied cell, a number per row.
LAID: Final[i64] = 64
ROWS: Final[i64] = 74
# By colour, not dumped because it follows from the cells: where its cards may be covered, see `_fields`.
FIELDS: Final[i64] = 122
NUMBERS: Final[i64] = 126

HAND_LIMIT: Final[i64] = FIGURES.hand
MORIA_LOSS: Final[i64] = FIGURES.moria_loss
DECK_SIZE: Final[i64] = len(FIGURES.deck)


def _fields(value: int) -> int:
    """F13 for a card of `value`: ten bits per covering value 1 ... 6, bit 0 of each set where it beats the card."""
    return sum(1 << (10 * (cover - 1)) for cover in range(1, 7) if cover > value)


def _open_to_cover(cell: int) -> bool:
    """F14: whether some card may cover the cell's card; so is every card that a Nazgûl may hit (F15)."""
    return 1 <= cell & 7 <= 6 and cell & 7 != HOBBIT + 1 and cell >> 5 == 0


def _spaces(mask: int) -> int:
    """The spaces of a mask, ascending, four bits each and one more than their index, ended by zero bits."""
    packed = 0
    for space in reversed(range(10)):
        if mask >> space & 1:
            packed = packed << 4 | (space + 1)
    return packed


OFFSETS: Final = vec[i64]([-65, -64, -63, -62, -1, 2, 63, 64, 65, 66])
"""Space index to distance from the location's left cell, in reading order (F7)."""

VALUES: Final = vec[i64](
    [
        0 if cell & 7 in (0, 7) else (cell & 7) - 1 + (2 if cell >> 5 == RIVENDELL_1 else 0)
        for cell in range(256)
    ]
)
"""Cell byte to effective value (F13, F21)."""

COVER: Final = vec[i64]([_fields((cell & 7) - 1) if _open_to_cover(cell) else 0 for cell in range(256)])
"""Cell byte to `_fields` of its card, 0 where nothing may go on it."""

BITS: Final = vec[i64]([1 << bit for bit in range(63)])
"""Column to bit. A table, because mypyc shifts a literal in 32 bits: `i64(1) << 40` is not 2**40 when compiled."""

COLUMNS: Final = vec[i64]([_fields(-1) << space for space in range(10)])
"""Space to its bit in every field of `_fields`."""

SPACE_LIST: Final = vec[i64]([_spaces(mask) for mask in range(1024)])
"""Mask of spaces to `_spaces`."""

BLACK: Final = vec[i64]([int(location.black) for location in FIGURES.locations])
"""Location to base side, 1 for black (F2)."""

PRIZES: Final = vec[i64]([prize for location in FIGURES.locations for prize in location.prizes])
"""Location * 3 + place to success points (F2)."""

WINS: Final = vec[i64](
    [
        location.tokens[place] if place < len(location.tokens) else 0
        for location in FIGURES.locations
        for place in range(3)
    ]
)
"""Location * 3 + place to the ring token won, 0 for none (F2, F3)."""

TIES: Final = vec[i64](list(FIGURES.ties))
"""The order of one player's tied colours (F24)."""

DECK: Final = vec[i64](list(FIGURES.deck))
"""Card number of a one-coloured deck to kind."""

FULL: Final[i64] = sum(card.count << (4 * card.kind) for card in FIGURES.cards)
"""All cards of one colour, four bits a kind."""


def x_of(position: i64) -> i64:
    """F7's x of a grid position."""
    return (position & 63) - ORIGIN_X


def y_of(position: i64) -> i64:
    """F7's y of a grid position."""
    return (position >> 6) - ORIGIN_Y


def position(x: i64, y: i64) -> i64:
    """The grid position of F7's (x, y); -1 where no card can ever lie."""
    column: i64 = x + ORIGIN_X
    row: i64 = y + ORIGIN_Y
    if column < 0 or column >= WIDTH or row < 0 or row >= HEIGHT:
        return -1
    return row * WIDTH + column


def space_position(origin: i64, space: i64) -> i64:
    """The grid position of a space (0 ... 9) of the location whose left cell is `origin`."""
    return origin + OFFSETS[space]


def place_action(token: i64, face: i64, space: i64) -> i64:
    """Places a card from the hand, with a ring token or `NO_TOKEN`."""
    return BASE_PLACE + (token * FACES + face) * SPACES + space


def nazgul_action(colour: i64, target: i64) -> i64:
    """The colour's Nazgûl hits the card at grid position `target`, or with `GRID` goes on a free space."""
    return BASE_NAZGUL + colour * (GRID + 1) + target


def recall_action(source: i64, space: i64) -> i64:
    """Picks up the own card at grid position `source` and places it anew with the Lothlórien token (F22)."""
    return BASE_RECALL + source * SPACES + space


def locate_action(left: i64) -> i64:
    """Lays the next location with its left cell at a grid position."""
    return BASE_LOCATE + left
