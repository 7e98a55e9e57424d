"""Invariant: any typed text is legal actions that read back from their spelling, or one sentence; it changes nothing.

The first byte chooses a position, the rest is what is typed.
"""

from __future__ import annotations

from functools import cache

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.positions import play, started

TYPED = (
    "1@9 1@0 @3,0",
    "g5@7+bree",
    "5+riv1@7",
    "a7 b8; c+rivendell2 9",
    "nazgul@3",
    "n@4,2 n@free",
    "rn3",
    "4,2>7 +lothlorien",
    "3>1",
    "@-3,0",
    "loc 3,0",
    "ort @ 3 , 0",
    "end",
    "1@9.",
    "NAZGÛL @ 3",
    "２@１",
    "f0 e1 d2 .",
)


@cache
def positions() -> tuple[GefaehrtenKernel, ...]:
    """Positions of every kind: early and late, two to four seats, rings in hand, a location owed."""
    rings = {0: made.TOKENS[1:]}
    full = {"1": "r1", "2": "r1", "3": "b4", "4": "b1", "5": "y2", "6": "y1", "7": "g1", "8": "y1"}
    hand = {0: "r0 r1 r2 r4 r5 rN"}
    return (
        started(),
        made.position(seats=4, spaces={"3": "b4", "9": "g3"}, hands={0: "r0 r1 r1 r2 r5 rN"}),
        made.position(seats=4, spaces=full, hands=hand, tokens=rings),
        made.position(seats=2, spaces={"3": "b4"}, hands={0: "y1 g1 y5 gN yN"}),
        made.position(
            seats=4, spaces=full, hands=hand, table=True, location=made.WEATHERTOP, earlier=[(-6, 0), (-4, 3)]
        ),
        made.position(seats=4, spaces=full, hands=hand, locating=True, location=made.BREE, earlier=[(-3, 0)]),
        *(play(2 + seed % 3, seed, 7 * seed) for seed in range(10)),
    )


def seeds() -> list[bytes]:
    return [bytes([number % len(positions())]) + text.encode() for number, text in enumerate(TYPED * 2)]


def run(data: bytes) -> None:
    kernel = positions()[data[0] % len(positions())] if data else positions()[0]
    typed = data[1:].decode(errors="surrogateescape")
    before = kernel.dump()
    try:
        actions = GAME.parse(kernel, typed)
    except (NotationError, IllegalAction) as error:
        assert kernel.dump() == before
        said = str(error)
        assert said
        assert len(said) < 600, "a sentence that nobody reads"
        if isinstance(error, NotationError):
            assert error.code in ("invalid", "ambiguous")
        else:
            assert error.clause[0] == "F"
        return
    assert kernel.dump() == before
    now, spelled = kernel.clone(), []
    for action in actions:
        assert action in legal(now), "an illegal action was read"
        spelled.append(GAME.format(now, action))
        now.apply(action)
    if len(actions) < 8:
        assert GAME.parse(kernel, " ".join(spelled)) == actions, "what was read does not read back"
