"""A scoring, shown slowly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.core.lines import cells
from gefaehrten.core.stage import Moment
from gefaehrten.core.view import Wording
from gefaehrten.games.gefaehrten.names import COLOURS
from gefaehrten.games.gefaehrten.stage import STAGE
from tests.unit.games.gefaehrten.scenes import ASCII, ENGLISH
from tests.unit.games.gefaehrten.staging.staged import reached, seen


def shown(
    seats: int, seed: int, width: int = 34, wording: Wording = ENGLISH
) -> list[tuple[dict[str, object], list[Moment]]]:
    """All scorings of a match with their moments."""
    match, _ = reached(seats, seed, 200)
    here = seen(match, 0)
    return [
        (step, STAGE.moments(step, replace(here, steps=match.steps[:number]), here.names, wording, width))
        for number, step in enumerate(match.steps)
        if step["step"] == "scored"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cards_light_up_party_by_party_and_totals_end_at_the_record(seats: int, seed: int) -> None:
    scorings = shown(seats, seed)
    assert len(scorings) >= 5
    for step, moments in scorings:
        parties = step["parties"]
        assert isinstance(parties, list)
        assert 3.0 <= sum(moment.seconds for moment in moments) <= 5.0
        assert len(moments) == sum(party["cards"] for party in parties) + 1
        *growing, last = moments
        assert last.lit == ()
        at = 0
        for party in reversed(parties):
            lit = [moment.lit for moment in growing[at : at + party["cards"]]]
            assert [len(cells_) for cells_ in lit] == list(range(1, party["cards"] + 1))
            at += party["cards"]
            if party["cards"]:
                letter = "rygb"[COLOURS.index(party["colour"])]
                row = next(each.text for each in growing[at - 1].lines if each.text.startswith(f"{letter} "))
                assert str(party["total"]) in row[16:].split()
        rows = [each.text for each in last.lines][-len(parties) :]
        for row, party in zip(rows, parties, strict=True):
            assert row[16:].split()[0] == str(party["total"])
            assert (f"+{party['ep']}" in row) == bool(party["ep"])
            assert (f"-{party['loss']}" in row) == bool(party["loss"])


@pytest.mark.slow
def test_widths_and_ascii() -> None:
    for width in (1, 12, 27, 60):
        for _, moments in shown(4, 5, width, ASCII):
            for moment in moments:
                assert all(cells(each.text) <= width for each in moment.lines)
                assert all(each.text.isascii() for each in moment.lines)


@pytest.mark.slow
def test_no_other_step_is_a_moment() -> None:
    match, _ = reached(4, 5, 60)
    here = seen(match, 0)
    kinds = {str(step["step"]): step for step in match.steps}
    for kind, step in kinds.items():
        if kind != "scored":
            assert STAGE.moments(step, here, here.names, ENGLISH, 30) == []
