"""Shell. Makes .venv, installs the locked requirements, and builds the package in place, each only when it must.

The one rule: standard library only, and nothing to do means nothing done. What was done stands in a stamp inside
.venv: a digest of everything that each of the two steps (requirements, build) depends on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "gefaehrten-stamp.json"
LOG = ROOT / "build" / "bootstrap.log"
PACKAGES = ("gefaehrten", "protocol", "ai")
GROUP = ROOT / "gefaehrten__mypyc.py"
"""Where the source of the one library that holds all compiled modules would be (see setup.py)."""

INTERPRETED = """\
The kernels stay interpreted: everything works, but bots think many times slower.
A C compiler and Python's header files mend it, then `scripts/bootstrap --again`. What was tried: {log}"""


def main(arguments: list[str]) -> int:
    """Brings .venv up to date; returns the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/bootstrap", description="Makes or refreshes .venv.")
    parser.add_argument("--test", action="store_true", help="install what tests and checks need as well")
    parser.add_argument("--again", action="store_true", help="build once more even if nothing has changed")
    asked = parser.parse_args(arguments)
    try:
        ensure_venv()
        stamp = read_stamp()
        # Tools that somebody asked for once stay.
        locks = ["build", "test" if asked.test or stamp.get("tools") == "test" else "run"]
        install_requirements(stamp, locks)
        build_in_place(stamp, again=asked.again)
    except subprocess.CalledProcessError as problem:
        say(f"`{' '.join(str(word) for word in problem.cmd[:5])} …` failed; all it said: {LOG}")
        return 1
    except OSError as problem:
        say(str(problem))
        return 1
    return 0


def ensure_venv() -> None:
    """Makes .venv, anew where it does not work (the Python that it was made with has gone, say)."""
    if python().exists():
        check = "import sys, pip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))"
        if subprocess.run([python(), "-c", check], capture_output=True, check=False).returncode == 0:
            return
    if find_spec("ensurepip") is None:
        raise OSError(
            f"{sys.executable} cannot make a .venv with pip in it; on Debian: apt install python3-venv"
        )
    say("making .venv")
    venv.EnvBuilder(with_pip=True, clear=VENV.exists(), symlinks=os.name != "nt").create(VENV)


def install_requirements(stamp: dict[str, str], names: list[str]) -> None:
    """Installs exactly what the locks name, every file checked against its hash."""
    locks = [ROOT / "requirements" / f"{name}.txt" for name in names]
    wanted = digest(locks)
    if stamp.get("requirements") == wanted:
        return
    say("installing what requirements/" + " and ".join(f"{name}.txt" for name in names) + " name")
    pip("--require-hashes", *(word for lock in locks for word in ("-r", str(lock))))
    stamp.clear()
    stamp.update(requirements=wanted, tools=names[-1])
    write_stamp(stamp)


def build_in_place(stamp: dict[str, str], *, again: bool) -> None:
    """An editable install: kernels and search compiled beside their sources, the catalogues too."""
    delete_orphans()
    wanted = digest([ROOT / "pyproject.toml", ROOT / "setup.py", *sources(), *catalogues()])
    wanted += "" if compile_wanted() else " pure"
    if stamp.get("build") == wanted and not again and not stale(stamp):
        return
    say("building")
    pip("--no-deps", "--no-build-isolation", "--verbose", "--editable", str(ROOT))
    compiled = all(libraries(source) for source in sources())
    stamp.update(build=wanted, form="compiled" if compiled else "interpreted")
    write_stamp(stamp)
    if compile_wanted() and not compiled:
        say(INTERPRETED.format(log=LOG))


def stale(stamp: dict[str, str]) -> bool:
    """Whether something that was built is gone or older than its source."""
    if stamp.get("form") == "compiled":
        for source in sources():
            found = libraries(source)
            if not found or any(older(library, source) for library in found):
                return True
    return any(older(source.with_suffix(".mo"), source) for source in catalogues())


def delete_orphans() -> None:
    """Deletes compiled forms whose source is gone or is compiled no more: they would still be imported."""
    kept = {library for source in (*sources(), GROUP) for library in libraries(source)}
    for suffix in ("*.so", "*.pyd"):
        for library in (
            *ROOT.glob(suffix),
            *(found for name in PACKAGES for found in (ROOT / name).rglob(suffix)),
        ):
            if library not in kept:
                say(f"deleting {library.relative_to(ROOT)}, which has no source")
                library.unlink()


def pip(*arguments: str) -> None:
    """Runs `pip install` in .venv; all it says goes to the log, its end to stderr as well when it fails."""
    command = [str(python()), "-m", "pip", "install", *arguments]
    command += ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text(done.stdout, "utf-8")
    if done.returncode:
        sys.stderr.write(done.stdout[-4000:])
        done.check_returncode()


def python() -> Path:
    """The Python of .venv."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def compile_wanted() -> bool:
    """Whether the build is to compile: unless `GEFAEHRTEN_PURE` says no."""
    return os.environ.get("GEFAEHRTEN_PURE", "") in ("", "0")


def sources() -> list[Path]:
    """What is to be compiled, as pyproject.toml says."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns: list[str] = table["tool"]["gefaehrten"]["compiled"]
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def catalogues() -> list[Path]:
    """The translations that the build compiles."""
    return sorted(ROOT.glob("gefaehrten/locale/*/LC_MESSAGES/*.po"))


def libraries(source: Path) -> list[Path]:
    """The compiled forms that lie beside a source."""
    return [*source.parent.glob(f"{source.stem}.*.so"), *source.parent.glob(f"{source.stem}.*.pyd")]


def older(built: Path, source: Path) -> bool:
    """Whether a built file is missing or older than its source."""
    return not built.exists() or built.stat().st_mtime < source.stat().st_mtime


def digest(paths: Iterable[Path]) -> str:
    """A hash of the files' names and bytes and of the Python that uses them."""
    total = hashlib.sha256(os.readlink(python()).encode() if python().is_symlink() else b"")
    total.update((VENV / "pyvenv.cfg").read_bytes())
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)} ".encode() + content)
    return total.hexdigest()


def read_stamp() -> dict[str, str]:
    """What was done last time; nothing, if the stamp is missing or is none of ours."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, str]) -> None:
    """Notes what has been done."""
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", "utf-8")


def say(text: str) -> None:
    """One line for the person who waits, on stderr: stdout belongs to what runs next."""
    print(f"gefaehrten: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
