"""Pure. Plain values: their canonical form, the hashes over it, and the one msgpack form that travels.

The one rule: whatever is not the one allowed form of a value is refused with `BadForm`.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

Plain: TypeAlias = "bool | int | bytes | str | list[Plain] | None"

MOST_ITEMS = 512
MOST_TEXT = 4096
MOST_BYTES = 1024
DEEPEST = 8


class BadForm(Exception):
    """Bytes or values that are not in the one form that the protocol allows."""


def canonical(value: Plain) -> bytes:
    """The canonical form C(value) of §2."""
    if value is None:
        return b"\x00"
    if value is False:
        return b"\x01"
    if value is True:
        return b"\x02"
    if isinstance(value, int):
        size = value if value >= 0 else -1 - value
        return _tagged(3 if value >= 0 else 4, size.to_bytes((size.bit_length() + 7) // 8, "big"))
    if isinstance(value, bytes):
        return _tagged(5, value)
    if isinstance(value, str):
        return _tagged(6, value.encode())
    return b"\x07" + len(value).to_bytes(4, "big") + b"".join(map(canonical, value))


def _tagged(tag: int, content: bytes) -> bytes:
    return bytes([tag]) + len(content).to_bytes(4, "big") + content


def hash32(label: str, *values: Plain) -> bytes:
    """H(label, values) of §3: 32 bytes."""
    return hashlib.blake2b(canonical([label, *values]), digest_size=32).digest()


def keyed64(key: bytes, label: str, *values: Plain) -> bytes:
    """K64(key; label, values) of §3: 64 bytes."""
    return hashlib.blake2b(canonical([label, *values]), digest_size=64, key=key).digest()


def signed(context: str, message: bytes) -> bytes:
    """What a signature of the protocol covers (§3)."""
    return canonical(["gefaehrten.1", context, message])


def pack(value: Plain) -> bytes:
    """The msgpack form of a value, the shortest there is (§4.1)."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return _pack_integer(value)
    if isinstance(value, bytes):
        return _sized(len(value), (0xC4, 0xC5)) + value
    if isinstance(value, str):
        data = value.encode()
        head = bytes([0xA0 | len(data)]) if len(data) < 32 else _sized(len(data), (0xD9, 0xDA))
        return head + data
    head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + len(value).to_bytes(2, "big")
    return head + b"".join(map(pack, value))


def _sized(length: int, tags: tuple[int, int]) -> bytes:
    if length < 1 << 8:
        return bytes([tags[0], length])
    return bytes([tags[1]]) + length.to_bytes(2, "big")


def _pack_integer(value: int) -> bytes:
    if -32 <= value < 128:
        return value.to_bytes(1, "big", signed=value < 0)
    for step, size in enumerate((1, 2, 4, 8)):
        if 0 <= value < 1 << 8 * size:
            return bytes([0xCC + step]) + value.to_bytes(size, "big")
        if -(1 << 8 * size - 1) <= value < 0:
            return bytes([0xD0 + step]) + value.to_bytes(size, "big", signed=True)
    raise BadForm("an integer that msgpack cannot hold")


def unpack(data: bytes) -> Plain:
    """The value of one msgpack form.

    Raises:
        BadForm: for every sequence of bytes that `pack` does not make, and for what exceeds the limits of §4.1.
    """
    reader = _Reader(data)
    value = reader.value(0)
    if reader.at != len(data) or pack(value) != data:
        raise BadForm("not the shortest msgpack form of one value")
    return value


class _Reader:
    """Reads msgpack from the beginning of some bytes; `unpack` sees to the shortest form."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        piece = self.data[self.at : self.at + size]
        if len(piece) != size:
            raise BadForm("msgpack that ends too early")
        self.at += size
        return piece

    def number(self, size: int, *, signed: bool = False) -> int:
        """The next big-endian integer."""
        return int.from_bytes(self.take(size), "big", signed=signed)

    def value(self, depth: int) -> Plain:
        """The next value; `depth` arrays are open around it."""
        tag = self.number(1)
        if tag < 0x80:
            return tag
        if tag >= 0xE0:
            return tag - 0x100
        if 0x90 <= tag < 0xA0:
            return self.array(tag & 15, depth)
        if 0xA0 <= tag < 0xC0:
            return self.text(tag & 31)
        if 0xCC <= tag <= 0xCF:
            return self.number(1 << (tag - 0xCC))
        if 0xD0 <= tag <= 0xD3:
            return self.number(1 << (tag - 0xD0), signed=True)
        match tag:
            case 0xC0:
                return None
            case 0xC2 | 0xC3:
                return tag == 0xC3
            case 0xC4 | 0xC5:
                length = self.number(1 + (tag & 1))
                if length > MOST_BYTES:
                    raise BadForm("bytes beyond the limit")
                return self.take(length)
            case 0xD9 | 0xDA:
                return self.text(self.number(tag - 0xD8))
            case 0xDC:
                return self.array(self.number(2), depth)
        raise BadForm(f"msgpack with the tag {tag:02x}")

    def text(self, length: int) -> str:
        """The next text."""
        if length > MOST_TEXT:
            raise BadForm("a text beyond the limit")
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise BadForm("a text that is no UTF-8") from None

    def array(self, length: int, depth: int) -> list[Plain]:
        """The next array, its head already read."""
        if length > MOST_ITEMS or depth >= DEEPEST:
            raise BadForm("an array beyond the limits")
        return [self.value(depth + 1) for _ in range(length)]
