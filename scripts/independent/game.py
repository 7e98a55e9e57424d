"""Pure. The rules of the card game for one replica (F4–F34).

The one rule: an action that the rules forbid raises `Illegal` with the clause; nothing is known here of hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from scripts.independent.board import LOTHLORIEN, WEATHERTOP, Board, Card, Cell
from scripts.independent.figures import CARADHRAS, FORD, HAND, KINDS, NAZGUL, colours_of
from scripts.independent.score import Scoring, score
from scripts.independent.values import Plain

Slot = tuple[int, int]
"""Deck and position."""


class Illegal(Exception):
    """The rules, or the form of a turn, forbid it."""


class Need(Enum):
    """What comes next, as the public numbers count it."""

    NOTHING = 0
    TURN = 1
    DEAL = 2
    ROLL = 3


class Phase(Enum):
    """Where the match stands, as the public numbers count it."""

    SETUP = 0
    PLACING = 1
    LOCATING = 2
    OVER = 3


class Game:
    """The state that every replica knows."""

    def __init__(self, wishes: list[str], options: Mapping[str, str]) -> None:
        self.seats = len(wishes)
        self.table_range = options["nazgul_range"] == "table"
        self.colours = colours_of(wishes)
        self.owner = [-1] * 4
        for seat, colours in enumerate(self.colours):
            for colour in colours:
                self.owner[colour] = seat
        self.board = Board()
        self.need = Need.ROLL
        self.phase = Phase.SETUP
        self.mover = self.first = self.last_placer = -1
        self.deal_to, self.deal_count = -1, 0
        self.turns = self.over_by = 0
        self.hand = [0] * 4
        self.stack = [self.deck_size if seat < self.seats else 0 for seat in range(4)]
        self.points = [0] * 4
        self.tokens: list[set[int]] = [set() for _ in range(4)]
        self.gone = [[0] * 7 for _ in range(4)]
        self.retired: set[int] = set()
        self.unseen = [0] * 4
        """The cards that left the game unseen when their seat did (F34)."""
        self.scorings = 0
        self.scoring = Scoring()
        self._new_turn()

    @property
    def deck_size(self) -> int:
        """How many cards each deck has."""
        return len(KINDS) * len(self.colours[0])

    def _new_turn(self) -> None:
        self.placements = 0
        self.ones = self.single = False
        """Whether the turn has placed cards of value 1, or one of 2 to 5, under F12."""
        self.placed: set[int] = set()
        """The printed values placed in the turn."""

    # What the joint die and the dealer say

    def rolled(self, seat: int) -> None:
        """The first mover is known (F5)."""
        self.first = self.mover = seat
        self._first_hands(0)

    def dealt(self) -> None:
        """The deal that was needed has been made."""
        seat = self.deal_to
        self.hand[seat] += self.deal_count
        self.stack[seat] -= self.deal_count
        self._after_deal(seat)

    def _first_hands(self, start: int) -> None:
        """Six cards to the first seat from `start` on that is there; after the last one the first turn."""
        seat = next((seat for seat in range(start, self.seats) if self.stack[seat]), None)
        if seat is None:
            self.phase = Phase.PLACING
            self._next_mover(self.first)
        else:
            self._deal(seat, HAND)

    def _after_deal(self, seat: int) -> None:
        if self.phase is Phase.SETUP:
            self._first_hands(seat + 1)
        else:
            self._next_mover()

    def _deal(self, seat: int, count: int) -> None:
        self.need, self.deal_to, self.deal_count = Need.DEAL, seat, count

    def _next_mover(self, start: int | None = None) -> None:
        """The first seat with hand cards is to move; when nobody has any, the match ends (F11, F30).

        Args:
            start: where to begin; after the mover if None.
        """
        start = self.mover + 1 if start is None else start
        order = [(start + step) % self.seats for step in range(self.seats)]
        mover = next((seat for seat in order if self.hand[seat]), None)
        if mover is None:
            self._score(at_end=True)
        else:
            self.mover = mover
            self.need, self.deal_to, self.deal_count = Need.TURN, -1, 0

    # A turn

    def turn(self, moves: list[Plain], cards: Mapping[Slot, int]) -> None:
        """Plays a whole turn of the mover.

        Args:
            moves: the turn in the game's own values.
            cards: the card of every slot that the turn opens.

        Raises:
            Illegal: if the rules forbid it, or if it is not one whole turn of exactly those slots.
        """
        left = dict(cards)
        turn = self.turns
        for move in moves:
            if self.turns != turn:
                raise Illegal("moves after the end of the turn")
            self._move(move, left)
        if self.turns == turn:
            raise Illegal("the turn is not whole")
        if left:
            raise Illegal("the turn opens slots that it does not play")

    def _move(self, move: Plain, left: dict[Slot, int]) -> None:
        match move:
            case [kind, *numbers] if type(kind) is int:
                pass
            case _:
                raise Illegal("this is no action")
        colour = value = -1
        if kind in (1, 2):
            colour, value = self._card(numbers.pop(0) if numbers else None, left)
        if any(type(number) is not int for number in numbers):
            raise Illegal("this is no action")
        match kind, numbers:
            case 0, []:
                self._end()
            case 1, [int(space), int(token)]:
                self._place(colour, value, space, token)
            case 2, []:
                self._nazgul(colour, value, None)
            case 2, [int(x), int(y)]:
                self._nazgul(colour, value, (x, y))
            case 3, [int(x), int(y), int(space)]:
                self._recall((x, y), space)
            case 4, [int(x), int(y)]:
                self._locate((x, y))
            case _:
                raise Illegal("this is no action")

    def _card(self, slot: Plain, left: dict[Slot, int]) -> tuple[int, int]:
        match slot:
            case [int(deck), int(place)] if type(deck) is int and type(place) is int:
                card = left.pop((deck, place), None)
            case _:
                card = None
        if card is None:
            raise Illegal("a slot that is not opened, or played twice")
        return self.colours[self.mover][card // len(KINDS)], KINDS[card % len(KINDS)]

    def _placing(self) -> None:
        if self.phase is not Phase.PLACING:
            raise Illegal("no card may be placed now (F19)")
        if self.board.current == FORD and self.placements == 2:
            raise Illegal("F17")

    def _place(self, colour: int, value: int, space: int, token: int) -> None:
        self._placing()
        if value == NAZGUL or (token and token not in self.tokens[self.mover]):
            raise Illegal("F21")
        self._allowed(value, token)
        self.hand[self.mover] -= 1
        self._put(Card(colour, value, token), space)

    def _allowed(self, value: int, token: int) -> None:
        """F12, and what takes its place at the Ford and is added at Caradhras."""
        if self.board.current == FORD:
            return
        if self.board.current == CARADHRAS and value == 1 and 1 in self.placed:
            raise Illegal("F18")
        if value == 0 or (token == WEATHERTOP and value in self.placed):
            return
        if self.single or (self.ones and value != 1):
            raise Illegal("F12")
        if value == 1:
            self.ones = True
        else:
            self.single = True

    def _put(self, card: Card, space: int) -> None:
        """Lays a card on a space of the current location (F13)."""
        if not 0 <= space < 10:
            raise Illegal("this is no space")
        cell = self.board.spaces[space]
        under = self.board.cards.get(cell)
        if under is not None:
            if not self.board.black or self.owner[under.colour] == self.mover:
                raise Illegal("F13")
            if under.protected or under.effective >= card.effective:
                raise Illegal("F13, F14")
            self._leaves(under.colour, under.value)
        elif not self.board.empty(cell):
            raise Illegal("F9")
        self.board.cards[cell] = card
        self.tokens[self.mover].discard(card.token)
        self.placed.add(card.value)
        self._placed()

    def _placed(self) -> None:
        """What follows every placement (F19)."""
        self.placements += 1
        self.last_placer = self.mover
        if not self.board.free:
            self._score()
            if self.phase is not Phase.OVER:
                self.phase = Phase.LOCATING

    def _nazgul(self, colour: int, value: int, cell: Cell | None) -> None:
        self._placing()
        if value != NAZGUL:
            raise Illegal("this card is no Nazgûl")
        if cell is not None:
            hit = self.board.cards.get(cell)
            if hit is None or self.owner[hit.colour] == self.mover or hit.protected:
                raise Illegal("F15")
            if not self.table_range and cell not in self.board.spaces:
                raise Illegal("F16")
            del self.board.cards[cell]
            self._leaves(hit.colour, hit.value)
        self._leaves(colour, NAZGUL)
        self.hand[self.mover] -= 1
        self._placed()

    def _recall(self, cell: Cell, space: int) -> None:
        """F22."""
        self._placing()
        card = self.board.cards.get(cell)
        if LOTHLORIEN not in self.tokens[self.mover]:
            raise Illegal("F21")
        if (
            card is None
            or self.owner[card.colour] != self.mover
            or card.token
            or not self.board.was_scored(cell)
        ):
            raise Illegal("F22")
        if self.board.current == CARADHRAS and card.value == 1 and 1 in self.placed:
            raise Illegal("F18")
        del self.board.cards[cell]
        self._put(Card(card.colour, card.value, LOTHLORIEN), space)

    def _leaves(self, colour: int, kind: int) -> None:
        self.gone[colour][kind] += 1

    def _end(self) -> None:
        if self.phase is not Phase.PLACING or not self.placements:
            raise Illegal("F11")
        if self._with_cards():
            self._turn_over()
        else:
            self._score(at_end=True)

    def _locate(self, left: Cell) -> None:
        if self.phase is not Phase.LOCATING or not self.board.may_lay(left):
            raise Illegal("F28")
        self.board.lefts.append(left)
        self.phase = Phase.PLACING
        self._turn_over()

    def _turn_over(self) -> None:
        self.turns += 1
        self._new_turn()
        if self.phase is Phase.OVER:
            return
        count = min(HAND - self.hand[self.mover], self.stack[self.mover])
        if count:
            self._deal(self.mover, count)
        else:
            self._next_mover()

    def _with_cards(self) -> int:
        return sum(self.hand[seat] + self.stack[seat] > 0 for seat in range(self.seats))

    def _score(self, *, at_end: bool = False) -> None:
        """Scores the current location, and sees whether that ends the match (F23–F26, F30, F31).

        Args:
            at_end: nobody has cards, and the location is scored as it is: always by F30.
        """
        self.scoring = score(self.board, self.owner, self.seats, self.last_placer, self.points)
        self.scorings += 1
        for seat in range(self.seats):
            self.points[seat] += self.scoring.net[seat]
        for colour, seat in enumerate(self.owner):
            if seat >= 0:
                self.tokens[seat] |= self.scoring.tokens[colour]
        if self.board.current == 9 and not at_end:
            self._finished(by=1)
        elif self._with_cards() <= 1:
            self._finished(by=2)
        if self.over_by and self.placements:
            self._turn_over()

    # Leaving

    def retire(self, seat: int) -> None:
        """The seat has left for good (F34)."""
        self.retired.add(seat)
        self.unseen[seat] = self.hand[seat] + self.stack[seat]
        self.hand[seat] = self.stack[seat] = 0
        if len(self.retired) == self.seats - 1:
            self._finished(by=3)
        elif self.need is Need.DEAL and self.deal_to == seat:
            self._after_deal(seat)
        elif self.need is Need.TURN and self.mover == seat:
            self.turns += 1
            self._new_turn()
            self._next_mover()

    def _finished(self, by: int) -> None:
        self.over_by, self.phase = by, Phase.OVER
        self.need, self.deal_to, self.deal_count = Need.NOTHING, -1, 0

    # What everybody can see

    def winners(self) -> list[int]:
        """The seats that have won (F32, F34)."""
        staying = [seat for seat in range(self.seats) if seat not in self.retired]
        best = max((self.points[seat], self.scoring.net[seat]) for seat in staying)
        return [seat for seat in staying if (self.points[seat], self.scoring.net[seat]) == best]
