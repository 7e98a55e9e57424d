"""Machine. When a host to be asks for votes: as soon as all are there, or enough, and nobody else has come for a while.

The one rule: it asks; who becomes the host is for the votes.
"""

from __future__ import annotations

from gefaehrten.core.text import N_, Sentence
from protocol.machine.hub import Hub
from protocol.machine.table import Table
from protocol.terms import majority

GATHER_SECONDS = 10.0
"""How long others may take to come once enough are there: the longest log of all of them counts."""

ASK_SECONDS = 3.0
"""How long votes may take; then they are asked for anew, since the log may have grown meanwhile."""


class Succession:
    """What a process does to become the host of a match. Mutable: it follows the hub and the clock."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._here: frozenset[int] | None = None
        self._enough_since: float | None = None
        self._asked_at: float | None = None
        self._told = False

    def step(self, table: Table, now: float) -> Sentence | None:
        """Time has passed, or somebody has come or gone; what the person is told of it."""
        if self._hub.gathering is None:
            return None
        if table.record.keys.index(self._hub.key) not in table.active:
            return self._out()
        here = frozenset(self._hub.present) & frozenset(table.active)
        enough = majority(table.active, here)
        if not enough:
            self._enough_since = None
        elif self._enough_since is None:
            self._enough_since = now
        if self._enough_since is not None:
            waited = now - self._enough_since >= GATHER_SECONDS
            due = self._asked_at is None or now - self._asked_at >= ASK_SECONDS
            if due and (waited or len(here) == len(table.active)):
                self._asked_at = now
                self._hub.elect(table.active)
        if here == self._here:
            return None
        self._here = here
        return Sentence(
            N_("To go on without the host {needed} of {seats} seats are needed; here now: {here}."),
            {"needed": len(table.active) // 2 + 1, "seats": len(table.active), "here": len(here)},
        )

    def _out(self) -> Sentence | None:
        """The others have given this very seat up meanwhile, as their log says: nobody may vote for it."""
        told, self._told = self._told, True
        text = N_("You are not in the match any more, so you cannot be its host; another seat can.")
        return None if told else Sentence(text)
