"""Shell. A hub and its guests over toy rules; frames are moved one at a time, so that a test can stop anywhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.machine.comeback import Resumed
from protocol.machine.doorman import Offer
from protocol.machine.effects import Event, Keep
from protocol.machine.guest import Applicant, Guest, Stage
from protocol.machine.hub import Hub
from protocol.machine.watcher import Watcher
from protocol.table import OptionValue, TableRecord
from tests.machines import CODE, WATCH_CODE, Entropy
from tests.unit.protocol.machine.toy import ToyRules

RULES_HASH = b"r" * 32
OFFER = Offer("toy", RULES_HASH, (OptionValue("a", "b"),), bytes(range(16)), 2, CODE, watch_code=WATCH_CODE)
HOST = Identity(b"h" * 32)
PEOPLE = (Identity(b"0" * 32), Identity(b"1" * 32))


def new_guest(
    number: int,
    *,
    recall: Callable[[bytes], Resumed | None] = lambda match: None,
    start: Callable[[TableRecord], ToyRules] = lambda record: ToyRules(),
) -> Guest:
    """A guest machine; equal numbers give equal guests."""
    return Guest(
        PEOPLE[number],
        Applicant(f"Peer {number}".encode(), CODE),
        known={"toy": RULES_HASH},
        start=start,
        entropy=Entropy(f"guest {number}"),
        remember=lambda match, nonce: None,
        recall=recall,
    )


class Meeting:
    """A table of two that comes together frame by frame."""

    def __init__(self) -> None:
        self.hub = Hub(HOST, OFFER, Entropy("hub"))
        self.guests: dict[int, Guest] = {}
        self.watchers: dict[int, Watcher] = {}
        self.kept: dict[int, list[Keep]] = {}
        self.events: dict[int, list[Event]] = {}
        self.sent: dict[int, list[bytes]] = {}
        self.errors: dict[int, ProtocolError] = {}
        self.hub_events: list[Event] = []
        self.closed: list[int] = []
        self.queue: deque[tuple[str, int, bytes]] = deque()

    def join(self, number: int, guest: Guest) -> Guest:
        """A guest at a new connection."""
        self.guests[number] = guest
        self.kept[number], self.events[number], self.sent[number] = [], [], []
        self.hub.connected(number, f"origin {number}", 0.0)
        self.flush(number)
        return guest

    def look(self, number: int, watcher: Watcher) -> Watcher:
        """A watcher at a new connection."""
        self.watchers[number] = watcher
        self.kept[number], self.events[number], self.sent[number] = [], [], []
        self.hub.connected(number, f"origin {number}", 0.0)
        self.flush(number)
        return watcher

    def flush(self, number: int) -> None:
        """What a guest, or a watcher, wants to happen, happens."""
        effects = (self.watchers.get(number) or self.guests[number]).take()
        self.kept[number].extend(effects.journal)
        self.events[number].extend(effects.events)
        for _, data in effects.send:
            self.sent[number].append(data)
            self.queue.append(("up", number, data))

    def step(self) -> None:
        """Moves one frame."""
        way, number, data = self.queue.popleft()
        if way == "up":
            self.hub.receive(number, data, 0.0)
        elif number not in self.errors:
            try:
                (self.watchers.get(number) or self.guests[number]).receive(data)
            except ProtocolError as error:
                self.errors[number] = error
            self.flush(number)
        effects = self.hub.take()
        self.hub_events.extend(effects.events)
        self.closed.extend(effects.close)
        here = self.guests.keys() | self.watchers.keys()
        self.queue.extend(("down", to, out) for to, out in effects.send if to in here)
        for to in effects.behind:
            while frames := self.hub.more(to):
                self.queue.extend(("down", to, out) for out in frames)

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Moves frames until something is so, or nothing moves any more."""
        while self.queue and not until():
            self.step()


def at_stage(stage: Stage) -> tuple[Meeting, Guest]:
    """A meeting whose guest 0 has just come to a stage."""
    meeting = Meeting()
    guest = meeting.join(0, new_guest(0))
    meeting.join(1, new_guest(1))
    if stage is Stage.CLOSED:
        guest.leave()
        guest.take()
        return meeting, guest
    if stage is Stage.RECALL:  # the match has begun; the seat comes back and knows nothing of it
        meeting.run(lambda: guest._stage is Stage.ENTRIES)
        meeting.guests.pop(0)
        guest = meeting.join(2, new_guest(0))
    meeting.run(lambda: guest._stage is stage)
    assert guest._stage is stage
    return meeting, guest
