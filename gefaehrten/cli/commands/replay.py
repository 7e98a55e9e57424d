"""Shell. `gefaehrten replay`: looking back on a match, from the profile or from a record file."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import MatchId, TextType, refuse
from gefaehrten.core.text import N_, Sentence

if TYPE_CHECKING:
    from gefaehrten.core.view import Scene, View, Wording
    from gefaehrten.session.history import History

SLOWEST, FASTEST = 0.01, 100.0
"""Steps a second: fewer are a slip of the keys, more no screen shows."""


class Source(TextType):
    """A match of the profile by its id, or a record file; a file that is there goes first."""

    name = "MATCH|FILE"

    def read(self, text: str) -> str | Path:
        path = Path(text)
        if path.exists() or path.suffix or path.name != text:
            return path
        return MatchId().read(text)


class Speed(TextType):
    """Steps a second."""

    name = "S"

    def read(self, text: str) -> float:
        try:
            speed = float(text)
        except ValueError:
            speed = math.nan
        if not SLOWEST <= speed <= FASTEST:
            refuse(
                N_("“{text}” is no speed: write steps a second, {least} to {most}, as 0.5 or 4."),
                text=text,
                least=f"{SLOWEST:g}",
                most=f"{FASTEST:g}",
            )
        return speed


@click.command(
    "replay",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Look back on a match step by step. MATCH is the id of a match in your profile or the beginning of it, FILE a "
        "record that `export` wrote. With --html: write a page that plays it in any browser, without a network."
    ),
)
@click.argument("source", metavar="MATCH|FILE", type=Source())
@options.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help=N_("Write the replay into this file, a page for a browser; - is the standard output."),
)
@options.option(
    "--at",
    metavar="N",
    type=click.IntRange(min=0),
    help=N_("Begin after step N; in line mode: tell no more than that, and show the table as it was then."),
)
@options.option(
    "--seat",
    metavar="N",
    type=click.IntRange(min=0, max=7),
    help=N_("See the match as seat N did, counted from 0; it must have opened its secrets."),
)
@options.option(
    "--speed",
    metavar="S",
    type=Speed(),
    default="1",
    show_default=True,
    help=N_("Steps a second while it plays."),
)
@options.plain
@options.quick
@options.theme
@options.reads_profile
def command(
    *,
    source: str | Path,
    html_file: Path | None,
    at: int | None,
    seat: int | None,
    speed: float,
    plain: bool,
    quick: bool,
    theme: str | None,
    profile: Path,
    as_json: bool,
    ascii_only: bool,
) -> int:
    from gefaehrten.cli import output
    from gefaehrten.cli.exits import ExitCode
    from gefaehrten.cli.judgement import judgement
    from gefaehrten.session.requests import Screen
    from protocol.errors import Culprit, Refused, RemoteProtocolError

    try:
        history = find(source, profile)
    except RemoteProtocolError as error:
        if error.culprit != Culprit.FILE:
            raise
        output.tell(i18n.say(N_("The record does not hold: {what}"), what=error.say(i18n.translate)))
        return ExitCode.BAD_RECORD
    except Refused as error:
        output.tell(error.say(i18n.translate))
        return ExitCode.BAD_RECORD
    viewpoint = _checked(history, at, seat)
    wording = _wording(ascii_only=ascii_only)
    if not history.report.valid:
        for sentence in judgement(history.report, history.names):
            output.tell(wording.say(sentence))
    if html_file is not None:
        from gefaehrten.cli.files import put
        from gefaehrten.cli.html import page
        from gefaehrten.core.view import Wording

        text = page(history, Wording(i18n.translate), i18n.current().value)
        put(html_file, text, form="html", match=history.match, as_json=as_json)
    elif as_json:
        lines = output.JsonLines()
        for step in history.steps:
            lines.print({"event": "step", **step})
        lines.print({"event": "verdict", **history.report.json()})
    elif options.screen(as_json=as_json, plain=plain) is Screen.FULL:
        from gefaehrten.cli import start
        from gefaehrten.cli.screen.replay import ReplayScreen

        replay = ReplayScreen(
            history,
            wording,
            sys.stdout,
            theme=theme,
            at=at or 0,
            viewpoint=viewpoint,
            speed=speed,
            quick=quick,
        )
        start.to_its_end(replay.run())
    else:
        for line in told(history, wording, history.last if at is None else at):
            output.show(line)
        if at is not None:
            for line in table(history.at(at, viewpoint), history.game.view(), wording):
                output.show(line)
    return ExitCode.FINISHED if history.report.valid else ExitCode.BAD_RECORD


def find(source: str | Path, profile: Path) -> History:
    """The history of a match in the profile, or of a record file.

    Raises:
        UsageError, StoreError: there is no such match or file; the typist's fault.
        RemoteProtocolError: the file is no record (culprit the file).
        Refused: the rules are not those of this program.
    """
    from gefaehrten.cli import stored
    from gefaehrten.cli.commands.verify import read
    from gefaehrten.session.history import look_back
    from gefaehrten.session.restore import record_file
    from gefaehrten.session.verify import parsed

    if isinstance(source, Path):
        return look_back(parsed(read(source)))
    return look_back(record_file(stored.load(profile, source)))


def told(history: History, wording: Wording, upto: int) -> Iterator[str]:
    """The match in line mode: every sentence with its step, up to one of them, then what is proven."""
    from gefaehrten.cli.judgement import judgement

    yield wording.say(
        N_("{title}, match {match}, {count} entries"),
        title=Sentence(history.game.title),
        match=history.match[:12],
        count=history.report.table.log.length if history.report.table else 0,
    )
    for index, sentence in enumerate(history.sentences[: upto + 1]):
        if sentence is not None:
            yield f"{index:>4}  {wording.say(sentence)}"
    for sentence in judgement(history.report, history.names):
        yield wording.say(sentence)


def table(scene: Scene, view: View, wording: Wording) -> Iterator[str]:
    """The table in line mode, with the hand of whose eyes it is seen with."""
    from gefaehrten.cli.picture import WIDTH

    hand = [page.key for page in view.pages if page.key == "hand" and scene.seat >= 0]
    for page in (*view.portrait, *hand):
        yield ""
        for line in view.page(page, scene, wording, WIDTH):
            yield line.text


def _checked(history: History, at: int | None, seat: int | None) -> int:
    """The viewpoint of a seat, a watcher's where none is named.

    Raises:
        UsageError: there is no such step or seat, or its hand is sealed.
    """
    from gefaehrten.core.errors import UsageError
    from gefaehrten.session.history import LOOKER

    if seat is not None and seat >= history.setup.seats:
        raise UsageError(
            "seat",
            N_("There is no seat {seat}; the last is {last}."),
            seat=seat,
            last=history.setup.seats - 1,
        )
    viewpoint = LOOKER if seat is None else seat
    history.at(at or 0, viewpoint)
    return viewpoint


def _wording(*, ascii_only: bool) -> Wording:
    from gefaehrten.cli import output
    from gefaehrten.core.lines import Glyphs
    from gefaehrten.core.view import Wording

    ascii_only = ascii_only or not output.speaks_unicode(sys.stdout)
    return Wording(i18n.translate, Glyphs.ASCII if ascii_only else Glyphs.UNICODE)
