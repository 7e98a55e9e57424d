"""Pure. The test vectors of the protocol: made from fixed labels, compared with the files here, never
rewritten by a test.

The one rule: a vector holds everything that a second implementation needs to repeat it. Bytes are written in
hex.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from protocol.canonical import Plain, canonical, hash32
from protocol.chain import Chain, below, joint
from protocol.deck.cards import card_points
from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import DeckId
from protocol.handshake import guest_mac, host_mac
from protocol.identity import Identity, fingerprint
from protocol.invite import code_key
from protocol.log import Log
from protocol.machine.handing import Handing
from protocol.record import RecordFile
from protocol.table import check_word, sign_table
from protocol.wire.codec import pack
from protocol.wire.envelope import seal
from protocol.wire.frame import entry_frame, envelope_frame
from protocol.wire.messages import Challenge, Hello, Kind, Link, is_logged, plain_of
from tests.golden.protocol.whole_match import whole_match
from tests.unit.protocol import samples
from tests.unit.protocol.samples import TABLE, blob

FOLDER = Path(__file__).resolve().parent
Vector = dict[str, Any]


def spell(value: Plain) -> Any:
    """A plain value in JSON: bytes as {"bytes": hex}, integers as {"int": decimal}, the rest as itself."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, list):
        return [spell(item) for item in value]
    if type(value) is int:
        return {"int": str(value)}
    return value


def canonical_forms() -> Vector:
    values: list[Plain] = [
        None,
        False,
        True,
        0,
        1,
        127,
        128,
        255,
        256,
        2**64,
        -1,
        -2,
        -256,
        -257,
        b"",
        b"\x00\xff",
        "",
        "Lothlórien",
        [],
        [1, "a", b"b", [None, [True]]],
    ]
    return {
        "forms": [{"value": spell(value), "canonical": canonical(value).hex()} for value in values],
        "hash32": {
            "context": "example",
            "values": [spell(7), spell(b"\xff")],
            "hash": hash32("example", 7, b"\xff").hex(),
        },
    }


def envelopes() -> Vector:
    seed = blob("player 0")
    author = Identity(seed)
    made = []
    for kind in Kind:
        payload = samples.PAYLOADS[kind]
        place: dict[str, Any] = {}
        if is_logged(kind):
            number = 0 if kind is Kind.TERM else 3
            place = {"table": TABLE, "number": number, "ack_index": 2, "ack_head": blob("h")}
        data = seal(author, payload, **place)
        made.append(
            {
                "kind": kind.name,
                "payload": spell(plain_of(payload)),
                "payload_bytes": pack(plain_of(payload)).hex(),
                "envelope": data.hex(),
                "frame": envelope_frame(data).hex(),
            }
        )
    return {
        "author_seed": seed.hex(),
        "author": author.public.hex(),
        "fingerprint": fingerprint(author.public),
        "logged_with": {"table": TABLE.hex(), "number": 3, "ack_index": 2, "ack_head": blob("h").hex()},
        "envelopes": made,
    }


def handshake() -> Vector:
    code = "7KQ2-9FZA-M3XP-0T4V"
    hello, challenge = samples.PAYLOADS[Kind.HELLO], samples.PAYLOADS[Kind.CHALLENGE]
    assert isinstance(hello, Hello)
    assert isinstance(challenge, Challenge)
    guest, host = samples.PLAYERS[0].public, samples.HOST.public
    return {
        "code": code,
        "code_key": code_key(code).hex(),
        "guest_key": guest.hex(),
        "host_key": host.hex(),
        "hello": spell(plain_of(hello)),
        "challenge": spell(plain_of(challenge)),
        "guest_mac": guest_mac(code, guest, host, hello, challenge).hex(),
        "host_mac": host_mac(code, guest, host, hello, challenge).hex(),
    }


def tables() -> Vector:
    table = samples.record(2)
    return {
        "draft": spell(plain_of(table.draft())),
        "draft_hash": table.draft().hash().hex(),
        "record": spell(plain_of(table)),
        "table_id": table.table_id().hex(),
        "check_word": check_word(table.table_id()),
        "seats": [
            {
                "identity_seed": blob(f"player {seat}").hex(),
                "secret": samples.secret(seat).value.hex(),
                "chain_seed": samples.chain_seed(seat).hex(),
                "signature": sign_table(samples.PLAYERS[seat], table.table_id()).hex(),
            }
            for seat in range(2)
        ],
    }


def logs() -> Vector:
    log = samples.empty_log(2)
    for index in range(3):
        samples.grow(log, index % 2, Link(index + 1, blob(f"link {index}")))
    return {
        "table_id": TABLE.hex(),
        "host_seed": blob("host").hex(),
        "host_key": samples.HOST.public.hex(),
        "seats": [key.hex() for key in log.seats],
        "genesis": log.head(0).hex(),
        "entries": [
            {
                "index": entry.index,
                "term": entry.term,
                "envelope": entry.envelope.hex(),
                "head": log.head(entry.index).hex(),
                "signature": entry.signature.hex(),
                "frame": entry_frame(entry).hex(),
            }
            for entry in log.entries
        ],
    }


def cards() -> Vector:
    return {
        "table_id": TABLE.hex(),
        "deck": 2,
        "epoch": 1,
        "points": [point.hex() for point in card_points(TABLE, DeckId(2, 1), tuple(range(5)))],
    }


def sealing() -> Vector:
    order, size = (1, 0, 2), 4
    deck = SealedDeck(TABLE, 1, 0, order, size)
    passes = []
    while (due := deck.due()) is not None:
        step, seat = due
        payload = deck.make(samples.secret(seat))
        deck.receive(seat, payload)
        passes.append(
            {
                "step": step,
                "seat": seat,
                "points": [point.hex() for point in payload.points],
                "key_hashes": [value.hex() for value in payload.key_hashes],
            }
        )
    keys = {
        seat: [samples.secret(seat).position_key(TABLE, deck.deck_id, seat, j) for j in range(size)]
        for seat in order
    }
    return {
        "table_id": TABLE.hex(),
        "deck": 1,
        "epoch": 0,
        "size": size,
        "order": list(order),
        "secrets": {
            str(seat): {
                "secret": samples.secret(seat).value.hex(),
                "deck_key": samples.secret(seat).deck_key(TABLE, deck.deck_id, seat).hex(),
                "permutation": list(samples.secret(seat).permutation(TABLE, deck.deck_id, seat, size)),
                "position_keys": [key.hex() for key in keys[seat]],
            }
            for seat in sorted(order)
        },
        "passes": passes,
        "cards": [deck.open(j, {seat: keys[seat][j] for seat in order}) for j in range(size)],
    }


def hands() -> Vector:
    """Seat 1 passes two cards of deck 0, which all draw from and which was dealt from its first seal, on to seat 2."""
    slots, deck = [(0, 4), (0, 7)], DeckId(0, 0)
    giver, receiver = samples.secret(1), samples.secret(2)
    handing = Handing(TABLE, lambda slot, key: True)
    head = blob("head")
    handing.ask([(1, 2, slots)], 0, head)
    key = handing.hand_key(2, receiver)
    handing.receive_key(2, key, 1, 0)
    gift = handing.owes_box(1)
    assert gift is not None
    keys = {slot: giver.position_key(TABLE, deck, 1, slot[1]) for slot in slots}
    said = handing.boxed(gift, giver, keys)
    return {
        "table_id": TABLE.hex(),
        "request": 1,
        "head": head.hex(),
        "giver": 1,
        "receiver": 2,
        "giver_deck_secret": giver.value.hex(),
        "receiver_deck_secret": receiver.value.hex(),
        "giver_secret": giver.hand_secret(TABLE, 1, head, 1, "give").hex(),
        "receiver_secret": receiver.hand_secret(TABLE, 1, head, 2, "get").hex(),
        "receiver_key": key.key.hex(),
        "giver_key": said.key.hex(),
        "slots": [list(slot) for slot in slots],
        "keys": [keys[slot].hex() for slot in slots],
        "boxes": [box.hex() for box in said.boxes],
    }


def links() -> Vector:
    chains = [Chain(samples.chain_seed(seat)) for seat in range(2)]
    results = []
    for r in (1, 2, 4096):
        result = joint(TABLE, r, [chain.link(r) for chain in chains])
        results.append(
            {
                "request": r,
                "links": [chain.link(r).hex() for chain in chains],
                "result": result.hex(),
                "below": {str(sides): str(below(result, sides)) for sides in (2, 3, 6, 2**63 + 1)},
            }
        )
    return {
        "table_id": TABLE.hex(),
        "seeds": [samples.chain_seed(seat).hex() for seat in range(2)],
        "ends": [chain.end.hex() for chain in chains],
        "results": results,
    }


def records() -> Vector:
    table = samples.record(2)
    log = Log(table.table_id(), samples.HOST.public, table.keys)
    for index in range(2):
        samples.grow(log, index, Link(1, Chain(samples.chain_seed(index)).link(1)))
    signatures = tuple(sign_table(player, table.table_id()) for player in samples.PLAYERS[:2])
    return {
        "entries": 2,
        "head": log.head().hex(),
        "file": RecordFile(table, signatures, tuple(log.entries)).to_bytes().hex(),
    }


VECTORS: dict[str, Callable[[], Vector]] = {
    "canonical": canonical_forms,
    "envelope": envelopes,
    "handshake": handshake,
    "table": tables,
    "log": logs,
    "cards": cards,
    "sealing": sealing,
    "links": links,
    "hands": hands,
    "record": records,
    "match": whole_match,
}
"""What makes the file of each name."""


def text(name: str) -> str:
    """What the file of this name must hold."""
    return json.dumps(VECTORS[name](), ensure_ascii=False, indent=1) + "\n"


def path(name: str) -> Path:
    """Where the file of this name lies."""
    return FOLDER / f"{name}.json"
