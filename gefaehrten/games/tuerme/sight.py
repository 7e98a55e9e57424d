"""Pure. What a reader sees of a scene: the position with the turn so far and with what is typed, ways, the chain.

The one rule: nothing is decided here: notation says what is meant, the kernel whether it may be.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.view import Scene
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import AREAS, FIGURES, Cell
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import Way, best_ways, board_kernel, cards_in, cell_of
from gefaehrten.games.tuerme.notation import parse

AREA_OF = {cell: number for number, cells in enumerate(FIGURES.areas) for cell in cells}
"""Space to the number of its area."""

AREA_LETTERS = "afhrem"
"""One letter an area on the board, in the order of `data.AREAS`."""

assert len(AREA_LETTERS) == len(AREAS)


@dataclass(frozen=True, slots=True)
class Sight:
    """A scene with a typed line.

    Attributes:
        now: the position after what is chosen already.
        meant: the position after what is typed, as far as it can be read.
        actions: what is typed, as actions.
        deciding: whether the reader has something to choose in `now`.
        error: why the rest of the line cannot be read.
        letters: the cards that bear the letters a, b, c.
        ways: where the pawn in motion in `meant` may stop, with the best way there.
        missing: the spaces where Orcs are missing to the shortest chain.
    """

    scene: Scene
    now: TuermeKernel
    meant: TuermeKernel
    deciding: bool
    typed: str = ""
    actions: tuple[int, ...] = ()
    error: GefaehrtenError | None = None
    letters: tuple[int, ...] = ()
    ways: dict[Cell, Way] = field(default_factory=dict)
    missing: tuple[Cell, ...] = ()

    @property
    def open(self) -> bool:
        """Whether after what is typed the reader still has something to choose in this turn."""
        return (
            self.deciding
            and self.meant.request() == DECIDE
            and self.meant.turns() == self.scene.kernel.turns()
        )


def letters(scene: Scene) -> tuple[int, ...]:
    """The cards that bear letters: as they were dealt, those played in this turn too, so that no letter moves."""
    if scene.hand_cards or scene.seat < 0:
        return tuple(scene.hand_cards)
    return cards_in(board_kernel(scene.kernel).hand(scene.seat))


def sight(scene: Scene, typed: str = "") -> Sight:
    """What the reader sees, with the longest beginning of the typed line that means something."""
    now = board_kernel(scene.now())
    deciding = scene.on_turn()
    held = letters(scene)
    words = typed.split()
    actions: tuple[int, ...] = ()
    error: GefaehrtenError | None = None
    if deciding and words:
        for count in range(len(words), 0, -1):
            try:
                actions = tuple(parse(now, " ".join(words[:count]), held))
                break
            except GefaehrtenError as refused:
                error = refused if count == len(words) else error
    meant = now.clone()
    for action in actions:
        meant.apply(action)
    ways = {}
    going = meant.request() == DECIDE and meant.turns() == scene.kernel.turns()
    if deciding and going and meant.phase() == t.MOVING:
        ways = best_ways(meant)
    return Sight(scene, now, meant, deciding, typed, actions, error, held, ways, missing(meant))


def missing(kernel: TuermeKernel) -> tuple[Cell, ...]:
    """Where Orcs are missing to a shortest chain between the towers (T22), from west to east; none once it is lost."""
    if kernel.request() == OVER and kernel.lost():
        return ()
    reach: dict[int, int] = {}
    came: dict[int, int] = {}
    frontier = [(toll(kernel, spot), spot, -1) for spot in map(int, t.SQUARES) if t.TOUCHES[spot] == 1]
    while frontier:
        frontier.sort(reverse=True)
        cost, spot, source = frontier.pop()
        if spot in reach:
            continue
        reach[spot], came[spot] = cost, source
        if t.TOUCHES[spot] == 2:
            path = []
            while spot >= 0:
                if kernel.cell(spot) != t.ORC:
                    path.append(cell_of(spot))
                spot = came[spot]
            return tuple(sorted(path))
        for way in range(0, 8, 2):
            near = spot + int(t.STEPS[way])
            if kernel.cell(near) < t.TOWER and near not in reach:
                frontier.append((cost + toll(kernel, near), near, spot))
    return ()


def toll(kernel: TuermeKernel, spot: int) -> int:
    """What a space costs a chain: nothing with an Orc, two with a pawn, which would have to leave first."""
    what = kernel.cell(spot)
    return 0 if what == t.ORC else 1 if what == t.EMPTY else 2
