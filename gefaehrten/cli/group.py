"""Shell. click with what this program adds: texts in the reader's language, and commands loaded when they are called.

The one rule: `gefaehrten --help` reads the table of commands and loads none of them.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from gefaehrten.cli import i18n, output
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from pathlib import Path

LEVELS = ("random", "greedy", "easy", "medium", "hard", "expert")
"""The levels of `ai.levels` by name; a test compares them. Here, because the search is too heavy to load for a name."""

DEFAULT_LEVEL = "medium"

CONTEXT = {"help_option_names": ["-h", "--help"]}


class Invocation:
    """What error handling must know of a command line, filled in while it is parsed. Mutable for that.

    No dataclass: making one costs `--help` a millisecond.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json
        self.profile: Path | None = None


class Option(click.Option):
    """An option whose help is a template."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        translated = copy.copy(self)
        translated.help = i18n.translate(self.help or "")
        return click.Option.get_help_record(translated, ctx)


class Command(click.Command):
    """A command whose help is a template, and whose `--auto` takes the next word only if it is a level."""

    def get_help(self, ctx: click.Context) -> str:
        return output.spelled(super().get_help(ctx), sys.stdout)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spell_out_auto(args))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translated = copy.copy(self)
        translated.help = i18n.translate(self.help or "")
        click.Command.format_help_text(translated, ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _translated_help_option(super().get_help_option(ctx))


class Commands(click.Group):
    """The group of all commands: each is a module with an attribute `command`, named here with one line of help."""

    def __init__(self, *args: Any, summaries: Mapping[str, str], package: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._summaries = summaries
        self._package = package

    def get_help(self, ctx: click.Context) -> str:
        return output.spelled(super().get_help(ctx), sys.stdout)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        return cast(click.Command, import_module(f"{self._package}.{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self._summaries and not args[0].startswith("-"):
            raise click.UsageError(
                i18n.say(
                    N_("There is no command “{word}”; the commands are: {known}."),
                    word=args[0],
                    known=", ".join(self._summaries),
                ),
                ctx,
            )
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translated = copy.copy(self)
        translated.help = i18n.translate(self.help or "")
        click.Command.format_help_text(translated, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(i18n.translate("Commands")):
            formatter.write_dl([(name, i18n.translate(text)) for name, text in self._summaries.items()])

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _translated_help_option(super().get_help_option(ctx))


def spell_out_auto(arguments: list[str]) -> list[str]:
    """`--auto hard` and `--auto` as `--auto=hard` and `--auto=medium`; any other word after it stays where it is."""
    result: list[str] = []
    for index, argument in enumerate(arguments):
        if argument == "--":
            return result + arguments[index:]
        if argument == "--auto":
            result.append(f"--auto={DEFAULT_LEVEL}")
        elif argument in LEVELS and index > 0 and arguments[index - 1] == "--auto":
            result[-1] = f"--auto={argument}"
        else:
            result.append(argument)
    return result


def _translated_help_option(option: click.Option | None) -> click.Option | None:
    """click translates the help of `--help` when its module is loaded, which is before the language is known."""
    if option is not None:
        option.help = i18n.translate("Show this message and exit.")
    return option
