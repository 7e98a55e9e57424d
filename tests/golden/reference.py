"""Pure. The card game once more, as plainly as its clauses read: slow, short, and written without a look at the kernel.

The one rule: it shares no code and no representation with the kernel; tests play both and compare.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import NamedTuple

RED, YELLOW, GREEN, BLUE = range(4)
NAZGUL = 6
Cell = tuple[int, int]
Action = tuple[object, ...]
"""("end",), ("place", colour, value, token, cell), ("nazgul", colour, cell or None), ("recall", from, to),
("locate", cell)."""

TOKENS = ("bag_end", "bree", "weathertop", "rivendell_1", "rivendell_2", "lothlorien")
PRIZES = (
    (2, 2, 1), (3, 3, 1), (4, 3, 2), (5, 4, 3), (3, 2, 2), (4, 3, 2), (6, 3, 1), (3, 0, 0), (4, 3, 2), (7, 4, 2),
)  # fmt: skip
BLACK = (2, 3, 6, 7, 9)
WINS = {0: ["bag_end"], 1: ["bree"], 2: ["weathertop"], 4: ["rivendell_1", "rivendell_2"], 8: ["lothlorien"]}
FORD, CARADHRAS, MORIA = 3, 5, 7


class Card(NamedTuple):
    """A card on the table."""

    colour: int
    value: int
    token: str | None = None

    @property
    def worth(self) -> int:
        return self.value + (2 if self.token == "rivendell_1" else 0)

    @property
    def protected(self) -> bool:
        return self.value == 3 or self.token is not None


def around(left: Cell) -> list[Cell]:
    """F7."""
    x, y = left
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1, 2) if dy or dx in (-1, 2)]


@dataclass
class Table:
    """A position with full knowledge in which, unless `over`, `mover` decides or `drawing` cards are drawn."""

    owners: list[int]
    seats: int
    nazgul_table: bool = False
    cards: dict[Cell, Card] = field(default_factory=dict)
    locations: list[Cell] = field(default_factory=lambda: [(0, 0)])
    number: int = 0
    hands: dict[int, Counter[tuple[int, int]]] = field(default_factory=dict)
    stacks: dict[int, Counter[tuple[int, int]]] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    won_now: set[str] = field(default_factory=set)
    mover: int = 0
    counted: list[int] = field(default_factory=list)  # what F12 looks at
    values: list[int] = field(default_factory=list)  # printed values placed in this turn
    placed: int = 0
    drawing: int = 0
    owes: bool = False
    over: bool = False
    last: int = -1
    scores: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    change: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def copy(self) -> Table:
        return replace(
            self,
            cards=dict(self.cards),
            locations=list(self.locations),
            hands={seat: Counter(hand) for seat, hand in self.hands.items()},
            stacks={seat: Counter(stack) for seat, stack in self.stacks.items()},
            tokens=dict(self.tokens),
            won_now=set(self.won_now),
            counted=list(self.counted),
            values=list(self.values),
            scores=list(self.scores),
            change=list(self.change),
        )

    # What lies where.

    def location_cells(self) -> set[Cell]:
        return {cell for x, y in self.locations for cell in ((x, y), (x + 1, y))}

    def taken(self, cell: Cell) -> bool:
        return cell in self.cards or cell in self.location_cells()

    def spaces(self) -> list[Cell]:
        return around(self.locations[-1])

    def here(self) -> list[Card]:
        return [self.cards[cell] for cell in self.spaces() if cell in self.cards]

    def black(self) -> bool:
        flips = sum(card.token == "bag_end" for card in self.here())
        return (self.number in BLACK) ^ (flips % 2 == 1)

    def mine(self, card: Card) -> bool:
        return self.owners[card.colour] == self.mover

    # Legal actions.

    def legal(self) -> set[Action]:
        if self.over or self.drawing:
            return set()
        if self.owes:
            return {("locate", cell) for cell in self.places()}
        found: set[Action] = set()
        if self.placed:
            found.add(("end",))
        if self.number == FORD and self.placed == 2:
            return found
        held = [
            None,
            *(
                token
                for token in TOKENS
                if self.tokens.get(token) == self.mover and token not in self.won_now
            ),
        ]
        for (colour, value), count in self.hands[self.mover].items():
            if count == 0:
                continue
            if value == NAZGUL:
                found |= {("nazgul", colour, cell) for cell in self.nazgul_cells()}
                continue
            for token in held:
                if self.fits_turn(value, token):
                    card = Card(colour, value, token)
                    found |= {
                        ("place", colour, value, token, cell)
                        for cell in self.spaces()
                        if self.may_lie(card, cell)
                    }
        if "lothlorien" in held:
            found |= self.recalls()
        return found

    def fits_turn(self, value: int, token: str | None) -> bool:
        if self.number == CARADHRAS and value == 1 and 1 in self.values:
            return False
        if token == "weathertop" and value in self.values:
            return True
        if self.number == FORD or value == 0:
            return True
        after = [*self.counted, value]
        return all(v == 1 for v in after) or len(after) == 1

    def may_lie(self, card: Card, cell: Cell) -> bool:
        if not self.taken(cell):
            return True
        below = self.cards.get(cell)
        if below is None or not self.black() or self.mine(below) or below.protected:
            return False
        return card.worth > below.worth

    def nazgul_cells(self) -> set[Cell | None]:
        reach = (
            list(self.cards) if self.nazgul_table else [cell for cell in self.spaces() if cell in self.cards]
        )
        hit = [cell for cell in reach if not self.mine(self.cards[cell]) and not self.cards[cell].protected]
        return {None, *hit}

    def recalls(self) -> set[Action]:
        found: set[Action] = set()
        scored = {cell for left in self.locations[:-1] for cell in around(left)}
        for source in scored:
            card = self.cards.get(source)
            if card is None or not self.mine(card) or card.token is not None:
                continue
            if self.number == CARADHRAS and card.value == 1 and 1 in self.values:
                continue
            lifted = self.copy()
            del lifted.cards[source]
            moved = Card(card.colour, card.value, "lothlorien")
            found |= {("recall", source, cell) for cell in self.spaces() if lifted.may_lie(moved, cell)}
        return found

    def places(self) -> set[Cell]:
        """F28."""
        found = set()
        filled = set(self.cards) | self.location_cells()
        near = {(x + dx, y + dy) for x, y in filled for dx in range(-2, 3) for dy in range(-2, 3)}
        for x, y in near:
            pair = ((x, y), (x + 1, y))
            sides = [(a + dx, b + dy) for a, b in pair for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))]
            if any(cell in filled for cell in pair) or not any(cell in filled for cell in sides):
                continue
            if any(cell not in filled for cell in around((x, y))):
                found.add((x, y))
        return found

    # Actions.

    def apply(self, action: Action) -> None:
        match action:
            case ("end",):
                self.end_turn()
            case ("locate", cell):
                assert isinstance(cell, tuple)
                self.locations.append(cell)
                self.number += 1
                self.owes = False
                self.end_turn()
            case ("place", colour, value, token, cell):
                assert isinstance(colour, int) and isinstance(value, int) and isinstance(cell, tuple)  # noqa: PT018
                self.hands[self.mover][colour, value] -= 1
                if value and not (token == "weathertop" and value in self.values):
                    self.counted.append(value)
                self.put(Card(colour, value, token if isinstance(token, str) else None), cell)
            case ("recall", source, cell):
                assert isinstance(source, tuple) and isinstance(cell, tuple)  # noqa: PT018
                card = self.cards.pop(source)
                self.put(Card(card.colour, card.value, "lothlorien"), cell)
            case ("nazgul", colour, cell):
                assert isinstance(colour, int)
                self.hands[self.mover][colour, NAZGUL] -= 1
                if isinstance(cell, tuple):
                    del self.cards[cell]
                self.placed += 1
                self.last = self.mover

    def put(self, card: Card, cell: Cell) -> None:
        self.cards[cell] = card
        self.values.append(card.value)
        self.placed += 1
        self.last = self.mover
        if card.token:
            del self.tokens[card.token]
        if all(self.taken(space) for space in self.spaces()):
            self.score()
            alive = [
                seat for seat in range(self.seats) if self.hands[seat].total() + self.stacks[seat].total()
            ]
            if self.number == 9 or len(alive) <= 1:
                self.over = True
            else:
                self.owes = True

    def end_turn(self) -> None:
        self.counted, self.values, self.placed, self.won_now = [], [], 0, set()
        self.drawing = min(6 - self.hands[self.mover].total(), self.stacks[self.mover].total())
        if self.drawing <= 0:
            self.drawing = 0
            self.next_seat()

    def draw(self, colour: int, value: int) -> None:
        self.stacks[self.mover][colour, value] -= 1
        self.hands[self.mover][colour, value] += 1
        self.drawing -= 1
        if self.drawing == 0:
            self.next_seat()

    def next_seat(self) -> None:
        for step in range(1, self.seats + 1):
            seat = (self.mover + step) % self.seats
            if self.hands[seat].total():
                self.mover = seat
                return
        self.score()
        self.over = True

    # Scoring.

    def score(self) -> None:
        here = self.here()
        bree = any(card.token == "bree" for card in here)
        clockwise = [(self.last + step) % self.seats for step in range(1, self.seats + 1)]
        parties = [
            colour
            for seat in clockwise
            for colour in (GREEN, YELLOW, RED, BLUE)
            if self.owners[colour] == seat
        ]
        piles = {colour: [card for card in here if card.colour == colour] for colour in parties}
        total = {colour: sum(1 if bree else card.worth for card in pile) for colour, pile in piles.items()}
        ranking = sorted(parties, key=lambda colour: (not piles[colour], -total[colour]))
        self.change = [0, 0, 0, 0]
        for place, colour in enumerate(ranking[:-1][:3]):
            if piles[colour]:
                self.pay(self.owners[colour], PRIZES[self.number][place])
                for token in WINS.get(self.number, [])[place : place + 1]:
                    self.tokens[token] = self.owners[colour]
                    self.won_now.add(token)
        if self.number == MORIA:
            loser = self.owners[ranking[-1]]
            self.pay(loser, -min(3, self.scores[loser]))

    def pay(self, seat: int, points: int) -> None:
        self.scores[seat] += points
        self.change[seat] += points


def nodes(table: Table, depth: int) -> int:
    """Sequences of `depth` actions, or shorter ones that end the match."""
    if depth == 0 or table.over:
        return 1
    actions = table.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = table.copy()
        after.apply(action)
        total += nodes(after, depth - 1)
    return total
