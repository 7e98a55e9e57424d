"""Pure. Whole matches in which one seat cheats while they are played, so that the others notice, claim and judge.

The one rule: everybody but the liar is the program itself; their verdicts name the liar, and must be believed.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from protocol.deck.secret import SeatSecret
from protocol.machine.guest import Guest
from protocol.wire.messages import Claim, Keys, Opening, Payload, Seal, Turn, Verdict
from tests.faults.test_leaving import concede, honest, play_until
from tests.interop.cheating import GENERATOR
from tests.interop.tampering import MIXED_ORDER, NO_POINT, ZERO
from tests.machines import TableBench, Twist, offer

LIAR = 1

Points = tuple[bytes, ...]


def replaced(payload: Payload, **fields: object) -> Payload:
    """The payload with other fields."""
    return msgspec.structs.replace(payload, **fields)


def in_pass(step: int, lie: Callable[[Points], Points], deck: int = 0, epoch: int = 0) -> Twist:
    """Other points in the liar's pass over a deck; the others build on them."""

    def twist(_: Guest, payload: Payload) -> Payload:
        if isinstance(payload, Seal) and (payload.epoch, payload.step, payload.deck) == (
            epoch,
            step,
            deck,
        ):
            return replaced(payload, points=lie(payload.points))
        return payload

    return twist


def first(kind: type[Payload], lie: Callable[[Guest, Payload], Payload | None]) -> Twist:
    """A twist of the first payload of a kind."""
    told: list[Payload] = []

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        if isinstance(payload, kind) and not told:
            told.append(payload)
            return lie(guest, payload)
        return payload

    return twist


def other_hash(_: Guest, payload: Payload) -> Payload:
    """Another hash for the card that is dealt last of all, so that nobody needs the key."""
    if isinstance(payload, Seal) and payload.step == 2 and payload.deck == 0:
        return replaced(payload, key_hashes=(*payload.key_hashes[:-1], ZERO))
    return payload


def other_secret(guest: Guest, payload: Payload) -> Payload:
    """Both passes over a deck made with a secret that was not committed to: nobody notices before the audit."""
    assert guest.table is not None
    assert guest.seat is not None
    if isinstance(payload, Seal) and payload.deck == 0:
        secret = SeatSecret(b"o" * 32)
        made = guest.table.decks[0].make(secret)
        true = guest.seat._own_key
        if payload.step == 2:
            deck = guest.table.decks[0]

            def lie(slot: tuple[int, int]) -> bytes:
                return deck._position_key(secret, LIAR, slot[1]) if slot[0] == 0 else true(slot)

            guest.seat._own_key = lie  # type: ignore[method-assign]
        return made
    return payload


def false_claim(guest: Guest, _: Payload) -> Payload:
    """A claim about a card that is as it should be, instead of a turn."""
    assert guest.table is not None
    assert guest.seat is not None
    return Claim((guest.seat._shown(guest.table.hands[LIAR][0]),))


def other_mark(_: Guest, payload: Payload) -> Payload:
    """One card of the own hand goes back into the deck, and another is kept out of it."""
    if isinstance(payload, Seal) and payload.marks:
        free = next(place for place in range(len(payload.points)) if place not in payload.marks)
        return replaced(payload, marks=tuple(sorted([free, *payload.marks[1:]])))
    return payload


def late_keys(_: Guest, payload: Payload) -> Payload | None:
    """Everything but keys: what is left of the match waits for them."""
    return None if isinstance(payload, Keys) else payload


def swapped(points: Points) -> Points:
    """The first two points have changed places."""
    return (points[1], points[0], *points[2:])


def silent(_: Guest, payload: Payload) -> Payload | None:
    """Everything but an opening."""
    return None if isinstance(payload, Opening) else payload


def both(lie: Twist) -> Twist:
    """A lie, and nothing opened after it."""

    def twist(guest: Guest, payload: Payload) -> Payload | None:
        return silent(guest, payload) and lie(guest, payload)

    return twist


LIES: dict[str, Callable[[], Twist]] = {
    "shuffle: two cards change places": lambda: in_pass(1, swapped),
    "shuffle: of the own deck": lambda: in_pass(1, swapped, deck=LIAR),
    "shuffle: a card that is none": lambda: in_pass(1, lambda points: (GENERATOR, *points[1:])),
    "shuffle: a card that is none, and nothing opened": lambda: both(
        in_pass(1, lambda points: (GENERATOR, *points[1:]))
    ),
    "shuffle: a card that is none, and nobody else opens": lambda: both(
        in_pass(1, lambda points: (GENERATOR, *points[1:]))
    ),
    "shuffle: two cards change places, and another does not open": lambda: in_pass(1, swapped),
    "shuffle: no point": lambda: in_pass(1, lambda points: (NO_POINT, *points[1:])),
    "shuffle: a point of mixed order": lambda: in_pass(1, lambda points: (*points[:-1], MIXED_ORDER)),
    "keys: two cards change places": lambda: in_pass(2, swapped),
    "keys: a card that is none, in the own hand": lambda: in_pass(
        2, lambda p: (GENERATOR, *p[1:]), deck=LIAR
    ),
    "keys: a card that is none, never dealt": lambda: in_pass(2, lambda points: (*points[:-1], GENERATOR)),
    "keys: no point": lambda: in_pass(2, lambda points: (NO_POINT, *points[1:])),
    "hashes: of another key": lambda: other_hash,
    "another secret": lambda: other_secret,
    "a false claim": lambda: first(Turn, false_claim),
    "another digest": lambda: first(Turn, lambda _, turn: replaced(turn, digest=ZERO)),
    "an opened secret that is none": lambda: first(
        Opening, lambda _, opening: replaced(opening, secret=ZERO)
    ),
    "an opened chain that is none": lambda: first(
        Opening, lambda _, opening: replaced(opening, chain_seed=ZERO)
    ),
    "nothing opened": lambda: first(Opening, lambda *_: None),
    "a false verdict": lambda: first(Verdict, lambda _, verdict: replaced(verdict, honest=False)),
}


AGAIN: dict[str, Callable[[], Twist]] = {
    "shuffle: two cards change places": lambda: in_pass(1, swapped, epoch=1),
    "shuffle: of the own deck": lambda: in_pass(1, swapped, deck=LIAR, epoch=1),
    "shuffle: a card that is none": lambda: in_pass(1, lambda p: (GENERATOR, *p[1:]), epoch=1),
    "shuffle: no point": lambda: in_pass(1, lambda p: (NO_POINT, *p[1:]), epoch=1),
    "shuffle: a point of mixed order": lambda: in_pass(1, lambda p: (*p[:-1], MIXED_ORDER), epoch=1),
    "keys: two cards change places": lambda: in_pass(2, swapped, epoch=1),
    "keys: no point": lambda: in_pass(2, lambda p: (NO_POINT, *p[1:]), epoch=1),
    "keys: a card that is none, before anybody left": lambda: in_pass(2, lambda p: (*p[:-1], GENERATOR)),
    "marks: another card": lambda: other_mark,
    "no keys, and nobody waits for them": lambda: late_keys,
    "an opened secret that is none": LIES["an opened secret that is none"],
    "another digest": LIES["another digest"],
}
"""Lies in a match that somebody leaves: what is left of the decks is sealed again."""


SILENT = {
    "shuffle: a card that is none, and nobody else opens": 2,
    "shuffle: two cards change places, and another does not open": 2,
}
"""Lies beside which another seat never opens."""


def with_liar(name: str, seats: int = 3) -> bytes:
    """The record of a match with this lie in it."""
    twists = {LIAR: LIES[name]()}
    if name in SILENT:
        twists[SILENT[name]] = silent
    bench = TableBench(offer(seats), seed=f"lying {name}", twists=twists)
    bench.run()
    return bench.record().to_bytes()


def with_liar_again(name: str) -> bytes:
    """The record of a match with this lie in it, which the last seat concedes in the middle."""
    bench = TableBench(offer(3), seed=f"lying again {name}", twists={LIAR: AGAIN[name](), 2: honest})
    play_until(bench, 60)
    concede(bench.peers[2], bench)
    bench.run()
    return bench.record().to_bytes()
