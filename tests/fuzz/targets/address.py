"""Invariant: any typed text is an address, invite or code that reads back the same, or one printable sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from protocol.errors import AddressError
from protocol.invite import Invite, code_key, format_address, normalise, parse_address

T = TypeVar("T")

PIECES = (
    "gefaehrten://[fe80::1%25eth0]:8765/7KQ2-9FZA-M3XP-0T4V",
    "gefaehrten://host.example:9/watch/7kq2 9fza m3xp 0t4v",
    "wss://192.0.2.1/AAAA-AAAA-AAAA-AAAA/",
    "ws://host",
    "example.org:80",
    "::1:8765",
    "[::1]:0",
    "fe80::1%eth0",
    "münchen.example",
    "١٢٧.0.0.1:8765",
    "192.0.2.1:65535",
    "xn--mnchen-3ya.example.",
    "7KQ29FZAM3XP0T4V",
    "olil-OLIL-olil-OLIL",
)


def seeds() -> list[bytes]:
    return [piece.encode() for piece in PIECES]


def run(data: bytes) -> None:
    typed = data.decode(errors="surrogateescape")
    read(parse_address, typed, lambda found: parse_address(format_address(*found)) == found)
    read(Invite.parse, typed, reads_back)
    read(normalise, typed, lambda found: normalise(found) == found and len(code_key(found)) == 10)


def read(parse: Callable[[str], T], typed: str, holds: Callable[[T], bool]) -> None:
    """A value that holds, or a sentence."""
    try:
        found = parse(typed)
    except AddressError as error:
        assert str(error).isprintable(), "a sentence that is no sentence"
        assert len(str(error)) < 400
        return
    assert holds(found), f"{typed!r} is read as {found!r}, which does not read back"


def reads_back(invite: Invite) -> bool:
    """One line that says the same; and an address that the library takes."""
    assert 0 <= invite.port <= 65_535
    line = invite.format()
    assert line.isprintable()
    assert "\n" not in invite.uri()
    return Invite.parse(line) == invite
