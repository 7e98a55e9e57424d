"""The page of a replay: alone, small, closed to whatever a name tries, in the reader's language."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from gefaehrten.cli.html import TEXTS, page
from gefaehrten.cli.judgement import judgement
from gefaehrten.core.view import Wording
from gefaehrten.session.history import History, look_back
from gefaehrten.session.verify import parsed
from protocol.record import RecordFile
from scripts import example
from tests import replays
from tests.german import german

pytestmark = pytest.mark.slow

EVIL = "</script><script>alert(1)</script>{{data}} \u2028<!-- ${x} \\u003c"


@cache
def record() -> RecordFile:
    return parsed(example.RECORD.read_bytes())


@cache
def history() -> History:
    return look_back(record())


def renamed(*names: str) -> History:
    """The same match between players of other names; its signatures do not hold then, which the page does not ask."""
    past = look_back(record())
    past.names = names
    return past


class Reader(HTMLParser):
    """Everything of a page that a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.blocks: dict[str, str] = {}
        self._open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style", "title"):
            self._open = "data" if dict(attrs).get("id") == "data" else tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.blocks[self._open] = self.blocks.get(self._open, "") + data

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.blocks["data"])
        return found


@cache
def english() -> str:
    return page(history(), Wording(str), "en")


def test_nothing_is_loaded_from_anywhere() -> None:
    text = english()
    assert (
        re.findall(
            r"https?:|//[a-z]+\.|@import|\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon", text
        )
        == []
    )
    assert (
        re.findall(
            r"\bimport\(|<link|<img|<iframe|<object|<embed|url\(|\seval\(|innerHTML|document\.write", text
        )
        == []
    )
    for tag, attributes in Reader(text).tags:
        assert not {"src", "href", "style", "action"} & set(attributes), tag
        assert not [name for name in attributes if name.startswith("on")], tag


def test_the_policy_allows_its_own_script_and_style_and_nothing_else() -> None:
    reader = Reader(english())
    policy = next(
        attributes["content"]
        for tag, attributes in reader.tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == "'none'"
    for rule, block in (("script-src", "script"), ("style-src", "style")):
        digest = b64encode(sha256(reader.blocks[block].encode()).digest()).decode()
        assert rules.pop(rule) == f"'sha256-{digest}'"
    assert set(rules.values()) == {"'none'"}
    assert "unsafe" not in policy
    assert [tag for tag, _ in reader.tags].count("script") == 2


def test_a_whole_match_is_small() -> None:
    assert len(english().encode()) < 400_000


def test_every_step_is_there() -> None:
    data = Reader(english()).data
    past = history()
    assert data["last"] == past.last
    assert data["log"] == [
        [index, str(sentence), (past.step(index) or {}).get("seat", -1)]
        for index, sentence in enumerate(past.sentences)
        if sentence is not None
    ]
    assert data["scorings"] == list(past.scorings)
    assert [view for view, _ in data["views"]] == [-1, 0, 1, 2, 3]
    assert all(len(frames) == past.length for parts in data["tracks"].values() for frames in parts.values())
    assert set(data["tracks"]["-1"]) == {"board", "players", "place", "road", "chart"}
    assert all(set(data["tracks"][str(seat)]) == {"hand"} for seat in range(4))
    assert [points for _, points, _ in data["milestones"]][-1] == list(past.scores(past.last))
    assert len(data["ranks"]) == len(data["ids"])


def test_names_are_never_markup() -> None:
    past = renamed(EVIL, "</title>", '"><b>', "\x00\x1b[2J\u202e")
    reader = Reader(page(past, Wording(str), "en"))
    assert [tag for tag, _ in reader.tags] == [tag for tag, _ in Reader(english()).tags]
    assert reader.data["names"][0] == EVIL.replace("\u2028", "")
    assert reader.blocks["script"] == Reader(english()).blocks["script"]
    assert "<" not in reader.blocks["data"]
    assert "{{data}}" in reader.data["names"][0]


def test_a_match_that_runs_has_no_hands_and_says_so() -> None:
    half = look_back(replace(record(), entries=record().entries[:120]))
    reader = Reader(page(half, Wording(str), "en"))
    assert [view for view, _ in reader.data["views"]] == [-1]
    assert reader.data["last"] == half.last > 0
    assert "The record stops at entry 120; what there is holds." in page(half, Wording(str), "en")


def test_a_match_without_scorings_promises_none() -> None:
    made = page(replays.unscored(), Wording(str), "en")
    assert "next scoring" not in made
    assert "To the next turn" in made
    assert "next scoring" in page(history(), Wording(str), "en")


def test_a_match_that_never_began_is_a_page_too() -> None:
    nothing = look_back(replace(record(), entries=()))
    data = Reader(page(nothing, Wording(str), "en")).data
    assert (data["last"], data["log"], data["milestones"]) == (0, [], [])
    assert "chart" not in data["tracks"]["-1"]


def test_hidden_points_stay_hidden_until_the_end() -> None:
    past = look_back(replace(record(), entries=record().entries[:150]))
    assert past.scorings
    past.setup = replace(past.setup, options={**past.setup.options, "points": "hidden"})
    data = Reader(page(past, Wording(str), "en")).data
    assert "chart" not in data["tracks"]["-1"]
    assert {points for _, all_points, _ in data["milestones"] for points in all_points} == {None}
    whole = look_back(record())
    whole.setup = past.setup
    assert "chart" in Reader(page(whole, Wording(str), "en")).data["tracks"]["-1"]


def test_it_speaks_german() -> None:
    text = page(history(), Wording(german()), "de")
    assert '<html lang="de">' in text
    assert "Beutelsend" in text
    assert "Partie" in text


def test_no_text_of_the_page_is_forgotten() -> None:
    markup = re.sub(r"<script.*?</script>|<style.*?</style>", "", english(), flags=re.DOTALL)
    assert "{{" not in markup
    for key, text in TEXTS.items():
        if "{" not in text and key != "start":
            assert text.replace("'", "&#39;") in english(), key


def test_judgements() -> None:
    assert [str(said) for said in judgement(history().report, history().names)] == [
        "All 4 seats honest, proven."
    ]
    last = history().report.entries
    play_only = look_back(replace(record(), entries=record().entries[:last]))
    assert str(judgement(play_only.report, play_only.names)[0]) == (
        "What can be checked holds; unproven, because these did not open their secrets: Anna, Berta, Cem, Dörte."
    )
    entry = record().entries[99]
    flipped = replace(entry, signature=bytes([entry.signature[0] ^ 1]) + entry.signature[1:])
    broken = look_back(replace(record(), entries=(*record().entries[:99], flipped)))
    said = [str(sentence) for sentence in judgement(broken.report, broken.names)]
    assert said[0] == "This record does not hold; what comes before its first fault is shown."
    assert said[1].startswith("Entry 100: ")
