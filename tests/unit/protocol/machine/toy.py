"""Shell. A toy table for tests of the machines: tiny decks, scripted needs, a host that orders whatever it is told.

The one rule: everything a test wants to be wrong can be said in one call; nothing here checks anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from protocol.canonical import Plain
from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.identity import Identity
from protocol.log import Entry, Log
from protocol.machine.rules import Slot
from protocol.machine.seat import Duty, Seat, Secrets
from protocol.machine.table import Table
from protocol.table import OptionValue, SeatEntry, TableRecord
from protocol.wire.envelope import seal
from protocol.wire.messages import Payload
from tests.machines import Entropy


@dataclass(frozen=True, slots=True)
class Need:
    """What the script says."""

    kind: Literal["roll", "deal", "pass", "turn", "over"]
    seat: int = -1
    deck: int = -1
    amount: int = 0
    gifts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of the toy."""

    number: int
    size: int
    owner: int | None


OVER = Need("over")
DECKS = (Deck(0, 4, 0), Deck(1, 4, 1))
SCRIPT = (
    Need("roll", amount=6),
    Need("deal", seat=0, deck=0, amount=2),
    Need("deal", seat=1, deck=1, amount=2),
    Need("turn", seat=0),
    Need("roll", amount=6),
    Need("turn", seat=1),
)
"""A roll, two cards each, and a turn of each with a roll between them."""


class Illegal(Exception):
    """A turn that the toy forbids."""


@dataclass
class ToyRules:
    """A match by script. A turn is legal if its moves are exactly the cards that it opens, in order."""

    script: list[Need] = field(default_factory=lambda: list(SCRIPT))
    made: Sequence[Deck] = DECKS
    history: list[int] = field(default_factory=list)
    known: dict[Slot, int] = field(default_factory=dict)
    again: list[tuple[Slot, Slot]] = field(default_factory=list)
    sealed: list[tuple[int, ...]] = field(default_factory=list)
    aborted: bool = False
    restocks: list[int] = field(default_factory=list)
    untrue: list[int] = field(default_factory=list)
    """The turns that the audit is to find untrue."""
    told: dict[Slot, int] = field(default_factory=dict)
    """What the audit knows."""
    refusals: type[Exception] = Illegal

    def decks(self) -> Sequence[Deck]:
        return self.made

    def need(self) -> Need:
        return self.script[0] if self.script else OVER

    def rolled(self, value: int) -> None:
        self._took("roll", value)

    def dealt(self, seat: int, slots: Sequence[Slot]) -> None:
        self._took("deal", *(position for _, position in slots))

    def restocked(self, deck: int) -> None:
        self.restocks.append(deck)

    def passed(self, gifts: Sequence[tuple[int, int]]) -> None:
        self._took("pass", *(seat for gift in gifts for seat in gift))

    def disproved(self, cards: Mapping[Slot, int]) -> Sequence[int]:
        self.told = dict(cards)
        return self.untrue

    def retire(self, seat: int) -> None:
        self.history.append(-1 - seat)
        self.script = [_without(need, seat) for need in self.script if need.seat != seat]

    def abort(self) -> None:
        self.aborted = True

    def dealt_again(self, seat: int, lost: Slot, slot: Slot) -> None:
        self.again.append((lost, slot))

    def resealed(self, seats: Sequence[int]) -> None:
        self.sealed.append(tuple(seats))

    def learned(self, seat: int, slot: Slot, card: int) -> None:
        self.known[slot] = card

    def turn(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        self._check(moves, cards)
        self._took("turn", seat, *cards.values())

    def preview(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> list[int]:
        self._check(moves, cards)
        return [*self.history, seat, *cards.values()]

    def public(self) -> list[int]:
        return list(self.history)

    def scores(self) -> list[int]:
        return [len(self.history), 0]

    def _took(self, kind: str, *values: int) -> None:
        assert self.script.pop(0).kind == kind
        self.history.extend(values)

    @staticmethod
    def _check(moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        if list(moves) != list(cards.values()):
            raise Illegal("these are not the cards")


@dataclass
class Player:
    """A seat of the toy table: its key, its secrets, its own replica."""

    identity: Identity
    secrets: Secrets
    table: Table
    seat: Seat
    rules: ToyRules


def _without(need: Need, seat: int) -> Need:
    """A hand that was to go to or from a seat that has left goes past it."""
    heirs = dict(need.gifts)
    gifts = {giver: heirs[receiver] if receiver == seat else receiver for giver, receiver in need.gifts}
    gifts.pop(seat, None)
    return replace(need, gifts=tuple(gift for gift in gifts.items() if gift[0] != gift[1]))


Twist = Callable[[int, Duty], Payload | None]
"""What a seat signs instead of what it owes; None for nothing."""


class Toy:
    """A toy table in one thread; `log` is the host's.

    Args:
        passes: per seat a secret that it shuffles with instead of the one that it committed to.
    """

    def __init__(
        self,
        *,
        script: Sequence[Need] = SCRIPT,
        decks: Sequence[Deck] = DECKS,
        seats: int = 2,
        seed: str = "toy",
        passes: Mapping[int, SeatSecret] | None = None,
    ) -> None:
        entropy = Entropy(seed)
        self.host = Identity(entropy(32))
        self.identities = [Identity(entropy(32)) for _ in range(seats)]
        self.secrets = [Secrets(entropy(32), entropy(32)) for _ in range(seats)]
        self.script, self.made, self.passes = list(script), list(decks), dict(passes or {})
        nonce = entropy(32)
        self.record = TableRecord(
            1,
            "toy",
            bytes(32),
            (OptionValue("a", "b"),),
            bytes(16),
            nonce,
            self.host.public,
            tuple(
                SeatEntry(
                    identity.public,
                    f"Peer {number}".encode(),
                    False,
                    "",
                    entropy(32),
                    SeatSecret(secrets.deck).commitment(nonce, number),
                    Chain(secrets.chain).end,
                )
                for number, (identity, secrets) in enumerate(zip(self.identities, self.secrets, strict=True))
            ),
        )
        self.log = Log(self.record.table_id(), self.host.public, self.record.keys)
        self.watcher = self.fresh()
        self.players = [self._player(number) for number in range(seats)]

    def rules(self) -> ToyRules:
        """A fresh match."""
        return ToyRules(list(self.script), self.made)

    def fresh(self, known: Mapping[int, SeatSecret] | None = None) -> Table:
        """A replica that has seen nothing yet."""
        return Table(self.record, self.rules(), known=known)

    def order(self, seat: int, payload: Payload, *, ack: int | None = None) -> Entry:
        """The host's next entry; it is in nobody's log but the host's yet."""
        index = self.log.length if ack is None else ack
        data = seal(
            self.identities[seat],
            payload,
            table=self.log.table_id,
            number=self.log.next_number(seat),
            ack_index=index,
            ack_head=self.log.head(index),
        )
        entry = self.log.order(self.host, data)
        self.log.append(entry)
        return entry

    def say(self, seat: int, payload: Payload, *, ack: int | None = None) -> Entry:
        """A seat says something, and everybody takes it."""
        entry = self.order(seat, payload, ack=ack)
        self.watcher.receive(entry)
        for player in self.players:
            player.table.receive(entry)
            player.seat.look()
        return entry

    def settle(self, twist: Twist = lambda seat, duty: duty.payload, *, limit: int = 1000) -> None:
        """Everybody says what it owes, until nobody owes anything but a turn."""
        while due := self.due():
            number, duty = due[0]
            self.players[number].seat.answer(duty)
            payload = twist(number, duty)
            if payload is not None:
                self.say(number, payload)
            limit -= 1
            assert limit, "the table does not come to rest"

    def due(self) -> list[tuple[int, Duty]]:
        """What is owed now, in seat order."""
        return [(number, duty) for number, player in enumerate(self.players) for duty in player.seat.due()]

    def turn(self, seat: int, cards: int = 1) -> Duty:
        """A legal turn of so many cards from the front of the hand."""
        player = self.players[seat]
        slots = [slot for slot in player.table.hands[seat] if player.table.dealing.hidden(slot)][:cards]
        return player.seat.turn([player.rules.known[slot] for slot in slots], slots)

    def play(self, seat: int, cards: int = 1) -> Entry:
        """Makes a legal turn."""
        duty = self.turn(seat, cards)
        self.players[seat].seat.answer(duty)
        return self.say(seat, duty.payload)

    def finish(self, twist: Twist = lambda seat, duty: duty.payload) -> None:
        """Plays the script to its end, openings and verdicts included."""
        self.settle(twist)
        while (mover := self.watcher.to_move) is not None:
            self.play(mover)
            self.settle(twist)

    def _player(self, number: int) -> Player:
        rules = self.rules()
        table = Table(self.record, rules)
        secrets = self.secrets[number]
        seat = Seat(table, number, secrets)
        if number in self.passes:
            seat._secret = self.passes[number]
        return Player(self.identities[number], secrets, table, seat, rules)
