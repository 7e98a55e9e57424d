"""Lines of styled text: widths, cutting, wrapping, ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gefaehrten.core.lines import Line, Span, Style, asciify, cells, centred, fit, line, printable, wrapped

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
