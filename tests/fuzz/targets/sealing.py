"""Invariant: any pass over a deck that is not the honest one is refused as its author's fault or named by the audit.

The first byte chooses how far the deck is: any pass of a first seal, or of one that marks a hand.
"""

from __future__ import annotations

import copy
from functools import cache

from protocol.deck.sealing import SealedDeck
from protocol.deck.secret import SeatSecret
from protocol.errors import Culprit, RemoteProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import Kind, Seal, payload_of, plain_of
from tests.fuzz.mutate import packed
from tests.unit.protocol import samples

SECRETS = {seat: samples.secret(seat) for seat in range(2)}
HAND = (1, 4)

mutate = packed(1)


@cache
def decks() -> tuple[SealedDeck, ...]:
    """A deck before each of its passes: sealed for the first time, and again with a hand of two."""
    found = []
    for epoch in range(2):
        cards = (0, 1, 4, 5, 7) if epoch else None
        deck = SealedDeck(samples.TABLE, 0, epoch, (0, 1), 3, cards=cards)
        while (due := deck.due()) is not None:
            found.append(copy.deepcopy(deck))
            deck.receive(due[1], made(deck, SECRETS[due[1]]))
    return tuple(found)


def made(deck: SealedDeck, secret: SeatSecret) -> Seal:
    """The honest pass."""
    return deck.make(secret, HAND if deck.held else ())


def seeds() -> list[bytes]:
    found = []
    for number, deck in enumerate(decks()):
        due = deck.due()
        assert due is not None
        found.append(bytes([number]) + pack(plain_of(made(copy.deepcopy(deck), SECRETS[due[1]]))))
    return found


def run(data: bytes) -> None:
    number = data[0] % len(decks()) if data else 0
    deck = copy.deepcopy(decks()[number])
    due = deck.due()
    assert due is not None
    seat = due[1]
    try:
        payload = payload_of(Kind.SEAL, unpack(data[1:]))
        assert isinstance(payload, Seal)
    except RemoteProtocolError:
        return
    honest = made(copy.deepcopy(deck), SECRETS[seat])
    try:
        deck.receive(1 - seat, payload)
    except RemoteProtocolError as error:
        assert (error.culprit, error.seat) == (Culprit.SEAT, 1 - seat)
    else:
        raise AssertionError("a pass was taken from a seat that is not due")
    assert deck.due() == due
    try:
        deck.receive(seat, payload)
    except RemoteProtocolError as error:
        assert (error.culprit, error.seat) == (Culprit.SEAT, seat), "somebody else is blamed"
        assert payload != honest, "an honest pass is refused"
        assert deck.due() == due, "a refused pass was taken"
        return
    assert deck.due() != due
    assert len(set(payload.points)) == len(payload.points), "a card is in the deck twice"
    faults = deck.audit(SECRETS, HAND)
    assert {fault.seat for fault in faults} <= {seat}, "somebody else is blamed"
    assert (payload == honest) == (not faults), "the audit does not see a dishonest pass"
