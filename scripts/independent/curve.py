"""Pure. edwards25519 in plain integers: points, scalars, Ed25519 signatures, `from_uniform` (§3, §8.1).

The one rule: a point comes out of `decode` or `from_uniform` only; the formulas are complete, so no case is special.
Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TypeAlias

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
MONTGOMERY_A = 486662

Point: TypeAlias = tuple[int, int, int, int]

IDENTITY: Point = (0, 1, 1, 0)
WINDOW = 4
DIGITS = range(1 << WINDOW)


def root(square: int) -> int | None:
    """A square root mod p, or None."""
    found = pow(square, (P + 3) // 8, P)
    if (found * found - square) % P:
        found = found * ROOT_OF_MINUS_ONE % P
    return None if (found * found - square) % P else found


def decode(data: bytes) -> Point | None:
    """The point of a canonical encoding that lies on the curve, or None."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if len(data) != 32 or y >= P:
        return None
    x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode(point: Point) -> bytes:
    """The 32 bytes of RFC 8032."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def add(one: Point, two: Point) -> Point:
    """The sum of two points."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = two
    a = (y1 - x1) * (y2 - x2)
    b = (y1 + x1) * (y2 + x2)
    c = 2 * D * t1 * t2 % P
    d = 2 * z1 * z2
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times_sixteen(point: Point) -> Point:
    """Four doublings; T is left out where the next step does not look at it."""
    x, y, z, t = point
    for _ in range(WINDOW):
        a, b = x * x % P, y * y % P
        h = a + b
        e = h - (x + y) * (x + y)
        g = a - b
        f = (2 * z * z + g) % P
        x, y, z, t = e * f % P, g * h % P, f * g % P, e * h
    return x, y, z, t % P


def times(scalar: int, point: Point) -> Point:
    """scalar · point, for scalar ≥ 0."""
    multiples = [IDENTITY, point]
    while len(multiples) < len(DIGITS):
        multiples.append(add(multiples[-1], point))
    result = IDENTITY
    for shift in reversed(range(0, max(scalar.bit_length(), 1), WINDOW)):
        result = _times_sixteen(result)
        digit = scalar >> shift & 15
        if digit:
            result = add(result, multiples[digit])
    return result


def same(one: Point, two: Point) -> bool:
    """Whether two points are equal."""
    return not ((one[0] * two[2] - two[0] * one[2]) % P or (one[1] * two[2] - two[1] * one[2]) % P)


def negative(point: Point) -> Point:
    """-point."""
    return -point[0] % P, point[1], point[2], -point[3] % P


def has_small_order(point: Point) -> bool:
    """Whether the point lies in the subgroup of order 8."""
    return same(times(8, point), IDENTITY)


def valid(data: bytes) -> Point | None:
    """The point of an encoding that a receiver takes (§8.1), else None."""
    point = decode(data)
    if point is None or same(point, IDENTITY) or not same(times(L, point), IDENTITY):
        return None
    return point


def scalar(data: bytes) -> int | None:
    """The scalar of an encoding that a receiver takes (§8.1), else None."""
    number = int.from_bytes(data, "little")
    return number if len(data) == 32 and 0 < number < L else None


@cache
def _base_multiples() -> list[list[Point]]:
    """Row i holds digit · 16^i · B."""
    base = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    rows = []
    for _ in range(64):
        row = [IDENTITY]
        for _ in DIGITS:
            row.append(add(row[-1], base))
        base = row.pop()
        rows.append(row)
    return rows


def _times_base(number: int) -> Point:
    result = IDENTITY
    for row in _base_multiples():
        if number & 15:
            result = add(result, row[number & 15])
        number >>= WINDOW
    return result


@cache
def _negative_key(key: bytes) -> Point | None:
    """-A of a public key that a signature may come under."""
    point = decode(key)
    return None if point is None or has_small_order(point) else negative(point)


def signature_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether an Ed25519 signature holds by the strict rules of §3."""
    first, last = signature[:32], int.from_bytes(signature[32:], "little")
    minus_key = _negative_key(key)
    if len(signature) != 64 or minus_key is None or last >= L:
        return False
    factor = int.from_bytes(hashlib.sha512(first + key + message).digest(), "little") % L
    expected = add(_times_base(last), times(factor, minus_key))
    return encode(expected) == first and not has_small_order(expected)


def from_uniform(data: bytes) -> Point:
    """libsodium's `crypto_core_ed25519_from_uniform` as §8.1 describes it."""
    number = int.from_bytes(data, "little")
    sign, r = number >> 255, number & (1 << 255) - 1
    u = -MONTGOMERY_A * _inverse(1 + 2 * r * r) % P
    v = root(_montgomery(u))
    if v is None:
        u = (-MONTGOMERY_A - u) % P
        v = root(_montgomery(u))
        assert v is not None, "one of the two is a square"
    x = _root_of_minus_486664() * u * _inverse(v) % P
    if x & 1 != sign:
        x = -x % P
    y = (u - 1) * _inverse(u + 1) % P
    return times(8, (x, y, 1, x * y % P))


def _inverse(number: int) -> int:
    """1/number mod p; 0 for 0."""
    return pow(number, P - 2, P)


def _montgomery(u: int) -> int:
    return (u * u * u + MONTGOMERY_A * u * u + u) % P


@cache
def _root_of_minus_486664() -> int:
    found = root(-486664 % P)
    assert found is not None
    return found
