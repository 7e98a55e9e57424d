"""The generator is sfc32, the same compiled or not, and its draws are spread as they should be."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.random import Random


def sfc32(a: int, b: int, c: int, counter: int, count: int) -> list[int]:
    """As Chris Doty-Humphrey published it in PractRand, with Python's unbounded integers."""
    words = []
    for _ in range(count):
        word = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) % 2**32 + word) % 2**32
        words.append(word)
    return words


@given(st.integers(0, 2**63 - 1))
def test_words_are_those_of_sfc32_after_twelve_to_mix(seed: int) -> None:
    rng = Random(seed)
    expected = sfc32(seed % 2**32, seed >> 32, 0x9E3779B9, 1, 32)[12:]
    assert [rng.word() for _ in range(20)] == expected


@given(st.integers(0, 2**63 - 1), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, bound: int) -> None:
    rng = Random(seed)
    assert all(0 <= rng.below(bound) < bound for _ in range(20))


def test_below_reaches_every_number_alike() -> None:
    rng = Random(7)
    draws = 6000
    counts = Counter(rng.below(6) for _ in range(draws))
    spread = (draws / 6 * 5 / 6) ** 0.5
    assert set(counts) == set(range(6))
    assert all(abs(count - draws / 6) < 5 * spread for count in counts.values())
