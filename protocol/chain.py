"""Pure. Joint randomness from hash chains: every seat adds a link that it fixed before the match.

The one rule: link r answers request r only and was committed to before anybody's link was known. Against
copying: the number r is hashed into each step, so a chain cannot be another's chain shifted by one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from protocol.canonical import Plain, canonical, hash32
from protocol.errors import N_, Culprit, LocalProtocolError, RemoteProtocolError
from protocol.limits import CHAIN_LINKS

_WORD = 2**64


class Chain:
    """One seat's chain of `CHAIN_LINKS` links, made from a 32-byte seed.

    Link `CHAIN_LINKS` is the seed; link r - 1 is the hash of r and link r; `end` stands where link 0 would.
    """

    __slots__ = ("_links",)

    def __init__(self, seed: bytes) -> None:
        """Computes the whole chain (3 ms the first time).

        Raises:
            LocalProtocolError: the seed is not 32 bytes; our own bug.
        """
        if len(seed) != 32:
            raise LocalProtocolError("seed", N_("A hash chain is made from 32 random bytes."))
        self._links = _links_from(seed)

    @property
    def end(self) -> bytes:
        """The 32 bytes that the table record commits to."""
        return self._links[0]

    def link(self, r: int) -> bytes:
        """Link number r, 32 bytes; r = 1 is the link just before the end.

        Raises:
            LocalProtocolError: r is not in 1 ... `CHAIN_LINKS`; our own bug.
        """
        if not 1 <= r <= CHAIN_LINKS:
            raise LocalProtocolError("link", N_("The hash chain has no link {number}."), number=r)
        return self._links[r]


@lru_cache(maxsize=16)
def _links_from(seed: bytes) -> tuple[bytes, ...]:
    """Link 0 (the end) to the seed. Remembered, since every seat of one process audits the same chains."""
    links = [seed]
    for prefix in reversed(_prefixes()):
        links.append(hashlib.blake2b(prefix + links[-1], digest_size=32).digest())
    links.reverse()
    return tuple(links)


_STEP = b"\x07\x00\x00\x00\x03" + canonical("chain")
_LINK = b"\x05\x00\x00\x00\x20"


@lru_cache(maxsize=1)
def _prefixes() -> tuple[bytes, ...]:
    """What is hashed before link r, for r = 1 ... `CHAIN_LINKS`."""
    return tuple(_STEP + canonical(r) + _LINK for r in range(1, CHAIN_LINKS + 1))


def _before(r: int, link: bytes) -> bytes:
    """`hash32("chain", r, link)`, with the constant parts made once: a chain has 4,096 of them."""
    return hashlib.blake2b(_prefixes()[r - 1] + link, digest_size=32).digest()


def _down(reached: int, r: int, link: bytes) -> bytes:
    for number in range(r, reached, -1):
        link = _before(number, link)
    return link


def check_link(reached: int, previous: bytes, r: int, link: bytes, *, seat: int) -> None:
    """Checks link r of a seat's chain, with one hash for every request since its last one.

    Args:
        reached: the number of the last request that the seat has answered; 0: none yet.
        previous: its link for that one, or the chain end in the table record.
        r: the number of the request.
        link: what the seat sent.
        seat: whose link it is.

    Raises:
        RemoteProtocolError: code "link"; the seat's fault.
    """
    if not 0 <= reached < r <= CHAIN_LINKS or len(link) != 32 or _down(reached, r, link) != previous:
        raise RemoteProtocolError(
            "link",
            N_("Seat {seat} sent a wrong link of its hash chain."),
            culprit=Culprit.SEAT,
            seat=seat,
        )


def joint(table_id: bytes, r: int, links: Sequence[bytes]) -> bytes:
    """The 32-byte result of request r from all its links, in seat order."""
    listed: list[Plain] = list(links)
    return hash32("joint", table_id, r, listed)


def below(result: bytes, sides: int) -> int:
    """A number `0 <= number < sides` from a joint result, without bias.

    The hash of (result, counter) gives four 64-bit big-endian words for counter 0, 1, ...; the first word
    below the largest multiple of `sides` counts, modulo `sides`.

    Raises:
        LocalProtocolError: `sides` is not in 1 ... 2**64; our own bug.
    """
    if not 1 <= sides <= _WORD:
        raise LocalProtocolError("sides", N_("A die cannot have {sides} sides."), sides=sides)
    limit = _WORD - _WORD % sides
    counter = 0
    while True:
        block = hash32("below", result, counter)
        for start in range(0, 32, 8):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < limit:
                return word % sides
        counter += 1
