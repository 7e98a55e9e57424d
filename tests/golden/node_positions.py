"""Pure. The positions whose action sequences are counted, with the depth to count to.

The one rule: no stack holds a card, so that nothing is left to chance.
"""

from __future__ import annotations

from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from tests.unit.games.gefaehrten import kernel_positions as p

EMPTY = {0: 0, 1: 0, 2: 0, 3: 0}
ALL = ["bag_end", "bree", "weathertop", "rivendell_1", "rivendell_2", "lothlorien"]

POSITIONS: dict[str, tuple[int, GefaehrtenKernel]] = {
    "white, one card each": (
        6,
        p.position(hands={0: "r4", 1: "y1"}, stacks=EMPTY),
    ),
    "white, the 1s": (
        4,
        p.position(hands={0: "r1 r1 r0", 1: "y2 y1"}, stacks=EMPTY, spaces={"1": "g1", "2": "g2"}),
    ),
    "black, covering": (
        4,
        p.position(
            location=p.WEATHERTOP,
            spaces={"1": "y0", "2": "y2", "3": "g3", "4": "g4", "5": "r1", "6": "y1+rivendell_2"},
            hands={0: "r2 r5 r0", 1: "y4 yN", 2: "g1"},
            stacks=EMPTY,
        ),
    ),
    "two players, two colours, the Ford": (
        4,
        p.position(
            seats=2,
            location=p.FORD,
            spaces={"1": "y1", "2": "b2", "3": "g1", "4": "r4", "5": "y3"},
            hands={0: "y0 g0 yN g4 g1", 1: "rN b5 b1 b2"},
            stacks=EMPTY,
        ),
    ),
    "Caradhras with tokens": (
        3,
        p.position(
            location=p.CARADHRAS,
            spaces=dict.fromkeys("12345", "g1"),
            hands={0: "r1 r1 r2 r2 r0", 1: "y1 y1 yN"},
            tokens={0: ["weathertop", "bag_end", "rivendell_1"], 1: ["bree"]},
            stacks=EMPTY,
        ),
    ),
    "Moria, filled and the next location laid": (
        4,
        p.position(
            seats=4,
            location=p.MORIA,
            at=(3, 0),
            earlier=[(0, 0)],
            cells={(0, -1): "r1", (-1, 0): "b2", (0, 1): "g1", (1, 1): "b0"},
            spaces={"1": "y2", "2": "b1", "3": "g3", "4": "g2", "5": "r3", "7": "y4", "8": "b4", "9": "r4"},
            hands={0: "r2 r5", 1: "y1", 2: "g4 gN", 3: "b1"},
            scores=[2, 1, 0, 7],
            stacks=EMPTY,
        ),
    ),
    "Amon Hen, every token": (
        3,
        p.position(
            location=p.AMON_HEN,
            at=(3, 0),
            earlier=[(0, 0)],
            cells={(0, -1): "r4", (-1, 0): "r3", (0, 1): "y2", (1, 1): "r1", (1, -1): "r2+bree"},
            spaces={"1": "y1", "2": "g4", "5": "r1", "6": "g2", "8": "y4", "9": "r0"},
            hands={0: "r4 r4 rN", 1: "y5 yN"},
            tokens={0: [token for token in ALL if token != "bree"]},
            stacks=EMPTY,
        ),
    ),
    "Nazgûl anywhere on the table": (
        4,
        p.position(
            table=True,
            location=p.GATE,
            at=(3, 0),
            earlier=[(0, 0)],
            cells={(0, -1): "y4", (-1, 0): "y3", (0, 1): "g2", (1, 1): "r1", (1, -1): "g5+bree"},
            spaces={label: f"{'yg'[index % 2]}1" for index, label in enumerate("12345678")},
            hands={0: "rN r1 r4", 1: "yN y1", 2: "g4 gN"},
            stacks=EMPTY,
        ),
    ),
    "the next location": (
        3,
        p.position(
            spaces={label: f"{'ryg'[index % 3]}{index % 2 + 1}" for index, label in enumerate(p.LABELS)},
            hands={0: "r4", 1: "y1 y4", 2: "gN"},
            stacks=EMPTY,
            locating=True,
            last_placer=0,
        ),
    ),
}
