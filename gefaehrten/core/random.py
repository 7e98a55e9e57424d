"""Pure, compiled. A small fast generator for search and tests; never for secrets.

The one rule: every intermediate stays below 2**63, so compiled and interpreted runs agree.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MASK: Final[i64] = 0xFFFFFFFF


class Random:
    """sfc32 (Chris Doty-Humphrey's Small Fast Counting generator), 32-bit words in `i64`.

    Mutable because it is drawn from in the innermost loops.
    """

    def __init__(self, seed: i64) -> None:
        self._a: i64 = seed & MASK
        self._b: i64 = (seed >> 32) & MASK
        self._c: i64 = 0x9E3779B9
        self._counter: i64 = 1
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits, `0 <= word < 2**32`."""
        total: i64 = (self._a + self._b + self._counter) & MASK
        self._counter = (self._counter + 1) & MASK
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & MASK
        self._c = (((self._c << 21) | (self._c >> 11)) + total) & MASK
        return total

    def below(self, bound: i64) -> i64:
        """A number `0 <= number < bound` for `0 < bound < 2**31` (bias below bound / 2**32)."""
        return (self.word() * bound) >> 32
