"""Pure. The prime-order group of edwards25519, through libsodium; the only module with group arithmetic.

The one rule: a point that comes from outside passes `is_element` before anything is done with it, a scalar
`is_scalar`. Points are 32-byte encodings, scalars 32 bytes little-endian with 0 < k < ORDER.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumError

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The order of the group, a prime."""

IDENTITY: Final = b"\x01" + bytes(31)
_ZERO: Final = bytes(32)


@lru_cache(maxsize=2_048)
def is_element(point: bytes) -> bool:
    """Whether bytes are the canonical encoding of a point of the group other than the identity.

    libsodium's `is_valid_point` tests encoding, curve, small order and subgroup; some builds let the identity
    pass. Remembered, since every seat of one process looks at the same points.
    """
    return len(point) == 32 and point != IDENTITY and bool(bindings.crypto_core_ed25519_is_valid_point(point))


def is_scalar(scalar: bytes) -> bool:
    """Whether bytes are a scalar with 0 < k < ORDER."""
    return len(scalar) == 32 and 0 < int.from_bytes(scalar, "little") < ORDER


def reduce(wide: bytes) -> bytes:
    """64 bytes, little-endian, modulo ORDER; the result may be zero."""
    return (int.from_bytes(wide, "little") % ORDER).to_bytes(32, "little")


def is_zero(scalar: bytes) -> bool:
    """Whether a reduced scalar is zero."""
    return scalar == _ZERO


def from_uniform(text: bytes) -> bytes:
    """A point from 32 hashed bytes (libsodium's `from_uniform`: Elligator 2, then times the cofactor)."""
    point: bytes = bindings.crypto_core_ed25519_from_uniform(text)
    return point


def add(a: bytes, b: bytes) -> bytes:
    """The sum of two points."""
    point: bytes = bindings.crypto_core_ed25519_add(a, b)
    return point


def multiply(scalar: bytes, point: bytes) -> bytes | None:
    """A point times a scalar; None where the point is not of the group."""
    try:
        product: bytes = bindings.crypto_scalarmult_ed25519_noclamp(scalar, point)
    except SodiumError:
        return None
    return product


def times(a: bytes, b: bytes) -> bytes:
    """The product of two scalars."""
    return (int.from_bytes(a, "little") * int.from_bytes(b, "little") % ORDER).to_bytes(32, "little")


def inverse_of_product(scalars: Iterable[bytes]) -> bytes:
    """The inverse of the product of scalars."""
    product = 1
    for scalar in scalars:
        product = product * int.from_bytes(scalar, "little") % ORDER
    return pow(product, -1, ORDER).to_bytes(32, "little")
