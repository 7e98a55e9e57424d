"""Machine. One replica of a table, from the log alone: takes the ordered entries and knows what each of them means.

Theory of operation. The log alone decides: two replicas that took the same entries are equal, whoever they belong to.
An entry that the host should not have logged (signature, number, acknowledgement) raises, and names the host. An entry
whose content is wrong is its author's `Fault`; it ends the match, and the openings follow, so that the audit can look
at everything. Play (sealing, links, keys, turns) -> ended -> all openings: audited -> all verdicts: closed. What a
retired seat owed is asked anew, and what is left of decks is sealed again. What all would like besides playing is
weighed last at each entry. Hands that are passed on wait for all boxes. `seat.py` has what one seat alone knows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from protocol.canonical import hash32
from protocol.deck.epochs import Epochs
from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, Fault, RemoteProtocolError
from protocol.log import Entry, Log
from protocol.machine import complaints
from protocol.machine.absence import counts
from protocol.machine.audit import audit, committed_secrets, shared_cards
from protocol.machine.dealing import Dealing
from protocol.machine.handing import Handing
from protocol.machine.motions import Motions
from protocol.machine.randomness import Randomness
from protocol.machine.resealing import Resealing
from protocol.machine.rules import Rules, Slot
from protocol.table import TableRecord
from protocol.wire.envelope import Envelope
from protocol.wire.messages import (
    Claim,
    Concede,
    HandKey,
    HandOver,
    Keys,
    Link,
    Motion,
    Opening,
    Payload,
    Retire,
    Reveal,
    Seal,
    Term,
    Turn,
    Verdict,
    VerdictFault,
)


@dataclass(frozen=True, slots=True)
class Ending:
    """How play ended.

    Attributes:
        entry: the index of the log entry that ended it.
        head: the log's head there.
        reason: "over" by the rules, "aborted" by everybody's wish, "fault" by a proven wrong, "deck" by a slot that is
            no card.
    """

    entry: int
    head: bytes
    reason: str


class Table:
    """A replica of a table; see the module's theory of operation.

    Args:
        record: the table record that all seats have signed.
        rules: a fresh match.
        known: for an auditor, the deck secrets that seats are said to open at the end; they spare work and decide
            nothing.
    """

    def __init__(
        self, record: TableRecord, rules: Rules, *, known: Mapping[int, SeatSecret] | None = None
    ) -> None:
        self.record = record
        self.rules = rules
        self.table_id = record.table_id()
        keys = record.keys
        self.log = Log(self.table_id, record.host_key, keys)
        self.seats = len(keys)
        self.active = list(range(self.seats))
        self.epochs = {
            deck.number: Epochs(
                self.table_id, deck.number, deck.owner, self._order(deck.owner), deck.size, known=known
            )
            for deck in rules.decks()
        }
        self.dealing = Dealing(self.epochs, self.seats)
        self.handing = Handing(self.table_id, self.dealing.is_key)
        self.randomness = Randomness(self.table_id, [entry.chain_end for entry in record.seats])
        self.passing: list[int] = []
        """Who is to pass a hand on as soon as all keys for it are there."""
        self.turn_number = 0
        self.turns: list[tuple[int, int]] = []
        """Entry and seat of every turn that was made."""
        self.turn_opened_at = 0
        self.turn_seat = -1
        self.hands: list[list[Slot]] = [[] for _ in range(self.seats)]
        self.retirements = 0
        self.retired_at = 0
        self.resealing = Resealing(self.epochs, self.dealing)
        self.motions = Motions(self.seats)
        self.faults: list[Fault] = []
        self.ending: Ending | None = None
        self.openings: dict[int, tuple[int, Opening]] = {}
        self.verdicts: dict[int, Verdict] = {}
        self.audited = False
        self._advance(0)

    # What the replica knows

    @property
    def decks(self) -> Mapping[int, SealedDeck]:
        """The decks as they are sealed now, or are being sealed; not those of seats that are gone."""
        return {
            number: epochs.deck
            for number, epochs in self.epochs.items()
            if epochs.owner is None or epochs.owner in self.active
        }

    def sealing(self) -> list[Epochs]:
        """The decks of seats that are left, but for those whose next seal cannot begin yet."""
        return [self.epochs[number] for number in self.decks if number not in self.resealing.waiting]

    @property
    def sealed(self) -> bool:
        """Whether every deck has gone through all passes."""
        return not self.resealing.waiting and all(deck.sealed for deck in self.decks.values())

    @property
    def to_move(self) -> int | None:
        """The seat whose turn is awaited; None when something else is, or nothing."""
        return self.turn_seat if self.ending is None and self.turn_seat >= 0 else None

    @property
    def paused(self) -> bool:
        """Whether everybody is having a break: nobody's turn is waited for, what programs answer goes on."""
        return self.ending is None and self.motions.paused

    @property
    def culprits(self) -> set[int]:
        """The seats that a fault names."""
        return {fault.seat for fault in self.faults if fault.seat >= 0}

    @property
    def proven(self) -> bool:
        """Whether every seat, retired ones too, has opened its secrets and the audit has looked at them."""
        return self.audited and len(self.openings) == self.seats

    @property
    def closed(self) -> bool:
        """Whether every honest seat that stayed has signed its verdict: there is nothing left to come."""
        return self.audited and all(seat in self.verdicts for seat in self._honest())

    def awaited(self) -> list[int]:
        """The seats that owe the next envelope, ascending."""
        if self.ending is not None:
            have: Mapping[int, object] = self.verdicts if self.audited else self.openings
            return [seat for seat in self._honest() if seat not in have]
        seats = {due[1] for epochs in self.sealing() if (due := epochs.deck.due()) is not None}
        for number in self.resealing.waiting:
            owner = self.resealing.owner(number)
            seats.update(() if owner is None else self._owing(owner))
        for giver in self.passing:
            seats.update(self._owing(giver))
        seats.update(self.handing.owing())
        seats.update(seat for seat in range(self.seats) if self.randomness.owes(seat))
        if self.turn_seat >= 0:
            owing = self._owing(self.turn_seat)
            seats.update(owing if owing or self.resealing.lacks(self.turn_seat) else [self.turn_seat])
        return sorted(seats)

    @property
    def waits_for_programs(self) -> bool:
        """Whether what is awaited are answers that programs give at once, not a person's decision."""
        mover = self.to_move
        return mover is None or self.resealing.lacks(mover) or bool(self._owing(mover))

    def _owing(self, mover: int) -> list[int]:
        """The seats whose keys the mover still lacks for its hand."""
        return [
            seat
            for seat in range(self.seats)
            if any(self.dealing.holder(slot) == mover for slot in self.dealing.owed(seat))
        ]

    # What comes in

    def receive(self, entry: Entry) -> None:
        """Takes the next log entry.

        Raises:
            RemoteProtocolError: the host logged what it must not log; the replica has not changed.
        """
        envelope = self.log.append(entry, self.active)
        seat = self.log.seat_of(envelope.author)
        try:
            self._apply(entry.index, seat, envelope)
        except RemoteProtocolError as error:
            self._blame(entry.index, seat, error)
        self._advance(entry.index)

    def _apply(self, index: int, seat: int, envelope: Envelope) -> None:
        payload = envelope.payload
        acknowledged = envelope.ack_index
        if isinstance(payload, Term):
            return  # who orders the log changes nothing at the table
        if seat not in self.active and not isinstance(payload, Opening):
            return  # void: signed before its author heard of it
        if self.ending is not None or seat not in self.active:
            self._apply_after(index, seat, payload)
            return
        match payload:
            case Seal():
                self._seal(index, seat, payload, acknowledged)
            case Link():
                self.randomness.receive(seat, payload.request, payload.link, acknowledged)
            case Keys():
                for given in payload.keys:
                    self.dealing.publish(seat, (given.deck, given.position), given.key, acknowledged)
            case Turn():
                self._turn(index, seat, payload, acknowledged)
            case HandKey():
                self.handing.receive_key(seat, payload, index, acknowledged)
            case HandOver():
                self.handing.receive_box(seat, payload, index, acknowledged)
            case Reveal():
                raise self.handing.reveal(seat, payload)
            case Claim():
                self._claim(index, seat, payload, acknowledged)
            case Concede():
                self.openings[seat] = index, Opening(payload.secret, payload.chain_seed)
                self._without(index, (seat,))
            case Retire():
                self._retire(index, seat, payload, acknowledged)
            case Motion():
                self.motions.receive(seat, payload.wish)
            case _:
                raise complaints.too_early(seat)

    def _apply_after(self, index: int, seat: int, payload: Payload) -> None:
        """Once play has ended, late answers are void; secrets and verdicts count."""
        if isinstance(payload, Opening) and not self.audited:
            self.openings.setdefault(seat, (index, payload))
        elif isinstance(payload, Verdict) and self.audited and seat not in self.verdicts:
            self.verdicts[seat] = payload
            if payload != self.verdict():
                self.faults.append(
                    Fault(index, seat, "verdict", N_("The verdict signed here is not what the record shows."))
                )

    def _seal(self, index: int, seat: int, payload: Seal, acknowledged: int) -> None:
        if acknowledged < self.retired_at:
            return  # for a seal that a retirement has broken off meanwhile
        deck = self.decks.get(payload.deck)
        if deck is None:
            code = "seal-due" if payload.deck in self.epochs else "no-deck"
            raise complaints.no_deck(code, seat, payload.deck)
        deck.receive(seat, payload, entry=index)

    def _turn(self, index: int, seat: int, turn: Turn, acknowledged: int) -> None:
        if turn.request < self.turn_number or (turn.request == self.turn_number and self.turn_seat < 0):
            return
        if turn.request > self.turn_number or seat != self.turn_seat or acknowledged < self.turn_opened_at:
            raise complaints.out_of_turn(seat)
        cards: dict[Slot, int] = {}
        for shown in turn.openings:
            slot = (shown.deck, shown.position)
            card = self.dealing.open(seat, slot, shown.key)
            if card is None:
                self._end(index, "deck")
                return
            cards[slot] = card
        try:
            self.rules.turn(seat, turn.moves, cards)
        except self.rules.refusals as error:
            raise complaints.illegal(seat, error) from error
        self.turns.append((index, seat))
        if turn.digest != state_digest(self.rules.public()):
            raise complaints.other_digest(seat, index)
        self.turn_seat = -1
        self.motions.turned(seat)

    def _claim(self, index: int, seat: int, claim: Claim, acknowledged: int) -> None:
        if not claim.openings and acknowledged < self.retired_at:
            return  # about a seal that a retirement has broken off meanwhile
        if not claim.openings:
            for deck in self.decks.values():
                due = deck.due()
                if due is not None and due[1] == seat:
                    deck.check_points()
        cards = [self.dealing.open(seat, (shown.deck, shown.position), shown.key) for shown in claim.openings]
        if None in cards:
            self._end(index, "deck")
            return
        raise complaints.false_claim(seat)

    # Who goes

    def _retire(self, index: int, author: int, retire: Retire, acknowledged: int) -> None:
        """Seats that everybody else has given up; void where one of them has said something meanwhile."""
        if acknowledged < self.retired_at:
            return  # its author could not know that others are in the match than those who had to consent
        if counts(retire, self.log, index, self.retirements, self.active, author=author):
            self.retirements += 1
            self._without(index, retire.seats)

    def _without(self, index: int, seats: Collection[int]) -> None:
        """The match goes on without these seats, by its own rules and with new seals."""
        self.active = [seat for seat in self.active if seat not in seats]
        self.randomness.retire(seats, index)
        self.handing.retire(index)
        self.passing = []
        lost = self.dealing.retire(seats, index)
        for slot in lost:
            self.hands[self.dealing.holder(slot)].remove(slot)
        for seat in sorted(seats):
            self.rules.retire(seat)
        self.turn_seat = -1  # a turn that is open is asked for anew: its digest covers who is left
        self.retired_at = index
        self.resealing.begin(self.decks, lost, seats)

    # What follows from it

    def _advance(self, index: int) -> None:
        """Lets the match go on as far as it can without another envelope."""
        self.resealing.seal(self._owing, self._order)
        for seat, lost, slot in self.resealing.deal(index):
            self.rules.dealt_again(seat, lost, slot)
            self.hands[seat].append(slot)
        if self.resealing.finished(self.sealed):
            self.rules.resealed(self.active)
        while self.ending is None:
            need = self.rules.need()
            if need.kind == "roll":
                if not self.randomness.open:
                    self.randomness.ask(index)
                value = self.randomness.value(need.amount)
                if value is None:
                    break
                self.rules.rolled(value)
            elif need.kind == "deal":
                epochs = self.epochs[need.deck]
                if need.deck in self.resealing.waiting or not epochs.deck.sealed:
                    break
                if epochs.owner is None and not epochs.left:
                    self._restock(epochs)
                    break
                slots = self.dealing.deal(need.deck, need.seat, need.amount, index)
                self.rules.dealt(need.seat, slots)
                self.hands[need.seat].extend(slots)
            elif need.kind == "pass":
                if not self._pass_on(need.gifts, index):
                    break
            elif need.kind == "turn":
                if self.turn_seat < 0:
                    self.turn_number += 1
                    self.turn_seat = need.seat
                    self.turn_opened_at = index
                break
            else:
                self._end(index, "over")
        if self.ending is None and self.motions.weigh(self.active):
            self.rules.abort()
            self._end(index, "aborted")
        if self.ending is not None and not self.audited and all(s in self.openings for s in self._honest()):
            self.faults.extend(self.audit())
            self.audited = True

    def audit(self) -> list[Fault]:
        """What the openings that have come so far prove: of secrets and passes, of hands passed on, of turns."""
        opened = committed_secrets(self.record, self.openings)
        cards = shared_cards(self.table_id, self.epochs, self.dealing, opened)
        return [
            *audit(self.record, self.epochs, self.dealing, self.openings),
            *self.handing.audit(opened),
            *(Fault(*self.turns[turn], "claim") for turn in self.rules.disproved(cards)),
        ]

    def _restock(self, epochs: Epochs) -> None:
        """A deck that all draw from is empty: what was shown of it is sealed again."""
        cards = self.dealing.restock(epochs.number)
        assert cards, "a deal asks for no more than there is"
        epochs.again(self._order(None), cards, ())
        self.rules.restocked(epochs.number)

    def _pass_on(self, gifts: Sequence[tuple[int, int]], index: int) -> bool:
        """Lets hands change owners, once every box is there; says whether they have."""
        self.passing = [giver for giver, _ in gifts]
        if any(self._owing(giver) or self.resealing.lacks(giver) for giver in self.passing):
            return False  # who passes a hand on has seen it
        if not self.handing.open:
            hidden = [
                (giver, receiver, [slot for slot in self.hands[giver] if self.dealing.hidden(slot)])
                for giver, receiver in gifts
            ]
            self.handing.ask([gift for gift in hidden if gift[2]], index, self.log.head(index))
        if not self.handing.complete:
            return False
        for gift in self.handing.close():
            assert all(self.epochs[deck].owner is None for deck, _ in gift.slots), (
                "an owner's deck knows its hand"
            )
            self.hands[gift.giver] = [slot for slot in self.hands[gift.giver] if slot not in gift.slots]
            self.hands[gift.receiver].extend(gift.slots)
            self.dealing.hand_on(gift.slots, gift.receiver)
        self.passing = []
        self.rules.passed(gifts)
        return True

    def verdict(self) -> Verdict:
        """What every honest seat signs after the audit."""
        assert self.ending is not None, "a verdict comes after the end"
        assert self.audited, "a verdict comes after the audit"
        faults = [fault for fault in self.faults if fault.code != "verdict"]
        return Verdict(
            honest=not faults,
            faults=tuple(VerdictFault(fault.entry, fault.seat, fault.code) for fault in faults),
            play_head=self.ending.head,
            scores=tuple(self.rules.scores()),
        )

    def _blame(self, index: int, author: int, error: RemoteProtocolError) -> None:
        """Play ends with a fault: the author's, or an earlier one that this entry has brought to light."""
        earlier = error.params.get("entry")
        entry = earlier if isinstance(earlier, int) else index
        seat = error.seat if error.seat is not None else author
        self.faults.append(Fault.of(entry, seat, error))
        if self.ending is None:
            self._end(index, "fault")

    def _end(self, entry: int, reason: str) -> None:
        self.ending = Ending(entry, self.log.head(entry), reason)
        self.turn_seat = -1

    def _honest(self) -> list[int]:
        """The seats that openings and verdicts are awaited from: all that stayed and that play has not convicted."""
        if self.ending is None:
            return self.active
        convicted = {fault.seat for fault in self.faults if fault.entry <= self.ending.entry}
        return [seat for seat in self.active if seat not in convicted]

    def _order(self, owner: int | None) -> tuple[int, ...]:
        """Seats in the order of a deck's passes: its owner first, then clockwise (protocol design 4.2)."""
        first = owner or 0
        clockwise = ((first + step) % self.seats for step in range(self.seats))
        return tuple(seat for seat in clockwise if seat in self.active)


def state_digest(public: list[int]) -> bytes:
    """32 bytes over the public values of a position."""
    return hash32("state", list(public))
