"""Shell. Writes what a machine asks to be kept into the profile's store, all of it in one synced transaction.

The one rule: when `keep` returns, everything is on disk; only then may anything be sent, and anything be shown that the
host has not stored before it sent it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, SeatSecrets
from protocol.machine.effects import (
    Keep,
    KeepAside,
    KeepEntry,
    KeepOwn,
    KeepRecord,
    KeepSecrets,
    KeepVote,
)
from protocol.table import TableRecord
from protocol.wire.codec import pack
from protocol.wire.messages import plain_of


@dataclass(frozen=True, slots=True)
class Journal:
    """Where one seat, or a host, keeps its part of a match.

    Attributes:
        store: the profile's store, shared by all seats of this process.
        match: 16 bytes.
        orders: whether record and entries are kept here; a bot leaves that to the host of its process.
        identity_seed: of a bot's own key, kept with its secrets; empty for the profile's own.
        level: of a bot.
    """

    store: Store
    match: bytes
    orders: bool
    identity_seed: bytes = b""
    level: str = ""

    def keep(self, journal: Sequence[Keep]) -> None:
        """Stores everything, or nothing.

        Raises:
            StoreError: it cannot be stored; nothing may be sent.
        """
        if not journal:
            return
        with self.store.batch():
            for keep in journal:
                self._keep(keep)

    def _keep(self, keep: Keep) -> None:
        match keep:
            case KeepSecrets():
                secrets = keep.secrets
                self.store.put_secrets(
                    keep.match,
                    SeatSecrets(
                        seat_key=keep.key,
                        draft_nonce=keep.nonce,
                        deck_secret=secrets.deck,
                        chain_seed=secrets.chain,
                        identity_seed=self.identity_seed,
                        level=self.level,
                    ),
                )
            case KeepRecord():
                if self.orders:
                    self.store.set_record(self.match, packed(keep.record), keep.signatures)
                    self.store.set_state(self.match, MatchState.RUNNING)
            case KeepEntry():
                if self.orders:
                    self.store.append(self.match, [keep.entry])
            case KeepAside():
                if self.orders:
                    self.store.set_aside(self.match, after=keep.after)
            case KeepVote():
                self.store.put_vote(self.match, keep.key, keep.term)
            case KeepOwn():
                self.store.put_outgoing(self.match, keep.key, keep.number, keep.data, " ".join(keep.words))


def packed(record: TableRecord) -> bytes:
    """A table record as the store keeps it."""
    return pack(plain_of(record))
