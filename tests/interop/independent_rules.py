"""Shell. The rules of the card game twice: `python -m tests.interop.independent_rules [MATCHES] [FIRST]`.

Random matches without any cryptography, in which every turn is also tried in many changed forms: the program's replica
and that of the second verifier must forbid the same ones, and have the same public numbers after those they allow.
Tokens are mostly kept until the last locations, where they can meet.
"""

from __future__ import annotations

import copy
import sys
import time
from collections import Counter
from dataclasses import dataclass
from random import Random

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import Plain, Setup, Slot
from gefaehrten.core.random import Random as Seeded
from gefaehrten.engine import catalogue
from gefaehrten.engine.match import Match
from scripts.independent.board import LOTHLORIEN, WEATHERTOP
from scripts.independent.game import Game, Illegal, Need
from scripts.independent.public import public
from tests.machines import random_actions

Turn = tuple[list[Plain], dict[Slot, int]]

CHANGES = 24
"""Changed forms of each turn."""

MORE_CHANGES = 150
"""The same where a card may be picked up (F22)."""


@dataclass
class Pair:
    """One match for both, and once more with open cards, which turns come from."""

    seen: Match
    blind: Match
    second: Game
    leaving: bool
    decks: list[list[int]]

    def serve(self, first: int) -> None:
        """Rolls and deals what is needed before the next turn."""
        while (need := self.seen.need()).kind in ("roll", "deal"):
            if need.kind == "roll":
                for match in (self.seen, self.blind):
                    match.rolled(first)
                self.second.rolled(first)
                continue
            assert (self.second.need, self.second.deal_to, self.second.deal_count) == (
                Need.DEAL,
                need.seat,
                need.amount,
            )
            start = len(self.decks[need.deck]) - self.second.stack[need.seat]
            slots = [(need.deck, start + number) for number in range(need.amount)]
            for match in (self.seen, self.blind):
                match.dealt(need.seat, slots)
            self.second.dealt()
            for slot in slots:
                self.seen.learned(need.seat, slot, self.decks[need.deck][slot[1]])


def pair(number: int, rng: Random) -> Pair:
    """A match that has not begun."""
    seats = 2 + number % 3
    options = {"nazgul_range": rng.choice(("location", "table")), "points": "open"}
    wishes = tuple(rng.choice(("", "red", "yellow", "green", "blue")) for _ in range(seats))
    rules, setup = catalogue.game("gefaehrten"), Setup(seats=seats, options=options, wishes=wishes)
    second = Game(list(wishes), options)
    decks = [list(range(second.deck_size)) for _ in range(seats)]
    for deck in decks:
        rng.shuffle(deck)
    return Pair(Match(rules, setup), Match(rules, setup), second, number % 2 == 1, decks)


def chosen(table: Pair, rng: Random) -> Turn:
    """A legal turn, mostly one that keeps its tokens until the last location."""
    seat = table.seen.need().seat
    for _ in range(6):
        moves, opened = table.seen.encode(seat, random_actions(table.seen, Seeded(rng.getrandbits(60))))
        saving = all(move[0] != 1 or move[3] == 0 for move in moves if isinstance(move, list))
        if saving or table.second.board.current == 9 or rng.random() < 0.02:
            break
    return moves, opened


def changed(table: Pair, turn: Turn, rng: Random) -> Turn:
    """The turn with one to three things changed."""
    moves, opened = copy.deepcopy(turn[0]), dict(turn[1])
    seat = table.seen.need().seat
    hand = [(slot, card) for slot, card in table.seen.hand(seat) if card is not None]
    cells = [*table.second.board.cards, *table.second.board.spaces]

    def placed(token: int | None = None) -> list[Plain]:
        slot, card = rng.choice(hand)
        opened[slot] = card
        kind = rng.randrange(8)
        if kind == 0:
            return [2, list(slot)]
        if kind == 1:
            return [2, list(slot), *rng.choice(cells)]
        return [1, list(slot), rng.randrange(10), rng.randrange(7) if token is None else token]

    recalls = LOTHLORIEN in table.second.tokens[seat]
    own = [cell for cell, card in table.second.board.cards.items() if table.second.owner[card.colour] == seat]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(moves) + 1)
        move = moves[min(at, len(moves) - 1)]
        assert isinstance(move, list)
        match rng.randrange(10 if recalls else 9):
            case 0:
                moves.insert(at, placed())
            case 1:
                moves.insert(at, placed(0))
            case 2 if move[0] == 1:
                move[3] = rng.randrange(7)
            case 3 if move[0] in (1, 3):
                move[-2 if move[0] == 1 else -1] = rng.randrange(10)
            case 4 if len(moves) > 1:
                moves.pop(rng.randrange(len(moves)))
            case 5 | 4:
                moves.insert(at, [3, *rng.choice(own or cells), rng.randrange(10)])
            case 6:
                rng.shuffle(moves)
            case 7 if moves[-1] != [0]:
                moves[-1] = [4, *(value + rng.randint(-2, 2) for value in rng.choice(cells))]
            case _:
                moves[:-1] = [
                    [3, *rng.choice(own or cells), rng.randrange(10)],
                    placed(WEATHERTOP),
                    placed(0),
                ]
    played = [tuple(move[1]) for move in moves if isinstance(move, list) and move[0] in (1, 2)]  # type: ignore[arg-type]
    if rng.random() < 0.9:
        opened = {slot: card for slot, card in hand if slot in played}
    return moves, opened


def program_says(match: Match, turn: Turn) -> list[int] | None:
    """The public numbers after a turn, None if the program forbids it."""
    try:
        return match.preview(match.need().seat, *turn)
    except IllegalAction:
        return None


def second_says(game: Game, turn: Turn) -> tuple[list[Plain] | None, str]:
    """The same of the second verifier, and why it forbids the turn."""
    trial = copy.deepcopy(game)
    try:
        trial.turn(*turn)
    except Illegal as illegal:
        return None, str(illegal)
    return public(trial), ""


def play(number: int, counts: Counter[str]) -> list[str]:
    """Plays a match; returns what the two do not agree on, at most one turn of each position."""
    rng, leaving = Random(f"rules twice {number}"), Random(f"leaving {number}")
    table, found = pair(number, rng), []
    first = rng.randrange(table.second.seats)
    while True:
        leave(table, leaving, counts)
        table.serve(first)
        leave(table, leaving, counts)
        if table.seen.need().kind == "over":
            break
        assert table.second.need is Need.TURN
        turn = chosen(table, rng)
        recalls = LOTHLORIEN in table.second.tokens[table.second.mover]
        for trial in [
            turn,
            *(changed(table, turn, rng) for _ in range(MORE_CHANGES if recalls else CHANGES)),
        ]:
            program, (second, why) = program_says(table.blind, trial), second_says(table.second, trial)
            counts["turns"] += 1
            counts["allowed" if program is not None else "forbidden"] += 1
            if program is not None:
                count(table, trial, counts)
            if program != second:
                found.append(f"{number}: {trial!r} program {program!r}, second {second!r} {why}")
                break
        seat = table.seen.need().seat
        for match in (table.seen, table.blind):
            match.turn(seat, *turn)
        table.second.turn(*turn)
    assert table.second.need is Need.NOTHING
    if (table.seen.scores(), table.seen.winners()) != (
        table.second.points[: table.second.seats],
        table.second.winners(),
    ):
        found.append(f"{number}: scores or winners")
    counts[f"ended by {table.seen.reason()} at location {table.second.board.current + 1}"] += 1
    return found


def leave(table: Pair, rng: Random, counts: Counter[str]) -> None:
    """Now and then somebody leaves (F34), whatever is needed just now."""
    staying = [seat for seat in range(table.second.seats) if seat not in table.second.retired]
    if table.leaving and rng.random() < 0.008 and table.second.need is not Need.NOTHING:
        seat = rng.choice(staying)
        counts[f"left while {table.second.need.name} was needed"] += 1
        for match in (table.seen, table.blind):
            match.retire(seat)
        table.second.retire(seat)


def count(table: Pair, turn: Turn, counts: Counter[str]) -> None:
    """Notes what an allowed turn has in it."""
    tokens = [move[3] for move in turn[0] if isinstance(move, list) and move[0] == 1]
    recalls = sum(isinstance(move, list) and move[0] == 3 for move in turn[0])
    for token in tokens:
        counts[f"token {token!r}"] += 1
    counts["recalls"] += recalls
    counts["recall and Weathertop"] += bool(recalls) and WEATHERTOP in tokens
    counts["Lothlórien for protection"] += LOTHLORIEN in tokens
    stones = table.second.board.stones
    counts["a space under a location (F9)"] += any(cell in stones for cell in table.second.board.spaces)


def main(words: list[str]) -> int:
    """Runs the command; returns its exit code."""
    matches, first = (int(words[0]) if words else 20), (int(words[1]) if len(words) > 1 else 0)
    counts: Counter[str] = Counter()
    start, found = time.monotonic(), []
    for number in range(first, first + matches):
        found += play(number, counts)
    for line in found[:20]:
        print(line)
    print(dict(sorted(counts.items())))
    print(f"{matches} matches, {len(found)} judged differently, {time.monotonic() - start:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
