"""Pure. What a seat can say wrong in each payload, in a match that was honest until then.

The one rule: the cheat, every later message and the host's order are signed as if nothing were amiss, so only the
content tells; the verdicts at the end still say "honest", which is one more lie for each seat that signed one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

from protocol.canonical import Plain
from protocol.wire.messages import Kind
from tests.interop.forging import Forge, Logged, flipped
from tests.interop.tampering import (
    IDENTITY,
    MIXED_ORDER,
    NO_POINT,
    ORDER,
    SMALL_ORDER,
    ZERO,
    Case,
    field,
    listed,
)

Change = Callable[[list[Plain]], object]

GENERATOR = bytes.fromhex("58" + "66" * 31)
"""A valid point that is no card."""

PLACEHOLDER = b"put something else here"


def said(kind: Kind, change: Change, *, number: int = 0, seat: int | None = None) -> Case:
    """Another payload in the message with this number among those of its kind."""

    def case(forge: Forge) -> bytes:
        change(forge.log[forge.first(kind, number, seat=seat)].payload)
        return forge.build()

    return case


def in_log(change: Callable[[Forge], object]) -> Case:
    """Another log, all signatures made anew."""

    def case(forge: Forge) -> bytes:
        change(forge)
        return forge.build()

    return case


def dropped(kind: Kind, number: int = 0) -> Case:
    """A message that is never sent."""
    return in_log(lambda forge: forge.log.pop(forge.first(kind, number)))


def moved(kind: Kind, number: int, to: int) -> Case:
    """A message that comes at another place, earlier than it did."""

    def change(forge: Forge) -> None:
        logged = forge.log.pop(forge.first(kind, number))
        insert(forge, to, logged)

    return in_log(change)


def added(at: int, kind: Kind, payload: list[Plain], *, seat: int = 1) -> Case:
    """A message that nobody asked for."""
    return in_log(lambda forge: insert(forge, at, Logged(seat, kind, payload, 0)))


def insert(forge: Forge, at: int, logged: Logged) -> None:
    """Puts a message into the log; -1 is its end. Later ones acknowledge the same messages as before."""
    place = at if at >= 0 else len(forge.log)
    logged.ack = max([other.ack for other in forge.log[:place] if other.seat == logged.seat], default=0)
    for later in forge.log[place:]:
        later.ack += later.ack > place
    forge.log.insert(place, logged)


def smuggled(data: bytes) -> Case:
    """A turn whose only move is any bytes, msgpack or not."""

    def case(forge: Forge) -> bytes:
        logged = forge.log[forge.first(Kind.TURN, 2)]
        logged.payload[1] = [PLACEHOLDER]
        head = b"\xc4" + bytes([len(PLACEHOLDER)]) + PLACEHOLDER
        logged.raw = lambda packed: packed.replace(head, data)
        return forge.build()

    return case


def first_of(*path: int) -> Callable[[list[Plain]], list[Plain]]:
    """An array inside a payload."""

    def inner(payload: list[Plain]) -> list[Plain]:
        for step in path:
            payload = listed(payload[step])
        return payload

    return inner


points, hashes = first_of(3), first_of(4)
key, moves, openings = first_of(0, 0), first_of(1), first_of(2)


def _swap(array: list[Plain]) -> None:
    array[0], array[1] = array[1], array[0]


def _bit(*path: int) -> Change:
    def change(payload: list[Plain]) -> None:
        array = first_of(*path[:-1])(payload)
        data = array[path[-1]]
        assert isinstance(data, bytes)
        array[path[-1]] = flipped(data, 0)

    return change


def _last_pass(forge: Forge) -> int:
    return 2 * len(forge.seats) ** 2 - 1


def last_pass(change: Change) -> Case:
    """Another payload in the last pass of all."""

    def case(forge: Forge) -> bytes:
        change(forge.log[forge.first(Kind.SEAL, _last_pass(forge))].payload)
        return forge.build()

    return case


def placing(change: Callable[[list[Plain]], object]) -> Change:
    """Another first action in a turn that begins with a card on a space."""
    return lambda payload: change(listed(moves(payload)[0]))


SEAL = Kind.SEAL
PASSES: dict[str, Case] = {
    "SEAL: another deck": said(SEAL, field(0, value=9)),
    "SEAL: another epoch": said(SEAL, field(1, value=1)),
    "SEAL: another step": said(SEAL, field(2, value=2)),
    "SEAL: step 3": said(SEAL, field(2, value=3)),
    "SEAL: two points change places": said(SEAL, lambda payload: _swap(points(payload)), number=1),
    "SEAL: a point twice": said(SEAL, lambda payload: field(0, value=points(payload)[1])(points(payload))),
    "SEAL: a point less": said(SEAL, lambda payload: points(payload).pop(), number=2),
    "SEAL: another valid point": said(SEAL, lambda payload: field(0, value=GENERATOR)(points(payload))),
    "SEAL: hashes in step 1": said(SEAL, lambda payload: hashes(payload).append(ZERO)),
    "last SEAL: the identity": last_pass(lambda payload: field(3, value=IDENTITY)(points(payload))),
    "last SEAL: a point of small order": last_pass(lambda p: field(3, value=SMALL_ORDER)(points(p))),
    "last SEAL: a point of mixed order": last_pass(lambda p: field(3, value=MIXED_ORDER)(points(p))),
    "last SEAL: no point": last_pass(lambda payload: field(3, value=NO_POINT)(points(payload))),
    "last SEAL: another valid point": last_pass(lambda p: field(3, value=GENERATOR)(points(p))),
    "last SEAL: points change places": last_pass(lambda payload: _swap(points(payload))),
    "last SEAL: a hash": last_pass(_bit(4, 0)),
    "last SEAL: the hash of the last card": last_pass(_bit(4, -1)),
    "SEAL: no point, and nobody claims": said(
        SEAL, lambda payload: field(0, value=NO_POINT)(points(payload))
    ),
    "SEAL: never sent": dropped(SEAL, 3),
    "SEAL: too early": moved(SEAL, 5, 3),
}

ANSWERS: dict[str, Case] = {
    "LINK: another request": said(Kind.LINK, field(0, value=2)),
    "LINK: request 0": said(Kind.LINK, field(0, value=0)),
    "LINK: a bit of the link": said(Kind.LINK, _bit(1), number=1),
    "LINK: comes when nothing is asked": added(9, Kind.LINK, [1, ZERO]),
    "LINK: comes twice": added(1, Kind.LINK, [1, ZERO], seat=0),
    "LINK: never sent": dropped(Kind.LINK),
    "KEYS: another deck": said(Kind.KEYS, lambda payload: field(0, value=31)(key(payload))),
    "KEYS: a position that is not dealt": said(Kind.KEYS, lambda payload: field(1, value=21)(key(payload))),
    "KEYS: position 256": said(Kind.KEYS, lambda payload: field(1, value=256)(key(payload))),
    "KEYS: a bit of a key": said(Kind.KEYS, _bit(0, 0, 2), number=2),
    "KEYS: 0": said(Kind.KEYS, lambda payload: field(2, value=ZERO)(key(payload))),
    "KEYS: ℓ": said(
        Kind.KEYS, lambda payload: field(2, value=ORDER.to_bytes(32, "little"))(key(payload)), number=1
    ),
    "KEYS: one twice": said(Kind.KEYS, lambda payload: first_of(0)(payload).append(key(payload))),
    "KEYS: one is missing": said(Kind.KEYS, lambda payload: first_of(0)(payload).pop()),
    "KEYS: none": said(Kind.KEYS, field(0, value=[])),
    "KEYS: never sent": dropped(Kind.KEYS, 1),
    "CLAIM: without reason": added(4, Kind.CLAIM, [[]]),
    "CLAIM: of somebody else's slot": added(60, Kind.CLAIM, [[[0, 3, ZERO]]]),
    "HAND_KEY: in a game without hand-overs": added(30, Kind.HAND_KEY, [1, ZERO]),
    "HAND_OVER: in a game without hand-overs": added(30, Kind.HAND_OVER, [1, ZERO, [bytes(80)]]),
    "REVEAL: in a game without hand-overs": added(30, Kind.REVEAL, [1, ZERO]),
    "HAND_OVER: no box": added(30, Kind.HAND_OVER, [1, ZERO, []]),
    "HAND_OVER: a box of another length": added(30, Kind.HAND_OVER, [1, ZERO, [bytes(79)]]),
    "HAND_KEY: hand-over 0": added(30, Kind.HAND_KEY, [0, ZERO]),
    "REVEAL: a short secret": added(30, Kind.REVEAL, [1, ZERO[1:]]),
    "OPENING: too early": added(30, Kind.OPENING, [ZERO, ZERO]),
    "VERDICT: too early": added(30, Kind.VERDICT, [True, [], ZERO, []]),
    "late answers": in_log(lambda forge: _late_answers(forge)),
}

TURNS: dict[str, Case] = {
    "TURN: a later request": said(Kind.TURN, field(0, value=9), number=3),
    "TURN: an earlier request, so that it is void": said(Kind.TURN, field(0, value=0), number=3),
    "TURN: an old one again": in_log(
        lambda forge: insert(forge, 60, copy.copy(forge.log[forge.first(Kind.TURN)]))
    ),
    "TURN: never sent": dropped(Kind.TURN, 4),
    "TURN: another digest": said(Kind.TURN, _bit(3), number=11),
    "TURN: another digest in the last turn": said(Kind.TURN, _bit(3), number=-1),
    "TURN: no moves": said(Kind.TURN, field(1, value=[]), number=1),
    "TURN: the last move is missing": said(Kind.TURN, lambda payload: moves(payload).pop(), number=6),
    "TURN: a move more": said(Kind.TURN, lambda payload: moves(payload).append([0]), number=7),
    "TURN: ends before it begins": said(Kind.TURN, lambda payload: moves(payload).insert(0, [0]), number=8),
    "TURN: a card twice": said(Kind.TURN, lambda p: moves(p).insert(0, moves(p)[0]), number=2),
    "TURN: nonsense": said(Kind.TURN, lambda payload: moves(payload).insert(0, "x"), number=5),
    "TURN: true for 1": said(Kind.TURN, placing(lambda move: field(0, value=True)(move))),
    "TURN: space 10": said(Kind.TURN, placing(lambda move: field(-2, value=10)(move))),
    "TURN: space -1": said(Kind.TURN, placing(lambda move: field(-2, value=-1)(move))),
    "TURN: a token that nobody has": said(Kind.TURN, placing(lambda move: field(-1, value=3)(move))),
    "TURN: a location too early": said(Kind.TURN, lambda p: moves(p).append([4, 3, 0]), number=1),
    "TURN: no opening": said(Kind.TURN, field(2, value=[]), number=4),
    "TURN: an opening twice": said(Kind.TURN, lambda p: openings(p).append(openings(p)[0]), number=4),
    "TURN: a key that is none": said(
        Kind.TURN, lambda payload: field(2, value=ZERO)(listed(openings(payload)[0]))
    ),
    "TURN: a bit of a key": said(Kind.TURN, _bit(2, 0, 2), number=9),
    "TURN: somebody else's slot": said(Kind.TURN, lambda p: field(0, value=7)(listed(openings(p)[0]))),
    "TURN: a slot that is not dealt": said(Kind.TURN, lambda p: field(1, value=20)(listed(openings(p)[0]))),
    "TURN: arrays 8 deep": smuggled(b"\x91\x91\x91\x91\x90"),
    "TURN: arrays 9 deep": smuggled(b"\x91\x91\x91\x91\x91\x90"),
    "TURN: a map": smuggled(b"\x80"),
    "TURN: a floating-point number": smuggled(b"\xca\x00\x00\x00\x00"),
    "TURN: an extension": smuggled(b"\xd4\x01\x00"),
    "TURN: a text that is no UTF-8": smuggled(b"\xa1\xff"),
    "TURN: a surrogate": smuggled(b"\xa3\xed\xa0\x80"),
    "TURN: a text of 4,097 bytes": smuggled(b"\xda\x10\x01" + b"x" * 4097),
    "TURN: bytes of 1,024": smuggled(b"\xc5\x04\x00" + bytes(1024)),
    "TURN: bytes of 1,025": smuggled(b"\xc5\x04\x01" + bytes(1025)),
    "TURN: an array of 513": smuggled(b"\xdc\x02\x01" + b"\xc0" * 513),
    "TURN: the largest integer": smuggled(b"\xcf" + b"\xff" * 8),
    "TURN: a long integer": smuggled(b"\xd1\x00\x80"),
    "TURN: a long text": smuggled(b"\xd9\x01x"),
}


def one_opening(change: Change, *, kind: Kind = Kind.VERDICT, number: int = 0) -> Case:
    """Seat 1 alone opens, and there is another payload of seat 1, or anybody's pass."""

    def case(forge: Forge) -> bytes:
        forge.log = [logged for logged in forge.log if logged.kind != Kind.OPENING or logged.seat == 1]
        change(forge.log[forge.first(kind, number, seat=None if kind is SEAL else 1)].payload)
        return forge.build()

    return case


def accusing(seat: int, code: str) -> Change:
    """A verdict with a fault at the first entry."""

    def change(payload: list[Plain]) -> None:
        payload[0], payload[1] = False, [[1, seat, code]]

    return change


END: dict[str, Case] = {
    "OPENING: another secret": said(Kind.OPENING, _bit(0), number=1),
    "OPENING: another chain": said(Kind.OPENING, _bit(1)),
    "OPENING: never sent": dropped(Kind.OPENING),
    "OPENING: a second one": added(-1, Kind.OPENING, [ZERO, ZERO]),
    "VERDICT: dishonest": said(Kind.VERDICT, field(0, value=False)),
    "VERDICT: a fault": said(Kind.VERDICT, field(1, value=[[1, 0, "secret"]]), number=1),
    "VERDICT: another head": said(Kind.VERDICT, _bit(2)),
    "VERDICT: other scores": said(Kind.VERDICT, lambda payload: field(0, value=99)(first_of(3)(payload))),
    "VERDICT: a score less": said(Kind.VERDICT, lambda payload: first_of(3)(payload).pop()),
    "VERDICT: before the openings, and a lie": in_log(lambda forge: _early_verdict(forge)),
    "VERDICT: a second one that lies": added(-1, Kind.VERDICT, [False, [], ZERO, []]),
    "VERDICT: a second one, the same": in_log(lambda forge: _again(forge)),
    "VERDICT: a lie before the openings, then the truth": in_log(lambda forge: _early_lie(forge)),
    "one OPENING, another secret": one_opening(_bit(0), kind=Kind.OPENING),
    "one OPENING, a pass it does not make": one_opening(
        lambda payload: _swap(points(payload)), kind=SEAL, number=1
    ),
    "one OPENING, verdicts that contradict nothing": one_opening(lambda payload: None),
    "one OPENING, VERDICT: dishonest": one_opening(field(0, value=False)),
    "one OPENING, VERDICT: another head": one_opening(_bit(2)),
    "one OPENING, VERDICT: other scores": one_opening(
        lambda payload: field(0, value=99)(first_of(3)(payload))
    ),
    "one OPENING, VERDICT: a fault of who opened": one_opening(accusing(1, "shuffle")),
    "one OPENING, VERDICT: a fault that nobody can know": one_opening(accusing(0, "shuffle")),
    "one OPENING, VERDICT: a secret that nobody opened": one_opening(accusing(0, "secret")),
    "one OPENING, VERDICT: a fault of nobody": one_opening(accusing(5, "keys")),
    "one OPENING, VERDICT: a fault in play": one_opening(accusing(0, "illegal")),
    "VERDICT: never sent": dropped(Kind.VERDICT),
}


def _late_answers(forge: Forge) -> None:
    late: list[tuple[Kind, list[Plain]]] = [
        (Kind.CLAIM, [[]]),
        (Kind.LINK, [7, ZERO]),
        (Kind.KEYS, [[[0, 0, ZERO]]]),
    ]
    for kind, payload in late:
        insert(forge, -1, Logged(0, kind, payload, 0))


def _early_verdict(forge: Forge) -> None:
    verdict = forge.log.pop(forge.first(Kind.VERDICT))
    verdict.payload[0] = False
    insert(forge, forge.first(Kind.OPENING), verdict)


def _again(forge: Forge) -> None:
    verdict = copy.deepcopy(forge.log[forge.first(Kind.VERDICT)])
    insert(forge, -1, verdict)


def _early_lie(forge: Forge) -> None:
    insert(forge, forge.first(Kind.OPENING), Logged(0, Kind.VERDICT, [True, [], ZERO, []], 0))


def anywhere(number: int) -> Case:
    """One value somewhere in one payload is another one."""

    def change(forge: Forge) -> None:
        rng = Random(f"anywhere {number}")
        array = rng.choice(forge.log).payload
        while True:
            at = rng.randrange(len(array))
            inner = array[at]
            if not isinstance(inner, list) or not inner or rng.random() < 0.1:
                break
            array = inner
        array[at] = other(inner, rng)

    return in_log(change)


def other(value: Plain, rng: Random) -> Plain:
    """A value that is not the same, mostly of the same kind."""
    if rng.random() < 0.15:
        return rng.choice((None, "text", -7, 2**63, b"bytes", not value))
    if isinstance(value, bytes):
        return flipped(value, rng.randrange(len(value)), rng.randrange(8)) if value else ZERO
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2))
    if isinstance(value, list):
        return rng.sample(value, rng.randrange(len(value))) if value else [0]
    return None


ANYWHERE = {f"anywhere: {number}": anywhere(number) for number in range(24)}
CHEATS = {**PASSES, **ANSWERS, **TURNS, **END, **ANYWHERE}
