"""Whole matches as readable text; `python -m tests.golden.tuerme.regenerate` writes them: read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.tuerme.playthrough import MATCHES

FOLDER = Path(__file__).parent.with_name("playthroughs")


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_the_match_goes_as_it_was_written_down(name: str) -> None:
    assert MATCHES[name]().splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_text_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("tuerme-*.txt")} == set(MATCHES)
