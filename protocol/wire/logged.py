"""Pure. Payloads that stand in the log, fields in wire order."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from protocol import limits
from protocol.wire.fields import (
    Bytes32,
    Bytes80,
    DeckNumber,
    Epoch,
    Number,
    Payload,
    Place,
    Position,
    Request,
    Score,
    SeatNumber,
    Word,
)
from protocol.wire.spoken import Consent, Vote


class Seal(Payload, frozen=True):
    """SEAL: a seat's pass over a deck.

    Attributes:
        step: 1 masks and permutes, 2 gives every position a key of its own.
        points: 32 bytes each, one per card.
        key_hashes: 32 bytes each, one per position in step 2, none in step 1.
        marks: which points are cards of the owner's hand and go no further; only with the first pass of a deck that is
            sealed again.
    """

    deck: DeckNumber
    epoch: Epoch
    step: Annotated[int, msgspec.Meta(ge=1, le=2)]
    points: Annotated[tuple[Bytes32, ...], msgspec.Meta(min_length=1, max_length=limits.DECK_CARDS)]
    key_hashes: Annotated[tuple[Bytes32, ...], msgspec.Meta(max_length=limits.DECK_CARDS)]
    marks: Annotated[tuple[Place, ...], msgspec.Meta(max_length=limits.DECK_CARDS)]


class Retire(Payload, frozen=True):
    """RETIRE: seats that owe an answer are out of the match; all others have signed so.

    Attributes:
        number: counts retirements by proposal, from 1.
        index: the log's length when it was proposed.
        head: 32 bytes, the head there.
        seats: who is retired, ascending.
        consents: of every other seat that is still in the match, ascending.
    """

    number: Annotated[int, msgspec.Meta(ge=1, le=limits.SEATS)]
    index: Number
    head: Bytes32
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]
    consents: Annotated[tuple[Consent, ...], msgspec.Meta(max_length=limits.SEATS)]


class Term(Payload, frozen=True):
    """TERM: the author is the host from here on; more than half of the seats in the match have signed so.

    It stands outside its author's running numbers.

    Attributes:
        term: above all terms before.
        index: the log's length before this entry.
        head: 32 bytes, the head there.
        votes: of seats that are in the match, ascending.
    """

    term: Number
    index: Number
    head: Bytes32
    votes: Annotated[tuple[Vote, ...], msgspec.Meta(min_length=1, max_length=limits.SEATS)]


class Concede(Payload, frozen=True):
    """CONCEDE: the author leaves the match for good, says so itself, and opens its secrets as OPENING does.

    Nothing that is still hidden depends on them: what it held is nobody's any more, and the decks are sealed again.
    """

    secret: Bytes32
    chain_seed: Bytes32


class Motion(Payload, frozen=True):
    """MOTION: what the author would like from now on: to play on (""), a pause, or the end of the match.

    It holds until the author says something else; what it leads to is `machine.motions`.
    """

    wish: Literal["", "pause", "abort"]


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


class HandKey(Payload, frozen=True):
    """HAND_KEY: the author's one-time X25519 key, for the hand that it is to get in a hand-over."""

    request: Annotated[int, msgspec.Meta(ge=1, le=limits.HANDOVERS)]
    key: Bytes32


class HandOver(Payload, frozen=True):
    """HAND_OVER: the author's hand for the seat that is to get it.

    Attributes:
        key: the author's one-time X25519 key.
        boxes: for each slot of the hand its key, for the receiver's eyes only.
    """

    request: Annotated[int, msgspec.Meta(ge=1, le=limits.HANDOVERS)]
    key: Bytes32
    boxes: Annotated[tuple[Bytes80, ...], msgspec.Meta(min_length=1, max_length=limits.DECK_CARDS)]


class Reveal(Payload, frozen=True):
    """REVEAL: the secret of the author's one-time key: the box that it got does not hold the right keys."""

    request: Annotated[int, msgspec.Meta(ge=1, le=limits.HANDOVERS)]
    secret: Bytes32


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
