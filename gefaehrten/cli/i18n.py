"""Shell. Which language the reader wants, and the catalogues that have it.

The one rule: English is the message ids themselves, so a missing catalogue costs the language, never the program.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from gefaehrten.core.text import Translator

DOMAIN: Final = "gefaehrten"
# os.path, because pathlib would double what `--help` has to load beside click.
FOLDER: Final = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "locale")


class Language(StrEnum):
    """The languages there are."""

    EN = "en"
    DE = "de"


_current = Language.EN


def choose(asked: str | None, environment: Mapping[str, str], settled: Callable[[], str] = str) -> Language:
    """The reader's language. What was said of this program counts before what was said of the whole system.

    Args:
        asked: the value of `--lang`, if any.
        environment: the variables that count, in this order: `GEFAEHRTEN_LANG`, then the profile, then as gettext has
            it `LANGUAGE` (a list), `LC_ALL`, `LC_MESSAGES`, `LANG`. The first that is not empty decides.
        settled: gives the language that the profile remembers, "" for none; called only if it matters.
    """
    for wish in (asked or "", environment.get("GEFAEHRTEN_LANG", "")):
        if language := _language(wish):
            return language
    for wish in (settled(), *environment.get("LANGUAGE", "").split(":")):
        if language := _language(wish):
            return language
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            return _language(value) or Language.EN
    return Language.EN


def asked_for(arguments: Sequence[str], option: str = "--lang") -> str | None:
    """The value of an option on a command line that is not parsed yet: help and errors need it before the parser."""
    asked = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == option and index + 1 < len(arguments):
            asked = arguments[index + 1]
        elif argument.startswith(f"{option}="):
            asked = argument.removeprefix(f"{option}=")
    return asked


def activate(language: Language) -> None:
    """Makes this the language of everything the process says, the texts of click included.

    click asks `gettext` itself, which looks at the environment; so the choice is told there, and child processes
    inherit it.
    """
    global _current
    _current = language
    os.environ["LANGUAGE"] = language.value
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)


def current() -> Language:
    """The active language."""
    return _current


def translator(language: Language) -> Translator:
    """What turns templates into this language."""
    return gettext.translation(DOMAIN, FOLDER, languages=[language.value], fallback=True).gettext


def translate(template: str) -> str:
    """A template in the active language."""
    return gettext.gettext(template) if template else template


def say(template: str, **params: object) -> str:
    """A template in the active language with its parameters."""
    return translate(template).format(**params)


def _language(value: str) -> Language | None:
    """The language of a locale's name, as in `de_AT.UTF-8@euro`."""
    word = value.strip().lower().replace("-", "_").partition("_")[0].partition(".")[0]
    return Language(word) if word in tuple(Language) else None
