"""What the documents name exists, and what the README tells people to type is what CI runs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

PATH = re.compile(r"`((?:gefaehrten|protocol|ai|scripts|tests|docs|requirements|\.ci)/[\w./*<>\-]*)`")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)")
SHELL = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def name(path: Path) -> str:
    """The document as messages name it."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_paths_in_documents_exist(document: Path) -> None:
    missing = []
    for found in PATH.findall(document.read_text("utf-8")):
        pattern = re.sub(r"<[^>]*>", "*", found).rstrip("/")
        if not list(ROOT.glob(pattern)):
            missing.append(found)
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_in_documents_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    typed = {
        line.split()[0]
        for block in SHELL.findall(readme)
        for line in block.splitlines()
        if line.startswith("scripts/")
    }
    assert typed, "the README shows no command of this repository"
    steps = (ROOT / ".ci" / "run").read_text("utf-8")
    assert [command for command in sorted(typed) if command not in steps] == []


def test_the_lock_has_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = {
        "run": project["project"]["dependencies"],
        "test": project["project"]["dependencies"] + project["project"]["optional-dependencies"]["test"],
        "build": project["build-system"]["requires"],
    }
    for lock, requirements in wanted.items():
        pinned = set(
            re.findall(
                r"^([\w.\-]+)==", (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8"), re.MULTILINE
            )
        )
        names = {
            re.split(r"[<>=!~\[ ;]", requirement)[0].lower().replace("_", "-") for requirement in requirements
        }
        assert names <= pinned, lock


def test_every_pin_of_the_lock_has_hashes() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        pins = re.findall(
            r"^[\w.\-]+==[^\n]*\\\n(?:    --hash=sha256:[0-9a-f]{64}[^\n]*\n)+",
            path.read_text("utf-8"),
            re.MULTILINE,
        )
        assert len(pins) == len(re.findall(r"^[\w.\-]+==", path.read_text("utf-8"), re.MULTILINE)), path.name


def test_locks_agree() -> None:
    pins: dict[str, set[str]] = {}
    for path in (ROOT / "requirements").glob("*.txt"):
        for package, version in re.findall(
            r"^([\w.\-]+)==([^\s\\;]+)", path.read_text("utf-8"), re.MULTILINE
        ):
            pins.setdefault(package, set()).add(version)
    assert {package: versions for package, versions in pins.items() if len(versions) > 1} == {}
