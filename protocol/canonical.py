"""Pure. One byte form for each plain value, and the hashes over it.

The one rule: two different values never have the same bytes, and a value has only one form. Hashes run over
this form and never over msgpack, whose maintainers promise no canonical output.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

from protocol.errors import N_, LocalProtocolError

Plain = int | bytes | str | bool | None | list["Plain"]
"""A value that goes over the wire or into a hash: nothing else does. `bool` is not an `int` here."""

ZERO: Final = bytes(32)
"""The 32 zero bytes: no table, no head."""

_NONE: Final = b"\x00"
_FALSE: Final = b"\x01"
_TRUE: Final = b"\x02"
_DEPTH: Final = 32


def canonical(value: Plain) -> bytes:
    """The one byte form of a plain value.

    A tag byte, then for the tags 3 to 7 a length of 4 bytes (big-endian) and the content: 3 an integer >= 0
    as minimal big-endian bytes (zero has none), 4 an integer n < 0 as those of -1 - n, 5 bytes, 6 text as
    UTF-8, 7 a list (the length counts items, which follow). 0 is None, 1 False, 2 True.

    Raises:
        LocalProtocolError: the value is not plain; our own bug.
    """
    parts: list[bytes] = []
    _append(value, parts, _DEPTH)
    return b"".join(parts)


def _append(value: Plain, parts: list[bytes], depth: int) -> None:
    kind = type(value)
    if kind is bytes:
        parts += (b"\x05", len(value).to_bytes(4, "big"), value)  # type: ignore[arg-type]
    elif kind is int:
        parts.append(_integer(value))  # type: ignore[arg-type]
    elif kind is str:
        try:
            text = value.encode()  # type: ignore[union-attr]
        except UnicodeEncodeError as error:
            raise _not_plain(value) from error
        parts += (b"\x06", len(text).to_bytes(4, "big"), text)
    elif kind is list:
        if depth == 0:
            raise _not_plain(value)
        parts += (b"\x07", len(value).to_bytes(4, "big"))  # type: ignore[arg-type]
        if set(map(type, value)) == {int}:  # type: ignore[arg-type]  # what positions are made of
            parts.extend(map(_integer, value))  # type: ignore[arg-type]
            return
        for item in value:  # type: ignore[union-attr]
            _append(item, parts, depth - 1)
    elif value is None:
        parts.append(_NONE)
    elif kind is bool:
        parts.append(_TRUE if value else _FALSE)
    else:
        raise _not_plain(value)


@lru_cache(maxsize=4096)
def _integer(value: int) -> bytes:
    magnitude = value if value >= 0 else -1 - value
    size = (magnitude.bit_length() + 7) // 8
    return (b"\x03" if value >= 0 else b"\x04") + size.to_bytes(4, "big") + magnitude.to_bytes(size, "big")


def _not_plain(value: object) -> LocalProtocolError:
    return LocalProtocolError(
        "plain", N_("A value of type {kind} cannot be sent."), kind=type(value).__name__
    )


def hash32(context: str, *values: Plain) -> bytes:
    """BLAKE2b-256 over the canonical form of `[context, *values]`: 32 bytes."""
    return hashlib.blake2b(canonical([context, *values]), digest_size=32).digest()


def keyed32(key: bytes, context: str, *values: Plain) -> bytes:
    """Keyed BLAKE2b-256 over the canonical form of `[context, *values]`: a MAC of 32 bytes. The key has 1 to
    64 bytes."""
    return hashlib.blake2b(canonical([context, *values]), digest_size=32, key=key).digest()


def keyed64(key: bytes, context: str, *values: Plain) -> bytes:
    """Keyed BLAKE2b-512 over the canonical form of `[context, *values]`: 64 bytes to make secrets from."""
    return hashlib.blake2b(canonical([context, *values]), digest_size=64, key=key).digest()
