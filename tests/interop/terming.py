"""Pure. What can be wrong with a change of host (docs/protocol.md, 7.1): the records of such matches.

The one rule: as in `cheating`, a case touches what it names; votes are signed for what a TERM says, unless they are
what is wrong. The log ends soon after the change, so that there is little to repeat.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

from protocol.canonical import Plain
from protocol.wire.messages import Kind
from tests.interop.cheating import insert, other
from tests.interop.forging import Body, Forge, Logged, flipped
from tests.interop.successions import BEHIND, CHANGED, ENDED, GIVEN_UP, TWICE, forge_of
from tests.interop.tampering import STRANGER, ZERO, body, listed, raised

TERM = Kind.TERM
SHOWN = 16
"""Entries after the last TERM that a record goes on for."""

Change = Callable[[Forge], object]
Edit = Callable[[list[Plain]], object]


def on(name: str, *changes: Change) -> Callable[[], bytes]:
    """A record of one of the matches that ends soon after its last TERM, changed."""

    def make() -> bytes:
        forge = forge_of(name).copy()
        del forge.log[at_term(forge, -1) + 1 + SHOWN :]
        for change in changes:
            change(forge)
        return forge.build()

    return make


def at_term(forge: Forge, number: int = 0) -> int:
    """The index in `log` of a TERM."""
    return forge.first(TERM, number)


def term(number: int = 0, **fields: object) -> Change:
    """Other fields of a TERM, as `Logged` has them; its place in the log fits."""

    def change(forge: Forge) -> None:
        logged = forge.log[at_term(forge, number)]
        for name, value in fields.items():
            assert hasattr(logged, name)
            setattr(logged, name, value)

    return change


def numbered(value: int, number: int = 0) -> Change:
    """A TERM that begins another term, and all that follows is of that one."""
    return lambda forge: forge.log[at_term(forge, number)].payload.__setitem__(0, value)


def place(at: int, value: Callable[[Plain], Plain]) -> Change:
    """A TERM that says something else of its place, its term or its host, and votes that are signed for that."""
    return term(claims=lambda fields: [*fields[:at], value(fields[at]), *fields[at + 1 :]])


def unsigned(edit: Edit, number: int = 0) -> Change:
    """Another payload of a TERM, its votes as they were."""

    def changed(fields: Body) -> Body:
        payload = copy.deepcopy(listed(fields[7]))
        edit(payload)
        return [*fields[:7], payload]

    return term(number, edit=changed)


def plus(shift: int) -> Callable[[Plain], Plain]:
    def more(value: Plain) -> Plain:
        assert isinstance(value, int)
        return value + shift

    return more


def field(at: int, value: Callable[[Plain], Plain]) -> Edit:
    return lambda payload: payload.__setitem__(at, value(payload[at]))


def vote(number: int, at: int, value: Callable[[Plain], Plain]) -> Change:
    """Another field of a vote."""

    def edit(payload: list[Plain]) -> None:
        row = listed(listed(payload[3])[number])
        row[at] = value(row[at])

    return unsigned(edit)


def bit(value: Plain) -> Plain:
    assert isinstance(value, bytes)
    return flipped(value, 5)


def votes(change: Callable[[list[Plain]], object]) -> Change:
    """Other votes than the match had, each as it was."""
    return unsigned(lambda payload: change(listed(payload[3])))


def after(steps: int, number: int = 0, **fields: object) -> Change:
    """Other fields of an entry so many after a TERM, or before it."""

    def change(forge: Forge) -> None:
        logged = forge.log[at_term(forge, number) + steps]
        for name, value in fields.items():
            assert hasattr(logged, name)
            setattr(logged, name, value)

    return change


def by_old_host(steps: int, **fields: object) -> Change:
    """An entry so many after the TERM whose order the host of the table record has signed."""
    return lambda forge: after(steps, 0, host=forge.host, **fields)(forge)


def more(seat: int, value: int, *seats: int, steps: int = 1, **fields: object) -> Change:
    """One more TERM, so many entries after the first."""

    def change(forge: Forge) -> None:
        at = at_term(forge) + steps
        insert(forge, at, Logged(seat, TERM, [value], 0, votes=list(seats), **fields))  # type: ignore[arg-type]

    return change


def moved(to: int) -> Change:
    """The TERM comes at another place, and what follows is in its term."""

    def change(forge: Forge) -> None:
        logged = forge.log.pop(at_term(forge))
        forge.log.insert(to if to >= 0 else len(forge.log), logged)

    return change


def dropped(*, by: str) -> Change:
    """There is no TERM, and the rest is ordered by the old host or by the new one, in its term or the old one."""

    def change(forge: Forge) -> None:
        at = at_term(forge)
        logged = forge.log.pop(at)
        for later in forge.log[at:]:
            if by != "old host":
                later.host, later.term = forge.seats[logged.seat], 2 if by == "new host, term 2" else 1

    return change


def again(forge: Forge) -> None:
    """The very same TERM once more: the bytes of its envelope."""
    at = at_term(forge)
    kept: list[bytes] = []

    def sealed(data: bytes) -> bytes:
        kept[:] = [data]
        return data

    forge.log[at].sealed = sealed
    forge.log.insert(at + 1, copy.copy(forge.log[at]))
    forge.log[at + 1].sealed = lambda data: kept[0]


def many(count: int) -> Change:
    """So many changes of host in a row."""

    def change(forge: Forge) -> None:
        at = at_term(forge)
        for later in forge.log[at + 1 :]:
            later.ack += (count - 1) * (later.ack > at)
        for number in range(1, count):
            forge.log.insert(at + number, Logged(number % 3, TERM, [2 + number], 0, votes=[0, 2]))

    return change


def skip(steps: int, count: int, *, ack: int | None = None, number: int = 0) -> Change:
    """Numbers are left out before an entry so many after a TERM; `ack` counts from that TERM."""

    def change(forge: Forge) -> None:
        at = at_term(forge, number)
        forge.log[at + steps].skips = count
        if ack is not None:
            forge.log[at + steps].ack = at + 1 + ack

    return change


def silent(seat: int, entries: int = 4) -> Change:
    """Only TURNs that are void, of one seat, follow the TERM: their numbers can be changed at will."""

    def change(forge: Forge) -> None:
        at = at_term(forge)
        last = max(logged.ack for logged in forge.log[:at] if logged.seat == seat)
        turns = [Logged(seat, Kind.TURN, [0, [], [], ZERO], last) for _ in range(entries)]
        forge.log[at + 1 :] = turns

    return change


def hosts(*, seat: int = 1) -> Change:
    """Another seat becomes host, with its own vote and another's."""
    return term(seat=seat, votes=[0, 2])


def stranger(forge: Forge) -> None:
    """The host is nobody at the table, with votes of all."""
    key = STRANGER.public
    place(3, lambda _: key)(forge)
    term(signer=STRANGER, host=STRANGER, edit=body(3, lambda _: key))(forge)


def mutated(number: int) -> Change:
    """One value somewhere in the payload of a TERM is another one."""

    def edit(payload: list[Plain]) -> None:
        rng = Random(f"term {number}")
        array = payload
        while isinstance(array[at := rng.randrange(len(array))], list) and rng.random() < 0.8:
            array = listed(array[at])
        array[at] = other(array[at], rng)

    return unsigned(edit, -(number % 2))


def turns_of(seat: int, ack: int, skips: int) -> Change:
    """A void TURN of a seat at the end, that acknowledges so much from the first TERM on."""

    def change(forge: Forge) -> None:
        turn = Logged(seat, Kind.TURN, [0, [], [], ZERO], at_term(forge) + 1 + ack, skips=skips)
        forge.log.append(turn)

    return change


FIELDS: dict[str, Callable[[], bytes]] = {
    "TERM: as it was": on(CHANGED),
    **{f"TERM: term {value}": on(CHANGED, numbered(value)) for value in (0, 1, 3, 77, 2**32 - 1)},
    "TERM: term 2³²": on(CHANGED, unsigned(field(0, lambda _: 2**32))),
    "TERM: another term, not signed": on(CHANGED, unsigned(field(0, plus(1)))),
    "TERM: another term than its order": on(CHANGED, place(0, plus(1))),
    "TERM: index + 1": on(CHANGED, place(1, plus(1))),
    "TERM: index - 1": on(CHANGED, place(1, plus(-1))),
    "TERM: index 0": on(CHANGED, place(1, lambda _: 0)),
    "TERM: index -1": on(CHANGED, place(1, lambda _: -1)),
    "TERM: another index, not signed": on(CHANGED, unsigned(field(1, plus(1)))),
    "TERM: another head": on(CHANGED, place(2, lambda _: ZERO)),
    "TERM: another head, not signed": on(CHANGED, unsigned(field(2, bit))),
    "TERM: a short head": on(CHANGED, unsigned(field(2, lambda _: bytes(31)))),
    "TERM: votes for a stranger": on(CHANGED, place(3, lambda _: STRANGER.public)),
    "TERM: votes for another seat": on(
        CHANGED, lambda forge: place(3, lambda _: forge.seats[2].public)(forge)
    ),
    "TERM: votes for the old host": on(CHANGED, lambda forge: place(3, lambda _: forge.host.public)(forge)),
    "TERM: a field less": on(CHANGED, unsigned(lambda payload: payload.pop())),
    "TERM: a field more": on(CHANGED, unsigned(lambda payload: payload.append(0))),
    "TERM: number 1": on(CHANGED, term(edit=body(4, lambda _: 1))),
    "TERM: its author's next number": on(CHANGED, term(edit=body(4, lambda _: 40))),
    "TERM: acknowledges less": on(CHANGED, term(edit=lambda b: [*b[:5], b[5] - 1, *b[6:]])),
    "TERM: acknowledges itself": on(CHANGED, term(edit=lambda b: [*b[:5], b[5] + 1, *b[6:]])),
    "TERM: acknowledges another head": on(CHANGED, term(edit=body(6, lambda _: ZERO))),
    "TERM: of another table": on(CHANGED, term(edit=body(2, lambda _: ZERO))),
    "TERM: signed by a stranger": on(CHANGED, term(signer=STRANGER)),
    "TERM: a payload of another kind": on(CHANGED, term(edit=body(7, lambda _: ["pause"]))),
    "TERM: another kind": on(CHANGED, term(edit=body(1, lambda _: 39))),
}

VOTES: dict[str, Callable[[], bytes]] = {
    "TERM: no votes": on(CHANGED, term(votes=[])),
    "TERM: one vote": on(CHANGED, term(votes=[1])),
    "TERM: all votes": on(CHANGED, term(votes=[0, 1, 2])),
    "TERM: other voters": on(CHANGED, term(votes=[1, 2])),
    "TERM: its author has not voted": on(CHANGED, term(votes=[0, 2])),
    "TERM: a vote twice": on(CHANGED, term(votes=[0, 0])),
    "TERM: a vote twice of three": on(CHANGED, term(votes=[0, 1, 1])),
    "TERM: votes out of order": on(CHANGED, term(votes=[1, 0])),
    "TERM: votes change places": on(CHANGED, votes(lambda rows: rows.reverse())),
    "TERM: a vote under another seat": on(CHANGED, vote(1, 0, lambda _: 2)),
    "TERM: a vote of seat 3 of three": on(CHANGED, vote(1, 0, lambda _: 3)),
    "TERM: a vote of seat 8": on(CHANGED, vote(1, 0, lambda _: 8)),
    "TERM: a vote of seat -1": on(CHANGED, vote(0, 0, lambda _: -1)),
    "TERM: a bit of a vote": on(CHANGED, vote(0, 1, bit)),
    "TERM: a bit of a vote too many": on(CHANGED, term(votes=[0, 1, 2]), vote(2, 1, bit)),
    "TERM: a vote with S + ℓ": on(CHANGED, vote(1, 1, lambda value: raised(value))),  # type: ignore[arg-type]
    "TERM: a vote of zeros": on(CHANGED, vote(1, 1, lambda _: bytes(64))),
    "TERM: a short vote": on(CHANGED, vote(1, 1, lambda _: bytes(63))),
    "TERM: the signature of another": on(CHANGED, vote(1, 1, lambda _: bytes(64)), vote(0, 0, lambda _: 1)),
    "TERM: nine votes": on(CHANGED, votes(lambda rows: rows.extend([rows[0]] * 7))),
    "TERM: two of four": on(TWICE, term(1, votes=[1, 3])),
    "TERM: two of four in the first": on(TWICE, term(0, votes=[0, 2])),
    "TERM: of a retired seat and one of three": on(GIVEN_UP, term(1, votes=[0, 3])),
    "TERM: of a retired seat and two of three": on(GIVEN_UP, term(1, votes=[0, 1, 3])),
    "TERM: a retired seat becomes host": on(GIVEN_UP, term(1, seat=0, votes=[1, 2, 3])),
    "TERM: one of three that are left": on(GIVEN_UP, term(1, votes=[3])),
    "TERM: two of four, before one is retired": on(GIVEN_UP, term(0, votes=[1, 2])),
    "TERM: of all, before one is retired": on(GIVEN_UP, term(0, votes=[0, 1, 2, 3])),
    "TERM: one of three, after the end": on(ENDED, term(votes=[1])),
    "TERM: another host": on(CHANGED, hosts(seat=2)),
    "TERM: a host without a seat": on(CHANGED, term(seat=99)),
    "TERM: a stranger becomes host": on(CHANGED, stranger),
}

PLACES: dict[str, Callable[[], bytes]] = {
    "TERM: order of the old host": on(CHANGED, by_old_host(0)),
    "TERM: order of the old host, term 1": on(CHANGED, by_old_host(0, term=1)),
    "TERM: order of a stranger": on(CHANGED, term(host=STRANGER)),
    "TERM: order in term 1": on(CHANGED, term(term=1)),
    "TERM: order in term 3": on(CHANGED, term(term=3)),
    "TERM: then the old host": on(CHANGED, by_old_host(1)),
    "TERM: then the old host, term 1": on(CHANGED, by_old_host(1, term=1)),
    "TERM: later the old host, term 1": on(CHANGED, by_old_host(9, term=1)),
    "TERM: then the new host, term 1": on(CHANGED, after(1, term=1)),
    "TERM: then the new host, term 3": on(CHANGED, after(1, term=3)),
    "TERM: then another seat, term 2": on(CHANGED, lambda forge: after(1, host=forge.seats[2])(forge)),
    "TERM: before it the new host": on(CHANGED, lambda forge: after(-1, host=forge.seats[1])(forge)),
    "TERM: before it term 2": on(CHANGED, after(-1, term=2)),
    "TERM: before it the new host, term 2": on(
        CHANGED, lambda forge: after(-1, host=forge.seats[1], term=2)(forge)
    ),
    "TERM: the first one's host after the second": on(
        TWICE, lambda forge: after(1, 1, host=forge.seats[2])(forge)
    ),
    "TERM: the first one's host and term after the second": on(
        TWICE, lambda forge: after(1, 1, host=forge.seats[2], term=2)(forge)
    ),
    "TERM: again, the same bytes": on(CHANGED, again),
    "TERM: another of the same term": on(CHANGED, more(2, 2, 0, 2)),
    "TERM: another of the same term, later": on(CHANGED, more(2, 2, 0, 2, steps=6)),
    "TERM: one of an earlier term": on(CHANGED, numbered(5), more(2, 4, 0, 2)),
    "TERM: the next one at once": on(CHANGED, more(2, 3, 0, 2)),
    "TERM: the next one of the same host": on(CHANGED, more(1, 3, 0, 1, steps=4)),
    "TERM: the next one, votes for the first": on(
        CHANGED, more(2, 3, 0, 2, claims=lambda fields: [*fields[:1], 60, ZERO, fields[3]])
    ),
    "TERM: the first entry": on(CHANGED, moved(0)),
    "TERM: the last entry": on(CHANGED, moved(-1)),
    "TERM: ten entries earlier": on(CHANGED, moved(50)),
    "TERM: never logged, the old host goes on": on(CHANGED, dropped(by="old host")),
    "TERM: never logged, the new host goes on": on(CHANGED, dropped(by="new host, term 2")),
    "TERM: never logged, the new host in term 1": on(CHANGED, dropped(by="new host, term 1")),
    "TERM: 256 of them": on(CHANGED, many(256)),
    "TERM: 257 of them": on(CHANGED, many(257)),
}

NUMBERS: dict[str, Callable[[], bytes]] = {
    "numbers: as they skip": on(BEHIND),
    "numbers: skip without a TERM": on(CHANGED, skip(-1, 1)),
    "numbers: skip, and acknowledge the TERM": on(CHANGED, silent(0), skip(1, 5, ack=0)),
    "numbers: skip by one": on(CHANGED, silent(0), skip(1, 1, ack=0)),
    "numbers: skip far": on(CHANGED, silent(0), skip(1, 2**31, ack=0)),
    "numbers: skip, and do not acknowledge the TERM": on(CHANGED, silent(0), skip(1, 5, ack=-1)),
    "numbers: skip, having acknowledged the TERM": on(CHANGED, silent(0), skip(1, 0, ack=0), skip(2, 5)),
    "numbers: skip twice": on(CHANGED, silent(0), skip(1, 2, ack=0), skip(2, 2, ack=1)),
    "numbers: skip later, having said something": on(CHANGED, silent(0), skip(3, 2, ack=2)),
    "numbers: the same again": on(CHANGED, silent(0), skip(1, -1, ack=0)),
    "numbers: an earlier one": on(CHANGED, silent(0), skip(1, -3, ack=0)),
    "numbers: the new host skips": on(CHANGED, silent(1), skip(1, 5, ack=0)),
    "numbers: the new host acknowledges less": on(CHANGED, silent(1)),
    "numbers: the new host skips twice": on(CHANGED, silent(1), skip(1, 5, ack=0), skip(2, 1, ack=1)),
    "numbers: skip for a later host": on(CHANGED, silent(0), more(2, 3, 0, 2), turns_of(0, 0, 4)),
    "numbers: skip once for each host": on(
        CHANGED, silent(0, 1), skip(1, 3, ack=0), more(2, 3, 0, 2, steps=2), turns_of(0, 2, 4)
    ),
    "numbers: skip twice for the first host": on(
        CHANGED, silent(0, 1), skip(1, 3, ack=0), more(2, 3, 0, 2, steps=2), turns_of(0, 1, 4)
    ),
    "numbers: 0 in a TURN": on(CHANGED, silent(0), after(1, edit=body(4, lambda _: 0))),
}

ANYWHERE = {f"TERM anywhere: {number}": on(TWICE, mutated(number)) for number in range(16)}

TERMING = {**FIELDS, **VOTES, **PLACES, **NUMBERS, **ANYWHERE}
