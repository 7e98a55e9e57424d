"""Shell. The circle is a game like any other here.

The one rule: outside this folder nobody meets it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.ai.adapters.games import circle_too


@pytest.fixture(autouse=True)
def _circle() -> Iterator[None]:
    with circle_too():
        yield
