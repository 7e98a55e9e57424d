"""Shell. The types of what is typed after options: each turns text into a checked value or says what would be right.

The one rule: checks that other layers own (addresses, names, levels, house rules) are asked of them, not repeated.
"""

from __future__ import annotations

import math
from typing import Any, Final, NoReturn

import click

from gefaehrten.cli import i18n
from gefaehrten.core.text import N_
from gefaehrten.session.requests import DEFAULT_PORT, Address

MAX_SECONDS: Final = 7 * 24 * 3600.0
"""A week: longer clocks are a slip of the keys, and no limit at all is said by leaving the option out."""


class TextType(click.ParamType[Any]):
    """Base: `read` gives the value or calls `refuse` with a template."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.read(value) if isinstance(value, str) else value

    def read(self, text: str) -> object:
        raise NotImplementedError


def refuse(template: str, **params: object) -> NoReturn:
    """The typist's mistake, said in the reader's language; click adds which option it was."""
    raise click.BadParameter(i18n.say(template, **params))


class Seconds(TextType):
    """A positive number of seconds."""

    name = "S"

    def read(self, text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= MAX_SECONDS:
            refuse(N_("“{text}” is no time: write a number of seconds, as 90."), text=text)
        return seconds


GERMAN_COLOURS: Final = {"rot": "red", "gelb": "yellow", "grün": "green", "gruen": "green", "blau": "blue"}
"""Colours are understood in both languages, as the words at the table are."""


class Pair(TextType):
    """`K=V`."""

    name = "K=V"

    def read(self, text: str) -> tuple[str, str]:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            refuse(N_("“{text}” is no option: write KEY=VALUE, as points=hidden."), text=text)
        return key.strip(), value.strip()


class Name(TextType):
    """A player's name as the others will see it."""

    name = "NAME"

    def read(self, text: str) -> str:
        cleaned = fitting_name(text)
        if not cleaned:
            refuse(N_("A name needs at least one letter that can be seen."))
        return cleaned


def fitting_name(text: str) -> str:
    """As much of a name as a screen shows and a message carries; "" if nothing of it can be seen."""
    from protocol.limits import NAME_BYTES, NAME_CHARACTERS
    from protocol.text import clean

    # Scripts whose letters take three or four bytes come to the second limit first.
    return clean(text, NAME_CHARACTERS, empty="").encode()[:NAME_BYTES].decode(errors="ignore").rstrip()


class Listen(TextType):
    """Where to listen: `ADDR:PORT`, `*:PORT` for all of this machine's addresses; port 0 is any free one."""

    name = "ADDR:PORT"

    def read(self, text: str) -> Address:
        from protocol.invite import parse_address

        every, colon, port = text.strip().partition(":")
        if every in ("", "*") and colon and ":" not in port:
            return Address("", parse_address(f"localhost:{port}")[1])
        if every == "*" and not colon:
            return Address("", DEFAULT_PORT)
        return Address(*parse_address(text))


def colour_key(text: str) -> str:
    """A colour as games know it, from its name in either language."""
    word = text.strip().lower()
    return GERMAN_COLOURS.get(word, word)


class Colour(TextType):
    """The colour asked for; which there are is the game's matter."""

    name = "COLOUR"

    def read(self, text: str) -> str:
        word = colour_key(text)
        if not (word.isascii() and word.isalpha() and len(word) <= 16):
            refuse(N_("“{text}” is no colour: write its name, as red."), text=text)
        return word


class MatchId(TextType):
    """A match's id or its beginning, hexadecimal."""

    name = "MATCH"

    def read(self, text: str) -> str:
        word = text.strip().lower()
        if not word or len(word) > 32 or any(digit not in "0123456789abcdef" for digit in word):
            refuse(
                N_(
                    "“{text}” is no match: write its id or the beginning of it, as `gefaehrten games` shows them."
                ),
                text=text,
            )
        return word
