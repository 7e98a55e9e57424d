"""Pure. Table codes, addresses and the one line that invites a player.

The one rule: what could mean two things is refused with both right forms, and every wrong form gets one
sentence that shows a right one.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from protocol.errors import N_, AddressError
from protocol.limits import CODE_BYTES

DEFAULT_PORT: Final = 8765

SCHEME: Final = "gefaehrten"
WATCH: Final = "watch"
"""What stands before the code of an invite for watchers; no code for seats can be mistaken for it."""
_SECURE: Final = {SCHEME: False, "ws": False, "wss": True}

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base32: no I, L, O, U. Read aloud or off a photograph, it is still one code."""
_ALIASES: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_CODE_DIGITS: Final = CODE_BYTES * 8 // 5

_ZONE: Final = re.compile(r"[A-Za-z0-9._~\-]{1,32}", re.ASCII)
_LABEL: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_\-]{0,61}[A-Za-z0-9_])?", re.ASCII)
_NUMERIC: Final = re.compile(r"[0-9.]+", re.ASCII)
_URL: Final = re.compile(r"([^:/\[]*)://(.*)", re.DOTALL)


def new_code(entropy: Callable[[int], bytes]) -> str:
    """A fresh table code: 80 random bits as four groups of four.

    Args:
        entropy: gives that many secret random bytes, as `os.urandom` does.
    """
    number = int.from_bytes(entropy(CODE_BYTES), "big")
    return _grouped("".join(_ALPHABET[number >> shift & 31] for shift in range(5 * _CODE_DIGITS - 5, -1, -5)))


def normalise(code: str) -> str:
    """A typed table code in its one form: `7KQ2-9FZA-M3XP-0T4V`. Case, hyphens and spaces do not count; O is
    0, I and L are 1.

    Raises:
        AddressError: code "code"; it is no table code.
    """
    digits = code.upper().translate(_ALIASES)
    if len(digits) != _CODE_DIGITS or any(digit not in _ALPHABET for digit in digits):
        raise AddressError(
            "code",
            N_("“{typed}” is no table code; it has four groups of four letters and digits, as {example}."),
            typed=_shown(code),
            example="7KQ2-9FZA-M3XP-0T4V",
        )
    return _grouped(digits)


def code_key(code: str) -> bytes:
    """The 10 bytes of a table code, which key the MACs of the handshake.

    Raises:
        AddressError: code "code"; it is no table code.
    """
    number = 0
    for digit in normalise(code).replace("-", ""):
        number = number << 5 | _ALPHABET.index(digit)
    return number.to_bytes(CODE_BYTES, "big")


def _grouped(digits: str) -> str:
    return "-".join(digits[start : start + 4] for start in range(0, _CODE_DIGITS, 4))


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Host and port of a typed address: `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or a bare IPv6 address.

    IPv6 may have a zone, `fe80::1%eth0`. Names outside ASCII become their IDNA form. Port 0 means any free
    one.

    Returns:
        The host without brackets, as `getaddrinfo` takes it, and the port.

    Raises:
        AddressError: code "address" or "port"; the sentence shows the right form.
    """
    return _split(text.strip(), default_port, escaped_zone=False)


@dataclass(frozen=True, slots=True)
class Invite:
    """Where a table is, and the code for it.

    Attributes:
        host: name or address, IPv6 without brackets.
        port: 0 to 65535.
        code: normalised table code; None where it was not given.
        secure: whether the link is `wss`, which never falls back.
        watch: whether it is for watching; the code is that for watchers then. An address alone is for either.
    """

    host: str
    port: int
    code: str | None = None
    secure: bool = False
    watch: bool = False

    @classmethod
    def parse(cls, text: str) -> Invite:
        """An invite or address as typed: `gefaehrten://HOST:PORT/CODE`, `wss://HOST:PORT/CODE`, both with
        `/watch` before the code for watchers, or what `parse_address` takes.

        Raises:
            AddressError: code "address", "port", "scheme" or "code"; the sentence shows the right form.
        """
        text = text.strip()
        url = _URL.fullmatch(text)
        if url is None:
            return cls(*_split(text, DEFAULT_PORT, escaped_zone=False))
        secure = _SECURE.get(url[1].lower())
        if secure is None:
            raise AddressError(
                "scheme",
                N_("An invite starts with gefaehrten:// or wss://, not with {scheme}://."),
                scheme=_shown(url[1]),
            )
        address, _, code = url[2].partition("/")
        code = code.removesuffix("/")
        head, _, rest = code.partition("/")
        watch = head.lower() == WATCH
        if watch:
            code = rest
        host, port = _split(address, DEFAULT_PORT, escaped_zone=True)
        return cls(host, port, normalise(code) if code else None, secure, watch)

    def format(self) -> str:
        """The invite in one line; `parse` reads it back."""
        scheme = "wss" if self.secure else SCHEME
        watch = f"/{WATCH}" if self.watch else ""
        code = f"/{self.code}" if self.code is not None else ""
        return f"{scheme}://{_authority(self.host.replace('%', '%25'), self.port)}{watch}{code}"

    def uri(self) -> str:
        """The websocket URI, `ws://` or `wss://`. A zone is left out: pass host and port to the connection as
        well."""
        scheme = "wss" if self.secure else "ws"
        return f"{scheme}://{_authority(self.host.partition('%')[0], self.port)}/"


def format_address(host: str, port: int) -> str:
    """`HOST:PORT`, with brackets around IPv6; `parse_address` reads it back."""
    return _authority(host, port)


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _split(text: str, default_port: int, *, escaped_zone: bool) -> tuple[str, int]:
    if text.startswith("["):
        inside, bracket, rest = text[1:].partition("]")
        if escaped_zone:
            inside = inside.replace("%25", "%", 1)
        if not bracket or not _is_ipv6(inside) or (rest and not rest.startswith(":")):
            raise _bad_address(text)
        return inside.lower() if "%" not in inside else inside, _port(
            rest[1:], text
        ) if rest else default_port
    if text.count(":") > 1:
        return _bare_ipv6(text), default_port
    host, colon, port = text.partition(":")
    return _host(host, text), _port(port, text) if colon else default_port


def _bare_ipv6(text: str) -> str:
    """An IPv6 address without brackets, unless it could be meant as address and port."""
    left, _, right = text.rpartition(":")
    port = right if right.isascii() and right.isdecimal() and len(right) <= 5 else ""
    if left == ":" and len(port) >= 4:
        left = "::"  # Nobody plays at ::8765; who types it means port 8765 of any address.
    meant = bool(port) and _is_ipv6(left)
    if _is_ipv6(text):
        if not meant or int(port) > 65_535:
            return text.lower() if "%" not in text else text
        raise AddressError(
            "address",
            N_("“{text}” can mean two things: write [{host}]:{port} with a port, or [{whole}]:{default}."),
            text=text,
            host=left,
            port=port,
            whole=text,
            default=DEFAULT_PORT,
        )
    if meant:
        raise AddressError(
            "address",
            N_("“{text}”: an IPv6 address with a port needs brackets, as [{host}]:{port}."),
            text=text,
            host=left,
            port=int(port) if int(port) <= 65_535 else DEFAULT_PORT,
        )
    raise _bad_address(text)


def _is_ipv6(text: str) -> bool:
    address, percent, zone = text.partition("%")
    if percent and _ZONE.fullmatch(zone) is None:
        return False
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _host(host: str, text: str) -> str:
    try:
        # Length first: the codec takes quadratic time.
        name = host.encode("idna").decode("ascii") if not host.isascii() and len(host) <= 253 else host
    except UnicodeError:
        raise _bad_address(text) from None
    if _NUMERIC.fullmatch(name):  # only now: the codec turns other scripts' digits into these
        try:
            return str(ipaddress.IPv4Address(name))
        except ValueError:
            raise _bad_address(text) from None
    labels = name.removesuffix(".").split(".")
    if len(name) > 253 or any(_LABEL.fullmatch(label) is None for label in labels):
        raise _bad_address(text)
    return name.lower()


def _port(text: str, address: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65_535):
        raise AddressError(
            "port",
            N_("“{text}”: a port is a number from 0 to 65535, as in example.org:{default}."),
            text=_shown(address),
            default=DEFAULT_PORT,
        )
    return int(text)


def _bad_address(text: str) -> AddressError:
    return AddressError(
        "address",
        N_(
            "“{text}” is no address; write example.org:{default}, 192.0.2.1:{default} or [2001:db8::1]:{default}."
        ),
        text=_shown(text),
        default=DEFAULT_PORT,
    )


def _shown(text: str) -> str:
    """What was typed, short and printable."""
    return "".join(character if character.isprintable() else "?" for character in text[:80])
