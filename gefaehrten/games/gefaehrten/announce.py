"""Pure. What happened, in one sentence a step.

The one rule: a sentence says who, what and where in the words of the board: spaces by their numbers, cards by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gefaehrten.core.game import JsonStep
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.gefaehrten import phrases
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.names import COLOURS, TOKEN_KEYS
from gefaehrten.games.gefaehrten.phrases import Phrase
from gefaehrten.games.gefaehrten.trail import Laid, Trail, cell_in, laid, retrace

NOBODY = -1


def describe(step: JsonStep, names: Sequence[str]) -> Sentence:
    """One sentence about a step on its own, to nobody in particular: places are cells."""
    return _tell(step, None, names, NOBODY)


def announce(step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int) -> Sentence | None:
    """One sentence about a step as it happens, to the player of `seat`.

    Args:
        before: the steps up to this one, from which it is known what lay where.

    Returns:
        None for what nobody needs to hear: the end of a turn, and the draws of others.
    """
    if step["step"] == "end_turn" or (step["step"] == "drawn" and step["seat"] != seat):
        return None
    return _tell(step, retrace(before), names, seat)


def _tell(step: JsonStep, trail: Trail | None, names: Sequence[str], own: int) -> Sentence:
    kind = step["step"]
    if kind in _TOLD_WITHOUT_SEAT:
        return _common(step, names, own)
    seat = cast(int, step["seat"])
    actor = phrases.who(names, seat, own)
    match kind:
        case "place":
            return _place(step, trail, names, own)
        case "nazgul":
            return _nazgul(step, trail, names, own)
        case "recall":
            return _recall(step, trail, names, own)
        case "locate":
            x, y = cell_in(step, "cell")
            if trail is None:
                return Sentence(N_("{who}: the next location at {x},{y}"), {"who": actor, "x": x, "y": y})
            return Sentence(
                N_("{who}: {location} at {x},{y}"),
                {"who": actor, "location": phrases.location(trail.location + 1), "x": x, "y": y},
            )
        case "drawn":
            return Sentence(N_("{who}: cards drawn: {count}"), {"who": actor, "count": step["count"]})
        case "end_turn":
            return Sentence(N_("{who}: end of the turn"), {"who": actor})
        case "retired":
            if seat == own:
                return Sentence(N_("You are out of the match: hand and stack leave the game (F34)."))
            return Sentence(
                N_("{who} is out of the match: hand and stack leave the game (F34)."), {"who": actor}
            )
        case _:
            return Sentence(N_("{who}: {step}"), {"who": actor, "step": str(kind)})


_TOLD_WITHOUT_SEAT = ("scored", "resealed", "over")


def _common(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    match step["step"]:
        case "scored":
            return _scored(step, names, own)
        case "resealed":
            return Sentence(N_("The stacks have been sealed anew."))
        case _:
            return _over(step, names, own)


def _place(step: JsonStep, trail: Trail | None, names: Sequence[str], own: int) -> Sentence:
    card, cell = laid(step), cell_in(step, "cell")
    template = N_("{who}: {card} on {place}")
    token, covered = step["token"], trail.cards.get(cell) if trail else None
    if token is not None and covered is not None:
        template = N_("{who}: {card} with the {ring} on {place}, over {covered}")
    elif token is not None:
        template = N_("{who}: {card} with the {ring} on {place}")
    elif covered is not None:
        template = N_("{who}: {card} on {place}, over {covered}")
    return Sentence(
        template,
        {
            "who": phrases.who(names, card.seat, own),
            "card": _card(card, names),
            "place": _where(cell, trail),
            "ring": "" if token is None else _ring(token),
            "covered": "" if covered is None else _of(covered, names, own),
        },
    )


def _nazgul(step: JsonStep, trail: Trail | None, names: Sequence[str], own: int) -> Sentence:
    actor = phrases.who(names, cast(int, step["seat"]), own)
    if step["cell"] is None:
        return Sentence(N_("{who}: Nazgûl on a free space"), {"who": actor})
    cell = cell_in(step, "cell")
    victim = trail.cards.get(cell) if trail else None
    if victim is None:
        return Sentence(N_("{who}: Nazgûl on {place}"), {"who": actor, "place": _where(cell, trail)})
    return Sentence(
        N_("{who}: Nazgûl on {victim} on {place}"),
        {"who": actor, "victim": _of(victim, names, own), "place": _where(cell, trail)},
    )


def _recall(step: JsonStep, trail: Trail | None, names: Sequence[str], own: int) -> Sentence:
    source, cell = cell_in(step, "from"), cell_in(step, "cell")
    params: dict[str, object] = {
        "who": phrases.who(names, cast(int, step["seat"]), own),
        "from": _where(source, trail),
        "place": _where(cell, trail),
        "ring": _ring(step["token"]),
    }
    card = trail.cards.get(source) if trail else None
    if card is None:
        return Sentence(N_("{who}: the card on {from} goes to {place} with the {ring}"), params)
    params["card"] = _card(card, names)
    covered = trail.cards.get(cell) if trail and cell != source else None
    if covered is None:
        return Sentence(N_("{who}: {card} from {from} goes to {place} with the {ring}"), params)
    params["covered"] = _of(covered, names, own)
    return Sentence(N_("{who}: {card} from {from} goes to {place} with the {ring}, over {covered}"), params)


def _scored(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    parties = cast("list[JsonStep]", step["parties"])
    return Sentence(
        N_("{location} is scored: {parties}."),
        {
            "location": phrases.location(cast(int, step["location"]) - 1),
            "parties": phrases.listed([_party(party, names, own) for party in parties]),
        },
    )


def _party(party: JsonStep, names: Sequence[str], own: int) -> Phrase:
    """One party's result: `Berta 8 (+3 and Bree ring)`."""
    actor = phrases.who(names, cast(int, party["seat"]), own)
    if _coloured(names):
        number = COLOURS.index(str(party["colour"]))
        actor = Sentence(N_("{who} ({colour})"), {"who": actor, "colour": phrases.colour(number)})
    rings = [_ring(token) for token in cast("list[str]", party["tokens"])]
    params: dict[str, object] = {
        "who": actor,
        "total": party["total"],
        "points": party["ep"],
        "loss": party["loss"],
        "ring": phrases.listed(rings) if rings else "",
    }
    if rings:
        return Sentence(N_("{who} {total} (+{points} and {ring})"), params)
    if party["loss"]:
        return Sentence(N_("{who} {total} (–{loss})"), params)
    return Sentence(N_("{who} {total} (+{points})"), params)


def _over(step: JsonStep, names: Sequence[str], own: int) -> Sentence:
    scores, winners = cast("list[int]", step["scores"]), cast("list[int]", step["winners"])
    params: dict[str, object] = {
        "scores": phrases.listed(
            [
                Sentence(N_("{who} {points}"), {"who": phrases.who(names, seat, own), "points": scores[seat]})
                for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat])
            ]
        ),
        "winner": phrases.listed([phrases.who(names, seat, own) for seat in winners]) if winners else "",
    }
    if not winners:
        return Sentence(N_("The match is over: {scores}."), params)
    if step["reason"] == "absence":
        return Sentence(N_("The match is over, the others have left: {scores}. Winner: {winner}."), params)
    if len(winners) > 1:
        return Sentence(N_("The match is over: {scores}. Shared victory: {winner}."), params)
    return Sentence(N_("The match is over: {scores}. Winner: {winner}."), params)


def _coloured(names: Sequence[str]) -> bool:
    return len(names) == len(FIGURES.two_players)


def _card(card: Laid, names: Sequence[str]) -> Sentence:
    return phrases.card(card.face, card.name, coloured=_coloured(names))


def _of(card: Laid, names: Sequence[str], own: int) -> Sentence:
    """A card with whose it is."""
    if card.seat == own:
        return Sentence(N_("your {card}"), {"card": _card(card, names)})
    return Sentence(N_("{card} of {who}"), {"card": _card(card, names), "who": names[card.seat]})


def _ring(key: object) -> Sentence:
    return phrases.token(TOKEN_KEYS.index(str(key)))


def _where(cell: Cell, trail: Trail | None) -> Sentence:
    space = trail.space(cell) if trail else None
    return phrases.cell(cell) if space is None else phrases.space(space)
