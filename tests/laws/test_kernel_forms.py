"""One match, one history: in every process, under every hash seed, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.laws import trace
from tests.pure import ROOT


def run(matches: int, **environment: str) -> list[str]:
    """The trace as another process prints it, the form of the kernels first."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.trace", str(matches)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_replays_are_equal_under_every_hash_seed() -> None:
    first, second = (run(1, PYTHONHASHSEED=seed) for seed in ("1", "4711"))
    assert len(first) > 100
    assert second == first


@pytest.mark.slow
def test_compiled_and_interpreted_kernels_agree_step_by_step() -> None:
    form, *compiled = run(4, GEFAEHRTEN_PURE="")
    if form != trace.COMPILED:
        pytest.skip("no compiled form is there")
    form, *interpreted = run(4, GEFAEHRTEN_PURE="1")
    assert form == trace.INTERPRETED
    for ours, theirs in zip(compiled, interpreted, strict=True):
        assert ours == theirs
