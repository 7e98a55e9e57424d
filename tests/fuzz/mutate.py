"""Pure. Inputs that are nearly right: mutations of good bytes and of good values, from a seeded generator.

The one rule: the same seed gives the same inputs, so that whatever is found can be found again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import ProtocolError
from protocol.wire.codec import pack, unpack

Mutate = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
"""Makes another input of one, with pieces of others."""

INTERESTING = bytes.fromhex("00 01 7f 80 90 91 98 c0 c1 c4 c5 c7 ca cc cd ce cf d3 d9 da dc dd ff")
"""Bytes that mean something to msgpack, or lie at an end of their range."""

NUMBERS = (
    0,
    1,
    2,
    7,
    8,
    127,
    128,
    255,
    256,
    4095,
    4096,
    65_535,
    65_536,
    2**31,
    2**32 - 1,
    2**32,
    2**63,
    -1,
    -(2**31),
)
"""Numbers at the ends of what some field, or some encoding, takes."""

ODD: tuple[Plain, ...] = (None, True, False, 0, -1, b"", "", [], [[]])
TEXTS = ("", "a", "\0", "é", "\u202e", "x" * 33, "x" * 501, "x" * limits.STRING, "gefaehrten", "table.grace")
BLOBS = (b"", b"\0", bytes(32), b"\xff" * 32, b"\1" + bytes(31), bytes(16), bytes(64), b"x" * limits.BINARY)


def mutated(generator: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """One to four changes of `data`: flips, exchanges, cuts, insertions, repetitions, pieces of another input."""
    changed = bytearray(data)
    for _ in range(generator.randint(1, 4)):
        at = generator.randint(0, len(changed))
        size = generator.choice((1, 1, 2, 4, 32))
        match generator.randrange(7):
            case 0 if at < len(changed):
                changed[at] ^= 1 << generator.randrange(8)
            case 1 if at < len(changed):
                changed[at] = generator.choice(INTERESTING)
            case 2:
                del changed[at : at + size]
            case 3:
                changed[at:at] = generator.randbytes(size)
            case 4:
                changed[at:at] = changed[at : at + size]
            case 5:
                del changed[at:]
            case _:
                other = generator.choice(others)
                start = generator.randint(0, len(other))
                changed[at : at + size] = other[start : start + size]
    return bytes(changed)


def packed(before: int = 0) -> Mutate:
    """Mutates inputs that are msgpack behind so many other bytes: the value in them as often as the bytes."""

    def mutate(generator: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
        if generator.random() < 0.4:
            return mutated(generator, data, others)
        try:
            value = unpack(data[before:])
            other = value if generator.random() < 0.4 else unpack(generator.choice(others)[before:])
            for _ in range(generator.randint(1, 3)):
                value = value_of(generator, value, other)
            head = data[:before]
            if before and generator.random() < 0.1:
                head = generator.randbytes(before)
            return head + pack(value)
        except ProtocolError:
            return mutated(generator, data, others)

    return mutate


def value_of(generator: random.Random, value: Plain, other: Plain) -> Plain:
    """The value with one change at a random place in it."""
    if type(value) is not list or (generator.random() < 0.2 and value):
        return _other(generator, value, other)
    items: list[Plain] = list(value)
    at = generator.randrange(len(items)) if items else 0
    if items and generator.random() < 0.75:
        items[at] = value_of(generator, items[at], other)
        return items
    match generator.randrange(6):
        case 0 if items:
            del items[at]
        case 1 if items:
            items.insert(at, items[generator.randrange(len(items))])
        case 2 if len(items) > 1:
            swap = generator.randrange(len(items))
            items[at], items[swap] = items[swap], items[at]
        case 3 if items:
            items[at : at + 1] = [items[at]] * generator.choice((2, 3, 8, 9, 64, 65, 256, 257))
        case 4:
            items.insert(at, _part(generator, other))
        case _:
            items = items[:at]
    return items


def _other(generator: random.Random, value: Plain, other: Plain) -> Plain:
    """Something else in the place of a value, mostly of its own kind."""
    if generator.random() < 0.15:
        return generator.choice(ODD)
    if generator.random() < 0.2:
        return _part(generator, other)
    match value:
        case bool():
            return not value
        case int():
            near = generator.choice((value + 1, value - 1, -value, value ^ 1 << generator.randrange(16)))
            return near if generator.random() < 0.5 else generator.choice(NUMBERS)
        case bytes():
            if not value or generator.random() < 0.3:
                return generator.choice(BLOBS)
            bit = generator.randrange(8 * len(value))
            changed = bytearray(value)
            changed[bit // 8] ^= 1 << bit % 8
            return bytes(changed) if generator.random() < 0.8 else value[: bit // 8]
        case str():
            return generator.choice(TEXTS) if generator.random() < 0.5 else value + generator.choice(TEXTS)
        case list():
            return value[: generator.randint(0, len(value))]
        case _:
            return generator.choice(NUMBERS)


def _part(generator: random.Random, value: Plain) -> Plain:
    """A piece of a value."""
    while type(value) is list and value and generator.random() < 0.8:
        value = generator.choice(value)
    return value


def inputs(seed: int, corpus: Sequence[bytes], mutate: Mutate = mutated) -> Iterator[bytes]:
    """The corpus itself, then mutations of it without end."""
    yield from corpus
    generator = random.Random(seed)
    while True:
        yield mutate(generator, generator.choice(corpus), corpus)
