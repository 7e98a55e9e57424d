"""`scripts/bootstrap` does what has to be done, and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scripts import bootstrap

SOURCE = "gefaehrten/core/kernel.py"
LIBRARY = "gefaehrten/core/kernel.cpython-311-x86_64-linux-gnu.so"


class Tree:
    """A small repository with everything up to date, and what pip was asked for. Mutable: tests break it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.asked: list[tuple[str, ...]] = []
        self.write("pyproject.toml", '[tool.gefaehrten]\ncompiled = ["gefaehrten/core/kernel.py"]\n')
        self.write("setup.py", "")
        for name in ("build", "run", "test"):
            self.write(f"requirements/{name}.txt", name)
        self.write(".venv/pyvenv.cfg", "version = 3.11\n")
        self.write(".venv/bin/python", "")
        self.write(SOURCE, "")
        self.write("gefaehrten/locale/de/LC_MESSAGES/gefaehrten.po", "")

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def pip(self, *arguments: str) -> None:
        """Stands in for pip: notes the call, and builds as the real one would."""
        self.asked.append(arguments)
        if "--editable" in arguments:
            if bootstrap.compile_wanted():
                self.write(LIBRARY, "")
            self.write("gefaehrten/locale/de/LC_MESSAGES/gefaehrten.mo", "")

    def run(self, *arguments: str) -> list[str]:
        """Runs bootstrap; what it did, in one word each."""
        self.asked.clear()
        assert bootstrap.main(list(arguments)) == 0
        return ["build" if "--editable" in asked else "install" for asked in self.asked]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    tree = Tree(tmp_path)
    monkeypatch.delenv("GEFAEHRTEN_PURE", raising=False)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(bootstrap, "GROUP", tmp_path / "gefaehrten__mypyc.py")
    monkeypatch.setattr(bootstrap, "ensure_venv", lambda: None)
    monkeypatch.setattr(bootstrap, "pip", tree.pip)
    assert tree.run() == ["install", "build"]
    return tree


def test_nothing_to_do_means_nothing_done(tree: Tree) -> None:
    assert tree.run() == []


def test_a_new_lock_is_installed(tree: Tree) -> None:
    tree.write("requirements/run.txt", "newer")
    assert tree.run() == ["install", "build"]
    assert tree.run() == []


def test_test_tools_are_installed_when_asked_for_and_stay(tree: Tree) -> None:
    tree.write("requirements/test.txt", "newer")
    assert tree.run() == []
    assert tree.run("--test") == ["install", "build"]
    assert tree.run() == []
    tree.write("requirements/test.txt", "still newer")
    assert tree.run() == ["install", "build"]


def test_a_changed_source_is_compiled(tree: Tree) -> None:
    tree.write(SOURCE, "x = 1")
    assert tree.run() == ["build"]
    assert tree.run() == []


def test_a_source_newer_than_its_compiled_form_is_compiled(tree: Tree) -> None:
    os.utime(tree.root / LIBRARY, (1, 1))
    assert tree.run() == ["build"]


def test_a_lost_compiled_form_or_catalogue_is_built_again(tree: Tree) -> None:
    (tree.root / LIBRARY).unlink()
    assert tree.run() == ["build"]
    (tree.root / "gefaehrten/locale/de/LC_MESSAGES/gefaehrten.mo").unlink()
    assert tree.run() == ["build"]


def test_compiled_forms_without_source_are_deleted(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    orphans = [
        tree.write("ai/old.cpython-311-x86_64-linux-gnu.so", ""),
        tree.write("abcdef__mypyc.abi3.so", ""),
    ]
    group = tree.write("gefaehrten__mypyc.cpython-311-x86_64-linux-gnu.so", "")
    elsewhere = tree.write(".venv/lib/x.so", "")
    assert tree.run() == []
    assert not any(path.exists() for path in orphans)
    assert group.exists()
    assert elsewhere.exists()
    assert (tree.root / LIBRARY).exists()
    assert capsys.readouterr().err.count("deleting") == 2


def test_a_build_without_compiler_warns_once_and_is_not_tried_again(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree.root / LIBRARY).unlink()
    monkeypatch.setattr(bootstrap, "pip", lambda *arguments: tree.asked.append(arguments))
    tree.write(SOURCE, "x = 2")
    assert tree.run() == ["build"]
    assert "interpreted" in capsys.readouterr().err
    assert tree.run() == []
    assert tree.run("--again") == ["build"]


def test_pure_builds_without_compiling_and_back(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEFAEHRTEN_PURE", "1")
    (tree.root / LIBRARY).unlink()
    assert tree.run() == ["build"]
    assert tree.run() == []
    monkeypatch.delenv("GEFAEHRTEN_PURE")
    assert tree.run() == ["build"]


@pytest.mark.parametrize("content", ["", "{", "[]", "1", '{"requirements": '])
def test_a_stamp_that_is_none_counts_as_nothing(tree: Tree, content: str) -> None:
    bootstrap.STAMP.write_text(content, "utf-8")
    assert tree.run() == ["install", "build"]
    assert json.loads(bootstrap.STAMP.read_text("utf-8"))["form"] == "compiled"
