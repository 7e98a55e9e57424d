"""Addresses as people write them, as limits count them, and the one that others can reach; without a packet."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from protocol.invite import Invite
from protocol.net import addresses
from protocol.net.addresses import (
    bound_at,
    for_invite,
    lan_addresses,
    meant,
    needs_zone,
    neighbourhood,
    origin_of,
    shown,
)


@pytest.mark.parametrize(
    ("host", "text"),
    [
        ("10.0.0.1", "10.0.0.1:80"),
        ("::1", "[::1]:80"),
        ("fe80::1%eth0", "[fe80::1%eth0]:80"),
        ("a.b", "a.b:80"),
    ],
)
def test_hosts_and_ports_are_shown_as_they_are_typed(host: str, text: str) -> None:
    assert shown(host, 80) == text


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:c0a8:105", "192.168.1.5"),
        ("fe80::1%eth0", "fe80::1"),
        ("fe80::2", "fe80::2"),
        ("::1", "::1"),
        ("a name", "a name"),
    ],
)
def test_one_subscriber_is_one_origin(host: str, origin: str) -> None:
    assert origin_of(host) == origin


@pytest.mark.parametrize(
    ("origin", "near"),
    [
        ("192.168.1.5", "192.168.1.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("fe80::1", "fe80::/48"),
        ("unknown", "unknown"),
    ],
)
def test_what_one_owner_has_side_by_side_is_one_neighbourhood(origin: str, near: str) -> None:
    assert neighbourhood(origin) == near
    assert neighbourhood(near) == near


@pytest.mark.parametrize(
    ("host", "plain"),
    [
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:0.0.0.0", "0.0.0.0"),
        ("::1%lo", "::1"),
        ("2001:db8::1%eth0", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("fe80::1", "fe80::1"),
        ("example.org", "example.org"),
        ("192.0.2.1", "192.0.2.1"),
        ("", ""),
    ],
)
def test_an_address_is_taken_as_it_is_meant(host: str, plain: str) -> None:
    assert meant(host) == plain
    assert meant(plain) == plain


@pytest.mark.parametrize("host", ["fe80::1", "febf::1"])
def test_a_link_local_address_needs_a_zone(host: str) -> None:
    assert needs_zone(host)
    assert not needs_zone(f"{host}%eth0")


@pytest.mark.parametrize("host", ["::1", "2001:db8::1", "169.254.1.1", "a.example", ""])
def test_no_other_does(host: str) -> None:
    assert not needs_zone(host)


class Listener:
    """A socket as far as it is asked here."""

    def __init__(self, *name: object) -> None:
        self.name = name

    def getsockname(self) -> tuple[object, ...]:
        return self.name


@pytest.mark.parametrize(
    ("name", "shown_as"),
    [
        (("192.0.2.1", 7), ("192.0.2.1", 7)),
        (("::1", 7, 0, 0), ("::1", 7)),
        (("fe80::1", 7, 0, 4), ("fe80::1%eth0", 7)),
        (("fe80::1", 7, 0, 99), ("fe80::1", 7)),
        (("fe80::1%eth0", 7, 0, 4), ("fe80::1%eth0", 7)),
    ],
)
def test_where_one_listens_is_told_with_its_zone(
    name: tuple[object, ...], shown_as: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interface(number: int) -> str:
        if number != 4:
            raise OSError(6, "No such device or address")
        return "eth0"

    monkeypatch.setattr(socket, "if_indextoname", interface)
    found = bound_at(Listener(*name))  # type: ignore[arg-type]
    assert found == shown_as
    if "%" in found[0]:
        invite = Invite(*found)
        assert "%25eth0" in invite.format()
        assert Invite.parse(invite.format()) == invite


@pytest.mark.parametrize(
    ("asked", "invited"),
    [
        ("table.example.org", "table.example.org"),
        ("localhost", "10.9.9.9"),
        ("10.9.9.9", "10.9.9.9"),
        ("", "10.9.9.9"),
        ("*", "10.9.9.9"),
        ("::ffff:10.9.9.9", "10.9.9.9"),
    ],
)
def test_a_host_that_was_told_a_name_invites_by_it(asked: str, invited: str) -> None:
    assert for_invite([("10.9.9.9", 2)], asked) == (invited, 2)


def test_the_addresses_of_this_machine_are_no_use_to_itself_alone() -> None:
    for host in lan_addresses():
        address = ipaddress.ip_address(host)
        assert not address.is_loopback
        assert not address.is_unspecified


def test_no_packet_leaves_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    real = socket.socket

    def watched(family: int, kind: int) -> socket.socket:
        used.append(kind)
        return real(family, kind)

    monkeypatch.setattr(socket, "socket", watched)
    monkeypatch.setattr(socket, "getaddrinfo", None)
    lan_addresses()
    assert used
    assert set(used) == {socket.SOCK_DGRAM}  # such a socket sends nothing by connecting


class _Router:
    """Stands in for a UDP socket: the system's choice of an own address for a far one."""

    def __init__(self, routes: dict[str, str]) -> None:
        self.routes = routes

    def __call__(self, family: int, kind: int) -> _Router:
        return self

    def __enter__(self) -> _Router:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def connect(self, address: tuple[str, int]) -> None:
        if address[0] not in self.routes:
            raise OSError(101, "Network is unreachable")
        self.chosen = self.routes[address[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.chosen, 5


def machine(
    monkeypatch: pytest.MonkeyPatch, routes: dict[str, str], interfaces: tuple[str, ...] = ()
) -> None:
    monkeypatch.setattr(socket, "socket", _Router(routes))
    monkeypatch.setattr(addresses, "_by_interface", lambda: iter(interfaces))


def test_the_way_out_comes_first_and_ipv4_before_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(
        monkeypatch, {"192.0.2.1": "192.168.1.5", "2001:db8::1": "2001:db8::5"}, ("172.17.0.1", "192.168.1.5")
    )
    assert lan_addresses() == ("192.168.1.5", "172.17.0.1", "2001:db8::5")


def test_a_network_that_leads_nowhere_still_has_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, {}, ("10.1.2.3",))
    assert lan_addresses() == ("10.1.2.3",)
    machine(monkeypatch, {"224.0.0.251": "10.1.2.4"})
    assert lan_addresses() == ("10.1.2.4",)


def test_useless_addresses_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, {"192.0.2.1": "127.0.0.1", "2001:db8::1": "fe80::1%eth0"})
    assert lan_addresses() == ()


@pytest.mark.parametrize(
    ("bound", "invited"),
    [
        ([("127.0.0.1", 1), ("::1", 1)], ("127.0.0.1", 1)),
        ([("10.9.9.9", 2)], ("10.9.9.9", 2)),
        ([("0.0.0.0", 3), ("::", 3)], ("192.168.1.5", 3)),
        ([("::", 4)], ("2001:db8::5", 4)),
        ([("0.0.0.0", 5)], ("192.168.1.5", 5)),
    ],
)
def test_an_invite_says_what_others_can_reach(
    monkeypatch: pytest.MonkeyPatch, bound: list[tuple[str, int]], invited: tuple[str, int]
) -> None:
    machine(monkeypatch, {"192.0.2.1": "192.168.1.5", "2001:db8::1": "2001:db8::5"})
    assert for_invite(bound) == invited


@pytest.mark.parametrize(("bound", "host"), [("0.0.0.0", "127.0.0.1"), ("::", "::1")])
def test_a_machine_without_a_network_invites_to_itself(
    monkeypatch: pytest.MonkeyPatch, bound: str, host: str
) -> None:
    machine(monkeypatch, {})
    assert for_invite([(bound, 7)]) == (host, 7)
