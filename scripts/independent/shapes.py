"""Pure. The shapes of payloads (§5) and the envelope around them (§4.2).

The one rule: nothing is decoded that is not signed; a payload that is taken has exactly the fields of its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from scripts.independent.curve import signature_holds
from scripts.independent.motions import WISHES
from scripts.independent.values import BadForm, Plain, signed, unpack

Shape: TypeAlias = Callable[[Plain], bool]

VERSION = 1
LONGEST_ENVELOPE = 65_463
BELOW_32_BITS = 2**32


class Kind(IntEnum):
    """The kinds of messages that stand in a log (§5.2)."""

    SEAL = 32
    LINK = 33
    KEYS = 34
    TURN = 35
    CLAIM = 36
    OPENING = 37
    VERDICT = 38
    RETIRE = 39
    CONCEDE = 40
    TERM = 41
    MOTION = 42
    HAND_KEY = 43
    HAND_OVER = 44
    REVEAL = 45


def between(least: int, most: int) -> Shape:
    """An integer in a range, both ends included."""
    return lambda value: type(value) is int and least <= value <= most


def octets(least: int, most: int) -> Shape:
    """Bytes of some lengths."""
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def text(most: int) -> Shape:
    """A text of at most so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= most


def fields(*shapes: Shape) -> Shape:
    """An array of exactly these items."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(shapes)
        and all(shape(item) for shape, item in zip(shapes, value, strict=True))
    )


def many(shape: Shape, least: int, most: int) -> Shape:
    """An array of items of one shape."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(shape, value))


def anything(_value: Plain) -> bool:
    """Any plain value."""
    return True


def one_of(*words: str) -> Shape:
    """One of these texts."""
    return lambda value: isinstance(value, str) and value in words


def flag(value: Plain) -> bool:
    """True or false."""
    return isinstance(value, bool)


B32 = octets(32, 32)
B64 = octets(64, 64)
NAME = octets(0, 64)
WORD = text(32)
SEAT = between(0, 7)
SLOT_KEY = fields(between(0, 31), between(0, 65_535), B32)
OPENINGS = many(SLOT_KEY, 0, 256)

PAYLOADS: dict[int, Shape] = {
    Kind.SEAL: fields(
        between(0, 31),
        between(0, 1023),
        between(1, 2),
        many(B32, 1, 256),
        many(B32, 0, 256),
        many(between(0, 255), 0, 256),
    ),
    Kind.LINK: fields(between(1, 4096), B32),
    Kind.KEYS: fields(many(SLOT_KEY, 1, 512)),
    Kind.TURN: fields(between(0, BELOW_32_BITS - 1), many(anything, 0, 256), OPENINGS, B32),
    Kind.CLAIM: fields(OPENINGS),
    Kind.OPENING: fields(B32, B32),
    Kind.VERDICT: fields(
        flag,
        many(fields(between(0, BELOW_32_BITS - 1), SEAT, WORD), 0, 512),
        B32,
        many(between(1 - 2**31, 2**31 - 1), 0, 8),
    ),
    Kind.RETIRE: fields(
        between(1, 8),
        between(0, BELOW_32_BITS - 1),
        B32,
        many(SEAT, 1, 8),
        many(fields(SEAT, B64), 0, 8),
    ),
    Kind.CONCEDE: fields(B32, B32),
    Kind.TERM: fields(
        between(0, BELOW_32_BITS - 1),
        between(0, BELOW_32_BITS - 1),
        B32,
        many(fields(SEAT, B64), 1, 8),
    ),
    Kind.MOTION: fields(one_of(*WISHES)),
    Kind.HAND_KEY: fields(between(1, 1024), B32),
    Kind.HAND_OVER: fields(between(1, 1024), B32, many(octets(80, 80), 1, 256)),
    Kind.REVEAL: fields(between(1, 1024), B32),
}

RECORD = fields(
    between(VERSION, VERSION),
    WORD,
    B32,
    many(fields(WORD, WORD), 0, 64),
    octets(16, 16),
    B32,
    B32,
    many(fields(B32, NAME, flag, WORD, B32, B32, B32), 1, 8),
)
"""The payload of RECORD (§5.1)."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One signed message of a log: who says what, and what that seat had seen before."""

    kind: Kind
    table: bytes
    author: bytes
    number: int
    ack_index: int
    ack_head: bytes
    payload: list[Plain]


BODY = fields(
    between(VERSION, VERSION),
    between(min(Kind), max(Kind)),
    B32,
    B32,
    between(0, BELOW_32_BITS - 1),
    between(0, BELOW_32_BITS - 1),
    B32,
    anything,
)


def open_envelope(data: bytes) -> Envelope:
    """The message in an envelope of a log, its signature checked.

    Raises:
        BadForm: if anything at all is wrong with it.
    """
    signature, body = data[:64], data[64:]
    if len(data) > LONGEST_ENVELOPE or len(body) < 71:
        raise BadForm("an envelope of a wrong length")
    if (body[0], body[3:5], body[37:39]) != (0x98, b"\xc4\x20", b"\xc4\x20") or body[1] != VERSION:
        raise BadForm("an envelope with a wrong beginning")
    if not signature_holds(body[39:71], signed("envelope", body), signature):
        raise BadForm("the signature of the envelope does not hold")
    value = unpack(body)
    if not BODY(value):
        raise BadForm("a field of the envelope is wrong")
    assert isinstance(value, list)
    _, kind, table, author, number, ack_index, ack_head, payload = value
    assert isinstance(kind, int)
    assert isinstance(table, bytes)
    assert isinstance(author, bytes)
    assert isinstance(number, int)
    assert isinstance(ack_index, int)
    assert isinstance(ack_head, bytes)
    if (number == 0) is not (kind == Kind.TERM):
        raise BadForm("a number that is none of its kind")
    if not PAYLOADS[kind](payload):
        raise BadForm(f"the payload is none of {Kind(kind).name}")
    assert isinstance(payload, list)
    return Envelope(Kind(kind), table, author, number, ack_index, ack_head, payload)
