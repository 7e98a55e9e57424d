"""Pure. The end of a match: who has won, everybody's points, and whether it was honest."""

from __future__ import annotations

from gefaehrten.cli.screen.bars import waiting
from gefaehrten.cli.screen.blocks import flowing
from gefaehrten.cli.screen.shelf import Sheet
from gefaehrten.cli.screen.state import ScreenState
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording


def result_sheet(state: ScreenState, wording: Wording, width: int) -> Sheet:
    """Result and verdict as the first of the panels; until the verdict is there, what is waited for."""
    lines: list[Line] = flowing(state.result, width, wording)
    if not lines:
        lines = [line(wording.say(N_("The match is over.")))]
    if state.waiting is not None:
        lines += flowing(waiting(state, wording), width, wording)
    title = line(Span(wording.say(N_("Result")), Style.TITLE))
    return Sheet("result", title, tuple(lines), least=len(lines))
