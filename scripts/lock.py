"""Shell. Writes requirements/*.txt: every release that is installed, with the hashes of all its files.

The one rule: pyproject.toml says what is wanted, this only pins it. The locks hold for all supported Pythons and
systems, and name no index: they are resolved with the machine's own pip settings out of the way. Needs pip-tools,
which is no dependency of ours (`pip install pip-tools`). `lock.py --upgrade` takes the newest releases.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ELSEWHERE = {"colorama": 'sys_platform == "win32"'}
"""What our dependencies need on other systems than the one that the lock is made on, and on which."""

RESEARCH = ("dask", "openspiel", "pettingzoo")
"""Extras that only some have; where they are installed, their tests run."""

HEADER = """\
# Made by scripts/lock.py from pyproject.toml: {what}.
# Install with `pip install --require-hashes -r`; do not edit.
"""


def main(arguments: list[str]) -> int:
    """Writes the locks, the largest first, so that the others agree with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    run: list[str] = project["project"]["dependencies"] + list(ELSEWHERE)
    test: list[str] = run + project["project"]["optional-dependencies"]["test"]
    build: list[str] = project["build-system"]["requires"]
    extras = project["project"]["optional-dependencies"]
    research = sorted({wish for extra in RESEARCH for wish in extras[extra]})
    lock("test", "what the program and its tests need", test + build, [], arguments)
    lock("run", "what the program needs", run, ["test"], arguments)
    lock("build", "what building it needs", build, ["test"], arguments)
    lock("research", "what the extras for research need beside it", research, ["test"], arguments)
    return 0


def lock(name: str, what: str, wanted: list[str], constraints: list[str], arguments: list[str]) -> None:
    """Resolves one list of requirements into requirements/NAME.txt."""
    target = ROOT / "requirements" / f"{name}.txt"
    print(f"locking {target.relative_to(ROOT)}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "wanted.in")
        lines = wanted + [f"-c {ROOT / 'requirements' / other}.txt" for other in constraints]
        source.write_text("\n".join(lines) + "\n", "utf-8")
        command = [
            *(
                sys.executable,
                "-m",
                "piptools",
                "compile",
                "--generate-hashes",
                "--allow-unsafe",
                "--strip-extras",
            ),
            *("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options"),
            *("--no-header", "--no-annotate", "--no-config", "--quiet"),
            *("--output-file", str(target), *arguments, str(source)),
        ]
        settings = {
            key: value for key, value in os.environ.items() if not key.startswith("PIP_") or key == "PIP_CERT"
        }
        subprocess.run(command, check=True, cwd=ROOT, env={**settings, "PIP_CONFIG_FILE": os.devnull})
    text = target.read_text("utf-8")
    for package, condition in ELSEWHERE.items():
        text = re.sub(rf"^({package}==\S+) \\$", rf"\1 ; {condition} \\", text, flags=re.MULTILINE)
    target.write_text(HEADER.format(what=what) + text.removeprefix(HEADER.format(what=what)), "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
