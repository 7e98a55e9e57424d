"""Pure. Everything that one frame of a full screen needs to know of a scene, each thing worked out once.

The one rule: what is the same position with the same record gives the same sight; a few of the last are kept, so that
a key that changes only the typed line costs next to nothing, and no more than those few are ever kept alive.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from gefaehrten.core.game import JsonStep
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.board import Board, survey
from gefaehrten.games.gefaehrten.candidates import Candidate, candidates
from gefaehrten.games.gefaehrten.hand import HandCard, hand_cards
from gefaehrten.games.gefaehrten.moves import card_kernel, legal
from gefaehrten.games.gefaehrten.standing import Standing, standing

KEPT = 8
"""How many sights are kept: those of a turn that is put together and taken back."""


class Sight:
    """What follows from a scene. Its parts are worked out when they are asked for first."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.before = card_kernel(scene.kernel)
        self.now = card_kernel(scene.now())
        self.on_turn = scene.on_turn()

    @cached_property
    def board(self) -> Board:
        """What lies where, after the turn that is not committed yet."""
        return survey(self.scene)

    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        """The own cards by letter."""
        return tuple(hand_cards(self.scene))

    @cached_property
    def possible(self) -> frozenset[int]:
        """What the reader may do now; nothing where another seat has to move."""
        return frozenset(legal(self.now)) if self.on_turn else frozenset()

    @cached_property
    def was(self) -> Standing:
        """What the location that is being filled would have paid before the turn."""
        return standing(self.before)

    @cached_property
    def at(self) -> Standing:
        """What the current location pays after the turn so far."""
        return standing(self.now)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Where the next location may go, if the reader has to choose that now; the best first."""
        return tuple(candidates(self.now)) if self.on_turn else ()

    @cached_property
    def placing(self) -> bool:
        """Whether the reader may place cards now."""
        return self.on_turn and self.now.phase() == tables.PLACING

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """The reader's ring tokens that may be played in this turn."""
        return tuple(
            token
            for token in range(1, tables.TOKEN_KINDS)
            if self.placing
            and self.now.has_token(self.scene.seat, token)
            and not self.now.token_fresh(self.scene.seat, token)
        )

    @cached_property
    def sources(self) -> tuple[Cell, ...]:
        """The own cards that may be picked up with the Lothlórien ring (F22), the most valuable first."""
        if tables.LOTHLORIEN not in self.rings:
            return ()
        found = [
            (-spot.card.worth, cell[1], cell[0])
            for cell, spot in self.board.spots.items()
            if spot.card is not None and self.lands(cell)
        ]
        return tuple((x, y) for _, y, x in sorted(found))

    def lands(self, source: Cell) -> tuple[int, ...]:
        """The spaces that the card on a cell may be picked up for."""
        position = tables.position(*source)
        return tuple(
            space
            for space in range(tables.SPACES)
            if position >= 0 and int(tables.recall_action(position, space)) in self.possible
        )


def sight(scene: Scene) -> Sight:
    """What follows from a scene."""
    return _sight(
        _Key(
            dump=tuple(scene.kernel.dump()),
            seat=scene.seat,
            turn=scene.turn,
            names=tuple(scene.names),
            hand=tuple(scene.hand_cards),
            options=tuple(sorted(scene.options.items())),
            steps=tuple(scene.steps),
            scene=scene,
        )
    )


@dataclass(frozen=True, slots=True)
class _Key:
    """All that a sight depends on; the kernel by its numbers, because it is mutable."""

    dump: tuple[int, ...]
    seat: int
    turn: tuple[int, ...]
    names: tuple[str, ...]
    hand: tuple[int, ...]
    options: tuple[tuple[str, str], ...]
    steps: tuple[JsonStep, ...] = field(hash=False)
    scene: Scene = field(compare=False)


@lru_cache(maxsize=KEPT)
def _sight(key: _Key) -> Sight:
    scene = key.scene
    return Sight(replace(scene, kernel=scene.kernel.clone(), steps=key.steps, options=dict(scene.options)))
