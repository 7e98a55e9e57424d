"""Machine. What happened and what was said at a table, as lines: the log, the chat, and the page at the end.

The one rule: every name and every text has been through `Wording` before it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from gefaehrten.cli.line.said import Company, said, unwon
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import View, Wording
from gefaehrten.session.events import Chatted, Ended, Judged, SessionEvent

KEPT = 400
"""Lines of log and chat that are kept: more than anybody scrolls back."""

UNBROKEN = 10_000
"""Cells that a line may have: the screen breaks it where it is shown."""

CAUGHT_UP = 40
"""Steps that are told of a match that was joined late."""


class Chronicle:
    """Log and chat. Mutable: they grow.

    Attributes:
        company: who sits at the table.
        unread: lines of chat that have not been on the screen.
    """

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self._log: list[Line] = []
        self._chat: list[Line] = []
        self._steps: list[JsonStep] = []
        self._over = False
        self._why: Sentence | None = None
        self.company = Company()
        self.unread = 0

    @property
    def log(self) -> tuple[Line, ...]:
        """What happened, the newest last."""
        return tuple(self._log)

    @property
    def chat(self) -> tuple[Line, ...]:
        """What was said, the newest last."""
        return tuple(self._chat)

    def told(self, event: SessionEvent) -> tuple[Line, ...]:
        """An event in words, and into the log with it."""
        lines = tuple(said(event, self._wording, self.company, UNBROKEN, why=self._why))
        # How play ended has been told in the game's own words; the result says it again with the verdict.
        if not (self._over and isinstance(event, Ended | Judged)):
            self._add(self._log, lines)
        return lines

    def said(self, event: Chatted) -> None:
        """A line of chat."""
        name = self._wording.clean(self.company.called(event.seat, event.name))
        text = self._wording.clean(event.text)
        self._add(self._chat, (line(Span(name, Style.STRONG), ": " + text),))
        self.unread += 1

    def step(self, step: JsonStep, view: View) -> None:
        """A step of the match, with the sentence that its view has for it."""
        self._announce(step, self._steps, view)
        self._over = step["step"] == "over"
        self._why = unwon(step, view, self.company)
        self._steps.append(step)

    def catch_up(self, steps: Sequence[JsonStep], view: View) -> None:
        """The steps of a match that is entered in its middle; the last ones are told."""
        self._steps = list(steps)
        for index in range(max(len(steps) - CAUGHT_UP, 0), len(steps)):
            self._announce(steps[index], steps[:index], view)

    def begin(self) -> None:
        """A new match: nothing has happened in it."""
        self._steps = []
        self._over, self._why = False, None

    def _announce(self, step: JsonStep, before: Sequence[JsonStep], view: View) -> None:
        sentence = view.announce(step, before, self.company.names, self.company.seat)
        if sentence is not None:
            style = Style.TITLE if step["step"] == "scored" else Style.PLAIN
            self._add(self._log, (line(Span(self._wording.say(sentence), style)),))

    @staticmethod
    def _add(to: list[Line], lines: Sequence[Line]) -> None:
        to += lines
        del to[:-KEPT]
