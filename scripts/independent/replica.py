"""Pure. Play as a log shows it: passes, links, deals, keys, turns, claims (§8.4, §9, §10).

The one rule: what happens depends on the log alone; the first thing that a seat does wrong ends play.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

from scripts.independent.audit import Opening, audit
from scripts.independent.figures import COLOURS, GAME, OPTIONS, rules_hash
from scripts.independent.game import Game, Illegal, Need
from scripts.independent.record import Fault, Said, Table
from scripts.independent.sealing import Deck, Pass
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
    if list(table.options) != sorted(OPTIONS) or any(
        table.options[key] not in OPTIONS[key] for key in OPTIONS
    ):
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
        self._judged: set[int] = set()
        self._last_links = [seat.chain_end for seat in table.seats]
        self._links: dict[int, bytes] = {}
        self._request = 0
        self._rolling = False
        self._turn = 0
        self._turn_open = False
        self._opened_at = 0
        """The entry that opened the request or the turn which is open."""
        self._advance(0)

    def take(self, said: Said) -> None:
        """Follows one message."""
        if said.envelope.kind is Kind.VERDICT:
            self.verdicts.append(Signed(said.index, said.seat, said.envelope.payload))
        if self.over_at:
            self._after_the_end(said)
            return
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

    def _over(self, said: Said) -> None:
        self.over_at, self.over_head = said.index, said.head

    def _after_the_end(self, said: Said) -> None:
        """Openings and verdicts count, the first of each seat; what else comes late is void (§10, §11)."""
        match said.envelope.kind, said.envelope.payload:
            case Kind.OPENING, [bytes(secret), bytes(seed)]:
                self.openings.setdefault(said.seat, Opening(said.index, secret, seed))
                convicted = {fault.seat for fault in self.faults}
                if not self.audited_at and all(
                    seat in self.openings or seat in convicted for seat in range(self.seats)
                ):
                    self.audited_at = said.index
                    self.faults += audit(self.table, self.decks, self.openings)
            case Kind.VERDICT, payload if self.audited_at and said.seat not in self._judged:
                self._judged.add(said.seat)
                if payload != self.verdict():
                    what = "this verdict is not what the record shows"
                    self.faults.append(Fault(said.index, said.seat, "verdict", what))

    def verdict(self) -> list[Plain]:
        """The payload of every honest VERDICT."""
        found = [fault for fault in self.faults if fault.code != "verdict"]
        faults: list[Plain] = [[fault.entry, fault.seat, fault.code] for fault in found]
        return [not faults, faults, self.over_head, self.scores()]

    def scores(self) -> list[Plain]:
        """The points of every seat: after the last turn that the rules allow."""
        return list(self.game.points[: self.seats])

    def _play(self, said: Said) -> None:
        match said.envelope.kind, said.envelope.payload:
            case Kind.SEAL, [int(deck), int(epoch), int(step), list(points), list(hashes)]:
                self._seal(deck, epoch, Pass(said.index, said.seat, step, _bytes(points), _bytes(hashes)))
            case Kind.LINK, [int(request), bytes(link)]:
                self._link(said, request, link)
            case Kind.KEYS, [list(rows)]:
                for deck, position, key in _rows(rows):
                    self._key(said, deck, position, key)
            case Kind.TURN, [int(request), list(moves), list(rows), bytes(digest)]:
                self._take_turn(said, request, moves, _rows(rows), digest)
            case Kind.CLAIM, [list(rows)]:
                self._claim(said, _rows(rows))
            case kind, _:
                raise Wrong("too-early", f"{kind.name} before the end of play")

    def _advance(self, entry: int) -> None:
        """Opens what is needed next; a deal needs nobody, so it is done at once when the deck is sealed."""
        game = self.game
        while game.need is Need.DEAL and self.decks[game.deal_to].sealed:
            self.decks[game.deal_to].dealt += [(game.deal_to, entry)] * game.deal_count
            game.dealt()
        if game.need is Need.ROLL and not self._rolling:
            self._rolling = True
            self._request += 1
            self._opened_at = entry
        if game.need is Need.TURN and not self._turn_open:
            self._turn_open = True
            self._turn += 1
            self._opened_at = entry

    # Passes

    def _seal(self, number: int, epoch: int, made: Pass) -> None:
        if number >= len(self.decks):
            raise Wrong("no-deck", "a pass of a deck that there is not")
        deck = self.decks[number]
        code = "seal-due" if epoch else deck.take_pass(made)
        if code == "last":
            self._look_at(deck)
            raise Wrong("seal-point", "a pass with an invalid point")
        if code:
            raise Wrong(code, "a pass that is not due, or of a wrong length, or with two equal points")
        if deck.sealed:
            self._advance(made.entry)

    def _look_at(self, deck: Deck) -> None:
        """Convicts whoever brought the first invalid point into a deck, if there is one."""
        bad = deck.first_invalid()
        if bad is not None:
            raise Wrong("seal-point", "a pass with an invalid point", entry=bad.entry, seat=bad.seat)

    # Joint randomness

    def _link(self, said: Said, request: int, link: bytes) -> None:
        if not self._rolling or request != self._request or said.envelope.ack_index < self._opened_at:
            raise Wrong("link-not-due", "a link that nobody waits for, or from before its request")
        if said.seat in self._links:
            raise Wrong("link-twice", "a second link for one request")
        if hash32("chain", request, link) != self._last_links[said.seat]:
            raise Wrong("link", "this is not the next link of the chain")
        self._links[said.seat] = link
        if len(self._links) == self.seats:
            links: list[Plain] = [self._links[seat] for seat in range(self.seats)]
            self._last_links = [self._links[seat] for seat in range(self.seats)]
            self._links = {}
            self._rolling = False
            self.game.rolled(below(hash32("joint", self.table.id, request, links), self.seats))
            self._advance(said.index)

    # Keys and cards

    def _slot(self, number: int, position: int) -> tuple[Deck, int, int] | None:
        """The deck, the holder, and the entry that dealt a slot; None for what is none."""
        deck = self.decks[number] if number < len(self.decks) else None
        return None if deck is None or position >= len(deck.dealt) else (deck, *deck.dealt[position])

    def _key(self, said: Said, number: int, position: int, key: bytes) -> None:
        slot = self._slot(number, position)
        if slot is None:
            raise Wrong("key-not-due", "a key of what is no slot")
        deck, holder, entry = slot
        if said.seat not in deck.lacks(position, holder) or said.envelope.ack_index < entry:
            raise Wrong("key-not-due", "a key that nobody waits for, or from before the deal")
        code = deck.take_key(said.seat, position, key)
        if code:
            raise Wrong(code, "not the key whose hash was published")

    def _show(self, said: Said, number: int, position: int, key: bytes) -> int | None:
        """The card of a slot that its holder opens; None for what is no card, or one that has been seen."""
        slot = self._slot(number, position)
        if slot is None or slot[1] != said.seat:
            raise Wrong("not-held", "a slot of somebody else")
        deck = slot[0]
        if (said.seat, position) in deck.keys or deck.lacks(position, said.seat):
            raise Wrong("not-held", "a slot that is open already, or that its holder does not know yet")
        code = deck.take_key(said.seat, position, key)
        if code:
            raise Wrong(code, "not the key whose hash was published")
        card = deck.shown(position)
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
        if hash32("state", self.game.public()) != digest:
            raise Wrong("digest", "the digest is not that of the state after the turn")
        self._turn_open = False
        self._advance(said.index)


def below(result: bytes, sides: int) -> int:
    """The number below `sides` that a joint result stands for (§9)."""
    limit = 2**64 - 2**64 % sides
    counter = 0
    while True:
        data = hash32("below", result, counter)
        for at in range(0, 32, 8):
            word = int.from_bytes(data[at : at + 8], "big")
            if word < limit:
                return word % sides
        counter += 1


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
