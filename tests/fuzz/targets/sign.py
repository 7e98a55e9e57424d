"""Invariant: any announcement on the local network is a table that is safe to show and to join, or no table at all."""

from __future__ import annotations

import ipaddress

from gefaehrten.session.signs import ADDRESSES, Sign, read
from protocol import limits
from protocol.invite import parse_address

SIGN = Sign("Anna", "gefaehrten", 4, 2, False, True, "192.0.2.7")


def seeds() -> list[bytes]:
    first = b"\0".join(f"{key}={value}".encode() for key, value in SIGN.text().items())
    old = b"v=2\0name=Bob\0at=::1"
    return [first + b"\0\0192.0.2.7 fe80::1%eth0 ::1\x00008765", old + b"\0\0::1 10.0.0.1\x0000080"]


def run(data: bytes) -> None:
    text, _, rest = data.partition(b"\0\0")
    pairs = [pair.partition(b"=") for pair in text.split(b"\0")]
    words, _, port = rest.decode(errors="replace").partition("\0")
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 9 else None
    table = read({key: value if equals else None for key, equals, value in pairs}, words.split(" "), number)
    if table is None:
        return
    assert table.name.isprintable()
    assert 1 <= len(table.name) <= limits.NAME_CHARACTERS
    assert 1 <= len(table.addresses) <= ADDRESSES
    assert 1 <= table.port <= 65_535
    assert parse_address(table.address)[1] == table.port
    assert not any(ipaddress.ip_address(address).is_multicast for address in table.addresses)
    assert table.json()["joinable"] is not table.foreign
    if not table.foreign:
        assert table.game.isascii()
        assert table.game.isidentifier()
        assert 0 <= table.free <= table.seats <= limits.SEATS
        assert table.seats >= 1
