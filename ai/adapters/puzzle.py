"""Pure. What a seat does not know of a match, and the matches that it cannot tell from the true one.

The one rule: a puzzle is made of what its viewer saw, so whoever solves it can learn nothing else from it.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.kernel import UNKNOWN, Kernel

Card = TypeVar("Card")

Draw = Callable[[], float]
"""A random number, at least 0 and below 1."""

Pool = tuple[int, int]
"""The cards of a deck (its number) since it was made anew for the last time (how often it had been)."""

TRIES = 1000
"""Matches that are drawn until one makes all claims true."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card that was seen drawn: which event it was, who got it, out of what, its face."""

    event: int
    seat: int
    pool: Pool
    face: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that the viewer did not see drawn."""

    event: int
    seat: int
    pool: Pool


@dataclass(frozen=True, slots=True)
class Played:
    """A card that a seat played, for all to see."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Hands that changed owners: giver and receiver of each."""

    gifts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Met:
    """All faces of a hand that the viewer got from somebody."""

    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """An action that says something about the hand of its seat: `kernel` is the position before it as all saw it."""

    seat: int
    action: int
    kernel: Kernel

    def true(self, hand: list[int]) -> bool:
        """Whether it may be said with this hand."""
        kernel = self.kernel.clone()
        for face in hand:
            kernel.learn(self.seat, face)
        try:
            kernel.check(self.action)
        except IllegalAction:
            return False
        return True


Fact = Dealt | Played | Passed | Claimed
"""What happened to cards."""

Part = Fact | Drawn | Met
"""The same as a viewer saw it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a viewer does not know of a match: which of the cards shown, and of those unseen, was drawn when.

    Attributes:
        values: all events, `UNKNOWN` for the draws of `parts`.
        parts: what the viewer saw of the cards, in the order of the match.
        pool: the faces of each pool without those that the viewer drew itself.
    """

    values: tuple[int, ...]
    parts: tuple[Part, ...]
    pool: dict[Pool, tuple[int, ...]]

    def solve(self, draw: Draw) -> list[int]:
        """All events of a match that the viewer cannot tell from the true one, each such match as likely as any other.

        That is so where the cards of a hand come from one pool, or from pools that have no face in common, or where
        no deck has a face twice. Of `TRIES` matches none of which makes all claims true, that with the fewest untrue
        ones is taken.
        """
        best: tuple[list[int], int] | None = None
        tries = 0
        while best is None or (best[1] and tries < TRIES):
            found = self._guess(draw)
            if found is not None and (best is None or found[1] < best[1]):
                best = found
            tries += 1
        return best[0]

    def _guess(self, draw: Draw) -> tuple[list[int], int] | None:
        """A match that fits to all cards seen, and how many claims are untrue in it; None from a dead end.

        There is none but where a face may come from several pools: a draw is then as likely as its pool has the face.
        """
        values = list(self.values)
        pool = {key: list(faces) for key, faces in self.pool.items()}
        hidden: dict[int, list[Drawn]] = {}
        known: dict[int, list[int]] = {}
        claims: list[tuple[Claimed, list[Drawn], list[int]]] = []

        def reveal(seat: int, face: int) -> bool:
            """One of the hidden cards of a seat is this one."""
            draws = hidden.get(seat, [])
            reached = list(accumulate(pool[each.pool].count(face) / len(pool[each.pool]) for each in draws))
            if not reached or not reached[-1]:
                return False
            # The first that reaches the whole is the last one that the card can be.
            drawn = draws.pop(min(bisect(reached, draw() * reached[-1]), reached.index(reached[-1])))
            pool[drawn.pool].remove(face)
            values[drawn.event] = face
            return True

        for part in self.parts:
            match part:
                case Drawn():
                    hidden.setdefault(part.seat, []).append(part)
                case Dealt():
                    known.setdefault(part.seat, []).append(part.face)
                case Played():
                    if part.face in known.get(part.seat, []):
                        known[part.seat].remove(part.face)
                    elif not reveal(part.seat, part.face):
                        return None
                case Passed():
                    hidden, known = _passed(hidden, part.gifts), _passed(known, part.gifts)
                case Met():
                    new = Counter(part.faces) - Counter(known.get(part.seat, []))
                    if not all(reveal(part.seat, face) for face in new.elements()):
                        return None
                    known[part.seat] = list(part.faces)
                case Claimed():
                    hands = list(hidden.get(part.seat, [])), list(known.get(part.seat, []))
                    claims.append((part, *hands))
        for draws in hidden.values():
            for drawn in draws:
                faces = pool[drawn.pool]
                values[drawn.event] = faces.pop(_below(len(faces), draw))
        untrue = sum(
            not claim.true([*faces, *(values[drawn.event] for drawn in draws)])
            for claim, draws, faces in claims
        )
        return values, untrue


def puzzle(
    viewer: int, values: Sequence[int], facts: Sequence[Fact], pools: dict[Pool, tuple[int, ...]]
) -> Puzzle:
    """What a seat (`WATCHER`: somebody who holds none) does not know of a match.

    Args:
        viewer: the seat.
        values: all events.
        facts: all that happened to cards.
        pools: what was in them before the first card was drawn out of them.
    """
    values = list(values)
    left = {pool: list(faces) for pool, faces in pools.items()}
    hands: dict[int, list[int]] = {}
    parts: list[Part] = []
    for fact in facts:
        match fact:
            case Dealt():
                hands.setdefault(fact.seat, []).append(fact.face)
                if fact.seat == viewer:
                    left[fact.pool].remove(fact.face)
                    parts.append(fact)
                else:
                    values[fact.event] = int(UNKNOWN)
                    parts.append(Drawn(fact.event, fact.seat, fact.pool))
            case Played():
                hands[fact.seat].remove(fact.face)
                parts.append(fact)
            case Passed():
                hands = _passed(hands, fact.gifts)
                parts.append(fact)
                if any(heir == viewer for _, heir in fact.gifts):
                    parts.append(Met(viewer, tuple(sorted(hands.get(viewer, [])))))
            case Claimed():
                if fact.seat != viewer:
                    parts.append(fact)
    return Puzzle(tuple(values), tuple(parts), {pool: tuple(faces) for pool, faces in left.items()})


def _passed(hands: dict[int, list[Card]], gifts: tuple[tuple[int, int], ...]) -> dict[int, list[Card]]:
    """The hands after all gifts have been made at once."""
    givers = {giver for giver, _ in gifts}
    after = {seat: hand for seat, hand in hands.items() if seat not in givers}
    for giver, heir in gifts:
        after[heir] = [*after.get(heir, []), *hands.get(giver, [])]
    return after


def _below(bound: int, draw: Draw) -> int:
    return min(int(draw() * bound), bound - 1)
