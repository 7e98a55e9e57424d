"""A whole table in one thread without a network: hub and guests as machines, frames moved by hand.

Every frame that a guest gets or sends is recorded, and can be changed on its way: the fault tests and leak tests live
from it. Entropy is seeded, so a run can be repeated to the byte.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gefaehrten.core.kernel import Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue
from gefaehrten.engine.match import Match
from gefaehrten.session.replicas import known_rules, match_of
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.absence import Proposal
from protocol.machine.comeback import Resumed
from protocol.machine.doorman import Offer
from protocol.machine.effects import BrokeOff, Effects, KeepEntry, KeepOwn, KeepRecord, KeepSecrets, Proposed
from protocol.machine.guest import Applicant, Guest
from protocol.machine.hub import Hub
from protocol.machine.seat import Duty, Secrets
from protocol.machine.table import Table
from protocol.machine.watcher import Watcher
from protocol.record import RecordFile
from protocol.wire.messages import OptionValue, Payload

CODE = "ABCDEFGHJKMNPQRS"
WATCH_CODE = "SRQPNMKJHGFEDCBA"
WATCHERS_FROM = 100
"""Numbers of watchers' connections begin here, those of seats at 0."""


class Entropy:
    """A stream of bytes from a seed: SHA-256 in counter mode."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, size: int) -> bytes:
        out = b""
        while len(out) < size:
            self._count += 1
            out += hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()
        return out[:size]


Meddle = Callable[[bytes], Iterable[bytes]]
Twist = Callable[[Guest, Payload], Payload | None]
"""What a lying guest signs instead of an honest payload; None for nothing at all."""


class HasKernel(Protocol):
    """A match, or a position: something with a kernel."""

    @property
    def kernel(self) -> Kernel: ...


class LyingGuest(Guest):
    """A guest whose payloads are twisted before they are signed; in everything else it behaves."""

    twist: Twist | None = None

    def _author(self, duty: Duty) -> None:
        assert self.twist is not None
        assert self.seat is not None
        payload = self.twist(self, duty.payload)
        self.seat.answer(duty)
        if payload is not None:
            super()._author(Duty(payload, duty.words))

    def author(self, payload: Payload) -> None:
        """Signs and sends something that is not due."""
        super()._author(Duty(payload, ()))


@dataclass
class Peer:
    """A guest and its line to the host."""

    number: int
    guest: Guest
    identity: Identity
    rng: Random
    kept: list[object] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    events: list[object] = field(default_factory=list)
    error: ProtocolError | None = None
    broken: BrokeOff | None = None
    up: Meddle = lambda data: [data]
    down: Meddle = lambda data: [data]

    @property
    def table(self) -> Table:
        assert self.guest.table is not None
        return self.guest.table

    @property
    def match(self) -> Match:
        rules = self.table.rules
        assert isinstance(rules, Match)
        return rules

    @property
    def secrets(self) -> Secrets:
        return [keep.secrets for keep in self.kept if isinstance(keep, KeepSecrets)][-1]


@dataclass
class Onlooker:
    """A watcher and its line to the host."""

    number: int
    watcher: Watcher
    identity: Identity
    kept: list[object] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    events: list[object] = field(default_factory=list)
    error: ProtocolError | None = None
    down: Meddle = lambda data: [data]

    @property
    def table(self) -> Table:
        assert self.watcher.table is not None
        return self.watcher.table


def offer(seats: int = 2, game: str = "gefaehrten", **options: str) -> Offer:
    """A table of a game."""
    rules = catalogue.game(game)
    values = {option.key: option.values[0] for option in rules.options} | options
    return Offer(
        game,
        rules.rules_hash(),
        tuple(OptionValue(key, values[key]) for key in sorted(values)),
        bytes(range(16)),
        seats,
        CODE,
        watch_code=WATCH_CODE,
    )


class TableBench:
    """Host and guests.

    Args:
        play: chooses a whole turn (kernel actions) for a peer that is to move; random if None.
    """

    def __init__(
        self,
        table: Offer,
        *,
        seed: str = "bench",
        play: Callable[[Peer], list[int]] | None = None,
        guests: int | None = None,
        twists: Mapping[int, Twist] | None = None,
        guest: type[Guest] = Guest,
    ) -> None:
        self.offer = table
        self.seed = seed
        self.play = play or random_turn
        self.twists = dict(twists or {})
        self._guest = guest
        self.now = 0.0
        self.agreeing = False
        self.successions = 0
        self.hub = Hub(Identity(Entropy(f"{seed}/host")(32)), table, Entropy(f"{seed}/hub"))
        self.kept: list[object] = []
        self.events: list[object] = []
        self.queue: deque[tuple[str, int, bytes]] = deque()
        self.peers: list[Peer] = []
        self.onlookers: dict[int, Onlooker] = {}
        for _ in range(table.seats if guests is None else guests):
            self.join()

    def join(
        self,
        guest: Callable[[Identity, int, Applicant], Guest] | None = None,
        *,
        origin: str = "",
        **applicant: object,
    ) -> Peer:
        """One more guest knocks."""
        number = len(self.peers)
        identity = Identity(Entropy(f"{self.seed}/identity/{number}")(32))
        wanted = {"name": f"Peer {number}".encode(), "code": self.offer.code} | applicant
        peer = Peer(
            number,
            (guest or self.make_guest)(identity, number, Applicant(**wanted)),  # type: ignore[arg-type]
            identity,
            Random(number + 1000),
        )
        self.peers.append(peer)
        self.hub.connected(number, origin or f"origin {number}", self.now)
        self._flush_guest(peer)
        return peer

    def watch(
        self,
        *,
        code: str = WATCH_CODE,
        identity: Identity | None = None,
        recall: Callable[[bytes], Table | None] = lambda match: None,
        origin: str = "",
    ) -> Onlooker:
        """Somebody who wants to look on knocks."""
        number = WATCHERS_FROM + len(self.onlookers)
        identity = identity or Identity(Entropy(f"{self.seed}/identity/{number}")(32))
        watcher = Watcher(
            identity,
            Applicant(b"Eye", code),
            known=known_rules(),
            start=match_of,
            nonce=Entropy(f"{self.seed}/watcher/{number}")(32),
            recall=recall,
        )
        onlooker = Onlooker(number, watcher, identity)
        self.onlookers[number] = onlooker
        self.hub.connected(number, origin or f"origin {number}", self.now)
        self._flush_watcher(onlooker)
        return onlooker

    def make_guest(
        self,
        identity: Identity,
        number: int,
        applicant: Applicant,
        recall: Callable[[bytes], Resumed | None] = lambda match: None,
        remember: Callable[[bytes, bytes], Secrets | None] = lambda match, nonce: None,
    ) -> Guest:
        """A guest machine with entropy of its own; a lying one where a twist is given for its number."""
        twist = self.twists.get(number)
        made: type[Guest] = self._guest if twist is None else LyingGuest
        guest = made(
            identity,
            applicant,
            known=known_rules(),
            start=match_of,
            entropy=Entropy(f"{self.seed}/guest/{number}"),
            recall=recall,
            remember=remember,
        )
        if isinstance(guest, LyingGuest):
            guest.twist = twist
        return guest

    def run(self, *, turns: int | None = None, steps: int = 100_000) -> None:
        """Moves frames and makes turns until nothing more happens."""
        made = 0
        while steps:
            steps -= 1
            if self.queue:
                self._deliver()
                continue
            mover = next((peer for peer in self.peers if self._ready(peer)), None)
            if mover is None or made == turns:
                return
            made += 1
            self.now += 1.0
            moves, opened = mover.match.encode(mover.guest.number, self.play(mover))
            mover.guest.play(moves, opened)
            self._flush_guest(mover)
        raise AssertionError("the table does not come to rest")

    def give_up(self, *seats: int) -> None:
        """Everybody else has lost patience with these seats; runs what follows from it."""
        table = next(peer.table for peer in self.peers if peer.number not in seats)
        staying = [seat for seat in table.active if seat not in seats]
        self.agreeing = True
        self.hub.propose(Proposal(table.retirements + 1, table.log.length, table.log.head(), seats), staying)
        self._flush_hub()
        self.run()

    def succeed(
        self, host: int, *joining: int, entries: Sequence[Entry] | None = None, lend: bool = True
    ) -> None:
        """The hub is gone, with all that was on its way; a seat gathers the others to be the host; nobody has voted.

        Args:
            entries: the log that the host to be says it has; its own where None.
            lend: whether it takes what the others have beyond that.
        """
        begun = next(keep for keep in self.peers[host].kept if isinstance(keep, KeepRecord))
        self.queue.clear()
        self.successions += 1
        self.hub = Hub(self.peers[host].identity, self.offer, Entropy(f"{self.seed}/hub {self.successions}"))
        own = self.peers[host].table.log.entries
        self.hub.resume(begun.record, begun.signatures, own if entries is None else entries)
        assert self.hub.gathering is not None, "a seat that is not the host gathers"
        if not lend:
            self.hub.gathering.heard = lambda seat, resume: False  # type: ignore[method-assign]
        for number in (host, *joining):
            self.rejoin(number)
        self.run()

    def rejoin(self, number: int) -> None:
        """A peer comes back over a new connection, with what it had."""
        peer = self.peers[number]
        before = peer.guest
        peer.guest = self.make_guest(
            peer.identity,
            number,
            Applicant(f"Peer {number}".encode(), self.offer.code),
            recall=lambda match: before.remains(),
        )
        peer.error = peer.broken = None
        self.hub.connected(number, f"origin {number}", self.now)
        self._flush_guest(peer)
        self._flush_hub()

    def elect(self) -> None:
        """The host to be asks for votes; runs what follows from it."""
        table = next(peer.table for peer in self.peers if peer.identity.public == self.hub.key)
        self.hub.elect(table.active)
        self._flush_hub()
        self.run()

    def inject(self, peer: Peer | Onlooker, data: bytes) -> None:
        """A guest sends a frame that its machine would not send."""
        self.queue.append(("up", peer.number, data))

    def record(self) -> RecordFile:
        """What the host's store would export."""
        begun = next(keep for keep in self.kept if isinstance(keep, KeepRecord))
        entries = tuple(keep.entry for keep in self.kept if isinstance(keep, KeepEntry))
        return RecordFile(begun.record, begun.signatures, entries)

    @staticmethod
    def _ready(peer: Peer) -> bool:
        gone = peer.error is not None or peer.broken is not None
        return not gone and peer.guest.ready

    def _deliver(self) -> None:
        way, number, data = self.queue.popleft()
        if way == "up":
            self.hub.receive(number, data, self.now)
        elif number in self.onlookers:
            self._show(self.onlookers[number], data)
        else:
            self._hand(self.peers[number], data)
        self._flush_hub()

    def _show(self, onlooker: Onlooker, data: bytes) -> None:
        if onlooker.error is not None:
            return
        onlooker.received.append(data)
        try:
            onlooker.watcher.receive(data)
        except ProtocolError as error:
            onlooker.error = error
            self.hub.disconnected(onlooker.number, self.now)
        self._flush_watcher(onlooker)

    def _hand(self, peer: Peer, data: bytes) -> None:
        number = peer.number
        if peer.error is not None or peer.broken is not None:
            return
        peer.received.append(data)
        try:
            peer.guest.receive(data)
        except ProtocolError as error:
            peer.error = error
            self.hub.disconnected(number, self.now)
        else:
            self._flush_guest(peer)

    def _flush_watcher(self, onlooker: Onlooker) -> None:
        effects = onlooker.watcher.take()
        onlooker.kept.extend(effects.journal)
        onlooker.events.extend(effects.events)
        for _, data in effects.send:
            onlooker.sent.append(data)
            self.queue.append(("up", onlooker.number, data))

    def _flush_guest(self, peer: Peer) -> None:
        effects = peer.guest.take()
        peer.kept.extend(effects.journal)
        for _, data in effects.send:
            peer.sent.append(data)
            self.queue.extend(("up", peer.number, out) for out in peer.up(data))
        peer.events.extend(effects.events)
        for event in effects.events:
            if isinstance(event, BrokeOff):
                peer.broken = event
            if (
                isinstance(event, Proposed)
                and self.agreeing
                and peer.guest.number not in event.proposal.seats
            ):
                peer.guest.consent(event.proposal)
                self._flush_guest(peer)

    def _flush_hub(self) -> None:
        effects: Effects = self.hub.take()
        self.kept.extend(effects.journal)
        self.events.extend(effects.events)
        for number, data in effects.send:
            end = self.onlookers.get(number) or self.peers[number]
            self.queue.extend(("down", number, out) for out in end.down(data))
        for number in effects.behind:
            while frames := self.hub.more(number):
                for data in frames:
                    self.queue.extend(("down", number, out) for out in self.onlookers[number].down(data))


def random_turn(peer: Peer) -> list[int]:
    """A whole turn of random legal actions."""
    return random_actions(peer.match, peer.rng)


def random_actions(match: HasKernel, rng: Random) -> list[int]:
    """A whole turn of random legal actions for the seat to move."""
    from librt.vecs import vec
    from mypy_extensions import i64

    from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS

    kernel = match.kernel.clone()
    turn = kernel.turns()
    buffer = vec[i64]([0] * MAX_ACTIONS)
    actions = []
    while kernel.request() == DECIDE and kernel.turns() == turn:
        count = kernel.legal_actions(buffer)
        action = int(buffer[rng.below(count)])
        kernel.apply(action)
        actions.append(action)
    return actions


def heads(count: int) -> list[str]:
    """The heads of a few whole matches with 2, 3 and 4 seats, in hex."""
    benches = [TableBench(offer(2 + number % 3), seed=f"heads {number}") for number in range(count)]
    for bench in benches:
        bench.run()
    return [bench.peers[0].table.log.head().hex() for bench in benches]


def own_envelopes(peer: Peer) -> list[bytes]:
    """Everything that a peer has signed for the log."""
    return [keep.data for keep in peer.kept if isinstance(keep, KeepOwn)]
