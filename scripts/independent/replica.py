"""Pure. Play as a log shows it: passes, links, deals, keys, turns, claims, retirements (§8.4, §9, §10).

The one rule: what happens depends on the log alone; the first thing that a seat does wrong ends play.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

from scripts.independent.audit import Opening, audit
from scripts.independent.deck import Deck, Slot
from scripts.independent.die import Die
from scripts.independent.figures import COLOURS, GAME, OPTIONS, SECONDS, TABLE_OPTIONS, rules_hash
from scripts.independent.game import Game, Illegal, Need
from scripts.independent.leaving import fault_of, retire_of
from scripts.independent.motions import Motions
from scripts.independent.public import public
from scripts.independent.record import Fault, Said, Table
from scripts.independent.sealing import Pass
from scripts.independent.shapes import Kind
from scripts.independent.values import BadForm, Plain, hash32


class Wrong(Exception):
    """A message that convicts somebody."""

    def __init__(self, code: str, what: str, *, entry: int | None = None, seat: int | None = None) -> None:
        super().__init__(what)
        self.code, self.what = code, what
        self.entry, self.seat = entry, seat


class Cheated(Exception):
    """Somebody cheated in a pass; the audit says who."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A VERDICT as it was logged."""

    entry: int
    seat: int
    payload: list[Plain]


def new_game(table: Table) -> Game:
    """The card game of a table record.

    Raises:
        BadForm: if the record is about another game, other rules, or options that the game does not have.
    """
    if table.game != GAME or table.rules_hash != rules_hash():
        raise BadForm("another game, or other rules")
    options = dict(table.options)
    if "table.reserve" in options and "table.clock" not in options:
        raise BadForm("a reserve without a clock")
    for key in TABLE_OPTIONS:
        if not SECONDS.fullmatch(options.pop(key, "1")):
            raise BadForm("an option of the table that says nothing")
    if list(options) != sorted(OPTIONS) or any(options[key] not in OPTIONS[key] for key in OPTIONS):
        raise BadForm("the game has other options")
    if not 2 <= len(table.seats) <= 4:
        raise BadForm("the game is for two to four seats")
    if any(seat.wish not in ["", *COLOURS] for seat in table.seats):
        raise BadForm("a wish for what is no colour")
    return Game([seat.wish for seat in table.seats], table.options)


class Replica:
    """One replica of a match; `take` it every message of the log, in order."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = new_game(table)
        self.seats = len(table.seats)
        self.decks = [Deck(table.id, seat, self.game.deck_size, self.seats) for seat in range(self.seats)]
        self.faults: list[Fault] = []
        self.over_at = 0
        """The entry that ended play, 0 while it goes on."""
        self.over_head = b""
        self.convicted = False
        """Whether a fault ended play."""
        self.openings: dict[int, Opening] = {}
        self.audited_at = 0
        """The entry that the audit came with, 0 while it has not come."""
        self.spoilt = False
        """Whether a slot that is no card ended play."""
        self.verdicts: list[Signed] = []
        """All of the log, due or not."""
        self.active = list(range(self.seats))
        """The seats that are in the match."""
        self.aborted = False
        """Whether play was ended by agreement."""
        self._motions = Motions(self.seats)
        self._judged: set[int] = set()
        self._heads = [hash32("head", table.id)]
        self._last = [0] * self.seats
        """Per seat the last entry that is its own."""
        self._retirements = 0
        """How many there were by RETIRE."""
        self._retired_at = 0
        """The last entry that retired somebody."""
        self._die = Die(table)
        self._turn = 0
        self._turn_open = False
        self._opened_at = 0
        """The entry that opened the turn which is open."""
        self._advance(0)

    def take(self, said: Said) -> None:
        """Follows one message."""
        self._last[said.seat] = said.index
        kind = said.envelope.kind
        if said.seat in self.active:
            if kind is Kind.VERDICT:
                self.verdicts.append(Signed(said.index, said.seat, said.envelope.payload))
            if self.over_at:
                self._after_the_end(said)
            else:
                self._before_the_end(said)
        elif kind is Kind.OPENING:
            self._open(said)
        self._heads.append(said.head)

    def _before_the_end(self, said: Said) -> None:
        try:
            self._play(said)
        except Wrong as wrong:
            entry = said.index if wrong.entry is None else wrong.entry
            seat = said.seat if wrong.seat is None else wrong.seat
            self.faults.append(Fault(entry, seat, wrong.code, wrong.what))
            self._over(said)
            self.convicted = True
        except Cheated:
            self._over(said)
            self.spoilt = True
        else:
            if self.game.need is Need.NOTHING:
                self._over(said)
            elif self._motions.weigh(self.active):
                self._over(said)
                self.aborted = True

    def _over(self, said: Said) -> None:
        self.over_at, self.over_head = said.index, said.head

    def _after_the_end(self, said: Said) -> None:
        """Openings and verdicts count, the first of each seat; what else comes late is void (§10, §11)."""
        if said.envelope.kind is Kind.OPENING:
            self._open(said)
            convicted = {fault.seat for fault in self.faults}
            if not self.audited_at and all(
                seat in self.openings or seat in convicted for seat in self.active
            ):
                self.audited_at = said.index
                self.faults += audit(self.table, self.decks, self.openings)
        elif said.envelope.kind is Kind.VERDICT and self.audited_at and said.seat not in self._judged:
            self._judged.add(said.seat)
            if said.envelope.payload != self.verdict():
                what = "this verdict is not what the record shows"
                self.faults.append(Fault(said.index, said.seat, "verdict", what))

    def _open(self, said: Said) -> None:
        """The secrets of an OPENING or a CONCEDE; the first ones of a seat count, until the audit."""
        match said.envelope.payload:
            case [bytes(secret), bytes(seed)] if not self.audited_at:
                self.openings.setdefault(said.seat, Opening(said.index, secret, seed))

    def verdict(self) -> list[Plain]:
        """The payload of every honest VERDICT."""
        found = [fault for fault in self.faults if fault.code != "verdict"]
        faults: list[Plain] = [[fault.entry, fault.seat, fault.code] for fault in found]
        return [not faults, faults, self.over_head, self.scores()]

    def scores(self) -> list[Plain]:
        """The points of every seat: after the last turn that the rules allow."""
        return list(self.game.points[: self.seats])

    def _play(self, said: Said) -> None:
        unheard = said.envelope.ack_index < self._retired_at
        match said.envelope.kind, said.envelope.payload:
            case (Kind.SEAL | Kind.RETIRE, _) | (Kind.CLAIM, [[]]) if unheard:
                pass
            case Kind.SEAL, [int(deck), int(epoch), int(step), list(points), list(hashes), list(marks)]:
                made = Pass(said.index, said.seat, step, _bytes(points), _bytes(hashes), _numbers(marks))
                self._seal(deck, epoch, made)
            case Kind.LINK, [int(request), bytes(link)]:
                self._link(said, request, link)
            case Kind.KEYS, [list(rows)]:
                for deck, position, key in _rows(rows):
                    self._key(said, deck, position, key)
                self._begin_again()
            case Kind.TURN, [int(request), list(moves), list(rows), bytes(digest)]:
                self._take_turn(said, request, moves, _rows(rows), digest)
            case Kind.CLAIM, [list(rows)]:
                self._claim(said, _rows(rows))
            case Kind.RETIRE, payload:
                self._take_retire(said, payload)
            case Kind.CONCEDE, _:
                self._open(said)
                self._retire([said.seat], said.index)
            case Kind.MOTION, [str(wish)]:
                self._motions.wishes[said.seat] = wish
            case (Kind.HAND_KEY | Kind.HAND_OVER | Kind.REVEAL) as kind, _:
                raise Wrong("hand-not-due", f"{kind.name} in a game without hand-overs")
            case Kind.TERM, _:
                pass
            case kind, _:
                raise Wrong("too-early", f"{kind.name} before the end of play")

    def _advance(self, entry: int) -> None:
        """Opens what is needed next; a deal needs nobody, so it is done at once when the deck is sealed."""
        game = self.game
        while game.need is Need.DEAL and self.decks[game.deal_to].sealed:
            self.decks[game.deal_to].deal(game.deal_to, game.deal_count, entry)
            game.dealt()
        if game.need is Need.ROLL and not self._die.open:
            self._die.ask(entry)
        if game.need is Need.TURN and not self._turn_open:
            self._turn_open = True
            self._turn += 1
            self._opened_at = entry

    # Passes

    def _seal(self, number: int, epoch: int, made: Pass) -> None:
        if number >= len(self.decks):
            raise Wrong("no-deck", "a pass of a deck that there is not")
        deck = self.decks[number]
        due = epoch == deck.epoch.name.epoch and (made.step, made.seat) == deck.due
        code = deck.epoch.take_pass(made) if due else "seal-due"
        if code == "last":
            self._look_at(deck)
            raise Wrong("seal-point", "a pass with an invalid point")
        if code:
            raise Wrong(code, "a pass that is not due, or of a wrong length, or with two equal points")
        if deck.sealed:
            deck.replace_lost(made.entry)
            self._advance(made.entry)

    def _look_at(self, deck: Deck) -> None:
        """Convicts whoever brought the first invalid point into a deck, if there is one."""
        bad = deck.epoch.first_invalid()
        if bad is not None:
            raise Wrong("seal-point", "a pass with an invalid point", entry=bad.entry, seat=bad.seat)

    # Joint randomness

    def _link(self, said: Said, request: int, link: bytes) -> None:
        code = self._die.take(said.seat, request, link, said.envelope.ack_index)
        if code:
            raise Wrong(code, "a link that nobody waits for, a second one, or not the next of its chain")
        result = self._die.result(self.active, self.seats)
        if result is not None:
            self.game.rolled(result)
            self._advance(said.index)

    # Keys and cards

    def _slot(self, number: int, position: int) -> tuple[Deck, Slot] | None:
        """A slot and its deck; None for what is none."""
        deck = self.decks[number] if number < len(self.decks) else None
        slot = None if deck is None else deck.slots.get(position)
        return None if deck is None or slot is None else (deck, slot)

    def _key(self, said: Said, number: int, position: int, key: bytes) -> None:
        found = self._slot(number, position)
        if found is None:
            raise Wrong("key-not-due", "a key of what is no slot")
        deck, slot = found
        ack = said.envelope.ack_index
        if slot.dealt <= ack < slot.lost:
            return
        if said.seat not in deck.lacks(position) or ack < slot.dealt:
            raise Wrong("key-not-due", "a key that nobody waits for, or from before the deal")
        code = deck.take_key(said.seat, position, key)
        if code:
            raise Wrong(code, "not the key whose hash was published")

    def _show(self, said: Said, number: int, position: int, key: bytes) -> int | None:
        """The card of a slot that its holder opens; None for what is no card, or one that has been seen."""
        found = self._slot(number, position)
        if found is None or found[1].holder != said.seat or found[1].lost:
            raise Wrong("not-held", "a slot of somebody else, or one that is lost")
        deck = found[0]
        if (said.seat, position) in deck.keys or deck.lacks(position):
            raise Wrong("not-held", "a slot that is open already, or that its holder does not know yet")
        code = deck.take_key(said.seat, position, key)
        if code:
            raise Wrong(code, "not the key whose hash was published")
        card = deck.card(position)
        if card is None or card in deck.seen:
            return None
        deck.seen.add(card)
        return card

    def _claim(self, said: Said, rows: list[tuple[int, int, bytes]]) -> None:
        for deck in self.decks:
            if not rows and deck.due[1] == said.seat:
                self._look_at(deck)
        if None in [self._show(said, *row) for row in rows]:
            raise Cheated
        raise Wrong("false-claim", "the passes, or the cards of the claim, are as they should be")

    # Turns

    def _take_turn(
        self, said: Said, request: int, moves: list[Plain], rows: list[tuple[int, int, bytes]], digest: bytes
    ) -> None:
        if request < self._turn or (request == self._turn and not self._turn_open):
            return
        if request > self._turn or said.seat != self.game.mover or said.envelope.ack_index < self._opened_at:
            raise Wrong("out-of-turn", "a turn out of turn")
        cards: dict[tuple[int, int], int] = {}
        for number, position, key in rows:
            card = self._show(said, number, position, key)
            if card is None:
                raise Cheated
            cards[number, position] = card
        game = copy.deepcopy(self.game)
        try:
            game.turn(moves, cards)
        except Illegal as illegal:
            raise Wrong("illegal", f"the rules forbid this turn: {illegal}") from None
        self.game = game
        if hash32("state", public(self.game)) != digest:
            raise Wrong("digest", "the digest is not that of the state after the turn")
        self._turn_open = False
        self._motions.turned(said.seat)
        self._advance(said.index)

    # Leaving

    def _take_retire(self, said: Said, payload: list[Plain]) -> None:
        retire = retire_of(payload)
        if retire.number <= self._retirements:
            return
        code = fault_of(retire, self.table, self.active, self._retirements, self._heads)
        if code:
            raise Wrong(code, "this is not how the others retire a seat")
        if all(self._last[seat] <= retire.index for seat in retire.seats):
            self._retirements += 1
            self._retire(retire.seats, said.index)

    def _retire(self, gone: list[int], entry: int) -> None:
        self._retired_at = entry
        self.active = [seat for seat in self.active if seat not in gone]
        for seat in gone:
            self.game.retire(seat)
        self._die.void(entry)
        self._turn_open = False
        for deck in self.decks:
            deck.retire(gone, entry)
        self._begin_again()
        self._advance(entry)

    def _begin_again(self) -> None:
        for deck in self.decks:
            deck.begin_again(self.active)


def _bytes(values: list[Plain]) -> list[bytes]:
    return [value for value in values if isinstance(value, bytes)]


def _rows(values: list[Plain]) -> list[tuple[int, int, bytes]]:
    """Deck, position and key of what has the shape of openings."""
    rows = []
    for value in values:
        match value:
            case [int(deck), int(position), bytes(key)]:
                rows.append((deck, position, key))
    return rows


def _numbers(values: list[Plain]) -> list[int]:
    return [value for value in values if isinstance(value, int)]
