"""Pure. What a table says of itself on the local network, as the text of a service, and how others read it.

The one rule: anybody can announce anything, so every value is bounded and cleaned, and what is wrong is no table.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from protocol import limits
from protocol.net.addresses import shown
from protocol.text import clean_name

ADDRESSES: Final = 8
"""Addresses that are kept of one table: a machine has one or two for each of its networks."""

_GAME: Final = re.compile(rf"[a-z][a-z0-9_]{{0,{limits.WISH_CHARACTERS - 1}}}", re.ASCII)
_NUMBER: Final = re.compile(rb"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Sign:
    """What a host says of its table: nothing that is secret, and nothing of the match.

    Attributes:
        name: the host's name, cleaned.
        game: a key of the catalogue.
        seats: how many there are.
        free: how many of them a guest can still have.
        open: no code is needed.
        tls: the table is reached by TLS.
        address: the one of the host's addresses that most can reach.
        version: of the protocol.
    """

    name: str
    game: str
    seats: int
    free: int
    open: bool
    tls: bool
    address: str
    version: int = limits.VERSION

    def text(self) -> dict[str, str]:
        """As the TXT record has it (RFC 6763, 6): short keys, each pair at most 255 bytes."""
        return {
            "v": str(self.version),
            "name": self.name,
            "game": self.game,
            "seats": str(self.seats),
            "free": str(self.free),
            "open": str(int(self.open)),
            "tls": str(int(self.tls)),
            "at": self.address,
        }


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table that somebody announces; all of it may be a lie, but nothing of it can hurt.

    Attributes:
        name, game, seats, free, open, tls, version: see `Sign`. Of another version only name, version and addresses
            are known; `game` is then "" and the numbers are 0.
        addresses: at least one, the most useful first; IPv6 without brackets.
        port: 1 to 65535.
    """

    name: str
    game: str
    seats: int
    free: int
    open: bool
    tls: bool
    version: int
    addresses: tuple[str, ...]
    port: int

    @property
    def foreign(self) -> bool:
        """Whether it speaks another version of the protocol."""
        return self.version != limits.VERSION

    @property
    def address(self) -> str:
        """Its first address with the port, as `join` takes it."""
        return shown(self.addresses[0], self.port)

    def json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "game": self.game,
            "seats": self.seats,
            "free": self.free,
            "open": self.open,
            "tls": self.tls,
            "version": self.version,
            "joinable": not self.foreign,
            "address": self.address,
            "addresses": list(self.addresses),
            "port": self.port,
        }


def read(
    text: Mapping[bytes, bytes | None], addresses: Iterable[str], port: int | None
) -> NearbyTable | None:
    """A table as it was announced; None if this is no announcement of a table.

    Args:
        text: the pairs of the TXT record.
        addresses: where the name of the service leads, in the order that suits the reader.
        port: of the service.
    """
    usable = _usable(addresses, text.get(b"at"))
    version = _number(text, b"v")
    if not usable or version is None or port is None or not 1 <= port <= 65_535:
        return None
    name = clean_name(text.get(b"name") or b"")
    if version != limits.VERSION:
        return NearbyTable(name, "", 0, 0, False, False, version, usable, port)
    game = (text.get(b"game") or b"").decode(errors="replace")
    seats, free = _number(text, b"seats"), _number(text, b"free")
    opened, tls = text.get(b"open"), text.get(b"tls")
    if (
        _GAME.fullmatch(game) is None
        or seats is None
        or free is None
        or not 1 <= seats <= limits.SEATS
        or free > seats
        or opened not in (b"0", b"1")
        or tls not in (b"0", b"1")
    ):
        return None
    return NearbyTable(name, game, seats, free, opened == b"1", tls == b"1", version, usable, port)


def _number(text: Mapping[bytes, bytes | None], key: bytes) -> int | None:
    value = text.get(key)
    return int(value) if value is not None and _NUMBER.fullmatch(value) else None


def _usable(addresses: Iterable[str], first: bytes | None) -> tuple[str, ...]:
    """The addresses that a table can have; the one that its host recommends comes first if it is among them."""
    kept: list[str] = []
    for text in addresses:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            continue
        if address.is_unspecified or address.is_multicast or text in kept:
            continue
        kept.append(text)
        if len(kept) == ADDRESSES:
            break
    kept.sort(key=lambda text: text.encode() != first)
    return tuple(kept)
