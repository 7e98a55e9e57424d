"""Shell. Lets the plain Python source win over the compiled form beside it, for coverage and for comparing the two.

The one rule: it must be in place before anything of ours is imported, so conftest installs it first of all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = frozenset({"gefaehrten", "protocol", "ai"})


def pure() -> bool:
    """Whether this run is to be interpreted: `GEFAEHRTEN_PURE` is set."""
    return os.environ.get("GEFAEHRTEN_PURE", "") not in ("", "0")


class SourceFirst(MetaPathFinder):
    """Finds our modules by their `.py` alone; everything else is left to the finders after it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in PACKAGES:
            return None
        for folder in path or [str(ROOT)]:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def install() -> None:
    """Puts the finder in front, if this run is to be interpreted."""
    if pure():
        sys.meta_path.insert(0, SourceFirst())
