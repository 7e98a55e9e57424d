"""The page of a replay in a real browser: what keys, slider, log and choices do to what is to be seen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gefaehrten.core.shapes import Text, walk
from gefaehrten.core.view import Wording
from gefaehrten.session.history import History, look_back
from gefaehrten.session.verify import parsed
from scripts import example
from tests.browser.chromium import Page, browser

pytestmark = pytest.mark.slow

REPLAY = example.FOLDER / "replay.html"
ARROW_LEFT, ARROW_RIGHT, END, HOME, PAGE_DOWN, SPACE = 37, 39, 35, 36, 34, 32
SHIFT = 8


@pytest.fixture(scope="module")
def history() -> History:
    return look_back(parsed(example.RECORD.read_bytes()))


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as page:
        page.size(1440, 900)
        page.prefer(motion="reduce", scheme="light")
        page.open(REPLAY.as_uri())
        yield page


@pytest.fixture
def page(chromium: Page) -> Iterator[Page]:
    """The page as it is at first; afterwards it must have asked for nothing and complained of nothing."""
    chromium.run("document.getElementById('view').value = '-1'")
    chromium.run("document.getElementById('sight').value = 'whole'")
    chromium.run("document.activeElement.blur()")
    chromium.press("Home", HOME)
    yield chromium
    assert chromium.complaints == []
    assert [address for address in chromium.requests if address != REPLAY.as_uri()] == []


def step(page: Page) -> int:
    """The position that the page says it shows."""
    shown = page.run("document.getElementById('count').textContent")
    return int(str(shown).split()[1])


def said(page: Page) -> str:
    return str(page.run("document.getElementById('said').textContent"))


def marked(page: Page) -> list[str]:
    """The lines of the log that are marked as where one is."""
    found: list[str] = page.run(
        "[...document.querySelectorAll('#log [aria-current]')].map(e => e.textContent)"
    )
    return found


def shapes(page: Page, part: str) -> dict[str, str]:
    """Every shape of a part by its id, as markup without what is in it."""
    script = f"""Object.fromEntries([...document.querySelectorAll('svg[data-part="{part}"] [data-id]')]
        .map(e => [e.dataset.id, e.cloneNode(false).outerHTML]))"""
    found: dict[str, str] = page.run(script)
    return found


def cards(page: Page) -> set[str]:
    """The cells on which cards lie."""
    return {
        name.removeprefix("card:")
        for name in shapes(page, "board")
        if name.startswith("card:") and "." not in name
    }


def lying(history: History, index: int, seat: int = -1) -> set[str]:
    """The same, as the artist draws it."""
    part = history.game.artist().draw(history.at(index, seat), Wording(str)).part("board")
    assert part is not None
    return {
        shape.id.removeprefix("card:")
        for _, shape in walk(part.shapes)
        if shape.id.startswith("card:") and "." not in shape.id
    }


def test_it_begins_at_the_beginning(page: Page, history: History) -> None:
    assert step(page) == 0
    assert cards(page) == set()
    assert marked(page) == []
    assert page.run("document.title") == "Die Gefährten: Anna, Berta, Cem, Dörte"
    assert page.run("document.querySelector('.verdict').textContent") == "All 4 seats honest, proven."
    assert page.run("document.documentElement.lang") == "en"
    assert page.run("document.getElementById('slider').max") == str(history.last)


def test_arrows_go_from_sentence_to_sentence(page: Page, history: History) -> None:
    told = [index for index, sentence in enumerate(history.sentences) if sentence is not None]
    for index in told[:5]:
        page.press("ArrowRight", ARROW_RIGHT)
        assert step(page) == index
        assert said(page) == str(history.sentences[index])
        assert marked(page) == [str(history.sentences[index])]
        assert cards(page) == lying(history, index)
    page.press("ArrowLeft", ARROW_LEFT)
    assert step(page) == told[3]
    assert cards(page) == lying(history, told[3])


def test_home_end_scorings_and_turns(page: Page, history: History) -> None:
    for scoring in history.scorings[:3]:
        page.press("s", ord("S"))
        assert step(page) == scoring
        assert said(page) == str(history.sentences[scoring])
    page.press("S", ord("S"), SHIFT)
    assert step(page) == history.scorings[1]
    page.press("PageDown", PAGE_DOWN)
    assert step(page) == next(turn for turn in history.turns if turn > history.scorings[1])
    page.press("End", END)
    assert step(page) == history.last
    assert cards(page) == lying(history, history.last)
    assert page.run("document.getElementById('forward').disabled") is True
    page.press("Home", HOME)
    assert step(page) == 0


def test_the_slider_goes_to_every_step(page: Page, history: History) -> None:
    for index in (history.last // 3, history.last - 1, history.last // 2):
        page.run(
            f"(() => {{ const s = document.getElementById('slider'); s.value = {index};"
            "s.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        assert step(page) == index
        assert cards(page) == lying(history, index)
    x, y, width = page.run(
        "(() => { const r = document.getElementById('slider').getBoundingClientRect();"
        "return [r.x, r.y + r.height / 2, r.width]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.ask("Input.dispatchMouseEvent", type=kind, x=x + width / 4, y=y, button="left", clickCount=1)
    assert abs(step(page) - history.last / 4) < history.last / 20


def test_a_line_of_the_log_is_a_way_there(page: Page, history: History) -> None:
    told = [index for index, sentence in enumerate(history.sentences) if sentence is not None]
    page.run("document.querySelectorAll('#log button')[40].click()")
    assert step(page) == told[40]
    assert marked(page) == [str(history.sentences[told[40]])]
    page.run("document.querySelectorAll('#prizes tbody button')[2].click()")
    assert step(page) == history.scorings[2]


def test_what_changes_by_steps_is_what_a_jump_shows(page: Page, history: History) -> None:
    """Forwards, backwards and at once: the same shapes in the same order."""

    def picture() -> str:
        return str(page.run("document.querySelector('svg[data-part=\"board\"]').innerHTML"))

    page.run(f"location.hash = '#step={history.scorings[3]}'")
    page.press("Home", HOME)
    while step(page) < history.scorings[3]:
        page.press("ArrowRight", ARROW_RIGHT)
    walked = picture()
    page.press("End", END)
    while step(page) > history.scorings[3]:
        page.press("S", ord("S"), SHIFT)
    assert step(page) == history.scorings[3]
    assert sorted(picture().replace(' class=""', "").split("<")) == sorted(
        walked.replace(' class=""', "").split("<")
    )


def test_a_card_lies_where_it_was_placed(page: Page, history: History) -> None:
    index = next(
        index for index in range(history.length) if (history.step(index) or {}).get("step") == "place"
    )
    placed = history.step(index)
    assert placed is not None
    page.press("ArrowRight", ARROW_RIGHT)
    cell = placed["cell"]
    assert isinstance(cell, list)
    x, y = cell
    group = shapes(page, "board")[f"card:{x},{y}"]
    assert f'transform="translate({72 * x} {98 * y})"' in group
    box: dict[str, float] = page.run(
        f"""document.querySelector('[data-id="card:{x},{y}"]').getBoundingClientRect().toJSON()"""
    )
    board: dict[str, float] = page.run(
        """document.querySelector('svg[data-part="board"]').getBoundingClientRect().toJSON()"""
    )
    assert board["left"] <= box["left"] < box["right"] <= board["right"]
    assert board["top"] <= box["top"] < box["bottom"] <= board["bottom"]


def test_a_seat_shows_its_hand_and_a_watcher_none(page: Page, history: History) -> None:
    index = history.scorings[2]
    page.run(f"location.hash = '#step={index}'")
    page.press("Home", HOME)
    for _ in range(3):
        page.press("s", ord("S"))
    assert shapes(page, "hand") == {}
    for seat in range(4):
        page.press("v", ord("V"))
        assert page.run("document.getElementById('view').value") == str(seat)
        part = history.game.artist().draw(history.at(index, seat), Wording(str)).part("hand")
        assert part is not None
        texts = page.run(
            "[...document.querySelectorAll('svg[data-part=\"hand\"] text')].map(e => e.textContent)"
        )
        drawn = [shape.text for _, shape in walk(part.shapes) if isinstance(shape, Text)]
        assert sorted(texts) == sorted(drawn)
    page.press("v", ord("V"))
    assert shapes(page, "hand") == {}


def test_space_plays_at_the_speed_that_is_chosen(page: Page) -> None:
    """The clock is the page's own: it is wound by hand, so that the test need not wait for it."""
    page.run(
        "window.wound = []; window.kept = window.setTimeout;"
        "window.setTimeout = (act, after) => window.wound.push([act, after])"
    )
    try:
        page.press(" ", SPACE)
        assert page.run("document.getElementById('play').getAttribute('aria-pressed')") == "true"
        assert page.run("wound[0][1]") == 1500
        page.run("wound.pop()[0]()")
        first = step(page)
        assert first > 0
        for _ in range(2):
            page.press("+", 187)
        page.run("wound.pop()[0]()")
        assert step(page) > first
        assert page.run("wound[0][1]") == 375
        page.press(" ", SPACE)
        assert page.run("document.getElementById('play').getAttribute('aria-pressed')") == "false"
    finally:
        page.run("window.setTimeout = window.kept")
        page.run("document.getElementById('speed').value = '1'")


def test_points_and_prizes_follow(page: Page, history: History) -> None:
    page.press("s", ord("S"))
    page.press("s", ord("S"))
    rows = page.run("[...document.querySelectorAll('#prizes tbody tr')].map(e => e.innerText)")
    assert len(rows) == len(history.scorings)
    assert page.run(
        "[...document.querySelectorAll('#prizes tr[aria-current] button')].map(e => e.textContent)"
    ) == ["2 Bree"]
    assert "chart.now" in shapes(page, "chart")
    last = page.run(
        "[...document.querySelectorAll('#prizes tbody tr:last-child td')].map(e => parseInt(e.textContent))"
    )
    assert last == list(history.scores(history.last))


@pytest.mark.parametrize("width", [1440, 1024, 768, 390, 320])
def test_nothing_is_wider_than_the_window(page: Page, width: int) -> None:
    page.size(width, 800)
    try:
        for key, code in (("End", END), ("Home", HOME)):
            page.press(key, code)
            assert page.run("document.documentElement.scrollWidth") <= width
        buttons = page.run(
            "[...document.querySelectorAll('nav button')].map(e => e.getBoundingClientRect())"
            ".every(r => r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.width >= 24)"
        )
        assert buttons is True
    finally:
        page.size(1440, 900)


def test_light_and_dark_differ(page: Page) -> None:
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    fill = "getComputedStyle(document.querySelector('.p-ink')).fill"
    light = page.run(f"[{colour}, {fill}]")
    page.prefer(motion="reduce", scheme="dark")
    try:
        dark = page.run(f"[{colour}, {fill}]")
    finally:
        page.prefer(motion="reduce", scheme="light")
    assert all(one != other for one, other in zip(light, dark, strict=True))


def test_everything_has_a_name_for_those_who_hear_it(page: Page) -> None:
    unnamed = page.run(
        "[...document.querySelectorAll('button, select, input, svg[role=img]')]"
        ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim()"
        " || (e.dataset.part === 'hand' && !e.childElementCount))).map(e => e.outerHTML.slice(0, 80))"
    )
    assert unnamed == []
    page.press("ArrowRight", ARROW_RIGHT)
    assert page.run("document.getElementById('slider').getAttribute('aria-valuetext')").startswith(
        f"{step(page)}: "
    )


def test_pictures_of_it(page: Page, tmp_path: Path) -> None:
    """A look at the page itself: it is not of one colour. `REPLAY_PICTURES` keeps the pictures for people."""
    folder = Path(os.environ.get("REPLAY_PICTURES") or tmp_path)
    for name, width, height, scheme in (
        ("desktop-light", 1440, 900, "light"),
        ("desktop-dark", 1440, 900, "dark"),
        ("mobile-light", 390, 844, "light"),
        ("mobile-dark", 390, 844, "dark"),
    ):
        page.size(width, height)
        page.prefer(motion="reduce", scheme=scheme)
        for _ in range(2):
            page.press("s", ord("S"))
        shot = page.screenshot()
        (folder / f"{name}.png").write_bytes(shot)
        assert shot.startswith(b"\x89PNG")
        assert len(shot) > 20_000, "a page with cards on it does not shrink to so little"
    page.size(1440, 900)
    page.prefer(motion="reduce", scheme="light")


def test_the_drawings_open_in_the_browser(page: Page) -> None:
    for name in ("end.svg", "middle.svg"):
        address = (example.FOLDER / name).as_uri()
        page.open(address)
        assert page.run("document.documentElement.tagName") == "svg"
        assert page.run("document.querySelectorAll('parsererror').length") == 0
        assert page.run("document.querySelector('title').textContent").startswith("Die Gefährten")
        wide = page.run("document.documentElement.getBoundingClientRect().width")
        outside = page.run(
            f"[...document.querySelectorAll('text, rect')].filter(e => e.getBoundingClientRect().right > {wide} + 1"
            " || e.getBoundingClientRect().left < -1).length"
        )
        assert outside == 0
        page.requests = [asked for asked in page.requests if asked != address]
    page.open(REPLAY.as_uri())


def test_the_files_are_what_the_script_makes_now() -> None:
    differ = [
        name
        for name, text in example.rendered().items()
        if (example.FOLDER / name).read_text("utf-8") != text
    ]
    assert differ == [], "run scripts/example.py --write and look at what has changed"
