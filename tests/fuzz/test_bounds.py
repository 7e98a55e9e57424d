"""No input costs more than its length: four times the bytes, not sixteen times the work, and no tower of memory.

The worst that can be thought of for each decoder, at a size and at four times it; small ones are fed often enough to be
measured.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from gefaehrten.cli.line.lobby import LineLobby
from gefaehrten.cli.line.table import LineTable
from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.session import signs
from protocol import limits
from protocol.errors import ProtocolError
from protocol.invite import Invite
from protocol.record import RecordFile
from protocol.text import clean, clean_name
from protocol.wire.codec import pack, unpack
from protocol.wire.envelope import open_envelope
from protocol.wire.frame import parse_frame
from protocol.wire.messages import Kind, payload_of
from tests.fuzz import seeds
from tests.fuzz.targets import notation
from tests.unit.games.gefaehrten.scenes import scene

pytestmark = pytest.mark.slow

SLACK_SECONDS = 0.02
MEMORY_PER_BYTE = 120
"""Bytes of memory for a byte of input: a list of one-byte numbers takes 8 and more for each."""

MEMORY = 400_000


@dataclass(frozen=True)
class Worst:
    """Something bad of any size, and who has to read it."""

    name: str
    read: Callable[[bytes], object]
    make: Callable[[int], bytes]
    size: int = 16_000

    def __str__(self) -> str:
        return self.name


def typed(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: read(data.decode(errors="replace"))


def line(text: str) -> object:
    return LineTable(GAME.view(), Wording(str)).read(scene(notation.positions()[1]), text)


def moves(text: str) -> object:
    return GAME.parse(notation.positions()[1], text)


def repeated(piece: bytes) -> Callable[[int], bytes]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def behind(head: bytes, piece: bytes) -> Callable[[int], bytes]:
    return lambda size: head + repeated(piece)(size - len(head))


def verdict(size: int) -> bytes:
    count = min(size // 16, limits.ARRAY)
    return pack([False, [[2**32 - 1, 7, "x" * 8]] * count, bytes(32), [0]])


def payload(kind: Kind) -> Callable[[bytes], object]:
    return lambda data: payload_of(kind, unpack(data))


def signed(read: Callable[[bytes], object], body: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Bodies under a good signature."""
    from tests.fuzz.targets.envelope import signed as sign

    head = seeds.envelopes()[0][64:135]
    return lambda size: sign(bytes(64) + head + body(size - 135))


def records(size: int) -> bytes:
    """A record that says that it has many entries."""
    small = seeds.small_record()[:-32]
    first = RecordFile.parse(seeds.small_record())
    blank = bytes(64) + (1).to_bytes(4, "big") + (0).to_bytes(4, "big")
    count = size // len(blank)
    at = len(small) - sum(72 + len(entry.envelope) for entry in first.entries) - 4
    content = small[:at] + count.to_bytes(4, "big") + blank * count
    return content + hashlib.blake2b(content, digest_size=32).digest()


def sign(data: bytes) -> object:
    return signs.read({b"v": b"1", b"name": data, b"at": data[:255]}, data.decode("latin-1").split(" "), 1)


CASES = (
    Worst("codec: towers", unpack, repeated(b"\x91")),
    Worst("codec: empty arrays", unpack, behind(b"\xdc\x01\xff", b"\x90")),
    Worst("codec: wide arrays", unpack, behind(b"\x9f", b"\xdc\x02\x00" + b"\x00" * 512)),
    Worst("codec: maps", unpack, behind(b"\xdc\xff\xff", b"\x80")),
    Worst("codec: long texts", unpack, behind(b"\xdc\x00\x0f", b"\xda\x10\x00" + b"x" * 4_096)),
    Worst("codec: lengths that are not there", unpack, repeated(b"\xdd\xff\xff\xff\xff")),
    Worst("payload: verdict", payload(Kind.VERDICT), verdict, 2_000),
    Worst("payload: hello", payload(Kind.HELLO), lambda size: pack([list(range(1, size // 2)), 0]), 400),
    Worst("envelope: towers", open_envelope, signed(open_envelope, repeated(b"\x91"))),
    Worst("envelope: numbers", open_envelope, signed(open_envelope, repeated(b"\x00"))),
    Worst("frame", parse_frame, behind(b"\x02", b"\xff")),
    Worst("record: entries", RecordFile.parse, records, 200_000),
    Worst("text: marks", typed(lambda text: clean(text, 500)), repeated("e\u0301".encode()), 40_000),
    Worst("text: joiners", typed(lambda text: clean(text, 500)), repeated("\u200d".encode()), 40_000),
    Worst("text: what grows", typed(lambda text: clean(text, 500)), repeated("\ufdfa".encode()), 40_000),
    Worst("text: out of order", clean_name, repeated("\u0301\u0327".encode()), 40_000),
    Worst("address: colons", typed(Invite.parse), repeated(b":"), 40_000),
    Worst("address: labels", typed(Invite.parse), repeated(b"a."), 40_000),
    Worst("address: other scripts", typed(Invite.parse), repeated("ü".encode()), 40_000),
    Worst("address: codes", typed(Invite.parse), behind(b"gefaehrten://h/", b"-"), 40_000),
    Worst("announcement", sign, repeated(b"1.2.3.4 "), 40_000),
    Worst("notation: words", typed(moves), repeated(b"a+b_c-d_ "), 4_000),
    Worst("notation: spaces", typed(moves), behind(b"1", b" "), 4_000),
    Worst("notation: loose", typed(moves), repeated(b"1 @ "), 4_000),
    Worst("notation: commas", typed(moves), repeated(b"1,1>"), 4_000),
    Worst("notation: accents", typed(moves), repeated("û".encode()), 4_000),
    Worst("line: one word", typed(line), repeated(b"x"), 4_000),
    Worst("line: chat", typed(line), behind(b"say ", b"\x1b[2J "), 4_000),
    Worst("line: nothing", typed(line), repeated(b" "), 4_000),
    Worst("lobby: one word", typed(LineLobby(Wording(str)).read), repeated(b"x"), 4_000),
)


def cost(worst: Worst, data: bytes) -> float:
    """Seconds of the processor, the best of a few tries."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        attempt(worst, data)
        best = min(best, time.process_time() - started)
    return best


def attempt(worst: Worst, data: bytes) -> None:
    with contextlib.suppress(ProtocolError, GefaehrtenError):
        worst.read(data)


@pytest.mark.parametrize("worst", CASES, ids=str)
def test_four_times_the_bytes_are_no_more_than_some_four_times_the_work(worst: Worst) -> None:
    small, large = worst.make(worst.size), worst.make(4 * worst.size)
    attempt(worst, small)  # what is made once is not counted
    assert cost(worst, large) <= 8 * cost(worst, small) + SLACK_SECONDS


@pytest.mark.parametrize("worst", CASES, ids=str)
def test_memory_is_bounded_by_the_bytes(worst: Worst) -> None:
    data = worst.make(4 * worst.size)
    attempt(worst, data)
    tracemalloc.start()
    try:
        attempt(worst, data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= MEMORY_PER_BYTE * len(data) + MEMORY


def test_a_quadratic_reader_would_be_seen() -> None:
    def slow(data: bytes) -> object:
        return [data.count(b"x", at) for at in range(0, len(data), 8)]

    worst = Worst("slow", slow, repeated(b"x"))
    small, large = worst.make(16_000), worst.make(64_000)
    assert cost(worst, large) > 8 * cost(worst, small) + SLACK_SECONDS
