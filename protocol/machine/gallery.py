"""Machine. The watchers of a table as its host sees them: who may look, and what each of them has still to get.

Theory of operation. A watcher is *live* when it has everything that there is: then it gets each new frame with the
seats. Who comes to a match that runs says where it left off and is *behind*: the shell fetches the log for it in
portions, as fast as that one watcher takes them, so that no seat waits for it. With the last portion it becomes live.
The one rule: a watcher gets what every seat gets and nothing else, and is heard in nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol import limits
from protocol.errors import N_, Culprit, Refused, RemoteProtocolError
from protocol.log import Log
from protocol.machine.effects import Effects, WatcherCame, WatcherLeft
from protocol.machine.terms import NOTHING, check_not_behind, shared
from protocol.wire.envelope import Envelope
from protocol.wire.frame import entry_frame
from protocol.wire.messages import Bye, Resume


@dataclass(slots=True)
class _Watcher:
    """One watcher. Mutable: it gets more and more of the log.

    Attributes:
        got: entries that it has, or that are on their way to it.
        opened: whether record and signatures are.
        asked: whether it has said where it left off; who came before the match never does.
        live: whether it has everything, and gets new frames as they come.
    """

    key: bytes
    origin: str
    live: bool
    got: int = 0
    opened: bool = False
    asked: bool = False


class Gallery:
    """All watchers of one table, by the numbers of their connections. Mutable: they come and go.

    Attributes:
        opening: the frames of RECORD and START, once there are any.
        closing: the frame of BROKEN, if it came to that.
    """

    def __init__(self) -> None:
        self.opening: tuple[bytes, ...] = ()
        self.closing: bytes | None = None
        self._watchers: dict[int, _Watcher] = {}
        self._visits: dict[str, list[float]] = {}

    def __len__(self) -> int:
        return len(self._watchers)

    def __contains__(self, number: int) -> bool:
        return number in self._watchers

    @property
    def live(self) -> list[int]:
        """The watchers that get new frames as they come."""
        return [number for number, watcher in self._watchers.items() if watcher.live]

    @property
    def behind(self) -> list[int]:
        """The watchers that have said where they left off, and have not got everything yet."""
        return [number for number, watcher in self._watchers.items() if watcher.asked and not watcher.live]

    def enter(
        self, number: int, key: bytes, origin: str, now: float, *, live: bool, effects: Effects
    ) -> int | None:
        """Lets a watcher in; the earlier connection under its key whose place it takes, if there is one.

        Args:
            live: there is no log yet, so it has missed nothing.

        Raises:
            Refused: there are too many watchers, or it comes again and again.
        """
        self._count_visit(origin, now)
        old = next((other for other, watcher in self._watchers.items() if watcher.key == key), None)
        others = [watcher.origin for other, watcher in self._watchers.items() if other != old]
        if len(others) >= limits.WATCHERS or others.count(origin) >= limits.WATCHERS_PER_ADDRESS:
            raise Refused("full", N_("All places for watchers at this table are taken."))
        if old is not None:
            del self._watchers[old]
            effects.close.append(old)
        self._watchers[number] = _Watcher(key, origin, live)
        effects.events.append(WatcherCame(number, len(self)))
        return old

    def leave(self, number: int, effects: Effects) -> None:
        """A connection is gone, perhaps a watcher's."""
        if self._watchers.pop(number, None) is not None:
            effects.events.append(WatcherLeft(number, len(self)))

    def take(
        self, number: int, envelope: Envelope, log: Log | None, effects: Effects, *, behind: bool = False
    ) -> None:
        """Takes what a watcher says: once where it left off, good-bye, and nothing else.

        Args:
            behind: whether the log may have less than the watcher: a host to be gathers it.

        Raises:
            RemoteProtocolError: it says something else, or has another log.
        """
        watcher, payload = self._watchers[number], envelope.payload
        if envelope.author != watcher.key:
            raise _peer("foreign-key", N_("A message is signed by another key than its watcher's."))
        if isinstance(payload, Bye):
            effects.close.append(number)
            return
        if not isinstance(payload, Resume) or log is None or watcher.asked or watcher.live:
            raise _peer("watcher", N_("A watcher sent something that is for seats only."))
        if payload != NOTHING:
            if not behind:
                check_not_behind(log, payload)
            watcher.got, watcher.opened = shared(log, payload), True
        watcher.asked = True
        effects.behind.append(number)

    def rewind(self, length: int) -> None:
        """The log goes on otherwise behind this many entries: whoever was on its way gets them anew."""
        for watcher in self._watchers.values():
            if not watcher.live:
                watcher.got = min(watcher.got, length)

    def portion(self, number: int, log: Log, stored: int) -> list[bytes]:
        """The next frames for a watcher that is behind; none when there is nothing more for now.

        Args:
            stored: how many entries may be given out.
        """
        watcher = self._watchers.get(number)
        if watcher is None or watcher.live or not watcher.asked:
            return []
        frames = [] if watcher.opened else list(self.opening)
        watcher.opened = True
        entries = log.entries[watcher.got : min(stored, watcher.got + limits.WATCHER_PORTION)]
        frames += [entry_frame(entry) for entry in entries]
        watcher.got += len(entries)
        if watcher.got == log.length:
            watcher.live = True
            frames += [] if self.closing is None else [self.closing]
        return frames

    def _count_visit(self, origin: str, now: float) -> None:
        """Counts who comes from where: each visit may cost the host a whole log."""
        window = now - limits.REMARK_WINDOW_SECONDS
        recent = {place: [when for when in times if when > window] for place, times in self._visits.items()}
        self._visits = {place: times for place, times in recent.items() if times}
        visits = self._visits.setdefault(origin, [])
        if len(visits) >= limits.WATCHER_VISITS:
            raise Refused("flood", N_("Too many watchers came from your address; wait a minute."))
        visits.append(now)


def _peer(code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.PEER)
