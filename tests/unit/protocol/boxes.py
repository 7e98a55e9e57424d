"""Pure. NaCl's boxes in plain Python: a second implementation that the vectors are held against.

Sources: X25519 from RFC 7748; XSalsa20 and Poly1305 from Bernstein's papers and "Cryptography in NaCl" (2009).
"""

from __future__ import annotations

import struct

P = 2**255 - 19
SIGMA = struct.unpack("<4I", b"expand 32-byte k")


def x25519(scalar: bytes, point: bytes) -> bytes:
    """RFC 7748, section 5: the Montgomery ladder."""
    k = (int.from_bytes(scalar, "little") & ~7 & (2**255 - 1)) | 2**254
    u = int.from_bytes(point, "little") & (2**255 - 1)
    x2, z2, x3, z3, swapped = 1, 0, u, 1, 0
    for bit in range(254, -1, -1):
        wanted = k >> bit & 1
        if wanted != swapped:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swapped = wanted
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        e = (aa - bb) % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def public(scalar: bytes) -> bytes:
    """The public key of a secret."""
    return x25519(scalar, b"\x09" + bytes(31))


def _rounds(state: list[int]) -> list[int]:
    """The twenty rounds of Salsa20."""
    x = list(state)
    lines = [(0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11)]
    rows = [(0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14)]
    for _ in range(10):
        for a, b, c, d in lines + rows:
            for to, one, other, by in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
                total = (x[one] + x[other]) & 0xFFFFFFFF
                x[to] ^= (total << by | total >> (32 - by)) & 0xFFFFFFFF
    return x


def _state(key: bytes, text: bytes) -> list[int]:
    k, n = struct.unpack("<8I", key), struct.unpack("<4I", text)
    return [SIGMA[0], *k[:4], SIGMA[1], *n, SIGMA[2], *k[4:], SIGMA[3]]


def hsalsa20(key: bytes, text: bytes) -> bytes:
    """A key from a key and 16 bytes."""
    x = _rounds(_state(key, text))
    return struct.pack("<8I", *(x[at] for at in (0, 5, 10, 15, 6, 7, 8, 9)))


def stream(key: bytes, nonce: bytes, size: int) -> bytes:
    """The key stream of XSalsa20."""
    inner, out = hsalsa20(key, nonce[:16]), b""
    for block in range(size // 64 + 1):
        state = _state(inner, nonce[16:] + struct.pack("<Q", block))
        out += struct.pack(
            "<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, _rounds(state), strict=True))
        )
    return out[:size]


def poly1305(key: bytes, text: bytes) -> bytes:
    """The authenticator of a text."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for start in range(0, len(text), 16):
        total = (total + int.from_bytes(text[start : start + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def box(content: bytes, nonce: bytes, to: bytes, secret: bytes) -> bytes:
    """`crypto_box_easy`: authenticator, then the encrypted content."""
    key = hsalsa20(x25519(secret, to), bytes(16))
    keys = stream(key, nonce, 32 + len(content))
    hidden = bytes(one ^ other for one, other in zip(content, keys[32:], strict=True))
    return poly1305(keys[:32], hidden) + hidden
