"""Pure. The audit: what the secrets that seats have opened show about what they did before (§11).

The one rule: an opened secret is believed only if it is the one of the table record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.independent.deck import Deck
from scripts.independent.record import Fault, Table
from scripts.independent.sealing import Epoch, SeatSecret
from scripts.independent.values import hash32

CHAIN_LENGTH = 4096


@dataclass(frozen=True, slots=True)
class Opening:
    """The first OPENING of a seat."""

    entry: int
    secret: bytes
    chain_seed: bytes


def audit(table: Table, decks: Sequence[Deck], openings: Mapping[int, Opening]) -> list[Fault]:
    """What the openings show: seats in order, then decks in order with their passes as they were logged."""
    faults = []
    secrets = {}
    for seat, opened in sorted(openings.items()):
        if hash32("secret", table.draft_nonce, seat, opened.secret) == table.seats[seat].commitment:
            secrets[seat] = opened.secret
        else:
            what = "the opened secret is not the one of the table record"
            faults.append(Fault(opened.entry, seat, "secret", what))
        if chain_end(opened.chain_seed) != table.seats[seat].chain_end:
            what = "the opened chain is not the one of the table record"
            faults.append(Fault(opened.entry, seat, "chain", what))
    for deck in decks:
        for entry, seat, code in faults_of_deck(deck, secrets):
            faults.append(Fault(entry, seat, code, "a pass that the opened secret does not make"))
    return faults


def faults_of_deck(deck: Deck, secrets: Mapping[int, bytes]) -> Iterator[tuple[int, int, str]]:
    """Entry, seat and code of every pass that the opened secret of its seat does not make (§11)."""
    for epoch in deck.epochs:
        for place, made in enumerate(epoch.passes):
            if made.seat not in secrets:
                continue
            opened = SeatSecret(secrets[made.seat], made.seat, epoch.name)
            if not place and made.marks != marks_of(deck, epoch, opened):
                yield made.entry, made.seat, "marks"
            if opened.points(made.step, epoch.before(place)) != made.points:
                yield made.entry, made.seat, "shuffle" if made.step == 1 else "keys"
            if made.step == 2 and opened.hashes(epoch.size) != made.hashes:
                yield made.entry, made.seat, "hashes"


def marks_of(deck: Deck, epoch: Epoch, owner: SeatSecret) -> list[int]:
    """The places of the owner's hand in its first pass, as its opened secret has them (§10.1)."""
    hand = set()
    for position in epoch.hidden:
        then, place = deck.place_of(position)
        key = SeatSecret(owner.secret, owner.seat, then.name).position_key(place)
        hand.add(deck.card(position, key))
    order = owner.permutation(len(epoch.numbers))
    return [place for place, number in enumerate(order) if epoch.numbers[number] in hand]


def chain_end(link: bytes) -> bytes:
    """Link 0 of the chain whose seed is given (§9)."""
    for number in range(CHAIN_LENGTH, 0, -1):
        link = hash32("chain", number, link)
    return link
