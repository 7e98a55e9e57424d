"""Every source file is what the house style asks for: one kind, one subject, nothing about where it was made."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gefaehrten", "protocol", "ai")
KINDS = ("Pure.", "Pure, compiled.", "Machine.", "Shell.")
MOST_LINES = 400

LONGER: dict[str, str] = {
    "gefaehrten/games/gefaehrten/kernel.py": "a kernel is one class, and the rules are one subject and one inner loop",
    "gefaehrten/games/mordor/kernel.py": "the same, and a seventh of it imports",
    "gefaehrten/games/tuerme/kernel.py": "as the other kernel; how pawns move is in march.py",
    "protocol/machine/hub.py": "one automaton, and a third of it imports; its parts are in gallery, lobby, parting",
    "gefaehrten/session/seat.py": "one conversation; its parts are in attending, helm, course, redial",
    "protocol/machine/table.py": "one automaton; its parts are in dealing, handing, randomness, resealing, audit",
    "protocol/machine/guest.py": "one automaton, and a third of it imports; its parts are in introduction, agreement",
}
"""Files that may be longer, each with its reason."""

# In two halves, or this file would be the first to name them.
REGISTRIES = [
    first + second
    for first, second in (
        ("pypi", ".org"),
        ("pythonhosted", ".org"),
        ("npmjs", ".org"),
        ("npmjs", ".com"),
        ("debian", ".org"),
        ("crates", ".io"),
        ("golang", ".org"),
        ("conda", ".io"),
    )
]


def sources() -> list[Path]:
    """All modules of the three packages."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name(path: Path) -> str:
    """The path as messages and lists name it."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [path for path in sources() if path.stat().st_size], ids=name)
def test_a_module_says_its_kind_first(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    assert docstring.startswith(KINDS), f"{name(path)} begins with none of {KINDS}"


def test_long_files_are_the_listed_ones() -> None:
    long = {name(path) for path in sources() if len(path.read_text("utf-8").splitlines()) > MOST_LINES}
    assert long <= set(LONGER), f"split these, or list them with a reason: {sorted(long - set(LONGER))}"


def test_the_list_of_long_files_has_no_old_entries() -> None:
    assert [entry for entry in LONGER if not (ROOT / entry).exists()] == []


@pytest.mark.parametrize("path", [path for path in sources() if path.stat().st_size], ids=name)
def test_no_module_runs_at_import(path: Path) -> None:
    """Importing reads definitions: a call that stands alone at module level does something.

    Two may: a log handler that swallows what nobody asked for, and a codec's error handler.
    """
    tree = ast.parse(path.read_text("utf-8"))
    calls = [
        node.lineno
        for node in tree.body
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).rpartition(".")[2] not in ("addHandler", "register_error")
    ]
    assert calls == []


def repository_files() -> list[Path]:
    """Every text that is, or is about to be, in the repository; without git all that is not plainly made."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        found = [ROOT / entry for entry in listed.stdout.decode().split("\0") if entry]
        return [path for path in found if path.is_file()]
    made = {".venv", "build", "dist", "__pycache__", ".git", ".mypy_cache", ".ruff_cache", ".hypothesis"}
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not made & set(path.relative_to(ROOT).parts)
        and path.suffix not in {".so", ".mo"}
    ]


def test_no_file_names_a_package_registry() -> None:
    pattern = re.compile("|".join(map(re.escape, REGISTRIES)).encode())
    assert [name(path) for path in repository_files() if pattern.search(path.read_bytes())] == []


def test_nothing_built_is_in_the_repository() -> None:
    built = {".so", ".pyd", ".mo", ".pyc", ".c"}
    assert [name(path) for path in repository_files() if path.suffix in built - {".c"}] == []


def test_init_modules_of_packages_are_light() -> None:
    """A package that imports its modules makes `--help` and every bot process pay for all of them."""
    for path in sources():
        if path.name == "__init__.py":
            tree = ast.parse(path.read_text("utf-8"))
            imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
            outside = [
                node
                for node in imports
                if not (isinstance(node, ast.ImportFrom) and node.module in ("__future__", "typing"))
            ]
            assert outside == [], name(path)
