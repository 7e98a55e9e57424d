"""Pure. A second implementation of docs/protocol.md, from its text and RFC 8032 alone: slow, plain, for
tests.

The one rule: nothing of `protocol` and nothing of libsodium is imported here; only hashlib and integers.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
A = 486662  # Curve25519 in Montgomery form: v^2 = u^3 + A u^2 + u

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


# --- canonical form and hashes --------------------------------------------------------------------------------


def canonical(value: object) -> bytes:
    if value is None:
        return b"\0"
    if value is False:
        return b"\1"
    if value is True:
        return b"\2"
    if isinstance(value, int):
        tag, magnitude = (3, value) if value >= 0 else (4, -value - 1)
        digits = bytearray()
        while magnitude:
            digits.insert(0, magnitude % 256)
            magnitude //= 256
        return struct.pack(">BI", tag, len(digits)) + digits
    if isinstance(value, bytes):
        return struct.pack(">BI", 5, len(value)) + value
    if isinstance(value, str):
        return struct.pack(">BI", 6, len(value.encode())) + value.encode()
    assert isinstance(value, list)
    return struct.pack(">BI", 7, len(value)) + b"".join(map(canonical, value))


def h(*values: object, key: bytes = b"", size: int = 32) -> bytes:
    return hashlib.blake2b(canonical(list(values)), digest_size=size, key=key).digest()


# --- edwards25519 (RFC 8032, section 5.1) ---------------------------------------------------------------------


def add(p: Point, q: Point) -> Point:
    (x1, y1), (x2, y2) = p, q
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P
    return x, y


def multiply(k: int, p: Point) -> Point:
    # Extended coordinates, because an inversion in each step is too slow even for a test.
    x, y = p
    result = (0, 1, 1, 0)
    step = (x, y, 1, x * y % P)
    while k:
        if k & 1:
            result = _add_extended(result, step)
        step = _add_extended(step, step)
        k >>= 1
    inverse = pow(result[2], -1, P)
    return result[0] * inverse % P, result[1] * inverse % P


def _add_extended(p: tuple[int, int, int, int], q: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, k = b - a, d - c, d + c, b + a
    return e * f % P, g * k % P, f * g % P, e * k % P


def encode(p: Point) -> bytes:
    return (p[1] | (p[0] & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    assert y < P, "not canonical"
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = root(square)
    if x & 1 != sign:
        assert x != 0, "not canonical"
        x = P - x
    return x, y


def root(square: int) -> int:
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0, "no square"
    return x


def is_square(number: int) -> bool:
    return pow(number, (P - 1) // 2, P) in (0, 1)


def from_uniform(text: bytes) -> Point:
    """Elligator 2 with the non-square 2, the sign of x from the top bit, times the cofactor 8."""
    number = int.from_bytes(text, "little")
    sign, r = number >> 255, number & (2**255 - 1)
    u = -A * pow(1 + 2 * r * r, -1, P) % P
    if not is_square(u**3 + A * u**2 + u):
        u = (-A - u) % P
    v = root((u**3 + A * u**2 + u) % P)
    x = root(-486664 % P) * u * pow(v, P - 2, P) % P  # 1/0 is 0 here
    y = (u - 1) * pow(u + 1, P - 2, P) % P
    if x & 1 != sign:
        x = (P - x) % P
    return multiply(8, (x, y))


# --- decks ----------------------------------------------------------------------------------------------------


def card(table: bytes, deck: int, epoch: int, number: int) -> Point:
    halves = [from_uniform(h("card", table, deck, epoch, number, half)) for half in (0, 1)]
    return add(*halves)


def scalar(secret: bytes, label: str, table: bytes, deck: int, epoch: int, seat: int, position: int) -> int:
    attempt = 0
    while True:
        wide = h(label, table, deck, epoch, seat, position, attempt, key=secret, size=64)
        k = int.from_bytes(wide, "little") % L
        if k:
            return k
        attempt += 1


def words(secret: bytes, table: bytes, deck: int, epoch: int, seat: int) -> Iterator[int]:
    counter = 0
    while True:
        block = h("permutation", table, deck, epoch, seat, counter, key=secret, size=64)
        yield from struct.unpack(">8Q", block)
        counter += 1


def permutation(secret: bytes, table: bytes, deck: int, epoch: int, seat: int, size: int) -> list[int]:
    source = words(secret, table, deck, epoch, seat)
    order = list(range(size))
    for i in reversed(range(1, size)):
        while True:
            word = next(source)
            if word < 2**64 // (i + 1) * (i + 1):
                break
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def seal(
    table: bytes, deck: int, epoch: int, order: Sequence[int], size: int, secrets: dict[int, bytes]
) -> list[list[bytes]]:
    """The points after each pass, encoded: all first passes, then all second ones."""
    points = [card(table, deck, epoch, c) for c in range(size)]
    passes = []
    for seat in order:
        k = scalar(secrets[seat], "deck key", table, deck, epoch, seat, 0)
        moved = permutation(secrets[seat], table, deck, epoch, seat, size)
        points = [multiply(k, points[moved[j]]) for j in range(size)]
        passes.append([encode(point) for point in points])
    for seat in order:
        inverse = pow(scalar(secrets[seat], "deck key", table, deck, epoch, seat, 0), -1, L)
        keys = [
            scalar(secrets[seat], "position key", table, deck, epoch, seat, position)
            for position in range(size)
        ]
        points = [multiply(key * inverse % L, point) for key, point in zip(keys, points, strict=True)]
        passes.append([encode(point) for point in points])
    return passes


# --- signatures, msgpack, log, chains -------------------------------------------------------------------------

BASE: Point = decode(b"\x58" + b"\x66" * 31)


def verifies(public: bytes, context: str, message: bytes, signature: bytes) -> bool:
    """RFC 8032, section 5.1.7, over the canonical form of [subprotocol, context, message]."""
    signed = canonical(["gefaehrten.1", context, message])
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + signed).digest(), "little") % L
    return s < L and multiply(s, BASE) == add(decode(signature[:32]), multiply(k, decode(public)))


def msgpack(value: object) -> bytes:
    """The shortest msgpack of a plain value, by its specification."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        if -32 <= value < 128:
            return struct.pack("b" if value < 0 else "B", value)
        if value >= 0:
            size = next(n for n in (1, 2, 4, 8) if value < 256**n)
            return bytes([{1: 0xCC, 2: 0xCD, 4: 0xCE, 8: 0xCF}[size]]) + value.to_bytes(size, "big")
        size = next(n for n in (1, 2, 4, 8) if -value <= 256**n // 2)
        return bytes([{1: 0xD0, 2: 0xD1, 4: 0xD2, 8: 0xD3}[size]]) + value.to_bytes(size, "big", signed=True)
    if isinstance(value, str):
        text = value.encode()
        if len(text) < 32:
            return bytes([0xA0 | len(text)]) + text
        return _sized(0xD9, text)
    if isinstance(value, bytes):
        return _sized(0xC4, value)
    assert isinstance(value, list)
    head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + struct.pack(">H", len(value))
    return head + b"".join(map(msgpack, value))


def _sized(tag: int, data: bytes) -> bytes:
    size = len(data)
    head = bytes([tag, size]) if size < 256 else bytes([tag + 1]) + struct.pack(">H", size)
    return head + data


def link(seed: bytes, r: int, links: int = 4096) -> bytes:
    """Link r of a chain; link 0 is its end."""
    value = seed
    for number in range(links, r, -1):
        value = h("chain", number, value)
    return value


def below(result: bytes, sides: int) -> int:
    counter = 0
    while True:
        for word in struct.unpack(">4Q", h("below", result, counter)):
            if word < 2**64 // sides * sides:
                return int(word % sides)
        counter += 1
