"""Pure. What goes wrong in one match of the laboratory, as a value that prints and reads back.

The one rule: a plan and the program's code make a run; the same plan is the same run, to the byte.

    tiny 3+1 seed=17 grace=40 think=2 again=2 cut@1.down.17+3 crash@w0.keep.4+1

is the tiny game with three seats (the host's is 0) and a watcher, a grace of 40 s, people who think for up to 2 s and
start their program again up to twice; the line of seat 1 is cut when the host sends its 17th frame to it, and nobody
answers for 3 s; the first watcher's process is killed at its 4th transaction, and started again after 1 s.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from enum import StrEnum

FOREVER = math.inf

HOST = "0"
"""The host, and its seat."""


class Kind(StrEnum):
    """What goes wrong. The number of a fault is seconds, where nothing else is said."""

    DELAY = "delay"
    """This frame and those behind it on the same way come so much later."""
    CUT = "cut"
    """The line breaks: what is on it is lost, both ends see it, and nobody answers there for so long."""
    LOSE = "lose"
    """From this frame on nothing arrives, both ways; both ends see it only so much later."""
    MUTE = "mute"
    """From this frame on nothing arrives, this way; the other way goes on. Both ends see it so much later."""
    GHOST = "ghost"
    """The end that this frame would go to sees the line break; the other one only so much later."""
    TWICE = "twice"
    """A relay sends the frame twice."""
    AGAIN = "again"
    """A relay sends, behind this frame, one from earlier on the same way, so many frames back (of an earlier line
    too)."""
    SWAP = "swap"
    """A relay lets the next frame overtake this one; where none comes it goes on after so long."""
    SKIP = "skip"
    """A relay keeps the frame to itself."""
    FLIP = "flip"
    """A relay flips a bit of it: that with this number, counted round."""
    CRASH = "crash"
    """The process is killed, and started again so much later."""
    LEAVE = "leave"
    """The person leaves the table."""
    WISH = "wish"
    """The person would like a pause (number 1), or the end of the match without a winner (number 2)."""
    TAKE = "take"
    """The person goes on with the match as its host, once nobody has been there to be joined for so long."""
    IDLE = "idle"
    """The person lets the program play for so long."""


class Way(StrEnum):
    """Where something goes wrong: at a frame on a line, or at a transaction of a process's journal."""

    UP = "up"
    """A frame to the host."""
    DOWN = "down"
    """A frame from the host."""
    KEEP = "keep"
    """Before a transaction is on the disk."""
    KEPT = "kept"
    """After it is."""


OF_A_LINE = (Kind.DELAY, Kind.CUT, Kind.LOSE, Kind.MUTE, Kind.GHOST)
"""What a network does."""

OF_A_RELAY = (Kind.TWICE, Kind.AGAIN, Kind.SWAP, Kind.SKIP, Kind.FLIP)
"""What only somebody in the middle does."""

OF_A_PERSON = (Kind.LEAVE, Kind.WISH, Kind.IDLE, Kind.TAKE)
"""What is no fault at all, and crosses everything else."""

OF_A_PEER = (Kind.CRASH, *OF_A_PERSON)
"""What can happen at a transaction of a journal, too; at the host nowhere else."""

_FAULT = re.compile(r"([a-z]+)@(w?\d+)\.([a-z]+)\.(\d+)(?:\+([\d.]+|inf))?")
_TABLE = re.compile(r"([a-z]+) (\d)\+(\d)")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong.

    Attributes:
        who: whose line or process: a seat's number, or w0, w1, ... for watchers.
        at: which frame or transaction, from 1, over all the lines or lives that the peer has.
        number: see `Kind`.
    """

    kind: Kind
    who: str
    way: Way
    at: int
    number: float = 0.0

    def __str__(self) -> str:
        number = f"+{self.number:g}" if self.number else ""
        return f"{self.kind}@{self.who}.{self.way}.{self.at}{number}"

    @classmethod
    def parse(cls, text: str) -> Fault:
        """Reads what `str` writes.

        Raises:
            ValueError: it is none.
        """
        found = _FAULT.fullmatch(text)
        if found is None:
            raise ValueError(f"no fault: {text}")
        kind, who, way, at, number = found.groups()
        return cls(Kind(kind), who, Way(way), int(at), float(number or 0))


@dataclass(frozen=True, slots=True)
class Plan:
    """A match and what goes wrong in it.

    Attributes:
        game: `tiny`, `circle`, or a key of the catalogue.
        seats: all of them; seat 0 is the host's.
        watchers: how many look on.
        seed: of all secrets, delays, thoughts and choices.
        grace: the table's, in seconds.
        think: seconds that people think at most.
        bots: seats of bots in the host's process.
        clock: seconds for a turn; 0: as many as people like.
        again: how often a person starts the program again after it has ended without a verdict.
        files: whether the journals are files; else they are databases in memory.
    """

    game: str = "tiny"
    seats: int = 2
    watchers: int = 0
    seed: int = 0
    grace: float = 40.0
    think: float = 2.0
    bots: int = 0
    clock: float = 0.0
    again: int = 2
    files: bool = False
    faults: tuple[Fault, ...] = field(default=())

    def __str__(self) -> str:
        words = [
            f"{self.game} {self.seats}+{self.watchers} seed={self.seed} grace={self.grace:g}",
            f"think={self.think:g} again={self.again}",
            *([f"bots={self.bots}"] if self.bots else []),
            *([f"clock={self.clock:g}"] if self.clock else []),
            *(["files=1"] if self.files else []),
            *(str(fault) for fault in self.faults),
        ]
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Plan:
        """Reads what `str` writes.

        Raises:
            ValueError: it is none.
        """
        words = text.split()
        found = _TABLE.fullmatch(" ".join(words[:2]))
        if found is None:
            raise ValueError(f"no plan: {text}")
        values = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        unknown = values.keys() - {"seed", "grace", "think", "bots", "clock", "again", "files"}
        if unknown:
            raise ValueError(f"no such value: {', '.join(unknown)}")
        return cls(
            game=found[1],
            seats=int(found[2]),
            watchers=int(found[3]),
            seed=int(values.get("seed", 0)),
            grace=float(values.get("grace", 40)),
            think=float(values.get("think", 2)),
            bots=int(values.get("bots", 0)),
            clock=float(values.get("clock", 0)),
            again=int(values.get("again", 2)),
            files=values.get("files", "0") == "1",
            faults=tuple(Fault.parse(word) for word in words[2:] if "=" not in word),
        )

    @property
    def guests(self) -> tuple[str, ...]:
        """Who sits at seats that are not the host's, or its bots'."""
        return tuple(str(seat) for seat in range(1, self.seats - self.bots))

    @property
    def peers(self) -> tuple[str, ...]:
        """Everybody with a line to the host."""
        return (*self.guests, *(f"w{number}" for number in range(self.watchers)))

    @property
    def kind(self) -> str:
        """Its faults' kinds, for counting."""
        return "+".join(sorted({str(fault.kind) for fault in self.faults})) or "none"

    @property
    def fair(self) -> bool:
        """Whether nobody stands in the middle: nothing but what networks, machines and people do."""
        return all(fault.kind not in OF_A_RELAY for fault in self.faults)

    @property
    def heirs(self) -> bool:
        """Whether somebody may take the host's place."""
        return any(fault.kind is Kind.TAKE for fault in self.faults)

    @property
    def mild(self) -> bool:
        """Whether everybody must come through it: fair, nobody leaves, and all is shorter than the patience of all.

        Where a line breaks it takes some tries more until it is there again, and each takes a while.
        """
        real = [fault for fault in self.faults if fault.kind not in OF_A_PERSON]
        lost = sum(fault.number + 15.0 for fault in real)
        starts = sum(fault.kind is not Kind.DELAY for fault in real)
        slow = any(fault.kind is Kind.DELAY and fault.number > 8 for fault in self.faults)
        playing = all(fault.kind not in (Kind.LEAVE, Kind.WISH, Kind.TAKE) for fault in self.faults)
        return self.fair and playing and not slow and lost < 0.8 * self.grace and starts <= self.again
