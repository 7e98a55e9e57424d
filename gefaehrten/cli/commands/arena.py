"""Shell. `gefaehrten arena`: tournaments of bots."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from gefaehrten.cli import i18n, options, output
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from ai.rating import Pair, Standing
    from gefaehrten.session.arena import Tournament, Workers
    from gefaehrten.session.arena_log import Log
    from gefaehrten.session.arena_worker import Played

MOST_MATCHES: Final = 100_000
MOST_JOBS: Final = 256
ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")


@click.command(
    "arena",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Let bots play a tournament: everybody meets everybody, and every deal is played from all seats in turn, so "
        "that the luck of the cards cancels out. At the end there are ratings, and how sure they are."
    ),
)
@options.option(
    "--players",
    metavar="SPEC,SPEC[,…]",
    required=True,
    help=N_("Who plays: levels, or ismcts:time=0.5, or ismcts:iterations=2000, with commas between them."),
)
@options.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, MOST_MATCHES),
    required=True,
    help=N_("How many matches, rounded up to a multiple of the number of seats."),
)
@options.game
@options.option(
    "--seats", metavar="N", type=int, default=4, show_default=True, help=N_("How many seats a match has.")
)
@options.house_rules
@options.option(
    "--seed",
    metavar="S",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help=N_("Deals the cards and feeds the bots; with another number other matches are played."),
)
@options.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    help=N_(
        "How many matches to play at the same time. More than there are cores weakens bots with a time limit."
    ),
)
@options.option(
    "--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster with this scheduler, as tcp://HOST:8786.")
)
@options.option(
    "--log",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=N_("Keep every finished match in this file; with the same file an interrupted tournament goes on."),
)
@options.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=N_("Draw the ratings into this file, .svg or .png."),
)
@options.lang
@options.as_json
@options.ascii_only
@click.pass_context
def command(
    context: click.Context,
    *,
    players: str,
    games: int,
    game: str,
    seats: int,
    house_rules: tuple[tuple[str, str], ...],
    seed: int,
    jobs: int,
    dask: str | None,
    log: Path | None,
    plot: Path | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    from gefaehrten.cli import tables
    from gefaehrten.engine import catalogue
    from gefaehrten.session.arena import Settings, Tournament

    if dask is not None and context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        raise click.UsageError(
            i18n.say(N_("--jobs is for this machine, --dask for a cluster: leave one of them out.")), context
        )
    table = tables.table_rules(game=game, seats=seats, level="", house_rules=house_rules, wish="")
    rules = catalogue.game(game).rules_hash()
    tournament = Tournament(Settings(game, rules, seats, table.options, specs_of(players), seed), games)
    if plot is not None:
        check_plot(plot)
    with ExitStack() as stack:
        kept = None if log is None else stack.enter_context(closing(log_of(log, tournament)))
        announce(tournament, games, as_json=as_json)
        if tournament.left:
            workers = workers_of(jobs, dask)
            stop = stack.enter_context(interruptible())
            advance = stack.enter_context(progress(tournament))
            play(tournament, workers, stop, kept, advance, as_json=as_json)
    conclude(tournament, plot, as_json=as_json, ascii_only=ascii_only, kept=log is not None)


def specs_of(text: str) -> tuple[str, ...]:
    """The players, as they are typed.

    Raises:
        UsageError: one is none, or they are too few or too many; the typist's fault.
    """
    from ai.arena import LEAST_PLAYERS, MOST_PLAYERS
    from ai.levels import parse_spec

    specs = tuple(spec.strip().lower() for spec in text.split(","))
    for spec in specs:
        parse_spec(spec)
    if not LEAST_PLAYERS <= len(specs) <= MOST_PLAYERS:
        raise UsageError(
            "players",
            N_(
                "A tournament is for {least} to {most} players, not for {count}; write them as greedy,medium."
            ),
            least=LEAST_PLAYERS,
            most=MOST_PLAYERS,
            count=len(specs),
        )
    return specs


def check_plot(file: Path) -> None:
    """Whether the drawing can be made and written, before anybody plays for it.

    Raises:
        UsageError: it cannot; the typist's fault.
    """
    from gefaehrten.session.arena_plot import Form, png_maker

    form = file.suffix.lower()
    if form not in tuple(Form):
        raise UsageError("plot", N_("{file}: a drawing is .svg or .png."), file=file)
    if form == Form.PNG:
        png_maker()
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise UsageError(
            "file", N_("{file} cannot be written: {reason}."), file=file, reason=error.strerror
        ) from error


def log_of(file: Path, tournament: Tournament) -> Log:
    """The log, its matches in the tournament. Raises `UsageError`."""
    from gefaehrten.session.arena_log import Log

    return Log(file, tournament)


def workers_of(jobs: int, dask: str | None) -> Workers:
    """Who plays. Raises `UsageError` or `NoConnection`."""
    from gefaehrten.cli import start
    from gefaehrten.session.arena_workers import Cluster, Processes

    if dask is not None:
        return Cluster(dask)
    start.warn_if_interpreted()
    return Processes(jobs)


def announce(tournament: Tournament, asked: int, *, as_json: bool) -> None:
    """What is not as it was typed: matches that make whole deals, and those that a log has already."""
    if tournament.matches != asked:
        output.tell(
            i18n.say(
                N_("{matches} matches are played: every deal from all {seats} seats in turn."),
                matches=tournament.matches,
                seats=tournament.settings.seats,
            )
        )
    if tournament.matches % tournament.round:
        output.tell(
            i18n.say(
                N_(
                    "A whole round has {round} matches; with {matches} some players meet once more than others."
                ),
                round=tournament.round,
                matches=tournament.matches,
            )
        )
    if tournament.finished and as_json:
        output.JsonLines().print({"event": "resumed", "matches": tournament.finished})
    elif tournament.finished:
        output.tell(
            i18n.say(
                N_("{done} of {matches} matches stand in the log already."),
                done=tournament.finished,
                matches=tournament.matches,
            )
        )


def play(
    tournament: Tournament,
    workers: Workers,
    stop: Callable[[], bool],
    log: Log | None,
    advance: Callable[[], None],
    *,
    as_json: bool,
) -> None:
    """Has what is left played."""
    from gefaehrten.session.arena import run

    def finished(played: Played) -> None:
        line = tournament.line(played)
        if log is not None:
            log.add(line)
        tournament.add(played)
        if as_json:
            output.JsonLines().print(line)
        advance()

    run(tournament.left, workers, finished, stop)


def conclude(
    tournament: Tournament, plot: Path | None, *, as_json: bool, ascii_only: bool, kept: bool
) -> None:
    """Ratings, and the drawing of a tournament that has come to its end.

    Raises:
        Adjourned: it has not.
    """
    from gefaehrten.core.lines import Glyphs
    from gefaehrten.core.view import Wording
    from gefaehrten.session.arena import ratings_line
    from gefaehrten.session.arena_report import labels, report
    from gefaehrten.session.ends import Adjourned

    names = labels(tournament.settings.players)
    standings, pairs = tournament.standings(), tournament.pairs()
    if as_json:
        output.JsonLines().print(ratings_line(tournament.settings.players, standings, pairs))
    elif tournament.finished:
        ascii_only = ascii_only or not output.speaks_unicode(sys.stdout)
        wording = Wording(i18n.translate, Glyphs.ASCII if ascii_only else Glyphs.UNICODE)
        for line in report(names, standings, pairs, wording):
            output.show(line)
    if tournament.finished < tournament.matches:
        raise Adjourned(
            "interrupted",
            N_("Interrupted after {done} of {matches} matches; the same command goes on with them.")
            if kept
            else N_("Interrupted after {done} of {matches} matches."),
            done=tournament.finished,
            matches=tournament.matches,
        )
    if plot is not None:
        draw(plot, tournament, names, standings, pairs)


def draw(
    file: Path,
    tournament: Tournament,
    names: Sequence[str],
    standings: Sequence[Standing],
    pairs: Sequence[Pair],
) -> None:
    """Writes the drawing."""
    from gefaehrten.cli.commands.export import write
    from gefaehrten.cli.svg import svg
    from gefaehrten.core.view import Wording
    from gefaehrten.engine import catalogue
    from gefaehrten.session.arena_plot import Form, drawing, png_maker

    title = catalogue.game(tournament.settings.game).title
    picture = drawing(title, tournament, names, standings, pairs, Wording(i18n.translate))
    text = svg(picture, i18n.current().value)
    write(file, png_maker()(text) if file.suffix.lower() == Form.PNG else text.encode())
    output.tell(i18n.say(N_("Written: {file}"), file=file))


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Whether a signal has asked for the end. A second one does not ask.

    Nothing is interrupted by the first, so no line of the log is ever cut in two. A signal that somebody told this
    process to ignore, as nohup does, stays ignored.
    """
    asked: list[int] = []

    def ask(number: int, frame: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = {}
    try:
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(ValueError):  # not the main thread
                    before[number] = signal.signal(number, ask)
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress(tournament: Tournament) -> Iterator[Callable[[], None]]:
    """What to call after every match: it moves a bar on stderr, if a person looks at it."""
    if not output.is_terminal(sys.stderr):
        yield lambda: None
        return
    bar = click.progressbar(
        length=tournament.matches, label=i18n.say(N_("Matches")), show_pos=True, file=sys.stderr
    )
    with bar:
        bar.update(tournament.finished)
        yield lambda: bar.update(1)
