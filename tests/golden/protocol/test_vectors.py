"""The vectors are what the program makes, and what a second implementation makes of the same inputs."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from tests.golden.protocol import vectors
from tests.unit.protocol import boxes, reference


def read(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(vectors.path(name).read_text(encoding="utf-8"))
    return loaded


def plain(value: Any) -> Any:
    """The value that `vectors.spell` spelled."""
    if isinstance(value, dict):
        return bytes.fromhex(value["bytes"]) if "bytes" in value else int(value["int"])
    return [plain(item) for item in value] if isinstance(value, list) else value


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("name", vectors.VECTORS)
def test_files_hold_what_the_program_makes(name: str) -> None:
    assert vectors.path(name).read_text(encoding="utf-8") == vectors.text(name)


def test_there_are_no_other_files() -> None:
    assert {path.stem for path in vectors.FOLDER.glob("*.json")} == set(vectors.VECTORS)


# By the second implementation


def test_canonical_forms() -> None:
    file = read("canonical")
    for form in file["forms"]:
        assert reference.canonical(plain(form["value"])).hex() == form["canonical"]
    hashed = file["hash32"]
    assert reference.h(hashed["context"], *plain(hashed["values"])).hex() == hashed["hash"]


def test_envelopes() -> None:
    file = read("envelope")
    place = file["logged_with"]
    kinds = [*range(1, 23), *range(32, 46)]
    assert len(file["envelopes"]) == len(kinds)
    for kind, made in zip(kinds, file["envelopes"], strict=True):
        payload = plain(made["payload"])
        assert reference.msgpack(payload).hex() == made["payload_bytes"]
        where = [bytes(32), raw(file["author"]), 0, 0, bytes(32)]
        if kind >= 32:
            where = [
                raw(place["table"]),
                raw(file["author"]),
                0 if kind == 41 else place["number"],  # TERM stands outside the numbers
                place["ack_index"],
                raw(place["ack_head"]),
            ]
        body = reference.msgpack([1, kind, *where, payload])
        data = raw(made["envelope"])
        assert data[64:] == body
        assert reference.verifies(raw(file["author"]), "envelope", body, data[:64])
        assert raw(made["frame"]) == b"\x01" + data


def test_handshake() -> None:
    file = read("handshake")
    for side in ("guest", "host"):
        mac = reference.h(
            "handshake",
            side,
            raw(file["guest_key"]),
            raw(file["host_key"]),
            plain(file["hello"]),
            plain(file["challenge"]),
            key=raw(file["code_key"]),
        )
        assert mac.hex() == file[f"{side}_mac"]


def test_table() -> None:
    file = read("table")
    record, draft = plain(file["record"]), plain(file["draft"])
    assert reference.h("draft", draft).hex() == file["draft_hash"]
    assert reference.h("table", record).hex() == file["table_id"]
    assert [*record[:7], [seat[:4] for seat in record[7]]] == draft
    for number, (seat, secrets) in enumerate(zip(record[7], file["seats"], strict=True)):
        key, _, _, _, _, commitment, end = seat
        assert reference.h("secret", record[5], number, raw(secrets["secret"])) == commitment
        assert reference.link(raw(secrets["chain_seed"]), 0) == end
        assert reference.verifies(key, "table", raw(file["table_id"]), raw(secrets["signature"]))


def test_log() -> None:
    file = read("log")
    table, host = raw(file["table_id"]), raw(file["host_key"])
    head = reference.h("head", table)
    assert head.hex() == file["genesis"]
    for index, entry in enumerate(file["entries"], 1):
        head = reference.h("entry", head, raw(entry["envelope"]))
        assert head.hex() == entry["head"]
        signed = reference.canonical([table, 1, index, head])
        assert reference.verifies(host, "order", signed, raw(entry["signature"]))
        place = (1).to_bytes(4, "big") + index.to_bytes(4, "big")
        assert raw(entry["frame"]) == b"\x02" + raw(entry["signature"]) + place + raw(entry["envelope"])


def test_cards() -> None:
    file = read("cards")
    for number, point in enumerate(file["points"]):
        card = reference.card(raw(file["table_id"]), file["deck"], file["epoch"], number)
        assert reference.encode(card).hex() == point


def test_sealing() -> None:
    file = read("sealing")
    place = (raw(file["table_id"]), file["deck"], file["epoch"])
    secrets = {int(seat): raw(made["secret"]) for seat, made in file["secrets"].items()}
    passes = reference.seal(*place, file["order"], file["size"], secrets)
    assert [[raw(point) for point in made["points"]] for made in file["passes"]] == passes
    for made in file["passes"]:
        keys = [raw(key) for key in file["secrets"][str(made["seat"])]["position_keys"] if made["step"] == 2]
        hashes = [reference.h("key", *place, made["seat"], j, key) for j, key in enumerate(keys)]
        assert [value.hex() for value in hashes] == made["key_hashes"]
    for position, number in enumerate(file["cards"]):
        point = reference.card(*place, number)
        for made in file["secrets"].values():
            point = reference.multiply(int.from_bytes(raw(made["position_keys"][position]), "little"), point)
        assert reference.encode(point) == passes[-1][position]


def test_hands() -> None:
    file = read("hands")
    table, request, giver, receiver = raw(file["table_id"]), file["request"], file["giver"], file["receiver"]
    for who, side, seat in (("giver", "give", giver), ("receiver", "get", receiver)):
        deck_secret = raw(file[f"{who}_deck_secret"])
        secret = reference.h("hand", table, request, raw(file["head"]), seat, side, key=deck_secret, size=64)[
            :32
        ]
        assert secret.hex() == file[f"{who}_secret"]
        assert boxes.public(secret).hex() == file[f"{who}_key"]
    for number, ((deck, position), key) in enumerate(zip(file["slots"], file["keys"], strict=True)):
        scalar = reference.scalar(
            raw(file["giver_deck_secret"]), "position key", table, deck, 0, giver, position
        )
        assert scalar.to_bytes(32, "little").hex() == key
        content = reference.h("hand", table, request, giver, receiver, deck, position) + raw(key)
        nonce = number.to_bytes(24, "big")
        made = boxes.box(content, nonce, raw(file["receiver_key"]), raw(file["giver_secret"]))
        assert made.hex() == file["boxes"][number]


def test_the_plain_boxes_are_those_of_the_papers() -> None:
    """Two keys of "Cryptography in NaCl" (and RFC 7748, section 6.1), what they share, the first key made of it."""
    alice = raw("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    bob = raw("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    assert boxes.public(bob).hex() == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    shared = boxes.x25519(bob, alice)
    assert shared.hex() == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    first = boxes.hsalsa20(shared, bytes(16))
    assert first.hex() == "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389"


def test_links() -> None:
    file = read("links")
    seeds = [raw(seed) for seed in file["seeds"]]
    assert [reference.link(seed, 0).hex() for seed in seeds] == file["ends"]
    for made in file["results"]:
        links = [reference.link(seed, made["request"]) for seed in seeds]
        assert [link.hex() for link in links] == made["links"]
        result = reference.h("joint", raw(file["table_id"]), made["request"], links)
        assert result.hex() == made["result"]
        for sides, number in made["below"].items():
            assert reference.below(result, int(sides)) == int(number)


@pytest.mark.slow
def test_match() -> None:
    """Table id, heads, every pass, every card and every digest of a whole match, by the second implementation."""
    file = read("match")
    data = raw(file["file"])
    size = int.from_bytes(data[17:21], "big")
    record, at = unpacked(data[21 : 21 + size]), 21 + size + 2 * 64
    table, host = reference.h("table", record), record[6]
    assert table.hex() == file["table_id"]
    for number, seat in enumerate(file["seats"]):
        assert reference.h("secret", record[5], number, raw(seat["deck_secret"])) == record[7][number][5]
        assert reference.link(raw(seat["chain_seed"]), 0) == record[7][number][6]
    head, bodies = reference.h("head", table), []
    assert head.hex() == file["heads"][0]
    count, end = int.from_bytes(data[at : at + 4], "big"), at + 4
    for index in range(1, count + 1):
        start = end
        end = start + 72 + int.from_bytes(data[start + 68 : start + 72], "big")
        envelope = data[start + 72 : end]
        head = reference.h("entry", head, envelope)
        assert head.hex() == file["heads"][index]
        signed = reference.canonical([table, 1, index, head])
        assert reference.verifies(host, "order", signed, data[start : start + 64])
        body = unpacked(envelope[64:])
        assert reference.verifies(body[3], "envelope", envelope[64:], envelope[:64])
        bodies.append(body)
    assert end == len(data) - 32
    secrets = {number: raw(seat["deck_secret"]) for number, seat in enumerate(file["seats"])}
    for deck in (0, 1):
        passes = reference.seal(table, deck, 0, [deck, 1 - deck], 44, secrets)
        assert [body[7][3] for body in bodies if body[1] == 32 and body[7][0] == deck] == passes
        final = passes[-1]
        for _, position, card in (found for found in file["cards"] if found[0] == deck):
            point = reference.card(table, deck, 0, card)
            for seat, secret in secrets.items():
                key = reference.scalar(secret, "position key", table, deck, 0, seat, position)
                point = reference.multiply(key, point)
            assert reference.encode(point) == final[position]
    for turn in file["turns"]:
        values = json.loads(turn["public"])
        assert reference.h("state", values).hex() == turn["digest"]
        assert bodies[turn["entry"] - 1][7][3].hex() == turn["digest"]


def unpacked(data: bytes) -> Any:
    return msgpack.unpackb(data, raw=False)


def test_record() -> None:
    file, table = read("record"), read("table")
    data = raw(file["file"])
    agreed = reference.msgpack(plain(table["record"]))
    expected = b"\x89GEFAEHRTEN\r\n\x1a\n\x00\x01" + len(agreed).to_bytes(4, "big") + agreed
    expected += b"".join(raw(seat["signature"]) for seat in table["seats"]) + file["entries"].to_bytes(
        4, "big"
    )
    assert data.startswith(expected)
    assert data[-32:] == hashlib.blake2b(data[:-32], digest_size=32).digest()
    at, head = len(expected), reference.h("head", raw(table["table_id"]))
    for index in range(1, file["entries"] + 1):
        signature, term, size = data[at : at + 64], data[at + 64 : at + 68], data[at + 68 : at + 72]
        envelope = data[at + 72 : at + 72 + int.from_bytes(size, "big")]
        at += 72 + len(envelope)
        head = reference.h("entry", head, envelope)
        signed = reference.canonical([raw(table["table_id"]), int.from_bytes(term, "big"), index, head])
        assert reference.verifies(plain(table["record"])[6], "order", signed, signature)
    assert (at, head.hex()) == (len(data) - 32, file["head"])
