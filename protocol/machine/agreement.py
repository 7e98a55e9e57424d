"""Machine. How a seat agrees on the table record: it commits to, and signs, exactly the table that it was shown.

The one rule: secrets are drawn anew for every draft; whatever contradicts what was shown before is the host's fault.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol import limits
from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.machine.seat import Secrets
from protocol.table import Draft, TableRecord, check_signatures
from protocol.wire.messages import Challenge, Commit, LobbySeat, Start


class Agreement:
    """One seat's part in drafts and records. Mutable: a draft may become void, and another come.

    Args:
        key: the seat's public key.
        host: the host's.
        challenge: the table that the host offered.
        entropy: a source of secret random bytes.
    """

    def __init__(
        self, key: bytes, host: bytes, challenge: Challenge, entropy: Callable[[int], bytes]
    ) -> None:
        self._key = key
        self._host = host
        self._challenge = challenge
        self._entropy = entropy
        self._shown: tuple[LobbySeat, ...] = ()
        self._draft: Draft | None = None
        self._commit: Commit | None = None
        self._nonces: set[bytes] = set()
        self.number = -1
        self.own: LobbySeat | None = None
        self.secrets: Secrets | None = None
        self.record: TableRecord | None = None

    def show(self, seats: tuple[LobbySeat, ...]) -> None:
        """Who sits where, as the screen shows it now."""
        self._shown = seats
        for taken in seats:
            if taken.key == self._key:
                self.number = taken.seat
                self.own = taken

    def commit(self, draft: Draft) -> Commit:
        """The answer to a draft: commitments to fresh secrets.

        Raises:
            RemoteProtocolError: it is not the table that was shown; a nonce comes twice, while each draft has secrets
                of its own, and the journal would not take a second pair for one nonce; or there is no end of drafts.
        """
        offered = self._challenge
        shown = (offered.game, offered.rules_hash, offered.options, offered.match_id, self._host)
        seats = [(seat.key, seat.name, seat.bot, seat.wish) for seat in draft.seats]
        if (
            (draft.game, draft.rules_hash, draft.options, draft.match_id, draft.host_key) != shown
            or seats != [(seat.key, seat.name, seat.bot, seat.wish) for seat in self._shown]
            or not 0 <= self.number < len(seats)
            or draft.seats[self.number].key != self._key
            or draft.draft_nonce in self._nonces
        ):
            raise _host("draft", N_("The table that the host wants signed is not the one it showed."))
        if len(self._nonces) >= limits.DRAFTS:
            raise _host("draft", N_("The host lays out one table after the other and begins none."))
        self._nonces.add(draft.draft_nonce)
        self.secrets = Secrets(self._entropy(32), self._entropy(32))
        self._draft = draft
        self._commit = Commit(
            draft_hash=draft.hash(),
            nonce=self._entropy(32),
            secret_commitment=SeatSecret(self.secrets.deck).commitment(draft.draft_nonce, self.number),
            chain_end=Chain(self.secrets.chain).end,
        )
        return self._commit

    def accept(self, record: TableRecord) -> None:
        """Takes the record that the host made of all commitments.

        Raises:
            RemoteProtocolError: it is not what was agreed.
        """
        commit = self._commit
        assert commit is not None, "a record follows a draft"
        agreed = record.draft() == self._draft and self.number < len(record.seats)
        own = record.seats[self.number] if agreed else None
        if own is None or (own.nonce, own.secret_commitment, own.chain_end) != (
            commit.nonce,
            commit.secret_commitment,
            commit.chain_end,
        ):
            raise _host("record", N_("The table record that the host sent is not the table that was agreed."))
        self.record = record

    def recover(self, record: TableRecord, number: int, secrets: Secrets) -> None:
        """Takes the record of a match that began while this seat was gone, under secrets of an earlier process.

        Raises:
            RemoteProtocolError: it is not a table that this seat has committed to with them.
        """
        offered = self._challenge
        shown = (offered.game, offered.rules_hash, offered.options, offered.match_id)
        own = record.seats[number] if 0 <= number < len(record.seats) else None
        if (
            (record.game, record.rules_hash, record.options, record.match_id) != shown
            or self._host not in (record.host_key, *record.keys)
            or own is None
            or own.key != self._key
            or own.secret_commitment != SeatSecret(secrets.deck).commitment(record.draft_nonce, number)
            or own.chain_end != Chain(secrets.chain).end
        ):
            raise _host("record", N_("The table record that the host sent is not the table that was agreed."))
        self.number = number
        self.secrets = secrets
        self.record = record

    def check(self, start: Start) -> TableRecord:
        """The record, once every seat's signature under it holds.

        Raises:
            RemoteProtocolError: one is missing or does not hold.
        """
        assert self.record is not None, "a start follows a record"
        check_signatures(self.record, start.signatures, culprit=Culprit.HOST)
        return self.record


def _host(code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.HOST)
