"""Pure. Hand-made positions of the card game for the kernel's tests, written in words and printed as boards.

The one rule: a position is put together as a dump, number by number, with none of the kernel's rules; so what a test
expects does not come from the code that it tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import DEAL, DECIDE, MAX_ACTIONS
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel, load
from gefaehrten.games.gefaehrten.tables import LOCATING, PLACING

OWNERS: Mapping[int, list[int]] = {2: [1, 0, 0, 1], 3: [0, 1, 2, -1], 4: [0, 1, 2, 3]}
"""Seat per colour. Two seats as in F4: seat 0 yellow and green, seat 1 red and blue."""

COUNTS = (1, 7, 4, 4, 4, 1, 1)
"""F1: cards per kind 0 ... 5 and Nazgûl in each colour."""

LETTERS = "rygb"
TOKENS = ("none", "bag_end", "bree", "weathertop", "rivendell_1", "rivendell_2", "lothlorien")
LABELS = "1234567890"
SHIFTS = ((-1, -1), (0, -1), (1, -1), (2, -1), (-1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (2, 1))
"""F7: the ten spaces around a location at (0, 0), in the order of their labels."""

BLACK = (False, False, True, True, False, False, True, True, False, True)
"""F2: base side of each location."""

BAG_END, BREE, WEATHERTOP, FORD, RIVENDELL, CARADHRAS, GATE, MORIA, LOTHLORIEN, AMON_HEN = range(10)
"""The locations by index."""

HEAD = (
    "seats",
    "table",
    "request",
    "phase",
    "mover",
    "first",
    "turns",
    "location",
    "origin",
    "free",
    "black",
    "main",
    "values",
    "placed",
    "fresh",
    "last_placer",
    "retired",
    "deal_seat",
    "deal_left",
    "scorings",
    "scored",
    "stand_in",
    "ending",
)
"""The numbers of a dump that follow the knowledge of hidden cards, in their order."""

END = 0


def cell_at(x: int, y: int) -> int:
    """The grid position of F7's (x, y)."""
    return (y + 24) * 64 + x + 31


def space(label: str, at: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The cell of a space of the location at `at`."""
    dx, dy = SHIFTS[LABELS.index(label)]
    return at[0] + dx, at[1] + dy


def face(card: str) -> int:
    """The face of a card written as its colour's letter and its value, `N` for the Nazgûl: `"r4"`."""
    return LETTERS.index(card[0]) * 8 + (6 if card[1] == "N" else int(card[1]))


def byte(card: str) -> int:
    """The cell byte of a card on the table: `"r4"`, `"r4+bree"`."""
    name, _, token = card.partition("+")
    code = face(name)
    return ((code & 7) + 1) | code & 24 | (TOKENS.index(token) if token else 0) << 5


def position(
    *,
    seats: int = 3,
    table: bool = False,
    location: int = BAG_END,
    at: tuple[int, int] = (0, 0),
    earlier: Sequence[tuple[int, int]] = (),
    spaces: Mapping[str, str] | None = None,
    cells: Mapping[tuple[int, int], str] | None = None,
    mover: int = 0,
    hands: Mapping[int, str] | None = None,
    stacks: Mapping[int, int] | None = None,
    unknown: Mapping[int, int] | None = None,
    tokens: Mapping[int, Sequence[str]] | None = None,
    fresh: Sequence[str] = (),
    scores: Sequence[int] = (),
    last_placer: int = -1,
    placed: str = "",
    main: int = 0,
    locating: bool = False,
    black: bool | None = None,
) -> GefaehrtenKernel:
    """A position in which a seat decides.

    Args:
        seats: 2, 3 or 4 with the colours of `OWNERS`.
        table: house rule `nazgul_range=table`.
        location: index of the current location, whose left cell is `at`.
        at: F7 coordinates of the current location.
        earlier: left cells of scored locations.
        spaces: cards on the current location's spaces by label.
        cells: other cards by F7 coordinates.
        mover: the seat that decides.
        hands: known hand cards by seat, `"r1 r1 rN"`; a seat that is not named has none.
        stacks: cards in each stack, by default all that are left; what is cut off has left the game. The cards of
            lower value stay.
        unknown: hand cards by seat that the replica does not know.
        tokens: ring tokens held by seat.
        fresh: those of them that were won in this turn.
        scores: success points by seat.
        last_placer: the seat that made the last placement.
        placed: printed values placed in this turn, `"14"`; the Nazgûl counts as `"N"`.
        main: what of F12 the turn has used up, 0 nothing, 1 the 1s, 2 the one card of value 2-5.
        locating: the location has been scored and the mover owes the next one.
        black: the side now; by default the location's own.
    """
    owners = OWNERS[seats]
    grid: dict[int, int] = {}
    for x, y in (*earlier, at):
        grid[cell_at(x, y)] = grid[cell_at(x + 1, y)] = 7
    for label, card in (spaces or {}).items():
        grid[cell_at(*space(label, at))] = byte(card)
    for (x, y), card in (cells or {}).items():
        grid[cell_at(x, y)] = byte(card)
    hand, unseen, gone = [0] * 4, [0] * 4, [0] * 4
    size, hidden, stack = [0] * 4, [0] * 4, [0] * 4
    for seat, names in (hands or {}).items():
        for name in names.split():
            assert owners[face(name) >> 3] == seat, f"{name} is not seat {seat}'s card"
            hand[face(name) >> 3] += 1 << 4 * (face(name) & 7)
            size[seat] += 1
    for seat in range(seats):
        hidden[seat] = (unknown or {}).get(seat, 0)
        size[seat] += hidden[seat]
        rest = []
        for colour in (colour for colour in range(4) if owners[colour] == seat):
            for kind, count in enumerate(COUNTS):
                seen = hand[colour] >> 4 * kind & 15
                seen += sum(value != 7 and value & 31 == (kind + 1 | colour << 3) for value in grid.values())
                assert seen <= count, f"too many {LETTERS[colour]}{kind}"
                rest += [(kind, colour)] * (count - seen)
        rest.sort()
        stack[seat] = (stacks or {}).get(seat, len(rest) - hidden[seat])
        for index, (kind, colour) in enumerate(rest):
            pile = unseen if index < stack[seat] + hidden[seat] else gone
            pile[colour] += 1 << 4 * kind
    held = [0] * 4
    for seat, kept in (tokens or {}).items():
        held[seat] = sum(1 << TOKENS.index(name) for name in kept)
    head = {
        "seats": seats,
        "table": int(table),
        "request": DECIDE,
        "phase": LOCATING if locating else PLACING,
        "mover": mover,
        "first": 0,
        "turns": 0,
        "location": location,
        "origin": cell_at(*at),
        "free": sum(1 << i for i, label in enumerate(LABELS) if cell_at(*space(label, at)) not in grid),
        "black": int(BLACK[location] if black is None else black),
        "main": main,
        "values": sum(1 << int(value) for value in set(placed) - {"N"}),
        "placed": len(placed),
        "fresh": sum(1 << TOKENS.index(name) for name in fresh),
        "last_placer": last_placer,
        "retired": 0,
        "deal_seat": -1,
        "deal_left": 0,
        "scorings": location + int(locating),
        "scored": location if locating else location - 1,
        "stand_in": 0,
        "ending": 0,
    }
    laid = [cell_at(*place) for place in (*earlier, at)]
    laid = [-1] * (location + 1 - len(laid)) + laid + [-1] * (9 - location)
    dump = [*hand, *unseen, *hidden, *(int(head[name]) for name in HEAD), *owners, *gone, *size, *stack]
    dump += [*scores, *[0] * (4 - len(scores)), 0, 0, 0, 0, *held, 0, 0, 0, 0, *[0] * 24, *laid]
    dump += [sum(1 << spot % 64 for spot in grid if spot // 64 == row) for row in range(48)]
    for spot in sorted(grid):
        dump += [spot, grid[spot]]
    return load(seats, owners, table, dump)


def place(card: str, label: str, token: str = "none") -> int:
    """Places a card from the hand on the space with a label."""
    return 1 + (TOKENS.index(token) * 32 + face(card)) * 10 + LABELS.index(label)


def nazgul(colour: str, cell: tuple[int, int] | None) -> int:
    """A Nazgûl hits the card on a cell, or goes on a free space."""
    return 2241 + LETTERS.index(colour) * 3073 + (3072 if cell is None else cell_at(*cell))


def recall(cell: tuple[int, int], label: str) -> int:
    """Picks up the card on a cell and places it on the space with a label."""
    return 14533 + cell_at(*cell) * 10 + LABELS.index(label)


def locate(x: int, y: int) -> int:
    """Lays the next location with its left cell on (x, y)."""
    return 45253 + cell_at(x, y)


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
# One for all: a compiled kernel that is handed a vector by plain Python never lets go of it.


def legal(kernel: GefaehrtenKernel) -> list[int]:
    """The legal actions as the kernel writes them."""
    return [_ROOM[index] for index in range(kernel.legal_actions(_ROOM))]


def clause(kernel: GefaehrtenKernel, action: int) -> str | None:
    """The clause that `check` names against an action, None where it is legal."""
    try:
        kernel.check(action)
    except IllegalAction as refused:
        return refused.clause
    return None


def play(kernel: GefaehrtenKernel, *actions: int) -> GefaehrtenKernel:
    """A copy on which the actions were taken, each found legal first."""
    kernel = kernel.clone()
    for action in actions:
        assert action in legal(kernel), f"{action} is not legal:\n{board(kernel)}"
        kernel.apply(action)
    return kernel


def refill(kernel: GefaehrtenKernel, cards: str = "") -> GefaehrtenKernel:
    """A copy on which all open deals are fulfilled, by `cards` and then by the lowest unseen cards."""
    kernel = kernel.clone()
    names = cards.split()
    while kernel.request() == DEAL:
        seat = kernel.actor()
        unseen = [
            number for number in range(32) if kernel.owner(number >> 3) == seat and kernel.unseen(number)
        ]
        kernel.deal(face(names.pop(0)) if names else unseen[0])
    return kernel


def card_text(value: int) -> str:
    """A cell byte in three characters: colour and value, a star for a token."""
    if value == 0:
        return " . "
    if value & 7 == 7:
        return "###"
    return LETTERS[value >> 3 & 3] + str((value & 7) - 1) + ("*" if value >> 5 else " ")


def board(kernel: GefaehrtenKernel) -> str:
    """The table as text with its rows numbered, the current location as `>>>`, other locations as `###`."""
    taken = [spot for spot in range(3072) if kernel.cell(spot)]
    rows = range(min(taken) // 64 - 1, max(taken) // 64 + 2)
    columns = range(min(spot % 64 for spot in taken) - 1, max(spot % 64 for spot in taken) + 2)
    lines = []
    for row in rows:
        texts = []
        for spot in (row * 64 + column for column in columns):
            texts.append(">>>" if spot - kernel.origin() in (0, 1) else card_text(kernel.cell(spot)))
        lines.append(f"{row - 24:4d} " + " ".join(texts).rstrip())
    return "\n".join(lines)
