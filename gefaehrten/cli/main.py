"""Shell. The program `gefaehrten`: finds the command, lets it run, and turns how it ended into an exit code.

The one rule: nothing is imported here that `--help` does not need.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from gefaehrten.cli import i18n, output
from gefaehrten.cli.group import CONTEXT, Commands, Invocation, Option
from gefaehrten.core.text import N_
from gefaehrten.session import settings

COMMANDS: Final = {
    "play": N_("You against bots, at once, without a network."),
    "host": N_("Open a table for others, and sit at it."),
    "join": N_("Take a seat at somebody's table."),
    "bot": N_("Send a bot to somebody's table."),
    "watch": N_("Look on at somebody's table."),
    "tables": N_("Find the tables on your local network."),
    "games": N_("List the matches in your profile."),
    "show": N_("Show a match of your profile."),
    "replay": N_("Look back on a match, step by step."),
    "export": N_("Write a match to a file."),
    "verify": N_("Check a record: was the match played honestly?"),
    "bench": N_("Measure how fast this machine plays."),
    "arena": N_("Let bots play a tournament."),
    "rules": N_("Read the rules of a game."),
    "whoami": N_("Show your key and your profile."),
    "completion": N_("Teach your shell to complete commands."),
}
"""Every command with its line in `--help`; each is a module of this name in `gefaehrten.cli.commands`."""


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("gefaehrten")
        except PackageNotFoundError:
            number = i18n.say(N_("(run from its sources, not installed)"))
        click.echo(f"gefaehrten {number}")
        context.exit()


def _settled_language(words: Sequence[str]) -> str:
    """The language that the profile remembers, found before the command line is parsed."""
    folder = (
        i18n.asked_for(words, "--profile") or os.environ.get("GEFAEHRTEN_HOME") or settings.default_folder()
    )
    return settings.read(os.path.expanduser(folder)).get(settings.LANGUAGE, "")


def _set_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        i18n.activate(i18n.Language(value))


program = Commands(
    "gefaehrten",
    summaries=COMMANDS,
    package="gefaehrten.cli.commands",
    context_settings=CONTEXT,
    help=N_(
        "Die Gefährten: card, dice and board games for two to four, in the terminal: against bots, or with others and "
        "without a dealer. No peer, the host included, sees what it should not see, or chooses a die. "
        "`gefaehrten play` starts a match."
    ),
    params=[
        Option(
            ["--lang"],
            type=click.Choice([language.value for language in i18n.Language]),
            is_eager=True,
            expose_value=False,
            callback=_set_language,
            help=N_(
                "Language of everything that is shown; by itself that of your profile, else that of the system."
            ),
        ),
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help=N_("Show the version and exit."),
        ),
    ],
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program on a command line (by default the process's); returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    output.prepare_streams()
    i18n.activate(i18n.choose(i18n.asked_for(words), os.environ, lambda: _settled_language(words)))
    invocation = Invocation(as_json="--json" in words)
    try:
        result = program.main(
            words, prog_name="gefaehrten", standalone_mode=False, windows_expand_args=False, obj=invocation
        )
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        from gefaehrten.cli import exits

        return exits.report(error, as_json=invocation.as_json, profile=invocation.profile)
    return result if isinstance(result, int) else 0
