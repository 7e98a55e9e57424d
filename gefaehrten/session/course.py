"""Pure. The course of a match as its table tells it, to who sits there and to who watches: start, steps, end.

The one rule: what is told follows from the replica alone, and is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gefaehrten.core.text import N_, Sentence
from gefaehrten.engine.match import Match
from gefaehrten.session.events import (
    Continued,
    Ended,
    HandSeen,
    Moved,
    Notice,
    Paused,
    Resumed,
    SessionEvent,
    Started,
    Stepped,
)
from gefaehrten.session.players import Position
from gefaehrten.session.seating import Seating
from gefaehrten.session.summary import ended_of, seats_json
from protocol.machine.motions import PLAY
from protocol.machine.table import Table
from protocol.table import check_word


class Course:
    """What has been told of one match. Mutable: it follows the table's replica.

    Args:
        own: the public key of the seat that it is told to; empty for a watcher.
        clock: steady seconds.

    Attributes:
        seating: who sits where.
        match: the replica's match, once it has begun.
        ended: how play ended, once it has.
    """

    def __init__(self, own: bytes, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = 0.0
        self._sealed = False
        self._told = 0
        self._held = 0
        self._wishes: list[str] = []
        self._paused = False
        self.seating = Seating(own)
        self.match: Match | None = None
        self.ended: Ended | None = None

    def begin(self, table: Table) -> None:
        """Every seat has signed the table record."""
        rules = table.rules
        assert isinstance(rules, Match), "the rules of a table here are a match"
        self._began = self._clock()
        self.match = rules
        self.seating.begin(table.record)

    def resume(self, table: Table) -> Iterator[SessionEvent]:
        """A match goes on after a lost link, or from an earlier process; what happened in that is not told again."""
        if self.match is None:
            self.begin(table)
            assert self.match is not None, "a resumed table has a match"
            self._sealed = table.sealed or table.turn_number > 0  # what is sealed anew had been told of
            yield Resumed(table.log.length)
            self._told = len(self.match.steps)
        yield from self.progress(table)

    def rewind(self, table: Table) -> Iterator[SessionEvent]:
        """The match has gone on otherwise from an earlier entry: the replica is another one."""
        began, self.match, self.ended = self._began, None, None
        self._held, self._wishes, self._paused = 0, [], False
        yield Notice(
            "rewound",
            Sentence(
                N_(
                    "The others have gone on from an earlier point without the host; what came after it does not count."
                )
            ),
        )
        yield from self.resume(table)
        self._began = began

    def progress(self, table: Table) -> Iterator[SessionEvent]:
        """What has happened since the last call."""
        match = self.match
        if match is None:
            return
        # Whoever stays alone while the decks are still being sealed has won a match of no turns: that is told, too;
        # and so is one that everybody would rather not play.
        begun = table.sealed or (table.ending is not None and table.ending.reason in ("over", "aborted"))
        if begun and not self._sealed:
            self._sealed = True
            seconds = self._clock() - self._began
            seats = seats_json(table.record, match)
            word, decks = check_word(table.table_id), len(table.epochs)
            yield Started(table.record.match_id.hex(), seats, seconds, word, decks)
        if self._sealed:
            told, self._told = self._told, len(match.steps)
            for step in match.steps[told:]:
                yield Stepped(step)
            yield from self._seen(match)
        yield from self._motions(table)
        if table.ending is not None and self.ended is None:
            self.ended = ended_of(table, match)
            yield self.ended

    def _motions(self, table: Table) -> Iterator[Moved | Paused | Continued]:
        """What the seats would like besides playing, and what has come of it."""
        motions, bots = table.motions, [seat.bot for seat in table.record.seats]
        people = [seat for seat in table.active if not bots[seat]]
        told, self._wishes = self._wishes or [PLAY] * table.seats, list(motions.wishes)
        paused, self._paused = self._paused, motions.paused
        if paused and not motions.paused:
            yield Continued()
            return  # with the pause all wishes have gone
        wishes = tuple(wish if seat in table.active else None for seat, wish in enumerate(motions.wishes))
        for seat in table.active:
            wish = motions.wishes[seat]
            if wish != told[seat]:
                agreed = len(motions.wishing(wish, people))
                yield Moved(seat, self.seating.names[seat], wish, bots[seat], wishes, agreed, len(people))
        if motions.paused and not paused:
            yield Paused()

    def _seen(self, match: Match) -> Iterator[HandSeen]:
        """Cards of the own hand that have become known by themselves: they are drawn before anybody has sent keys."""
        seat = self.seating.own
        before, self._held = self._held, 0
        if seat >= 0:
            self._held = sum(card is not None for _, card in match.hand(seat))
        if self._held > before:
            yield HandSeen(self._held)

    def position(self, table: Table, seat: int) -> Position:
        """What a seat knows now; of -1, a watcher, what everybody knows."""
        match = self.match
        assert match is not None, "a position is one of a match"
        hand = match.hand(seat) if seat >= 0 else []
        return Position(
            game=match.game,
            setup=match.setup,
            kernel=match.kernel.clone(),
            seat=seat,
            names=self.seating.names,
            steps=tuple(match.steps),
            hand=tuple((slot, card) for slot, card in hand if card is not None),
            turn=table.turn_number,
        )
