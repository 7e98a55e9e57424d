"""No program outlives its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.interop import programs


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    yield
    while programs.started:
        programs.started.pop().close()
