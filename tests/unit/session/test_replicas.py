"""From a table record to a match: what cannot be played here is refused by name, whatever the record says."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.engine import catalogue
from gefaehrten.session.replicas import known_rules, match_of, setup_of
from protocol.errors import ProtocolError, Refused
from protocol.table import OptionValue, TableRecord
from tests.machines import offer
from tests.unit.protocol import samples


def record(seats: int = 3, **changed: object) -> TableRecord:
    table = offer(seats)
    made = msgspec.structs.replace(
        samples.record(min(seats, 4)), game=table.game, rules_hash=table.rules_hash, options=table.options
    )
    made = msgspec.structs.replace(
        made, seats=tuple(msgspec.structs.replace(seat, wish="") for seat in made.seats[:seats])
    )
    return msgspec.structs.replace(made, **changed)


def with_wishes(*wishes: str) -> TableRecord:
    made = record(len(wishes))
    seats = tuple(
        msgspec.structs.replace(seat, wish=wish) for seat, wish in zip(made.seats, wishes, strict=True)
    )
    return msgspec.structs.replace(made, seats=seats)


def refusal(table: TableRecord) -> str:
    with pytest.raises(Refused) as caught:
        match_of(table)
    assert caught.value.code == "rules"
    return str(caught.value)


def test_every_game_is_known_by_its_rules() -> None:
    known = known_rules()
    assert set(known) == set(catalogue.keys())
    assert all(known[key] == catalogue.game(key).rules_hash() for key in known)


def test_the_setup_is_what_the_record_says() -> None:
    setup = setup_of(with_wishes("blue", "", "red"))
    assert (setup.seats, setup.wishes) == (3, ("blue", "", "red"))
    assert setup.options == {"nazgul_range": "location", "points": "open"}
    match = match_of(with_wishes("blue", "", "red"))
    assert match.game.colours(match.setup) == (("blue",), ("yellow",), ("red",))


def test_options_reach_the_game() -> None:
    options = (OptionValue("nazgul_range", "table"), OptionValue("points", "hidden"))
    assert match_of(record(options=options)).setup.options == {"nazgul_range": "table", "points": "hidden"}


def test_a_game_that_is_not_here() -> None:
    assert "chess" in refusal(record(game="chess"))


def test_other_rules_of_a_game_that_is_here() -> None:
    refusal(record(rules_hash=bytes(32)))


@pytest.mark.parametrize(
    "options", [(OptionValue("nazgul_range", "everywhere"),), (OptionValue("speed", "fast"),)]
)
def test_options_that_cannot_be(options: tuple[OptionValue, ...]) -> None:
    refusal(record(options=options))


@pytest.mark.parametrize("missing", [0, 1])
def test_every_option_of_the_game_is_said(missing: int) -> None:
    """Even where the default is meant: two records of one agreement would have two ids."""
    options = list(record().options)
    gone = options.pop(missing)
    assert gone.key in refusal(record(options=tuple(options)))


def test_no_option_at_all() -> None:
    refusal(record(options=()))


def test_a_wish_that_is_no_colour() -> None:
    assert "pink" in refusal(with_wishes("pink", ""))


def test_too_few_seats() -> None:
    refusal(record(1))


@given(
    seats=st.integers(1, 4),
    options=st.dictionaries(
        st.sampled_from(["nazgul_range", "points", "x"]), st.sampled_from(["location", "open", "y", ""])
    ),
    wish=st.sampled_from(["", "red", "blue", "RED", "\x00"]),
)
def test_whatever_a_record_says_there_is_a_match_or_a_refusal(
    seats: int, options: dict[str, str], wish: str
) -> None:
    made = record(seats, options=tuple(OptionValue(key, options[key]) for key in sorted(options)))
    made = msgspec.structs.replace(
        made, seats=tuple(msgspec.structs.replace(seat, wish=wish) for seat in made.seats)
    )
    match = samples.outcome(match_of, made)
    if isinstance(match, ProtocolError):
        assert isinstance(match, Refused)
        assert str(match)
    else:
        assert match.setup.seats == seats
        assert match.need().kind == "roll"
