"""Pure. Every kind of message and the fields of its payload, in wire order.

The one rule: a payload that can be made by `payload_of` has the right shape, types, lengths and ranges;
whether it is legal now is for the layers above.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from protocol.canonical import Plain
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.table import Draft, OptionValue, TableRecord
from protocol.wire.fields import Payload, plain_of
from protocol.wire.logged import (
    Claim,
    Concede,
    HandKey,
    HandOver,
    Keys,
    Link,
    Motion,
    Opening,
    Retire,
    Reveal,
    Seal,
    SlotKey,
    Term,
    Turn,
    Verdict,
    VerdictFault,
)
from protocol.wire.spoken import (
    Away,
    Broken,
    Bye,
    Challenge,
    Chat,
    Commit,
    Consent,
    Elect,
    Hello,
    Idle,
    Lobby,
    LobbySeat,
    Proof,
    Propose,
    Ready,
    Refuse,
    Resume,
    Role,
    Rules,
    Sign,
    Start,
    TermStart,
    Vote,
    Welcome,
)

__all__ = [
    "Away",
    "Broken",
    "Bye",
    "Challenge",
    "Chat",
    "Claim",
    "Commit",
    "Concede",
    "Consent",
    "Draft",
    "Elect",
    "HandKey",
    "HandOver",
    "Hello",
    "Idle",
    "Keys",
    "Kind",
    "Link",
    "Lobby",
    "LobbySeat",
    "Motion",
    "Opening",
    "OptionValue",
    "Payload",
    "Proof",
    "Propose",
    "Ready",
    "Refuse",
    "Resume",
    "Retire",
    "Reveal",
    "Role",
    "Rules",
    "Seal",
    "Sign",
    "SlotKey",
    "Start",
    "TableRecord",
    "Term",
    "TermStart",
    "Turn",
    "Verdict",
    "VerdictFault",
    "Vote",
    "Welcome",
    "is_logged",
    "kind_of",
    "payload_of",
    "plain_of",
]

LOGGED_FROM = 32
"""Kinds from here on go into the log; those below live on one connection only."""


class Kind(IntEnum):
    """The kinds of messages."""

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
    PROPOSE = 17
    CONSENT = 18
    AWAY = 19
    IDLE = 20
    ELECT = 21
    VOTE = 22
    SEAL = 32
    LINK = 33
    KEYS = 34
    TURN = 35
    CLAIM = 36
    OPENING = 37
    VERDICT = 38
    RETIRE = 39
    CONCEDE = 40
    TERM = 41
    MOTION = 42
    HAND_KEY = 43
    HAND_OVER = 44
    REVEAL = 45


def is_logged(kind: int) -> bool:
    """Whether messages of this kind are entries of the log."""
    return kind >= LOGGED_FROM


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
    Kind.PROPOSE: Propose,
    Kind.CONSENT: Consent,
    Kind.AWAY: Away,
    Kind.IDLE: Idle,
    Kind.ELECT: Elect,
    Kind.VOTE: Vote,
    Kind.SEAL: Seal,
    Kind.LINK: Link,
    Kind.KEYS: Keys,
    Kind.TURN: Turn,
    Kind.CLAIM: Claim,
    Kind.OPENING: Opening,
    Kind.VERDICT: Verdict,
    Kind.RETIRE: Retire,
    Kind.CONCEDE: Concede,
    Kind.TERM: Term,
    Kind.MOTION: Motion,
    Kind.HAND_KEY: HandKey,
    Kind.HAND_OVER: HandOver,
    Kind.REVEAL: Reveal,
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
