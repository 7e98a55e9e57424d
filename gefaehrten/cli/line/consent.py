"""Pure. Pauses, ends by agreement, clocks and people that are not there, in words, for line mode and full screen.

The one rule: whoever reads of a wish reads how many have it, and what to type to have it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gefaehrten.core.lines import Style
from gefaehrten.core.text import N_, Sentence
from gefaehrten.session.events import Continued, Idled, Moved, Paused, Waiting

PAUSED = Sentence(N_("The match is paused; resume goes on"))
"""What stands before the cursor meanwhile."""

LEAVE = Sentence(N_("Really leave the table? y leaves."))
LEAVE_PAUSED = Sentence(N_("The match is paused: your seat is kept. Really leave the table? y leaves."))
CONCEDE = Sentence(N_("Really give the match up and leave? It goes on without you. y gives it up."))
ABORT = Sentence(N_("End the match here, without a winner, as soon as everybody agrees? y asks for it."))
"""What is asked before something that cannot be taken back."""

REFUSED = Sentence(N_("The match is paused: no turn is made now. Type resume to go on."))
"""The answer to a turn."""

Said = tuple[Sentence, Style]


def consent_said(
    event: Moved | Paused | Continued | Idled | Waiting, own: int, names: Sequence[str]
) -> Iterator[Said]:
    """What people are told of one of these.

    Args:
        own: the reader's seat; -1 for none.
        names: by seat, as people at this table know them.
    """
    match event:
        case Moved():
            yield from _moved(event, own, names)
        case Paused():
            yield _said(
                N_("The match is paused: no clock runs, and whoever leaves now keeps the seat."), Style.TITLE
            )
            if own >= 0:
                yield _said(N_("Type resume to go on."), Style.DIM)
        case Continued():
            yield _said(N_("The match goes on."), Style.TITLE)
        case Idled(seat=seat, idle=True) if seat == own:
            yield _said(
                N_("The autopilot plays for you now. Any key or line, and the next turn is yours again."),
                Style.WARN,
            )
        case Idled(seat=seat) if seat == own:
            yield _said(N_("You decide again, from the next turn on."), Style.GOOD)
        case Idled(idle=True):
            yield _said(N_("{name} is not there: the autopilot plays."), Style.WARN, name=_name(event, names))
        case Idled():
            yield _said(N_("{name} is there again."), Style.GOOD, name=_name(event, names))
        case Waiting():
            yield _said(
                N_("{name} has gone; the seat is kept while the match is paused."),
                Style.WARN,
                name=_name(event, names),
            )


def _moved(event: Moved, own: int, names: Sequence[str]) -> Iterator[Said]:
    if event.bot or (event.wish and event.agreed == event.needed):
        return  # what comes of it is told next
    params = {"name": _name(event, names), "agreed": event.agreed, "needed": event.needed}
    mine = event.seat == own
    calm, asked = Style.PLAIN, Style.WARN
    match event.wish:
        case "pause" if mine:
            yield Sentence(N_("You have asked for a pause ({agreed} of {needed})."), params), calm
        case "pause":
            template = N_("{name} would like a pause ({agreed} of {needed}). Type pause to agree.")
            yield Sentence(template, params), asked
        case "abort" if mine:
            template = N_("You have asked to end the match here, without a winner ({agreed} of {needed}).")
            yield Sentence(template, params), calm
        case "abort":
            template = N_(
                "{name} would like to end the match here, without a winner ({agreed} of {needed}). "
                "Type abort to agree."
            )
            yield Sentence(template, params), asked
        case _ if mine:
            yield Sentence(N_("You would like to play on ({agreed} of {needed})."), params), calm
        case _:
            yield Sentence(N_("{name} would like to play on ({agreed} of {needed})."), params), calm


def _name(event: Moved | Idled | Waiting, names: Sequence[str]) -> str:
    known = names[event.seat] if 0 <= event.seat < len(names) else ""
    return known or event.name


def _said(template: str, style: Style = Style.PLAIN, **params: object) -> Said:
    return Sentence(template, params), style
