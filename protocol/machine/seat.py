"""Machine. What one seat's own program knows and owes: its secrets, its hand, its answers.

The one rule: a key leaves this module only when the log says that it is due, and each answer is given once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from protocol.canonical import Plain
from protocol.chain import Chain
from protocol.deck.epochs import Epochs
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, LocalProtocolError, RemoteProtocolError
from protocol.machine.absence import counts
from protocol.machine.handing import Gift
from protocol.machine.rules import Slot
from protocol.machine.table import Table, state_digest
from protocol.wire.messages import (
    Claim,
    Concede,
    Keys,
    Link,
    Motion,
    Opening,
    Payload,
    Retire,
    Reveal,
    SlotKey,
    Turn,
)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one seat alone knows: the 32-byte secret of its shuffles and keys, and the 32-byte seed of its chain."""

    deck: bytes
    chain: bytes


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that a seat's program owes the table, ready to be signed.

    Attributes:
        words: names of what it answers, the same after a restart.
    """

    payload: Payload
    words: tuple[str, ...]


class Seat:
    """One seat's view of a table. Mutable: it follows the table's log.

    Args:
        table: the replica; call `look` after every entry that it receives.
        number: the seat.
        secrets: the seat's secrets.
        answered: words of duties that were signed in an earlier process.
    """

    def __init__(self, table: Table, number: int, secrets: Secrets, answered: Iterable[str] = ()) -> None:
        self.table = table
        self.number = number
        self.secrets = secrets
        self._secret = SeatSecret(secrets.deck)
        self._chain = Chain(secrets.chain)
        self._answered = set(answered)
        self._cards: dict[Slot, int] = {}
        self._claims: list[Slot] = []
        self._given: dict[Slot, bytes] = {}
        self._gifts = 0
        self._wrong: Gift | None = None
        self.agreed: Retire | None = None
        """What the host says that everybody else has consented to; this seat logs it if it holds."""

    @property
    def ready(self) -> bool:
        """Whether the seat is to move, sees its whole hand, and has not answered yet."""
        return (
            self.table.to_move == self.number
            and not self.table.resealing.lacks(self.number)
            and all(slot in self._cards for slot in self.table.hands[self.number])
            and f"turn:{self.table.turn_number}" not in self._answered
        )

    def look(self) -> None:
        """Opens the own cards that everyone else has given their keys for, in the order of dealing."""
        hand = self.table.hands[self.number]
        self._unpack()
        for slot in hand:
            if self.table.ending is not None or self._claims or self._wrong is not None:
                return
            if slot in self._cards:
                continue
            if not self.table.dealing.complete(slot):
                return
            card = self.table.dealing.peek(slot, self._key(slot))
            doubles = [own for own in hand if self._is(own, card) and self._same_seal(own, slot)]
            if card is None or doubles or self.table.dealing.seen(slot, card):
                shown = [own for own in doubles if self.table.dealing.hidden(own)]
                self._claims = [*shown, slot]
                return
            self._cards[slot] = card
            self.table.rules.learned(self.number, slot, card)

    def _unpack(self) -> None:
        """Takes the keys out of the boxes that this seat has got with hands."""
        made = self.table.handing.made
        for gift in made[self._gifts :]:
            self._gifts += 1
            if gift.receiver == self.number:
                keys = self.table.handing.contents(gift, self._hand_secret(gift))
                if keys is None:
                    self._wrong = gift
                    return
                self._given.update(keys)

    def _is(self, slot: Slot, card: int | None) -> bool:
        return card is not None and self._cards.get(slot) == card

    def _same_seal(self, one: Slot, other: Slot) -> bool:
        """Whether two slots were dealt from one seal of one deck, which has every card once."""
        decks = self.table.epochs
        return one[0] == other[0] and decks[one[0]].at(one[1])[0] is decks[other[0]].at(other[1])[0]

    def due(self) -> list[Duty]:
        """Everything that the seat's program owes now and has not signed yet."""
        duties = list(self._closing() if self.table.ending is not None else self._playing())
        return [duty for duty in duties if not self._answered.issuperset(duty.words)]

    def answer(self, duty: Duty) -> None:
        """Notes that the duty has been signed; it will not be due again."""
        self._answered.update(duty.words)

    def remember(self, words: Iterable[str]) -> None:
        """Notes duties that were signed in an earlier process."""
        self._answered.update(words)

    def turn(self, moves: Sequence[Plain], slots: Iterable[Slot]) -> Duty:
        """The own turn, ready to be signed.

        Raises:
            LocalProtocolError: it is not this seat's turn, or a card is not known yet.
            Exception: what the rules refuse, as `Rules.refusals`.
        """
        if not self.ready:
            raise LocalProtocolError("not-due", N_("It is not your turn."))
        cards = {slot: self._cards[slot] for slot in slots}
        public = self.table.rules.preview(self.number, moves, cards)
        openings = tuple(self._shown(slot) for slot in cards)
        number = self.table.turn_number
        payload = Turn(number, tuple(moves), openings, state_digest(public))
        return Duty(payload, (f"turn:{number}",))

    def motion(self, wish: Literal["", "pause", "abort"]) -> Duty:
        """What this seat would like from now on, ready to be signed; as often as its person changes their mind."""
        return Duty(Motion(wish), ())

    def concession(self) -> Duty:
        """Leaving for good, ready to be signed."""
        return Duty(Concede(self.secrets.deck, self.secrets.chain), ("concede",))

    def _playing(self) -> Iterable[Duty]:
        table = self.table
        if self.number not in table.active:
            yield from self._opening()  # nothing that is still hidden depends on it, and it can prove what was played
            return
        if self._claims:
            openings = tuple(self._shown(slot) for slot in self._claims)
            yield Duty(Claim(openings), ("claim",))
            return  # it ends play; and whose hand is not known cannot mark its cards in a pass
        if self._wrong is not None:
            request = self._wrong.request
            yield Duty(Reveal(request, self._hand_secret(self._wrong)), (f"reveal:{request}",))
            return
        yield from self._retirement()
        yield from self._handing()
        if table.randomness.owes(self.number):
            request = table.randomness.request
            yield Duty(Link(request, self._chain.link(request)), (f"link:{request}",))
        for epochs in table.sealing():
            due = epochs.deck.due()
            word = f"seal:{epochs.number}:{epochs.deck.deck_id.epoch}:{due[0]}" if due is not None else ""
            if due is not None and due[1] == self.number and word not in self._answered:
                yield self._pass(epochs, word)
        slots = [slot for slot in table.dealing.owed(self.number) if _word(slot) not in self._answered]
        if slots:
            keys = tuple(SlotKey(*slot, self._own_key(slot)) for slot in slots)
            yield Duty(Keys(keys), tuple(_word(slot) for slot in slots))

    def _handing(self) -> Iterable[Duty]:
        """The one-time key for a hand that is to come, and the box with the hand that is to go."""
        handing = self.table.handing
        request = handing.request
        if handing.owes_key(self.number):
            yield Duty(handing.hand_key(self.number, self._secret), (f"hand-key:{request}",))
        gift = handing.owes_box(self.number)
        if gift is not None:
            keys = {slot: self._key(slot) for slot in gift.slots}
            yield Duty(handing.boxed(gift, self._secret, keys), (f"hand-over:{request}",))

    def _retirement(self) -> Iterable[Duty]:
        """What all have agreed to, as soon as the log has gone as far, and only if it cannot be this seat's fault."""
        table, agreed = self.table, self.agreed
        if agreed is None or agreed.index > table.log.length or self.number in agreed.seats:
            return  # whoever logged its own end would be there
        try:
            held = counts(
                agreed, table.log, table.log.length + 1, table.retirements, table.active, author=self.number
            )
        except RemoteProtocolError:
            return  # the host has made it up, or the match has gone on meanwhile
        if held:
            yield Duty(agreed, (f"retire:{agreed.number}:{agreed.index}",))

    def _pass(self, epochs: Epochs, word: str) -> Duty:
        """The pass that is due, or the complaint that there are no points to build on."""
        try:
            hand = [self._cards[slot] for slot in epochs.hand if epochs.owner == self.number]
            return Duty(epochs.deck.make(self._secret, hand), (word,))
        except RemoteProtocolError:
            return Duty(Claim(()), (word,))

    def _closing(self) -> Iterable[Duty]:
        yield from self._opening()
        if self.table.audited and self.number in self.table.active:
            yield Duty(self.table.verdict(), ("verdict",))

    def _opening(self) -> Iterable[Duty]:
        """The own secrets, unless a CONCEDE that counts has opened them; one that crosses the end of play is void."""
        if self.number not in self.table.openings:
            yield Duty(Opening(self.secrets.deck, self.secrets.chain), ("opening",))

    def _hand_secret(self, gift: Gift) -> bytes:
        return self.table.handing.secret(gift, self._secret)

    def _key(self, slot: Slot) -> bytes:
        """The key that opens a slot in this hand: this seat's own, or the one that it got with the slot."""
        return self._given[slot] if slot in self._given else self._own_key(slot)

    def _own_key(self, slot: Slot) -> bytes:
        """What this seat has locked a slot with, whoever holds it."""
        deck, place = self.table.epochs[slot[0]].at(slot[1])
        return self._secret.position_key(self.table.table_id, deck.deck_id, self.number, place)

    def _shown(self, slot: Slot) -> SlotKey:
        return SlotKey(slot[0], slot[1], self._key(slot))


def _word(slot: Slot) -> str:
    return f"key:{slot[0]}:{slot[1]}"
