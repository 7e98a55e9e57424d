"""Pure. Boxes that one seat makes for another: X25519, then XSalsa20-Poly1305, through libsodium.

The one rule: every pair of keys serves one hand-over and no other, so the number of a box in it is nonce enough.
"""

from __future__ import annotations

from typing import Final

from nacl import bindings
from nacl.exceptions import CryptoError
from nacl.exceptions import RuntimeError as SodiumError

KEY_BYTES: Final = 32
OVERHEAD: Final = 16
"""How much longer a box is than what is in it: its authenticator."""

_ANY: Final = b"\x01" * KEY_BYTES


def public(secret: bytes) -> bytes:
    """The public key, 32 bytes, of a secret of 32 bytes."""
    key: bytes = bindings.crypto_scalarmult_base(secret)
    return key


def usable(key: bytes) -> bool:
    """Whether a public key keeps a secret: one of small order leads to the same shared key for everybody."""
    if len(key) != KEY_BYTES:
        return False
    try:
        bindings.crypto_scalarmult(_ANY, key)
    except SodiumError:
        return False
    return True


def shut(content: bytes, number: int, key: bytes, secret: bytes) -> bytes:
    """Box `number` (0 is the first) for the owner of a usable public key, from the owner of `secret`."""
    shared = bindings.crypto_box_beforenm(key, secret)
    box: bytes = bindings.crypto_box_easy_afternm(content, _nonce(number), shared)
    return box


def unshut(box: bytes, number: int, key: bytes, secret: bytes) -> bytes | None:
    """What is in box `number` from the owner of a usable public key; None where it is no such box of these two."""
    shared = bindings.crypto_box_beforenm(key, secret)
    try:
        content: bytes = bindings.crypto_box_open_easy_afternm(box, _nonce(number), shared)
    except (CryptoError, ValueError):
        return None
    return content


def _nonce(number: int) -> bytes:
    return number.to_bytes(bindings.crypto_box_NONCEBYTES, "big")
