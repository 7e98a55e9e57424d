from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.errors import AddressError, ProtocolError
from protocol.invite import (
    DEFAULT_PORT,
    Invite,
    code_key,
    format_address,
    new_code,
    normalise,
    parse_address,
)
from tests.unit.protocol.samples import outcome

CODE = "7KQ2-9FZA-M3XP-0T4V"


def refused(text: str) -> AddressError:
    with pytest.raises(AddressError) as parsed:
        parse_address(text)
    with pytest.raises(AddressError):
        Invite.parse(text)
    return parsed.value


# Codes


@given(st.binary(min_size=10, max_size=10))
@example(bytes(10))
@example(b"\xff" * 10)
def test_a_code_is_eighty_bits(entropy: bytes) -> None:
    code = new_code(lambda size: entropy[:size])
    assert len(code) == 19
    assert normalise(code) == code
    assert code_key(code) == entropy


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.lower(),
        "7KQ29FZAM3XP0T4V",
        " 7kq2 9fza  m3xp 0t4v ",
        "7KQ2-9FZA-M3XP-OT4V",
        "7-K-Q-2-9-F-Z-A-M-3-X-P-0-T-4-V",
    ],
)
def test_codes_as_people_type_them(typed: str) -> None:
    assert normalise(typed) == CODE


def test_letters_that_look_like_digits_are_digits() -> None:
    assert normalise("oOiI-lL00-0000-0000") == "0011-1100-0000-0000"


@pytest.mark.parametrize(
    "typed", ["", "7KQ2", CODE + "0", CODE[:-1], "7KQ2-9FZA-M3XP-0T4U", "ü" * 16, "１" * 16]
)
def test_other_text_is_no_code(typed: str) -> None:
    with pytest.raises(AddressError) as caught:
        normalise(typed)
    assert caught.value.code == "code"
    assert "four groups of four" in str(caught.value)


# Addresses that are good


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("example.org", "example.org", 8765),
        ("example.org:80", "example.org", 80),
        ("Example.ORG.:80", "example.org.", 80),
        ("localhost", "localhost", 8765),
        ("my_host:1", "my_host", 1),
        ("a", "a", 8765),
        ("host-1:0", "host-1", 0),
        ("host:65535", "host", 65535),
        ("host:08765", "host", 8765),
        ("192.0.2.1", "192.0.2.1", 8765),
        ("192.0.2.1:9000", "192.0.2.1", 9000),
        ("0.0.0.0:0", "0.0.0.0", 0),
        ("  example.org:80\n", "example.org", 80),
        ("münchen.example:80", "xn--mnchen-3ya.example", 80),
        ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example", 8765),
        ("[::1]:9000", "::1", 9000),
        ("[::1]", "::1", 8765),
        ("[::]:0", "::", 0),
        ("[2001:DB8::1]:80", "2001:db8::1", 80),
        ("[fe80::1%eth0]:80", "fe80::1%eth0", 80),
        ("[fe80::1%25]:80", "fe80::1%25", 80),
        ("[::ffff:192.0.2.1]:80", "::ffff:192.0.2.1", 80),
        ("::1", "::1", 8765),
        ("::", "::", 8765),
        ("fe80::1", "fe80::1", 8765),
        ("fe80::1%eth0", "fe80::1%eth0", 8765),
        ("FE80::A", "fe80::a", 8765),
        ("[FE80::A]", "fe80::a", 8765),
        ("2001:db8::1", "2001:db8::1", 8765),
        ("2001:db8::a:b", "2001:db8::a:b", 8765),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8", 8765),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7::", 8765),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1", 8765),
    ],
)
def test_good_addresses(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == (host, port)
    assert Invite.parse(typed) == Invite(host, port)
    assert parse_address(format_address(host, port)) == (host, port)


def test_default_port_is_the_callers() -> None:
    assert parse_address("example.org", 5) == ("example.org", 5)
    assert parse_address("::1", 5) == ("::1", 5)
    assert DEFAULT_PORT == 8765


# Addresses that are not


@pytest.mark.parametrize(
    ("typed", "forms"),
    [
        ("::1:8765", ["[::1]:8765", "[::1:8765]:8765"]),
        ("::1:80", ["[::1]:80", "[::1:80]:8765"]),
        ("fe80::1:8765", ["[fe80::1]:8765", "[fe80::1:8765]:8765"]),
        ("2001:db8::1:2:8765", ["[2001:db8::1:2]:8765", "[2001:db8::1:2:8765]:8765"]),
        ("::8765", ["[::]:8765", "[::8765]:8765"]),
    ],
)
def test_what_can_mean_two_things_is_refused_with_both_right_forms(typed: str, forms: list[str]) -> None:
    error = refused(typed)
    assert error.code == "address"
    for form in forms:
        assert form in str(error)
        parse_address(form)


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("1:2:3:4:5:6:7:8:8765", "[1:2:3:4:5:6:7:8]:8765"),
        (":::8765", "[::]:8765"),
        ("::1:99999", "[::1]:8765"),
        ("::1:65536", "[::1]:8765"),
        ("fe80::1%eth0:8765", "[fe80::1%eth0]:8765"),
        ("::ffff:192.0.2.1:80", "[::ffff:192.0.2.1]:80"),
    ],
)
def test_a_port_without_brackets_is_refused_with_the_right_form(typed: str, form: str) -> None:
    error = refused(typed)
    assert (error.code, form in str(error)) == ("address", True)
    parse_address(form)


@pytest.mark.parametrize(
    "typed",
    [
        "example.org:65536",
        "example.org:70000",
        "example.org:99999",
        "example.org:100000",
        "example.org:-1",
        "example.org:+1",
        "example.org:",
        "example.org:http",
        "example.org:８０",
        "example.org: 80",
        "example.org:1_0",
        "[::1]:65536",
        "[::1]:",
        "[::1]:x",
        "192.0.2.1:65536",
    ],
)
def test_wrong_ports(typed: str) -> None:
    error = refused(typed)
    assert error.code == "port"
    assert "0 to 65535" in str(error)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        ":",
        ":8765",
        "[",
        "[]",
        "[]:80",
        "[::1",
        "[::1]80",
        "[::1]]:80",
        "[example.org]:80",
        "[192.0.2.1]:80",
        "[::1%]:80",
        "[fe80::1%eth 0]:80",
        "[fe80::1%eth0%1]:80",
        "::1]",
        "::g",
        "1:2",
        "1:2:3",
        "fe80:::1",
        "fe80::1%",
        "256.1.1.1",
        "1.2.3",
        "1.2.3.4.5",
        "01.2.3.4",
        "12345",
        "a b",
        "a..b",
        ".a",
        "-a.org",
        "a-.org",
        "user@host",
        "host/path",
        "host?x",
        "host#x",
        "a" * 64,
        ".".join(["a" * 60] * 5),
        "ho\x00st",
        "ho\x1b[31mst",
        "xn--\u200b.org",
        "ä" * 70,
        "☃☃.." + "☃",
        "example.org:80:90",
        "http//x",
    ],
)
def test_no_addresses(typed: str) -> None:
    error = refused(typed)
    assert error.code == "address"
    assert "\x1b" not in str(error)
    assert "\x00" not in str(error)


@given(st.text(max_size=40), st.text("0123456789abcdef:.[]%/@-", max_size=30))
@example("", "::1%1:80")
@example("\u00b2", "")
def test_any_text_is_an_address_or_refused(a: str, b: str) -> None:
    for typed in (a, b, a + b):
        for parse in (parse_address, Invite.parse):
            parsed: Any = outcome(parse, typed)
            if isinstance(parsed, ProtocolError):
                assert isinstance(parsed, AddressError)
                assert str(parsed).isprintable()
            else:
                host, port = parsed if isinstance(parsed, tuple) else (parsed.host, parsed.port)
                assert 0 <= port <= 65535
                assert parse_address(format_address(host, port)) == (host, port)
                assert Invite.parse(Invite(host, port).format()) == Invite(host, port)


# Invites


@pytest.mark.parametrize(
    ("typed", "invite"),
    [
        (f"gefaehrten://example.org:80/{CODE}", Invite("example.org", 80, CODE)),
        (f"gefaehrten://example.org/{CODE.lower()}", Invite("example.org", 8765, CODE)),
        (f"GEFAEHRTEN://[::1]:9000/{CODE}/", Invite("::1", 9000, CODE)),
        ("gefaehrten://[fe80::1%25eth0]:80", Invite("fe80::1%eth0", 80)),
        ("gefaehrten://[fe80::1%eth0]:80", Invite("fe80::1%eth0", 80)),
        ("gefaehrten://example.org/", Invite("example.org", 8765)),
        ("gefaehrten://fe80::1", Invite("fe80::1", 8765)),
        (f"wss://example.org:443/{CODE}", Invite("example.org", 443, CODE, True)),
        ("ws://example.org", Invite("example.org", 8765)),
        (f"gefaehrten://example.org:80/watch/{CODE}", Invite("example.org", 80, CODE, watch=True)),
        (f"gefaehrten://[::1]:80/WATCH/{CODE.lower()}/", Invite("::1", 80, CODE, watch=True)),
        (f"wss://example.org/watch/{CODE}", Invite("example.org", 8765, CODE, True, True)),
        ("gefaehrten://example.org/watch", Invite("example.org", 8765, watch=True)),
        ("gefaehrten://example.org/watch/", Invite("example.org", 8765, watch=True)),
        (f"  gefaehrten://example.org:80/{CODE}\n", Invite("example.org", 80, CODE)),
    ],
)
def test_invites(typed: str, invite: Invite) -> None:
    assert Invite.parse(typed) == invite
    assert Invite.parse(invite.format()) == invite


def test_an_invite_is_one_line() -> None:
    assert Invite("example.org", 8765, CODE).format() == f"gefaehrten://example.org:8765/{CODE}"
    assert Invite("::1", 8765, CODE, True).format() == f"wss://[::1]:8765/{CODE}"
    watch = Invite("example.org", 8765, CODE, watch=True)
    assert watch.format() == f"gefaehrten://example.org:8765/watch/{CODE}"
    assert Invite("fe80::1%eth0", 1).format() == "gefaehrten://[fe80::1%25eth0]:1"


def test_websocket_uris() -> None:
    assert Invite("example.org", 80, CODE).uri() == "ws://example.org:80/"
    assert Invite("fe80::1%eth0", 80, None, True).uri() == "wss://[fe80::1]:80/"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("http://example.org", "scheme"),
        ("https://example.org/" + CODE, "scheme"),
        ("gefährten://example.org", "scheme"),
        ("gefaehrten://", "address"),
        ("gefaehrten:///" + CODE, "address"),
        ("gefaehrten://example.org/nonsense", "code"),
        (f"gefaehrten://example.org/{CODE}/x", "code"),
        (f"gefaehrten://example.org/{CODE}/watch", "code"),
        (f"gefaehrten://example.org/watch/{CODE}/x", "code"),
        (f"gefaehrten://example.org/watch{CODE}", "code"),
        ("gefaehrten://example.org/watcher/" + CODE, "code"),
        (f"gefaehrten://example.org/{CODE}?x", "code"),
        ("gefaehrten://::1:8765/" + CODE, "address"),
        ("gefaehrten://example.org:99999/" + CODE, "port"),
        ("gefaehrten://user@example.org", "address"),
    ],
)
def test_wrong_invites(typed: str, code: str) -> None:
    with pytest.raises(AddressError) as caught:
        Invite.parse(typed)
    assert caught.value.code == code
