"""Pure. A match of the card game told so that a person can follow it with the rules in hand.

The one rule: everything is said in the kernel tests' own words, not in the program's, whose wording may change.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.core.kernel import DEAL, DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import x_of, y_of
from tests.unit.games.gefaehrten import kernel_matches as m
from tests.unit.games.gefaehrten import kernel_positions as p

NAMES = ("red", "yellow", "green", "blue")
PLACES = (
    "Bag End",
    "Bree",
    "Weathertop",
    "Ford",
    "Rivendell",
    "Caradhras",
    "Gate of Moria",
    "Moria",
    "Lothlórien",
    "Amon Hen",
)


def cell_text(spot: int) -> str:
    """A grid position as F7 counts."""
    return f"({x_of(spot)}, {y_of(spot)})"


def hand_text(kernel: GefaehrtenKernel, seat: int) -> str:
    """The hand as in positions: `r1 r1 rN`."""
    cards = [face for face in range(32) for _ in range(kernel.hand(seat, face))]
    return " ".join(p.LETTERS[face >> 3] + "012345N"[face & 7] for face in cards)


def action_text(kernel: GefaehrtenKernel, action: int) -> str:
    """An action in words."""
    if action == 0:
        return "ends the turn"
    if action >= 45253:
        spot = action - 45253
        return f"lays {PLACES[kernel.location() + 1]} on {cell_text(spot)}"
    if action >= 14533:
        spot = (action - 14533) // 10
        text = f"picks up {p.card_text(kernel.cell(spot)).strip()} from {cell_text(spot)}"
        return f"{text} and places it on {p.LABELS[(action - 14533) % 10]} with the token lothlorien"
    if action >= 2241:
        colour, target = divmod(action - 2241, 3073)
        if target == 3072:
            return f"sends {p.LETTERS[colour]}N to a free space"
        return f"sends {p.LETTERS[colour]}N against {p.card_text(kernel.cell(target)).strip()} on {cell_text(target)}"
    code, label = divmod(action - 1, 10)
    token, face = divmod(code, 32)
    dx, dy = p.space(p.LABELS[label])
    below = kernel.cell(kernel.origin() + dy * 64 + dx)
    text = f"places {p.LETTERS[face >> 3]}{face & 7} on {p.LABELS[label]}"
    if below:
        text += f", covering {p.card_text(below).strip()}"
    return text + (f", with the token {p.TOKENS[token]}" if token else "")


def scoring_text(kernel: GefaehrtenKernel) -> Iterator[str]:
    """What the last scoring gave."""
    yield f"  {PLACES[kernel.last_location()]} is scored."
    ranked = sorted((kernel.last_rank(colour), colour) for colour in range(4) if kernel.last_rank(colour))
    for rank, colour in ranked:
        text = f"    {rank}. {NAMES[colour]}: total {kernel.last_total(colour)}, cards {kernel.last_cards(colour)}"
        text += f", wins {kernel.last_prize(colour)}"
        won = [p.TOKENS[token] for token in range(1, 7) if kernel.last_token(colour, token)]
        text += f" and the token {won[0]}" if won else ""
        text += f", loses {kernel.last_loss(colour)}" if kernel.last_loss(colour) else ""
        yield text
    yield f"    points: {', '.join(str(kernel.score(seat)) for seat in range(kernel.seats()))}"


def turn_text(kernel: GefaehrtenKernel) -> Iterator[str]:
    """The table at the beginning of a turn, and what the mover has."""
    mover = kernel.mover()
    side = "black" if kernel.black() else "white"
    held = [p.TOKENS[token] for token in range(1, 7) if kernel.has_token(mover, token)]
    yield ""
    yield f"Turn {kernel.turns() + 1}, seat {mover}, {PLACES[kernel.location()]} ({side}), points {kernel.score(mover)}"
    yield p.board(kernel)
    yield f"  hand {hand_text(kernel, mover)}" + (f"; tokens {', '.join(held)}" if held else "")


def chance_text(kernel: GefaehrtenKernel, rng: Random) -> str:
    """Lets a roll or a deal happen, and tells it."""
    seat, count = kernel.actor(), kernel.amount()
    if kernel.request() != DEAL:
        kernel.chance(rng)
        return f"Seat {kernel.first()} is drawn to begin."
    kernel.chance(rng)
    return f"  Seat {seat} draws {count}: {hand_text(kernel, seat)}; {kernel.stack(seat)} left."


def playthrough(seats: int, seed: int, *, table: bool = False, leaves: tuple[int, int] = (-1, -1)) -> str:
    """The whole match as text.

    Args:
        seats: 2, 3 or 4.
        seed: of the random match.
        table: house rule `nazgul_range=table`.
        leaves: (turn, seat): who leaves the match before the first decision of which turn, counted from 0.
    """
    rng = Random(seed)
    kernel = GefaehrtenKernel(seats, p.OWNERS[seats], table)
    lines = [f"{seats} players, nazgul_range={'table' if table else 'location'}, seed {seed}."]
    for seat in range(seats):
        colours = " and ".join(NAMES[colour] for colour in range(4) if p.OWNERS[seats][colour] == seat)
        lines.append(f"Seat {seat} plays {colours}.")
    turn = -1
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            lines.append(chance_text(kernel, rng))
            continue
        if kernel.turns() == leaves[0] and not kernel.retired(leaves[1]):
            kernel.retire(leaves[1])
            lines += ["", f"Seat {leaves[1]} leaves the match."]
            continue
        if kernel.turns() != turn:
            turn = kernel.turns()
            lines += turn_text(kernel)
        action = m.pick(kernel, rng)
        lines.append(f"  {action_text(kernel, action)}")
        scorings = kernel.scorings()
        kernel.apply(action)
        if kernel.scorings() > scorings:
            lines += scoring_text(kernel)
    reason = {1: "the last location is scored", 2: "no more than one player has cards", 3: "one seat stays"}
    lines += ["", f"The match is over: {reason[kernel.ending()]}.", p.board(kernel)]
    lines += [
        f"Seat {seat}: {kernel.score(seat)} points, place {kernel.place(seat) + 1}" for seat in range(seats)
    ]
    return "\n".join(lines) + "\n"


MATCHES = {
    "gefaehrten-3.txt": lambda: playthrough(3, 7),
    "gefaehrten-2-table.txt": lambda: playthrough(2, 21, table=True),
    "gefaehrten-4-leaving.txt": lambda: playthrough(4, 5, leaves=(20, 2)),
}
"""The golden files and the matches that they tell."""
