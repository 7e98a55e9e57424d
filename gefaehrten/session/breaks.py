"""Pure. Why a match is given up without a result, in words. None of it convicts anybody.

The one rule: absence and silence are never proof; who broke the protocol is said by the log and its faults.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import limits
from protocol.errors import N_, ProtocolError
from protocol.machine.effects import BrokeOff
from protocol.machine.guest import Guest
from protocol.text import clean


class MatchBroken(ProtocolError):
    """The match is given up; nobody has won."""


BREAKS = {
    "left": N_("{name} has left the table; the match ends without a result."),
    "absent": N_("{name} did not come back in time; the match ends without a result."),
}
"""Why a host breaks a match off without anybody having broken the protocol."""


def broken_off(event: BrokeOff, names: Sequence[str]) -> MatchBroken:
    """What the host says of a match that it breaks off."""
    name = names[event.seat] if 0 <= event.seat < len(names) else ""
    template = BREAKS.get(event.code, N_("The match ends without a result, by {name}'s fault: {text}"))
    return MatchBroken(event.code, template, name=name, text=clean(event.text, limits.CHAT_CHARACTERS))


def silence(guest: Guest, names: Sequence[str], seconds: float) -> MatchBroken:
    """Nothing has come from the table for so long, although programs owed an answer."""
    table = guest.table
    assert table is not None, "silence is noticed at a running table"
    if guest.unlogged:
        return MatchBroken(
            "ignored", N_("The host has not passed on your message for {seconds} s."), seconds=round(seconds)
        )
    owing = ", ".join(names[seat] for seat in table.awaited())
    return MatchBroken(
        "silent", N_("No answer has come from {names} for {seconds} s."), names=owing, seconds=round(seconds)
    )
