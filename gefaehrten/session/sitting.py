"""Shell. What all seats of a process have in common: who decides for them, and how they leave.

The one rule: whatever a seat starts ends with the seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ambient import Ambient
from gefaehrten.session.bots import BotProcess
from gefaehrten.session.events import Failed, Judged, Resumed, SessionEvent, Started
from gefaehrten.session.front import Front
from gefaehrten.session.helm import AUTOPILOT
from gefaehrten.session.offers import check_wish
from gefaehrten.session.players import BotPlayer, Leaving, Player
from gefaehrten.session.requests import Person
from gefaehrten.session.seat import SeatSession
from gefaehrten.session.watching import WatchSession
from protocol.net.link import Link

Tell = Callable[[SessionEvent], None]
"""Takes what a session tells."""

LEAVE_SECONDS = 2.0
"""How long a seat that leaves may take to say so."""


def player_of(person: Person, front: Front, ambient: Ambient) -> Player:
    """Who decides for a person's seat: the front, or a bot of the level that the person has named."""
    return front if person.auto is None else bot_player(person.auto, front.tell, ambient)


def autopilot(tell: Tell, ambient: Ambient) -> Callable[[], BotPlayer]:
    """Makes the bot that plays for a person who is not there."""
    return lambda: bot_player(AUTOPILOT, tell, ambient)


def bot_player(level: str, tell: Tell, ambient: Ambient) -> BotPlayer:
    """A bot of this level; whoever made it closes it."""

    def start() -> BotProcess:
        return BotProcess(on_fault=lambda error: tell(Failed(error.code, error.sentence)))

    return BotPlayer(start, level, ambient.entropy)


def close_player(player: Player) -> None:
    """Ends what a player has started."""
    if isinstance(player, BotPlayer):
        player.close()


def telling(player: Player, tell: Tell) -> Tell:
    """Passes events on; a bot gets ready to think once the decks are sealed."""

    def told(event: SessionEvent) -> None:
        if isinstance(event, Started | Resumed) and isinstance(player, BotPlayer):
            player.prepare()
        tell(event)

    return told


async def until_left(seat: SeatSession | WatchSession, *, waits: Callable[[], bool] = bool) -> Judged:
    """Runs a seat, or a watcher; one that leaves says so to the host first.

    Args:
        waits: asked when it leaves: whether the match waits for whoever has not given it up, so that nothing is said.
    """
    try:
        return await seat.run()
    except (Leaving, asyncio.CancelledError):
        if waits() and not (isinstance(seat, SeatSession) and seat.conceding):
            raise
        with contextlib.suppress(Exception):
            async with asyncio.timeout(LEAVE_SECONDS):
                await seat.leave()
        raise


async def unless_left(dial: Callable[[], Awaitable[Link]], quitting: asyncio.Event) -> Link:
    """A link to the host; whoever leaves meanwhile does not wait for it.

    Raises:
        Leaving: the person wants to go.
    """
    connecting = asyncio.ensure_future(dial())
    leaving = asyncio.ensure_future(quitting.wait())
    try:
        await asyncio.wait({connecting, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            raise Leaving
        return connecting.result()
    except (Leaving, asyncio.CancelledError):
        connecting.cancel()
        (late,) = await asyncio.gather(connecting, return_exceptions=True)
        if not isinstance(late, BaseException):
            late.abort()
        raise
    finally:
        leaving.cancel()


async def wants_another(front: Front, quitting: asyncio.Event) -> bool:
    """Whether the person wants another match; leaving is no."""
    asking = asyncio.ensure_future(front.another())
    leaving = asyncio.ensure_future(quitting.wait())
    try:
        await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return not quitting.is_set() and asking.result()
    except Leaving:
        return False  # the match is over: there is nothing to leave
    finally:
        for task in (asking, leaving):
            task.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)


def in_lobby(seat: SeatSession | None) -> SeatSession:
    """The seat, where there is one to ask something for before the match.

    Raises:
        UsageError: there is none; whoever asks is too early.
    """
    if seat is None or seat.lobby is None:
        raise UsageError("not-joined", N_("You are not at the table yet."))
    return seat


def playing(seat: SeatSession | None) -> SeatSession:
    """The seat in a match.

    Raises:
        UsageError: there is no match yet; whoever asks is too early.
    """
    if seat is None or seat.table is None:
        raise UsageError("not-joined", N_("You are not at the table yet."))
    return seat


async def wish(seat: SeatSession | None, colour: str) -> None:
    """Asks for a colour before the match, "" for any.

    Raises:
        UsageError: the game has no such colour, or it is too early.
        LocalProtocolError: it is too late.
    """
    sitting = in_lobby(seat)
    lobby = sitting.lobby
    assert lobby is not None, "whoever is in a lobby has seen it"
    check_wish(lobby.game, lobby.options, lobby.size, colour)
    await sitting.prefer(wish=colour)


def first_cause(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The cause of a group that failed: its first leaf."""
    error = group.exceptions[0]
    return first_cause(error) if isinstance(error, BaseExceptionGroup) else error
