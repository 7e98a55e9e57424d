"""Shell. A seat that plays over a real websocket and takes the time: how long until what it has sent comes back logged.

The one rule: it waits long before each turn, so that the match lasts, and says in the meantime what changes nothing:
a turn that has been played already, which is void. So there is something to measure ten times a second.
"""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from typing import Any

from gefaehrten.core.random import Random
from gefaehrten.engine.match import Match
from gefaehrten.session.replicas import known_rules, match_of
from protocol.canonical import ZERO
from protocol.identity import Identity
from protocol.invite import normalise
from protocol.machine.guest import Applicant, Guest
from protocol.machine.seat import Duty
from protocol.net.link import Link
from protocol.net.websocket import connect
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Turn, is_logged
from tests.machines import random_actions


@dataclass
class Echo:
    """One envelope that has come back: when it was sent (steady seconds), and how long it took."""

    sent: float
    seconds: float


@dataclass
class MeasuredSeat:
    """One seat of the host's table.

    Args:
        pause: seconds before each turn.
        every: seconds between two things that it says.
    """

    number: int
    pause: float
    every: float = 0.3
    echoes: list[Echo] = field(default_factory=list)
    over: bool = False
    ending: str = ""

    async def play(self, host: str, port: int, code: str) -> None:
        """Plays until the match is judged, or this is cancelled."""
        link = await connect(host, port)
        guest = Guest(
            Identity(os.urandom(32)),
            Applicant(f"Seat {self.number}".encode(), normalise(code)),
            known=known_rules(),
            start=match_of,
            entropy=os.urandom,
            recall=lambda match: None,
            remember=lambda match, nonce: None,
        )
        try:
            await self._converse(link, guest, Random(self.number))
        finally:
            link.abort()

    async def _converse(self, link: Link, guest: Guest, rng: Random) -> None:
        on_the_way: dict[bytes, float] = {}
        turn, thinking = -1, None
        receiving = asyncio.create_task(link.recv())
        probing = asyncio.create_task(asyncio.sleep(self.every))
        try:
            while True:
                for _, frame in guest.take().send:
                    content = parse_frame(frame)
                    if isinstance(content, bytes) and is_logged(open_envelope(content).kind):
                        on_the_way[content] = time.monotonic()
                    await link.send(frame)
                if guest.table is not None and guest.table.closed:
                    self.over = True
                    self.ending = f"{guest.table.ending} {guest.table.faults}"
                    return
                if guest.seat is not None and guest.seat.ready and guest.table is not None:
                    if guest.table.turn_number != turn:
                        turn = guest.table.turn_number
                        thinking = asyncio.create_task(asyncio.sleep(self.pause))
                    elif thinking is not None and thinking.done():
                        thinking = None
                        match = guest.table.rules
                        assert isinstance(match, Match)
                        guest.play(*match.encode(guest.number, random_actions(match, rng)))
                        continue
                waiting: set[asyncio.Task[Any]] = {receiving, probing}
                if thinking is not None:
                    waiting.add(thinking)
                done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if probing in done:
                    probing = asyncio.create_task(asyncio.sleep(self.every))
                    if guest.table is not None and guest.table.turn_number > 0:
                        guest._author(Duty(Turn(0, (), (), ZERO), ()))
                if receiving in done:
                    data = receiving.result()
                    now = time.monotonic()
                    receiving = asyncio.create_task(link.recv())
                    entry = parse_frame(data)
                    if (
                        isinstance(entry, Entry)
                        and (sent := on_the_way.pop(entry.envelope, None)) is not None
                    ):
                        self.echoes.append(Echo(sent, now - sent))
                    guest.receive(data)
        finally:
            receiving.cancel()
            probing.cancel()
            if thinking is not None:
                thinking.cancel()
            await asyncio.gather(receiving, return_exceptions=True)
