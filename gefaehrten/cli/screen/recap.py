"""Pure. A match looked back on, in sentences: the log up to a step, what a step does, how it ended, what is proven.

The one rule: what is said of a step is what a watcher is told; hands are shown on the table, never told.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Final

from gefaehrten.cli.judgement import judgement
from gefaehrten.cli.line.said import Company, said, unwon
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.engine.match import Match
from gefaehrten.session.history import SCORED, History
from gefaehrten.session.summary import ended_of

UNBROKEN: Final = 10_000
"""Cells that a line may have: the screen breaks it where it is shown."""


class Recap:
    """Everything that is said of a match.

    Attributes:
        stops: the positions at which something is told, ascending, and the one at which all cards are dealt.
        doubts: a sentence where the record is not that of a whole match, proven; else nothing.
        result: who has won, everybody's points, and the verdict, as far as there are any.
    """

    def __init__(self, history: History, wording: Wording) -> None:
        self._history = history
        self._wording = wording
        self._told = [index for index, sentence in enumerate(history.sentences) if sentence is not None]
        self._lines = tuple(self._line(index) for index in self._told)
        self.stops = self._stops()
        self.doubts = self._doubts()
        self.result = self._result()

    def log(self, step: int) -> tuple[Line, ...]:
        """What was told up to a step, the last line of it strong if the step itself is told there."""
        count = bisect_right(self._told, step)
        found = self._lines[:count]
        if not found or self._told[count - 1] != step:
            return found
        return (*found[:-1], line(Span(found[-1].text, Style.STRONG)))

    def marked(self, step: int) -> tuple[tuple[Line, ...], int]:
        """All that is ever told, numbered; with a sign at the last line up to a step; and which line that is."""
        at = max(bisect_right(self._told, step) - 1, 0)
        width = len(str(self._history.last))
        sign = self._wording.pick("▶", ">")
        found = []
        for number, (index, told) in enumerate(zip(self._told, self._lines, strict=True)):
            here = number == at and index <= step
            style = Style.CHOSEN if here else told.spans[0].style if index <= step else Style.DIM
            mark = Span(sign if here else " ", Style.KEY)
            found.append(line(mark, Span(f" {index:>{width}}  ", Style.DIM), Span(told.text, style)))
        return tuple(found), at

    def sentence(self, step: int) -> Line:
        """What happened with a step, also where it is nothing that anybody needs to hear."""
        history = self._history
        sentence, happened = history.sentences[step], history.step(step)
        if happened is None:
            return line(self._wording.say(N_("The match begins.")))
        if sentence is not None:
            return line(Span(self._wording.say(sentence), Style.STRONG))
        return line(self._wording.say(history.game.describe(happened, history.names)))

    def _line(self, index: int) -> Line:
        sentence, step = self._history.sentences[index], self._history.step(index)
        assert sentence is not None, "this is told"
        assert step is not None, "what is told has happened"
        style = Style.TITLE if step["step"] == SCORED else Style.PLAIN
        return line(Span(self._wording.say(sentence), style))

    def _stops(self) -> tuple[int, ...]:
        dealt = self._told[0] - 1 if self._told else self._history.last
        return tuple(sorted({max(dealt, 0), *self._told}))

    def _doubts(self) -> tuple[Line, ...]:
        report = self._history.report
        if report.holds and report.finished and report.proven:
            return ()
        style = Style.WARN if report.holds else Style.BAD
        return (line(Span(self._wording.say(judgement(report, self._history.names)[0]), style)),)

    def _result(self) -> tuple[Line, ...]:
        report, names = self._history.report, self._history.names
        found: list[Line] = []
        if report.table is not None and report.table.ending is not None:
            match = report.table.rules
            assert isinstance(match, Match), "the rules of a table here are a match"
            ended = replace(ended_of(report.table, match), winners=report.winners)
            company = Company(names)
            last = self._history.step(self._history.last)
            why = None if last is None else unwon(last, self._history.game.view(), company)
            found += said(ended, self._wording, company, UNBROKEN, why=why)
        first, *faults = judgement(report, names)
        style = Style.BAD if not report.holds else Style.GOOD if report.proven else Style.WARN
        return (*found, *(self._verdict(each, style) for each in (first, *faults)))

    def _verdict(self, sentence: Sentence, style: Style) -> Line:
        return line(Span(self._wording.say(sentence), style))
