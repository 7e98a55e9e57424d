"""Shell. What every test has: the form of the kernels that was asked for, hypothesis' profile, no trace of the user.

The one rule: a test's outcome depends on the repository alone, not on who runs it, in which language or where.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests import pure

pure.install()

hypothesis.settings.register_profile("dev", deadline=None, max_examples=50, print_blob=True)
hypothesis.settings.register_profile(
    "ci", parent=hypothesis.settings.get_profile("dev"), derandomize=True, database=None
)
hypothesis.settings.register_profile("long", parent=hypothesis.settings.get_profile("dev"), max_examples=2000)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)

LANGUAGE_SETTINGS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG")
LOOKS = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING", "PYTHONUTF8", "XDG_DATA_HOME", "XDG_STATE_HOME")


@pytest.fixture(autouse=True, scope="session")
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home, a profile and a language that are no one's; commands that a test starts inherit them."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in (*LANGUAGE_SETTINGS, *LOOKS):
            patch.delenv(name, raising=False)
        for name in [
            name for name in os.environ if name.startswith("GEFAEHRTEN_") and name != "GEFAEHRTEN_PURE"
        ]:
            patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("GEFAEHRTEN_HOME", str(home / "profile"))
        patch.setenv("GEFAEHRTEN_NO_ANNOUNCE", "1")
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("TERM", "dumb")
        yield home
