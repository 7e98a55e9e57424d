"""Shell. `gefaehrten completion`: the lines that teach a shell to complete our commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gefaehrten.cli import options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Print what teaches SHELL (bash, zsh or fish) to complete our commands and options. For bash: "
        "gefaehrten completion bash > ~/.local/share/bash-completion/completions/gefaehrten"
    ),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
@options.lang
@click.pass_context
def command(context: click.Context, *, shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "gefaehrten", "_GEFAEHRTEN_COMPLETE").source())
