"""Pure. The vector of a whole match: the card game with two seats, every secret laid open, moves from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gefaehrten.core.game import Plain, Slot
from gefaehrten.engine.match import Match
from gefaehrten.session.replicas import match_of
from protocol.machine.table import Table
from protocol.wire.messages import Turn
from tests.machines import Entropy, TableBench, offer

SEED = "vector"


class Noting(Match):
    """A match that keeps the public values after each turn, which are what a turn's digest is over."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game, match.setup)
        self.after: list[list[int]] = []

    def turn(self, seat: int, moves: Sequence[Plain], cards: Mapping[Slot, int]) -> None:
        super().turn(seat, moves, cards)
        self.after.append(self.public())


def whole_match() -> dict[str, Any]:
    """The match, its secrets, its record, and what a second implementation must arrive at on the way."""
    bench = TableBench(offer(2), seed=SEED)
    bench.run()
    file = bench.record()
    match = Noting(match_of(file.table))
    table = Table(file.table, match)
    for entry in file.entries:
        table.receive(entry)
    assert table.ending is not None
    turns = [
        (index, envelope.payload.digest)
        for index, envelope in enumerate(table.log.envelopes, start=1)
        if isinstance(envelope.payload, Turn)
    ]
    seats = [peer.guest.seat for peer in bench.peers]
    return {
        "host_seed": Entropy(f"{SEED}/host")(32).hex(),
        "seats": [
            {
                "identity_seed": Entropy(f"{SEED}/identity/{peer.number}")(32).hex(),
                "deck_secret": peer.secrets.deck.hex(),
                "chain_seed": peer.secrets.chain.hex(),
            }
            for peer in bench.peers
        ],
        "table_id": table.table_id.hex(),
        "first": match.first(),
        "heads": [table.log.head(index).hex() for index in range(table.log.length + 1)],
        "cards": [
            [deck, position, card]
            for seat in seats
            if seat is not None
            for (deck, position), card in sorted(seat._cards.items())
        ],
        "turns": [
            {"entry": entry, "public": str(public), "digest": digest.hex()}
            for (entry, digest), public in zip(turns, match.after, strict=True)
        ],
        "play_entry": table.ending.entry,
        "scores": match.scores(),
        "winners": match.winners(),
        "honest": not table.faults,
        "proven": table.proven,
        "file": file.to_bytes().hex(),
    }
