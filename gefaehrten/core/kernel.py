"""Pure, compiled. What every game's rules kernel offers to engine, session, search and audit.

The one rule: a kernel is the only place where rules live, and it holds *knowledge*, not truth. Full knowledge, one
seat's knowledge and a watcher's are the same type; hidden cards and randomness enter only through `roll`, `deal` and
`learn`; hands change owners by `passed`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from gefaehrten.core.random import Random

OVER: Final[i64] = 0
DECIDE: Final[i64] = 1
DEAL: Final[i64] = 2
ROLL: Final[i64] = 3
PASS: Final[i64] = 4

UNKNOWN: Final[i64] = -1
"""The face of a card that this replica does not know."""

WATCHER: Final[i64] = -1
"""The viewer who holds no seat."""

MAX_ACTIONS: Final[i64] = 4096
"""Room that a buffer for `legal_actions` must have, in actions."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Kernel:
    """One position of a match. Mutable, because replicas, bots and the audit step it millions of times.

    An *action* is a small step (place one card, end the turn), coded as a non-negative integer by the game. A *turn*
    is the run of actions by one seat while `turns()` does not change. A *face* is what a card is, a small integer.
    """

    def clone(self) -> Kernel:
        """An independent copy."""
        raise NotImplementedError

    def request(self) -> i64:
        """What the match needs next: `DECIDE`, `DEAL`, `ROLL`, `PASS`, or `OVER`."""
        raise NotImplementedError

    def actor(self) -> i64:
        """The seat that decides (`DECIDE`) or gets the cards (`DEAL`); otherwise -1."""
        raise NotImplementedError

    def amount(self) -> i64:
        """`DEAL`: how many cards are still to be dealt; `ROLL`: how many equally likely values there are."""
        raise NotImplementedError

    def deck(self) -> i64:
        """`DEAL`: the number of the deck that the cards come from.

        A deck that all draw from and that is empty when a card is due is first made anew from all its cards that have
        been shown and not been shuffled back yet; `amount` is never more than what is in it then.
        """
        raise NotImplementedError

    def heir(self, seat: i64) -> i64:
        """`PASS`: the seat that gets the seat's whole hand; -1 where it keeps it.

        Only cards of decks that all draw from are ever passed on.
        """
        raise NotImplementedError

    def passed(self) -> None:
        """Fulfils `PASS`: all hands change owners at once. Who has given a hand away still knows it."""
        raise NotImplementedError

    def first(self) -> i64:
        """The seat that moves first; -1 while that is not known."""
        return -1

    def turns(self) -> i64:
        """How many turns have ended."""
        raise NotImplementedError

    def rounds(self) -> i64:
        """How many turns, as players count them, have ended: several of `turns` may be one of these."""
        return self.turns()

    def seats(self) -> i64:
        """How many seats the match began with."""
        raise NotImplementedError

    def legal_actions(self, into: vec[i64]) -> i64:
        """Writes the actions that may be legal for all this replica knows, ascending, each once; returns the count.

        Args:
            into: a buffer of at least `MAX_ACTIONS`; what lies behind the count is left as it was.
        """
        raise NotImplementedError

    def apply(self, action: i64) -> None:
        """Takes one action that `legal_actions` names. Anything else is a caller's bug: use `check` for input."""
        raise NotImplementedError

    def check(self, action: i64) -> None:
        """Raises `IllegalAction` (with the clause) unless `legal_actions` names the action."""
        raise NotImplementedError

    def roll(self, value: i64) -> None:
        """Fulfils `ROLL` with `0 <= value < amount()`."""
        raise NotImplementedError

    def deal(self, face: i64) -> None:
        """Fulfils one card of `DEAL`; `UNKNOWN` for a card that this replica does not see."""
        raise NotImplementedError

    def learn(self, seat: i64, face: i64) -> None:
        """One unknown card in the seat's hand turns out to be `face`."""
        raise NotImplementedError

    def chance(self, rng: Random) -> None:
        """Fulfils what is open and is no decision: playouts' dealer.

        A `ROLL` or a whole `DEAL` at random, by what is left unseen; a `PASS`.
        """
        raise NotImplementedError

    def mask(self, seat: i64) -> None:
        """Forgets everything that the seat (`WATCHER`: nobody's) has not seen."""
        raise NotImplementedError

    def determinize(self, rng: Random) -> None:
        """Fills every unknown hand card by a uniform draw from what is left unseen."""
        raise NotImplementedError

    def retire(self, seat: i64) -> None:
        """The seat leaves the match by the game's own rule.

        Cards of a deck that all draw from, in whose hand soever, are unknown again: the deck is sealed anew with
        them, and each seat that stays gets as many others.
        """
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The seat's points so far."""
        raise NotImplementedError

    def place(self, seat: i64) -> i64:
        """`OVER`: the seat's final place, 0 the best; seats that share a victory share a place.

        A match that nobody has won has no place 0.
        """
        raise NotImplementedError

    def public(self) -> list[int]:
        """Everything that all replicas must agree on, as plain integers: what the digest covers. No hidden card."""
        raise NotImplementedError

    def dump(self) -> list[int]:
        """The whole position, known hidden cards included, as plain integers that the game's `load` reads back."""
        raise NotImplementedError
