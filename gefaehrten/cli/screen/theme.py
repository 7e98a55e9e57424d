"""Pure. What every style looks like: on a dark and on a light background, and without colours.

The one rule: colours only say again what letters and marks say; and those of the parties stay apart for eyes that do
not tell red from green, by lightness as well as by hue.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from gefaehrten.core.lines import Style


class Theme(StrEnum):
    """Which looks."""

    DARK = "dark"
    LIGHT = "light"
    MONO = "mono"
    """No colours: bold, underlined and reversed only."""


# All of these are among the 256 colours that terminals share. Dark yellow on white is brown, and brown is red to many:
# on a light background the yellow party has a ground of its own.
_DARK: Final[Mapping[Style, str]] = {
    Style.PLAIN: "",
    Style.DIM: "#8a8a8a",
    Style.STRONG: "bold",
    Style.TITLE: "bold #d7d7ff",
    Style.KEY: "bold #5fd7ff",
    Style.GOOD: "bold #5fd7af",
    Style.BAD: "bold #ff5f5f",
    Style.WARN: "#ffd75f",
    Style.PENDING: "bold underline",
    Style.TARGET: "bold #000000 bg:#87d7ff",
    Style.LIT: "bold #000000 bg:#ffd75f",
    Style.FRAME: "#6c6c6c",
    Style.CHOSEN: "bold reverse",
    Style.PLACE_WHITE: "bold #eeeeee",
    Style.PLACE_BLACK: "bold #eeeeee bg:#4e4e4e",
    Style.PARTY_0: "bold #ff5f5f",
    Style.PARTY_1: "bold #ffff5f",
    Style.PARTY_2: "bold #00d7af",
    Style.PARTY_3: "bold #5f87ff",
}

_LIGHT: Final[Mapping[Style, str]] = {
    Style.PLAIN: "",
    Style.DIM: "#6c6c6c",
    Style.STRONG: "bold",
    Style.TITLE: "bold #00005f",
    Style.KEY: "bold #005f87",
    Style.GOOD: "bold #005f5f",
    Style.BAD: "bold #af0000",
    Style.WARN: "#875f00",
    Style.PENDING: "bold underline",
    Style.TARGET: "bold #000000 bg:#87d7ff",
    Style.LIT: "bold #000000 bg:#ffaf5f",
    Style.FRAME: "#9e9e9e",
    Style.CHOSEN: "bold reverse",
    Style.PLACE_WHITE: "bold #000000",
    Style.PLACE_BLACK: "bold #ffffff bg:#444444",
    Style.PARTY_0: "bold #af0000",
    Style.PARTY_1: "bold #5f5f00 bg:#ffffaf",
    Style.PARTY_2: "bold #00875f",
    Style.PARTY_3: "bold #0000d7",
}

_MONO: Final[Mapping[Style, str]] = {
    Style.PLAIN: "",
    Style.DIM: "",
    Style.STRONG: "bold",
    Style.TITLE: "bold",
    Style.KEY: "underline",
    Style.GOOD: "bold",
    Style.BAD: "bold",
    Style.WARN: "bold",
    Style.PENDING: "bold underline",
    Style.TARGET: "reverse",
    Style.LIT: "bold reverse",
    Style.FRAME: "",
    Style.CHOSEN: "reverse",
    Style.PLACE_WHITE: "bold",
    Style.PLACE_BLACK: "reverse",
    Style.PARTY_0: "bold",
    Style.PARTY_1: "bold",
    Style.PARTY_2: "bold",
    Style.PARTY_3: "bold",
}

LOOKS: Final[Mapping[Theme, Mapping[Style, str]]] = {
    Theme.DARK: _DARK,
    Theme.LIGHT: _LIGHT,
    Theme.MONO: _MONO,
}
"""Every style in every theme, as prompt_toolkit writes styles."""

_LIBRARY: Final[Mapping[str, str]] = {"nbsp": "nounderline", "control-character": ""}
"""Classes that the terminal library sets by itself, and that would draw what is not meant."""


def class_name(style: Style) -> str:
    """A style's name as a class: a dot would mean inheritance."""
    return style.replace(".", "-") or "plain"


def classes(theme: Theme) -> dict[str, str]:
    """The theme by class names, for the terminal library's `Style.from_dict`."""
    return {class_name(style): look for style, look in LOOKS[theme].items()} | dict(_LIBRARY)


def theme_for(wish: str | None, environment: Mapping[str, str]) -> Theme:
    """The theme asked for, else the one that the terminal tells of: `NO_COLOR`, then `COLORFGBG`, then dark.

    Args:
        wish: `dark`, `light`, `mono`; None for none.
        environment: the process's.
    """
    if environment.get("NO_COLOR"):
        return Theme.MONO
    if wish is not None:
        return Theme(wish)
    # "15;0" or "0;default;15": the last is the background; 7 and 9 ... 15 are light.
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    light = background.isdecimal() and (int(background) == 7 or 9 <= int(background) <= 15)
    return Theme.LIGHT if light else Theme.DARK
