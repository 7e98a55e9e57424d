"""Pure. The ways a session ends before its time that have exit codes of their own.

The one rule: their sentence is said once, by `cli/exits.py`, whatever the screens have shown before.
"""

from __future__ import annotations

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.text import N_


class NoConnection(GefaehrtenError):
    """Nobody answers, or the address cannot be listened at: exit code 3."""


class MatchFault(GefaehrtenError):
    """The match ended in a fault, somebody's or the program's: exit code 1."""


class Adjourned(GefaehrtenError):
    """The person has left a match that waits for them, paused or against bots alone: exit code 130."""


class SentHome(GefaehrtenError):
    """The match is paused, and its host has gone home; the seat is kept: exit code 0."""


class HostGone(GefaehrtenError):
    """The host of a match is gone, and nobody has taken its place: exit code 3.

    Attributes:
        match: its id, 16 bytes; this seat can go on with it as the host.
    """

    def __init__(self, match: bytes) -> None:
        self.match = match
        super().__init__(
            "host-gone",
            N_(
                "The host is gone. Join again once it is back; or go on as the host yourself, where more than half of "
                "the seats join you with the same code: {command}"
            ),
            command=f"gefaehrten host --resume {match.hex()[:8]}",
        )


def sent_home() -> SentHome:
    """The host has said so, or is not there any more."""
    return SentHome(
        "paused", N_("The match is paused, and its host has gone home; your seat is kept. Join again later.")
    )
