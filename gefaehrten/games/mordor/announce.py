"""Pure. What happened, in one sentence a step.

The one rule: a sentence says who and what in the words of the table: dice by colour and symbol, places by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.phrases import Phrase, listed, who
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.mordor.data import FIGURES
from gefaehrten.games.mordor.names import colour, die_of, place, shown, symbol_of

NOBODY = -1


def describe(step: JsonStep, names: Sequence[str]) -> Sentence:
    """One sentence about a step, to nobody in particular."""
    return _tell(step, names, NOBODY)


def announce(step: JsonStep, names: Sequence[str], seat: int) -> Sentence | None:
    """One sentence about a step as it happens, to the player of `seat`.

    Returns:
        None for what nobody needs to hear: the end of a turn, and that it brought no ring.
    """
    if step["step"] == "end_turn" or (step["step"] == "rings" and not step["rings"]):
        return None
    return _tell(step, names, seat)


def _tell(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    kind = step["step"]
    if kind == "over":
        return _over(step, names, own)
    if kind == "resealed":
        return Sentence(N_("The stacks have been sealed anew."))
    params: dict[str, object] = {"who": who(names, cast(int, step["seat"]), own)}
    match kind:
        case "thrown":
            template = N_("{who}: thrown once more: {dice}") if step["again"] else N_("{who}: thrown: {dice}")
            return Sentence(template, params | {"dice": _dice(step)})
        case "set_aside":
            return Sentence(N_("{who}: set aside: {dice}"), params | {"dice": _dice(step)})
        case "throw_again":
            return Sentence(N_("{who}: the throw is repeated (M19)"), params)
        case "rings":
            return _rings(step, params)
        case "halve" if step["field"] is None:
            return Sentence(N_("{who}: no field is halved"), params)
        case "halve":
            return Sentence(N_("{who}: field {field} is halved"), params | {"field": step["field"]})
        case "nazgul":
            return _nazgul(step, names, own)
        case "out":
            return Sentence(N_("{who}: knocked out, the Nazgûl track is crossed off"), params)
        case "end_turn":
            return Sentence(N_("{who}: end of the turn"), params)
        case "retired":
            return Sentence(
                N_("{who}: out of the match, the dice of that colour are neutral now (M25)"), params
            )
        case _:
            return Sentence(N_("{who}: {step}"), params | {"step": str(kind)})


def _dice(step: JsonStep) -> Phrase:
    dice = cast("list[dict[str, str]]", step["dice"])
    return listed([shown(die_of(die["die"]), symbol_of(die["symbol"])) for die in dice])


def _rings(step: JsonStep, params: dict[str, object]) -> Sentence:
    params |= {
        "rings": step["rings"],
        "orcs": step["orcs"],
        "companions": step["companions"],
        "place": place(FIGURES.places.index(str(step["place"]))),
    }
    if not step["rings"]:
        return Sentence(N_("{who}: no ring in this turn"), params)
    if step["moved"]:
        return Sentence(N_("{who}: rings that count: {rings}, now in {place}"), params)
    if not step["held"]:
        return Sentence(
            N_("{who}: no ring counts (Orcs: {orcs}, Companions: {companions}), still in {place}"), params
        )
    return Sentence(N_("{who}: one ring alone does not lead to Mordor (M23)"), params)


def _nazgul(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    params = {
        "who": who(names, cast(int, step["hit"]), own),
        "die": colour(die_of(str(step["die"]))),
        "field": step["field"],
    }
    if step["field"] is None:
        return Sentence(N_("{who}: the Nazgûl ({die}) has no effect"), params)
    if step["whole"]:
        return Sentence(N_("{who}: the Nazgûl ({die}) crosses off field {field}"), params)
    return Sentence(N_("{who}: the Nazgûl ({die}) crosses off half of field {field}"), params)


def _over(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    winners = cast("list[int]", step["winners"])
    params: dict[str, object] = {"turns": FIGURES.turns}
    if winners:
        params["winner"] = listed([who(names, seat, own) for seat in winners])
        if step["reason"] == "absence":
            return Sentence(N_("The match is over, the others have left. Winner: {winner}."), params)
        return Sentence(N_("The match is over: Mordor is reached. Winner: {winner}."), params)
    match step["reason"]:
        case "nazgul":
            return Sentence(N_("The match is over: the Nazgûl have everybody. Nobody wins."))
        case "turns":
            return Sentence(N_("The match is over after {turns} turns: nobody wins."), params)
        case _:
            return Sentence(N_("The match is over, nobody has won."))
