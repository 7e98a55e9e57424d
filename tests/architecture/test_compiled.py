"""The compiled form is the one that runs, and it is not older than its source."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

from tests import pure

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gefaehrten", "protocol", "ai")


def compiled_sources() -> list[Path]:
    """What `[tool.gefaehrten] compiled` names."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns: list[str] = table["tool"]["gefaehrten"]["compiled"]
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def module_name(path: Path) -> str:
    """`gefaehrten/core/kernel.py` as `gefaehrten.core.kernel`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_every_pattern_names_something() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert [
        pattern for pattern in table["tool"]["gefaehrten"]["compiled"] if not list(ROOT.glob(pattern))
    ] == []


@pytest.mark.parametrize("source", compiled_sources(), ids=module_name)
def test_the_form_that_was_asked_for_runs(source: Path) -> None:
    file = importlib.import_module(module_name(source)).__file__
    assert file is not None
    if pure.pure():
        assert file == str(source)
        return
    assert not file.endswith(".py"), f"{module_name(source)} runs interpreted: scripts/bootstrap --again"
    assert Path(file).stat().st_mtime >= source.stat().st_mtime, f"{file} is older than its source"


def test_no_compiled_form_without_source() -> None:
    kept = {source.with_suffix("") for source in compiled_sources()} | {ROOT / "gefaehrten__mypyc"}
    libraries = [*ROOT.glob("*.so"), *(path for name in PACKAGES for path in (ROOT / name).rglob("*.so"))]
    orphans = [path for path in libraries if path.parent / path.name.partition(".")[0] not in kept]
    assert orphans == []
