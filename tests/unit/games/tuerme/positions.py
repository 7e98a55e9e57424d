"""Pure. Hand-made positions of the board game, drawn as boards.

The one rule: a position is put together as a dump, number by number, with none of the kernel's rules; so what a test
expects does not come from the code that it tests.

A board is eight rows of sixteen signs: `.` free, `o` an Orc, `#` a tower, `G R B Y` pawns. Rows may be left out at the
end; spaces between signs do not count.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, ROLL
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import EVENTS, FIGURES
from gefaehrten.games.tuerme.kernel import TuermeKernel, load
from gefaehrten.games.tuerme.names import card_word

Cell = tuple[int, int]
PAWNS = "GRBY"
N, NE, E, SE, S, SW, W, NW = range(8)

EMPTY_BOARD = """
    ##..............
    ##..............
    ................
    ................
    ................
    ................
    ..............##
    ..............##
"""


def strongest(symbol: str) -> int:
    """The strongest card with a symbol that has no Shadowfax."""
    number = "ODA".index(symbol)
    found = [card for card, figures in enumerate(FIGURES.cards) if figures.symbol == number]
    plain = [card for card in found if not FIGURES.cards[card].shadowfax]
    return max(plain, key=lambda card: FIGURES.cards[card].strength)


def weakest(symbol: str) -> int:
    """The weakest card with a symbol that has no Shadowfax."""
    number = "ODA".index(symbol)
    found = [card for card, figures in enumerate(FIGURES.cards) if figures.symbol == number]
    plain = [card for card in found if not FIGURES.cards[card].shadowfax]
    return min(plain, key=lambda card: FIGURES.cards[card].strength)


def named(word: str) -> int:
    """A card by its word in notation."""
    return next(card for card in range(len(FIGURES.cards)) if card_word(card) == word)


GANDALF = max(
    (card for card in range(len(FIGURES.cards)) if FIGURES.cards[card].shadowfax),
    key=lambda card: FIGURES.cards[card].strength,
)


def strength(card: int) -> int:
    return FIGURES.cards[card].strength


def spot(cell: Cell) -> int:
    """F the grid's number of a square: rows of 18, an edge around."""
    return cell[1] * 18 + cell[0]


def read(board: str) -> dict[Cell, str]:
    """What stands on each square of a drawing."""
    rows = ["".join(row.split()) for row in board.strip().splitlines()]
    assert all(len(row) == 16 for row in rows), "a row has sixteen squares"
    return {(x + 1, y + 1): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}


def position(
    board: str = EMPTY_BOARD,
    *,
    seats: int = 4,
    rings: int = 0,
    mover: int = 0,
    hands: Mapping[int, list[int]] | None = None,
    ent: int = 0,
    events: list[str] | None = None,
    stock: int | None = None,
    stack: int | None = None,
    discard: list[int] | None = None,
    points: list[int] | None = None,
    tiles: list[int] | None = None,
    pending: Mapping[int, int] | None = None,
    orc_cards: list[int] | None = None,
    round: int = 1,
    phase: int = int(t.HERO),
    retired: tuple[int, ...] = (),
) -> TuermeKernel:
    """A position with full knowledge in which the mover is to play a card.

    Args:
        hands: cards by seat; three of the lowest numbers that nobody is said to hold where a seat is not named.
        events: keys of the event cards still there; all where None.
        phase: `HERO`; `ORCS`, `TILES` or `EVENT` for what is to be drawn.
    """
    kernel = TuermeKernel(seats, rings)
    numbers = kernel.dump()
    numbers[: t.PUBLIC] = [0] * int(t.PUBLIC)
    said = dict(hands or {})
    gone = set(discard or ())
    used = gone | {card for hand in said.values() for card in hand}
    free = [card for card in range(32) if card not in used]
    for seat in range(seats):
        if seat not in said and seat not in retired:
            said[seat] = [free.pop(0) for _ in range(3)]
    for seat, hand in said.items():
        numbers[t.HAND + seat] = sum(1 << card for card in hand)
        numbers[t.SEEN + seat] = numbers[t.HAND + seat]
        numbers[t.SIZE + seat] = len(hand)
    held = {card for hand in said.values() for card in hand}
    numbers[t.UNSEEN] = sum(1 << card for card in range(32) if card not in held | gone)
    numbers[t.DISCARD] = sum(1 << card for card in gone)
    numbers[t.STACK] = 32 - len(held) - len(gone) if stack is None else stack
    numbers[t.MOVER] = mover
    numbers[t.CHOOSER] = mover if phase == t.HERO else -1
    numbers[t.DUE], numbers[t.OWED] = -1, 0
    numbers[t.REQUEST] = int(DECIDE if phase == t.HERO else ROLL)
    numbers[t.PHASE] = phase
    numbers[t.ROUND] = round
    numbers[t.ENT] = ent
    if events is not None:
        numbers[t.EVENTS_LEFT] = sum(1 << EVENTS.index(key) for key in events)
    numbers[t.RETIRED] = sum(1 << seat for seat in retired)
    if orc_cards is not None:
        numbers[t.ORC_LEFT] = sum(1 << card for card in orc_cards)
    for seat in range(seats):
        numbers[t.POINTS + seat] = points[seat] if points else 0
        numbers[t.KEPT + seat] = tiles[seat] if tiles else 0
        numbers[t.PENDING + seat] = (pending or {}).get(seat, 0)
    if phase in (t.TILES, t.EVENT):
        numbers[t.REVEALER] = next(
            seat
            for seat in ((mover + step) % seats for step in range(seats))
            if (pending or {}).get(seat, 0) or phase == t.EVENT
        )
    signs = read(board)
    orcs = sum(sign == "o" for sign in signs.values())
    numbers[t.STOCK] = 150 - orcs if stock is None else stock
    squares = [int(square) for square in t.SQUARES]
    for index, square in enumerate(squares):
        sign = signs.get((square % 18, square // 18), ".")
        value = 1 if sign == "o" else 2 + PAWNS.index(sign) if sign in PAWNS else 0
        numbers[int(t.NUMBERS) + index] = value
        if value >= 2:
            numbers[t.PAWNS + value - 2] = square
    return load(seats, rings, numbers)


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
# One for all: a compiled kernel that is handed a vector by plain Python never lets go of it.


def legal(kernel: TuermeKernel) -> list[int]:
    return [int(_ROOM[index]) for index in range(kernel.legal_actions(_ROOM))]


def orcs(kernel: TuermeKernel) -> set[Cell]:
    """Where Orcs stand."""
    return {(s % 18, s // 18) for s in map(int, t.SQUARES) if kernel.cell(s) == 1}


def where(kernel: TuermeKernel, pawn: str) -> Cell:
    at = int(kernel.pawn(PAWNS.index(pawn)))
    return at % 18, at // 18


def play(kernel: TuermeKernel, card: int, pawn: str = "G") -> TuermeKernel:
    kernel.check(play_action(card, pawn))
    kernel.apply(play_action(card, pawn))
    return kernel


def play_action(card: int, pawn: str = "G") -> int:
    return int(t.BASE_PLAY) + card * 4 + PAWNS.index(pawn)


def without(card: int) -> int:
    return int(t.BASE_WITHOUT) + card


def walk(kernel: TuermeKernel, *ways: int) -> TuermeKernel:
    for way in ways:
        kernel.check(1 + way)
        kernel.apply(1 + way)
    return kernel


def steps(kernel: TuermeKernel) -> set[int]:
    """The directions in which the pawn may go on."""
    return {action - 1 for action in legal(kernel) if 1 <= action <= 8}


def stop(kernel: TuermeKernel) -> TuermeKernel:
    kernel.check(0)
    kernel.apply(0)
    return kernel


def jump(kernel: TuermeKernel, cell: Cell) -> TuermeKernel:
    kernel.check(int(t.BASE_JUMP) + spot(cell))
    kernel.apply(int(t.BASE_JUMP) + spot(cell))
    return kernel


def pick(cell: Cell) -> int:
    return int(t.BASE_PICK) + spot(cell)


def deal(kernel: TuermeKernel) -> TuermeKernel:
    """Deals the lowest unseen cards until something else is due."""
    while kernel.request() == 2:
        if kernel.stack() == 0:
            kernel.deal(min(card for card in range(32) if kernel.discard() >> card & 1))
        else:
            kernel.deal(min(card for card in range(32) if kernel.unseen() >> card & 1))
    return kernel


def tile(kernel: TuermeKernel, points: int, *, ent: bool = False) -> TuermeKernel:
    """The tile to be turned over is one with this back."""
    assert kernel.phase() == t.TILES
    value = 0
    for kind, figures in enumerate(FIGURES.tiles):
        if (figures.points, figures.ent) == (points, ent):
            kernel.roll(value)
            return kernel
        value += int(kernel.pool(kind))
    raise AssertionError("there is no such back")


def event(kernel: TuermeKernel, key: str) -> TuermeKernel:
    """The event card on top is this one."""
    assert kernel.phase() == t.EVENT
    left = [number for number in range(14) if kernel.top_events() >> number & 1]
    kernel.roll(left.index(EVENTS.index(key)))
    return kernel


def orc_card(kernel: TuermeKernel, number: int) -> TuermeKernel:
    """The Orc card turned over is this one."""
    assert kernel.phase() == t.ORCS
    kernel.roll([card for card in range(9) if kernel.orc_cards() >> card & 1].index(number))
    return kernel


def happens(
    board: str = EMPTY_BOARD, key: str = "", *, owner: int = 0, ent: int = 0, **more: object
) -> TuermeKernel:
    """The position after the event card, turned over for a tile of `owner`; other groups' cards are gone."""
    kernel = position(
        board,
        events=[key, *[other for other in EVENTS if EVENTS.index(other) > EVENTS.index(key)]],
        phase=int(t.TILES),
        pending={owner: 1},
        ent=ent,
        **more,  # type: ignore[arg-type]
    )
    tile(kernel, 1, ent=True)
    return event(kernel, key)


def clause(kernel: TuermeKernel, action: int) -> str:
    """The clause with which the kernel refuses an action."""
    with pytest.raises(IllegalAction) as refused:
        kernel.check(action)
    assert str(refused.value)
    return refused.value.clause
