"""Pure. The bar of a replay: where it stands, whether it runs, how fast, and whose cards are seen.

The one rule: the bar is ten keys wide: a click on a tenth of it does what its digit does.
"""

from __future__ import annotations

from gefaehrten.cli.screen.blocks import Block, fitted
from gefaehrten.cli.screen.state import Transport
from gefaehrten.core.lines import Span, Style, cells, line
from gefaehrten.core.stage import Hotspot, Press
from gefaehrten.core.text import N_
from gefaehrten.core.view import Wording

LEAST_BAR = 10
"""Cells below which no bar is drawn."""


def transport_bar(transport: Transport, columns: int, wording: Wording) -> Block:
    """One line: state, bar, step, speed, viewpoint."""
    state = wording.say(N_("playing") if transport.playing else N_("stopped"))
    step = wording.say(N_("step {step} of {steps}"), step=transport.step, steps=transport.steps)
    speed = wording.say(N_("{speed} a second"), speed=f"{transport.speed:g}")
    whose = (
        wording.say(N_("seen by {who}"), who=transport.viewpoint)
        if transport.viewpoint
        else wording.say(N_("seen by a watcher"))
    )
    behind = (
        f" {step} · {speed} · {whose}" if wording.pick("u", "a") == "u" else f" {step} | {speed} | {whose}"
    )
    room = columns - cells(state) - 3 - cells(behind)
    if room < LEAST_BAR:
        behind = f" {step}"
        room = columns - cells(state) - 3 - cells(behind)
    if room < LEAST_BAR:
        found = line(" ", Span(state, Style.STRONG), behind)
        return Block(columns, (fitted(found, columns, wording),), (Hotspot(0, 0, columns, 1, Press(" ")),))
    start = cells(state) + 2
    at = round(transport.step * (room - 1) / max(transport.steps, 1))
    at = min(max(at, 0), room - 1)
    found = line(
        " ",
        Span(state, Style.STRONG),
        " ",
        Span(wording.pick("━", "=") * at, Style.KEY),
        Span(wording.pick("●", "O"), Style.STRONG),
        Span(wording.pick("─", "-") * (room - 1 - at), Style.DIM),
        behind,
    )
    spots = [Hotspot(0, 0, start, 1, Press(" "))]
    for tenth in range(10):
        left, right = room * tenth // 10, room * (tenth + 1) // 10
        spots.append(Hotspot(0, start + left, right - left, 1, Press(str(tenth))))
    return Block(columns, (fitted(found, columns, wording),), tuple(spots))
