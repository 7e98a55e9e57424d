"""Pure. How a tournament stands, in lines for people: one table of the players, one of the pairs.

The one rule: columns are as wide as what stands in them, in whatever language; figures stand at their right ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

from ai.rating import Pair, Standing
from gefaehrten.core.figures import decimal
from gefaehrten.core.lines import cells
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording

GAP = "  "


def labels(specs: Iterable[str]) -> list[str]:
    """The players' names: their specifications, numbered where one is there again."""
    seen: Counter[str] = Counter()
    names = []
    for spec in specs:
        seen[spec] += 1
        names.append(spec if seen[spec] == 1 else f"{spec} ({seen[spec]})")
    return names


def ranking(standings: Sequence[Standing]) -> list[int]:
    """The players, the strongest first."""
    return sorted(range(len(standings)), key=lambda player: (-standings[player].rating, player))


def report(
    names: Sequence[str], standings: Sequence[Standing], pairs: Iterable[Pair], wording: Wording
) -> Iterator[str]:
    """The lines of both tables."""
    head = [N_("Player"), N_("Rating"), "95 %", N_("Matches"), N_("First places"), N_("Points")]
    rows = [
        (
            names[player],
            f"{standing.rating:.0f}",
            interval(standing.low, standing.high, wording),
            str(standing.matches),
            str(standing.first_places),
            "" if standing.points is None else wording.say(decimal(standing.points)),
        )
        for player in ranking(standings)
        for standing in (standings[player],)
    ]
    yield from _table([tuple(map(wording.say, head)), *rows])
    yield ""
    head = [N_("Pair"), N_("Matches"), N_("Ahead"), N_("Even"), N_("Behind"), N_("Share"), "95 %"]
    rows_of_pairs = [
        (
            wording.clean(f"{names[pair.a]} – {names[pair.b]}"),
            str(pair.matches),
            str(pair.a_wins),
            str(pair.draws),
            str(pair.matches - pair.a_wins - pair.draws),
            "" if pair.share is None else f"{100 * pair.share:.0f} %",
            f"{interval(100 * pair.low, 100 * pair.high, wording)} %",
        )
        for pair in pairs
    ]
    yield from _table([tuple(map(wording.say, head)), *rows_of_pairs])


def interval(low: float, high: float, wording: Wording) -> str:
    """Two whole numbers, as from ... to."""
    return wording.say(N_("{low} to {high}"), low=f"{low:.0f}", high=f"{high:.0f}")


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Aligned rows, the first column at its left end."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        filled = [first + " " * (widths[0] - cells(first))]
        filled += starmap(_right, zip(others, widths[1:], strict=True))
        yield GAP.join(filled).rstrip()


def _right(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text
