"""Shell. `gefaehrten bench`: how fast this machine plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from gefaehrten.session.benchmark import Figure

WIDTH: Final = 66
"""Columns for what was measured."""


@click.command(
    "bench",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Measure how fast this machine plays: rules, search, sealing, the audit. It takes a quarter of a minute, and "
        "means something only while nothing else runs."
    ),
)
@options.game
@options.seats
@options.lang
@options.as_json
def command(*, game: str, seats: int, as_json: bool) -> None:
    import asyncio

    from gefaehrten.cli import output, start, tables
    from gefaehrten.engine import catalogue

    tables.table_rules(game=game, seats=seats, level="random", house_rules=(), wish="")
    start.warn_if_interpreted()
    found: list[Figure] = []

    async def run() -> None:
        import time

        from gefaehrten.session.benchmark import measure

        async for figure in measure(catalogue.game(game), seats, time.perf_counter):
            found.append(figure)
            if not as_json:
                output.show(row(figure))

    asyncio.run(run())
    if as_json:
        values = {figure.key: float(f"{figure.value:.5g}") for figure in found}
        output.JsonLines().print({"game": game, "seats": seats, **machine(), **values})


def row(figure: Figure) -> str:
    """A figure as a line of the table."""
    what = figure.what.say(i18n.translate)
    return f"{what:{WIDTH}} {number(figure.value):>10} {figure.unit.say(i18n.translate)}"


def number(value: float) -> str:
    """With the digits that mean something: about three of them."""
    from gefaehrten.core.figures import decimal, grouped

    if value >= 1000:
        said = grouped(int(round(value, -2 if value >= 10_000 else -1)))
    elif value >= 100:
        said = grouped(round(value))
    else:
        said = decimal(value, 1 if value >= 10 else 2 if value >= 1 else 3)
    return said.say(i18n.translate)


def machine() -> dict[str, object]:
    """What the figures were taken with."""
    import os
    import platform

    from gefaehrten.core import kernel

    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "compiled": not str(kernel.__file__).endswith(".py"),
    }
