"""Pure. Made-up tables, payloads and logs for the tests of the protocol."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeVar

from protocol.canonical import hash32
from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.log import Log
from protocol.table import Draft, DraftSeat, OptionValue, TableRecord
from protocol.wire.envelope import seal
from protocol.wire.messages import (
    Away,
    Broken,
    Bye,
    Challenge,
    Chat,
    Claim,
    Commit,
    Concede,
    Consent,
    Elect,
    HandKey,
    HandOver,
    Hello,
    Idle,
    Keys,
    Kind,
    Link,
    Lobby,
    LobbySeat,
    Motion,
    Opening,
    Payload,
    Proof,
    Propose,
    Ready,
    Refuse,
    Resume,
    Retire,
    Reveal,
    Role,
    Rules,
    Seal,
    Sign,
    SlotKey,
    Start,
    Term,
    TermStart,
    Turn,
    Verdict,
    VerdictFault,
    Vote,
    Welcome,
)

T = TypeVar("T")


def outcome(parse: Callable[..., T], *arguments: object) -> T | ProtocolError:
    """What a call returns or says: a value or an error of the protocol. Any other exception fails the
    test."""
    try:
        return parse(*arguments)
    except ProtocolError as error:
        return error


def blob(label: str, size: int = 32) -> bytes:
    """Fixed bytes that look random."""
    return hashlib.shake_256(label.encode()).digest(size)


HOST = Identity(blob("host"))
PLAYERS = tuple(Identity(blob(f"player {seat}")) for seat in range(4))
TABLE = blob("table")


def secret(seat: int) -> SeatSecret:
    return SeatSecret(blob(f"secret {seat}"))


def chain_seed(seat: int) -> bytes:
    return blob(f"chain {seat}")


def draft(seats: int = 2) -> Draft:
    return Draft(
        version=1,
        game="toy",
        rules_hash=blob("rules"),
        options=(OptionValue("points", "open"), OptionValue("side", "white")),
        match_id=blob("match", 16),
        draft_nonce=blob("draft"),
        host_key=HOST.public,
        seats=tuple(
            DraftSeat(PLAYERS[seat].public, f"Spieler {seat}".encode(), seat == 1, "red" if seat == 0 else "")
            for seat in range(seats)
        ),
    )


def commit(seat: int, table: Draft) -> Commit:
    return Commit(
        draft_hash=table.hash(),
        nonce=blob(f"nonce {seat}"),
        secret_commitment=secret(seat).commitment(table.draft_nonce, seat),
        chain_end=Chain(chain_seed(seat)).end,
    )


def record(seats: int = 2) -> TableRecord:
    table = draft(seats)
    return table.complete([commit(seat, table) for seat in range(seats)])


def empty_log(seats: int = 2) -> Log:
    return Log(TABLE, HOST.public, [player.public for player in PLAYERS[:seats]])


def next_envelope(log: Log, seat: int, payload: Payload, ack: int | None = None) -> bytes:
    """What an honest seat signs next."""
    index = log.length if ack is None else ack
    return seal(
        PLAYERS[seat],
        payload,
        table=log.table_id,
        number=log.next_number(seat),
        ack_index=index,
        ack_head=log.head(index),
    )


def grow(log: Log, seat: int, payload: Payload, ack: int | None = None) -> None:
    """An honest seat sends, an honest host orders."""
    log.append(log.order(HOST, next_envelope(log, seat, payload, ack)))


SLOT_KEY = SlotKey(0, 3, blob("key"))

PAYLOADS: dict[Kind, Payload] = {
    Kind.HELLO: Hello(
        (1, 2),
        Role.SEAT,
        blob("n"),
        "Jürgen".encode(),
        False,
        "red",
        True,
        -1,
        (Rules("toy", blob("rules")),),
    ),
    Kind.CHALLENGE: Challenge(
        1, blob("m"), "toy", blob("rules"), (OptionValue("points", "open"),), blob("match", 16)
    ),
    Kind.PROOF: Proof(blob("mac")),
    Kind.WELCOME: Welcome(blob("mac"), 1, True),
    Kind.REFUSE: Refuse("full", "The table is full."),
    Kind.LOBBY: Lobby((LobbySeat(0, HOST.public, b"host", False, "", True),), 4),
    Kind.DRAFT: draft(),
    Kind.COMMIT: commit(0, draft()),
    Kind.RECORD: record(),
    Kind.SIGN: Sign(blob("signature", 64)),
    Kind.START: Start((blob("a", 64), blob("b", 64))),
    Kind.RESUME: Resume(7, blob("head"), (TermStart(2, 5),), 3),
    Kind.CHAT: Chat("Grüße!"),
    Kind.BROKEN: Broken(-1, "gone", "The host left."),
    Kind.BYE: Bye(),
    Kind.READY: Ready(False, "blue"),
    Kind.PROPOSE: Propose(1, 9, blob("head"), (1,), (Consent(0, blob("a", 64)),)),
    Kind.CONSENT: Consent(2, blob("b", 64)),
    Kind.AWAY: Away(1, True, 40),
    Kind.IDLE: Idle(1, True),
    Kind.ELECT: Elect(2, 7, blob("head")),
    Kind.VOTE: Vote(1, blob("one") + blob("two")),
    Kind.SEAL: Seal(0, 0, 2, (blob("p"), blob("q")), (blob("r"), blob("s")), (0, 1)),
    Kind.LINK: Link(1, blob("link")),
    Kind.KEYS: Keys((SLOT_KEY, SlotKey(1, 0, blob("other")))),
    Kind.TURN: Turn(3, (1, [2, b"x", [None, True]], "text"), (SLOT_KEY,), hash32("digest")),
    Kind.CLAIM: Claim((SLOT_KEY,)),
    Kind.OPENING: Opening(blob("secret"), blob("chain")),
    Kind.VERDICT: Verdict(False, (VerdictFault(9, 1, "shuffle"),), blob("head"), (21, -3)),
    Kind.RETIRE: Retire(1, 9, blob("head"), (1,), (Consent(0, blob("a", 64)), Consent(2, blob("b", 64)))),
    Kind.CONCEDE: Concede(blob("secret"), blob("chain")),
    Kind.TERM: Term(
        2, 7, blob("head"), (Vote(0, blob("one") + blob("two")), Vote(2, blob("two") + blob("one")))
    ),
    Kind.MOTION: Motion("pause"),
    Kind.HAND_KEY: HandKey(3, blob("key")),
    Kind.HAND_OVER: HandOver(
        3, blob("key"), (blob("a") + blob("b") + bytes(16), blob("b") + blob("a") + bytes(16))
    ),
    Kind.REVEAL: Reveal(3, blob("secret")),
}
"""One payload of each kind."""
