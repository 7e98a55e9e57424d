"""What is said of a match that is looked back on."""

from __future__ import annotations

import pytest

from gefaehrten.cli.screen.recap import Recap
from gefaehrten.core.lines import Glyphs, Style
from gefaehrten.core.view import Wording
from gefaehrten.session.history import History
from tests import replays

pytestmark = pytest.mark.slow

WORDING = Wording(str)


def recap(history: History) -> Recap:
    return Recap(history, WORDING)


def test_it_stops_where_something_is_told_and_where_all_cards_are_dealt() -> None:
    past = replays.whole()
    stops = recap(past).stops
    told = [index for index in range(past.length) if past.sentences[index] is not None]
    assert list(stops) == [4, *told]
    assert [past.steps[index]["step"] for index in range(4)] == ["drawn"] * 4


def test_the_log_ends_with_the_step_and_only_then_strongly() -> None:
    said = recap(replays.whole())
    assert said.log(4) == ()
    first, second = said.log(8)
    assert first.text == "Cem: 3 Merry on space 9"
    assert second.text == "Dörte: 2 Arwen on space 7"
    assert [each.spans[0].style for each in (first, second)] == [Style.PLAIN, Style.STRONG]
    assert [each.spans[0].style for each in said.log(9)] == [Style.PLAIN, Style.PLAIN]


def test_the_whole_log_bears_a_sign_where_the_step_is() -> None:
    said = recap(replays.whole())
    lines, at = said.marked(9)
    assert len(lines) == len(said.log(replays.whole().last))
    assert lines[at].text == "▶   8  Dörte: 2 Arwen on space 7"
    assert [number for number, each in enumerate(lines) if "▶" in each.text] == [at]
    assert lines[at + 1].spans[-1].style is Style.DIM
    before, _ = said.marked(2)
    assert not any("▶" in each.text for each in before)


def test_every_step_has_a_sentence() -> None:
    past = replays.whole()
    said = recap(past)
    assert said.sentence(0).text == "The match begins."
    assert said.sentence(1).text == "Anna: cards drawn: 6"
    assert said.sentence(6).text == "Cem: end of the turn"
    assert said.sentence(5).text == "Cem: 3 Merry on space 9"
    assert all(said.sentence(index).text for index in range(past.length))


def test_a_match_that_is_whole_and_proven_leaves_no_doubt() -> None:
    said = recap(replays.whole())
    assert said.doubts == ()
    text = [each.text.strip() for each in said.result]
    assert text[0] == "Anna has won."
    assert text[1:5] == ["Anna: 29", "Berta: 20", "Cem: 18", "Dörte: 14"]
    assert text[5:] == ["All 4 seats honest, proven."]


@pytest.mark.parametrize(
    ("make", "sentence", "style"),
    [
        (lambda: replays.cut(150), "The record stops at entry 150; what there is holds.", Style.WARN),
        (lambda: replays.cut(0), "The record stops at entry 0; what there is holds.", Style.WARN),
        (replays.unproven, "What can be checked holds; unproven, because", Style.WARN),
        (replays.broken, "This record does not hold;", Style.BAD),
        (replays.lied, "Not everybody at this table was honest.", Style.BAD),
    ],
)
def test_what_is_doubtful_is_said_in_one_sentence_and_again_at_the_end(
    make: replays.Make, sentence: str, style: Style
) -> None:
    said = recap(make())
    (doubt,) = said.doubts
    assert doubt.text.startswith(sentence)
    assert doubt.spans[0].style is style
    assert doubt in said.result


def test_who_is_at_fault_stands_at_the_end() -> None:
    assert any("Entry" in each.text for each in recap(replays.broken()).result)
    assert recap(replays.lied()).result[0].text == "The match is over, and nobody has won."


def test_a_record_of_nothing_has_something_to_say() -> None:
    said = recap(replays.cut(0))
    assert said.stops == (0,)
    assert said.log(0) == ()
    assert said.marked(0) == ((), 0)


def test_ascii_has_its_own_sign() -> None:
    said = Recap(replays.whole(), Wording(str, Glyphs.ASCII))
    lines, at = said.marked(8)
    assert lines[at].text.startswith(">")
    assert all(each.text.isascii() for each in lines)
