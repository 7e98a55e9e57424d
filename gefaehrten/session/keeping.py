"""Shell. How the seats of a process keep their matches in its profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gefaehrten.session.events import Ended, Judged
from gefaehrten.session.journal import Journal
from gefaehrten.session.restore import remembered, resumed, watched
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role
from protocol.errors import ProtocolError, RemoteProtocolError
from protocol.machine.comeback import Resumed
from protocol.machine.seat import Secrets
from protocol.machine.table import Table


class Keeping(Protocol):
    """How a seat keeps its part of a match."""

    def journal(self, match: bytes, game: str) -> Journal:
        """The journal for a match that has just been joined."""
        ...

    def recall(self, match: bytes) -> Resumed | None:
        """What is stored of a match from an earlier process."""
        ...

    def remember(self, match: bytes, nonce: bytes) -> Secrets | None:
        """The own secrets for a draft, by its nonce, from this process or an earlier one."""
        ...

    def reopened(self, match: bytes) -> None:
        """Play has not ended after all: the log goes on from an earlier entry."""
        ...

    def hosts(self, match: bytes) -> None:
        """The seat's process is the host from now on."""
        ...

    def ended(self, match: bytes, ended: Ended) -> None:
        """Keeps how play ended."""
        ...

    def judged(self, match: bytes, ended: Ended, judged: Judged) -> None:
        """Keeps what the audit found."""
        ...

    def broken(self, match: bytes, error: ProtocolError) -> None:
        """Keeps why the match was broken off, with the evidence where there is any."""
        ...


@dataclass(frozen=True, slots=True)
class GuestKeeping:
    """A seat at somebody else's table: it keeps the whole log itself.

    Attributes:
        key: the seat's public key.
        now: seconds since 1970, for the list of matches.
        address: where the table was joined.
    """

    store: Store
    key: bytes
    role: Role
    now: Callable[[], int]
    address: str
    code: str

    def journal(self, match: bytes, game: str) -> Journal:
        row = next((row for row in self.store.matches() if row.match == match), None)
        if row is None:
            self.store.create(
                match,
                game=game,
                role=self.role,
                started=self.now(),
                address=self.address,
                code=self.code,
            )
        else:
            self.store.set_address(match, address=self.address, code=self.code)
            if row.state is MatchState.BROKEN and not (row.result or {}).get("evidence"):
                self.store.set_state(match, MatchState.RUNNING, result={})  # its host goes on with it
        return Journal(self.store, match, orders=True)

    def recall(self, match: bytes) -> Resumed | None:
        return resumed(self.store, match, self.key)

    def remember(self, match: bytes, nonce: bytes) -> Secrets | None:
        return remembered(self.store, match, self.key, nonce)

    def reopened(self, match: bytes) -> None:
        self.store.set_state(match, MatchState.RUNNING, result={})

    def hosts(self, match: bytes) -> None:
        self.store.set_address(match, role=Role.HOST)

    def ended(self, match: bytes, ended: Ended) -> None:
        self.store.set_state(match, MatchState.OVER, result=ended.json())

    def judged(self, match: bytes, ended: Ended, judged: Judged) -> None:
        self.store.set_state(match, MatchState.VERDICT, result={**ended.json(), **judged.json()})

    def broken(self, match: bytes, error: ProtocolError) -> None:
        self.store.set_state(match, MatchState.BROKEN, result=why(error))


@dataclass(frozen=True, slots=True)
class HouseKeeping:
    """A seat in the host's own process: the host keeps the log, the seat its secrets and envelopes.

    Attributes:
        key: the seat's public key.
        main: whether this seat also keeps how the match ended; one in each process does.
        identity_seed: of a bot's own key; empty for the profile's.
    """

    store: Store
    key: bytes
    main: bool
    identity_seed: bytes = b""
    level: str = ""

    def journal(self, match: bytes, game: str) -> Journal:  # noqa: ARG002 - the host has created the match
        return Journal(self.store, match, orders=False, identity_seed=self.identity_seed, level=self.level)

    def recall(self, match: bytes) -> Resumed | None:
        return resumed(self.store, match, self.key)

    def remember(self, match: bytes, nonce: bytes) -> Secrets | None:
        return remembered(self.store, match, self.key, nonce)

    def reopened(self, match: bytes) -> None:
        if self.main:
            self.store.set_state(match, MatchState.RUNNING, result={})

    def hosts(self, match: bytes) -> None:
        self.store.set_address(match, role=Role.HOST)

    def ended(self, match: bytes, ended: Ended) -> None:
        if self.main:
            self.store.set_state(match, MatchState.OVER, result=ended.json())

    def judged(self, match: bytes, ended: Ended, judged: Judged) -> None:
        if self.main:
            self.store.set_state(match, MatchState.VERDICT, result={**ended.json(), **judged.json()})

    def broken(self, match: bytes, error: ProtocolError) -> None:
        if self.main:
            self.store.set_state(match, MatchState.BROKEN, result=why(error))


@dataclass(frozen=True, slots=True)
class WatcherKeeping:
    """A watcher of somebody's table: it keeps record and log, so that all of it can be shown and verified afterwards.

    Attributes:
        now: seconds since 1970, for the list of matches.
        address: where the table is watched.
        code: its code for watchers.
    """

    store: Store
    now: Callable[[], int]
    address: str
    code: str

    def journal(self, match: bytes, game: str) -> Journal:
        """The journal for a match that is watched from now on. Where this profile sat at it, it stays a player's."""
        row = next((row for row in self.store.matches() if row.match == match), None)
        if row is None:
            self.store.create(
                match,
                game=game,
                role=Role.WATCHER,
                started=self.now(),
                address=self.address,
                watch_code=self.code,
            )
        elif row.role is Role.WATCHER:
            self.store.set_address(match, address=self.address, watch_code=self.code)
        return Journal(self.store, match, orders=True)

    def recall(self, match: bytes) -> Table | None:
        """What is stored of a match from an earlier process."""
        return watched(self.store, match)

    def reopened(self, match: bytes) -> None:
        """Play has not ended after all: the log goes on from an earlier entry."""
        self.store.set_state(match, MatchState.RUNNING, result={})

    def ended(self, match: bytes, ended: Ended) -> None:
        """Keeps how play ended."""
        self.store.set_state(match, MatchState.OVER, result=ended.json())

    def judged(self, match: bytes, ended: Ended, judged: Judged) -> None:
        """Keeps what the audit found."""
        self.store.set_state(match, MatchState.VERDICT, result={**ended.json(), **judged.json()})

    def broken(self, match: bytes, error: ProtocolError) -> None:
        """Keeps why the match was broken off, with the evidence where there is any."""
        self.store.set_state(match, MatchState.BROKEN, result=why(error))


def why(error: ProtocolError) -> dict[str, object]:
    """Why a match broke off, and the signed bytes (hex) that prove it to others."""
    evidence = error.evidence if isinstance(error, RemoteProtocolError) else ()
    return {"code": error.code, "text": str(error), "evidence": [data.hex() for data in evidence]}
