"""Pure. What the table must know of a game; what a card means is not part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from protocol.canonical import Plain

Slot = tuple[int, int]
"""(deck number, position): a sealed card as those see it who do not know it."""


class Need(Protocol):
    """What the match needs next: see `Rules.need`."""

    @property
    def kind(self) -> Literal["roll", "deal", "pass", "turn", "over"]: ...
    @property
    def seat(self) -> int: ...
    @property
    def deck(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def gifts(self) -> Sequence[tuple[int, int]]: ...


class DeckNeed(Protocol):
    """A deck to be sealed: number, size, and the one seat that draws from it (None: all do)."""

    @property
    def number(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def owner(self) -> int | None: ...


class Rules(Protocol):
    """One replica of a match. Deterministic: equal calls in equal order lead to equal `public()` everywhere.

    Cards are numbers 0 ... size-1 of their deck. Only `learned` may differ between replicas.
    """

    refusals: type[Exception]
    """What `turn` and `preview` raise when the author of the turn is at fault."""

    def decks(self) -> Sequence[DeckNeed]:
        """The decks to be sealed."""
        ...

    def need(self) -> Need:
        """What has to come next: `roll` (a number below `amount`), `deal` (`amount` cards of `deck` to `seat`),
        `pass` (hands change owners at once; `gifts` are giver and receiver of each), `turn` (of `seat`), or `over`.

        A deck that all draw from and that is empty when a deal is due is made anew from what was shown of it;
        `amount` is never more than what is in it then. Only cards of such decks are passed on.
        """
        ...

    def rolled(self, value: int) -> None:
        """The joint random number."""
        ...

    def dealt(self, seat: int, slots: Sequence[Slot]) -> None:
        """The seat holds these slots now."""
        ...

    def restocked(self, deck: int) -> object:
        """All cards of the deck that were shown are in it again, and it is being sealed."""
        ...

    def passed(self, gifts: Sequence[tuple[int, int]]) -> None:
        """The hands have changed owners: giver and receiver of each."""
        ...

    def disproved(self, cards: Mapping[Slot, int]) -> Sequence[int]:
        """The turns (0 is the match's first) that said something untrue about cards which nobody could see.

        Args:
            cards: every slot of which it is known now what it was.
        """
        ...

    def retire(self, seat: int) -> None:
        """The seat is out of the match for good; what it holds is nobody's any more.

        Nobody knows the cards of decks that all draw from any longer: `dealt_again` follows for each that is in a hand.
        """
        ...

    def abort(self) -> None:
        """Everybody would rather not play on: the match is over as it stands, and nobody has won."""
        ...

    def dealt_again(self, seat: int, lost: Slot, slot: Slot) -> None:
        """A slot that was dealt to the seat can never be opened; this one takes its place."""
        ...

    def resealed(self, seats: Sequence[int]) -> None:
        """What is left of the decks has been sealed again by these seats."""
        ...

    def learned(self, seat: int, slot: Slot, card: int) -> None:
        """This replica alone sees what a slot of its own is."""
        ...

    def turn(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        """A whole turn with the cards that it opens; checked whole before anything changes."""
        ...

    def preview(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> list[int]:
        """`public()` as it would be after the turn; raises as `turn` does."""
        ...

    def public(self) -> list[int]:
        """Everything all replicas agree on."""
        ...

    def scores(self) -> list[int]:
        """Points by seat."""
        ...
