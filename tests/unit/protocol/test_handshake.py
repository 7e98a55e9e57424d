from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from protocol.errors import RefusalCode, Refused
from protocol.handshake import check_guest_mac, check_host_mac, guest_mac, host_mac
from protocol.wire.messages import Kind, Role, plain_of
from tests.unit.protocol import reference
from tests.unit.protocol.samples import HOST, PAYLOADS, PLAYERS, blob

CODE = "7KQ2-9FZA-M3XP-0T4V"
GUEST = PLAYERS[1].public
HELLO: Any = PAYLOADS[Kind.HELLO]
CHALLENGE: Any = PAYLOADS[Kind.CHALLENGE]


def test_mac_is_the_documented_one() -> None:
    # The code's digits in Crockford's base32, by hand: 7 K Q 2 9 F Z A M 3 X P 0 T 4 V.
    digits = [7, 19, 23, 2, 9, 15, 31, 10, 20, 3, 29, 22, 0, 26, 4, 27]
    key = sum(digit << 5 * (15 - place) for place, digit in enumerate(digits)).to_bytes(10, "big")
    for side, mac in (("guest", guest_mac), ("host", host_mac)):
        form = reference.canonical(
            ["handshake", side, GUEST, HOST.public, plain_of(HELLO), plain_of(CHALLENGE)]
        )
        expected = hashlib.blake2b(form, digest_size=32, key=key).digest()
        assert mac(CODE, GUEST, HOST.public, HELLO, CHALLENGE) == expected


def test_both_sides_agree() -> None:
    check_guest_mac(
        guest_mac(CODE, GUEST, HOST.public, HELLO, CHALLENGE), CODE, GUEST, HOST.public, HELLO, CHALLENGE
    )
    check_host_mac(
        host_mac(CODE.lower(), GUEST, HOST.public, HELLO, CHALLENGE),
        CODE,
        GUEST,
        HOST.public,
        HELLO,
        CHALLENGE,
    )


def test_a_proof_cannot_be_played_back_to_who_made_it() -> None:
    mine = guest_mac(CODE, GUEST, HOST.public, HELLO, CHALLENGE)
    with pytest.raises(Refused) as caught:
        check_host_mac(mine, CODE, GUEST, HOST.public, HELLO, CHALLENGE)
    assert caught.value.code == RefusalCode.CODE


@pytest.mark.parametrize(
    "change",
    [
        {"code": "7KQ2-9FZA-M3XP-0T4W"},
        {"guest_key": PLAYERS[2].public},
        {"host_key": PLAYERS[2].public},
        {"hello": msgspec.structs.replace(HELLO, versions=(1,))},
        {"hello": msgspec.structs.replace(HELLO, role=Role.WATCHER)},
        {"hello": msgspec.structs.replace(HELLO, nonce=blob("other"))},
        {"hello": msgspec.structs.replace(HELLO, seat=1)},
        {"challenge": msgspec.structs.replace(CHALLENGE, version=2)},
        {"challenge": msgspec.structs.replace(CHALLENGE, nonce=blob("other"))},
        {"challenge": msgspec.structs.replace(CHALLENGE, match_id=blob("other", 16))},
        {"challenge": msgspec.structs.replace(CHALLENGE, options=())},
    ],
    ids=lambda change: "-".join(change),
)
def test_a_proof_covers_everything_said_before_it(change: dict[str, Any]) -> None:
    said: dict[str, Any] = {
        "code": CODE,
        "guest_key": GUEST,
        "host_key": HOST.public,
        "hello": HELLO,
        "challenge": CHALLENGE,
    }
    with pytest.raises(Refused):
        check_guest_mac(guest_mac(**said), **said | change)
    with pytest.raises(Refused):
        check_host_mac(host_mac(**said), **said | change)


@pytest.mark.parametrize("mac", [b"", bytes(31), bytes(32), bytes(33)])
def test_other_bytes_are_no_proof(mac: bytes) -> None:
    with pytest.raises(Refused):
        check_guest_mac(mac, CODE, GUEST, HOST.public, HELLO, CHALLENGE)
