"""Pure. Every kind of message and the fields of its payload, in wire order.

The one rule: a payload that can be made by `payload_of` has the right shape, types, lengths and ranges;
whether it is legal now is for the layers above.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

import msgspec

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.table import Draft, OptionValue, TableRecord
from protocol.wire.fields import (
    Bytes16,
    Bytes32,
    Bytes64,
    DeckNumber,
    Epoch,
    Line,
    MaybeSeat,
    NameBytes,
    Number,
    Payload,
    Position,
    Request,
    Score,
    SeatNumber,
    Version,
    Word,
    plain_of,
)

__all__ = ["Draft", "Kind", "OptionValue", "Payload", "TableRecord", "payload_of", "plain_of"]

LOGGED_FROM = 32
"""Kinds from here on go into the log; those below live on one connection only."""


class Kind(IntEnum):
    """The kinds of messages. 39 to 44 are kept for retiring, host terms, conceding and hand-overs."""

    HELLO = 1
    CHALLENGE = 2
    PROOF = 3
    WELCOME = 4
    REFUSE = 5
    LOBBY = 6
    DRAFT = 7
    COMMIT = 8
    RECORD = 9
    SIGN = 10
    START = 11
    RESUME = 12
    CHAT = 13
    BROKEN = 14
    BYE = 15
    READY = 16
    SEAL = 32
    LINK = 33
    KEYS = 34
    TURN = 35
    CLAIM = 36
    OPENING = 37
    VERDICT = 38


class Role(IntEnum):
    """What a guest wants to be; each role has a table code of its own."""

    SEAT = 0
    WATCHER = 1


def is_logged(kind: int) -> bool:
    """Whether messages of this kind are entries of the log."""
    return kind >= LOGGED_FROM


# --- on one connection ----------------------------------------------------------------------------------------


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


class Resume(Payload, frozen=True):
    """RESUME, guest to host: what the guest has of the log."""

    length: Number
    head: Bytes32


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


# --- in the log -----------------------------------------------------------------------------------------------


class Seal(Payload, frozen=True):
    """SEAL: a seat's pass over a deck.

    Attributes:
        step: 1 masks and permutes, 2 gives every position a key of its own.
        points: 32 bytes each, one per card.
        key_hashes: 32 bytes each, one per position in step 2, none in step 1.
    """

    deck: DeckNumber
    epoch: Epoch
    step: Annotated[int, msgspec.Meta(ge=1, le=2)]
    points: Annotated[tuple[Bytes32, ...], msgspec.Meta(min_length=1, max_length=limits.DECK_CARDS)]
    key_hashes: Annotated[tuple[Bytes32, ...], msgspec.Meta(max_length=limits.DECK_CARDS)]


class Link(Payload, frozen=True):
    """LINK: the author's link of its hash chain for a request of joint randomness."""

    request: Annotated[int, msgspec.Meta(ge=1, le=limits.CHAIN_LINKS)]
    link: Bytes32


class SlotKey(Payload, frozen=True):
    """A seat's key of one position of a sealed deck."""

    deck: DeckNumber
    position: Position
    key: Bytes32


class Keys(Payload, frozen=True):
    """KEYS: the author's keys of slots that are due to others, or to all."""

    keys: Annotated[tuple[SlotKey, ...], msgspec.Meta(min_length=1, max_length=limits.KEYS)]


class Turn(Payload, frozen=True):
    """TURN: the author's whole turn.

    Attributes:
        request: number of the request that it answers.
        moves: what the rules make of it, plain values.
        openings: the author's keys of the slots that the moves play.
        digest: 32 bytes of the public state after the turn.
    """

    request: Request
    moves: Annotated[tuple[Any, ...], msgspec.Meta(max_length=limits.TURN_MOVES)]
    openings: Annotated[tuple[SlotKey, ...], msgspec.Meta(max_length=limits.TURN_MOVES)]
    digest: Bytes32


class Claim(Payload, frozen=True):
    """CLAIM: the author's keys of slots of its own that open to no card, or to one already seen.

    Two slots of one hand that open to the same card are shown together. Without openings: the pass that the author
    is due to build on holds something that is no point.
    """

    openings: Annotated[tuple[SlotKey, ...], msgspec.Meta(max_length=limits.TURN_MOVES)]


class Opening(Payload, frozen=True):
    """OPENING: after the match, all the author's secrets: deck secret and seed of its hash chain."""

    secret: Bytes32
    chain_seed: Bytes32


class VerdictFault(Payload, frozen=True):
    """A fault that an audit found: log entry, seat, code."""

    entry: Number
    seat: SeatNumber
    code: Word


class Verdict(Payload, frozen=True):
    """VERDICT: what the author's audit found; `play_head` is of the entry that ended the play, `scores` by seat."""

    honest: bool
    faults: Annotated[tuple[VerdictFault, ...], msgspec.Meta(max_length=limits.ARRAY)]
    play_head: Bytes32
    scores: Annotated[tuple[Score, ...], msgspec.Meta(max_length=limits.SEATS)]


PAYLOADS: Mapping[Kind, type[Payload]] = {
    Kind.HELLO: Hello,
    Kind.CHALLENGE: Challenge,
    Kind.PROOF: Proof,
    Kind.WELCOME: Welcome,
    Kind.REFUSE: Refuse,
    Kind.LOBBY: Lobby,
    Kind.DRAFT: Draft,
    Kind.COMMIT: Commit,
    Kind.RECORD: TableRecord,
    Kind.SIGN: Sign,
    Kind.START: Start,
    Kind.RESUME: Resume,
    Kind.CHAT: Chat,
    Kind.BROKEN: Broken,
    Kind.BYE: Bye,
    Kind.READY: Ready,
    Kind.SEAL: Seal,
    Kind.LINK: Link,
    Kind.KEYS: Keys,
    Kind.TURN: Turn,
    Kind.CLAIM: Claim,
    Kind.OPENING: Opening,
    Kind.VERDICT: Verdict,
}
"""Which payload each kind carries."""

_KINDS: Mapping[type[Payload], Kind] = {payload: kind for kind, payload in PAYLOADS.items()}


def kind_of(payload: Payload) -> Kind:
    """The kind that carries this payload.

    Raises:
        LocalProtocolError: it is a part of a payload, not one; our own bug.
    """
    kind = _KINDS.get(type(payload))
    if kind is None:
        raise LocalProtocolError(
            "kind", N_("A value of type {kind} cannot be sent."), kind=type(payload).__name__
        )
    return kind


def payload_of(kind: int, plain: Plain, *, culprit: Culprit = Culprit.PEER) -> Payload:
    """The payload of a kind from its plain array.

    Raises:
        RemoteProtocolError: code "kind" or "payload", for DRAFT and RECORD also "version", "table" and "key";
            the fault of who made it, as `culprit` says.
    """
    try:
        expected = PAYLOADS[Kind(kind)]
    except ValueError as error:
        raise RemoteProtocolError(
            "kind", N_("A message is of unknown kind {kind}."), culprit=culprit, kind=kind
        ) from error
    try:
        # builtin_types: without it msgspec takes base64 text where bytes are due.
        payload = msgspec.convert(plain, expected, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise RemoteProtocolError(
            "payload",
            N_("A message of kind {kind} has wrong fields."),
            culprit=culprit,
            kind=Kind(kind).name,
        ) from error
    if isinstance(payload, Draft | TableRecord):
        payload.check(culprit)
    return payload
