"""Pure. What an action or a draw did, in the JSON form of the record (docs/record.md).

The one rule: it compares two positions; keys are the English ones whatever the language, and every key is always there.
"""

from __future__ import annotations

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import cell_of
from gefaehrten.games.tuerme.names import COLOURS, DIRECTIONS, EVENT_KEYS, SYMBOL_LETTERS, TOWERS

REASONS = {t.BY_ENT: "ents", t.BY_CHAIN: "chain", t.BY_TIME: "time", t.BY_RETIREMENT: "absence"}
"""Why a match ended, as the step `over` says it: T23, T22, T30, T29."""


def steps(before: TuermeKernel, action: int, after: TuermeKernel) -> tuple[JsonStep, ...]:
    """The step of an action and what followed from it; see `core.game.Game.steps`."""
    return (*_act(before, action, after), *_end(before, after))


def rolled(before: TuermeKernel, after: TuermeKernel) -> tuple[JsonStep, ...]:
    """What was turned over, and what came of it; see `core.game.Game.rolled`."""
    return (*_drawn(before, after), *_end(before, after))


def consequences(before: TuermeKernel, after: TuermeKernel) -> tuple[JsonStep, ...]:
    """The end of the match, where a deal, hands passed on or a retirement led to it."""
    return _end(before, after)


def _end(before: TuermeKernel, after: TuermeKernel) -> tuple[JsonStep, ...]:
    if after.request() != OVER or before.request() == OVER:
        return ()
    seats = range(int(after.seats()))
    return (
        {
            "step": "over",
            "reason": REASONS[after.ending()],
            "scores": [int(after.score(seat)) for seat in seats],
            "winners": [seat for seat in seats if after.place(seat) == 0],
        },
    )


def card_json(card: int) -> JsonStep:
    """A hero card."""
    figures = FIGURES.cards[card]
    return {
        "hero": figures.hero,
        "strength": figures.strength,
        "symbol": SYMBOL_LETTERS[figures.symbol],
    }


def _act(before: TuermeKernel, action: int, after: TuermeKernel) -> tuple[JsonStep, ...]:
    seat = int(before.actor())
    if action < t.BASE_PLAY:
        return _moved(before, action, after)
    if action < t.BASE_WITHOUT:
        card, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        return (
            {
                "step": "hero",
                "seat": seat,
                "card": card_json(card),
                "pawn": COLOURS[colour],
                "strength": int(after.strength_left()),
            },
        )
    if action < t.BASE_SET:
        card = action - int(t.BASE_WITHOUT)
        return ({"step": "hero", "seat": seat, "card": card_json(card), "pawn": None, "strength": 0},)
    if action < t.BASE_PAWN:
        colour = next(
            number for number, key in enumerate(COLOURS) if after.pawn(number) != before.pawn(number)
        )
        return (
            {
                "step": "set",
                "seat": seat,
                "pawn": COLOURS[colour],
                "cell": list(cell_of(action - int(t.BASE_SET))),
            },
        )
    if action >= t.BASE_DISCARD:
        card = action - int(t.BASE_DISCARD)
        return ({"step": "discarded", "seat": seat, "card": card_json(card)},)
    pawn, way = None, None
    if action < t.BASE_AIM:
        pawn = COLOURS[action - int(t.BASE_PAWN)]
    elif action < t.BASE_PICK:
        colour, number = divmod(action - int(t.BASE_AIM), int(t.DIRECTIONS))
        pawn, way = COLOURS[colour], DIRECTIONS[number]
    return (
        {
            "step": "chosen",
            "seat": seat,
            "card": EVENT_KEYS[before.happening()],
            "pawn": pawn,
            "direction": way,
            "removed": [list(cell) for cell in _cells(before, after, t.ORC, t.EMPTY)]
            + [list(cell) for cell in _trodden(before, after)],
        },
    )


def _moved(before: TuermeKernel, action: int, after: TuermeKernel) -> tuple[JsonStep, ...]:
    """A step, a jump or the stop; the move's end where it is over."""
    seat, colour = int(before.mover()), int(before.marcher())
    found: list[JsonStep] = []
    if action != t.STOP:
        spot = after.pawn(colour)
        caught = []
        for way in (t.NORTH, t.SOUTH):
            count = int(before.caught(spot, way))
            step = int(t.STEPS[way])
            if count:
                other = before.cell(spot + step * (count + 1)) - int(t.PAWN)
                cells = [list(cell_of(spot + step * (index + 1))) for index in range(count)]
                caught.append({"pawn": COLOURS[other], "seat": int(before.owner(other)), "cells": cells})
        found.append(
            {
                "step": "moved" if action < t.BASE_JUMP else "jumped",
                "seat": seat,
                "pawn": COLOURS[colour],
                "cell": list(cell_of(spot)),
                "orc": before.cell(spot) == t.ORC,
                "pincers": caught,
            }
        )
    if after.turns() > before.turns():
        found.append(
            {
                "step": "stopped",
                "seat": seat,
                "pawn": COLOURS[colour],
                "cell": list(cell_of(after.pawn(colour))),
            }
        )
    return tuple(found)


def _cells(before: TuermeKernel, after: TuermeKernel, was: int, now: int) -> list[Cell]:
    return [
        cell_of(spot) for spot in map(int, t.SQUARES) if before.cell(spot) == was and after.cell(spot) == now
    ]


def _trodden(before: TuermeKernel, after: TuermeKernel) -> list[Cell]:
    """Spaces where a pawn stands instead of an Orc."""
    return [
        cell_of(spot)
        for spot in map(int, t.SQUARES)
        if before.cell(spot) == t.ORC and t.PAWN <= after.cell(spot) < t.TOWER
    ]


def _drawn(before: TuermeKernel, after: TuermeKernel) -> tuple[JsonStep, ...]:
    placed = [list(cell) for cell in _cells(before, after, t.EMPTY, t.ORC)]
    match before.phase():
        case t.RINGING if after.ringed() >= 0 and before.ringed() < 0:
            return ({"step": "ring", "tower": TOWERS[after.ringed()], "placed": placed},)
        case t.ORCS if after.orc_cards() != before.orc_cards() and after.last_orcs() >= 0:
            card = FIGURES.orcs[after.last_orcs()]
            return (
                {
                    "step": "orcs",
                    "seat": int(before.mover()),
                    "isengard": list(card.isengard) if card.isengard[0] else None,
                    "mordor": list(card.mordor) if card.mordor[0] else None,
                    "placed": placed,
                },
            )
        case t.TILES if after.hidden_tiles() < before.hidden_tiles():
            kind = next(kind for kind in range(t.TILE_KINDS) if after.pool(kind) < before.pool(kind))
            return (
                {
                    "step": "tile",
                    "seat": int(before.revealer()),
                    "points": FIGURES.tiles[kind].points,
                    "ent": FIGURES.tiles[kind].ent,
                },
            )
        case t.EVENT if after.events_left() != before.events_left():
            gone = int(before.events_left()) & ~int(after.events_left())
            pawns = [
                {"pawn": COLOURS[colour], "cell": list(cell_of(after.pawn(colour)))}
                for colour in range(t.COLOURS)
                if after.pawn(colour) != before.pawn(colour)
            ]
            return (
                {
                    "step": "event",
                    "seat": int(before.revealer()),
                    "card": EVENT_KEYS[gone.bit_length() - 1],
                    "placed": placed,
                    "removed": [list(cell) for cell in _cells(before, after, t.ORC, t.EMPTY)]
                    + [list(cell) for cell in _trodden(before, after)],
                    "pawns": pawns,
                },
            )
        case _:
            return ()
