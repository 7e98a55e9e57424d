"""How long everybody may take, as options of the table: one form of each, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.session.offers import offer_of
from gefaehrten.session.replicas import match_of
from gefaehrten.session.requests import TableRules
from gefaehrten.session.terms import Terms, options_of, shown_seconds, terms_of
from protocol.errors import Refused
from protocol.table import OptionValue
from tests.machines import CODE
from tests.unit.session.test_replicas import record


def options(**said: str) -> tuple[OptionValue, ...]:
    return tuple(OptionValue(f"table.{key}", value) for key, value in said.items())


def test_what_is_not_said_is_as_usual() -> None:
    assert terms_of(()) == Terms(None, None, 0.0)
    assert terms_of([OptionValue("points", "open")]) == Terms()


def test_what_is_said_holds() -> None:
    assert terms_of(options(clock="90", grace="60", reserve="300")) == Terms(60.0, 90.0, 300.0)


@pytest.mark.parametrize("key", ["clock", "grace"])
@pytest.mark.parametrize("value", ["0", "", "090", "1.5", "-1", "100000", "90 ", "٩٠", "ninety"])
def test_every_other_form_is_refused(key: str, value: str) -> None:
    with pytest.raises(Refused):
        terms_of(options(**{key: value}))


def test_other_options_of_a_table_are_refused() -> None:
    with pytest.raises(Refused):
        terms_of(options(speed="9"))


def test_a_reserve_without_a_clock_is_refused() -> None:
    with pytest.raises(Refused):
        terms_of(options(reserve="90"))


@given(
    grace=st.none() | st.floats(0.01, 99_999.0),
    clock=st.none() | st.floats(0.01, 99_999.0),
    reserve=st.just(0.0) | st.floats(0.01, 99_999.0),
)
def test_whatever_a_host_asks_for_everybody_can_read(
    grace: float | None, clock: float | None, reserve: float
) -> None:
    said = [OptionValue(key, value) for key, value in options_of(Terms(grace, clock, reserve)).items()]
    read = terms_of(said)
    for asked, agreed in ((grace, read.grace), (clock, read.clock)):
        assert (asked is None) == (agreed is None)
        assert asked is None or agreed is None or 0 <= agreed - asked < 1
    if clock is not None and reserve:
        assert 0 <= read.reserve - reserve < 1
    else:
        assert read.reserve == 0


def test_a_table_with_a_clock_can_be_played() -> None:
    table = offer_of(
        TableRules("gefaehrten", 2, "random"), bytes(16), CODE, terms=Terms(clock=90.0, reserve=5.0)
    )
    said = {option.key: option.value for option in table.options}
    assert (said["table.clock"], said["table.reserve"]) == ("90", "5")
    assert [option.key for option in table.options] == sorted(said)
    assert match_of(record(options=table.options)).setup.options == {
        key: value for key, value in said.items() if not key.startswith("table.")
    }


def test_what_strangers_say_in_a_lobby_is_shown_only_where_it_makes_sense() -> None:
    assert shown_seconds(options(clock="90"), "table.clock") == 90
    assert shown_seconds(options(clock="\x1b[2J"), "table.clock") == 0
    assert shown_seconds((), "table.clock") == 0
