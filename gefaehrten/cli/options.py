"""Shell. The options that several commands share, and how they become the values that a session takes.

The one rule: an option means the same after every command that has it.
"""

from __future__ import annotations

import copy
import functools
import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from gefaehrten.cli import i18n, output
from gefaehrten.cli.group import DEFAULT_LEVEL, LEVELS, Invocation, Option
from gefaehrten.cli.values import Colour, Name, Pair, fitting_name
from gefaehrten.core.text import N_
from gefaehrten.session import settings
from gefaehrten.session.requests import Person, Screen

PROFILE_VARIABLE: Final = "GEFAEHRTEN_HOME"

Function = Callable[..., int | None]
"""A command: it returns its exit code, None for 0."""


def option(*names: str, **settings: object) -> Callable[[Function], Function]:
    """`click.option` with a help that is a template."""
    return click.option(*names, cls=Option, **settings)


class GameOption(Option):
    """The option of the game: its help lists those that there are."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from gefaehrten.engine.catalogue import keys

        listed = copy.copy(self)
        listed.help = i18n.say(self.help or "", games=", ".join(keys()))
        return click.Option.get_help_record(listed, ctx)


def _set_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        i18n.activate(i18n.Language(value))


def _set_json(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value:
        context.ensure_object(Invocation).as_json = True
    return value


def _set_profile(context: click.Context, parameter: click.Parameter, value: str | None) -> Path:
    from gefaehrten.session.profile import default_folder

    folder = Path(value).expanduser() if value else default_folder()
    context.ensure_object(Invocation).profile = folder
    return folder


def _own_name(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    if value is not None:
        return value
    folder = context.ensure_object(Invocation).profile
    settled = settings.read(folder).get(settings.NAME, "") if folder is not None else ""
    if name := fitting_name(settled):
        return name
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no entry in the system's list of users, as in some containers
        user = ""
    return fitting_name(user) or "Player"


lang = option(
    "--lang",
    type=click.Choice([language.value for language in i18n.Language]),
    is_eager=True,
    expose_value=False,
    callback=_set_language,
    help=N_("Language of everything that is shown; by itself that of your profile, else that of the system."),
)
as_json = option(
    "--json",
    "as_json",
    is_flag=True,
    is_eager=True,
    callback=_set_json,
    help=N_("Print one JSON object a line on stdout; messages for people go to stderr."),
)
profile = option(
    "--profile",
    metavar="DIR",
    envvar=PROFILE_VARIABLE,
    show_envvar=True,
    is_eager=True,
    callback=_set_profile,
    help=N_("Folder with your key, your matches and their secrets; each peer has one of its own."),
)
ascii_only = option("--ascii", "ascii_only", is_flag=True, help=N_("Show nothing but ASCII characters."))
name = option(
    "--name",
    type=Name(),
    callback=_own_name,
    help=N_("Your name at the table; by itself that of your profile, else that of the system's user."),
)
plain = option(
    "--plain",
    is_flag=True,
    help=N_("Line mode: plain lines in and out. Chosen by itself without a terminal or with TERM=dumb."),
)
bell = option(
    "--bell",
    is_flag=True,
    help=N_("Sound the terminal's bell and name its window when it is your turn."),
)
quick = option("--quick", is_flag=True, help=N_("Show no scoring slowly."))
theme = option(
    "--theme",
    type=click.Choice(["dark", "light"]),
    help=N_("Colours for a dark or a light background; by itself what the terminal says of it, else dark."),
)
auto = option(
    "--auto",
    type=click.Choice(LEVELS),
    metavar="[LEVEL]",
    help=N_("A bot plays your seat; the next word is its level if it names one, else it is medium."),
)
colour = option(
    "--colour",
    "--color",
    "colour",
    type=Colour(),
    help=N_("The colour you would like; you get it if no seat before yours has taken it."),
)
game = click.option(
    "--game",
    cls=GameOption,
    metavar="G",
    default="gefaehrten",
    show_default=True,
    help=N_("The game: {games}."),
)
seats = option(
    "--seats", metavar="N", type=int, default=4, show_default=True, help=N_("How many seats, yours included.")
)
level = option(
    "--level",
    metavar="L",
    type=click.Choice(LEVELS),
    default=DEFAULT_LEVEL,
    show_default=True,
    help=N_("How strong the bots are: random, greedy, easy, medium, hard or expert."),
)
house_rules = option(
    "--option",
    "house_rules",
    type=Pair(),
    multiple=True,
    help=N_("A house rule of the game; may be given several times. `rules` with the game's name lists them."),
)
resume = option(
    "--resume",
    metavar="MATCH",
    help=N_(
        "Go on with a match of yours that was interrupted; MATCH is its id or the beginning of it, as `games` shows."
    ),
)
seat = option(
    "--seat",
    metavar="N",
    type=click.IntRange(min=0, max=7),
    help=N_("The seat you would like, counted from 0; without it you get the first that is free."),
)


def refuse_beside_resume(context: click.Context, **known: str) -> None:
    """Refuses options whose values a match that goes on has already.

    Args:
        known: the options as they are typed, by the names of their parameters.

    Raises:
        click.UsageError: one of them was typed.
    """
    for parameter, typed in known.items():
        if context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                i18n.say(N_("A match that is resumed goes on as it was: leave {option} out."), option=typed),
                context,
            )


def reads_profile(function: Function) -> Function:
    """Adds the common options of commands that only look at what is stored."""
    return _with(function, lang, profile, as_json, ascii_only)


def plays(*, at_a_table: bool) -> Callable[[Function], Function]:
    """Adds the common options of commands that play, and hands the command a `person` made of them.

    Args:
        at_a_table: the person sits there: they may watch in line mode, let a bot play, and wish for a colour. A
            command that is nothing but a bot has no screen of its own.
    """

    def decorate(function: Function) -> Function:
        shown = (plain, bell, quick, theme, auto) if at_a_table else ()
        return _with(_for_person(function), *shown, colour, name, lang, profile, as_json, ascii_only)

    return decorate


def watches(function: Function) -> Function:
    """Adds the common options of a command that only looks on at a table, and hands it a `person` made of them."""
    return _with(_for_person(function), plain, quick, theme, name, lang, profile, as_json, ascii_only)


def _for_person(function: Function) -> Function:
    """The command with one `person` in the place of the common options."""

    @functools.wraps(function)
    def command(
        *,
        name: str,
        profile: Path,
        as_json: bool,
        ascii_only: bool,
        plain: bool = True,
        auto: str | None = None,
        colour: str | None = None,
        bell: bool = False,
        quick: bool = False,
        theme: str | None = None,
        **others: object,
    ) -> None:
        person = Person(
            name=name,
            profile=profile,
            language=i18n.current().value,
            screen=screen(as_json=as_json, plain=plain),
            ascii_only=ascii_only or not output.speaks_unicode(sys.stdout),
            auto=auto,
            wish=colour or "",
            bell=bell,
            quick=quick,
            theme=theme,
        )
        function(person=person, **others)

    return command


def screen(*, as_json: bool, plain: bool) -> Screen:
    """How the person follows the match, by what was asked and by what stdin and stdout are."""
    if as_json:
        return Screen.JSON
    terminal = output.is_terminal(sys.stdin) and output.is_terminal(sys.stdout)
    if plain or not terminal or os.environ.get("TERM") == "dumb":
        return Screen.LINE
    return Screen.FULL


def _with(function: Function, *options: Callable[[Function], Function]) -> Function:
    """The function with the options, which help lists in this order."""
    for add in reversed(options):
        function = add(function)
    return function
