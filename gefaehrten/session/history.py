"""Pure. A match looked back on: its record as a list of positions, one after every step.

The one rule: a reader at viewpoint `s` sees what seat `s` saw, and a watcher what everybody saw. Hands come from the
secrets that their seats opened after the match, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gefaehrten.core.errors import UsageError
from gefaehrten.core.game import Game, JsonStep, Plain, Setup, Slot
from gefaehrten.core.kernel import UNKNOWN, WATCHER, Kernel
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene
from gefaehrten.engine.match import Match
from gefaehrten.session.replicas import match_of
from gefaehrten.session.seating import table_names
from gefaehrten.session.verify import Report, examine
from protocol.deck.secret import SeatSecret
from protocol.errors import ProtocolError
from protocol.machine.table import Table
from protocol.record import RecordFile

SCORED: Final = "scored"
"""What every game calls the step that gives points, where it has one."""

LOOKER: Final = int(WATCHER)
"""The viewpoint of somebody who holds no seat."""


@dataclass(frozen=True, slots=True)
class _Rolled:
    value: int
    steps: int


@dataclass(frozen=True, slots=True)
class _Dealt:
    seat: int
    slots: tuple[Slot, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class _Turned:
    seat: int
    moves: tuple[Plain, ...]
    cards: Mapping[Slot, int]


@dataclass(frozen=True, slots=True)
class _Retired:
    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class _Replaced:
    """A slot that can never be opened has given way to another one."""

    seat: int
    lost: Slot
    slot: Slot


@dataclass(frozen=True, slots=True)
class _Passed:
    """Hands have changed owners: giver and receiver of each."""

    gifts: tuple[tuple[int, int], ...]
    steps: int


@dataclass(frozen=True, slots=True)
class _Said:
    """A step that changes no position."""


_Happened = _Rolled | _Dealt | _Turned | _Retired | _Replaced | _Passed | _Said


@dataclass(frozen=True, slots=True)
class _Position:
    """After a step: everything that the opened secrets tell, whose hands hold which slots, and the log entry."""

    kernel: Kernel
    hands: tuple[tuple[Slot, ...], ...]
    entry: int


class _Noting(Match):
    """A match that keeps what happened to it, and with which log entry. Mutable as every match."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game, match.setup)
        self.happened: list[_Happened] = []
        self.entries: list[int] = []

    def seen(self, entry: int) -> None:
        """What is not assigned yet came with this entry."""
        self.entries.extend([entry] * (len(self.happened) - len(self.entries)))

    def rolled(self, value: int) -> None:
        before = len(self.steps)
        super().rolled(value)
        self.happened.append(_Rolled(value, len(self.steps) - before))

    def dealt(self, seat: int, slots: Sequence[Slot]) -> None:
        before = len(self.steps)
        super().dealt(seat, slots)
        self.happened.append(_Dealt(seat, tuple(slots), len(self.steps) - before))

    def turn(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        super().turn(seat, moves, cards)
        self.happened.append(_Turned(seat, tuple(moves), dict(cards)))

    def retire(self, seat: int) -> None:
        before = len(self.steps)
        super().retire(seat)
        self.happened.append(_Retired(seat, len(self.steps) - before))

    def dealt_again(self, seat: int, lost: Slot, slot: Slot) -> None:
        super().dealt_again(seat, lost, slot)
        self.happened.append(_Replaced(seat, lost, slot))

    def restocked(self, deck: int) -> list[int]:
        cards = super().restocked(deck)
        self.happened.append(_Said())
        return cards

    def passed(self, gifts: Sequence[tuple[int, int]]) -> None:
        before = len(self.steps)
        super().passed(gifts)
        self.happened.append(_Passed(tuple(gifts), len(self.steps) - before))

    def resealed(self, seats: Sequence[int]) -> None:
        super().resealed(seats)
        self.happened.append(_Said())

    def abort(self) -> None:
        super().abort()
        self.happened.append(_Said())


class History:
    """The positions of one match; position 0 is the table before the first step, position n that after step n.

    Attributes:
        report: what `verify` finds in the same record; its table is the replica at the end.
        game: which game it is.
        setup: what it was played with.
        names: of the players by seat, cleaned and told apart.
        steps: of the record; position n comes after `steps[n - 1]`.
        length: how many positions there are, at least one.
        scorings: the positions after a scoring, ascending.
        turns: the positions at which a turn has ended (the refill comes after it), ascending.
    """

    def __init__(self, report: Report, noted: _Noting) -> None:
        table = report.table
        assert table is not None, "a match that was repeated has a table"
        self.report = report
        self.game: Game = noted.game
        self.setup: Setup = noted.setup
        self.names = table_names(table.record)
        self.steps: tuple[JsonStep, ...] = tuple(noted.steps)
        self._table = table
        self._opened = _opened(table)
        self._cards = _cards(table, noted.happened, self._opened)
        self._positions = _positions(noted, self._cards)
        self.length = len(self._positions)
        assert self.length == len(self.steps) + 1, "each step leads to one position"
        self.scorings = tuple(
            index for index, step in enumerate(self.steps, start=1) if step["step"] == SCORED
        )
        turns = [int(position.kernel.turns()) for position in self._positions]
        self.turns = tuple(
            index
            for index in range(1, self.length)
            if turns[index] > turns[index - 1] or self.steps[index - 1]["step"] == "over"
        )

    @property
    def last(self) -> int:
        """The last position."""
        return self.length - 1

    @property
    def match(self) -> str:
        """The id of the match, hexadecimal."""
        return self._table.record.match_id.hex()

    def opened(self, seat: int) -> bool:
        """Whether the seat has opened its secrets, and they are those that it had committed to."""
        return seat in self._opened

    def viewpoints(self) -> tuple[int, ...]:
        """Every viewpoint that `at` takes: the watcher's, then those of the seats that have opened."""
        return (LOOKER, *(seat for seat in range(self.setup.seats) if self.opened(seat)))

    def at(self, index: int, viewpoint: int = LOOKER) -> Scene:
        """The table after so many steps.

        Args:
            index: 0 ... `last`.
            viewpoint: a seat that has opened its secrets, or -1 for somebody who watches.

        Raises:
            UsageError: there is no such position, or the seat's hand is still sealed; the caller's fault.
        """
        position = self._position(index)
        if viewpoint != LOOKER and not self.opened(viewpoint):
            raise UsageError("sealed", N_("Seat {seat} has not opened its secrets."), seat=viewpoint)
        kernel = position.kernel.clone()
        kernel.mask(viewpoint)
        hand = position.hands[viewpoint] if viewpoint != LOOKER else ()
        return Scene(
            kernel,
            viewpoint,
            self.names,
            self.steps[:index],
            hand_cards=tuple(self._cards[slot] for slot in hand if slot in self._cards),
            options=self.setup.options,
        )

    def entry(self, index: int) -> int:
        """The log entry with which a position came about; 0 for the first."""
        return self._position(index).entry

    def after(self, entry: int) -> int:
        """The last position that has come about by a log entry: what `show --at` shows."""
        return max(
            index for index in range(self.length) if index == 0 or self._positions[index].entry <= entry
        )

    def step(self, index: int) -> JsonStep | None:
        """The step that led to a position; None for the first."""
        self._position(index)
        return self.steps[index - 1] if index else None

    @cached_property
    def sentences(self) -> tuple[Sentence | None, ...]:
        """By position what its step says to somebody who watches; None where nobody needs to hear of it."""
        view = self.game.view()
        return (
            None,
            *(
                view.announce(step, self.steps[:before], self.names, LOOKER)
                for before, step in enumerate(self.steps)
            ),
        )

    def scores(self, index: int) -> tuple[int, ...]:
        """Points by seat at a position."""
        kernel = self._position(index).kernel
        return tuple(int(kernel.score(seat)) for seat in range(self.setup.seats))

    def _position(self, index: int) -> _Position:
        if not 0 <= index < self.length:
            raise UsageError(
                "step", N_("There is no step {step}; the last is {last}."), step=index, last=self.last
            )
        return self._positions[index]


def look_back(record: RecordFile | Table) -> History:
    """The history of a match, finished or not, as far as its entries hold.

    Raises:
        Refused: the rules are not those of this program.
    """
    if isinstance(record, Table):
        record = RecordFile(record.record, (), tuple(record.log.entries))
    noted = _Noting(match_of(record.table))
    report = examine(record, noted, noted.seen)
    noted.seen(report.entries)
    return History(report, noted)


def _opened(table: Table) -> dict[int, SeatSecret]:
    """The secrets that seats opened, where they are those that the seats had committed to."""
    found: dict[int, SeatSecret] = {}
    for seat, (_, opening) in table.openings.items():
        secret = SeatSecret(opening.secret)
        committed = table.record.seats[seat].secret_commitment
        if secret.commitment(table.record.draft_nonce, seat) == committed:
            found[seat] = secret
    return found


def _cards(table: Table, happened: Sequence[_Happened], opened: Mapping[int, SeatSecret]) -> dict[Slot, int]:
    """Which card each slot is that was ever in the hand of a seat that has opened."""
    found: dict[Slot, int] = {}
    for event in happened:
        if isinstance(event, _Dealt | _Replaced) and event.seat in opened:
            for slot in event.slots if isinstance(event, _Dealt) else (event.slot,):
                card = _card(table, event.seat, slot, opened[event.seat])
                if card is not None:
                    found[slot] = card
    return found


def _card(table: Table, seat: int, slot: Slot, secret: SeatSecret) -> int | None:
    """A card as its holder came to know it; None where keys are missing or not those that were locked with."""
    if not table.dealing.complete(slot):
        return None
    deck, place = table.epochs[slot[0]].at(slot[1])
    key = secret.position_key(table.table_id, deck.deck_id, seat, place)
    try:
        deck.check_key(seat, place, key)
        return table.dealing.peek(slot, key)
    except ProtocolError:
        return None


def _positions(noted: _Noting, cards: Mapping[Slot, int]) -> list[_Position]:
    """Plays what happened once more, step by step, with every card known that can be."""
    game, setup = noted.game, noted.setup
    kernel = game.start(setup)
    hands: list[list[Slot]] = [[] for _ in range(setup.seats)]
    found: list[_Position] = []

    def note(count: int, entry: int) -> None:
        held = tuple(tuple(hand) for hand in hands)
        found.extend([_Position(kernel, held, entry)] * count)

    for event, entry in zip(noted.happened, noted.entries, strict=True):
        if not found and not (isinstance(event, _Rolled) and event.steps == 0):
            note(1, 0)
        match event:
            case _Rolled(value, steps_made):
                kernel = kernel.clone()
                kernel.roll(value)
                note(steps_made, entry)
            case _Passed(gifts, steps_made):
                kernel = kernel.clone()
                kernel.passed()
                given = [(receiver, hands[giver]) for giver, receiver in gifts]
                for giver, _ in gifts:
                    hands[giver] = []
                for receiver, slots in given:
                    hands[receiver] = [*hands[receiver], *slots]
                note(steps_made, entry)
            case _Dealt(seat, slots, steps_made):
                kernel = kernel.clone()
                for slot in slots:
                    known = slot in cards
                    kernel.deal(game.face(setup, slot[0], cards[slot]) if known else UNKNOWN)
                hands[seat].extend(slots)
                note(steps_made, entry)
            case _Retired(seat, steps_made):
                kernel = kernel.clone()
                kernel.retire(seat)
                hands[seat].clear()
                note(steps_made, entry)
            case _Replaced(seat, lost, slot):
                hands[seat][hands[seat].index(lost)] = slot
                if slot in cards:
                    kernel = kernel.clone()
                    kernel.learn(seat, game.face(setup, slot[0], cards[slot]))
            case _Said():
                note(1, entry)
            case _Turned(seat, moves, shown):
                for move in moves:
                    used: list[Slot] = []

                    def show(slot: Slot, used: list[Slot] = used, shown: Mapping[Slot, int] = shown) -> int:
                        used.append(slot)
                        return game.face(setup, slot[0], shown[slot])

                    action = game.decode(kernel, move, show)
                    after = kernel.clone()
                    after.apply(action)
                    card = shown[used[-1]] if used else None
                    steps = game.steps(kernel, action, after, card)
                    kernel = after
                    for slot in used:
                        hands[seat].remove(slot)
                    note(len(steps), entry)
    if not found:
        note(1, 0)
    return found
