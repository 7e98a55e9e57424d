"""Pure. The field types that payloads are made of, and the base of all payloads.

The one rule: a payload is an array of exactly its fields, in the order in which they are written here; no
field has a default.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from protocol import limits
from protocol.canonical import Plain

Bytes16 = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
Bytes80 = Annotated[bytes, msgspec.Meta(min_length=80, max_length=80)]
NameBytes = Annotated[bytes, msgspec.Meta(max_length=limits.NAME_BYTES)]
"""A player's name: the UTF-8 bytes as its owner's program sent them. Clean it before it is shown."""
Word = Annotated[str, msgspec.Meta(max_length=limits.WISH_CHARACTERS)]
"""A short key word: a code, a game key, a wish."""
Line = Annotated[str, msgspec.Meta(max_length=limits.CHAT_CHARACTERS)]
"""Text for a person. Clean it before it is shown."""
Number = Annotated[int, msgspec.Meta(ge=0, le=limits.NUMBER)]
Version = Annotated[int, msgspec.Meta(ge=1, le=limits.NUMBER)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=limits.SEATS)]
MaybeSeat = Annotated[int, msgspec.Meta(ge=-1, lt=limits.SEATS)]
"""A seat, or -1 where there is none."""
DeckNumber = Annotated[int, msgspec.Meta(ge=0, lt=limits.DECKS)]
Epoch = Annotated[int, msgspec.Meta(ge=0, lt=limits.EPOCHS)]
Place = Annotated[int, msgspec.Meta(ge=0, lt=limits.DECK_CARDS)]
"""One of the points of a pass."""
Position = Annotated[int, msgspec.Meta(ge=0, lt=limits.POSITIONS)]
"""A position of a deck, counted on through all its epochs."""
Request = Annotated[int, msgspec.Meta(ge=0, le=limits.NUMBER)]
Score = Annotated[int, msgspec.Meta(ge=-limits.SCORE, le=limits.SCORE)]


class Payload(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Base of everything that is sent as an array of fields."""


def plain_of(payload: Payload) -> Plain:
    """The payload as a plain list, fields in order."""
    plain: Plain = _lists(msgspec.to_builtins(payload, builtin_types=(bytes,)))
    return plain


def _lists(value: Any) -> Any:
    """Tuples are for our own side only; plain values know lists."""
    kind = type(value)
    if kind is list or kind is tuple:
        return [_lists(item) for item in value]
    return value
