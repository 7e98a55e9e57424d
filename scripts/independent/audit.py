"""Pure. The audit: what the secrets that seats have opened show about what they did before (§11).

The one rule: an opened secret is believed only if it is the one of the table record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.independent.record import Fault, Table
from scripts.independent.sealing import Deck, faults_of_deck
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


def chain_end(link: bytes) -> bytes:
    """Link 0 of the chain whose seed is given (§9)."""
    for number in range(CHAIN_LENGTH, 0, -1):
        link = hash32("chain", number, link)
    return link
