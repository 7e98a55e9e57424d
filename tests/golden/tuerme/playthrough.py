"""Pure. A match of the board game told so that a person can follow it with the rules in hand.

The one rule: everything is said in these tests' own words, not in the program's, whose wording may change.
"""

from __future__ import annotations

from ai.greedy import greedy_turn
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, PASS
from gefaehrten.core.random import Random
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import EVENTS, FIGURES
from gefaehrten.games.tuerme.game import GAME
from gefaehrten.games.tuerme.kernel import TuermeKernel

LETTERS = "GRBY"
WAYS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
REASONS = {1: "the Ents have come", 2: "a chain joins the towers", 3: "too many turns", 4: "one seat stays"}


def board(kernel: TuermeKernel) -> list[str]:
    """Eight rows of sixteen signs."""
    signs = ".oGRBY##"
    return ["".join(signs[kernel.cell(18 * row + column)] for column in range(1, 17)) for row in range(1, 9)]


def square(spot: int) -> str:
    return f"({spot % 18}, {spot // 18})"


def card(number: int) -> str:
    figures = FIGURES.cards[number]
    return f"{figures.hero} {figures.strength}{'ODA'[figures.symbol]}"


def action_text(kernel: TuermeKernel, action: int) -> str:
    """An action in words."""
    if action == t.STOP:
        return "stops"
    if action < t.BASE_JUMP:
        return f"goes {WAYS[action - 1]}"
    if action < t.BASE_PLAY:
        return f"rides to {square(action - int(t.BASE_JUMP))}"
    if action < t.BASE_WITHOUT:
        number, colour = divmod(action - int(t.BASE_PLAY), 4)
        return f"plays {card(number)} for {LETTERS[colour]}"
    if action < t.BASE_SET:
        return f"plays {card(action - int(t.BASE_WITHOUT))} without a move"
    if action < t.BASE_PAWN:
        return f"sets a pawn on {square(action - int(t.BASE_SET))}"
    if action < t.BASE_AIM:
        return f"names {LETTERS[action - int(t.BASE_PAWN)]}"
    if action < t.BASE_PICK:
        colour, way = divmod(action - int(t.BASE_AIM), 8)
        return f"aims from {LETTERS[colour]} to the {WAYS[way]}"
    if action < t.BASE_DISCARD:
        return f"removes the Orc on {square(action - int(t.BASE_PICK))}"
    return f"discards {card(action - int(t.BASE_DISCARD))}"


def hand(kernel: TuermeKernel, seat: int) -> str:
    return ", ".join(card(number) for number in range(32) if int(kernel.hand(seat)) >> number & 1)


def chance_text(kernel: TuermeKernel, rng: Random) -> str:
    """Lets what is open happen, and tells it."""
    before = kernel.clone()
    seat = int(kernel.actor())
    kernel.chance(rng)
    if before.request() == DEAL:
        return f"  Seat {seat} now holds {hand(kernel, seat)}; {kernel.stack()} left."
    if before.request() == PASS:
        return "  Every hand goes to the left."
    match before.phase():
        case t.RINGING:
            return f"The second ring stands round {('Orthanc', 'Barad-dur')[kernel.ringed()]}."
        case t.ORCS:
            figures = FIGURES.orcs[kernel.last_orcs()]
            sides = [
                f"{tiles} from {side} in row {row}"
                for side, (row, tiles) in (("Isengard", figures.isengard), ("Mordor", figures.mordor))
                if row
            ]
            return f"\nTurn {kernel.round()} of seat {before.mover()}. Orcs: {' and '.join(sides)}."
        case t.TILES:
            owner = int(before.revealer())
            won = int(kernel.points(owner) - before.points(owner))
            ent = f", and the Ent goes to {kernel.ent()}" if kernel.ent() > before.ent() else ""
            return f"  A tile of seat {owner}: {won}{ent}."
        case _:
            gone = int(before.events_left()) & ~int(kernel.events_left())
            return f"  Event: {EVENTS[gone.bit_length() - 1]}."


def playthrough(seats: int, seed: int, *, rings: int = 0, leaves: tuple[int, int] = (-1, -1)) -> str:
    """The whole match between greedy players as text.

    Args:
        leaves: (turn, seat): who leaves the match before the first decision of which turn of the game.
    """
    rng, knowledge = Random(seed), GAME.knowledge()
    kernel = TuermeKernel(seats, rings)
    lines = [f"{seats} players, rings={('1', 'one', '2')[rings]}, seed {seed}."]
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            lines.append(chance_text(kernel, rng))
            if kernel.request() == DECIDE and kernel.phase() == t.HERO:
                lines += ["  " + row for row in board(kernel)]
            continue
        if kernel.round() == leaves[0] and not kernel.retired(leaves[1]):
            kernel.retire(leaves[1])
            kernel.determinize(rng)
            lines += [f"  Seat {leaves[1]} leaves the match; all hands are dealt anew."]
            continue
        seat = int(kernel.actor())
        own = kernel.clone()
        own.mask(seat)
        for action in greedy_turn(own, seat, knowledge, rng):
            lines.append(f"  Seat {seat} {action_text(kernel, action)}.")
            kernel.apply(action)
    lines += ["", f"The match is over: {REASONS[int(kernel.ending())]}.", *board(kernel)]
    lines += [
        f"Seat {seat}: {kernel.points(seat)} points on {kernel.tiles(seat)} tiles, place {kernel.place(seat) + 1}"
        for seat in range(seats)
    ]
    return "\n".join(lines) + "\n"


MATCHES = {
    "tuerme-3.txt": lambda: playthrough(3, 7),
    "tuerme-2-one.txt": lambda: playthrough(2, 21, rings=1),
    "tuerme-4-leaving.txt": lambda: playthrough(4, 5, leaves=(9, 2)),
}
"""The golden files and the matches that they tell."""
