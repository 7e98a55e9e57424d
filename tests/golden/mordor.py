"""Pure. Matches of the dice game told so that a person can follow them with the rules in hand.

The one rule: everything is said in words of its own, not in the program's, whose wording may change.
"""

from __future__ import annotations

from collections.abc import Iterator

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.random import Random
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from tests.unit.games.mordor.positions import OWNERS, legal

DICE = ("red", "yellow", "green", "blue", "black")
SYMBOLS = ("Orc", "Ring", "Nazgûl", "Gandalf", "Companion", "Tree")
PLACES = (
    "Bag End",
    "Rivendell",
    "Moria",
    "Lothlórien",
    "Rohan",
    "Helm's Deep",
    "Gondor",
    "Minas Tirith",
    "Shelob's Lair",
    "Mordor",
)


def dice_text(kernel: MordorKernel, mask: int) -> str:
    """`red Ring, black Orc`."""
    return ", ".join(f"{DICE[die]} {SYMBOLS[kernel.face(die)]}" for die in range(5) if mask >> die & 1)


def track_text(kernel: MordorKernel, seat: int) -> str:
    """Eight fields: X crossed off, 2 halved, 1 halved with one half gone, . whole."""
    crossed = int(kernel.crossed(seat))
    fields = []
    for field in range(8):
        halved = int(kernel.halved(seat)) >> field & 1
        left = "1" if field == crossed and kernel.half(seat) else "2"
        fields.append("X" if field < crossed else left if halved else ".")
    return "".join(fields)


def turn_text(kernel: MordorKernel) -> Iterator[str]:
    """Where everybody is when a turn begins."""
    yield ""
    where = " | ".join(
        f"seat {seat} {PLACES[kernel.reached(seat)]} {track_text(kernel, seat)}"
        + ("" if kernel.playing(seat) else " (out)")
        for seat in range(kernel.seats())
    )
    yield f"Turn {kernel.rounds() + 1}, seat {kernel.mover()} in {PLACES[kernel.start()]}: {where}"


def action_text(kernel: MordorKernel, action: int) -> str:
    """An action in words."""
    if action < 32:
        return f"  sets aside {dice_text(kernel, action)}"
    if action == 32:
        return "  has the throw repeated"
    return "  halves no field" if action == 41 else f"  halves field {action - 32}"


def hits_text(kernel: MordorKernel) -> Iterator[str]:
    """What the Nazgûl of a turn did."""
    for index in range(kernel.hits()):
        field = int(kernel.hit_field(index))
        what = "in vain" if field < 0 else f"{'' if kernel.hit_whole(index) else 'half of '}field {field + 1}"
        yield f"    the {DICE[kernel.hit_die(index)]} Nazgûl hits seat {kernel.hit_seat(index)}: {what}"


def playthrough(seats: int, seed: int, *, advanced: bool, leaves: tuple[int, int] = (-1, -1)) -> str:
    """The whole match as text.

    Args:
        seed: of the random match.
        advanced: the back side of the sheet.
        leaves: (turn, seat): who leaves before the first decision of which turn, counted from 0.
    """
    rng = Random(seed)
    kernel = MordorKernel(seats, OWNERS[seats], advanced)
    lines = [f"{seats} players, {'advanced' if advanced else 'basic'} side, seed {seed}."]
    lines += [f"Seat {seat} plays {DICE[kernel.colour(seat)]}." for seat in range(seats)]
    rounds = -1
    while kernel.request() != OVER:
        if kernel.request() != DECIDE:
            first = kernel.phase() == tables.SETUP
            kernel.chance(rng)
            if first:
                lines.append(f"Seat {kernel.first()} is drawn to begin.")
            else:
                if kernel.rounds() != rounds:
                    rounds = int(kernel.rounds())
                    lines += turn_text(kernel)
                lines.append(f"  thrown: {dice_text(kernel, int(kernel.rolled()))}")
            continue
        if kernel.rounds() == leaves[0] and not kernel.retired(leaves[1]):
            kernel.retire(leaves[1])
            lines += ["", f"Seat {leaves[1]} leaves the match."]
            continue
        choice = legal(kernel)
        # Rings and Gandalf now and then, so that the match gets somewhere: of two choices the one with more dice.
        action = max((choice[rng.below(len(choice))] for _ in range(2)), key=lambda each: each.bit_count())
        lines.append(action_text(kernel, action))
        reached, mover = kernel.reached(kernel.mover()), int(kernel.mover())
        before = int(kernel.rounds())
        kernel.apply(action)
        if kernel.reached(mover) > reached:
            lines.append(f"    rings lead seat {mover} to {PLACES[kernel.reached(mover)]}")
        if kernel.rounds() > before:
            lines += hits_text(kernel)
    reason = {1: "Mordor is reached", 2: "the Nazgûl have everybody", 3: "one seat stays", 4: "400 turns"}
    winner = f"seat {kernel.winner()}" if kernel.winner() >= 0 else "nobody"
    lines += ["", f"The match is over: {reason[kernel.ending()]}. {winner} wins."]
    return "\n".join(lines) + "\n"


MATCHES = {
    "mordor-2-basic.txt": lambda: playthrough(2, 66, advanced=False),
    "mordor-3-advanced.txt": lambda: playthrough(3, 14, advanced=True),
    "mordor-4-leaving.txt": lambda: playthrough(4, 5, advanced=True, leaves=(6, 2)),
}
"""The golden files and the matches that they tell."""
