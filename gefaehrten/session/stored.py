"""Pure. What a profile holds of a match, as values.

The one rule: bytes that others signed are kept as they came; nothing in here reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from gefaehrten.core.text import Sentence
from protocol.wire.frame import Entry

MATCH_ID_BYTES: Final = 16
"""The length of a match id."""

SIGNATURE_BYTES: Final = 64
"""The length of a seat's signature under the table record."""

NO_SIGNATURE: Final = bytes(SIGNATURE_BYTES)
"""Stands in the file for a signature that is not there yet."""


class Role(StrEnum):
    """What this profile is in a match."""

    HOST = "host"
    GUEST = "guest"
    BOT = "bot"
    WATCHER = "watcher"
    LOCAL = "local"


class MatchState(StrEnum):
    """How far a match has come."""

    LOBBY = "lobby"
    """Seats are being taken; the table record may still change."""
    RUNNING = "running"
    OVER = "over"
    """Played to its end; the audit is not complete."""
    VERDICT = "verdict"
    """Played and audited."""
    BROKEN = "broken"
    """Broken off or ended by a fault."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list of all.

    Attributes:
        match: its id, 16 bytes.
        started: seconds since 1970 (UTC) at which the table opened here.
        address: where its host is or was reached.
        code: the table code for seats; `watch_code` the one for watchers.
        record: the packed table record, empty until there is one.
        signatures: the seats' signatures under it in seat order, empty where one is not there yet.
        result: what the match ended with, as JSON values.
        entries: the index of the last stored log entry; 0: none.
    """

    match: bytes
    game: str
    role: Role
    state: MatchState
    started: int
    address: str
    code: str = field(repr=False)
    watch_code: str = field(repr=False)
    record: bytes = field(repr=False)
    signatures: tuple[bytes, ...] = field(repr=False)
    result: Mapping[str, object] | None
    entries: int

    @property
    def id(self) -> str:
        """The match id as people and programs write it: hexadecimal."""
        return self.match.hex()


@dataclass(frozen=True, slots=True)
class SeatSecrets:
    """What one seat, the profile's own or a bot's, put into one draft of the table record.

    Attributes:
        seat_key: the seat's public key, 32 bytes.
        draft_nonce: the draft that the secrets belong to.
        deck_secret: its shuffles and keys come from this.
        chain_seed: its part in all dice comes from this.
        identity_seed: the seed of `seat_key`; empty for the profile's own identity.
        level: of the bot that plays the seat; empty for a person.
    """

    seat_key: bytes
    draft_nonce: bytes
    deck_secret: bytes = field(repr=False)
    chain_seed: bytes = field(repr=False)
    identity_seed: bytes = field(default=b"", repr=False)
    level: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An envelope that a seat of this profile has signed: it may be sent again, never signed anew.

    Attributes:
        author: the seat's public key.
        number: the author's running number.
        envelope: the bytes to send.
        duty: which duty it fulfils, in the session's words; empty where it fulfils none.
    """

    author: bytes
    number: int
    envelope: bytes
    duty: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """Everything that the profile holds of one match, as of one moment.

    Attributes:
        entries: the log from entry 1 on, without a hole.
        damage: what could not be read, if anything: the rest is then what stands before the damaged place.
    """

    row: MatchRow
    entries: tuple[Entry, ...]
    secrets: tuple[SeatSecrets, ...]
    outbox: tuple[Outgoing, ...]
    damage: Sentence | None = None

    def secret(self, seat_key: bytes, draft_nonce: bytes) -> SeatSecrets | None:
        """A seat's secrets for one draft, None if this profile does not hold them."""
        for secrets in self.secrets:
            if secrets.seat_key == seat_key and secrets.draft_nonce == draft_nonce:
                return secrets
        return None

    def outgoing(self, author: bytes) -> tuple[Outgoing, ...]:
        """What a seat has signed, by number."""
        return tuple(outgoing for outgoing in self.outbox if outgoing.author == author)

    def last_outgoing(self, author: bytes) -> Outgoing | None:
        """What a seat has signed last."""
        return max(self.outgoing(author), key=lambda outgoing: outgoing.number, default=None)
