"""Shell. What a fuzzer runs: one module of `targets` for each thing that takes bytes from somebody else.

The one rule: a target's `run` returns for every input; whatever it raises is a bug, in the program or in the target.
The first line of its module is the invariant that it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.fuzz.mutate import Mutate, mutated

FOLDER = Path(__file__).parent / "targets"
MARK = "Invariant: "


@dataclass(frozen=True, slots=True)
class Target:
    """What takes any bytes.

    Attributes:
        invariant: what holds for all of them, in a sentence.
        run: returns, or raises what is a bug.
        seeds: good inputs to start from.
        mutate: how to make others of them.
    """

    name: str
    invariant: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    mutate: Mutate


def names() -> tuple[str, ...]:
    """All targets there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"))


def load(name: str) -> Target:
    """A target by the name of its module."""
    module = import_module(f"tests.fuzz.targets.{name}")
    first = (module.__doc__ or "").splitlines()[0]
    assert first.startswith(MARK), f"{name} does not say its invariant on its first line"
    seeds = tuple(module.seeds())
    assert seeds, f"{name} has nothing to start from"
    return Target(name, first.removeprefix(MARK), module.run, seeds, getattr(module, "mutate", mutated))
