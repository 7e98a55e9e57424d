"""Shell. Which address others can reach this machine at, and how addresses are counted and written.

The one rule: no packet leaves the machine; the system's own tables are asked.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

_FAR: Final = (
    (socket.AF_INET, "192.0.2.1"),  # TEST-NET-1 (RFC 5737)
    (socket.AF_INET6, "2001:db8::1"),  # documentation (RFC 3849)
    (
        socket.AF_INET,
        "224.0.0.251",
    ),  # a multicast group: has a route where there is no way out of the local network
)
"""Addresses that nobody has: a UDP socket that is told to connect there chooses its own address and sends nothing."""

_ANY_PORT: Final = 9

_SIOCGIFADDR: Final = 0x8915
"""Linux: the IPv4 address of an interface (netdevice(7))."""

_IFNAME_BYTES: Final = 16

_IPV6_TABLE: Final = Path("/proc/net/if_inet6")
"""Linux: one line for each IPv6 address, the first 32 digits of which are the address (proc(5))."""

WILDCARDS: Final = frozenset({"", "*", "0.0.0.0", "::"})
"""What one listens at to be reached at every address of the machine."""


def shown(host: str, port: int) -> str:
    """Host and port as they are written: brackets around IPv6."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def meant(host: str) -> str:
    """A host as sockets and certificates take it: IPv4 in the clothes of IPv6 as IPv4, a zone only where it counts."""
    bare, percent, _ = host.partition("%")
    try:
        address = ipaddress.IPv6Address(bare)
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return bare if percent and not address.is_link_local else host


def needs_zone(host: str) -> bool:
    """Whether an address means another machine in each network that this one is in, and none was named."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.version == 6 and address.is_link_local and "%" not in host


def bound_at(listener: socket.socket) -> tuple[str, int]:
    """Host and port that a socket listens at, with the zone that the system leaves out."""
    host, port, *rest = listener.getsockname()
    if needs_zone(host) and rest[1:] and rest[1]:
        with contextlib.suppress(OSError):
            host = f"{host}%{socket.if_indextoname(rest[1])}"
    return host, port


def origin_of(host: str) -> str:
    """What a rate limit counts as one place: an IPv4 address, or the /64 that one IPv6 subscriber has at least; in the
    own network, where all are in one /64, the address itself."""
    try:
        address = ipaddress.ip_address(meant(host).partition("%")[0])
    except ValueError:
        return host
    if address.version == 4 or address.is_link_local or address.is_loopback:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


def neighbourhood(origin: str) -> str:
    """Where an origin is, as far as one owner's addresses reach: a /24 of IPv4, a /48 of IPv6; else the origin.

    Providers give customers a /48 for the asking, which has 65,536 origins.
    """
    try:
        network = ipaddress.ip_network(origin, strict=False)
    except ValueError:
        return origin
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


def lan_addresses() -> tuple[str, ...]:
    """The addresses of this machine that others may reach, the best first; never loopback, may be empty."""
    found = dict.fromkeys([*_by_route(), *_by_interface()])
    return tuple(sorted(found, key=_rank))


def for_invite(bound: Sequence[tuple[str, int]], asked: str = "") -> tuple[str, int]:
    """What an invite should say of a host that listens at these addresses.

    Args:
        bound: addresses and ports that a server listens at, at least one.
        asked: what the host was told to listen at: a name stays one, since a certificate is for a name.
    """
    if _is_name(asked):
        return asked, bound[0][1]
    hosts = {host for host, _ in bound}
    port = bound[0][1]
    if hosts & WILDCARDS:
        usable = [
            address
            for address in lan_addresses()
            if (":" in address and "::" in hosts) or (":" not in address and "0.0.0.0" in hosts)
        ]
        return (usable[0] if usable else "127.0.0.1" if "0.0.0.0" in hosts else "::1"), port
    return min(bound, key=lambda address: _rank(address[0]))


def _is_name(host: str) -> bool:
    """Whether this is a name that others may know."""
    if host in WILDCARDS or host == "localhost":
        return False
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return True
    return False


def _rank(host: str) -> tuple[bool, bool, bool]:
    """Sorts what more people can use first: no loopback, no address that needs a zone, IPv4 because it can be typed."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False, False, False
    return address.is_loopback, address.is_link_local, address.version == 6


def _usable(hosts: Iterable[str]) -> Iterator[str]:
    for host in hosts:
        address = ipaddress.ip_address(host.partition("%")[0])
        # A link-local IPv6 address means nothing without a zone, and the zone is another one on every machine.
        useless = address.is_loopback or address.is_unspecified or address.is_multicast
        if not useless and not (address.version == 6 and address.is_link_local):
            yield host


def _by_route() -> Iterator[str]:
    """The addresses that the system would use to reach the world."""
    for family, far in _FAR:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, _ANY_PORT))
            yield from _usable([probe.getsockname()[0]])


def _by_interface() -> Iterator[str]:
    """The addresses of the interfaces, where the system lets us read them (Linux): for networks that lead nowhere."""
    if sys.platform != "linux":
        return
    import fcntl

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[: _IFNAME_BYTES - 1])
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
                yield from _usable([socket.inet_ntoa(answer[20:24])])
    with contextlib.suppress(OSError, ValueError):
        for line in _IPV6_TABLE.read_text(encoding="ascii").splitlines():
            yield from _usable([str(ipaddress.IPv6Address(bytes.fromhex(line[:32])))])
