"""Pure. Seats that have gone: what the others sign to say so, and when that counts.

The one rule: nobody is put out of a match but by itself or by everyone else, and these must be more than half.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from protocol.canonical import Plain, canonical
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import Identity, verify
from protocol.log import Log
from protocol.wire.messages import Consent, Retire

CONTEXT = "retire"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Seats to be retired, ascending, as of a place in the log; `number` counts retirements from 1."""

    number: int
    index: int
    head: bytes
    seats: tuple[int, ...]

    def signed(self, table_id: bytes) -> bytes:
        """What a consent is a signature under."""
        seats: list[Plain] = list(self.seats)
        return canonical([table_id, self.number, self.index, self.head, seats])

    def consent(self, identity: Identity, seat: int, table_id: bytes) -> Consent:
        """The consent of a seat."""
        return Consent(seat, identity.sign(CONTEXT, self.signed(table_id)))


def proposal_of(retire: Retire) -> Proposal:
    """What a RETIRE says has been proposed."""
    return Proposal(retire.number, retire.index, retire.head, retire.seats)


def enough(active: Collection[int], leaving: Collection[int]) -> bool:
    """Whether those who stay may decide: more than half of the seats, or the one of two that is left."""
    staying = len(active) - len(leaving)
    return 2 * staying > len(active) or (len(active) == 2 and staying == 1)


def check_retire(
    retire: Retire, table_id: bytes, keys: Sequence[bytes], active: Collection[int], *, author: int
) -> None:
    """Checks everything in a RETIRE that does not depend on the log.

    Raises:
        RemoteProtocolError: code "retire-seats" (not in order, not in the match, too many) or "retire-consents"
            (not exactly everybody else's, or one does not hold); the author's fault.
    """
    seats = retire.seats
    if list(seats) != sorted(set(seats) & set(active)) or not enough(active, seats):
        raise _fault(author, "retire-seats", N_("Seats were to be retired that cannot be."))
    staying = [seat for seat in sorted(active) if seat not in seats]
    if [consent.seat for consent in retire.consents] != staying:
        raise _fault(
            author, "retire-consents", N_("Seats were to be retired without everybody else's consent.")
        )
    signed = proposal_of(retire).signed(table_id)
    for consent in retire.consents:
        try:
            verify(keys[consent.seat], CONTEXT, signed, consent.signature)
        except RemoteProtocolError as error:
            raise _fault(
                author, "retire-consents", N_("Seats were to be retired without everybody else's consent.")
            ) from error


def counts(
    retire: Retire, log: Log, index: int, retirements: int, active: Collection[int], *, author: int
) -> bool:
    """Whether a RETIRE at entry `index` counts, or is void: an older one, or one of the seats has spoken since.

    This entry is spoken too: who logs that it is gone itself is there.

    Args:
        retirements: how many have counted before.
        active: the seats that are still in the match.

    Raises:
        RemoteProtocolError: as `check_retire`, or code "retire-order": not the next one, or of another place in the
            log; the author's fault.
    """
    if retire.number <= retirements:
        return False
    if retire.number > retirements + 1 or retire.index >= index:
        raise _fault(author, "retire-order", _NOWHERE)
    check_retire(retire, log.table_id, log.seats, active, author=author)
    if retire.head != log.head(retire.index):
        raise _fault(author, "retire-order", _NOWHERE)
    return all(log.latest(seat) <= retire.index for seat in retire.seats)


_NOWHERE = N_("Seats were to be retired at a place in the log that is not there.")


def _fault(author: int, code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.SEAT, seat=author)
