"""Pure. Plain values to bytes and back; the only module that knows msgpack.

The one rule: `unpack` accepts exactly the bytes that `pack` makes. Everything else is the sender's fault.
"""

from __future__ import annotations

from typing import Any

import msgpack  # type: ignore[import-untyped]

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError

_SMALLEST = -(2**63)
_LARGEST = 2**64 - 1


def pack(plain: Plain) -> bytes:
    """A plain value as msgpack in its shortest form.

    Raises:
        LocalProtocolError: code "plain"; the value is not plain, nested too deep, or an integer does not fit
            64 bits.
    """
    try:
        _check(plain, limits.NESTING)
        packed: bytes = msgpack.packb(plain, use_bin_type=True, strict_types=True)
    except (_NotPlain, UnicodeEncodeError) as error:
        raise LocalProtocolError("plain", N_("This value cannot be sent.")) from error
    return packed


def unpack(data: bytes, *, limit: int = limits.FRAME, culprit: Culprit = Culprit.PEER) -> Plain:
    """The plain value that `data` is the one byte form of.

    Refused: more than `limit` bytes, maps, floats, extension types and timestamps, containers and texts above
    `limits`, nesting deeper than `limits.NESTING`, integers and lengths in a longer form than needed, bytes
    left over.

    Raises:
        RemoteProtocolError: code "size" or "codec"; the fault of who sent the bytes, as `culprit` says.
    """
    if len(data) > limit:
        raise RemoteProtocolError("size", N_("A message is too long."), culprit=culprit)
    try:
        plain: Plain = msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            strict_map_key=True,
            max_array_len=limits.ARRAY,
            max_map_len=0,
            max_str_len=limits.STRING,
            max_bin_len=limits.BINARY,
            max_ext_len=0,
            ext_hook=_refuse_extension,
        )
        _check(plain, limits.NESTING)
        same = msgpack.packb(plain, use_bin_type=True, strict_types=True) == data
    # The C and the pure-Python msgpack raise different kinds; some decoders raise outside ValueError.
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise _refused(culprit) from error
    if not same:
        raise _refused(culprit)
    return plain


class _NotPlain(ValueError):
    """Something in the value is not plain."""


def _check(value: Any, depth: int) -> None:
    """Exact types only: `True` is not 1, and what subclasses bytes or str is neither."""
    kind = type(value)
    if kind is list:
        if depth == 0:
            raise _NotPlain
        for item in value:
            _check(item, depth - 1)
    elif kind is int:
        if not _SMALLEST <= value <= _LARGEST:
            raise _NotPlain
    elif kind is not bytes and kind is not str and kind is not bool and value is not None:
        raise _NotPlain


def _refuse_extension(code: int, data: bytes) -> None:
    raise _NotPlain(code, len(data))


def _refused(culprit: Culprit) -> RemoteProtocolError:
    return RemoteProtocolError(
        "codec", N_("A message is not in the one form that is allowed."), culprit=culprit
    )
