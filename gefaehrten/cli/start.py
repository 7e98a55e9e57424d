"""Shell. Hands a checked request to the session, with the front to show it on, and judges how it ended.

The one rule: the session never touches the terminal, and the commands never touch the session: they meet here.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine

from gefaehrten.cli import i18n, output
from gefaehrten.cli.fronts import Outcome, front_for
from gefaehrten.core.text import N_
from gefaehrten.session.ends import MatchFault
from gefaehrten.session.events import Judged
from gefaehrten.session.requests import BotRequest, HostRequest, JoinRequest, PlayRequest


def play(request: PlayRequest) -> None:
    """Plays a local match to its end."""
    from gefaehrten.session import run

    warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.play(request, front), front)


def host(request: HostRequest) -> None:
    """Opens a table, plays at it, and returns when the verdict is in."""
    from gefaehrten.session import run

    if request.bots or request.fill or request.fill_after is not None or request.person.auto:
        warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.host(request, front), front)


def join(request: JoinRequest) -> None:
    """Takes a seat, plays, and returns when the verdict is in."""
    from gefaehrten.session import run

    if request.person.auto:
        warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.join(request, front), front)


def bot(request: BotRequest) -> None:
    """Lets a bot take a seat, and returns when the verdict is in."""
    from gefaehrten.session import run

    warn_if_interpreted()
    front = Outcome(front_for(request.person))
    _carry_out(run.bot(request, front), front)


def _carry_out(session: Coroutine[object, object, Judged], front: Outcome) -> None:
    """Runs a session to its end.

    Raises:
        MatchFault: the match ended in a fault.
    """
    judged = asyncio.run(session)
    if not judged.honest:
        raise MatchFault("fault", N_("The match ended in a fault: {what}"), what=judged.faults[0].what)
    if front.ended is not None and front.ended.reason == "fault":
        raise MatchFault("fault", N_("The match ended in a fault; its result does not count."))


def warn_if_interpreted() -> None:
    """One line on stderr when bots are about to think without the compiled kernels."""
    from gefaehrten.core import kernel

    if is_compiled(kernel.__file__):
        return
    output.tell(
        i18n.say(
            N_(
                "Note: the rules run uncompiled on this Python {version}, so bots think many times slower. "
                "With a C compiler a new installation mends it (in a clone: scripts/bootstrap --again)."
            ),
            version=".".join(map(str, sys.version_info[:3])),
        )
    )


def is_compiled(file: str | None) -> bool:
    """Whether a module that was loaded from this file is a compiled one."""
    return file is not None and not file.endswith((".py", ".pyc"))
