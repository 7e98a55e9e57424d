"""The match in the open: the form that docs/cli.md promises, and nothing that was not public."""

from __future__ import annotations

import json

import pytest

from gefaehrten.session.export import FORMAT, open_record
from gefaehrten.session.restore import table_of
from protocol.record import RecordFile
from tests.machines import TableBench, offer
from tests.unit.session.toy_bench import bench, record


@pytest.mark.usefixtures("toy")
def test_the_form() -> None:
    table = table_of(record())
    whole = open_record(table)
    assert list(whole) == ["format", "game", "options", "match", "first", "seats", "steps"]
    assert whole["format"] == FORMAT == "gefaehrten-record/1"
    assert (whole["game"], whole["options"]) == ("toy", {"colour": "plain"})
    assert whole["match"] == record().table.match_id.hex()
    assert whole["first"] in (0, 1)
    assert whole["seats"] == [
        {
            "seat": number,
            "name": f"Peer {number}",
            "bot": False,
            "key": record().table.seats[number].key.hex(),
            "colours": [f"colour {number}"],
        }
        for number in (0, 1)
    ]
    assert json.loads(json.dumps(whole)) == whole


@pytest.mark.usefixtures("toy")
def test_a_match_is_exported_as_far_as_it_got() -> None:
    file = record()
    empty = open_record(table_of(RecordFile(file.table, file.signatures, ())))
    assert (empty["first"], empty["steps"]) == (None, [])
    half = open_record(bench("half", turns=2).peers[0].table)
    steps = half["steps"]
    assert isinstance(steps, list)
    assert [step["step"] for step in steps] == ["drawn", "drawn", "place", "place"]


@pytest.mark.usefixtures("toy")
def test_every_replica_exports_the_same_and_no_hand() -> None:
    made = bench("hands", turns=1)
    views = [open_record(peer.table) for peer in made.peers]
    assert views[0] == views[1] == open_record(table_of(made.record()))
    steps = views[0]["steps"]
    assert isinstance(steps, list)
    for step in steps:
        if step["step"] == "drawn":
            assert set(step) == {"step", "seat", "count"}


@pytest.mark.usefixtures("toy")
def test_an_export_cannot_be_used_to_change_the_match() -> None:
    table = table_of(record())
    whole = open_record(table)
    steps = whole["steps"]
    assert isinstance(steps, list)
    steps[0]["seat"] = 99
    steps.clear()
    assert open_record(table)["steps"] != []
    first = open_record(table)["steps"]
    assert isinstance(first, list)
    assert first[0]["seat"] != 99


STEP_KEYS = {
    "drawn": {"step", "seat", "count"},
    "place": {"step", "seat", "card", "cell", "token"},
    "nazgul": {"step", "seat", "colour", "cell"},
    "recall": {"step", "seat", "from", "cell", "token"},
    "end_turn": {"step", "seat"},
    "scored": {"step", "location", "parties"},
    "locate": {"step", "seat", "cell"},
    "over": {"step", "reason", "scores", "winners"},
}
"""docs/cli.md, "the record in the open": every key that is shown is always present."""


@pytest.mark.slow
def test_the_steps_of_the_card_game_have_the_promised_keys() -> None:
    made = TableBench(offer(2), seed="export")
    made.run()
    whole = open_record(made.peers[0].table)
    steps = whole["steps"]
    assert isinstance(steps, list)
    for step in steps:
        assert STEP_KEYS[step["step"]] <= set(step), step
    kinds = [step["step"] for step in steps]
    assert kinds[:2] == ["drawn", "drawn"]
    assert kinds[-1] == "over"
    assert {"place", "end_turn", "scored", "locate"} <= set(kinds)
    assert steps[-1]["scores"] == made.peers[0].match.scores()
    # Every turn ends by end_turn, by a location, or by the end of the match.
    mover: int | None = None
    for step in steps:
        if step["step"] in ("place", "nazgul", "recall"):
            assert mover in (None, step["seat"])
            mover = step["seat"]
        elif step["step"] in ("end_turn", "locate", "over"):
            mover = None
