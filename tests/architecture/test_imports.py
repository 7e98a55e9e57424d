"""The layers hold: the contracts of `[tool.importlinter]` in pyproject.toml, and that they can fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs import-linter on the tree in a folder."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_every_contract_is_kept() -> None:
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("gefaehrten/core/random.py", "import gefaehrten.engine"),
        ("gefaehrten/engine/match.py", "import asyncio"),
        ("ai/thinking.py", "import gefaehrten.games.gefaehrten"),
        ("ai/thinking.py", "import time"),
        ("protocol/log.py", "import gefaehrten.core.errors"),
        ("protocol/log.py", "import msgpack"),
        ("protocol/log.py", "import os"),
        ("protocol/machine/table.py", "import asyncio"),
        ("protocol/net/link.py", "import websockets"),
        ("gefaehrten/session/run.py", "import click"),
        ("gefaehrten/session/run.py", "import nacl.bindings"),
        ("gefaehrten/session/run.py", "import zeroconf"),
        ("gefaehrten/session/run.py", "import gefaehrten.games.gefaehrten.game"),
    ],
)
def test_a_breach_is_found(tmp_path: Path, module: str, line: str) -> None:
    for package in ("gefaehrten", "protocol", "ai"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")
    result = lint(tmp_path)
    assert result.returncode == 1, result.stdout
    assert "BROKEN" in result.stdout
