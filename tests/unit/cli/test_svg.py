"""A drawing as SVG: valid, whole, alone, and closed to whatever a name tries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from gefaehrten.cli.svg import escape, style_sheet, svg
from gefaehrten.core.shapes import LINE, PARTY, Paint
from gefaehrten.core.view import Scene, Wording
from gefaehrten.engine import catalogue
from gefaehrten.games.gefaehrten.trail import cell_in
from tests.german import german
from tests.unit.engine import matches
from tests.unit.games.gefaehrten.positions import play
from tests.unit.games.gefaehrten.scenes import NAMES

NAMESPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</title></svg><script>alert(1)</script>",
    "\" onload='x' & &amp; <b>",
    "a\x00b\x1b[2J\u202e\u200b\ufffe\ud800c]]>",
    "漢字" * 200 + "🧙" * 40 + "é" + "\u0301" * 300,
)

ARTIST = catalogue.game("gefaehrten").artist()


def drawn(names: tuple[str, ...] = NAMES, *, actions: int = 60, seat: int = -1, seats: int = 4) -> str:
    kernel = play(seats, 11, actions)
    kernel.mask(seat)
    return svg(ARTIST.draw(Scene(kernel, seat, names), Wording(str)), "en")


def elements(text: str, name: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(text.encode()).iter(f"{NAMESPACE}{name}")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("actions", [0, 30, 90, 400])
def test_it_is_xml_with_title_and_description(seats: int, actions: int) -> None:
    text = drawn(actions=actions, seats=seats, seat=1)
    root = ElementTree.fromstring(text.encode())
    assert root.tag == f"{NAMESPACE}svg"
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    assert root.attrib["role"] == "img"
    parts = {child.attrib.get("id"): child.text for child in root}
    assert set(root.attrib["aria-labelledby"].split()) <= set(parts)
    assert (parts["title"] or "").startswith("Die Gefährten: ")
    assert NAMES[1] in (parts["desc"] or "")
    assert {"board", "players", "place", "road", "hand"} <= set(parts)


@pytest.mark.slow
def test_every_card_on_the_board_is_there() -> None:
    match = matches.finished(3, 4)
    text = svg(ARTIST.draw(Scene(match.kernel, -1, NAMES, match.steps), Wording(str)), "en")
    ids = {element.attrib.get("id", "") for element in elements(text, "g")}
    lying: set[tuple[int, int]] = set()
    for step in match.steps:
        match step["step"]:
            case "place":
                lying.add(cell_in(step, "cell"))
            case "nazgul" if step["cell"] is not None:
                lying.discard(cell_in(step, "cell"))
            case "recall":
                lying.discard(cell_in(step, "from"))
                lying.add(cell_in(step, "cell"))
    assert len(lying) > 40
    assert {f"card:{x},{y}" for x, y in lying} == {
        name for name in ids if name.startswith("card:") and "." not in name
    }


def test_it_works_alone() -> None:
    text = drawn()
    assert re.findall(r"(?:href|src|url\(|@import|<script|<image|<foreignObject|javascript:)", text) == []
    assert set(re.findall(r"https?://[^\"'\s]+", text)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"font-family:\s*([^;]+);", text)) == {"sans-serif", "serif"}


def test_names_are_never_markup() -> None:
    plain, hostile = drawn(), drawn(HOSTILE)

    def tags(text: str) -> set[str]:
        return {element.tag for element in ElementTree.fromstring(text.encode()).iter()}

    assert tags(hostile) == tags(plain)
    assert all("onload" not in element.attrib for element in ElementTree.fromstring(hostile.encode()).iter())
    written = [element.text or "" for element in elements(hostile, "text")]
    assert any(text.startswith("</title></svg><scr") for text in written)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\u200b\ud800-\udfff\ufffe]", hostile)
    assert len(hostile) < 2 * len(plain) + 200_000
    squeezed = [element for element in elements(hostile, "text") if "textLength" in element.attrib]
    assert squeezed, "what is too long for its room is squeezed into it"


def test_the_size_is_bounded() -> None:
    for actions in (0, 60, 400):
        assert len(drawn(actions=actions, seat=2).encode()) < 150_000


def test_the_language_is_that_of_the_reader() -> None:
    kernel = play(4, 11, 60)
    kernel.mask(-1)
    text = svg(ARTIST.draw(Scene(kernel, -1, NAMES), Wording(german())), "de")
    root = ElementTree.fromstring(text.encode())
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "de"
    assert "Beutelsend" in text


def test_escaping() -> None:
    assert escape("<a href=\"x\">'&'</a>") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"
    assert escape("a\x00\x0b\ud800\ufffe\uffffb") == "ab"
    assert len(escape("x" * 10_000)) < 5_000


def test_every_paint_has_a_look() -> None:
    sheet = style_sheet()
    assert [paint for paint in Paint if paint.value and f".p-{paint.value} {{" not in sheet] == []
    known = {f"p-{paint.value}" for paint in Paint}
    assert set(re.findall(r"\.(p-[\w-]+)", sheet)) <= known
    assert "@import" not in sheet
    assert "url(" not in sheet


def lightness(colour: str) -> float:
    """L* of CIELAB, 0 to 100, of an sRGB colour."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def colours(name: str) -> list[str]:
    """What a variable of the style sheet is, in light and in dark."""
    return re.findall(rf"--{name}: (#[0-9a-f]{{6}})", style_sheet())


def test_parties_are_told_apart_by_lightness() -> None:
    """Red and green, which some cannot tell apart, and both from yellow; blue differs from these in every eye."""
    for red, yellow, green in zip(colours("p0"), colours("p1"), colours("p2"), strict=True):
        steps = sorted((lightness(red), lightness(green), lightness(yellow)))
        assert steps == [lightness(red), lightness(green), lightness(yellow)]
        assert steps[1] - steps[0] > 13
        assert steps[2] - steps[1] > 13
    assert (len(PARTY), len(LINE)) == (4, 4)


def test_letters_on_cards_can_be_read() -> None:
    """WCAG's contrast of 3 for large letters; that of cards is the card's colour against what is written on it."""
    for party in range(4):
        ink = colours(f"on{party}")[0]
        for paper in colours(f"p{party}"):
            one, other = (((lightness(colour) + 16) / 116) ** 3 + 0.05 for colour in (ink, paper))
            assert max(one, other) / min(one, other) > 4
