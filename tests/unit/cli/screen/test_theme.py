"""Looks: every style in every theme, legible for all kinds of eyes."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from prompt_toolkit.styles import Style as Looks

from gefaehrten.cli.screen.theme import LOOKS, Theme, class_name, classes, theme_for
from gefaehrten.core.lines import PARTIES, Style

COLOURED = (Theme.DARK, Theme.LIGHT)
BACKGROUND = {Theme.DARK: (0, 0, 0), Theme.LIGHT: (255, 255, 255)}

Colour = tuple[float, float, float]

# What eyes without one kind of cones make of a colour, in linear light: Machado, Oliveira and Fernandes 2009.
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def colour(look: str) -> Colour | None:
    found = re.search(r"(?<!:)#([0-9a-f]{6})", look)
    if found is None:
        return None
    red, green, blue = (int(found[1][at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def background(look: str) -> Colour | None:
    found = re.search(r"bg:(#[0-9a-f]{6})", look)
    return colour(found[1]) if found else None


def linear(value: Colour) -> Colour:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in value
    )
    return red, green, blue


def luminance(value: Colour) -> float:
    red, green, blue = linear(value)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """After WCAG: 1 (none) to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(value: Colour, eyes: str) -> Colour:
    """The colour as such eyes see it, in CIE L*a*b*."""
    red, green, blue = (
        max(sum(weight * part for weight, part in zip(row, linear(value), strict=True)), 0.0)
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Colour, other: Colour, eyes: str) -> float:
    return math.dist(lab(one, eyes), lab(other, eyes))


def seen(look: str) -> Colour:
    """What the eye goes by: the ground where a style has its own."""
    found = background(look) or colour(look)
    assert found is not None
    return found


@pytest.mark.parametrize("theme", Theme)
def test_every_style_has_a_look_that_the_library_understands(theme: Theme) -> None:
    assert set(LOOKS[theme]) == set(Style)
    assert {class_name(style) for style in Style} <= set(classes(theme))
    looks = Looks.from_dict(classes(theme))
    for style in Style:
        looks.get_attrs_for_style_str(f"class:{class_name(style)}")


def test_class_names_are_all_different_and_inherit_nothing() -> None:
    names = [class_name(style) for style in Style]
    assert len(set(names)) == len(names)
    assert not any("." in name or " " in name for name in names)


def test_without_colours_there_are_none() -> None:
    assert not any("#" in look or "ansi" in look or "bg:" in look for look in LOOKS[Theme.MONO].values())
    # What is chosen, lit or aimed at must be seen all the same.
    for style in (Style.CHOSEN, Style.LIT, Style.TARGET, Style.PENDING):
        assert LOOKS[Theme.MONO][style]


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("eyes", EYES)
def test_the_parties_differ_for_every_kind_of_eyes(theme: Theme, eyes: str) -> None:
    for one, other in combinations(PARTIES, 2):
        assert difference(seen(LOOKS[theme][one]), seen(LOOKS[theme][other]), eyes) > 20, (one, other)


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("eyes", EYES)
def test_good_and_bad_differ_for_every_kind_of_eyes(theme: Theme, eyes: str) -> None:
    assert difference(seen(LOOKS[theme][Style.GOOD]), seen(LOOKS[theme][Style.BAD]), eyes) > 20


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("style", [style for style in Style if style is not Style.FRAME])
def test_every_text_can_be_read_on_its_background(theme: Theme, style: Style) -> None:
    look = LOOKS[theme][style]
    written = colour(look)
    if written is not None:
        assert contrast(written, background(look) or BACKGROUND[theme]) >= 4.5


@pytest.mark.parametrize(
    ("wish", "environment", "theme"),
    [
        (None, {}, Theme.DARK),
        (None, {"COLORFGBG": "15;0"}, Theme.DARK),
        (None, {"COLORFGBG": "0;15"}, Theme.LIGHT),
        (None, {"COLORFGBG": "0;default;7"}, Theme.LIGHT),
        (None, {"COLORFGBG": "15;8"}, Theme.DARK),
        (None, {"COLORFGBG": "nonsense"}, Theme.DARK),
        ("light", {"COLORFGBG": "15;0"}, Theme.LIGHT),
        ("dark", {"COLORFGBG": "0;15"}, Theme.DARK),
        ("light", {"NO_COLOR": "1"}, Theme.MONO),
        (None, {"NO_COLOR": ""}, Theme.DARK),
    ],
)
def test_the_theme_is_the_wish_or_what_the_terminal_tells(
    wish: str | None, environment: dict[str, str], theme: Theme
) -> None:
    assert theme_for(wish, environment) is theme
