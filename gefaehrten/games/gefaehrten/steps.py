"""Pure. What an action did, in the JSON form of the record (docs/record.md).

The one rule: keys, colours and names are the English ones whatever the language, and every key is always there.
"""

from __future__ import annotations

from typing import assert_never

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import OVER
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import EndTurn, Locate, Nazgul, Place, Recall, typed
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import space_cell
from gefaehrten.games.gefaehrten.names import COLOURS, TOKEN_KEYS, card_name, face_names, face_of

REASONS = {
    tables.BY_LOCATIONS: "locations",
    tables.BY_CARDS: "cards",
    tables.BY_RETIREMENT: "absence",
}
"""Why a match ended, as the step `over` says it: F31, F30, F34."""


def steps(
    before: GefaehrtenKernel, action: int, after: GefaehrtenKernel, card: int | None
) -> tuple[JsonStep, ...]:
    """The step of an action and what followed from it; see `core.game.Game.steps`."""
    return (*_act(before, action, after, card), *consequences(before, after))


def consequences(before: GefaehrtenKernel, after: GefaehrtenKernel) -> tuple[JsonStep, ...]:
    """The scoring and the end of the match that lie between two positions, whatever led from one to the other."""
    found: list[JsonStep] = []
    if after.scorings() > before.scorings():
        found.append(_scored(after))
    if after.request() == OVER and before.request() != OVER:
        seats = range(after.seats())
        found.append(
            {
                "step": "over",
                "reason": REASONS[after.ending()],
                "scores": [int(after.score(seat)) for seat in seats],
                "winners": [seat for seat in seats if after.place(seat) == 0],
            }
        )
    return tuple(found)


def _act(
    before: GefaehrtenKernel, action: int, after: GefaehrtenKernel, card: int | None
) -> tuple[JsonStep, ...]:
    seat = int(before.mover())
    match typed(action):
        case Place() as move:
            face = face_of(move.colour, move.value)
            names = face_names(face)
            name = names[0] if len(names) == 1 else None if card is None else card_name(face, card)
            return (
                {
                    "step": "place",
                    "seat": seat,
                    "card": {"colour": COLOURS[move.colour], "value": move.value, "name": name},
                    "cell": list(space_cell(before, move.space)),
                    "token": TOKEN_KEYS[move.token] if move.token else None,
                },
            )
        case Nazgul(colour, cell):
            target = None if cell is None else list(cell)
            return ({"step": "nazgul", "seat": seat, "colour": COLOURS[colour], "cell": target},)
        case Recall(source, space):
            return (
                {
                    "step": "recall",
                    "seat": seat,
                    "from": list(source),
                    "cell": list(space_cell(before, space)),
                    "token": TOKEN_KEYS[tables.LOTHLORIEN],
                },
            )
        case Locate(cell):
            return ({"step": "locate", "seat": seat, "cell": list(cell)},)
        case EndTurn():
            # A turn that ends the match by a scoring is closed by that.
            if after.request() == OVER:
                return ()
            return ({"step": "end_turn", "seat": seat},)
        case never:
            assert_never(never)


def _scored(after: GefaehrtenKernel) -> JsonStep:
    ranked = sorted((after.last_rank(colour), colour) for colour in range(len(COLOURS)))
    parties: list[JsonStep] = [
        {
            "seat": int(after.owner(colour)),
            "colour": COLOURS[colour],
            "total": int(after.last_total(colour)),
            "cards": int(after.last_cards(colour)),
            "rank": int(rank),
            "ep": int(after.last_prize(colour)),
            "loss": int(after.last_loss(colour)),
            "tokens": [
                TOKEN_KEYS[token] for token in range(1, len(TOKEN_KEYS)) if after.last_token(colour, token)
            ],
        }
        for rank, colour in ranked
        if rank > 0
    ]
    return {"step": "scored", "location": int(after.last_location()) + 1, "parties": parties}
