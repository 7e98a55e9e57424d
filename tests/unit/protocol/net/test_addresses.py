"""Addresses as people write them, as limits count them, and the one that others can reach; without a packet."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from protocol.net import addresses
from protocol.net.addresses import for_invite, lan_addresses, origin_of, shown


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
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
    ],
)
def test_one_subscriber_is_one_origin(host: str, origin: str) -> None:
    assert origin_of(host) == origin


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
