"""Shell. `gefaehrten bench`: how fast this machine plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from gefaehrten.cli import i18n, options, output
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from gefaehrten.session.benchmark import Figure, Part

WIDTH: Final = 66
"""Columns for what was measured."""


@click.command(
    "bench",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Measure how fast this machine plays: rules and search of every game, and of one of them the bots' processes, "
        "sealing and the audit too. It takes a quarter of a minute, and means something only while nothing else runs."
    ),
)
@options.game
@options.seats
@options.lang
@options.as_json
def command(*, game: str, seats: int, as_json: bool) -> None:
    import asyncio
    import time

    from gefaehrten.cli import start, tables
    from gefaehrten.engine import catalogue
    from gefaehrten.session.benchmark import programme

    tables.table_rules(game=game, seats=seats, level="random", house_rules=(), wish="")
    start.warn_if_interpreted()
    parts = programme(
        catalogue.game(game), list(map(catalogue.game, catalogue.keys())), seats, time.perf_counter
    )
    found = asyncio.run(run(parts, as_json=as_json))
    if as_json:
        output.JsonLines().print({"game": game, "seats": seats, **machine(), **found[game], "games": found})


async def run(parts: Sequence[Part], *, as_json: bool) -> dict[str, dict[str, float]]:
    """Measures all parts, and shows each figure to people as soon as it is there; the figures by game."""
    found: dict[str, dict[str, float]] = {}
    with progress(len(parts), as_json=as_json) as advance:
        for part in parts:
            if part.game.key not in found:
                if not as_json:
                    output.show(("\n" if found else "") + heading(part))
                found[part.game.key] = {"seats": part.setup.seats}
            async for figure in part.figures:
                found[part.game.key][figure.key] = float(f"{figure.value:.5g}")
                if not as_json:
                    output.show(row(figure))
            advance()
    return found


@contextmanager
def progress(parts: int, *, as_json: bool) -> Iterator[Callable[[], None]]:
    """What to call after every part: it moves a bar on stderr, if a person looks at it and sees no figures come."""
    if not output.is_terminal(sys.stderr) or (not as_json and output.is_terminal(sys.stdout)):
        yield lambda: None
        return
    with click.progressbar(
        length=parts, label=i18n.say(N_("Measuring")), show_pos=True, file=sys.stderr
    ) as bar:
        yield lambda: bar.update(1)


def heading(part: Part) -> str:
    """Which game the figures below it are of."""
    return i18n.say(N_("{game}, {seats} seats"), game=part.game.title, seats=part.setup.seats)


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
