"""Pure. Which key does what on the full screen, beside the game's own and those that edit the typed line.

The one rule: hot keys are capitals, signs and function keys, so that none of them is a letter of anybody's notation.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

from gefaehrten.core.view import Page


class Do(Enum):
    """What a hot key does; pages of the view are not among them: they are told by their own keys."""

    HELP = auto()
    HINT = auto()
    RULES = auto()
    TALK = auto()
    LEAVE = auto()
    ZOOM_AROUND = auto()
    ZOOM_IN = auto()
    ZOOM_OUT = auto()
    INVITE = auto()
    PAUSE = auto()
    AUTOPILOT = auto()


AT_TABLE = {
    "?": Do.HELP,
    "f1": Do.HELP,
    "H": Do.HINT,
    "R": Do.RULES,
    "T": Do.TALK,
    "Q": Do.LEAVE,
    "B": Do.PAUSE,
    "A": Do.AUTOPILOT,
    "z": Do.ZOOM_AROUND,
    "Z": Do.ZOOM_OUT,
    "+": Do.ZOOM_IN,
    "-": Do.ZOOM_OUT,
}
"""Hot keys in a match."""

IN_LOBBY = {
    "?": Do.HELP,
    "f1": Do.HELP,
    "R": Do.RULES,
    "T": Do.TALK,
    "Q": Do.LEAVE,
    "I": Do.INVITE,
}
"""Hot keys before it, beside the lobby's own."""

FIRST_PAGE_KEY = 2
"""The function key of the first page; F1 is the help."""


def page_keys(pages: Iterable[Page]) -> dict[str, str]:
    """The page that each key shows: the hot key of each, and from F2 on the function keys in their order."""
    hot = [page for page in pages if page.hot]
    found = {page.hot: page.key for page in hot}
    found |= {f"f{number}": page.key for number, page in enumerate(hot, start=FIRST_PAGE_KEY)}
    return found


def page_title(pages: Iterable[Page], key: str) -> str:
    """What stands above a page (a template); its help where it has no title of its own."""
    return next(page.title or page.help for page in pages if page.key == key)
