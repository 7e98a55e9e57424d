"""Pure. What a TERM has to be, with which another seat takes the host's place (§7.1).

The one rule: nobody orders in a later term but a seat that more than half of those in the match have voted for.
"""

from __future__ import annotations

from collections.abc import Sequence

from scripts.independent.curve import signature_holds
from scripts.independent.values import Plain, canonical, signed


def fault_of(
    payload: list[Plain], *, author: int, keys: Sequence[bytes], active: Sequence[int], table_id: bytes
) -> str:
    """What is wrong with the votes of a TERM, or with its author; "" if nothing is.

    Args:
        payload: of the TERM, its shape checked.
        author: its seat.
        keys: of all seats.
        active: the seats that are in the match at its entry.
    """
    match payload:
        case [int(term), int(index), bytes(head), list(rows)]:
            message = canonical([table_id, term, index, head, keys[author]])
        case _:
            raise AssertionError("the shape of a TERM is checked before")
    voters = []
    for row in rows:
        match row:
            case [int(seat), bytes(signature)]:
                if seat >= len(keys) or not signature_holds(keys[seat], signed("term", message), signature):
                    return "a vote that does not hold"
                voters.append(seat)
    if voters != sorted(set(voters)):
        return "votes twice, or out of order"
    if 2 * len(set(voters) & set(active)) <= len(active):
        return "votes of too few"
    return "" if author in active else "a host that is not in the match"
