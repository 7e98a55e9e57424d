"""Pure. What can be wrong with a record, one thing at a time: every field of the file, of the table, of an envelope, of
and the order of entries.

The one rule: a case changes a match that was honest; what else has to fit is made to fit, so that nothing but the
change can be found. "By hand" means that only the hash at the end of the file is made anew. What a seat says in its
payloads stands in `cheating`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from protocol.canonical import Plain
from protocol.identity import Identity, signed_bytes
from protocol.wire.codec import pack
from tests.interop.forging import Body, Forge, closed, flipped

Case = Callable[[Forge], bytes]

ORDER = 2**252 + 27742317777372353535851937790883648493
SMALL_ORDER = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
NO_POINT = bytes([2]) + bytes(31)
NOT_CANONICAL = (2**255 - 18).to_bytes(32, "little")
IDENTITY = bytes([1]) + bytes(31)
MIXED_ORDER = bytes.fromhex("da99e28ba529cdde35a25fba9059e78ecaee239f99755b9b1aa4f65df00803e2")
STRANGER = Identity(b"a stranger who holds no seat....")
ZERO = bytes(32)


# The file


def by_hand(change: Callable[[bytes], bytes], *, close: bool = True) -> Case:
    """Changes the bytes of the file before the hash at its end."""

    def case(forge: Forge) -> bytes:
        data = forge.build()
        return closed(change(data[:-32])) if close else change(data)

    return case


def after_table(forge: Forge) -> int:
    """Where the signatures of the seats begin."""
    return 21 + len(pack(forge.table))


def at_count(shift: int) -> Case:
    """Another number of entries than there are."""

    def case(forge: Forge) -> bytes:
        data = forge.build()[:-32]
        at = after_table(forge) + 64 * len(forge.seats)
        return closed(data[:at] + (len(forge.log) + shift).to_bytes(4, "big") + data[at + 4 :])

    return case


def entries_of(forge: Forge) -> tuple[bytes, list[bytes]]:
    """The file up to its first entry, and the bytes of each entry."""
    data = forge.build()
    at = after_table(forge) + 64 * len(forge.seats) + 4
    head, entries = data[:at], []
    while at < len(data) - 32:
        end = at + 72 + int.from_bytes(data[at + 68 : at + 72], "big")
        entries.append(data[at:end])
        at = end
    return head, entries


def in_order(change: Callable[[list[bytes]], object]) -> Case:
    """Moves whole entries of the file about; nothing is signed again."""

    def case(forge: Forge) -> bytes:
        head, entries = entries_of(forge)
        change(entries)
        return closed(head[:-4] + len(entries).to_bytes(4, "big") + b"".join(entries))

    return case


def in_table_by_hand(change: Callable[[list[Plain]], object]) -> Case:
    """A table that is not the one the seats have signed."""

    def case(forge: Forge) -> bytes:
        data, at = forge.build()[:-32], after_table(forge)
        change(forge.table)
        packed = pack(forge.table)
        return closed(data[:17] + len(packed).to_bytes(4, "big") + packed + data[at:])

    return case


FILE: dict[str, Case] = {
    "file: a bit of the magic": by_hand(lambda data: flipped(data, 4)),
    "file: format 2": by_hand(lambda data: flipped(flipped(data, 16), 16, 1)),
    "file: length of the table": by_hand(lambda data: flipped(data, 20)),
    "file: a bit of the hash": by_hand(lambda data: flipped(data, len(data) - 1), close=False),
    "file: cut in the middle": by_hand(lambda data: data[: len(data) // 2], close=False),
    "file: cut in the middle, closed": by_hand(lambda data: data[: len(data) // 2]),
    "file: the last byte is missing": by_hand(lambda data: data[:-1], close=False),
    "file: a byte more": by_hand(lambda data: data + b"\0", close=False),
    "file: a byte more, closed": by_hand(lambda data: data + b"\0"),
    "file: empty": by_hand(lambda data: b"", close=False),
    "file: one entry more than there are": at_count(1),
    "file: one entry less than there are": at_count(-1),
    "file: an entry is missing": in_order(lambda entries: entries.pop(20)),
    "file: the last entry is missing": in_order(lambda entries: entries.pop()),
    "file: an entry comes twice": in_order(lambda entries: entries.insert(20, entries[20])),
    "file: two entries change places": in_order(lambda entries: entries.insert(20, entries.pop(21))),
    "file: a bit of an order signature": in_order(lambda entries: _bit(entries, 30, 5)),
    "file: a bit of a term": in_order(lambda entries: _bit(entries, 30, 67)),
    "file: a bit of an envelope's length": in_order(lambda entries: _bit(entries, 30, 71)),
    "file: a bit of an envelope's signature": in_order(lambda entries: _bit(entries, 30, 80)),
    "file: a bit of an envelope's payload": in_order(lambda entries: _bit(entries, 30, len(entries[30]) - 1)),
}


def _bit(entries: list[bytes], entry: int, at: int) -> None:
    entries[entry] = flipped(entries[entry], at)


# The table record


def field(*path: int, value: Plain) -> Callable[[list[Plain]], None]:
    """Sets one field of an array of arrays."""

    def change(array: list[Plain]) -> None:
        for step in path[:-1]:
            inner = array[step]
            assert isinstance(inner, list)
            array = inner
        assert array[path[-1]] != value or type(array[path[-1]]) is not type(value), (
            "the case changes something"
        )
        array[path[-1]] = value

    return change


TABLE_FIELDS: dict[str, Callable[[list[Plain]], object]] = {
    "version": field(0, value=2),
    "version true": field(0, value=True),
    "game": field(1, value="toy"),
    "rules hash": field(2, value=ZERO),
    "option": field(3, 0, 1, value="somewhere"),
    "match id": field(4, value=bytes(16)),
    "draft nonce": field(5, value=ZERO),
    "name": field(7, 0, 1, value=b"Somebody else"),
    "bot": field(7, 0, 2, value=True),
    "wish": field(7, 1, 3, value="blue"),
    "nonce": field(7, 0, 4, value=ZERO),
    "secret commitment": field(7, 1, 5, value=ZERO),
    "chain end": field(7, 1, 6, value=ZERO),
}

TABLE_WRONG: dict[str, Callable[[list[Plain]], object]] = {
    "host key": field(6, value=STRANGER.public),
    "seat key": field(7, 0, 0, value=STRANGER.public),
    "a field more": lambda table: table.append(None),
    "no game": field(1, value=""),
    "options out of order": lambda table: listed(table[3]).reverse(),
    "an option twice": lambda table: listed(table[3]).append(listed(table[3])[-1]),
    "an option is missing": lambda table: listed(table[3]).pop(),
    "an unknown option": lambda table: listed(table[3]).append(["zz", "yes"]),
    "a nonce twice": lambda table: field(7, 1, 4, value=listed(listed(table[7])[0])[4])(table),
    "a host key of small order": field(6, value=SMALL_ORDER),
    "a host key of mixed order": field(6, value=MIXED_ORDER),
    "a host key that is no point": field(6, value=NO_POINT),
    "a host key that is not canonical": field(6, value=NOT_CANONICAL),
    "a seat less": lambda table: listed(table[7]).pop(),
    "an unknown wish": field(7, 0, 3, value="purple"),
    "a name of 65 bytes": field(7, 0, 1, value=b"x" * 65),
    "a wish of 33 letters": field(7, 0, 3, value="x" * 33),
    "the other range of the Nazgûl": lambda table: _other_range(table),
}


def listed(value: Plain) -> list[Plain]:
    assert isinstance(value, list)
    return value


def _other_range(table: list[Plain]) -> None:
    option = listed(listed(table[3])[0])
    option[1] = "table" if option[1] == "location" else "location"


def in_table(change: Callable[[list[Plain]], object]) -> Case:
    """A table that was drawn up like this and signed by all; everything that depends on it is made to fit."""

    def case(forge: Forge) -> bytes:
        change(forge.table)
        return forge.build()

    return case


def seat_signatures(change: Callable[[list[bytes]], list[bytes]]) -> Case:
    """Other signatures under the table."""

    def case(forge: Forge) -> bytes:
        forge.signed = change
        return forge.build()

    return case


def raised(signature: bytes) -> bytes:
    """The same signature with S + ℓ instead of S."""
    return signature[:32] + (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")


TABLE: dict[str, Case] = {
    **{f"table by hand: {name}": in_table_by_hand(change) for name, change in TABLE_FIELDS.items()},
    **{f"table: {name}": in_table(change) for name, change in {**TABLE_FIELDS, **TABLE_WRONG}.items()},
    "table: a seat's signature": seat_signatures(lambda all_: [*all_[:-1], flipped(all_[-1], 7)]),
    "table: a seat's signature with S + ℓ": seat_signatures(lambda all_: [raised(all_[0]), *all_[1:]]),
    "table: signatures change places": seat_signatures(lambda all_: [all_[1], all_[0], *all_[2:]]),
}


# Envelopes


def envelope(
    *,
    at: int = 40,
    edit: Callable[[Body], Body] | None = None,
    raw: Callable[[bytes], bytes] | None = None,
    sealed: Callable[[bytes], bytes] | None = None,
    signer: Identity | None = None,
    ordered: Callable[[bytes, int], tuple[bytes, int]] | None = None,
    term: int | None = None,
) -> Case:
    """An envelope that its author signed, and the host ordered, as it is."""

    def case(forge: Forge) -> bytes:
        logged = forge.log[at]
        logged.edit = edit or logged.edit
        logged.raw = raw or logged.raw
        logged.sealed = sealed or logged.sealed
        logged.ordered = ordered or logged.ordered
        logged.signer, logged.term = signer, term
        return forge.build()

    return case


def body(number: int, value: Callable[[Plain], Plain]) -> Callable[[Body], Body]:
    """Another value in one field of the envelope."""
    return lambda fields: [*fields[:number], value(fields[number]), *fields[number + 1 :]]


def _more(shift: int) -> Callable[[Plain], Plain]:
    def change(value: Plain) -> Plain:
        assert isinstance(value, int)
        return value + shift

    return change


def _without_nonce(forge: Forge) -> bytes:
    """A signature whose R is the identity: it satisfies the equation, and only strict verification refuses it."""
    logged = forge.log[40]
    number, seed = logged.seat, forge.seeds[logged.seat]
    digest = hashlib.sha512(seed).digest()
    secret = (int.from_bytes(digest[:32], "little") & (1 << 254) - 8) | 1 << 254

    def sealed(data: bytes) -> bytes:
        message = signed_bytes("envelope", data[64:])
        hashed = hashlib.sha512(IDENTITY + forge.seats[number].public + message).digest()
        last = int.from_bytes(hashed, "little") * secret % ORDER
        return IDENTITY + last.to_bytes(32, "little") + data[64:]

    logged.sealed = sealed
    return forge.build()


ENVELOPE: dict[str, Case] = {
    "envelope: version": envelope(edit=body(0, lambda _: 2)),
    "envelope: kind 31": envelope(edit=body(1, lambda _: 31)),
    "envelope: kind 39": envelope(edit=body(1, lambda _: 39)),
    "envelope: another kind": envelope(edit=body(1, lambda kind: 33 if kind != 33 else 34)),
    "envelope: another table": envelope(edit=body(2, lambda _: bytes([1]) * 32)),
    "envelope: a stranger": envelope(edit=body(3, lambda _: STRANGER.public), signer=STRANGER),
    "envelope: signed by a stranger": envelope(signer=STRANGER),
    "envelope: number 0": envelope(edit=body(4, lambda _: 0)),
    "envelope: number too large": envelope(edit=body(4, _more(1))),
    "envelope: number too small": envelope(edit=body(4, _more(-1))),
    "envelope: number of 33 bits": envelope(edit=body(4, lambda _: 2**32)),
    "envelope: acknowledges itself": envelope(edit=body(5, lambda _: 41)),
    "envelope: acknowledges less than before": envelope(at=100, edit=lambda b: [*b[:5], 0, *b[6:]]),
    "envelope: acknowledges -1": envelope(edit=body(5, lambda _: -1)),
    "envelope: acknowledges true": envelope(edit=body(5, lambda _: True)),
    "envelope: another head": envelope(edit=body(6, lambda _: ZERO)),
    "envelope: a short head": envelope(edit=body(6, lambda _: bytes(31))),
    "envelope: a field more": envelope(edit=lambda b: [*b, None]),
    "envelope: no payload": envelope(edit=body(7, lambda _: None)),
    "envelope: an empty payload": envelope(edit=body(7, lambda _: [])),
    "envelope: a payload with a field more": envelope(edit=body(7, lambda payload: [*listed(payload), 0])),
    "envelope: a byte more": envelope(raw=lambda data: data + b"\xc0"),
    "envelope: a long integer": envelope(raw=lambda data: data[:1] + b"\xcc\x01" + data[2:]),
    "envelope: a long array": envelope(raw=lambda data: b"\xdc\x00\x08" + data[1:]),
    "envelope: a bit of the signature": envelope(sealed=lambda data: flipped(data, 9)),
    "envelope: a signature with S + ℓ": envelope(sealed=lambda data: raised(data[:64]) + data[64:]),
    "envelope: a signature without a nonce": _without_nonce,
    "envelope: a bit of the body, after signing": envelope(sealed=lambda data: flipped(data, len(data) - 3)),
    "order: a bit of the signature": envelope(ordered=lambda signature, term: (flipped(signature, 3), term)),
    "order: a signature with S + ℓ": envelope(ordered=lambda signature, term: (raised(signature), term)),
    "order: term 2": envelope(term=2),
    "order: another term than was signed": envelope(ordered=lambda signature, term: (signature, 2)),
}
