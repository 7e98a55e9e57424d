"""Pure. Payloads that live on one connection and never stand in the log, fields in wire order."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec

from protocol import limits
from protocol.table import OptionValue
from protocol.wire.fields import (
    Bytes16,
    Bytes32,
    Bytes64,
    Line,
    MaybeSeat,
    NameBytes,
    Number,
    Payload,
    SeatNumber,
    Version,
    Word,
)


class Role(IntEnum):
    """What a guest wants to be; each role has a table code of its own."""

    SEAT = 0
    WATCHER = 1


class Rules(Payload, frozen=True):
    """A game that a guest can play, and the hash of the rules it plays it by."""

    game: Word
    rules_hash: Bytes32


class Hello(Payload, frozen=True):
    """HELLO, guest to host: who is there.

    Attributes:
        versions: of the protocol, that the guest speaks.
        nonce: 32 fresh bytes.
        name: raw UTF-8.
        bot: whether a program decides.
        wish: a colour or "".
        ready: whether the match may begin as soon as every seat is taken and ready.
        seat: the seat wanted, -1 for any.
        rules: what the guest can play.
    """

    versions: Annotated[tuple[Version, ...], msgspec.Meta(min_length=1, max_length=limits.VERSIONS)]
    role: Role
    nonce: Bytes32
    name: NameBytes
    bot: bool
    wish: Word
    ready: bool
    seat: MaybeSeat
    rules: Annotated[tuple[Rules, ...], msgspec.Meta(max_length=limits.RULES)]


class Challenge(Payload, frozen=True):
    """CHALLENGE, host to guest: which table this is.

    Attributes:
        version: the one chosen of those offered.
        nonce: 32 fresh bytes.
        options: sorted by key.
        match_id: 16 bytes.
    """

    version: Version
    nonce: Bytes32
    game: Word
    rules_hash: Bytes32
    options: Annotated[tuple[OptionValue, ...], msgspec.Meta(max_length=limits.OPTIONS)]
    match_id: Bytes16


class Proof(Payload, frozen=True):
    """PROOF, guest to host: the guest knows the table code (`handshake.guest_mac`)."""

    mac: Bytes32


class Welcome(Payload, frozen=True):
    """WELCOME, host to guest: so does the host (`handshake.host_mac`). `seat` is -1 for a watcher."""

    mac: Bytes32
    seat: MaybeSeat
    running: bool


class Refuse(Payload, frozen=True):
    """REFUSE, either way: no, and why. `code` is a `RefusalCode`."""

    code: Word
    text: Line


class LobbySeat(Payload, frozen=True):
    """A taken seat; a draft comes when every seat is taken and `ready`."""

    seat: SeatNumber
    key: Bytes32
    name: NameBytes
    bot: bool
    wish: Word
    ready: bool


class Lobby(Payload, frozen=True):
    """LOBBY, host to all: who sits where, and how many seats there are."""

    seats: Annotated[tuple[LobbySeat, ...], msgspec.Meta(max_length=limits.SEATS)]
    size: Annotated[int, msgspec.Meta(ge=1, le=limits.SEATS)]


class Commit(Payload, frozen=True):
    """COMMIT, seat to host: the answer to a draft.

    Attributes:
        draft_hash: `Draft.hash` of the draft that the seat's screen showed.
        nonce: 32 fresh bytes.
        secret_commitment: of a fresh deck secret.
        chain_end: of a fresh hash chain.
    """

    draft_hash: Bytes32
    nonce: Bytes32
    secret_commitment: Bytes32
    chain_end: Bytes32


class Sign(Payload, frozen=True):
    """SIGN, seat to host: the seat's signature over the table id under the context "table"."""

    signature: Bytes64


class Start(Payload, frozen=True):
    """START, host to all: the signatures of all seats, in seat order."""

    signatures: Annotated[tuple[Bytes64, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]


class TermStart(Payload, frozen=True):
    """A change of host as a log has it: the term, and the index of the entry that began it."""

    term: Number
    index: Number


class Resume(Payload, frozen=True):
    """RESUME: what its author has of the log. Guest to host; and host to seat, where the seat has more of it.

    Attributes:
        length: entries.
        head: 32 bytes, the head there; zeros from whoever has not even the table record.
        terms: the changes of host among them, in the log's order.
        voted: the last term that the seat has voted for, 0 for none.
    """

    length: Number
    head: Bytes32
    terms: Annotated[tuple[TermStart, ...], msgspec.Meta(max_length=limits.TERMS)]
    voted: Number


class Chat(Payload, frozen=True):
    """CHAT, to all: a line of talk."""

    text: Line


class Broken(Payload, frozen=True):
    """BROKEN, host to all: the match breaks off. `seat` is -1 where no seat is to blame."""

    seat: MaybeSeat
    code: Word
    text: Line


class Bye(Payload, frozen=True):
    """BYE, either way: this connection ends on purpose."""


class Ready(Payload, frozen=True):
    """READY, seat to host before the match: whether it may begin, and the colour wished for now ("" for any)."""

    ready: bool
    wish: Word


class Consent(Payload, frozen=True):
    """CONSENT, seat to host: the signature of a seat under a proposal (`machine.absence`)."""

    seat: SeatNumber
    signature: Bytes64


class Propose(Payload, frozen=True):
    """PROPOSE, host to all: that seats be retired; fields as in RETIRE, with the consents that there are so far."""

    number: Annotated[int, msgspec.Meta(ge=1, le=limits.SEATS)]
    index: Number
    head: Bytes32
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]
    consents: Annotated[tuple[Consent, ...], msgspec.Meta(max_length=limits.SEATS)]


class Elect(Payload, frozen=True):
    """ELECT, a host to be to all seats: whether it shall order the log from here on; fields as in TERM."""

    term: Number
    index: Number
    head: Bytes32


class Vote(Payload, frozen=True):
    """VOTE, seat to the host to be: its signature for that (`machine.election`)."""

    seat: SeatNumber
    signature: Bytes64


class Away(Payload, frozen=True):
    """AWAY, host to all: whether the line of a seat is down, and how many seconds are left before it is retired."""

    seat: SeatNumber
    away: bool
    seconds: Number


class Idle(Payload, frozen=True):
    """IDLE, seat to host and host to all: whether the person of a seat is not there, so that its program plays on."""

    seat: SeatNumber
    idle: bool
