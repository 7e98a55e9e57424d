"""Pure, compiled. What bots make of a turn of the dice game: how well a seat stands, what an action is worth to it.

The one rule: strengths are guesses, fitted to matches; what follows from them for the rest of a turn is exact.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.prospect import DARK, OTHER, OWN, SCALE, Prospect
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    BLACK,
    COMPANION,
    DICE,
    FIELDS,
    HALVING,
    MORDOR,
    MORIA,
    ORC,
    RING,
    SHELOBS_LAIR,
    TREE,
)

MOST_LIVES: Final[i64] = 12
"""More Nazgûl than that, which a track can still take, are as good as that."""

STRENGTH: Final = vec[i64](
    [
        0,
        0,
        762,
        1208,
        1525,
        1770,
        1971,
        2141,
        2287,
        2417,
        2533,
        2638,
        2733,
        0,
        -450,
        312,
        758,
        1075,
        1320,
        1521,
        1691,
        1837,
        1967,
        2083,
        2188,
        2283,
        0,
        -900,
        -138,
        308,
        625,
        870,
        1071,
        1241,
        1387,
        1517,
        1633,
        1738,
        1833,
        0,
        -1350,
        -588,
        -142,
        175,
        420,
        621,
        791,
        937,
        1067,
        1183,
        1288,
        1383,
        0,
        -1800,
        -1038,
        -592,
        -275,
        -30,
        171,
        341,
        487,
        617,
        733,
        838,
        933,
        0,
        -2250,
        -1488,
        -1042,
        -725,
        -480,
        -279,
        -109,
        37,
        167,
        283,
        388,
        483,
        0,
        -2700,
        -1938,
        -1492,
        -1175,
        -930,
        -729,
        -559,
        -413,
        -283,
        -167,
        -62,
        33,
        0,
        -3150,
        -2388,
        -1942,
        -1625,
        -1380,
        -1179,
        -1009,
        -863,
        -733,
        -617,
        -512,
        -417,
        0,
        -3600,
        -2838,
        -2392,
        -2075,
        -1830,
        -1629,
        -1459,
        -1313,
        -1183,
        -1067,
        -962,
        -867,
        0,
        -4050,
        -3288,
        -2842,
        -2525,
        -2280,
        -2079,
        -1909,
        -1763,
        -1633,
        -1517,
        -1412,
        -1317,
    ]
)
"""Distance * 13 + lives to strength."""

WIN: Final[i64] = 3 * SCALE
"""What reaching Mordor is worth beyond the last field before it."""

DEATH: Final[i64] = -3 * SCALE
"""What the last Nazgûl of a track is worth to who is knocked out by it."""


def lives(kernel: MordorKernel, seat: i64) -> i64:
    """How many Nazgûl the seat's track can still take."""
    gone = kernel.crossed(seat)
    left = FIELDS - gone - kernel.half(seat)
    halved = kernel.halved(seat) >> gone
    while halved != 0:
        left += halved & 1
        halved = halved >> 1
    return left


def strength(distance: i64, left: i64) -> i64:
    """How well a seat stands: the logarithm of its odds, in thousandths.

    Args:
        distance: fields to Mordor.
        left: Nazgûl that its track can still take.
    """
    if distance <= 0:
        return strength(1, left if left > 0 else 1) + WIN
    if left <= 0:
        return strength(distance, 1) + DEATH
    if left > MOST_LIVES:
        left = MOST_LIVES
    return STRENGTH[distance * 13 + left]


class Standing:
    """What matters of a turn for its worth, and the prospect that belongs to it. Made once for every such turn.

    Attributes:
        prospect: what the states of such a turn are worth.
        own, other: what a Nazgûl is worth on the mover, on another; `gandalf` a Gandalf; in thousandths.
    """

    def __init__(self, effect: i64, distance: i64, left: i64, other: i64) -> None:
        here: i64 = strength(distance, left)
        rings: list[int] = [0]
        count: i64 = 0
        for count in range(1, 6):
            rings.append(strength(distance - count, left) - here)
        if effect == SHELOBS_LAIR:
            rings[1] = 0
        own: i64 = strength(distance, left - 1) - here
        gandalf: i64 = strength(distance, left + 1) - here
        if effect == MORIA:
            gandalf = 0
        self.prospect: Prospect = Prospect(effect, rings, own, other, gandalf)


_STANDINGS: Final[dict[int, Standing]] = {}
"""Every standing that has been needed in this process: a few hundred at most, 80 KiB each."""

OTHER_STEP: Final[i64] = 250
"""What a Nazgûl on another is worth is rounded to this, so that few standings are needed."""


def standing(kernel: MordorKernel) -> Standing:
    """The standing of the mover's turn."""
    mover = kernel.mover()
    worth: i64 = 0
    others: i64 = 0
    seat: i64 = 0
    while seat < kernel.seats():
        if seat != mover and kernel.playing(seat):
            left = lives(kernel, seat)
            distance = MORDOR - kernel.reached(seat)
            worth += strength(distance, left) - strength(distance, left - 1)
            others += 1
        seat += 1
    if others > 0:
        # Of several others each is only one of those who are ahead or behind.
        worth = worth // (others * others)
    worth = (worth + OTHER_STEP // 2) // OTHER_STEP
    if worth > 8:
        worth = 8
    left = lives(kernel, mover)
    if left > MOST_LIVES:
        left = MOST_LIVES
    effect = kernel.effect()
    distance = MORDOR - kernel.reached(mover)
    key = ((effect * 10 + distance) * 13 + left) * 9 + worth
    if key not in _STANDINGS:
        _STANDINGS[key] = Standing(effect, distance, left, worth * OTHER_STEP)
    return _STANDINGS[key]


def class_of(kernel: MordorKernel, die: i64) -> i64:
    """The class of a die, see `prospect`."""
    if die == BLACK:
        return DARK
    return OWN if kernel.victim(die) == kernel.mover() else OTHER


def worth_of(kernel: MordorKernel, aside: i64, left: i64, over: bool, fresh: bool) -> i64:
    """What the mover's turn is worth, in thousandths, beyond how the seat stands at its beginning.

    Args:
        aside: the dice set aside.
        left: the dice to be thrown next.
        over: whether the turn is over with what lies aside.
        fresh: whether the throw to come is no repetition (M19).
    """
    prospect = standing(kernel).prospect
    worth: i64 = 0
    rings: i64 = 0
    balance: i64 = 0
    own: i64 = 0
    other: i64 = 0
    black: i64 = 0
    die: i64 = 0
    for die in range(DICE):
        if (aside >> die) & 1 != 0:
            face = kernel.face(die)
            worth += prospect.step(face, class_of(kernel, die))
            if face == RING:
                rings += 1
            elif face == ORC:
                balance += prospect.orc()
            elif face == COMPANION:
                balance -= prospect.companion()
        elif (left >> die) & 1 != 0:
            kind = class_of(kernel, die)
            if kind == DARK:
                black = 1
            elif kind == OWN:
                own += 1
            else:
                other += 1
    if over:
        return worth + prospect.ended(rings, balance)
    if fresh:
        return worth + prospect.before(own, other, black, rings, balance)
    return worth + prospect.repeated(own, other, black, rings, balance)


def worth_of_action(kernel: MordorKernel, action: i64) -> i64:
    """What the mover's turn is worth after an action, in thousandths; see `worth_of`. For dice, not for halving."""
    aside = kernel.aside()
    if action == AGAIN:
        return worth_of(kernel, aside, kernel.rolled(), False, False)
    aside = aside | action
    tree = (action >> BLACK) & 1 != 0 and kernel.face(BLACK) == TREE
    return worth_of(kernel, aside, ALL_DICE & ~aside, tree or aside == ALL_DICE, True)


def best_of(kernel: MordorKernel, actions: vec[i64], count: i64) -> i64:
    """The index of the action that leaves the rest of the turn worth most.

    Of the fields that may be halved it is the first: the others then stay for the next Gandalf.
    """
    if kernel.phase() == HALVING:
        return 0
    best: i64 = 0
    most: i64 = worth_of_action(kernel, actions[0])
    index: i64 = 1
    while index < count:
        worth = worth_of_action(kernel, actions[index])
        if worth > most:
            most = worth
            best = index
        index += 1
    return best
