"""Pure. A position of the card game as a fixed number of plain numbers, for programs that learn from arrays.

The one rule: what a seat may not know is not in its numbers, whatever the kernel that it is read from knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.core.game import Feature, Sizes
from gefaehrten.core.kernel import OVER, ROLL
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.names import face_of

COLOURS = range(tables.COLOURS)
FACES = tuple(face_of(colour, kind) for colour in COLOURS for kind in range(tables.KINDS))
"""Every face that there is, red to blue, value 0 to Nazgûl."""

TOKENS = range(1, tables.TOKEN_KINDS)
PLACED_VALUES = range(tables.NAZGUL)
MOST_SEATS = int(tables.COLOURS)
"""Seats and "nobody" are told as 1 ... 4 and 0."""

MOST_POINTS = 2 * sum(location.prizes[0] for location in FIGURES.locations)
"""A seat with two colours wins less than twice every first prize."""

RECALLS = sum(location.tokens.count(int(tables.LOTHLORIEN)) for location in FIGURES.locations)


def sizes(seats: int, cards: int) -> Sizes:
    """Bounds for a match of so many seats with so many cards in all decks."""
    # Every turn but one that lays a location ends by END, and has a placement, of a card from a hand or of one recalled
    # (F11, F22).
    length = 2 * (cards + RECALLS) + len(FIGURES.locations) - 1
    return Sizes(
        actions=int(tables.ACTIONS),
        length=length,
        rolls=1,
        sides=seats,
        features=(
            Feature("seat", 1, MOST_SEATS),
            Feature("request", 1, int(ROLL)),
            Feature("phase", 1, int(tables.OVER_)),
            Feature("mover", 1, MOST_SEATS),
            Feature("first", 1, MOST_SEATS),
            Feature("last_placer", 1, MOST_SEATS),
            Feature("stand_in", 1, 1),
            Feature("nazgul_table", 1, 1),
            Feature("turns", 1, length),
            Feature("black", 1, 1),
            Feature("main_this_turn", 1, int(tables.MAIN_BIG)),
            Feature("placed_this_turn", 1, cards + RECALLS),
            Feature("values_this_turn", len(PLACED_VALUES), 1),
            Feature("owner", len(COLOURS), MOST_SEATS),
            Feature("retired", seats, 1),
            Feature("hand_size", seats, int(tables.HAND_LIMIT)),
            Feature("stack", seats, cards),
            Feature("score", seats, MOST_POINTS + 1),
            Feature("tokens", seats * len(TOKENS), 1),
            Feature("fresh_tokens", seats * len(TOKENS), 1),
            Feature("own_hand", len(FACES), int(tables.HAND_LIMIT)),
            Feature("unseen", len(FACES), int(tables.FACE_BITS)),
            Feature("gone", len(FACES), int(tables.FACE_BITS)),
            Feature("location", len(FIGURES.locations), int(tables.GRID)),
            Feature("cell", int(tables.GRID), 255),
        ),
    )


def observe(kernel: GefaehrtenKernel, seat: int, *, secret: bool) -> list[int]:
    """The numbers of `sizes`, as the seat (`WATCHER`: everybody) may know them; docs/research.md says what each is.

    Args:
        secret: house rule `points=hidden` (F33): others' points are told as 0, known ones as one more than they are.
    """
    return [*map(int, _table(kernel, seat, secret)), *_cells(kernel)]


def _table(kernel: GefaehrtenKernel, seat: int, secret: bool) -> Iterator[int]:
    """All but the cells."""
    seats = range(kernel.seats())
    open_points = not secret or kernel.request() == OVER
    yield seat + 1
    yield kernel.request()
    yield kernel.phase()
    yield kernel.mover() + 1
    yield kernel.first() + 1
    yield kernel.last_placer() + 1
    yield kernel.stand_in()
    yield kernel.nazgul_table()
    yield kernel.turns()
    yield kernel.black()
    yield kernel.main_this_turn()
    yield kernel.placed_this_turn()
    for value in PLACED_VALUES:
        yield kernel.values_this_turn() >> value & 1
    for colour in COLOURS:
        yield kernel.owner(colour) + 1
    for each in seats:
        yield kernel.retired(each)
    for each in seats:
        yield kernel.hand_size(each)
    for each in seats:
        yield kernel.stack(each)
    for each in seats:
        yield kernel.score(each) + 1 if open_points or each == seat else 0
    for each in seats:
        for token in TOKENS:
            yield kernel.has_token(each, token)
    for each in seats:
        for token in TOKENS:
            yield kernel.token_fresh(each, token)
    hands = [0 if seat < 0 else int(kernel.hand(seat, face)) for face in FACES]
    yield from hands
    for face, own in zip(FACES, hands, strict=True):
        # What others hold counts as unseen, should the kernel know it.
        owner = kernel.owner(face >> 3)
        yield kernel.unseen(face) + (0 if owner < 0 else kernel.hand(owner, face) - own)
    for face in FACES:
        yield kernel.gone(face)
    for location in range(len(FIGURES.locations)):
        yield kernel.location_position(location) + 1


def _cells(kernel: GefaehrtenKernel) -> list[int]:
    """Every cell's byte. Cards and locations lie nowhere but on a location and on the ten spaces around one."""
    cells = [0] * int(tables.GRID)
    for location in range(kernel.locations_laid()):
        left = int(kernel.location_position(location))
        for position in (left, left + 1, *(left + int(offset) for offset in tables.OFFSETS)):
            cells[position] = int(kernel.cell(position))
    return cells
