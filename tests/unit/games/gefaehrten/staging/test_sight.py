"""What is worked out once for a scene, and not longer."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

from gefaehrten.games.gefaehrten.staging import sight as module
from gefaehrten.games.gefaehrten.staging.sight import KEPT, Sight, sight
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.scenes import scene
from tests.unit.games.gefaehrten.staging.staged import scene_after
from tests.unit.games.gefaehrten.staging.test_picture import weathertop


def test_the_same_position_gives_the_same_sight() -> None:
    here = scene(weathertop())
    again = replace(here, kernel=here.kernel.clone())
    assert sight(here) is sight(again)
    assert sight(replace(here, turn=(made.place("r1", "2"),))) is not sight(here)
    assert sight(replace(here, seat=1)) is not sight(here)
    assert sight(replace(here, names=("A", "B", "C", "D"))) is not sight(here)
    assert sight(replace(here, options={"points": "hidden"})) is not sight(here)


def test_a_kernel_that_goes_on_is_another_position() -> None:
    here = scene(weathertop())
    before = sight(here)
    here.kernel.apply(made.place("r1", "2"))
    assert sight(here) is not before
    assert before.now.free_spaces() != sight(here).now.free_spaces()


def test_another_record_is_another_sight() -> None:
    here = scene_after(4, 3, 12)
    assert sight(replace(here, steps=here.steps[:-1])) is not sight(here)
    assert sight(replace(here, steps=list(here.steps))) is sight(here)


def test_only_a_few_are_kept() -> None:
    module._sight.cache_clear()
    seen: list[weakref.ref[Sight]] = []
    for number in range(3 * KEPT):
        seen.append(weakref.ref(sight(scene(weathertop(scores=[number, 0, 0, 0])))))
    gc.collect()
    assert sum(each() is not None for each in seen) <= KEPT
