from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from protocol import limits
from protocol.errors import Culprit, RemoteProtocolError
from protocol.identity import Identity
from protocol.table import (
    Draft,
    OptionValue,
    TableRecord,
    check_signature,
    check_signatures,
    check_word,
    sign_table,
)
from protocol.wire.messages import plain_of
from tests.unit.protocol import reference
from tests.unit.protocol.samples import PLAYERS, blob, commit, draft, record


def replaced(table: Any, **changes: Any) -> Any:
    return msgspec.structs.replace(table, **changes)


def seat_replaced(table: Any, seat: int, **changes: Any) -> Any:
    seats = list(table.seats)
    seats[seat] = replaced(seats[seat], **changes)
    return replaced(table, seats=tuple(seats))


def refused(table: Draft | TableRecord) -> str:
    with pytest.raises(RemoteProtocolError) as caught:
        table.check()
    assert caught.value.culprit is Culprit.HOST
    return caught.value.code


def test_honest_tables_pass() -> None:
    for seats in (1, 2, 3, 4):
        draft(seats).check()
        record(seats).check()


def test_ids_are_hashes_of_all_fields() -> None:
    assert record().table_id() == reference.h("table", plain_of(record()))
    assert draft().hash() == reference.h("draft", plain_of(draft()))


def test_record_completes_its_draft() -> None:
    table = record(3)
    assert table.draft() == draft(3)
    assert table.keys == tuple(player.public for player in PLAYERS[:3])
    with pytest.raises(ValueError, match="shorter"):
        draft(3).complete([commit(0, draft(3))])


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": "other"},
        {"rules_hash": blob("x")},
        {"options": ()},
        {"match_id": blob("x", 16)},
        {"draft_nonce": blob("x")},
        {"host_key": PLAYERS[3].public},
        {"seats": record().seats[::-1]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_id_covers_every_field(change: dict[str, Any]) -> None:
    assert replaced(record(), **change).table_id() != record().table_id()


@pytest.mark.parametrize("field", ["key", "name", "bot", "wish", "nonce", "secret_commitment", "chain_end"])
def test_the_id_covers_every_field_of_a_seat(field: str) -> None:
    other = {"name": b"x", "bot": True, "wish": "blue"}.get(field, blob("x"))
    assert seat_replaced(record(), 0, **{field: other}).table_id() != record().table_id()


def test_names_enter_hashes_as_raw_bytes() -> None:
    composed, decomposed = "é".encode(), "e\u0301".encode()
    assert (
        seat_replaced(record(), 0, name=composed).table_id()
        != seat_replaced(record(), 0, name=decomposed).table_id()
    )


@pytest.mark.parametrize("table", [draft(), record()], ids=["draft", "record"])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "version"),
        ({"game": ""}, "table"),
        ({"options": (OptionValue("b", "1"), OptionValue("a", "1"))}, "table"),
        ({"options": (OptionValue("a", "1"), OptionValue("a", "2"))}, "table"),
        ({"options": (OptionValue("", "1"),)}, "table"),
        ({"host_key": bytes(32)}, "key"),
        ({"host_key": b"\x01" + bytes(31)}, "key"),
    ],
    ids=repr,
)
def test_wrong_tables_are_refused(table: Any, change: dict[str, Any], code: str) -> None:
    assert refused(replaced(table, **change)) == code


@pytest.mark.parametrize("table", [draft(), record()], ids=["draft", "record"])
def test_one_key_on_two_seats_and_no_key_are_refused(table: Any) -> None:
    assert refused(seat_replaced(table, 1, key=PLAYERS[0].public)) == "table"
    assert refused(seat_replaced(table, 1, key=bytes(32))) == "key"


@pytest.mark.parametrize("field", ["nonce", "secret_commitment", "chain_end"])
def test_copied_commitments_are_refused(field: str) -> None:
    table = record()
    assert refused(seat_replaced(table, 1, **{field: getattr(table.seats[0], field)})) == "table"
    # A commitment under another name is a copy all the same.
    assert refused(seat_replaced(table, 1, chain_end=table.seats[0].secret_commitment)) == "table"


def test_culprit_is_whom_the_caller_names() -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        replaced(record(), game="").check(Culprit.FILE)
    assert caught.value.culprit is Culprit.FILE


def test_signatures_of_all_seats() -> None:
    table = record(3)
    signatures = [sign_table(player, table.table_id()) for player in PLAYERS[:3]]
    check_signatures(table, signatures)
    for seat in range(3):
        check_signature(table, seat, signatures[seat])
    assert signatures[0] == PLAYERS[0].sign("table", table.table_id())


def test_missing_foreign_and_swapped_signatures_are_refused() -> None:
    table = record(2)
    good = [sign_table(player, table.table_id()) for player in PLAYERS[:2]]
    stranger = sign_table(Identity(blob("stranger")), table.table_id())
    other = sign_table(PLAYERS[1], record(3).table_id())
    for signatures, code in (
        (good[:1], "table"),
        ([*good, stranger], "table"),
        (good[::-1], "signature"),
        ([good[0], stranger], "signature"),
        ([good[0], other], "signature"),
        ([good[0], good[1][:63]], "signature"),
    ):
        with pytest.raises(RemoteProtocolError) as caught:
            check_signatures(table, signatures)
        assert caught.value.code == code
    with pytest.raises(RemoteProtocolError):
        check_signature(table, 0, good[1])


def test_check_word_is_forty_eight_stretched_bits() -> None:
    table_id = record().table_id()
    bits = hashlib.pbkdf2_hmac("sha256", table_id, b"check word", 32768, 6)
    number = int.from_bytes(bits, "big")
    word = check_word(table_id)
    letters = "".join(word.split("-"))
    back = 0
    for place, letter in enumerate(letters):
        alphabet, width = ("aiou", 2) if place % 5 in (1, 3) else ("bdfghjklmnprstvz", 4)
        back = back << width | alphabet.index(letter)
    assert back == number
    assert [len(group) for group in word.split("-")] == [5, 5, 5]
    assert limits.WORD_ITERATIONS == 32768


def test_check_word_differs_with_the_table() -> None:
    assert check_word(record(2).table_id()) != check_word(record(3).table_id())
