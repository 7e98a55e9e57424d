"""A sample of `tests.interop.many`, and the same matches under several hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gefaehrten.engine import catalogue
from tests.interop.programs import ROOT


@pytest.mark.slow
def test_matches_do_not_depend_on_the_hash_seed() -> None:
    """The log of a match is a function of its entropy alone: the heads are equal to the byte."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", "from tests.machines import *; print(heads(3))"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 64


@pytest.mark.slow
@pytest.mark.parametrize("first", [1000, 2000])
@pytest.mark.parametrize("game", catalogue.keys())
def test_a_few_of_many_matches(game: str, first: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.interop.many", "3", str(first), game],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(first)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no fault" in done.stdout
