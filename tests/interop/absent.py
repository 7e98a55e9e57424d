"""Pure. Changes to matches that somebody leaves, for `leaving`.

The one rule: the consents of a RETIRE are made to fit it, unless they are what is wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

from protocol.canonical import Plain
from protocol.machine.absence import Proposal
from protocol.wire.messages import Kind
from tests.interop.cheating import first_of, insert, key, openings, points
from tests.interop.departures import forge_of
from tests.interop.forging import Forge, Logged, flipped
from tests.interop.tampering import ZERO, Case, in_table, listed

SEAL, RETIRE, CONCEDE = Kind.SEAL, Kind.RETIRE, Kind.CONCEDE


def on(name: str, change: Callable[[Forge], object]) -> Callable[[], bytes]:
    """A changed record of one of the matches."""

    def make() -> bytes:
        forge = forge_of(name).copy()
        change(forge)
        return forge.build()

    return make


def by_case(name: str, case: Case) -> Callable[[], bytes]:
    """A record that a case of another module makes of one of the matches."""
    return lambda: case(forge_of(name).copy())


def payload(kind: Kind, change: Callable[[list[Plain]], object], number: int = 0) -> Callable[[Forge], None]:
    """Another payload in the message with this number among those of its kind."""
    return lambda forge: change(forge.log[forge.first(kind, number)].payload)  # type: ignore[return-value]


def gone_at(forge: Forge) -> int:
    """The entry of the first retirement."""
    return next(entry for entry, logged in enumerate(forge.log, 1) if logged.kind in (CONCEDE, RETIRE))


def said(
    kind: Kind, fields: list[Plain], *, seat: int, after: int = 1, ack: int | None = None
) -> Callable[[Forge], None]:
    """A message more, so many entries after the retirement (-1: at the end); `ack` counts from the retirement."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        at = gone + after - 1 if after > 0 else len(forge.log)
        insert(forge, at, Logged(seat, kind, copy.deepcopy(fields), 0))
        if ack is not None:
            earlier = max([other.ack for other in forge.log[:at] if other.seat == seat], default=0)
            forge.log[at].ack = max(earlier, gone + ack)
            for later in forge.log[at:]:
                if later.seat == seat:
                    later.ack = max(later.ack, forge.log[at].ack)

    return change


def again(epoch: int, step: int, change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """Another payload in the first pass of an epoch and a step; of the owner, if it is one that has marks."""

    def inner(forge: Forge) -> None:
        found = [log for log in forge.log if log.kind == SEAL and log.payload[1:3] == [epoch, step]]
        change(found[0].payload)

    return inner


marks = first_of(5)


def other_mark(fields: list[Plain]) -> None:
    """Another card than one of the hand is kept."""
    free = next(place for place in range(len(points(fields))) if place not in marks(fields))
    fields[5] = sorted([free, *marks(fields)[1:]], key=int)  # type: ignore[arg-type]


def swap(array: list[Plain]) -> None:
    array[0], array[1] = array[1], array[0]


def agreed(
    *,
    number: int = 1,
    index: Callable[[int], int] = lambda index: index,
    head: Callable[[bytes], bytes] = lambda head: head,
    seats: list[int] | None = None,
    signers: list[int] | None = None,
    consents: Callable[[list[Plain]], list[Plain]] = lambda rows: rows,
    author: int | None = None,
) -> Callable[[Forge], None]:
    """Another RETIRE, with consents that fit it."""

    def change(forge: Forge) -> None:
        logged = forge.log[gone_at(forge) - 1]
        fill(forge, logged, number=number, index=index, head=head, seats=seats, signers=signers)
        logged.payload[4] = consents(listed(logged.payload[4]))
        if author is not None:
            logged.seat = author
            logged.ack = max([log.ack for log in forge.log[: gone_at(forge) - 1] if log.seat == author])

    return change


def fill(
    forge: Forge,
    logged: Logged,
    *,
    number: int = 1,
    index: Callable[[int], int] = lambda index: index,
    head: Callable[[bytes], bytes] = lambda head: head,
    seats: list[int] | None = None,
    signers: list[int] | None = None,
) -> None:
    """Writes a RETIRE: what it does not say otherwise is as in the one that the match has."""
    old = forge.log[gone_at(forge) - 1].payload
    data = forge.build()
    assert data
    assert isinstance(old[1], int)
    at = index(old[1])
    gone = [seat for seat in listed(old[3]) if isinstance(seat, int)] if seats is None else seats
    staying = [seat for seat in range(len(forge.seats)) if seat not in gone]
    proposed = Proposal(number, at, head(forge.heads[min(at, len(forge.log))]), tuple(gone))
    table_id = forge.id()
    rows: list[Plain] = []
    for seat in staying if signers is None else signers:
        consent = proposed.consent(forge.seats[seat], seat, table_id)
        rows.append([seat, consent.signature])
    logged.payload[:] = [number, at, proposed.head, list(gone), rows]


def more_retire(after: int, seat: int, **fields: object) -> Callable[[Forge], None]:
    """A second RETIRE."""

    def change(forge: Forge) -> None:
        at = gone_at(forge) + after - 1 if after > 0 else len(forge.log)
        logged = Logged(seat, RETIRE, [0], 0)
        fill(forge, logged, **fields)  # type: ignore[arg-type]
        insert(forge, at, logged)

    return change


def spoken(forge: Forge) -> None:
    """The seat that is given up has said something between the proposal and the RETIRE."""
    retire_at = gone_at(forge)
    index = forge.log[retire_at - 1].payload[1]
    assert isinstance(index, int)
    insert(forge, retire_at - 1, Logged(1, Kind.TURN, [0, [], [], ZERO], 0))
    fill(forge, forge.log[retire_at], index=lambda _: index)


def dealt_at(forge: Forge) -> int:
    """The entry that dealt the first hands: the last pass or the last link, whichever came later."""
    gone = gone_at(forge)
    return max(entry for entry, log in enumerate(forge.log[:gone], 1) if log.kind in (SEAL, Kind.LINK))


def lost_key(seat: int, ack: Callable[[int, int], int], holder: int = 0) -> Callable[[Forge], None]:
    """A key of a slot that is lost, its author having seen as much of the log as `ack` makes of dealing and loss."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        insert(forge, gone, Logged(seat, Kind.KEYS, [[[holder, 0, ZERO]]], 0))
        forge.log[gone].ack = ack(dealt_at(forge), gone)
        for other in forge.log[:gone]:
            if other.seat == seat:
                other.ack = min(other.ack, forge.log[gone].ack)

    return change


def verdict_of_who_left(*rows: bool) -> Callable[[Forge], None]:
    """Verdicts that a retired seat signs at the end."""

    def change(forge: Forge) -> None:
        for honest_ in rows:
            insert(forge, len(forge.log), Logged(2, Kind.VERDICT, [honest_, [], ZERO, []], 0))

    return change


def opening_of_who_left(after: int, change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """The retired seat of `RETIRED` opens, so many entries after the RETIRE."""

    def inner(forge: Forge) -> None:
        fields: list[Plain] = list(forge.secrets[1])
        change(fields)
        said(Kind.OPENING, fields, seat=1, after=after)(forge)

    return inner


def flip(place: int) -> Callable[[list[Plain]], None]:
    def change(fields: list[Plain]) -> None:
        data = fields[place]
        assert isinstance(data, bytes)
        fields[place] = flipped(data, 0)

    return change


def last_deck_of_who_left(ack: int) -> Callable[[Forge], None]:
    """The pass over the deck of a seat that is gone which would have been due next, as of so much later."""

    def change(forge: Forge) -> None:
        done = [log for log in forge.log[: gone_at(forge)] if log.kind == SEAL and log.payload[0] == 2]
        seat = (2 + len(done)) % 3
        fields = copy.deepcopy(next(log.payload for log in forge.log if log.kind == SEAL))
        fields[0], fields[2] = 2, 1 + len(done) // 3
        said(SEAL, fields, seat=seat, after=max(ack, 0) + 1, ack=ack)(forge)

    return change


def two_consents(rows: list[Plain]) -> list[Plain]:
    return [rows[0], rows[0]]


def broken_consent(rows: list[Plain]) -> list[Plain]:
    seat, signature = listed(rows[1])
    assert isinstance(signature, bytes)
    return [rows[0], [seat, flipped(signature, 40)]]


def numbered(shift: int) -> Callable[[list[Plain]], None]:
    def change(fields: list[Plain]) -> None:
        position = key(fields)[1]
        assert isinstance(position, int)
        key(fields)[1] = position + shift

    return change


def keys_again(change: Callable[[list[Plain]], object]) -> Callable[[Forge], None]:
    """Another payload in the first KEYS of cards that were sealed again."""

    def inner(forge: Forge) -> None:
        first = next(log.payload for log in forge.log if log.kind == SEAL)
        size = len(points(first))
        found = next(
            log.payload
            for log in forge.log
            if log.kind == Kind.KEYS
            and max(int(str(listed(row)[1])) for row in listed(log.payload[0])) >= size
        )
        change(found)

    return inner


def turn_opens(position: int) -> Callable[[Forge], None]:
    """The first turn after a retirement opens another slot of its author's."""

    def change(forge: Forge) -> None:
        gone = gone_at(forge)
        turn = next(log for log in forge.log[gone:] if log.kind == Kind.TURN)
        listed(openings(turn.payload)[0])[1] = position

    return change


def options(**values: str) -> Case:
    """More options at the table."""

    def change(table: list[Plain]) -> None:
        rows: list[Plain] = [[key.replace("_", ".", 1), value] for key, value in values.items()]
        table[3] = sorted([*listed(table[3]), *rows], key=str)

    return in_table(change)
