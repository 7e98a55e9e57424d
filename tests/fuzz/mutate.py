"""Pure. Bytes that are nearly right: mutations of good inputs, from a seeded generator.

The one rule: the same seed gives the same inputs, so that whatever is found can be found again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

INTERESTING = (
    0x00,
    0x01,
    0x7F,
    0x80,
    0x90,
    0x91,
    0xC0,
    0xC1,
    0xC4,
    0xC7,
    0xCA,
    0xCC,
    0xD3,
    0xD9,
    0xDC,
    0xDD,
    0xFF,
)
"""Bytes that mean something to msgpack, or lie at an end of their range."""


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


def inputs(seed: int, corpus: Sequence[bytes]) -> Iterator[bytes]:
    """The corpus itself, then mutations of it without end."""
    yield from corpus
    generator = random.Random(seed)
    while True:
        yield mutated(generator, generator.choice(corpus), corpus)
