"""Lines of styled text: widths, cutting, wrapping, ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from gefaehrten.core.lines import (
    Line,
    Span,
    Style,
    asciify,
    cells,
    centred,
    clipped,
    fit,
    line,
    printable,
    short_name,
    shortened,
    wrapped,
)

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


def test_a_line_is_its_spans_and_drops_empty_parts() -> None:
    assert line("a", "", Span("b", Style.KEY)) == Line((Span("a"), Span("b", Style.KEY)))
    assert line("a", Span("b", Style.KEY)).text == "ab"


@pytest.mark.parametrize(
    ("text", "width"),
    [("abc", 3), ("Nazgûl", 6), ("Nazgu\u0302l", 6), ("桜", 2), ("", 0), ("\u200b", 0)],
)
def test_cells_counts_what_a_terminal_shows(text: str, width: int) -> None:
    assert cells(text) == width


@given(TEXTS, st.integers(0, 30))
def test_fit_has_exactly_the_width(text: str, width: int) -> None:
    assert cells(fit(text, width)) == width
    assert cells(centred(text, width)) == width


@given(TEXTS)
def test_asciify_leaves_ascii_alone_and_nothing_else(text: str) -> None:
    plain = asciify(text)
    assert plain.isascii()
    assert asciify(plain) == plain


def test_asciify_spells_umlauts_out() -> None:
    assert (
        asciify("Jörg über Öl, Grüße – “Lothlórien” → 桜") == 'Joerg ueber Oel, Gruesse - "Lothlorien" -> ?'
    )


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\x9b", "\u202e", "\u2028", "\u200b", "\n", "\ud800"])
def test_printable_drops_what_steers_a_terminal(char: str) -> None:
    assert printable(f"a{char}b") == "ab"


@pytest.mark.slow
def test_cells_counts_every_printable_character_as_the_terminal_library_draws_it() -> None:
    # Beyond lie ideographs, all alike, and what no terminal knows.
    codes = (*range(0x20500), *range(0x2FA00, 0x2FB00), *range(0x31300, 0x31500), *range(0xE0000, 0xE0200))
    differing = [hex(code) for code in codes if cells(text := printable("x" + chr(code))) != get_cwidth(text)]
    assert differing == []


@given(TEXTS)
def test_what_is_printable_stays_as_it_is_and_is_counted_alike(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert cells(shown) == get_cwidth(shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("♥\ufe0f", "♥"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("👍\U0001f3fd", "👍"),
        ("🇩🇪", "DE"),
        ("☰䷀", "??"),
        ("e\u0301", "é"),
        ("x" + "\u0301" * 50, "x\u0301\u0301"),
        ("\u0301a \u0301b", "a b"),
        ("a\u00a0b\u2003c", "a b c"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\u3164\u2800\u115fb", "ab"),
        ("\ue000\U000e0041a", "a"),
    ],
)
def test_printable_settles_what_terminals_disagree_on(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(TEXTS, st.integers(0, 30))
def test_cutting_never_leaves_half_a_character(text: str, width: int) -> None:
    text = printable(text)
    assert cells(clipped(text, width)) <= width
    assert text.startswith(clipped(text, width))
    cut = shortened(text, width)
    assert cells(cut) <= width
    assert cut == text or not width or cut.endswith("…")


def test_an_ellipsis_stands_only_where_something_is_cut() -> None:
    assert shortened("Galadriel", 9) == "Galadriel"
    assert shortened("Galadriel", 8) == "Galadri…"
    assert shortened("桜咲く", 5) == "桜咲…"
    assert shortened("桜咲く", 4) == "桜…"
    assert shortened("Galadriel", 4, "..") == "Ga.."
    assert shortened("Galadriel", 1, "..") == "."


@given(st.lists(st.tuples(TEXTS, st.sampled_from(Style)), max_size=4), st.integers(8, 40), st.integers(0, 4))
def test_wrapping_keeps_the_width_and_every_word(
    parts: list[tuple[str, Style]], width: int, indent: int
) -> None:
    long = Line(tuple(Span(text, style) for text, style in parts))
    short = wrapped(long, width, indent)
    assert all(cells(each.text) <= width for each in short)
    assert "".join(each.text for each in short).replace(" ", "") == long.text.replace(" ", "")


def test_wrapping_breaks_at_blanks_and_indents() -> None:
    long = line("one two ", Span("three", Style.BAD), " four")
    assert [each.text for each in wrapped(long, 9, 2)] == ["one two", "  three", "  four"]
    assert Span("three", Style.BAD) in wrapped(long, 9, 2)[1].spans


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert [each.text for each in wrapped(line("  1  2"), 9, 2)] == ["  1  2"]


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("Bernhardine (k7qf)", 18, "Bernhardine (k7qf)"),
        ("Bernhardine (k7qf)", 14, "Bernha… (k7qf)"),
        ("Bernhardine (k7qf)", 9, "B… (k7qf)"),
        ("Bernhardine (k7qf)", 8, "Bernhar…"),
        ("Bernhardine", 8, "Bernhar…"),
        ("(k7qf)", 4, "(k7…"),
        ("桜桜桜桜 (k7qf)", 13, "桜桜… (k7qf)"),
    ],
)
def test_what_tells_a_name_apart_outlives_the_name(name: str, width: int, expected: str) -> None:
    assert short_name(name, width) == expected


@given(TEXTS, st.integers(0, 40))
def test_a_short_name_fits(text: str, width: int) -> None:
    assert cells(short_name(printable(text) + " (abcd)", width)) <= width
