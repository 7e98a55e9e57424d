"""Whole matches as readable text. Regenerate with `python -m tests.golden.regenerate`, and read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.playthrough import MATCHES

FOLDER = Path(__file__).with_name("playthroughs")


@pytest.mark.parametrize("name", MATCHES)
def test_the_match_goes_as_it_was_written_down(name: str) -> None:
    assert MATCHES[name]().splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_text_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("gefaehrten-*.txt")} == set(MATCHES)
