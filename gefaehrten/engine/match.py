"""Pure. One playing of a game as one replica sees it: a kernel, who holds which slot, and the steps so far.

The one rule: what comes in from outside is checked whole before anything changes, so a refused turn leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import DeckSpec, Game, JsonStep, Plain, Setup, Slot
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, PASS, ROLL, UNKNOWN, WATCHER, Kernel
from gefaehrten.core.text import N_

ABORTED = "aborted"
"""Why a match is over that everybody would rather not play on; in no game a reason of the rules."""


@dataclass(frozen=True, slots=True)
class Need:
    """What the match needs next.

    Attributes:
        kind: a joint random number, cards for a seat, hands for others, a seat's turn, or nothing more.
        seat: who gets the cards or moves; -1 otherwise.
        deck: the number of the deck that is drawn from; -1 otherwise.
        amount: how many cards, or how many equally likely values.
        gifts: giver and receiver of every hand that is passed on.
    """

    kind: Literal["roll", "deal", "pass", "turn", "over"]
    seat: int = -1
    deck: int = -1
    amount: int = 0
    gifts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Trial:
    """A turn tried out on a copy: where it leads, which slots it used up, what it did.

    Attributes:
        made: of each action the position before and after it, and the card that it opened.
    """

    kernel: Kernel
    used: tuple[Slot, ...]
    made: tuple[tuple[Kernel, int, Kernel, int | None], ...]
    claims: bool

    def steps(self, game: Game) -> list[JsonStep]:
        """What it did, as steps."""
        return [
            step
            for before, action, after, card in self.made
            for step in game.steps(before, action, after, card)
        ]


@dataclass(frozen=True, slots=True)
class _Encoded:
    """An own turn that has just been put into wire values: every action was legal, and led where it says.

    Attributes:
        made: of each action, which it is and the position after it.
    """

    before: Kernel
    seat: int
    made: Sequence[tuple[int, Kernel]]


@dataclass(frozen=True, slots=True)
class _Own:
    """An own turn that was tried out before it was signed: it need not be again once it stands in the log."""

    before: Kernel
    seat: int
    moves: Sequence[Plain]
    cards: Mapping[Slot, int]
    trial: _Trial

    def is_of(self, before: Kernel, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> bool:
        """Whether it is this turn, in this very position."""
        return (
            before is self.before and seat == self.seat and [*moves] == [*self.moves] and cards == self.cards
        )


@dataclass(frozen=True, slots=True)
class _Claim:
    """A turn that said something about cards which nobody else saw.

    Attributes:
        turn: its number, from 0.
        kernel: the position before it as everybody saw it.
        held: what its seat had in hand.
    """

    turn: int
    kernel: Kernel
    held: tuple[Slot, ...]
    moves: tuple[Plain, ...]
    shown: Mapping[Slot, int]


class Match:
    """A replica of one match. Mutable: it grows by `rolled`, `dealt`, `passed`, `learned` and `turn`; see `need`."""

    refusals: type[Exception] = IllegalAction
    """What `turn` and `preview` raise when the author of the turn is at fault."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.kernel = game.start(setup)
        self.steps: list[JsonStep] = []
        self._held: list[list[Slot]] = [[] for _ in range(setup.seats)]
        self._known: dict[Slot, int] = {}
        self._shared = {deck.number for deck in game.decks(setup) if deck.owner is None}
        self._shown: dict[int, list[int]] = {deck: [] for deck in self._shared}
        self._claims: list[_Claim] = []
        self._turns = 0
        self._faces: dict[Slot, int] = {}
        self._encoded: _Encoded | None = None
        self._own: _Own | None = None

    def decks(self) -> Sequence[DeckSpec]:
        """The decks to be sealed before the first card is dealt."""
        return self.game.decks(self.setup)

    def need(self) -> Need:
        """What has to come next."""
        kernel = self.kernel
        kind = kernel.request()
        if kind == DECIDE:
            return Need("turn", seat=kernel.actor())
        if kind == DEAL:
            return Need("deal", seat=kernel.actor(), deck=kernel.deck(), amount=kernel.amount())
        if kind == ROLL:
            return Need("roll", amount=kernel.amount())
        if kind == PASS:
            heirs = [(seat, int(kernel.heir(seat))) for seat in range(self.setup.seats)]
            return Need("pass", gifts=tuple(gift for gift in heirs if gift[1] not in (gift[0], -1)))
        return Need("over")

    def rolled(self, value: int) -> None:
        """The joint random number that `need` asked for."""
        before, self.kernel = self.kernel, self.kernel.clone()
        self.kernel.roll(value)
        self.steps.extend(self.game.rolled(before, value, self.kernel))

    def dealt(self, seat: int, slots: Sequence[Slot]) -> None:
        """The seat has got these slots; nobody's replica knows the cards yet."""
        before, self.kernel = self.kernel, self.kernel.clone()
        for slot in slots:
            self.kernel.deal(UNKNOWN)
            self._held[seat].append(slot)
        self.steps.append({"step": "drawn", "seat": seat, "count": len(slots)})
        self.steps.extend(self.game.consequences(before, self.kernel))

    def restocked(self, deck: int) -> list[int]:
        """A deck that all draw from is made anew; what was shown of it, ascending."""
        cards = sorted(self._shown[deck])
        self._shown[deck] = []
        self.steps.append({"step": "reshuffled", "deck": deck, "count": len(cards)})
        return cards

    def passed(self, gifts: Sequence[tuple[int, int]]) -> None:
        """The hands have changed owners: giver and receiver of each."""
        before, self.kernel = self.kernel, self.kernel.clone()
        self.kernel.passed()
        held = list(self._held)
        for giver, _ in gifts:
            self._held[giver] = []
        for giver, receiver in gifts:
            self._held[receiver] = [*self._held[receiver], *held[giver]]
        self.steps.append(
            {"step": "passed", "hands": [[giver, receiver, len(held[giver])] for giver, receiver in gifts]}
        )
        self.steps.extend(self.game.consequences(before, self.kernel))

    def disproved(self, cards: Mapping[Slot, int]) -> list[int]:
        """The turns (0 is the match's first) that said something untrue about cards that nobody else saw.

        Args:
            cards: every slot of which it is known now what it was. A claim about others stays unproven.
        """
        return [claim.turn for claim in self._claims if self._is_disproved(claim, cards)]

    def retire(self, seat: int) -> None:
        """The seat is out of the match for good, by the game's own rule."""
        before, self.kernel = self.kernel, self.kernel.clone()
        self.kernel.retire(seat)
        self._held[seat] = []
        for slot in [slot for slot in self._known if slot[0] in self._shared]:
            del self._known[slot]
        self.steps.append({"step": "retired", "seat": seat})
        self.steps.extend(self.game.consequences(before, self.kernel))

    def abort(self) -> None:
        """Everybody would rather not play on: the match is over as it stands, and nobody has won."""
        self.steps.append({"step": "over", "reason": ABORTED, "scores": self.scores(), "winners": []})

    def dealt_again(self, seat: int, lost: Slot, slot: Slot) -> None:
        """A slot in the seat's hand can never be opened; this one takes its place."""
        self._held[seat].remove(lost)
        self._held[seat].append(slot)

    def resealed(self, seats: Sequence[int]) -> None:
        """What is left of the decks has been sealed again by these seats."""
        self.steps.append({"step": "resealed", "seats": list(seats)})

    def learned(self, seat: int, slot: Slot, card: int) -> None:
        """This replica now knows which card a slot in the seat's hand is."""
        self._known[slot] = card
        self._encoded = self._own = None
        self.kernel.learn(seat, self._face(slot, card))

    def hand(self, seat: int) -> list[tuple[Slot, int | None]]:
        """The seat's slots in the order of dealing, each with its card number where this replica knows it."""
        return [(slot, self._known.get(slot)) for slot in self._held[seat]]

    def turn(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        """Applies one whole turn.

        Args:
            moves: the actions as wire values.
            cards: the slots that the turn opens, with the card each turned out to be.

        Raises:
            IllegalAction: the turn breaks the rules; its author's fault. Nothing has changed.
        """
        own, self._own = self._own, None
        if own is not None and own.is_of(self.kernel, seat, moves, cards):
            trial = own.trial
        else:
            trial = self._try(seat, moves, cards, believe=True)
        steps = trial.steps(self.game)
        if trial.claims:
            held = tuple(self._held[seat])
            self._claims.append(_Claim(self._turns, _seen(self.kernel), held, tuple(moves), dict(cards)))
        self.kernel = trial.kernel
        self._turns += 1
        for slot in trial.used:
            self._held[seat].remove(slot)
            if slot[0] in self._shared:
                self._shown[slot[0]].append(cards[slot])
        self.steps.extend(steps)

    def preview(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> list[int]:
        """The public values after an own turn, not applied. Raises as `turn` does, and where a claim is untrue."""
        trial = self._try(seat, moves, cards, believe=False)
        if not trial.claims:  # of claims everybody believes what they may, and no more
            self._own = _Own(self.kernel, seat, [*moves], dict(cards), trial)
        return trial.kernel.public()

    def public(self) -> list[int]:
        """What every replica must agree on."""
        return self.kernel.public()

    def scores(self) -> list[int]:
        """Points by seat."""
        return [self.kernel.score(seat) for seat in range(self.setup.seats)]

    def winners(self) -> list[int]:
        """The seats that have won, ascending; empty while the match goes on."""
        if self.kernel.request() != OVER:
            return []
        return [seat for seat in range(self.setup.seats) if self.kernel.place(seat) == 0]

    def first(self) -> int | None:
        """The seat that moves first, None while it has not been drawn."""
        seat = int(self.kernel.first())
        return seat if seat >= 0 else None

    def reason(self) -> str:
        """Why the match ended, a word of the game; "" while it goes on."""
        if self.steps and self.steps[-1]["step"] == "over":
            return str(self.steps[-1]["reason"])
        return ""

    def encode(self, seat: int, actions: Sequence[int]) -> tuple[list[Plain], dict[Slot, int]]:
        """A turn of kernel actions as wire values, with the slots that it must open and their cards.

        Raises:
            IllegalAction: an action is not legal for the cards this replica knows.
        """
        kernel = self.kernel
        left = [(slot, card) for slot, card in self.hand(seat) if card is not None]
        opened: dict[Slot, int] = {}

        def take(face: int) -> Slot:
            for slot, card in left:
                if slot not in opened and self._face(slot, card) == face:
                    opened[slot] = card
                    return slot
            raise IllegalAction(self.game.turn_clause, N_("This card is not in your hand."))

        moves, made = [], []
        for action in actions:
            kernel.check(action)
            moves.append(self.game.encode(kernel, action, take))
            kernel = kernel.clone()
            kernel.apply(action)
            made.append((action, kernel))
        self._encoded = _Encoded(self.kernel, seat, made)
        return moves, opened

    def _face(self, slot: Slot, card: int) -> int:
        """The face of a card number of a slot's deck, which the game says once."""
        face = self._faces.get((slot[0], card))
        if face is None:
            face = self._faces[slot[0], card] = self.game.face(self.setup, slot[0], card)
        return face

    def _try(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int], *, believe: bool) -> _Trial:
        """A turn on a copy.

        Args:
            believe: whether claims about hidden cards are taken as they are, even by who knows better: those who have
                passed a hand on must not stop where others go on.
        """
        kernel = self.kernel
        turns = kernel.turns()
        used: list[Slot] = []
        made: list[tuple[Kernel, int, Kernel, int | None]] = []
        claims = False

        def show(slot: Slot) -> int:
            if slot in used or slot not in self._held[seat]:
                raise IllegalAction(
                    self.game.turn_clause, N_("A turn plays a card that is not in its player's hand.")
                )
            if slot not in cards:
                raise IllegalAction(self.game.turn_clause, N_("A turn plays a card without opening it."))
            used.append(slot)
            return self._face(slot, cards[slot])

        encoded = None if believe else self._encoded
        if encoded is None or encoded.before is not kernel or encoded.seat != seat:
            encoded = None
        ways = iter(() if encoded is None else encoded.made)
        self._expect_open(kernel, seat, turns)
        for move in moves:
            self._expect_open(kernel, seat, turns)
            count = len(used)
            action = self.game.decode(kernel, move, show)
            claim = self.game.claims(kernel, action)
            claims = claims or claim
            way = next(ways, None)
            if way is not None and way[0] == action:
                after = way[1]
            else:
                ways = iter(())  # from here on it is another turn
                (_seen(kernel) if claim and believe else kernel).check(action)
                after = kernel.clone()
                after.apply(action)
            card = cards[used[-1]] if len(used) > count else None
            made.append((kernel, action, after, card))
            kernel = after
        if kernel.request() == DECIDE and kernel.turns() == turns:
            raise IllegalAction(self.game.turn_clause, N_("A turn stops before its end."))
        if len(used) != len(cards):
            raise IllegalAction(self.game.turn_clause, N_("A turn opens a card that it does not play."))
        return _Trial(kernel, tuple(used), tuple(made), claims)

    def _is_disproved(self, claim: _Claim, cards: Mapping[Slot, int]) -> bool:
        """Whether the turn is illegal now that its seat's hand is known."""
        if any(slot not in cards for slot in claim.held):
            return False
        kernel = claim.kernel.clone()
        seat = kernel.actor()
        for slot in claim.held:
            kernel.learn(seat, self._face(slot, cards[slot]))
        try:
            for move in claim.moves:
                action = self.game.decode(kernel, move, lambda slot: self._face(slot, claim.shown[slot]))
                kernel.check(action)
                kernel.apply(action)
        except IllegalAction:
            return True
        return False

    def _expect_open(self, kernel: Kernel, seat: int, turns: int) -> None:
        if kernel.request() != DECIDE or kernel.actor() != seat or kernel.turns() != turns:
            raise IllegalAction(
                self.game.turn_clause, N_("A turn goes on after its end, or its player is not to move.")
            )


def _seen(kernel: Kernel) -> Kernel:
    """What everybody sees of a position."""
    public = kernel.clone()
    public.mask(WATCHER)
    return public
