"""A short run of every harness, the same inputs each time. `python -m tests.fuzz` runs them for longer."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.fuzz.mutate import inputs
from tests.fuzz.protocol import RUNS, harnesses

HARNESSES = harnesses()
COUNT = 300


@pytest.mark.parametrize("name", [run.__name__ for run in RUNS])
def test_no_bytes_do_harm(name: str) -> None:
    harness = HARNESSES[name]
    for data in islice(inputs(1, harness.corpus), COUNT):
        harness.run(data)


def test_mutations_vary_and_repeat() -> None:
    corpus = (b"abcdefgh", b"12345678")
    first, again, other = (list(islice(inputs(seed, corpus), 200)) for seed in (1, 1, 2))
    assert first == again != other
    assert first[:2] == list(corpus)
    assert len(set(first)) > 150
