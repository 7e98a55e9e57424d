"""Pure. Between the kernel and the plain reference: positions one way, actions the other.

The one rule: only accessors of the kernel and the fixed codes of its actions are used.
"""

from __future__ import annotations

from collections import Counter

from gefaehrten.core.kernel import DEAL, OVER
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.tables import LOCATING, x_of, y_of
from tests.golden.reference import TOKENS, Action, Card, Table
from tests.unit.games.gefaehrten.kernel_positions import cell_at


def reference_of(kernel: GefaehrtenKernel) -> Table:
    """The same position in the reference, full knowledge and the beginning of a turn taken for granted."""
    seats = kernel.seats()
    owners = [kernel.owner(colour) for colour in range(4)]
    table = Table(owners, seats, kernel.nazgul_table())
    for spot in range(3072):
        value = kernel.cell(spot)
        if value and value & 7 != 7:
            token = TOKENS[(value >> 5) - 1] if value >> 5 else None
            table.cards[x_of(spot), y_of(spot)] = Card(value >> 3 & 3, (value & 7) - 1, token)
    laid = [kernel.location_position(index) for index in range(kernel.locations_laid())]
    table.locations = [(x_of(spot), y_of(spot)) for spot in laid if spot >= 0]
    table.number = kernel.location()
    for seat in range(seats):
        own = [(colour, kind) for colour in range(4) if owners[colour] == seat for kind in range(7)]
        table.hands[seat] = Counter({(c, v): kernel.hand(seat, c * 8 + v) for c, v in own})
        table.stacks[seat] = Counter({(c, v): kernel.unseen(c * 8 + v) for c, v in own})
        for number, token in enumerate(TOKENS, 1):
            if kernel.has_token(seat, number):
                table.tokens[token] = seat
        table.scores[seat] = kernel.score(seat)
        table.change[seat] = kernel.last_net(seat)
    table.mover = kernel.mover()
    table.last = kernel.last_placer()
    table.owes = kernel.phase() == LOCATING
    table.over = kernel.request() == OVER
    table.drawing = kernel.amount() if kernel.request() == DEAL else 0
    return table


def code_of(table: Table, action: Action) -> int:
    """The kernel's number of a reference action."""
    match action:
        case ("end",):
            return 0
        case ("place", int(colour), int(value), token, tuple(cell)):
            number = TOKENS.index(token) + 1 if isinstance(token, str) else 0
            return 1 + (number * 32 + colour * 8 + value) * 10 + table.spaces().index((cell[0], cell[1]))
        case ("nazgul", int(colour), None):
            return 2241 + colour * 3073 + 3072
        case ("nazgul", int(colour), tuple(cell)):
            return 2241 + colour * 3073 + cell_at(*cell)
        case ("recall", tuple(source), tuple(cell)):
            return 14533 + cell_at(*source) * 10 + table.spaces().index((cell[0], cell[1]))
        case ("locate", tuple(cell)):
            return 45253 + cell_at(*cell)
    raise AssertionError(action)
