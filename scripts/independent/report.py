"""Pure. The report on a whole file: what `gefaehrten verify` says, from the file alone (§11.1, §12).

The one rule: the file is enough; whoever runs this needs to trust nobody.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from scripts.independent.ending import faults_at_the_end
from scripts.independent.record import BrokenLog, Fault, follow, read
from scripts.independent.replica import Replica
from scripts.independent.values import BadForm, Plain, hash32


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a file.

    Attributes:
        valid: it is a record, and the host ordered nothing that it must not.
        honest: nobody is at fault, as far as the file goes.
        proven: moreover every seat has opened its secrets.
        finished: the match came to its end, by the rules or by agreement.
        entries: the entry that ended play, or the last one.
        head: the head there, in hex.
        scores: by seat.
        winners: none unless the match ended honestly, and by the rules.
        faults: the host's first, then as play found them, then those of §11 and §11.1.
    """

    valid: bool = False
    honest: bool = False
    proven: bool = False
    finished: bool = False
    entries: int = 0
    head: str = ""
    scores: list[Plain] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """The report as JSON values."""
        return asdict(self)


def verify(data: bytes) -> Report:
    """Checks everything that a file lets be checked."""
    try:
        record = read(data)
        replica = Replica(record.table)
    except BadForm as fault:
        return Report(faults=[Fault(0, -1, "record", f"This is no record of a match: {fault}.")])
    last, head = 0, hash32("head", record.table.id)
    broken = []
    try:
        for said in follow(record, lambda: replica.active):
            replica.take(said)
            last, head = said.index, said.head
    except BrokenLog as error:
        broken = [error.fault]
    if replica.over_at:
        last, head = replica.over_at, replica.over_head
    faults = broken + faults_at_the_end(replica)
    by_rules = replica.game.over_by != 0 and not replica.convicted
    return Report(
        valid=not broken,
        honest=not faults,
        proven=not faults and replica.audited_at > 0 and len(replica.openings) == replica.seats,
        finished=by_rules or replica.aborted,
        entries=last,
        head=head.hex(),
        scores=replica.scores(),
        winners=replica.game.winners() if by_rules and not faults else [],
        faults=faults,
    )
