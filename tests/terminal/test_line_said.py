"""What line mode says about the events of a session: in both languages, in ASCII, and by hostile hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gefaehrten.cli.line.said import Company, said, seated
from gefaehrten.core.figures import grouped
from gefaehrten.core.lines import Glyphs, cells
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Wording
from gefaehrten.session.events import (
    Back,
    Chatted,
    Ended,
    Failed,
    FaultFound,
    Judged,
    Left,
    Notice,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    Stepped,
    TableOpened,
    Waiting,
)
from protocol.identity import fingerprint
from tests.german import german
from tests.terminal.table import HOSTILE, NAMES, harmless

COMPANY = Company(NAMES, 0)
AGAIN = TableOpened(
    "[::1]:8765", "ABCD-EFGH", "IJKL", "gefaehrten://[::1]:8765/ABCD-EFGH", "00", resumed=True
)
FAULT = FaultFound(7, 3, "shuffle", Sentence("A turn stops before its end."))


def every(text: str) -> Sequence[SessionEvent]:
    """One event of each kind, and of each way it is said; `text` wherever others choose the words."""
    return (
        TableOpened("[::1]:8765", "ABCD-EFGH", "IJKL", "gefaehrten://[::1]:8765/ABCD-EFGH", "00"),
        AGAIN,
        Seated(1, text, "ab" * 32, bot=False),
        Seated(1, text, "ab" * 32, bot=True),
        Left(1, text),
        Started("00", ({"seat": 0, "name": text},), 0.213, "jadoj-vavad"),
        Started("00", ({"seat": 0, "name": text},), 0.213, "jadoj-vavad", 0),
        Resumed(12),
        Waiting(1, text, 40.4),
        Waiting(-1, "", 40.4),
        Back(1, text),
        Back(-1, ""),
        Chatted(1, text, text),
        Ended((9, 21, 8, 7), (1,), "locations", 5, "ab"),
        Ended((9, 1, 8, 7), (0,), "locations", 5, "ab"),
        Ended((9, 9, 8, 7), (0, 1), "locations", 5, "ab"),
        Ended((7, 9, 9, 7), (1, 2), "locations", 5, "ab"),
        Ended((9, 1, 8, 7), (0,), "absence", 5, "ab"),
        Ended((0, 0, 0, 0), (), "fault", 5, "ab"),
        Ended((0, 0, 0, 0), (), "locations", 5, "ab"),
        Judged(honest=True, proven=True, faults=()),
        Judged(honest=True, proven=False, faults=()),
        Judged(honest=False, proven=True, faults=(FAULT,)),
        Failed("bot", Sentence("A connection was refused: {text}", {"text": text})),
        Notice("away", Sentence("A connection was refused: {text}", {"text": text})),
    )


def spoken(event: SessionEvent, wording: Wording, company: Company = COMPANY, width: int = 80) -> str:
    return "\n".join(each.text for each in said(event, wording, company, width))


NAMED = {"Chatted"}
"""Events that are nothing but others' words, alike in every language."""


@pytest.mark.parametrize("event", every("Berta"), ids=lambda event: type(event).__name__)
def test_every_event_is_said_in_both_languages(event: SessionEvent) -> None:
    english, translated = spoken(event, Wording(str)), spoken(event, Wording(german()))
    assert english
    assert translated
    assert (english == translated) is (type(event).__name__ in NAMED)
    assert "{" not in english + translated


@pytest.mark.parametrize("translate", [str, german()], ids=["en", "de"])
@pytest.mark.parametrize("text", ["Dörte", *HOSTILE])
def test_nothing_but_ascii_where_that_is_all_there_is(text: str, translate: Callable[[str], str]) -> None:
    for event in every(text):
        shown = spoken(event, Wording(translate, Glyphs.ASCII), Company((text,) * 4, 0))
        assert shown.isascii()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_harmless_and_stay_within_the_screen(text: str) -> None:
    for event in every(text):
        for width in (60, 80):
            rows = said(event, Wording(str), Company((text,) * 4, -1), width)
            assert all(harmless(row.text) for row in rows)
            assert all(cells(row.text) <= width for row in rows)


def test_a_step_is_the_business_of_the_game() -> None:
    assert said(Stepped({"step": "end_turn", "seat": 0}), Wording(str), COMPANY) == []


def test_the_winner_and_all_points_by_name() -> None:
    ended = Ended((9, 21, 8, 7), (1,), "locations", 5, "ab")
    assert spoken(ended, Wording(str)).splitlines() == [
        "Berta has won.",
        "    Berta: 21",
        "    You: 9",
        "    Cem: 8",
        "    Dörte: 7",
    ]
    assert spoken(ended, Wording(str), Company(NAMES, 1)).splitlines()[:2] == ["You have won!", "    You: 21"]
    assert spoken(ended, Wording(str), Company()).splitlines()[0] == "Seat 1 has won."


@pytest.mark.parametrize(
    ("seat", "headline"),
    [
        (0, "You share the victory with Berta, Cem."),
        (3, "Anna, Berta, Cem share the victory."),
        (-1, "Anna, Berta, Cem share the victory."),
    ],
)
def test_a_shared_victory(seat: int, headline: str) -> None:
    ended = Ended((9, 9, 9, 7), (0, 1, 2), "locations", 5, "ab")
    assert spoken(ended, Wording(str), Company(NAMES, seat)).splitlines()[0] == headline


def test_where_points_only_tell_who_has_won_they_are_not_listed() -> None:
    ended = Ended((0, 1), (1,), "mordor", 5, "ab")
    assert spoken(ended, Wording(str)) == "Berta has won."


def test_a_fault_has_no_winner_whatever_the_points_say() -> None:
    ended = Ended((9, 21, 8, 7), (), "fault", 5, "ab")
    assert spoken(ended, Wording(str)) == "The match ended in a fault: nobody has won."


def test_a_fault_in_the_verdict_is_somebodys_by_name() -> None:
    judged = Judged(honest=False, proven=True, faults=(FAULT,))
    assert spoken(judged, Wording(str)) == "Dörte, at entry 7: A turn stops before its end."
    assert "ehrlich" not in spoken(judged, Wording(german()))
    assert spoken(judged, Wording(str), Company(NAMES, 3)).startswith("You, at entry 7")


def test_a_fault_that_nobody_can_be_named_for_is_nobodys() -> None:
    fault = FaultFound(7, None, "unopened", Sentence("One of several."))
    judged = Judged(honest=False, proven=False, faults=(fault,))
    assert spoken(judged, Wording(str)) == "Entry 7: One of several."


def test_a_verdict_that_proves_nothing_says_so() -> None:
    judged = Judged(honest=True, proven=False, faults=())
    assert "unproven" in spoken(judged, Wording(str))
    assert "honest" not in spoken(judged, Wording(str))


def test_a_key_is_said_as_people_compare_it() -> None:
    key = bytes([7]) * 32
    for bot in (False, True):
        text = spoken(Seated(1, "Berta", key.hex(), bot=bot), Wording(str))
        assert f"Key {fingerprint(key)}." in text
        assert "takes seat 1" in text


def test_a_match_that_begins_before_anybody_knows_a_position_has_distinct_names_too() -> None:
    seats = tuple({"seat": n, "name": "Anna", "bot": False, "key": f"{n:02}" * 32} for n in (0, 1))
    company = seated(Started("00", seats, 0.2, "jadoj-vavad"), None)
    assert company.names == [f"Anna ({fingerprint(bytes([n]) * 32)[:4]})" for n in (0, 1)]
    assert company.seat == -1


def test_large_numbers_are_grouped_as_each_language_does() -> None:
    for number, english, translated in (
        (0, "0", "0"),
        (999, "999", "999"),
        (2594, "2,594", "2.594"),
        (1002003, "1,002,003", "1.002.003"),
    ):
        sentence = Sentence("{number}", {"number": grouped(number)})
        assert sentence.say(str) == english
        assert sentence.say(german()) == translated


def test_a_table_that_goes_on_has_no_free_seats_to_fill() -> None:
    text = spoken(AGAIN, Wording(str))
    assert "open again" in text
    assert f"gefaehrten join {AGAIN.invite}" in text
    assert "fill" not in text
