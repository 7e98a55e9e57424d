"""Pure. What a RETIRE has to be (§10.1).

The one rule: it says who is gone only with the signature of everybody who stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scripts.independent.curve import signature_holds
from scripts.independent.record import Table
from scripts.independent.values import Plain, canonical, signed


@dataclass(frozen=True, slots=True)
class Retire:
    """The payload of a RETIRE."""

    number: int
    index: int
    head: bytes
    seats: list[int]
    consents: list[tuple[int, bytes]]


def retire_of(payload: list[Plain]) -> Retire:
    """The payload, whose shape has been checked, in its parts."""
    match payload:
        case [int(number), int(index), bytes(head), list(seats), list(rows)]:
            consents = []
            for row in rows:
                match row:
                    case [int(seat), bytes(signature)]:
                        consents.append((seat, signature))
            gone = [seat for seat in seats if isinstance(seat, int)]
            return Retire(number, index, head, gone, consents)
    raise AssertionError("the shape of a RETIRE is checked before")


def fault_of(retire: Retire, table: Table, active: Sequence[int], past: int, heads: Sequence[bytes]) -> str:
    """The code of what is wrong with a RETIRE whose number was not used before; "" if nothing is.

    Args:
        active: the seats that are in the match, ascending.
        past: how many retirements by RETIRE there were.
        heads: the log's heads before the entry of the RETIRE, that of no entry first.
    """
    staying = [seat for seat in active if seat not in retire.seats]
    if retire.number != past + 1 or retire.index >= len(heads):
        return "retire-order"
    if retire.seats != [seat for seat in active if seat in retire.seats]:
        return "retire-seats"
    if 2 * len(staying) <= len(active) and (len(active), len(staying)) != (2, 1):
        return "retire-seats"
    message = canonical([table.id, retire.number, retire.index, retire.head, list(retire.seats)])
    if [seat for seat, _ in retire.consents] != staying or not all(
        signature_holds(table.seats[seat].key, signed("retire", message), signature)
        for seat, signature in retire.consents
    ):
        return "retire-consents"
    return "" if heads[retire.index] == retire.head else "retire-order"
