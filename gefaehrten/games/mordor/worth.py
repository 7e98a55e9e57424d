"""Pure, compiled. What bots make of a turn of the dice game: how well a seat stands, what an action is worth to it.

The one rule: strengths are guesses, fitted to matches; what follows from them for the rest of a turn is exact.

A seat's *strength* is the logarithm of its weight in who will win: a seat wins with its weight's share in the sum of
all weights, that of nobody's winning among them (the model of Plackett and Luce). The tables were fitted to the turns
of 6,000 matches on each side of the sheet that bots of this kind had played against each other, one action in twelve
at random, by maximum likelihood with a penalty on what is not smooth; then made to rise with every Nazgûl left.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.prospect import DARK, OTHER, OWN, Prospect
from gefaehrten.games.mordor.tables import (
    AGAIN,
    ALL_DICE,
    BLACK,
    COMPANION,
    DICE,
    FIELDS,
    GONDOR,
    HALVING,
    MORDOR,
    MORIA,
    NOBODY,
    ORC,
    RING,
    SHELOBS_LAIR,
    TREE,
)

MOST_LIVES: Final[i64] = 12
"""More Nazgûl than that, which a track can still take, are as good as that."""

# fmt: off
BASIC: Final = vec[i64](
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 1589, 2691, 3358, 3605, 3750, 3882, 3966, 4004, 4004, 4004, 4004, 4004,
        0, 532, 1495, 2222, 2732, 2944, 3111, 3147, 3208, 3261, 3261, 3261, 3261,
        0, -765, 309, 1186, 1753, 2046, 2262, 2342, 2436, 2568, 2634, 2639, 2647,
        0, -1926, -744, 292, 975, 1329, 1621, 1826, 1892, 1976, 2053, 2140, 2184,
        0, -2772, -1517, -453, 339, 801, 1071, 1323, 1450, 1494, 1571, 1676, 1749,
        0, -3474, -2259, -1207, -372, 220, 638, 884, 1065, 1065, 1070, 1175, 1355,
        0, -4122, -2974, -1858, -933, -307, 131, 450, 694, 694, 694, 813, 1029,
        0, -4723, -3619, -2529, -1581, -916, -349, -54, 183, 289, 304, 470, 635,
        0, -5299, -4230, -3189, -2253, -1479, -897, -418, 0, 0, 0, 71, 194,
    ]
)
"""Distance * 13 + Nazgûl left to strength in thousandths, in the basic game."""

ADVANCED: Final = vec[i64](
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, -304, 731, 1550, 1905, 2209, 2331, 2455, 2487, 2555, 2555, 2555, 2555,
        0, 292, 987, 1523, 1933, 2202, 2309, 2438, 2438, 2438, 2438, 2438, 2438,
        0, -335, 473, 1042, 1363, 1554, 1707, 1762, 1790, 1871, 1871, 1871, 1871,
        0, -1389, -394, 218, 665, 946, 1090, 1185, 1325, 1452, 1559, 1559, 1559,
        0, -2200, -904, 25, 601, 919, 1148, 1281, 1319, 1395, 1395, 1395, 1395,
        0, -2969, -1847, -871, -262, 235, 506, 771, 870, 959, 959, 959, 959,
        0, -3663, -2632, -1692, -921, -322, 51, 351, 534, 611, 611, 611, 611,
        0, -4287, -3259, -2257, -1356, -721, -241, 30, 205, 327, 327, 327, 327,
        0, -4880, -3837, -2828, -1920, -1227, -762, -368, 0, 0, 0, 0, 0,
    ]
)
"""Distance * 13 + Nazgûl left to strength in thousandths, in the game with the effects of places."""
# fmt: on

THOUSAND: Final = 1_000.0

TEMPO: Final = 0.29
"""What it adds to a strength to throw next."""

NOBODY_BASIC: Final = 0.66
NOBODY_ADVANCED: Final = 0.54
"""The weight of nobody's winning."""

SURE: Final[i64] = 10_000_000
"""What a turn is worth that has won: more than all that others may add up to."""

SCALE: Final = 1_000_000.0
"""Chances as integers: a prospect counts in millionths."""

LEVELS: Final[i64] = 9
"""Prospects are made for so many chances of winning, evenly apart by their log odds, -4 to 4."""

LEVEL_STEP: Final = 1.0
MIDDLE: Final = 4.0

STINGS: Final[i64] = 5
STING_STEP: Final = 0.4
"""What a Nazgûl on another adds to the mover's log odds is rounded to this, so that few prospects are needed."""


def lives(kernel: MordorKernel, seat: i64) -> i64:
    """How many Nazgûl the seat's track can still take."""
    gone = kernel.crossed(seat)
    left = FIELDS - gone - kernel.half(seat)
    halved = kernel.halved(seat) >> gone
    while halved != 0:
        left += halved & 1
        halved = halved >> 1
    return left


def strength(advanced: bool, distance: i64, left: i64) -> float:
    """How well a seat stands that is in the game, in natural logarithms.

    Args:
        distance: fields to Mordor, 1 ... 9.
        left: Nazgûl that its track can still take, 1 or more.
    """
    if left > MOST_LIVES:
        left = MOST_LIVES
    index = distance * 13 + left
    return float(ADVANCED[index] if advanced else BASIC[index]) / THOUSAND


def weight(kernel: MordorKernel, seat: i64, next_seat: i64) -> float:
    """The weight of a seat in who will win, 0 for one that is not in the game.

    Args:
        next_seat: who throws next.
    """
    if not kernel.playing(seat):
        return 0.0
    found = strength(kernel.advanced(), MORDOR - kernel.reached(seat), lives(kernel, seat))
    if seat == next_seat:
        found += TEMPO
    return exp(found)


def nobody(kernel: MordorKernel) -> float:
    """The weight of nobody's winning."""
    return NOBODY_ADVANCED if kernel.advanced() else NOBODY_BASIC


def successor(kernel: MordorKernel) -> i64:
    """Who throws after the mover, as things are; the mover itself where it is alone."""
    seat = kernel.mover()
    step: i64 = 0
    while step < kernel.seats():
        seat = 0 if seat + 1 >= kernel.seats() else seat + 1
        if kernel.playing(seat):
            return seat
        step += 1
    return NOBODY


def logistic(value: float) -> float:
    """A chance from its log odds."""
    return 1.0 / (1.0 + exp(-value))


_PROSPECTS: Final[dict[int, Prospect]] = {}
"""Every prospect that has been needed in this process: hundreds, of some 16 KiB each."""


def prospect(kernel: MordorKernel) -> Prospect:
    """What the states of the mover's turn are worth, in millionths of a win."""
    mover = kernel.mover()
    next_seat = successor(kernel)
    own = weight(kernel, mover, next_seat)
    others = nobody(kernel)
    seat: i64 = 0
    while seat < kernel.seats():
        if seat != mover:
            others += weight(kernel, seat, next_seat)
        seat += 1
    # What the others' weights lose by a Nazgûl on one of them, on average.
    sting = 0.0
    count = 0.0
    seat = 0
    while seat < kernel.seats():
        if seat != mover and kernel.playing(seat):
            left = lives(kernel, seat)
            hurt = 0.0
            if left > 1:
                before = strength(kernel.advanced(), MORDOR - kernel.reached(seat), left)
                after = strength(kernel.advanced(), MORDOR - kernel.reached(seat), left - 1)
                hurt = weight(kernel, seat, next_seat) * exp(after - before)
            sting += log(others / (others - weight(kernel, seat, next_seat) + hurt))
            count += 1.0
        seat += 1
    level: i64 = i64(log(own / others) / LEVEL_STEP + MIDDLE + 0.5)
    if log(own / others) / LEVEL_STEP + MIDDLE < 0.0:
        level = 0
    if level >= LEVELS:
        level = LEVELS - 1
    stings: i64 = 0
    if count > 0.0:
        stings = i64(sting / count / STING_STEP + 0.5)
    if stings >= STINGS:
        stings = STINGS - 1
    left = lives(kernel, mover)
    if left > MOST_LIVES:
        left = MOST_LIVES
    effect = kernel.effect()
    distance = MORDOR - kernel.reached(mover)
    other: i64 = 0
    die: i64 = 0
    for die in range(BLACK):
        if class_of(kernel, die) == OTHER:
            other += 1
    key = ((((1 if kernel.advanced() else 0) * 10 + effect) * 10 + distance) * 13 + left) * LEVELS + level
    key = (key * STINGS + stings) * 5 + other
    if key not in _PROSPECTS:
        _PROSPECTS[key] = made(kernel.advanced(), effect, distance, left, level, stings, other)
    return _PROSPECTS[key]


def made(
    advanced: bool, effect: i64, distance: i64, left: i64, level: i64, stings: i64, others: i64
) -> Prospect:
    """A prospect for these figures; `others` is how many coloured dice are of the class `OTHER`."""
    odds = (float(level) - MIDDLE) * LEVEL_STEP
    here = strength(advanced, distance, left)
    base = logistic(odds)
    rings: list[int] = [0]
    count: i64 = 0
    for count in range(1, 6):
        if count >= distance:
            rings.append(int(SCALE * (1.0 - base)))
        else:
            gain = strength(advanced, distance - count, left) - here
            rings.append(int(SCALE * (logistic(odds + gain) - base)))
    if effect == SHELOBS_LAIR:
        rings[1] = 0
    own = -base
    if left > 1:
        own = logistic(odds + strength(advanced, distance, left - 1) - here) - base
    if effect == GONDOR:
        own = 0.0
    gandalf = logistic(odds + strength(advanced, distance, left + 1) - here) - base
    if effect == MORIA:
        gandalf = 0.0
    other = logistic(odds + float(stings) * STING_STEP) - base
    return Prospect(effect, others, rings, int(SCALE * own), int(SCALE * other), int(SCALE * gandalf))


def class_of(kernel: MordorKernel, die: i64) -> i64:
    """The class of a die, see `prospect`."""
    if die == BLACK:
        return DARK
    return OWN if kernel.victim(die) == kernel.mover() else OTHER


def worth_of(kernel: MordorKernel, aside: i64, left: i64, over: bool, fresh: bool) -> i64:
    """What the mover's turn is worth, in millionths of a win, beyond how the seat stands without it.

    Args:
        aside: the dice set aside.
        left: the dice to be thrown next.
        over: whether the turn is over with what lies aside.
        fresh: whether the throw to come is no repetition (M19).
    """
    found = prospect(kernel)
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
            worth += found.step(face, class_of(kernel, die))
            if face == RING:
                rings += 1
            elif face == ORC:
                balance += found.orc()
            elif face == COMPANION:
                balance -= found.companion()
        elif (left >> die) & 1 != 0:
            kind = class_of(kernel, die)
            if kind == DARK:
                black = 1
            elif kind == OWN:
                own += 1
            else:
                other += 1
    if over:
        if kernel.reached(kernel.mover()) + kernel.valid_rings(aside) >= MORDOR:
            return SURE  # whatever else lies there
        return worth + found.ended(rings, balance)
    if fresh:
        return worth + found.before(own, other, black, rings, balance)
    return worth + found.repeated(own, other, black, rings, balance)


def worth_of_action(kernel: MordorKernel, action: i64) -> i64:
    """What the mover's turn is worth after an action, in millionths of a win; see `worth_of`.

    Not for halving."""
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
