"""Pure, compiled. The numbers that the kernel of the board game speaks in, and its look-up tables.

The one rule: everything here is a constant; figures of the game come from `data.toml`, codes are fixed here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.tuerme.data import AREAS, EVENTS, FIGURES, Cell

# The grid: the board's 16 x 8 squares with an edge around them, so that no step needs a test of bounds (T1).
WIDTH: Final[i64] = 18
HEIGHT: Final[i64] = 10
GRID: Final[i64] = 180
LAST_COLUMN: Final[i64] = 16

# What is on a square. A pawn is PAWN + its colour.
EMPTY: Final[i64] = 0
ORC: Final[i64] = 1
PAWN: Final[i64] = 2
TOWER: Final[i64] = 6
EDGE: Final[i64] = 7

# Pawns (T8), in the order in which they are placed.
GREEN: Final[i64] = 0
RED: Final[i64] = 1
BLUE: Final[i64] = 2
YELLOW: Final[i64] = 3
COLOURS: Final[i64] = 4
MOST_SEATS: Final[i64] = 4

# Directions, clockwise from the north; even ones are orthogonal (T12).
DIRECTIONS: Final[i64] = 8
NORTH: Final[i64] = 0
SOUTH: Final[i64] = 4
NO_HEADING: Final[i64] = -1

ORTHOGONAL: Final[i64] = 0
DIAGONAL: Final[i64] = 1
ANY: Final[i64] = 2
SYMBOLS: Final[i64] = 3

FAR: Final[i64] = 99
"""More strength than any card has: there is no way."""

# Towers, and the sides that Orcs come from (T6).
ORTHANC: Final[i64] = 0
BARAD_DUR: Final[i64] = 1

CARDS: Final[i64] = 32
NO_CARD: Final[i64] = -1
TILE_KINDS: Final[i64] = 4
ORC_CARDS: Final[i64] = 9
EVENT_CARDS: Final[i64] = 14
NO_EVENT: Final[i64] = -1

# Event cards, numbered as in `data.EVENTS` (T20).
MINAS_TIRITH: Final[i64] = 0
EASTERLINGS: Final[i64] = 1
EDORAS: Final[i64] = 2
FANGORN: Final[i64] = 3
ELVEN_WARRIORS: Final[i64] = 4
WILD_MEN: Final[i64] = 5
HELMS_DEEP: Final[i64] = 6
THEODEN: Final[i64] = 7
MERRY_AND_PIPPIN: Final[i64] = 8
AMON_HEN: Final[i64] = 9
ROHAN: Final[i64] = 10
EOWYN: Final[i64] = 11
FRODO_AND_SAM: Final[i64] = 12
GRIMA: Final[i64] = 13

# House rule `rings` (T9).
ONE_RING: Final[i64] = 0
SECOND_AT_ONE: Final[i64] = 1
SECOND_AT_BOTH: Final[i64] = 2

# Phases.
RINGING: Final[i64] = 0  # ROLL: which tower has the second ring
DEALING: Final[i64] = 1  # DEAL: the first hands
SETTING: Final[i64] = 2  # DECIDE: where a pawn begins
ORCS: Final[i64] = 3  # ROLL: which Orc card
HERO: Final[i64] = 4  # DECIDE: which hero card, which pawn
MOVING: Final[i64] = 5  # DECIDE: step by step
DRAWING: Final[i64] = 6  # DEAL: the new hero card
TILES: Final[i64] = 7  # ROLL: the back of a defeated tile
EVENT: Final[i64] = 8  # ROLL: which event card
CHOOSING: Final[i64] = 9  # DECIDE: what an event leaves open
PASSING: Final[i64] = 10  # PASS: the Wild Men
REPLACING: Final[i64] = 11  # DEAL: for what Gríma took
OVER_: Final[i64] = 12

# Why a match is over.
NOT_OVER: Final[i64] = 0
BY_ENT: Final[i64] = 1
BY_CHAIN: Final[i64] = 2
BY_TIME: Final[i64] = 3
BY_RETIREMENT: Final[i64] = 4

# Actions.
STOP: Final[i64] = 0
BASE_STEP: Final[i64] = 1  # + direction
BASE_JUMP: Final[i64] = 9  # + position: Shadowfax
BASE_PLAY: Final[i64] = 189  # + card * 4 + colour of the pawn
BASE_WITHOUT: Final[i64] = 317  # + card: played without a move
BASE_SET: Final[i64] = 349  # + position: a pawn begins there
BASE_PAWN: Final[i64] = 529  # + colour: which of two pawns an event is about
BASE_AIM: Final[i64] = 533  # + colour * 8 + direction: the Elven warriors
BASE_PICK: Final[i64] = 565  # + position: an Orc that an event removes
BASE_DISCARD: Final[i64] = 745  # + card: Gríma
ACTIONS: Final[i64] = 777

# The vector of numbers. First what replicas differ in: masks of cards, by seat ...
HAND: Final[i64] = 0  # cards known in the seat's hand
HIDDEN: Final[i64] = 4  # how many more there are
SEEN: Final[i64] = 8  # cards known in any hand that the seat has seen
UNSEEN: Final[i64] = 12  # cards in the draw deck or unknown in a hand
# ... then what everybody knows.
PUBLIC: Final[i64] = 13
SEATS: Final[i64] = 13
RINGS: Final[i64] = 14
REQUEST: Final[i64] = 15
PHASE: Final[i64] = 16
MOVER: Final[i64] = 17
TURNS: Final[i64] = 18
ROUND: Final[i64] = 19  # turns of the game that have begun
DUE: Final[i64] = 20  # the seat that gets cards, or sets a pawn
OWED: Final[i64] = 21  # so many cards
STACK: Final[i64] = 22  # cards in the draw deck
DISCARD: Final[i64] = 23  # mask of the cards played and not shuffled back
STOCK: Final[i64] = 24  # tiles that can still enter
ENT: Final[i64] = 25
ORC_LEFT: Final[i64] = 26  # mask of the Orc cards not turned over yet
EVENTS_LEFT: Final[i64] = 27  # mask
RETIRED: Final[i64] = 28  # mask
ENDING: Final[i64] = 29
CARD: Final[i64] = 30  # the hero card in play
MARCHER: Final[i64] = 31  # the colour of the pawn that moves, -1 for none
LEFT: Final[i64] = 32  # strength left
HEADING: Final[i64] = 33
TURNED: Final[i64] = 34  # 1 once the direction has changed
WALKED: Final[i64] = 35  # spaces moved
HAPPENING: Final[i64] = 36  # the event being carried out
CHOOSER: Final[i64] = 37
PICKS: Final[i64] = 38  # Orcs, or cards, still to be picked
PICKED: Final[i64] = 39  # the position, or strength, of the last one
CHOSEN: Final[i64] = 40  # the pawn that the event is about, -1 while it is open
REVEALER: Final[i64] = 41
PASSED: Final[i64] = 42  # 1 until the next step after hands were passed on
LAST_ORCS: Final[i64] = 43  # the Orc card turned over last, -1 for none
RINGED: Final[i64] = 44  # the tower with the second ring, -1 for none or both
SIZE: Final[i64] = 45  # by seat: cards in hand
POINTS: Final[i64] = 49
KEPT: Final[i64] = 53  # tiles kept
PENDING: Final[i64] = 57  # tiles defeated and not turned over yet
PAWNS: Final[i64] = 61  # by colour: position, 0 for none
POOL: Final[i64] = 65  # by kind of back: tiles that nobody has seen
OPENER: Final[i64] = 69  # who had the first turn, -1 before it
NUMBERS: Final[i64] = 70

HAND_SIZE: Final[i64] = FIGURES.hand
TRACK: Final[i64] = FIGURES.track
MOST_TURNS: Final[i64] = FIGURES.most_turns
DISCARDED: Final[i64] = FIGURES.discarded
REACH: Final[i64] = FIGURES.reach
TO_PICK: Final[i64] = FIGURES.picked
EAST_ROW: Final[i64] = FIGURES.easterlings[0]
EAST_TILES: Final[i64] = FIGURES.easterlings[1]
ALL_TILES: Final[i64] = sum(tile.count for tile in FIGURES.tiles)
ALL_ORC_CARDS: Final[i64] = (1 << len(FIGURES.orcs)) - 1
ALL_EVENTS: Final[i64] = (1 << len(EVENTS)) - 1
ALL_CARDS: Final[i64] = (1 << len(FIGURES.cards)) - 1


def _position(cell: Cell) -> int:
    return cell[1] * 18 + cell[0]


_BARAD_DUR = FIGURES.mirrored(FIGURES.orthanc)
_RINGS = (FIGURES.ring, FIGURES.mirrored(FIGURES.ring))
_SECOND_RINGS = (FIGURES.second_ring, FIGURES.mirrored(FIGURES.second_ring))


def _ground(position: int) -> int:
    column, row = position % 18, position // 18
    if not (1 <= column <= FIGURES.columns and 1 <= row <= FIGURES.rows):
        return 7
    return 6 if (column, row) in FIGURES.orthanc or (column, row) in _BARAD_DUR else 0


def _touches(position: int) -> int:
    """1 where a square adjoins Orthanc with a side, 2 for Barad-dûr, 0 elsewhere (T22)."""
    if _ground(position):
        return 0
    around = [(position + step) for step in (-18, 1, 18, -1)]
    cells = [(near % 18, near // 18) for near in around]
    return 1 if any(c in FIGURES.orthanc for c in cells) else 2 if any(c in _BARAD_DUR for c in cells) else 0


BITS: Final = vec[i64]([1 << bit for bit in range(62)])
"""A table, because mypyc shifts a literal in 32 bits."""

STEPS: Final = vec[i64]([-18, -17, 1, 19, 18, 17, -1, -19])
"""Direction to distance on the grid."""

GROUND: Final = bytes(_ground(position) for position in range(180))
"""What every match begins with on each square: nothing, a tower or the edge."""

TOUCHES: Final = vec[i64]([_touches(position) for position in range(180)])
"""Position to `_touches`."""

SQUARES: Final = vec[i64]([position for position in range(180) if _ground(position) == 0])
"""All spaces, ascending."""

RING: Final = vec[i64]([position for ring in _RINGS for position in sorted(map(_position, ring))])
"""Tower * 5 + number to the spaces of its ring, ascending (T1)."""

RING_SIZE: Final[i64] = len(FIGURES.ring)

SECOND_RING: Final = vec[i64]([_position(cell) for ring in _SECOND_RINGS for cell in ring])
"""Tower * 7 + number to the spaces of its second ring (T9)."""

SECOND_SIZE: Final[i64] = len(FIGURES.second_ring)

AREA: Final = vec[i64]([_position(cell) for cells in FIGURES.areas for cell in cells])
"""The spaces of all areas one after the other, each as `AREA_FROM` says."""

AREA_FROM: Final = vec[i64]([sum(map(len, FIGURES.areas[:area])) for area in range(len(FIGURES.areas) + 1)])
"""Area to its first entry in `AREA`; the next area's is behind its last one."""

AREA_AMON_HEN: Final[i64] = AREAS.index("amon_hen")
AREA_FANGORN: Final[i64] = AREAS.index("fangorn")
AREA_HELMS_DEEP: Final[i64] = AREAS.index("helms_deep")
AREA_ROHAN: Final[i64] = AREAS.index("rohan")
AREA_MINAS_TIRITH: Final[i64] = AREAS.index("minas_tirith")
EDORAS_SPACE: Final[i64] = _position(FIGURES.areas[AREAS.index("edoras")][0])

STRENGTH: Final = vec[i64]([card.strength for card in FIGURES.cards])
SYMBOL: Final = vec[i64]([card.symbol for card in FIGURES.cards])
SHADOWFAX: Final = vec[i64]([int(card.shadowfax) for card in FIGURES.cards])

TILE_POINTS: Final = vec[i64]([tile.points for tile in FIGURES.tiles])
TILE_ENT: Final = vec[i64]([int(tile.ent) for tile in FIGURES.tiles])
TILE_COUNT: Final = vec[i64]([tile.count for tile in FIGURES.tiles])

ORC_ROW: Final = vec[i64]([side[0] for card in FIGURES.orcs for side in (card.isengard, card.mordor)])
"""Orc card * 2 + tower to the row that Orcs enter, 0 for none (T6)."""

ORC_TILES: Final = vec[i64]([side[1] for card in FIGURES.orcs for side in (card.isengard, card.mordor)])
"""The same to how many."""

GROUP: Final = vec[i64]([sum(1 << event for event in group) for group in FIGURES.groups])
"""Number on the back, less one, to the mask of its event cards (T7)."""

GROUPS: Final[i64] = 3


def position(column: i64, row: i64) -> i64:
    """The grid position of a square of the board."""
    return row * WIDTH + column


def column_of(spot: i64) -> i64:
    """The column of a grid position, 1 the westernmost."""
    return spot % WIDTH


def row_of(spot: i64) -> i64:
    """The row of a grid position, 1 the northernmost."""
    return spot // WIDTH


def turnable(symbol: i64, heading: i64, direction: i64) -> bool:
    """Whether a card lets a pawn change from one direction to another one (T12)."""
    change: i64 = (direction - heading) & 7
    if symbol == ANY:
        return change != 0 and change != 4
    return change == 2 or change == 6


def startable(symbol: i64, direction: i64) -> bool:
    """Whether a card lets a pawn begin in a direction (T12)."""
    return symbol == ANY or (direction & 1) == symbol


def bits(mask: i64) -> i64:
    """How many bits of a mask are set."""
    count: i64 = 0
    while mask != 0:
        mask = mask & (mask - 1)
        count += 1
    return count


def nth(mask: i64, number: i64) -> i64:
    """Which bit is the set one with so many set ones below it."""
    bit: i64 = 0
    while True:
        if mask & 1 != 0:
            if number == 0:
                return bit
            number -= 1
        mask = mask >> 1
        bit += 1
