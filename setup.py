"""Shell. Builds what is not plain Python: kernels and search through mypyc, the catalogues through Babel.

The one rule: a build never fails for want of a compiler. It then goes on interpreted, with one warning.
`GEFAEHRTEN_PURE=1` skips the compiling. What is compiled stands in `[tool.gefaehrten]` of pyproject.toml.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
GROUP = "gefaehrten"
"""The one library that holds all compiled modules is `gefaehrten__mypyc`, beside the packages: from where it lies
mypyc derives the modules' `__file__`."""

PURE = os.environ.get("GEFAEHRTEN_PURE", "") not in ("", "0")


def compiled_sources() -> list[str]:
    """The sources to compile, relative to the root, in a stable order."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns: list[str] = table["tool"]["gefaehrten"]["compiled"]
    return [path.relative_to(ROOT).as_posix() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def remove_compiled() -> None:
    """Deletes what an earlier build left beside the sources: a stale library would hide every edit."""
    for source in (*compiled_sources(), f"{GROUP}__mypyc.py"):
        path = ROOT / source
        for library in (*path.parent.glob(f"{path.stem}.*.so"), *path.parent.glob(f"{path.stem}.*.pyd")):
            library.unlink()


def warn(text: str) -> None:
    """One clear line on stderr; pip shows it with -v, scripts/bootstrap always."""
    print(f"WARNING: gefaehrten: {text}", file=sys.stderr, flush=True)


class BuildCompiled(build_ext):
    """Runs mypyc when something is really built, not whenever setup.py is read for metadata."""

    def run(self) -> None:
        try:
            from mypyc.build import mypycify

            extensions = mypycify(compiled_sources(), opt_level="3", debug_level="0", group_name=GROUP)
            self.start_over(extensions)
            super().run()
        except (Exception, SystemExit) as problem:
            self.extensions = self.distribution.ext_modules = []
            if self.inplace:
                remove_compiled()
            warn(
                f"kernels and search were not compiled ({type(problem).__name__}: {problem}); "
                "everything works, but bots think many times slower. A C compiler and Python's headers mend it."
            )
            return
        for path in self.get_outputs():
            # The C text may not have changed with a touched source; the time must still tell that it was looked at.
            if os.path.exists(path):
                os.utime(path)

    def start_over(self, extensions: list[Extension]) -> None:
        """Finalizes the command once more with what is really to be built, and to the same place."""
        kept = {name: getattr(self, name) for name in ("inplace", "editable_mode", "build_lib", "build_temp")}
        self.distribution.ext_modules = extensions
        self.initialize_options()
        for name, value in kept.items():
            setattr(self, name, value)
        self.finalized = 0
        self.ensure_finalized()


class BuildCatalogues(build_py):
    """Compiles the catalogues beside their sources, so that an editable install has them too."""

    def run(self) -> None:
        if PURE and self.editable_mode:
            remove_compiled()
        self.compile_catalogues()
        super().run()

    def compile_catalogues(self) -> None:
        try:
            from babel.messages.mofile import write_mo
            from babel.messages.pofile import read_po
        except ImportError:
            warn("without Babel there are no translations: texts stay English.")
            return
        for source in sorted(ROOT.glob("gefaehrten/locale/*/LC_MESSAGES/*.po")):
            with source.open("rb") as text:
                catalogue = read_po(text, locale=source.parts[-3])
            with source.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, catalogue)


setup(
    # The placeholder only says that the wheel belongs to one platform; BuildCompiled puts the real ones in its place.
    ext_modules=[] if PURE else [Extension(f"{GROUP}__mypyc", sources=[])],
    cmdclass={"build_ext": BuildCompiled, "build_py": BuildCatalogues},
)
