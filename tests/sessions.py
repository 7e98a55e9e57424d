"""Whole sessions over the in-memory network: a host and its guests, each with its own profile, in one event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from gefaehrten.core.random import Random
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.events import Ended, Judged, SessionEvent
from gefaehrten.session.hosting import HostSession
from gefaehrten.session.journal import Journal
from gefaehrten.session.keeping import GuestKeeping, WatcherKeeping
from gefaehrten.session.offers import offer_of
from gefaehrten.session.players import Position
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.requests import TableRules
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.stored import Role
from gefaehrten.session.watching import WatchSession
from protocol.identity import Identity
from protocol.machine.guest import Applicant
from protocol.machine.hub import Hub
from protocol.net.link import Link
from tests.machines import CODE, WATCH_CODE, Entropy, random_actions


class RandomPlayer:
    """Plays any legal turn, from a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    async def decide(self, position: Position) -> list[int]:
        return random_actions(position, self._rng)


@dataclass
class Sitting:
    """One seat of a test table, or a watcher."""

    folder: Path
    session: SeatSession | WatchSession
    events: list[SessionEvent] = field(default_factory=list)

    def only(self, kind: type[SessionEvent]) -> SessionEvent:
        """The one event of a kind."""
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, found
        return found[0]


async def play(
    folder: Path,
    *,
    seats: int,
    seed: str = "table",
    options: Mapping[str, str] | None = None,
    wishes: tuple[str, ...] = (),
    player: Callable[[int], object] = lambda seat: RandomPlayer(seat + 1),
    game: str = "gefaehrten",
    watchers: int = 0,
) -> list[Sitting]:
    """Plays one match to the verdict at every seat; each seat keeps its own profile below `folder`.

    Args:
        watchers: how many look on; they come at the end of the result.
    """
    entropy = Entropy(seed)
    ambient = Ambient(clock=time.monotonic, entropy=entropy, grace=5.0)
    table = offer_of(
        TableRules(game, seats, "random", dict(options or {})), entropy(16), CODE, watch_code=WATCH_CODE
    )
    with ExitStack() as stack:

        def opened(name: str) -> Profile:
            return stack.enter_context(Profile.open(folder / name, access=Access.PLAY, entropy=entropy))

        host_profile = opened("host")
        host_profile.store.create(table.match_id, game=game, role=Role.HOST, started=1, code=CODE)
        hub = Hub(Identity(host_profile.seed), table, entropy)
        host = HostSession(
            hub,
            journal=Journal(host_profile.store, table.match_id, orders=True),
            ambient=ambient,
            tell=lambda event: None,
            table=lambda: sittings[0].session.table if sittings else None,  # type: ignore[union-attr]
        )
        sittings: list[Sitting] = []

        def sit(number: int) -> Sitting:
            profile = opened(f"seat{number}")
            identity = Identity(profile.seed)
            events: list[SessionEvent] = []

            async def dial() -> Link:
                return host.dial(f"seat {number}")

            session = SeatSession(
                identity,
                Applicant(
                    f"Peer {number}".encode(), CODE, wish=wishes[number] if wishes else "", seat=number
                ),
                dial=dial,
                keeping=GuestKeeping(profile.store, identity.public, Role.GUEST, lambda: 1, "memory", CODE),
                player=player(number),  # type: ignore[arg-type]
                ambient=ambient,
                tell=events.append,
            )
            return Sitting(folder / f"seat{number}", session, events)

        def look(number: int) -> Sitting:
            profile = opened(f"watcher{number}")
            events: list[SessionEvent] = []

            async def dial() -> Link:
                return host.dial(f"watcher {number}")

            session = WatchSession(
                Identity(profile.seed),
                Applicant(f"Eye {number}".encode(), WATCH_CODE),
                dial=dial,
                keeping=WatcherKeeping(profile.store, lambda: 1, "memory", WATCH_CODE),
                ambient=ambient,
                tell=events.append,
            )
            return Sitting(folder / f"watcher{number}", session, events)

        sittings += [sit(number) for number in range(seats)] + [look(number) for number in range(watchers)]
        try:
            await asyncio.gather(*(sitting.session.run() for sitting in sittings))
        finally:
            await host.close()
    return sittings


def agree(sittings: list[Sitting]) -> tuple[Ended, Judged]:
    """All seats tell the same end and an honest verdict; returns it."""
    ends = {sitting.only(Ended) for sitting in sittings}
    verdicts = {sitting.only(Judged) for sitting in sittings}
    assert len(ends) == 1
    assert len(verdicts) == 1
    ended, judged = ends.pop(), verdicts.pop()
    assert isinstance(ended, Ended)
    assert isinstance(judged, Judged)
    assert judged.honest
    assert judged.proven
    return ended, judged
