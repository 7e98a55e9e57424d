"""Pure. The own hand: which card bears which letter.

The one rule: letters stay with their cards until the turn is committed, whatever it has placed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten.data import FIGURES
from gefaehrten.games.gefaehrten.moves import card_kernel, hand, seat_colours
from gefaehrten.games.gefaehrten.names import card_name, face_names, face_of
from gefaehrten.games.gefaehrten.notation import LETTERS


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card of the own hand.

    Attributes:
        name: which of the four 2s or 4s it is, where that is known.
        placed: whether the turn that is not committed yet has placed it.
    """

    letter: str
    face: int
    name: str | None
    placed: bool


def letters(scene: Scene) -> tuple[int, ...]:
    """The faces that bear the letters a ... f: the hand before the turn that is not committed yet."""
    return () if scene.seat < 0 else hand(card_kernel(scene.kernel), scene.seat)


def hand_cards(scene: Scene) -> list[HandCard]:
    """The own known cards, in the order of their letters; equal ones are placed from the left."""
    if scene.seat < 0:
        return []
    now = Counter(hand(card_kernel(scene.now()), scene.seat))
    faces = letters(scene)
    gone = Counter(faces) - now
    names = _names(scene)
    cards: list[HandCard] = []
    for letter, face in zip(LETTERS, faces, strict=False):
        placed = gone[face] > 0
        gone[face] -= placed
        known = names.get(face, [])
        cards.append(HandCard(letter, face, known.pop(0) if known else None, placed))
    return cards


def _names(scene: Scene) -> dict[int, list[str]]:
    """The names of the hand's cards by face, in the order of dealing: that in which equal ones are played."""
    colours = seat_colours(card_kernel(scene.kernel), scene.seat)
    names: dict[int, list[str]] = {}
    for number in scene.hand_cards:
        face = face_of(colours[number // len(FIGURES.deck)], FIGURES.deck[number % len(FIGURES.deck)])
        if len(face_names(face)) > 1:
            names.setdefault(face, []).append(card_name(face, number))
    return names
