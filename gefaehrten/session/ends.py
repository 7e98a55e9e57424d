"""Pure. The two ways a session ends badly that have exit codes of their own.

The one rule: their sentence is said once, by `cli/exits.py`, whatever the screens have shown before.
"""

from __future__ import annotations

from gefaehrten.core.errors import GefaehrtenError


class NoConnection(GefaehrtenError):
    """Nobody answers, or the address cannot be listened at: exit code 3."""


class MatchFault(GefaehrtenError):
    """The match ended in a fault, somebody's or the program's: exit code 1."""
