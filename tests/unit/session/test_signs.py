"""What is read off the network is clean, bounded, and no table unless everything in it can be true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.session.signs import ADDRESSES, NearbyTable, Sign, read
from protocol import limits

SIGN = Sign("Élise", "gefaehrten", seats=4, free=2, open=False, tls=True, address="192.0.2.7")


def record(**changes: bytes | None) -> dict[bytes, bytes | None]:
    """The TXT record of the sign, with some values changed and those that are None left out."""
    text: dict[bytes, bytes | None] = {key.encode(): value.encode() for key, value in SIGN.text().items()}
    text |= {key.encode(): value for key, value in changes.items()}
    return {key: value for key, value in text.items() if value is not None}


def test_what_is_written_is_read() -> None:
    table = read(record(), ["192.0.2.7"], 8765)
    assert table == NearbyTable(
        "Élise", "gefaehrten", 4, 2, False, True, limits.VERSION, ("192.0.2.7",), 8765
    )
    assert table.address == "192.0.2.7:8765"
    assert not table.foreign
    opened = read(record(open=b"1", tls=b"0"), ["2001:db8::1"], 1)
    assert opened is not None
    assert (opened.open, opened.tls, opened.address) == (True, False, "[2001:db8::1]:1")


def test_a_sign_holds_nothing_else() -> None:
    assert set(SIGN.text()) == {"v", "name", "game", "seats", "free", "open", "tls", "at"}


def test_the_longest_sign_fits_into_its_record() -> None:
    # RFC 6763, 6.1: each string of the record has at most 255 bytes.
    widest = Sign(
        "\U00010348" * limits.NAME_CHARACTERS,
        "g" * 32,
        8,
        8,
        True,
        True,
        "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    )
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in widest.text().items())


@pytest.mark.parametrize(
    "changes",
    [
        {"v": None},
        {"v": b""},
        {"v": b"-1"},
        {"v": b"1.0"},
        {"v": "١".encode()},
        {"v": b"9999999"},
        {"game": None},
        {"game": b""},
        {"game": b"../../etc"},
        {"game": b"gef\x1b[2J"},
        {"game": b"\xff"},
        {"game": b"g" * 33},
        {"seats": None},
        {"seats": b"0"},
        {"seats": b"9"},
        {"seats": b"4 "},
        {"free": b"5"},
        {"free": b"x"},
        {"free": None},
        {"open": b"yes"},
        {"open": None},
        {"tls": b""},
    ],
)
def test_what_cannot_be_true_is_no_table(changes: dict[str, bytes | None]) -> None:
    assert read(record(**changes), ["192.0.2.7"], 8765) is None


@pytest.mark.parametrize("port", [None, 0, -1, 65_536])
def test_a_port_that_nobody_can_listen_at_is_no_table(port: int | None) -> None:
    assert read(record(), ["192.0.2.7"], port) is None


@pytest.mark.parametrize(
    "addresses", [[], ["0.0.0.0"], ["::"], ["224.0.0.251"], ["ff02::fb"], ["example.org"], [""]]
)
def test_a_table_that_is_nowhere_is_no_table(addresses: list[str]) -> None:
    assert read(record(), addresses, 8765) is None


def test_the_addresses_are_few_and_the_recommended_one_comes_first() -> None:
    many = [f"192.0.2.{number}" for number in range(100)]
    table = read(record(), ["0.0.0.0", *many, *many], 8765)
    assert table is not None
    assert len(table.addresses) == ADDRESSES
    assert table.addresses[0] == "192.0.2.7"
    assert table.addresses[1:3] == ("192.0.2.0", "192.0.2.1")


def test_an_address_that_is_recommended_and_not_announced_is_not_used() -> None:
    table = read(record(at=b"198.51.100.1"), ["192.0.2.1"], 8765)
    assert table is not None
    assert table.addresses == ("192.0.2.1",)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"\x1b[2J\x1b]52;c;aGk=\x07Eve", "[2J]52;c;aGk=Eve"),
        ("\u202eevE\u200b".encode(), "evE"),
        ("\x9b31mRed".encode(), "31mRed"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"A" * 255, "A" * limits.NAME_CHARACTERS),
        (b"two\nlines", "two lines"),
        (b"", "?"),
        (None, "?"),
    ],
)
def test_a_name_cannot_do_anything_to_a_terminal(name: bytes | None, shown: str) -> None:
    table = read(record(name=name), ["192.0.2.7"], 8765)
    assert table is not None
    assert table.name == shown


def test_a_table_of_another_version_is_known_by_name_and_place_alone() -> None:
    # A later version may mean something else by everything but these.
    table = read({b"v": b"7", b"name": b"Later", b"seats": b"99"}, ["192.0.2.7"], 8765)
    assert table == NearbyTable("Later", "", 0, 0, False, False, 7, ("192.0.2.7",), 8765)
    assert table.foreign
    assert table.json()["joinable"] is False


@given(
    st.dictionaries(
        st.sampled_from([key.encode() for key in SIGN.text()]) | st.binary(max_size=8),
        st.none() | st.binary(max_size=255) | st.sampled_from([b"0", b"1", b"4", b"gefaehrten"]),
    ),
    st.lists(st.text(max_size=20) | st.ip_addresses().map(str), max_size=20),
    st.none() | st.integers(),
)
def test_nothing_makes_reading_fail(
    text: dict[bytes, bytes | None], addresses: list[str], port: int | None
) -> None:
    table = read(text, addresses, port)
    if table is not None:
        assert table.name.isprintable()
        assert len(table.name) <= limits.NAME_CHARACTERS
        assert 0 < len(table.addresses) <= ADDRESSES
        assert 0 <= table.free <= table.seats <= limits.SEATS
