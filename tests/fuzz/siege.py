"""Machine. Tables in the middle of something, made once and copied for every input; what a liar can send into them.

The one rule: whoever lies has the keys of the host, or of seats, that are its own; everything else is honest.
"""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from gefaehrten.core.kernel import Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.session.replicas import known_rules, match_of
from protocol import limits
from protocol.canonical import ZERO, Plain
from protocol.chain import Chain
from protocol.deck.sealing import Pass
from protocol.deck.secret import SeatSecret
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.log import Log
from protocol.machine.effects import KeepEntry, KeepOwn, KeepRecord, KeepSecrets
from protocol.machine.introduction import Applicant
from protocol.machine.seat import Secrets
from protocol.machine.watcher import Watcher
from protocol.wire.codec import unpack
from protocol.wire.envelope import Envelope, seal
from protocol.wire.frame import Entry, envelope_frame
from protocol.wire.messages import PAYLOADS, Kind, Payload, is_logged, kind_of, payload_of
from tests.machines import Entropy, Peer, TableBench, offer, random_actions

T = TypeVar("T")

STEPS = (3, 5, 7, 9, 11, 14, 20, 40, 60)
"""Frames that have gone through the hands of the bench when a table is looked at: in the lobby, between draft and
start, while decks are sealed and cards are dealt."""

TURNS = (2, 9)
"""Turns that have been made when a table is looked at in the middle of its match."""


def steady_turn(peer: Peer) -> list[int]:
    """A whole legal turn, always the same at the same place of the same match."""
    return random_actions(peer.match, Random(peer.table.log.length))


def begun(seats: int = 2, steps: int = 0, turns: int | None = None, **more: Any) -> TableBench:
    """A table at which so much has happened."""
    bench = TableBench(offer(seats), seed=f"siege {seats}", play=steady_turn, **more)
    if turns is not None:
        bench.run(turns=turns)
    elif steps:
        with suppress(AssertionError):  # not at rest yet, and that is what is wanted
            bench.run(steps=steps)
    return bench


def copied(value: T) -> T:
    """A copy that shares nothing which can change."""
    with _cheap():
        return copy.deepcopy(value)


@contextmanager
def _cheap() -> Iterator[None]:
    """What cannot change is not copied, and kernels know how to."""
    before = dict(copyreg.dispatch_table)
    shared: list[type] = [
        Identity,
        Entry,
        Envelope,
        Random,
        Chain,
        Pass,
        SeatSecret,
        Secrets,
        *_below(Payload),
    ]
    shared += [KeepEntry, KeepOwn, KeepRecord, KeepSecrets]
    games = catalogue.keys()
    shared += [type(catalogue.game(key)) for key in games]
    try:
        for kind in shared:
            copyreg.dispatch_table[kind] = _the_same
        for kind in _below(Kernel):
            copyreg.dispatch_table[kind] = _cloned
        yield
    finally:
        copyreg.dispatch_table.clear()
        copyreg.dispatch_table.update(before)


def _the_same(value: object) -> str:
    return "shared"


def _cloned(kernel: Kernel) -> tuple[Any, tuple[()]]:
    return kernel.clone, ()


def _below(kind: type) -> list[type]:
    direct: type
    found: list[type] = []
    for direct in kind.__subclasses__():
        found += [direct, *_below(direct)]
    return found


def identity(bench: TableBench, number: int) -> Identity:
    """The key pair of a peer of the bench; -1 is the host, others are strangers."""
    if number == -1:
        return Identity(Entropy(f"{bench.seed}/host")(32))
    return Identity(Entropy(f"{bench.seed}/identity/{number}")(32))


def watcher(bench: TableBench, identity: Identity, applicant: Applicant) -> Watcher:
    """Somebody who wants to look on, without a line yet."""
    return Watcher(
        identity,
        applicant,
        known=known_rules(),
        start=match_of,
        nonce=Entropy(f"{bench.seed}/watcher")(32),
        recall=lambda match: None,
    )


def small(value: Plain, most: int) -> int:
    """A number below `most` out of anything."""
    return value % most if type(value) is int else 0


def payload(kind: Plain, fields: Plain) -> Payload | None:
    """A payload of the kinds that there are, None if it cannot be."""
    kinds = tuple(PAYLOADS)
    known = Kind(kind) if type(kind) is int and kind in PAYLOADS else kinds[small(kind, len(kinds))]
    try:
        return payload_of(known, fields)
    except ProtocolError:
        return None


def spoken(author: Identity, made: Payload, table: bytes = ZERO) -> bytes | None:
    """A frame with something that is not logged; None if it cannot be signed."""
    try:
        return envelope_frame(seal(author, made, table=table))
    except ProtocolError:
        return None


def logged(
    author: Identity, made: Payload, log: Log, seat: int, *, skip: int = 0, back: int = 0
) -> bytes | None:
    """An envelope for the log, with the next number and head or others; None if it cannot be signed."""
    index = max(0, log.length - back)
    try:
        return seal(
            author,
            made,
            table=log.table_id,
            number=min(max(1, log.next_number(seat) + skip), limits.NUMBER),
            ack_index=index,
            ack_head=log.head(index),
        )
    except ProtocolError:
        return None


def read(data: bytes) -> tuple[int, list[Plain]] | None:
    """A table's number and what is done there; None for anything else."""
    try:
        match unpack(data):
            case [int(number), [*steps]]:
                return number, steps
    except ProtocolError:
        pass
    return None


def kind_and_fields(data: bytes) -> tuple[int, Plain]:
    """What an envelope says, for seeds."""
    body = unpack(data[64:])
    assert type(body) is list
    assert type(body[1]) is int
    return body[1], body[7]


def in_log(made: Payload) -> bool:
    """Whether messages of this kind stand in the log."""
    return is_logged(kind_of(made))
