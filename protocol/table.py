"""Pure. What a table agrees on before play: the draft, the table record, its id and its signatures.

The one rule: everything later binds to the table id, which is the hash of the whole record without the
signatures.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, NoReturn

import msgspec

from protocol import limits
from protocol.canonical import hash32
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import Identity, check_public, verify
from protocol.wire.fields import Bytes16, Bytes32, NameBytes, Payload, Version, Word, plain_of

if TYPE_CHECKING:
    from protocol.wire.messages import Commit


class OptionValue(Payload, frozen=True):
    """A house rule and its value."""

    key: Word
    value: Word


class DraftSeat(Payload, frozen=True):
    """A seat as a draft shows it: who sits there, and what they asked for.

    Attributes:
        key: 32 bytes, the public key.
        name: raw UTF-8 as sent.
        bot: whether a program decides here.
        wish: a colour or "".
    """

    key: Bytes32
    name: NameBytes
    bot: bool
    wish: Word


class SeatEntry(Payload, frozen=True):
    """A seat of the table record: `DraftSeat` and what the seat committed to.

    Attributes:
        nonce: 32 fresh bytes of this seat for this draft.
        secret_commitment: `SeatSecret.commitment`, 32 bytes.
        chain_end: `Chain.end`, 32 bytes.
    """

    key: Bytes32
    name: NameBytes
    bot: bool
    wish: Word
    nonce: Bytes32
    secret_commitment: Bytes32
    chain_end: Bytes32


class Draft(Payload, frozen=True):
    """The table record without what the seats commit to; payload of DRAFT.

    Attributes:
        version: of the protocol.
        game: key of the game.
        rules_hash: 32 bytes over the game's rules.
        options: every option of the game, sorted by key, no key twice.
        match_id: 16 random bytes, made when the table opened.
        draft_nonce: 32 fresh bytes of the host; every draft has its own.
        host_key: 32 bytes, the public key that orders the log.
        seats: in seat order.
    """

    version: Version
    game: Word
    rules_hash: Bytes32
    options: Annotated[tuple[OptionValue, ...], msgspec.Meta(max_length=limits.OPTIONS)]
    match_id: Bytes16
    draft_nonce: Bytes32
    host_key: Bytes32
    seats: Annotated[tuple[DraftSeat, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]

    def hash(self) -> bytes:
        """32 bytes that a COMMIT answers."""
        return hash32("draft", plain_of(self))

    def check(self, culprit: Culprit = Culprit.HOST) -> None:
        """Checks what the shape alone does not say: version, sorted options, valid and distinct keys.

        Raises:
            RemoteProtocolError: code "version" or "table"; the fault of who drew it up.
        """
        _check_common(self, culprit)

    def complete(self, commits: Sequence[Commit]) -> TableRecord:
        """The table record from this draft and the COMMIT of each seat, in seat order."""
        seats = tuple(
            SeatEntry(
                key=seat.key,
                name=seat.name,
                bot=seat.bot,
                wish=seat.wish,
                nonce=commit.nonce,
                secret_commitment=commit.secret_commitment,
                chain_end=commit.chain_end,
            )
            for seat, commit in zip(self.seats, commits, strict=True)
        )
        return TableRecord(
            version=self.version,
            game=self.game,
            rules_hash=self.rules_hash,
            options=self.options,
            match_id=self.match_id,
            draft_nonce=self.draft_nonce,
            host_key=self.host_key,
            seats=seats,
        )


class TableRecord(Payload, frozen=True):
    """What all seats sign before play; payload of RECORD. Fields as in `Draft`."""

    version: Version
    game: Word
    rules_hash: Bytes32
    options: Annotated[tuple[OptionValue, ...], msgspec.Meta(max_length=limits.OPTIONS)]
    match_id: Bytes16
    draft_nonce: Bytes32
    host_key: Bytes32
    seats: Annotated[tuple[SeatEntry, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]

    def table_id(self) -> bytes:
        """32 bytes that everything later binds to."""
        return hash32("table", plain_of(self))

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The seats' public keys, in seat order."""
        return tuple(seat.key for seat in self.seats)

    def draft(self) -> Draft:
        """The draft that this record completes."""
        return Draft(
            version=self.version,
            game=self.game,
            rules_hash=self.rules_hash,
            options=self.options,
            match_id=self.match_id,
            draft_nonce=self.draft_nonce,
            host_key=self.host_key,
            seats=tuple(DraftSeat(seat.key, seat.name, seat.bot, seat.wish) for seat in self.seats),
        )

    def check(self, culprit: Culprit = Culprit.HOST) -> None:
        """Checks what the shape alone does not say; beyond `Draft.check`: no commitment, chain end or nonce
        twice.

        An equal commitment would be a copy of another seat's, and with it that seat's later openings.

        Raises:
            RemoteProtocolError: code "version" or "table"; the fault of who drew it up.
        """
        _check_common(self, culprit)
        values = [
            value for seat in self.seats for value in (seat.nonce, seat.secret_commitment, seat.chain_end)
        ]
        if len(set(values)) != len(values):
            _wrong(culprit)


def _check_common(table: Draft | TableRecord, culprit: Culprit) -> None:
    if table.version != limits.VERSION:
        raise RemoteProtocolError(
            "version",
            N_("This needs version {version} of the protocol; this program speaks version {own}."),
            culprit=culprit,
            version=table.version,
            own=limits.VERSION,
        )
    options = [option.key for option in table.options]
    if not table.game or "" in options or any(a >= b for a, b in itertools.pairwise(options)):
        _wrong(culprit)
    keys = [seat.key for seat in table.seats]
    if len(set(keys)) != len(keys):
        _wrong(culprit)
    for key in {*keys, table.host_key}:
        check_public(key, culprit=culprit)


def _wrong(culprit: Culprit) -> NoReturn:
    raise RemoteProtocolError("table", N_("The table is not drawn up as it should be."), culprit=culprit)


def sign_table(identity: Identity, table_id: bytes) -> bytes:
    """A seat's 64-byte signature under the table record."""
    return identity.sign("table", table_id)


def check_signature(
    record: TableRecord, seat: int, signature: bytes, *, culprit: Culprit = Culprit.PEER
) -> None:
    """Checks one seat's signature under the record.

    Raises:
        RemoteProtocolError: code "signature"; the fault of who sent it.
    """
    verify(record.seats[seat].key, "table", record.table_id(), signature, culprit=culprit)


def check_signatures(
    record: TableRecord, signatures: Sequence[bytes], *, culprit: Culprit = Culprit.HOST
) -> None:
    """Checks that every seat signed the record.

    Raises:
        RemoteProtocolError: code "table" (a signature too few or too many) or "signature"; the fault of who
            sent them.
    """
    if len(signatures) != len(record.seats):
        _wrong(culprit)
    table_id = record.table_id()
    for seat, signature in zip(record.seats, signatures, strict=True):
        verify(seat.key, "table", table_id, signature, culprit=culprit)


_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


@lru_cache(maxsize=8)
def check_word(table_id: bytes) -> str:
    """A word for people to compare aloud: 48 bits as three groups of five letters (Wilkerson's proquints).

    Remembered, since every seat of one process asks for the same one, and nobody else is served meanwhile.

    The bits come from a deliberately slow hash: a host that shows two tables to two guests would have to find
    two ids with one word, and 2**24 tries of 10 ms each take two days.
    """
    bits = hashlib.pbkdf2_hmac("sha256", table_id, b"check word", limits.WORD_ITERATIONS, 6)
    return "-".join(_syllables(int.from_bytes(bits[start : start + 2], "big")) for start in (0, 2, 4))


def _syllables(word: int) -> str:
    return (
        _CONSONANTS[word >> 12]
        + _VOWELS[word >> 10 & 3]
        + _CONSONANTS[word >> 6 & 15]
        + _VOWELS[word >> 4 & 3]
        + _CONSONANTS[word & 15]
    )
