"""Pure. Proofs that both sides know the table code, without saying it.

The one rule: a proof covers everything that either side said before it, and each direction has a label of its
own, so that no proof can be played back to who made it.
"""

from __future__ import annotations

import hmac

from protocol.canonical import keyed32
from protocol.errors import REFUSALS, RefusalCode, Refused
from protocol.invite import code_key
from protocol.wire.messages import Challenge, Hello, plain_of


def guest_mac(code: str, guest_key: bytes, host_key: bytes, hello: Hello, challenge: Challenge) -> bytes:
    """The guest's 32-byte proof: keyed BLAKE2b under the table code over both keys, HELLO and CHALLENGE.

    These hold the role, the versions offered and chosen, both nonces, the match id, the rules and the
    options.
    """
    return _mac("guest", code, guest_key, host_key, hello, challenge)


def host_mac(code: str, guest_key: bytes, host_key: bytes, hello: Hello, challenge: Challenge) -> bytes:
    """The host's 32-byte proof over the same."""
    return _mac("host", code, guest_key, host_key, hello, challenge)


def check_guest_mac(
    mac: bytes, code: str, guest_key: bytes, host_key: bytes, hello: Hello, challenge: Challenge
) -> None:
    """The host's check of PROOF.

    Raises:
        Refused: code "code"; the guest does not know the table code.
    """
    _check(mac, guest_mac(code, guest_key, host_key, hello, challenge))


def check_host_mac(
    mac: bytes, code: str, guest_key: bytes, host_key: bytes, hello: Hello, challenge: Challenge
) -> None:
    """The guest's check of WELCOME.

    Raises:
        Refused: code "code"; the host does not know the table code, or somebody stands between.
    """
    _check(mac, host_mac(code, guest_key, host_key, hello, challenge))


def _mac(
    side: str, code: str, guest_key: bytes, host_key: bytes, hello: Hello, challenge: Challenge
) -> bytes:
    return keyed32(
        code_key(code), "handshake", side, guest_key, host_key, plain_of(hello), plain_of(challenge)
    )


def _check(mac: bytes, expected: bytes) -> None:
    if not hmac.compare_digest(mac, expected):
        raise Refused(RefusalCode.CODE, REFUSALS[RefusalCode.CODE])
