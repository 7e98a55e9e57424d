"""Pure. A position of the board game as a fixed number of plain numbers, for programs that learn from arrays.

The one rule: what a seat may not know is not in its numbers, whatever the kernel that it is read from knows.
"""

from __future__ import annotations

from gefaehrten.core.game import Feature, Sizes
from gefaehrten.core.kernel import OVER, PASS
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import EVENTS, FIGURES
from gefaehrten.games.tuerme.kernel import TuermeKernel

SEATS = int(t.MOST_SEATS)
SPOTS = int(t.GRID)
TILES = int(t.ALL_TILES)
MOST_STEPS = max(card.strength for card in FIGURES.cards)
MOST_POINTS = sum(tile.points * tile.count for tile in FIGURES.tiles)


def sizes(seats: int) -> Sizes:
    """Bounds for a match of so many seats.

    A turn of the game is a card, no more steps than strength, a stop; an event leaves no more than three things to
    choose. A turn rolls for an Orc card; each tile is turned over once, and each event card.
    """
    events = len(EVENTS)
    turns = int(t.MOST_TURNS)
    return Sizes(
        actions=int(t.ACTIONS),
        length=turns * (MOST_STEPS + 2) + 3 * events + int(t.COLOURS),
        rolls=1 + turns + TILES + events,
        sides=TILES,
        winnerless=True,
        features=(
            Feature("seat", 1, SEATS),
            Feature("request", 1, int(PASS)),
            Feature("phase", 1, int(t.OVER_)),
            Feature("actor", 1, SEATS),
            Feature("mover", 1, SEATS),
            Feature("turns", 1, 2 * turns + 3 * events + int(t.COLOURS)),
            Feature("round", 1, turns),
            Feature("ent", 1, int(t.TRACK)),
            Feature("stock", 1, TILES),
            Feature("stack", 1, int(t.CARDS)),
            Feature("card", 1, int(t.CARDS)),
            Feature("marcher", 1, int(t.COLOURS)),
            Feature("strength_left", 1, MOST_STEPS),
            Feature("heading", 1, int(t.DIRECTIONS)),
            Feature("turned", 1, 1),
            Feature("happening", 1, events),
            Feature("revealer", 1, SEATS),
            Feature("chosen", 1, int(t.COLOURS)),
            Feature("picks", 1, 2),
            Feature("picked", 1, SPOTS),
            Feature("pool", int(t.TILE_KINDS), TILES),
            Feature("orc_cards", int(t.ORC_CARDS), 1),
            Feature("events_left", events, 1),
            Feature("retired", seats, 1),
            Feature("hand_size", seats, int(t.CARDS)),
            Feature("tiles", seats, TILES),
            Feature("pending", seats, TILES),
            Feature("score", seats, MOST_POINTS + 1),
            Feature("pawn", int(t.COLOURS), SPOTS),
            Feature("pawn_owner", int(t.COLOURS), SEATS),
            Feature("own_hand", int(t.CARDS), 1),
            Feature("seen_hand", seats * int(t.CARDS), 1),
            Feature("discard", int(t.CARDS), 1),
            Feature("square", len(t.SQUARES), int(t.PAWN + t.COLOURS)),
        ),
    )


def observe(kernel: TuermeKernel, seat: int, *, secret: bool) -> list[int]:
    """The numbers of `sizes`, as the seat (`WATCHER`: everybody) may know them; docs/research.md says what each is.

    Args:
        secret: house rule `points=hidden` (T17): others' points are told as 0, known ones as one more than they are.
    """
    known = kernel.clone()
    known.mask(seat)
    seats = range(int(kernel.seats()))
    show = not secret or kernel.request() == OVER
    found = [
        seat + 1,
        kernel.request(),
        kernel.phase(),
        kernel.actor() + 1,
        kernel.mover() + 1,
        kernel.turns(),
        kernel.round(),
        kernel.ent(),
        kernel.stock(),
        kernel.stack(),
        kernel.card() + 1,
        kernel.marcher() + 1,
        kernel.strength_left(),
        kernel.heading() + 1,
        kernel.turned(),
        kernel.happening() + 1,
        kernel.revealer() + 1,
        kernel.chosen() + 1,
        kernel.picks(),
        kernel.picked(),
        *(kernel.pool(kind) for kind in range(t.TILE_KINDS)),
        *_mask(kernel.orc_cards(), t.ORC_CARDS),
        *_mask(kernel.events_left(), t.EVENT_CARDS),
        *(kernel.retired(each) for each in seats),
        *(kernel.hand_size(each) for each in seats),
        *(kernel.tiles(each) for each in seats),
        *(kernel.pending(each) for each in seats),
        *(kernel.score(each) + 1 if show or each == seat else 0 for each in seats),
        *(kernel.pawn(colour) for colour in range(t.COLOURS)),
        *(kernel.owner(colour) + 1 for colour in range(t.COLOURS)),
        *_mask(known.hand(seat) if seat >= 0 else 0, t.CARDS),
    ]
    for each in seats:
        found += _mask(known.hand(each), t.CARDS)
    found += _mask(kernel.discard(), t.CARDS)
    found += [kernel.cell(spot) for spot in t.SQUARES]
    return [int(number) for number in found]


def _mask(mask: int, count: int) -> list[int]:
    return [int(mask) >> bit & 1 for bit in range(count)]
