"""A short run of every target, the same inputs each time, and all that was ever found.

`scripts/fuzz.py` runs them for longer, and guided by coverage.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from protocol import limits
from protocol.canonical import Plain
from protocol.errors import RemoteProtocolError
from protocol.log import Log
from protocol.machine.table import Table
from protocol.wire.codec import pack, unpack
from tests.fuzz import target
from tests.fuzz.mutate import Mutate, inputs, mutated, packed
from tests.fuzz.targets import codec

ROOT = Path(__file__).resolve().parents[2]
FOUND = Path(__file__).parent / "found"

COUNTS = {
    **dict.fromkeys(("codec", "payload", "frame", "envelope", "address", "text", "sign", "table"), 400),
    **dict.fromkeys(("log", "record", "sealing", "notation", "notations", "watcher"), 200),
    **dict.fromkeys(("settings", "reading", "database", "guest", "replica", "hub"), 160),
}
"""Inputs of each target beyond its seeds: as many as a second or two takes."""

QUICK = frozenset({"codec", "payload", "frame", "envelope", "address", "sign", "text"})
"""Targets that take less than a quarter of a second."""


def marked(name: str) -> object:
    return name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)


def test_every_target_has_a_short_run() -> None:
    assert set(COUNTS) == set(target.names())


@pytest.mark.parametrize("name", [marked(name) for name in target.names()])
def test_no_bytes_do_harm(name: str) -> None:
    one = target.load(name)
    assert one.invariant.startswith(("any ", "whatever ", "a body "))
    feed(one, COUNTS[name])


def feed(one: target.Target, count: int) -> None:
    """The seeds of a target, and so many mutations of them."""
    for data in islice(inputs(1, one.seeds, one.mutate), len(one.seeds) + count):
        one.run(data)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_was_found_is_mended(path: Path) -> None:
    target.load(path.name.partition("-")[0]).run(path.read_bytes())


@pytest.mark.slow
def test_the_codec_without_its_compiled_half() -> None:
    """The same inputs in a process in which msgpack is plain Python; no seed and no count differ."""
    check = "import msgpack; from msgpack.fallback import unpackb; assert msgpack.unpackb is unpackb"
    run = "import sys; sys.argv[0] = 'scripts/fuzz.py'; import runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
    words = ["codec", "payload", "envelope", "table", "log", "--plain", "--count", "400"]
    done = subprocess.run(
        [sys.executable, "-c", f"{check}\n{run}", *words],
        cwd=ROOT,
        env={**os.environ, "MSGPACK_PUREPYTHON": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"found": ""') == 5


@pytest.mark.parametrize("mutate", [mutated, packed(), packed(1)])
def test_mutations_vary_and_repeat(mutate: Mutate) -> None:
    corpus = (b"\1" + pack([1, [b"abc", "def", None, True]]), b"\0" + pack([[2, 3], "x", -7]), b"\2\xff")
    first, again, other = (list(islice(inputs(seed, corpus, mutate), 300)) for seed in (1, 1, 2))
    assert first == again != other
    assert first[:3] == list(corpus)
    assert len(set(first)) > 200


def test_mutated_values_stay_values_and_reach_every_kind() -> None:
    generator = random.Random(5)
    value: Plain = [7, b"blob", "text", [True, None, [1, 2]]]
    made = [packed()(generator, pack(value), (pack(value), pack([-1]))) for _ in range(600)]
    readable = [plain for plain in map(unpacked, made) if plain is not None]
    assert len(readable) > 250
    assert {type(plain[0]) for plain in readable if type(plain) is list and plain} >= {
        int,
        bytes,
        str,
        list,
        bool,
    }


def unpacked(data: bytes) -> Plain:
    """The value, None where there is none."""
    try:
        return unpack(data)
    except Exception:
        return None


# A target that cannot fail finds nothing


def test_a_second_form_of_a_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "unpack", lambda data: 5)
    with pytest.raises(AssertionError, match="second form"):
        codec.run(b"\xcc\x05")


def test_a_value_beyond_the_limits_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    deep: Plain = 0
    for _ in range(limits.NESTING + 1):
        deep = [deep]
    monkeypatch.setattr(codec, "unpack", lambda data: deep)
    monkeypatch.setattr(codec, "pack", lambda value: b"x")
    with pytest.raises(AssertionError):
        codec.run(b"x")


def test_a_host_that_orders_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Log, "admit", lambda self, data: None)
    with pytest.raises(AssertionError, match="refused by the others"):
        feed(target.load("log"), 0)


@pytest.mark.slow
def test_blame_on_an_honest_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    blame = Table._blame
    monkeypatch.setattr(
        Table, "_blame", lambda self, index, author, error: blame(self, index, author, shifted(error))
    )
    with pytest.raises(AssertionError, match="is blamed"):
        feed(target.load("replica"), 400)


def shifted(error: RemoteProtocolError) -> RemoteProtocolError:
    """The same error, with the next seat to blame."""
    error.params["seat"] = (error.seat or 0) + 1
    return error
