"""Pure. What can be said wrong in a match that somebody leaves (docs/protocol.md, 10.1): the records of such matches.

The one rule: as in `cheating`, a case touches what it names; heads, numbers and signatures are made to fit.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.wire.messages import Kind
from tests.interop.absent import (
    CONCEDE,
    RETIRE,
    SEAL,
    again,
    agreed,
    broken_consent,
    by_case,
    flip,
    keys_again,
    last_deck_of_who_left,
    lost_key,
    marks,
    more_retire,
    numbered,
    on,
    opening_of_who_left,
    options,
    other_mark,
    payload,
    said,
    spoken,
    swap,
    turn_opens,
    two_consents,
    verdict_of_who_left,
)
from tests.interop.cheating import GENERATOR, anywhere, first_of, key, points
from tests.interop.departures import CONCEDED, EARLY, LOST, RETIRED
from tests.interop.tampering import ZERO, field

CONCESSIONS: dict[str, Callable[[], bytes]] = {
    "CONCEDE: another secret": on(CONCEDED, payload(CONCEDE, flip(0))),
    "CONCEDE: another chain": on(CONCEDED, payload(CONCEDE, flip(1))),
    "CONCEDE: twice": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=2)),
    "CONCEDE: another opening after it": on(CONCEDED, said(Kind.OPENING, [ZERO, ZERO], seat=2, after=3)),
    "CONCEDE: another opening at the end": on(CONCEDED, said(Kind.OPENING, [ZERO, ZERO], seat=2, after=-1)),
    "CONCEDE: then a link": on(CONCEDED, said(Kind.LINK, [3, ZERO], seat=2)),
    "CONCEDE: then keys": on(CONCEDED, said(Kind.KEYS, [[[0, 3, ZERO]]], seat=2)),
    "CONCEDE: then a turn": on(CONCEDED, said(Kind.TURN, [9999, [], [], ZERO], seat=2)),
    "CONCEDE: then a claim": on(CONCEDED, said(Kind.CLAIM, [[]], seat=2)),
    "CONCEDE: then a retirement": on(CONCEDED, said(RETIRE, [1, 1, ZERO, [0], []], seat=2)),
    "CONCEDE: then a pass": on(CONCEDED, said(SEAL, [0, 0, 1, [ZERO], [], []], seat=2)),
    "CONCEDE: then a verdict": on(CONCEDED, said(Kind.VERDICT, [True, [], ZERO, []], seat=2)),
    "CONCEDE: then two verdicts at the end": on(CONCEDED, verdict_of_who_left(True, False)),
    "CONCEDE: nothing in it": on(CONCEDED, payload(CONCEDE, lambda fields: fields.clear())),
    "CONCEDE: after the end": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=0, after=-1)),
    "CONCEDE: never sent": on(CONCEDED, lambda forge: forge.log.pop(forge.first(CONCEDE))),
    "CONCEDE: of the other two as well": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=1, after=20)),
    "CONCEDE: while all is sealed again": on(CONCEDED, said(CONCEDE, [ZERO, ZERO], seat=0, after=4)),
}

ANSWERS_TOO_LATE: dict[str, Callable[[], bytes]] = {
    "late: a pass that was signed before": on(EARLY, said(SEAL, [0, 0, 2, [ZERO], [], []], seat=1, ack=-1)),
    "late: a pass of the old epoch": on(EARLY, said(SEAL, [0, 0, 1, [ZERO], [], []], seat=1, after=2, ack=1)),
    "late: a pass of no deck, signed before": on(
        EARLY, said(SEAL, [9, 0, 1, [ZERO], [], []], seat=0, ack=-1)
    ),
    "late: a claim that was signed before": on(EARLY, said(Kind.CLAIM, [[]], seat=1, ack=-1)),
    "late: a claim that was not": on(EARLY, said(Kind.CLAIM, [[]], seat=1, ack=0)),
    "late: a pass over the deck of who left": on(EARLY, last_deck_of_who_left(0)),
    "late: the same, signed before": on(EARLY, last_deck_of_who_left(-1)),
    "late: a key of a lost slot": on(LOST, lost_key(1, lambda dealt, gone: gone - 1)),
    "late: the same, as of when it was dealt": on(LOST, lost_key(1, lambda dealt, gone: dealt)),
    "late: the same, from before it was dealt": on(LOST, lost_key(1, lambda dealt, gone: dealt - 1)),
    "late: the same, after the loss": on(LOST, lost_key(1, lambda dealt, gone: gone)),
    "late: a key of the own lost slot": on(LOST, lost_key(0, lambda dealt, gone: gone - 1)),
    "late: a key of a slot of who left": on(LOST, lost_key(1, lambda dealt, gone: gone - 1, holder=2)),
    "late: the same, signed after": on(LOST, lost_key(1, lambda dealt, gone: gone, holder=2)),
    "late: a turn with a lost card": on(LOST, turn_opens(0)),
    "late: a turn with a number that is gone": on(
        CONCEDED, said(Kind.TURN, [1, [], [], ZERO], seat=0, after=3)
    ),
    "late: a turn from the future": on(CONCEDED, said(Kind.TURN, [500, [], [], ZERO], seat=0, after=3)),
}

SEALED_AGAIN: dict[str, Callable[[], bytes]] = {
    "again: other marks": on(CONCEDED, again(1, 1, other_mark)),
    "again: a mark less": on(CONCEDED, again(1, 1, lambda fields: marks(fields).pop())),
    "again: a mark twice": on(CONCEDED, again(1, 1, lambda f: field(0, value=marks(f)[1])(marks(f)))),
    "again: marks out of order": on(CONCEDED, again(1, 1, lambda fields: swap(marks(fields)))),
    "again: a mark beyond the deck": on(CONCEDED, again(1, 1, lambda f: field(-1, value=200)(marks(f)))),
    "again: mark 256": on(CONCEDED, again(1, 1, lambda f: field(-1, value=256)(marks(f)))),
    "again: marks in step 2": on(CONCEDED, again(1, 2, lambda fields: marks(fields).append(0))),
    "again: marks in epoch 0": on(CONCEDED, again(0, 1, lambda fields: marks(fields).append(0))),
    "again: points change places": on(CONCEDED, again(1, 1, lambda fields: swap(points(fields)))),
    "again: a point less": on(CONCEDED, again(1, 1, lambda fields: points(fields).pop())),
    "again: another valid point": on(CONCEDED, again(1, 1, lambda f: field(0, value=GENERATOR)(points(f)))),
    "again: points change places in step 2": on(CONCEDED, again(1, 2, lambda fields: swap(points(fields)))),
    "again: a hash": on(CONCEDED, again(1, 2, lambda fields: flip(0)(first_of(4)(fields)))),
    "again: a hash less": on(CONCEDED, again(1, 2, lambda fields: first_of(4)(fields).pop())),
    "again: epoch 2": on(CONCEDED, again(1, 1, field(1, value=2))),
    "again: epoch 0": on(CONCEDED, again(1, 1, field(1, value=0))),
    "again: epoch 1024": on(CONCEDED, again(1, 1, field(1, value=1024))),
    "again: a bit of a key": on(CONCEDED, keys_again(lambda fields: flip(2)(key(fields)))),
    "again: a key of the next position": on(CONCEDED, keys_again(numbered(1))),
    "again: a key of another epoch": on(CONCEDED, keys_again(numbered(-22))),
    "again: a key of position 65535": on(CONCEDED, keys_again(lambda f: field(1, value=65535)(key(f)))),
    "again: a key of position 65536": on(CONCEDED, keys_again(lambda f: field(1, value=65536)(key(f)))),
    "again: other marks of a lost hand": on(LOST, again(1, 1, lambda fields: marks(fields).append(0))),
    "again: points change places, all lost": on(LOST, again(1, 1, lambda fields: swap(points(fields)))),
}

RETIREMENTS: dict[str, Callable[[], bytes]] = {
    "RETIRE: as it was": on(RETIRED, agreed()),
    "RETIRE: logged by another": on(RETIRED, agreed(author=2)),
    "RETIRE: logged by who is gone": on(RETIRED, agreed(author=1)),
    "RETIRE: no consents": on(RETIRED, agreed(consents=lambda rows: [])),
    "RETIRE: a consent is missing": on(RETIRED, agreed(consents=lambda rows: rows[:1])),
    "RETIRE: the same consent twice": on(RETIRED, agreed(consents=two_consents)),
    "RETIRE: consents out of order": on(RETIRED, agreed(consents=lambda rows: rows[::-1])),
    "RETIRE: a consent that does not hold": on(RETIRED, agreed(consents=broken_consent)),
    "RETIRE: a consent of who is gone": on(RETIRED, agreed(signers=[0, 1, 2])),
    "RETIRE: of who is gone instead of another": on(RETIRED, agreed(signers=[0, 1])),
    "RETIRE: a consent of nobody": on(RETIRED, agreed(consents=lambda rows: [*rows, [7, bytes(64)]])),
    "RETIRE: a consent of seat 8": on(RETIRED, agreed(consents=lambda rows: [*rows, [8, bytes(64)]])),
    "RETIRE: a short signature": on(RETIRED, agreed(consents=lambda rows: [*rows, [2, bytes(63)]])),
    "RETIRE: number 2": on(RETIRED, agreed(number=2)),
    "RETIRE: number 0": on(RETIRED, agreed(number=0)),
    "RETIRE: number 9": on(RETIRED, agreed(number=9)),
    "RETIRE: of its own entry": on(RETIRED, agreed(index=lambda index: index + 1)),
    "RETIRE: of far behind": on(RETIRED, agreed(index=lambda index: index + 1000)),
    "RETIRE: of 2³² − 1": on(RETIRED, agreed(index=lambda index: 2**32 - 1)),
    "RETIRE: of 2³²": on(RETIRED, agreed(index=lambda index: 2**32)),
    "RETIRE: as of before the seat spoke": on(RETIRED, agreed(index=lambda index: 10)),
    "RETIRE: as of no entry": on(RETIRED, agreed(index=lambda index: 0)),
    "RETIRE: the seat has spoken": on(RETIRED, spoken),
    "RETIRE: another head": on(RETIRED, agreed(head=lambda head: ZERO)),
    "RETIRE: another head, not signed": on(RETIRED, payload(RETIRE, field(2, value=ZERO))),
    "RETIRE: another index, not signed": on(RETIRED, payload(RETIRE, field(1, value=9))),
    "RETIRE: another seat, not signed": on(RETIRED, payload(RETIRE, field(3, value=[2]))),
    "RETIRE: no seats": on(RETIRED, agreed(seats=[])),
    "RETIRE: a seat twice": on(RETIRED, agreed(seats=[1, 1])),
    "RETIRE: two of three": on(RETIRED, agreed(seats=[1, 2])),
    "RETIRE: seats out of order": on(RETIRED, agreed(seats=[2, 1])),
    "RETIRE: a seat that there is not": on(RETIRED, agreed(seats=[3])),
    "RETIRE: its own author": on(RETIRED, agreed(seats=[0])),
    "RETIRE: another one": on(RETIRED, agreed(seats=[2])),
    "RETIRE: again, the same": on(RETIRED, more_retire(5, 2)),
    "RETIRE: again, the same under number 2": on(RETIRED, more_retire(5, 2, number=2)),
    "RETIRE: the other one of two": on(
        RETIRED, more_retire(5, 0, number=2, seats=[2], signers=[0], index=lambda index: index + 1)
    ),
    "RETIRE: the other one of two, with all consents": on(
        RETIRED, more_retire(5, 0, number=2, seats=[2], index=lambda index: index + 1)
    ),
    "RETIRE: the other one of two, that has spoken": on(
        RETIRED, more_retire(20, 0, number=2, seats=[2], signers=[0], index=lambda index: index + 1)
    ),
    "RETIRE: after the end": on(RETIRED, more_retire(-1, 0, number=2, seats=[2], signers=[0])),
    "RETIRE: signed before a concession": on(CONCEDED, said(RETIRE, [1, 1, ZERO, [1], []], seat=0, ack=-1)),
    "RETIRE: signed after a concession": on(CONCEDED, said(RETIRE, [1, 1, ZERO, [1], []], seat=0, ack=0)),
    "RETIRE: by who is retired": on(RETIRED, said(RETIRE, [1, 1, ZERO, [0], []], seat=1)),
    "RETIRE: then an opening": on(RETIRED, opening_of_who_left(3, lambda fields: None)),
    "RETIRE: then another secret": on(RETIRED, opening_of_who_left(3, flip(0))),
    "RETIRE: then another chain": on(RETIRED, opening_of_who_left(3, flip(1))),
    "RETIRE: an opening at the end": on(RETIRED, opening_of_who_left(-1, lambda fields: None)),
    "RETIRE: then a concession": on(RETIRED, said(CONCEDE, [ZERO, ZERO], seat=1)),
    "RETIRE: never logged": on(RETIRED, lambda forge: forge.log.pop(forge.first(RETIRE))),
}

TABLES: dict[str, Callable[[], bytes]] = {
    f"options: table.grace={value!r}": by_case(CONCEDED, options(table_grace=value))
    for value in ("1", "180", "99999", "100000", "0", "05", "", "1 ", "9\n", "1.5", "١")
}
TABLES |= {
    "options: table.": by_case(CONCEDED, options(table_="1")),
    "options: table.other": by_case(CONCEDED, options(table_other="1")),
    "options: tablet": by_case(CONCEDED, options(tablet="1")),
    "options: a clock": by_case(EARLY, options(table_clock="45")),
    "options: a clock, a reserve, a grace": by_case(
        EARLY, options(table_clock="1", table_reserve="99999", table_grace="60")
    ),
    "options: a reserve without a clock": by_case(EARLY, options(table_reserve="60")),
    "options: a clock of 0": by_case(EARLY, options(table_clock="0")),
    "options: a clock of nothing": by_case(EARLY, options(table_clock="")),
    "options: a reserve of 100000": by_case(EARLY, options(table_clock="9", table_reserve="100000")),
    "options: a reserve of nothing": by_case(EARLY, options(table_clock="9", table_reserve="")),
    "options: a reserve of nothing, no clock": by_case(EARLY, options(table_reserve="")),
}

ANYWHERE = {
    f"left anywhere: {number}": by_case((CONCEDED, LOST, RETIRED, EARLY)[number % 4], anywhere(1000 + number))
    for number in range(32)
}

LEAVING = {
    **CONCESSIONS,
    **ANSWERS_TOO_LATE,
    **SEALED_AGAIN,
    **RETIREMENTS,
    **TABLES,
    **ANYWHERE,
}
