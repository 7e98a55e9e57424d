"""Machine. Who sits where until the match begins, and the table record that all of them sign.

The one rule: whoever comes, goes or changes their mind makes the draft void; the next one has a fresh nonce, so nothing
is signed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from protocol import limits
from protocol.errors import (
    N_,
    REFUSALS,
    Culprit,
    LocalProtocolError,
    RefusalCode,
    Refused,
    RemoteProtocolError,
)
from protocol.identity import verify
from protocol.machine.doorman import Admitted, Offer
from protocol.table import Draft, DraftSeat, TableRecord
from protocol.wire.messages import Commit, LobbySeat, Ready
from protocol.wire.messages import Lobby as LobbyMessage


class Lobby:
    """The seats of a table before the match. Mutable: people come and go.

    Args:
        offer: the table.
        host: the host's public key, which orders the log.
        entropy: a source of random bytes.
        kicked: keys that have been sent away from this table.
    """

    def __init__(
        self, offer: Offer, host: bytes, entropy: Callable[[int], bytes], kicked: Iterable[bytes] = ()
    ) -> None:
        self._offer = offer
        self._host = host
        self._entropy = entropy
        self._seats: dict[int, LobbySeat] = {}
        self._commits: dict[int, Commit] = {}
        self._signatures: dict[int, bytes] = {}
        self.kicked = set(kicked)
        self.draft: Draft | None = None
        self.record: TableRecord | None = None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self._seats) == self._offer.seats

    @property
    def complete(self) -> bool:
        """Whether every seat is taken and ready: the table record can be drawn up."""
        return self.full and all(taken.ready for taken in self._seats.values())

    @property
    def free(self) -> int:
        """How many seats are not taken."""
        return self._offer.seats - len(self._seats)

    def message(self) -> LobbyMessage:
        """What everybody is told about who sits where."""
        return LobbyMessage(tuple(self._seats[seat] for seat in sorted(self._seats)), self._offer.seats)

    def take(self, admitted: Admitted) -> int:
        """Seats somebody who knows the code.

        Raises:
            Refused: sent away before, seated already, the table is full, the wanted seat is taken or not there, or the
                wish cannot be granted.
        """
        hello = admitted.hello
        if admitted.key in self.kicked:
            raise Refused(RefusalCode.KICKED, REFUSALS[RefusalCode.KICKED])
        if any(taken.key == admitted.key for taken in self._seats.values()):
            raise Refused(
                "twice", N_("This profile sits at the table already; use another profile for a second seat.")
            )
        free = [seat for seat in range(self._offer.seats) if seat not in self._seats]
        if admitted.key != self._host:
            free = [seat for seat in free if seat != self._offer.reserved]
        if not free:
            raise Refused("full", N_("All {seats} seats of this table are taken."), seats=self._offer.seats)
        if hello.seat >= 0 and hello.seat not in free:
            raise Refused(
                "seat",
                N_("Seat {seat} is not free; free are: {free}."),
                seat=hello.seat,
                free=", ".join(str(seat) for seat in free),
            )
        self._offer.grant(hello.wish)
        seat = hello.seat if hello.seat >= 0 else free[0]
        self._seats[seat] = LobbySeat(seat, admitted.key, hello.name, hello.bot, hello.wish, hello.ready)
        self._void()
        return seat

    def leave(self, seat: int) -> None:
        """Frees a seat."""
        del self._seats[seat]
        self._void()

    def change(self, seat: int, said: Ready) -> bool:
        """Takes what a seat says of itself anew; returns whether that changes anything.

        Raises:
            Refused: the wish cannot be granted.
        """
        taken = self._seats[seat]
        if (taken.ready, taken.wish) == (said.ready, said.wish):
            return False
        self._offer.grant(said.wish)
        self._seats[seat] = msgspec.structs.replace(taken, ready=said.ready, wish=said.wish)
        self._void()
        return True

    def ban(self, seat: int) -> None:
        """Whoever sits there shall leave the table, and not come back to it.

        Raises:
            LocalProtocolError: nobody sits there, or the host.
        """
        taken = self._seats.get(seat)
        if taken is None:
            raise LocalProtocolError("seat", N_("Nobody sits on seat {seat}."), seat=seat)
        if taken.key == self._host:
            raise LocalProtocolError("seat", N_("Seat {seat} is your own; quit closes the table."), seat=seat)
        self.kicked.add(taken.key)

    def propose(self) -> Draft:
        """A draft of the table record for the seats as they are now, with a fresh nonce; the lobby must be complete."""
        assert self.complete, "a draft has all seats, and all of them are ready"
        offer = self._offer
        self._void()
        self.draft = Draft(
            limits.VERSION,
            offer.game,
            offer.rules_hash,
            offer.options,
            offer.match_id,
            self._entropy(32),
            self._host,
            tuple(
                DraftSeat(taken.key, taken.name, taken.bot, taken.wish)
                for taken in (self._seats[seat] for seat in range(offer.seats))
            ),
        )
        return self.draft

    def commit(self, seat: int, commit: Commit) -> TableRecord | None:
        """A seat's commitment; returns the whole record once all are there.

        Raises:
            RemoteProtocolError: a second, different commitment, or one copied from another seat.
        """
        if self.draft is None or commit.draft_hash != self.draft.hash():
            return None  # for a draft that has become void meanwhile
        others = [other for number, other in self._commits.items() if number != seat]
        # As in `TableRecord.check`: else a guest could make the record wrong in the host's name.
        own = {commit.nonce, commit.secret_commitment, commit.chain_end}
        copied = len(own) < 3 or any(
            own & {other.nonce, other.secret_commitment, other.chain_end} for other in others
        )
        if copied or self._commits.get(seat, commit) != commit:
            raise RemoteProtocolError(
                "commitment",
                N_("A commitment is a copy of another seat's, or was changed."),
                culprit=Culprit.PEER,
            )
        self._commits[seat] = commit
        if len(self._commits) < self._offer.seats or self.record is not None:
            return None
        self.record = self.draft.complete([self._commits[number] for number in range(self._offer.seats)])
        return self.record

    def sign(self, seat: int, signature: bytes) -> tuple[bytes, ...] | None:
        """A seat's signature under the record; returns all of them, by seat, once they are there.

        Raises:
            RemoteProtocolError: it does not hold.
        """
        if self.record is None:
            return None  # for a record that has become void meanwhile
        verify(self.record.keys[seat], "table", self.record.table_id(), signature)
        self._signatures[seat] = signature
        if len(self._signatures) < self._offer.seats:
            return None
        return tuple(self._signatures[number] for number in range(self._offer.seats))

    def missing(self) -> list[int]:
        """The seats that have not committed to, or not signed, the draft that is open."""
        if self.draft is None:
            return []
        have: dict[int, Commit] | dict[int, bytes] = (
            self._commits if self.record is None else self._signatures
        )
        return [seat for seat in range(self._offer.seats) if seat not in have]

    def _void(self) -> None:
        self.draft = None
        self.record = None
        self._commits = {}
        self._signatures = {}
