"""Pure. Ed25519 keys: signing under a context, strict verification, keys that people can compare.

The one rule: no signature counts under a key that is not a point of the prime-order group (a small-order key
verifies anything), and none is made without a context.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Final

import nacl.bindings
from nacl.exceptions import CryptoError

from protocol.canonical import canonical, hash32
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.limits import SUBPROTOCOL

SIGNATURE_BYTES: Final = 64
KEY_BYTES: Final = 32


class Identity:
    """An Ed25519 key pair. The key is the person; names are labels.

    Attributes:
        public: the 32 bytes that everybody may know.
    """

    __slots__ = ("_secret", "public")

    def __init__(self, seed: bytes) -> None:
        """Makes the pair from 32 secret random bytes.

        Raises:
            LocalProtocolError: the seed is not 32 bytes; our own bug.
        """
        if len(seed) != nacl.bindings.crypto_sign_SEEDBYTES:
            raise LocalProtocolError("seed", N_("A key is made from 32 random bytes."))
        self.public, self._secret = nacl.bindings.crypto_sign_seed_keypair(seed)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"

    def sign(self, context: str, message: bytes) -> bytes:
        """The 64-byte signature of `message` under `context` (Ed25519, RFC 8032, over `signed_bytes`)."""
        signed: bytes = nacl.bindings.crypto_sign(signed_bytes(context, message), self._secret)
        return signed[:SIGNATURE_BYTES]


def signed_bytes(context: str, message: bytes) -> bytes:
    """What is signed: the canonical form of `[SUBPROTOCOL, context, message]`, so that no signature serves
    two purposes."""
    return canonical([SUBPROTOCOL, context, message])


def verify(
    public: bytes, context: str, message: bytes, signature: bytes, *, culprit: Culprit = Culprit.PEER
) -> None:
    """Checks a signature; returns if it is good.

    libsodium refuses small-order and non-canonical keys, small-order R, and S >= the group order.

    Raises:
        RemoteProtocolError: code "signature"; the signer's or the messenger's fault, as `culprit` says.
    """
    if not _holds(public, context, message, signature):
        raise RemoteProtocolError("signature", N_("A signature does not hold."), culprit=culprit)


@lru_cache(maxsize=512)
def _holds(public: bytes, context: str, message: bytes, signature: bytes) -> bool:
    """Whether a signature is good. Remembered, since every seat of one process looks at the same entries."""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        nacl.bindings.crypto_sign_open(signature + signed_bytes(context, message), public)
    except CryptoError:
        return False
    return True


def check_public(public: bytes, *, culprit: Culprit = Culprit.PEER) -> None:
    """Checks that a key is a canonical point of the prime-order group and not the identity.

    Raises:
        RemoteProtocolError: code "key"; the fault of who sent the key.
    """
    if len(public) != KEY_BYTES or not nacl.bindings.crypto_core_ed25519_is_valid_point(public):
        raise RemoteProtocolError("key", N_("A public key is not valid."), culprit=culprit)


def fingerprint(public: bytes) -> str:
    """Sixty bits of the key's hash for people to compare: three groups of four letters and digits."""
    text = base64.b32encode(hash32("fingerprint", public)).decode().lower()
    return "-".join(text[start : start + 4] for start in (0, 4, 8))
