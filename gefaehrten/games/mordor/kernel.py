"""Pure, compiled. The rules kernel of the dice game: all clauses M1-M26 of docs/rules/mordor.md.

The one rule: this file alone decides what is legal and what an action does. The numbers it works on live in
`state.py`, the wording of refusals in `refusals.py`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, ROLL
from gefaehrten.core.random import Random
from gefaehrten.games.mordor.refusals import refusal
from gefaehrten.games.mordor.state import MordorState
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    ALL_FIELDS,
    BASE_HALVE,
    BITS,
    BLACK,
    BY_NAZGUL,
    BY_RETIREMENT,
    BY_RING,
    BY_TURNS,
    CHOOSING,
    COMPANION,
    CROSSED,
    DECLINE,
    DICE,
    FACE,
    FIELDS,
    GANDALF,
    GONDOR,
    HALF,
    HALVED,
    HALVING,
    HELMS_DEEP,
    HIT_DIE,
    HIT_FIELD,
    HIT_SEAT,
    HIT_WHOLE,
    LAST_TURN,
    LOTHLORIEN,
    MINAS_TIRITH,
    MORDOR,
    MORIA,
    NAZGUL,
    NO_SYMBOL,
    NOBODY,
    ORC,
    OVER_,
    REACHED,
    RING,
    RIVENDELL,
    ROHAN,
    SETUP,
    SHELOBS_LAIR,
    SHOWN,
    SIDES,
    THROWING,
    TREE,
)

_NO_OWNERS: Final[list[int]] = []


class MordorKernel(MordorState):
    """One position of the dice game, and the rules by which it goes on."""

    def clone(self) -> MordorKernel:
        """An independent copy."""
        return MordorKernel(0, _NO_OWNERS, False, self)

    # Legal actions.

    def legal_actions(self, into: vec[i64]) -> i64:
        """Writes the legal actions, ascending; returns the count."""
        if self._request != DECIDE:
            return 0
        count: i64 = 0
        if self._phase == HALVING:
            fields: i64 = self.halvable()
            field: i64 = 0
            for field in range(FIELDS):
                if (fields >> field) & 1 != 0:
                    into[count] = BASE_HALVE + field
                    count += 1
            into[count] = DECLINE
            return count + 1
        mask: i64 = 0
        for mask in range(1, ALL_DICE + 1):
            if self.may_set_aside(mask):
                into[count] = mask
                count += 1
        if self.may_repeat():
            into[count] = AGAIN
            count += 1
        return count

    def may_set_aside(self, mask: i64) -> bool:
        """Whether these dice of the throw may be set aside together (M4-M6, M16)."""
        if mask & ~self._rolled != 0 or mask == 0:
            return False
        numbers: vec[i64] = self._numbers
        nazgul: i64 = 0
        thrown: i64 = 0
        shown: i64 = 0
        twice: bool = False
        die: i64 = 0
        for die in range(DICE):
            if (self._rolled >> die) & 1 != 0:
                face: i64 = numbers[FACE + die]
                if face == NAZGUL:
                    thrown += 1
                if (mask >> die) & 1 != 0:
                    if face == NAZGUL:
                        nazgul += 1
                    bit: i64 = i64(1) << face
                    if shown & bit != 0:
                        twice = True
                    shown = shown | bit
        if thrown > 0 and nazgul == 0:
            return False  # M6
        # M5; so at most one Nazgûl, as M6 says, but for M16.
        return not twice or self.effect() == RIVENDELL

    def may_repeat(self) -> bool:
        """Whether the throw may be repeated as a whole (M19)."""
        return self._phase == CHOOSING and self.effect() == ROHAN and self._repeated == 0

    def halvable(self) -> i64:
        """The mover's fields that Gandalf may halve (M11), a bit each."""
        mover: i64 = self._mover
        gone: i64 = (i64(1) << self._numbers[CROSSED + mover]) - 1
        return ALL_FIELDS & ~gone & ~self._numbers[HALVED + mover]

    def check(self, action: i64) -> None:
        """Raises `IllegalAction` with the clause unless `legal_actions` names the action."""
        buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        count: i64 = self.legal_actions(buffer)
        index: i64 = 0
        for index in range(count):
            if buffer[index] == action:
                return
        raise refusal(self, action)

    # What actions do.

    def apply(self, action: i64) -> None:
        """Takes one legal action."""
        if action < AGAIN:
            self._set_aside(action)
        elif action == AGAIN:
            self._repeated = 1
            self._throw()
        elif action == DECLINE:
            self._gandalfs = 0
            self._send_nazgul()
        else:
            self._halve(action - BASE_HALVE)

    def _set_aside(self, mask: i64) -> None:
        """M4: then what is left is thrown again, until nothing is; M8: the White Tree ends it."""
        self._aside = self._aside | mask
        self._rolled = 0
        self._repeated = 0
        tree: bool = (mask >> BLACK) & 1 != 0 and self._numbers[FACE + BLACK] == TREE
        if tree or self._aside == ALL_DICE:
            self._evaluate()
        else:
            self._throw()

    def _throw(self) -> None:
        """The run of decisions is over: dice have to be thrown."""
        self._rolled = 0
        self._turns += 1
        self._phase = THROWING
        self._request = ROLL

    def count(self, dice: i64, symbol: i64) -> i64:
        """How many of these dice show the symbol."""
        found: i64 = 0
        die: i64 = 0
        for die in range(DICE):
            if (dice >> die) & 1 != 0 and self._numbers[FACE + die] == symbol:
                found += 1
        return found

    def holds(self, dice: i64) -> bool:
        """M10, with M18 and M20: whether the Companions on these dice hold the Orcs on them."""
        orcs: i64 = self.count(dice, ORC)
        companions: i64 = self.count(dice, COMPANION)
        if self.effect() == HELMS_DEEP:
            orcs = 2 * orcs
        if self.effect() == LOTHLORIEN:
            companions = 2 * companions
        return orcs <= companions

    def valid_rings(self, dice: i64) -> i64:
        """How many fields these dice lead the mover on, were the turn over with them (M10, M23)."""
        if not self.holds(dice):
            return 0
        rings: i64 = self.count(dice, RING)
        if self.effect() == SHELOBS_LAIR and rings < 2:
            return 0
        return rings

    def _evaluate(self) -> None:
        """M9: rings first, then Gandalf; the Nazgûl follow when no more field is to be halved."""
        numbers: vec[i64] = self._numbers
        mover: i64 = self._mover
        reached: i64 = numbers[REACHED + mover] + self.valid_rings(self._aside)
        if reached >= MORDOR:
            numbers[REACHED + mover] = MORDOR
            self._forget_hits()
            self._turns += 1
            self._rounds += 1
            self._winner = mover
            self._finish(BY_RING)  # M14
            return
        numbers[REACHED + mover] = reached
        self._gandalfs = 0
        if self.effect() != MORIA:
            self._gandalfs = self.count(self._aside, GANDALF)
        self._phase = HALVING
        self._after_halving()

    def _halve(self, field: i64) -> None:
        """M11."""
        self._numbers[HALVED + self._mover] |= i64(1) << field
        self._gandalfs -= 1
        self._after_halving()

    def _after_halving(self) -> None:
        if self._gandalfs == 0 or self.halvable() == 0:
            self._gandalfs = 0
            self._send_nazgul()

    def victim(self, die: i64) -> i64:
        """Whom a Nazgûl on the die hits (M12, M22, M25), were it evaluated now."""
        mover: i64 = self._mover
        if die == BLACK or self.effect() == MINAS_TIRITH:
            return mover
        owner: i64 = self._owners[die]
        if owner == NOBODY or not self.playing(owner):
            return mover
        return owner

    def _send_nazgul(self) -> None:
        """M12-M14: the others' first, then the mover's; then the turn is over."""
        numbers: vec[i64] = self._numbers
        mover: i64 = self._mover
        self._forget_hits()
        count: i64 = 0
        others: i64 = 1
        while others >= 0:
            die: i64 = 0
            for die in range(DICE):
                if (self._aside >> die) & 1 != 0 and numbers[FACE + die] == NAZGUL:
                    seat: i64 = self.victim(die)
                    if (seat != mover) == (others == 1):
                        numbers[HIT_DIE + count] = die
                        numbers[HIT_SEAT + count] = seat
                        count += 1
            others -= 1
        self._hits = count
        index: i64 = 0
        for index in range(count):
            self._cross_off(index)
        self._end_turn()

    def _forget_hits(self) -> None:
        """The turn before is of no interest any more."""
        self._hits = 0
        index: i64 = 0
        for index in range(DICE):
            self._numbers[HIT_DIE + index] = 0
            self._numbers[HIT_SEAT + index] = 0
            self._numbers[HIT_FIELD + index] = -1
            self._numbers[HIT_WHOLE + index] = 0

    def _cross_off(self, index: i64) -> None:
        """M12, M13, M21: one Nazgûl of the turn."""
        numbers: vec[i64] = self._numbers
        seat: i64 = numbers[HIT_SEAT + index]
        if self.out(seat) or (seat == self._mover and self.effect() == GONDOR):
            return
        field: i64 = numbers[CROSSED + seat]
        numbers[HIT_FIELD + index] = field
        if (numbers[HALVED + seat] >> field) & 1 != 0 and numbers[HALF + seat] == 0:
            numbers[HALF + seat] = 1
            return
        numbers[HALF + seat] = 0
        numbers[CROSSED + seat] = field + 1
        numbers[HIT_WHOLE + index] = 1
        if field + 1 == FIELDS:
            self._out = self._out | (i64(1) << seat)

    def _end_turn(self) -> None:
        """The next seat in the game throws, if there is one and the match may go on (M14, M26)."""
        self._turns += 1
        self._rounds += 1
        if self._staying() == 0:
            self._finish(BY_NAZGUL)
        elif self._rounds >= LAST_TURN:
            self._finish(BY_TURNS)
        else:
            self._begin_turn(self._mover + 1)

    def _staying(self) -> i64:
        """How many seats are in the game."""
        return self._seats - BITS[self._out | self._retired]

    def _begin_turn(self, start: i64) -> None:
        """The first seat in the game, clockwise from `start`, throws all dice."""
        seat: i64 = start
        while seat >= self._seats or not self.playing(seat):
            seat = 0 if seat + 1 >= self._seats else seat + 1
        self._mover = seat
        self._start = self._numbers[REACHED + seat]
        self._clear()
        self._phase = THROWING
        self._request = ROLL

    def _clear(self) -> None:
        """No die lies there any more."""
        die: i64 = 0
        for die in range(DICE):
            self._numbers[FACE + die] = NO_SYMBOL
        self._rolled = 0
        self._aside = 0
        self._repeated = 0
        self._gandalfs = 0

    def _finish(self, ending: i64) -> None:
        self._clear()
        self._phase = OVER_
        self._request = OVER
        self._ending = ending

    # The dice.

    def roll(self, value: i64) -> None:
        """The first mover is drawn (M24); or dice show what they show, the first of them being the lowest digit."""
        if self._phase == SETUP:
            self._first = value
            self._begin_turn(value)
            return
        thrown: i64 = self.to_throw()
        die: i64 = 0
        for die in range(DICE):
            if (thrown >> die) & 1 != 0:
                self._numbers[FACE + die] = SHOWN[die * SIDES + value % SIDES]
                value = value // SIDES
        self._rolled = thrown
        self._phase = CHOOSING
        self._request = DECIDE

    def chance(self, rng: Random) -> None:
        """Fulfils the open `ROLL`."""
        if self._request == ROLL:
            self.roll(rng.below(self.amount()))

    # Leaving.

    def retire(self, seat: i64) -> None:
        """M25. The turn of a seat that leaves is over without being evaluated."""
        if self._request == OVER or self.retired(seat):
            return
        self._retired = self._retired | (i64(1) << seat)
        if BITS[self._retired] == self._seats - 1:
            last: i64 = 0
            while self.retired(last):
                last += 1
            if not self.out(last):
                self._winner = last
            self._count_turn()
            self._finish(BY_RETIREMENT)
        elif self._staying() == 0:
            self._count_turn()
            self._finish(BY_RETIREMENT)
        elif self._phase != SETUP and self._mover == seat:
            self._forget_hits()
            self._end_turn()

    def _count_turn(self) -> None:
        """The turn that a retirement breaks off, and the match with it."""
        self._forget_hits()
        self._turns += 1

    # The outcome.

    def place(self, seat: i64) -> i64:
        """M14: the winner comes first; everybody else shares the place behind, also where nobody has won."""
        return 0 if seat == self._winner else 1


def load(seats: int, owners: list[int], advanced: bool, dump: list[int]) -> MordorKernel:
    """A position from `MordorKernel.dump`.

    Raises:
        ValueError: the dump is of another setup: the caller's fault.
    """
    kernel = MordorKernel(seats, owners, advanced)
    if dump[:6] != kernel.dump()[:6] or len(dump) != len(kernel.dump()):
        raise ValueError("the dump belongs to a match with another setup")
    kernel.restore(dump)
    return kernel
