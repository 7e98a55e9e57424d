"""Pure. What happened, in one sentence a step.

The one rule: a sentence says who, what and where in the words of the board: spaces by column and row, cards by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.phrases import Phrase, listed, who
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.tuerme import phrases
from gefaehrten.games.tuerme.data import EVENTS
from gefaehrten.games.tuerme.names import (
    COLOURS,
    EVENT_EFFECTS,
    EVENT_WORDS,
    SIDE_WORDS,
    TOWER_WORDS,
    TOWERS,
)

NOBODY = -1


def describe(step: JsonStep, names: Sequence[str]) -> Sentence:
    """One sentence about a step on its own, to nobody in particular."""
    return _tell(step, names, NOBODY)


def announce(step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int) -> Sentence | None:
    """One sentence about a step as it happens, to the player of `seat`.

    Returns:
        None for what nobody needs to hear: the draws of others, and steps over free ground.
    """
    match step["step"]:
        case "drawn" if step["seat"] != seat:
            return None
        case "moved" if not step["orc"] and not step["pincers"]:
            return None
        case "stopped" if before and before[-1]["step"] == "jumped":
            return None
    return _tell(step, names, seat)


def _tell(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    match step["step"]:
        case "ring":
            tower = TOWER_WORDS[TOWERS.index(str(step["tower"]))]
            return Sentence(N_("The second ring of Orcs stands round {tower}."), {"tower": Sentence(tower)})
        case "orcs":
            return _orcs(step)
        case "passed":
            return Sentence(N_("The Wild Men: every hand has gone to the left."))
        case "reshuffled":
            return Sentence(
                N_("The draw deck has been made anew from the cards played: {count}."), dict(step)
            )
        case "resealed":
            return Sentence(N_("The hero cards have been sealed anew."))
        case "over":
            return _over(step, names, own)
        case _:
            return _by_seat(step, names, own)


def _by_seat(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    seat = cast(int, step["seat"])
    params: dict[str, object] = {"who": who(names, seat, own)}
    if step.get("pawn") is not None:
        params["pawn"] = phrases.actor(COLOURS.index(str(step["pawn"])))
    if "cell" in step:
        params["cell"] = phrases.space(_cell(step["cell"]))
    match step["step"]:
        case "set":
            return Sentence(N_("{who}: {pawn} begins on {cell}"), params)
        case "hero":
            params["card"] = _card(step)
            params["strength"] = step["strength"]
            if step["pawn"] is None:
                return Sentence(N_("{who}: {card}, without a move"), params)
            return Sentence(N_("{who}: {card} for {pawn}, strength {strength}"), params)
        case "moved" | "jumped":
            return _moved(step, params, names, own)
        case "stopped":
            return Sentence(N_("{who}: {pawn} stays on {cell}"), params)
        case "tile":
            params["points"] = step["points"]
            template = (
                N_("{who}: a tile with {points} and “Ent”: the Ent moves on")
                if step["ent"]
                else N_("{who}: a tile with {points}")
            )
            return Sentence(template, params)
        case "event":
            return _event(step, params)
        case "chosen":
            return _chosen(step, params)
        case "discarded":
            params["card"] = _card(step)
            return Sentence(N_("{who}: Gríma takes {card}"), params)
        case "drawn":
            params["count"] = step["count"]
            return Sentence(N_("{who}: cards drawn: {count}"), params)
        case "retired":
            if seat == own:
                return Sentence(N_("You are out of the match: your pawns leave the board (T29)."))
            return Sentence(N_("{who} is out of the match: the pawns leave the board (T29)."), params)
        case _:
            params["step"] = str(step["step"])
            return Sentence(N_("{who}: {step}"), params)


def _orcs(step: JsonStep) -> Sentence:
    parts: list[Phrase] = []
    for key, word in zip(("isengard", "mordor"), SIDE_WORDS, strict=True):
        if step[key] is not None:
            row, tiles = cast("list[int]", step[key])
            parts.append(
                Sentence(
                    N_("{side} row {row}: {tiles}"), {"side": Sentence(word), "row": row, "tiles": tiles}
                )
            )
    if not step["placed"]:
        return Sentence(N_("Orcs from {parts}, none of which finds a space"), {"parts": listed(parts)})
    return Sentence(
        N_("Orcs from {parts} (on {cells})"),
        {"parts": listed(parts), "cells": phrases.spaces(_cells(step["placed"]))},
    )


def _moved(step: JsonStep, params: dict[str, object], names: Sequence[str], own: int) -> Sentence:
    pincers = cast("list[JsonStep]", step["pincers"])
    template = N_("{who}: {pawn} on {cell}")
    if step["step"] == "jumped":
        template = N_("{who}: {pawn} rides to {cell}")
    if step["orc"]:
        template = N_("{who}: {pawn} defeats the Orc on {cell}")
    if not pincers:
        return Sentence(template, params)
    caught = [
        Sentence(
            N_("{count} with {who}"),
            {
                "count": len(cast("list[object]", part["cells"])),
                "who": who(names, cast(int, part["seat"]), own),
            },
        )
        for part in pincers
    ]
    return Sentence(
        N_("{what}; pincers: {caught}"),
        {"what": Sentence(template, params), "caught": listed(caught)},
    )


def _event(step: JsonStep, params: dict[str, object]) -> Sentence:
    event = EVENTS.index(str(step["card"]))
    params |= {"event": Sentence(EVENT_WORDS[event]), "effect": Sentence(EVENT_EFFECTS[event])}
    if step["placed"]:
        params["cells"] = phrases.spaces(_cells(step["placed"]))
        return Sentence(N_("{who}: event “{event}”: {effect} (on {cells})"), params)
    if step["removed"]:
        params["cells"] = phrases.spaces(_cells(step["removed"]))
        return Sentence(N_("{who}: event “{event}”: {effect} (gone: {cells})"), params)
    return Sentence(N_("{who}: event “{event}”: {effect}"), params)


def _chosen(step: JsonStep, params: dict[str, object]) -> Sentence:
    params["event"] = Sentence(EVENT_WORDS[EVENTS.index(str(step["card"]))])
    if step["removed"]:
        params["cells"] = phrases.spaces(_cells(step["removed"]))
        return Sentence(N_("{who}: {event}: gone: {cells}"), params)
    if step["pawn"] is not None:
        return Sentence(N_("{who}: {event}: {pawn}"), params)
    return Sentence(N_("{who}: {event}"), params)


def _over(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    scores, winners = cast("list[int]", step["scores"]), cast("list[int]", step["winners"])
    match step["reason"]:
        case "chain":
            return Sentence(
                N_("The match is over: a chain of Orcs joins the towers, and everybody has lost.")
            )
        case "time":
            return Sentence(
                N_("The match is over: the Ents have come too late, and everybody has lost (T30).")
            )
    params: dict[str, object] = {
        "scores": listed(
            [
                Sentence(N_("{who} {points}"), {"who": who(names, seat, own), "points": points})
                for seat, points in enumerate(scores)
            ]
        ),
        "winner": listed([who(names, seat, own) for seat in winners]) if winners else "–",
    }
    if step["reason"] == "absence":
        return Sentence(N_("The match is over, the others have left: {scores}. Winner: {winner}."), params)
    if not winners:
        return Sentence(N_("The match is over: {scores}. Nobody has won."), params)
    if len(winners) > 1:
        return Sentence(N_("The Ents have reached Orthanc: {scores}. Shared victory: {winner}."), params)
    return Sentence(N_("The Ents have reached Orthanc: {scores}. Winner: {winner}."), params)


def _card(step: JsonStep) -> Sentence:
    card = cast(JsonStep, step["card"])
    return Sentence(
        N_("{hero} {figures}"),
        {"hero": Sentence(str(card["hero"])), "figures": f"{card['strength']}{card['symbol']}"},
    )


def _cell(value: object) -> tuple[int, int]:
    column, row = cast("list[int]", value)
    return column, row


def _cells(value: object) -> list[tuple[int, int]]:
    return [_cell(cell) for cell in cast("list[object]", value)]
