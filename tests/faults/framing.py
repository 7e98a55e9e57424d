"""Shell. A host and all seats but some try to have an honest seat named: `python -m tests.faults.framing [N] [FIRST]`.

The one rule: the honest seats are the program itself, and everything else is in one hand: who is heard when, what is
signed by the others, and what was signed when. Whatever that hand does, no log of it may name an honest seat.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from gefaehrten.session.events import FaultFound
from gefaehrten.session.findings import findings
from gefaehrten.session.verify import verify
from protocol import limits
from protocol.canonical import Plain
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.machine.absence import Proposal
from protocol.machine.comeback import Own
from protocol.machine.guest import Guest
from protocol.record import RecordFile
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import (
    Claim,
    Concede,
    Opening,
    Payload,
    Propose,
    Retire,
    Seal,
    kind_of,
    payload_of,
    plain_of,
)
from tests.interop.cheating import GENERATOR, other
from tests.machines import Peer, TableBench, offer

Stream = tuple[str, int]
"""Which way, and whose line."""

SHY = 0.02
"""How likely a line is served that the hand holds up, beside one that it does not."""


@dataclass
class Found:
    """What came of one attempt.

    Attributes:
        named: (seat, code) of every fault, in any log and any beginning of it, and of every replica.
        reason: how play ended, "" where it did not.
    """

    honest: frozenset[int]
    named: set[tuple[int | None, str]] = field(default_factory=set)
    reason: str = ""
    record: bytes = b""
    retired: int = 0
    lies: list[str] = field(default_factory=list)

    @property
    def framed(self) -> list[tuple[int | None, str]]:
        """The faults of honest seats."""
        return sorted((seat, code) for seat, code in self.named if seat in self.honest)


class Hand:
    """Everything dishonest at one table.

    Args:
        seed: decides everything.
    """

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        seats = self.rng.choice((2, 3, 3, 4))
        self.honest = frozenset(self.rng.sample(range(seats), self.rng.randint(1, max(1, seats - 2))))
        self.lying = [seat for seat in range(seats) if seat not in self.honest]
        self.lies = [self.rng.randint(0, 170) for _ in range(self.rng.choice((0, 1, 1, 2, 3)))]
        spans = self.rng.choices((6, 40, 150), k=self.rng.choice((0, 1, 2, 3)))
        self.parting = sorted(self.rng.randint(0, span) for span in spans)
        self.wishes = [self.rng.randint(0, 150) for _ in range(self.rng.choice((0, 0, 2, 5)))]
        self.silent = self.rng.random() < 0.3
        twists = dict.fromkeys(self.lying, self.twist)
        self.bench = TableBench(offer(seats), seed=seed, twists=twists, guests=0)
        for seat in range(seats):
            self.bench.join(seat=seat)
        self.streams: dict[Stream, deque[bytes]] = {}
        self.shy: set[Stream] = set()
        self.found = Found(self.honest)

    # What the dishonest seats sign

    def twist(self, guest: Guest, payload: Payload) -> Payload | None:
        """An honest answer, most of the time."""
        if self.silent and isinstance(payload, Opening):
            return None
        if not self._moment(guest, self.lies):
            return payload
        self.found.lies.append(type(payload).__name__)
        if self.rng.random() < 0.15:
            return None
        if isinstance(payload, Seal) and self.rng.random() < 0.7:
            return self._spoilt(payload)
        return self._mutated(payload) or payload

    def _moment(self, guest: Guest, moments: list[int]) -> bool:
        length = 0 if guest.table is None else guest.table.log.length
        due = [at for at in moments if at <= length]
        if due:
            moments.remove(due[0])
        return bool(due)

    def _spoilt(self, payload: Seal) -> Payload:
        points = list(payload.points)
        a, b = self.rng.sample(range(len(points)), 2)
        match self.rng.randrange(4):
            case 0:
                points[a], points[b] = points[b], points[a]
            case 1:
                points[a] = GENERATOR
            case 2:
                points[a] = bytes([2]) + bytes(31)
            case _:
                marks = tuple(sorted({b, *payload.marks[1:]}))
                return msgspec.structs.replace(payload, marks=marks if payload.marks else ())
        return msgspec.structs.replace(payload, points=tuple(points))

    def _mutated(self, payload: Payload) -> Payload | None:
        plain = plain_of(payload)
        assert isinstance(plain, list)
        array: list[Plain] = plain
        while array:
            at = self.rng.randrange(len(array))
            inner = array[at]
            if not isinstance(inner, list) or not inner or self.rng.random() < 0.1:
                array[at] = other(inner, self.rng)
                break
            array = inner
        try:
            return payload_of(kind_of(payload), plain)
        except RemoteProtocolError:
            return None

    def author(self, peer: Peer, payload: Payload) -> None:
        """Anything, as of any place in the log that the seat may still acknowledge."""
        guest, log = peer.guest, peer.table.log
        number = max([*guest._own, log.next_number(guest.number) - 1], default=0) + 1
        last = guest._own.get(number - 1)
        earliest = log.acknowledged(guest.number) if last is None else open_envelope(last.data).ack_index
        ack = self.rng.choice((earliest, log.length, self.rng.randint(earliest, log.length)))
        try:
            data = seal(
                peer.identity,
                payload,
                table=log.table_id,
                number=number,
                ack_index=ack,
                ack_head=log.head(ack),
            )
        except LocalProtocolError:
            return
        guest._own[number] = Own(data, ())
        self.bench.queue.append(("up", peer.number, envelope_frame(data)))

    # What the hand does besides

    def meddle(self) -> None:
        """Leaves, puts out, repeats, holds up."""
        ready = [peer for peer in self.bench.peers if peer.guest.table is not None and peer.error is None]
        liars = [peer for peer in ready if peer.guest.number in self.lying]
        if self.rng.random() < 0.03:
            lines = list(self.streams)
            self.shy = set(self.rng.sample(lines, self.rng.randint(0, len(lines))))
        if not liars or len(ready) < len(self.bench.peers):
            return
        anybody = self.rng.choice(ready)
        if self._moment(anybody.guest, self.wishes):
            with contextlib.suppress(LocalProtocolError):
                anybody.guest.move(self.rng.choice(("", "pause", "abort")))
                self.bench._flush_guest(anybody)
        liar = self.rng.choice(liars)
        if self._moment(liar.guest, self.parting):
            self._part(liar)
        elif self._moment(liar.guest, self.lies):
            envelopes = liar.table.log.envelopes
            if envelopes:
                payload = self.rng.choice(envelopes).payload
                if isinstance(payload, Opening | Concede) and self.rng.random() < 0.5:
                    payload = Claim(())
                payload = payload if self.rng.random() < 0.5 else self._mutated(payload) or payload
                self.found.lies.append(f"again {type(payload).__name__}")
                self.author(liar, payload)

    def _part(self, liar: Peer) -> None:
        """Somebody is put out, or goes: as of any place, with consents of all; an honest seat is led to log it."""
        table = liar.table
        self.found.retired += 1
        if self.rng.random() < 0.8:  # what the honest seats have signed comes after it
            self.shy = {("up", seat) for seat in self.honest}
        if self.rng.random() < 0.4:
            liar.guest.concede()
            self.bench._flush_guest(liar)
            return
        index = self.rng.choice((table.log.length, self.rng.randint(0, table.log.length)))
        number = self.rng.choice((table.retirements + 1, table.retirements + 1, 1))
        gone = self._gone(table.active)
        proposed = Proposal(min(number, limits.SEATS), index, table.log.head(index), gone)
        staying = [seat for seat in table.active if seat not in gone]
        # An honest seat signs for others only: those who are gone, it is not.
        signing = [seat for seat in staying if seat in self.lying or not self.honest & set(gone)]
        by_seat = {peer.guest.number: peer for peer in self.bench.peers}
        consents = tuple(
            proposed.consent(by_seat[seat].identity, seat, table.table_id) for seat in sorted(signing)
        )
        fields = proposed.number, proposed.index, proposed.head, proposed.seats
        if self.rng.random() < 0.5:
            told = envelope_frame(seal(self.bench.hub._identity, Propose(*fields, consents)))
            self.bench.queue.extend(("down", peer.number, told) for peer in self.bench.peers)
        else:
            self.author(liar, Retire(*fields, consents))

    def _gone(self, active: Sequence[int]) -> tuple[int, ...]:
        if not active:
            return (0,)
        return tuple(sorted(self.rng.sample(list(active), self.rng.choice((1, 1, 1, min(2, len(active)))))))

    # The course of it

    def run(self, steps: int = 20_000) -> Found:
        """Plays until nothing more happens, then judges."""
        for _ in range(steps):
            while self.bench.queue:
                way, number, data = self.bench.queue.popleft()
                self.streams.setdefault((way, number), deque()).append(data)
            self.meddle()
            movers = [peer for peer in self.bench.peers if self.bench._ready(peer)]
            lines = [line for line, waiting in self.streams.items() if waiting]
            if movers and (not lines or self.rng.random() < 0.2):
                self._play(self.rng.choice(movers))
            elif lines:
                weights = [SHY if line in self.shy else 1.0 for line in lines]
                (line,) = self.rng.choices(lines, weights)
                self.bench.queue.appendleft((*line, self.streams[line].popleft()))
                self.bench.now += 0.1
                self.bench._deliver()
            elif not self.bench.queue:
                break
        self._judge()
        return self.found

    def _play(self, peer: Peer) -> None:
        moves, opened = peer.match.encode(peer.guest.number, self.bench.play(peer))
        peer.guest.play(moves, opened)
        self.bench._flush_guest(peer)

    def _judge(self) -> None:
        whole = self.bench.record()
        for peer in self.bench.peers:
            if peer.guest.number in self.honest and peer.guest.table is not None:
                self._note(findings(peer.table))
                ending = peer.table.ending
                self.found.reason = "" if ending is None else ending.reason
                if isinstance(peer.error, RemoteProtocolError):  # this host orders as an honest one does
                    self.found.named.add((min(self.honest), f"host {peer.error.code}"))
        self.found.record = whole.to_bytes()
        self._note(verify(self.found.record).faults)
        for _ in range(2):
            part = whole.entries[: self.rng.randint(0, len(whole.entries))]
            self._note(verify(RecordFile(whole.table, whole.signatures, part).to_bytes()).faults)

    def _note(self, faults: Sequence[FaultFound]) -> None:
        self.found.named.update((fault.seat, fault.code) for fault in faults)


def attempt(number: int) -> Found:
    """One attempt."""
    return Hand(f"framing {number}").run()


def main(words: list[str], tell: Callable[[str], object] = print) -> int:
    """Runs the command; returns how many attempts named an honest seat."""
    count, first = int(words[0]) if words else 100, int(words[1]) if len(words) > 1 else 0
    start, framed = time.monotonic(), 0
    seen: dict[str, int] = {}
    for number in range(first, first + count):
        found = attempt(number)
        for code in {code for _, code in found.named} | {f"end: {found.reason}"}:
            seen[code] = seen.get(code, 0) + 1
        if found.framed:
            framed += 1
            tell(f"{number}: {found.framed}, lies {found.lies}")
    tell(
        f"{count} attempts, {framed} named an honest seat, {time.monotonic() - start:.0f} s; {sorted(seen.items())}"
    )
    return framed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
