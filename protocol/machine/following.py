"""Machine. A log that follows its host, and is left for another one when a new host's term leaves its end behind.

The one rule: a log is left only for one with a later term, that more than half of the seats have voted for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from protocol.errors import RemoteProtocolError
from protocol.log import Entry, Log
from protocol.machine.effects import Advanced, Event, Keep, KeepAside, KeepEntry, Rewound
from protocol.machine.terms import check_votes_kept


class Growing(Protocol):
    """What grows by entries: a replica, or a bare log."""

    @property
    def log(self) -> Log:
        """Its log."""
        ...

    def receive(self, entry: Entry) -> object:
        """Takes the next entry; what is wrong raises, and nothing has changed."""
        ...


T = TypeVar("T", bound=Growing)


@dataclass(slots=True)
class Step:
    """What an entry has changed: nothing, one more entry, or (`rewound`) the log from an earlier entry on.

    Attributes:
        entries: those that are new, in order.
    """

    entries: list[Entry] = field(default_factory=list)
    rewound: bool = False

    def journal(self) -> list[Keep]:
        """What is to be kept of it."""
        aside: list[Keep] = [KeepAside(self.entries[0].index - 1)] if self.rewound else []
        return [*aside, *map(KeepEntry, self.entries)]

    def events(self) -> list[Event]:
        """What is to be told of it."""
        before: list[Event] = [Rewound(self.entries[0].index - 1)] if self.rewound else []
        return [*before, *(Advanced(entry.index) for entry in self.entries[-1:])]


class Following(Generic[T]):
    """What follows, and where the host goes on from an earlier entry, what may take its place. Mutable.

    Args:
        branch: makes another one that begins as this one does, up to an index.

    Attributes:
        kept: the one that counts.
    """

    def __init__(self, kept: T, branch: Callable[[T, int], T]) -> None:
        self.kept = kept
        self._make = branch
        self._branch: T | None = None
        self._from = 0

    def receive(self, entry: Entry) -> Step:
        """Takes an entry of the host.

        Raises:
            RemoteProtocolError: the host must not have sent it; or code "term-shorter", a seat must not have voted for
                it. What is kept has not changed.
        """
        log = self.kept.log
        if self._branch is None:
            if entry.index > log.length:
                self.kept.receive(entry)
                return Step([entry])
            if entry.index < 1 or log.entries[entry.index - 1].term == entry.term:
                log.repeated(entry)
                return Step()
            self._from = entry.index - 1
            self._branch = self._make(self.kept, self._from)
        branch = self._branch
        try:
            branch.receive(entry)
        except RemoteProtocolError:
            self._branch = None
            raise
        if branch.log.term <= log.term:
            return Step()
        check_votes_kept(log, branch.log)
        self.kept, self._branch = branch, None
        return Step(list(branch.log.entries[self._from :]), rewound=True)
