"""Pure, compiled. What one replica knows of a position: hidden cards learnt, forgotten and guessed, and the dump.

The one rule: what a viewer has not seen is a count and nothing else, and the public numbers are the same for everybody.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from gefaehrten.core.random import Random
from gefaehrten.games.gefaehrten.state import GefaehrtenState
from gefaehrten.games.gefaehrten.tables import (
    COLOURS,
    FACE_BITS,
    FIELDS,
    GONE,
    GRID,
    HAND,
    HEIGHT,
    HIDDEN,
    ROWS,
    SIZE,
    STACK,
    UNSEEN,
    WIDTH,
)


class GefaehrtenReplica(GefaehrtenState):
    """A position as one viewer knows it; full knowledge and a watcher's are the same type."""

    # Hidden cards.

    def learn(self, seat: i64, face: i64) -> None:
        """One unknown card in the seat's hand turns out to be `face`."""
        one: i64 = i64(1) << (4 * (face & 7))
        self._numbers[HAND + (face >> 3)] += one
        self._numbers[UNSEEN + (face >> 3)] -= one
        self._numbers[HIDDEN + seat] -= 1

    def _draw(self, seat: i64, rng: Random) -> i64:
        """A face drawn from the seat's unseen cards, each card as likely as any other."""
        numbers: vec[i64] = self._numbers
        pick: i64 = rng.below(numbers[STACK + seat] + numbers[HIDDEN + seat])
        slot: i64 = 0
        for slot in range(2):
            colour: i64 = self._parties[2 * seat + slot]
            if colour < 0:
                break
            face: i64 = colour * 8
            bits: i64 = numbers[UNSEEN + colour]
            while bits != 0:
                pick -= bits & FACE_BITS
                if pick < 0:
                    return face
                bits = bits >> 4
                face += 1
        raise AssertionError("fewer cards unseen than the stack and the unknown hand hold")

    def mask(self, seat: i64) -> None:
        """Forgets every hand but the seat's own."""
        numbers: vec[i64] = self._numbers
        colour: i64 = 0
        for colour in range(COLOURS):
            owner: i64 = self._owners[colour]
            if owner >= 0 and owner != seat:
                numbers[UNSEEN + colour] += numbers[HAND + colour]
                numbers[HAND + colour] = 0
                numbers[HIDDEN + owner] = numbers[SIZE + owner]

    def determinize(self, rng: Random) -> None:
        """Fills unknown hand cards by a uniform draw from the owner's unseen cards."""
        seat: i64 = 0
        for seat in range(self._seats):
            while self._numbers[HIDDEN + seat] > 0:
                self.learn(seat, self._draw(seat, rng))

    # The whole position as numbers.

    def public(self) -> list[int]:
        """What all replicas agree on; no hidden card, and nothing of who looks."""
        numbers: vec[i64] = self._numbers
        out: list[int] = [
            self._seats,
            1 if self._table else 0,
            self._request,
            self._phase,
            self._mover,
            self._first,
            self._turns,
            self._location,
            self._origin,
            self._free,
            self._black,
            self._main,
            self._values,
            self._placed,
            self._fresh,
            self._last_placer,
            self._retired,
            self._deal_seat,
            self._deal_left,
            self._scorings,
            self._scored,
            self._stand_in,
            self._ending,
        ]
        index: i64 = 0
        for index in range(COLOURS):
            out.append(self._owners[index])
        for index in range(GONE, HIDDEN):
            out.append(numbers[index])
        for index in range(STACK, FIELDS):
            out.append(numbers[index])
        row: i64 = 0
        for row in range(HEIGHT):
            bits: i64 = numbers[ROWS + row]
            spot: i64 = row * WIDTH
            while bits != 0:
                if bits & 1 != 0:
                    out.append(spot)
                    out.append(i64(self._cells[spot]))
                bits = bits >> 1
                spot += 1
        return out

    def dump(self) -> list[int]:
        """The public numbers, and before them what this replica knows of hidden cards."""
        out: list[int] = []
        index: i64 = 0
        for index in range(GONE):
            out.append(self._numbers[index])
        for index in range(HIDDEN, STACK):
            out.append(self._numbers[index])
        out.extend(self.public())
        return out

    def restore(self, dump: list[int]) -> None:
        """Takes over the position of a `dump`; use `load`."""
        numbers: vec[i64] = self._numbers
        at: i64 = 0
        index: i64 = 0
        for index in range(GONE):
            numbers[index] = dump[at]
            at += 1
        for index in range(HIDDEN, STACK):
            numbers[index] = dump[at]
            at += 1
        at += 2  # seats and house rule, which the setup has given
        self._request = dump[at]
        self._phase = dump[at + 1]
        self._mover = dump[at + 2]
        self._first = dump[at + 3]
        self._turns = dump[at + 4]
        self._location = dump[at + 5]
        self._origin = dump[at + 6]
        self._free = dump[at + 7]
        self._black = dump[at + 8]
        self._main = dump[at + 9]
        self._values = dump[at + 10]
        self._placed = dump[at + 11]
        self._fresh = dump[at + 12]
        self._last_placer = dump[at + 13]
        self._retired = dump[at + 14]
        self._deal_seat = dump[at + 15]
        self._deal_left = dump[at + 16]
        self._scorings = dump[at + 17]
        self._scored = dump[at + 18]
        self._stand_in = dump[at + 19]
        self._ending = dump[at + 20]
        at += 21 + COLOURS
        for index in range(GONE, HIDDEN):
            numbers[index] = dump[at]
            at += 1
        for index in range(STACK, FIELDS):
            numbers[index] = dump[at]
            at += 1
        self._cells = vec[u8](bytes(GRID))
        while at < len(dump):
            self._cells[i64(dump[at])] = u8(dump[at + 1])
            at += 2
        self._survey()
