"""Machine. The host's side of giving seats up: asks the others, gathers their consents, says when there are enough.

The one rule: it decides nothing; who is asked about is for the shell's timers, and what counts for every replica.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import verify
from protocol.machine.absence import CONTEXT, Proposal
from protocol.machine.effects import Proposed
from protocol.wire.messages import Consent, Propose, Retire


class Parting:
    """One proposal. Mutable: it gathers consents.

    Args:
        proposal: which seats, as of where in the log.
        staying: the seats that are to sign.
    """

    def __init__(
        self, proposal: Proposal, staying: Collection[int], table_id: bytes, keys: Sequence[bytes]
    ) -> None:
        self.proposal = proposal
        self.missing = set(staying)
        self._table_id = table_id
        self._keys = keys
        self._consents: dict[int, Consent] = {}

    @property
    def complete(self) -> bool:
        """Whether everybody who stays has signed."""
        return not self.missing

    def receive(self, seat: int, consent: Consent) -> bool:
        """Takes a seat's consent; returns whether it is a new one.

        Raises:
            RemoteProtocolError: it is not this seat's, or does not hold; its fault.
        """
        if consent.seat != seat:
            raise _fault(seat)
        if seat not in self.missing:
            return False
        try:
            verify(self._keys[seat], CONTEXT, self.proposal.signed(self._table_id), consent.signature)
        except RemoteProtocolError:
            return False  # under an earlier proposal
        self.missing.discard(seat)
        self._consents[seat] = consent
        return True

    def message(self) -> Propose:
        """What everybody is told."""
        proposal = self.proposal
        consents = tuple(self._consents[seat] for seat in sorted(self._consents))
        return Propose(proposal.number, proposal.index, proposal.head, proposal.seats, consents)


def weighed(propose: Propose, active: Collection[int]) -> Proposed:
    """What a PROPOSE proposes, and who has not signed it yet; once everybody has, also the entry that says so."""
    fields = propose.number, propose.index, propose.head, propose.seats
    staying = [seat for seat in sorted(active) if seat not in propose.seats]
    signed = [consent.seat for consent in propose.consents]
    whole = Retire(*fields, propose.consents) if staying and signed == staying else None
    return Proposed(Proposal(*fields), tuple(seat for seat in staying if seat not in signed), whole)


def _fault(seat: int) -> RemoteProtocolError:
    return RemoteProtocolError(
        "foreign-key",
        N_("A message is signed by another key than its seat's."),
        culprit=Culprit.PEER,
        seat=seat,
    )
