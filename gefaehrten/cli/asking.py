"""Shell. Passes on to the session what somebody asks for beside moves, from whichever screen.

The one rule: whether it can be is decided there; a refusal comes back as an error with a sentence.
"""

from __future__ import annotations

from gefaehrten.cli.line.effects import (
    AddBot,
    Autopilot,
    Kick,
    LobbyEffect,
    Motion,
    Ready,
    Start,
    TableEffect,
    Wish,
)
from gefaehrten.session.front import Controls


async def ask(controls: Controls, effect: LobbyEffect | TableEffect) -> None:
    """Asks for it.

    Raises:
        GefaehrtenError, ProtocolError: it cannot be; the sentence says why.
    """
    match effect:
        case Ready():
            await controls.ready(effect.ready)
        case Wish():
            await controls.wish(effect.colour)
        case Kick():
            await controls.kick(effect.seat)
        case AddBot():
            await controls.add_bot(effect.level)
        case Start():
            await controls.fill()
        case Motion():
            await controls.move(effect.wish)
        case Autopilot():
            await controls.autopilot(effect.on)
