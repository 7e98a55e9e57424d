"""Shell. Brings the German catalogue up to date with the texts in the sources, and says what is missing.

The one rule: the English text is the message id; a translation must have the same {names} in braces, in every form.
`catalogue.py` adds new texts, drops unused ones and compiles the catalogue; `--check` only reports.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("gefaehrten", "protocol", "ai")
KEYWORDS = {"N_": None}
CLICK_KEYWORDS = {"_": None, "ngettext": (1, 2)}
"""click's own texts are said in German too, so they belong to the catalogue."""

LANGUAGE = "de"
CATALOGUE = ROOT / "gefaehrten" / "locale" / LANGUAGE / "LC_MESSAGES" / "gefaehrten.po"

HEADER = """\
# German texts of gefaehrten. Made by scripts/catalogue.py: translations are written by hand, the rest is not."""

PERCENT = re.compile(r"%\(\w+\)[sd]|%[sd]")

Key = str | tuple[str, str]
"""A message id, or singular and plural."""


@dataclass(slots=True)
class Report:
    """What is wrong with a catalogue, one line each. Mutable: it is filled while looking."""

    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Everything that must be mended, and what may be removed."""
        yield from (f"no translation: {text!r}" for text in self.missing)
        yield from (f"wrong braces:   {text!r}" for text in self.wrong)
        yield from (f"unused:         {text!r}" for text in self.unused)


def main(arguments: list[str]) -> int:
    """Checks or updates the catalogue; 1 if a translation is missing or wrong."""
    parser = argparse.ArgumentParser(prog="scripts/catalogue.py", description="Keeps the German catalogue.")
    parser.add_argument("--check", action="store_true", help="only report; change nothing")
    check: bool = parser.parse_args(arguments).check
    texts = extracted()
    translations = translated()
    report = compare(texts, translations)
    for line in report.lines():
        print(line)
    if not check:
        catalogue = merged(texts, translations)
        CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
        CATALOGUE.write_bytes(written(catalogue))
        with CATALOGUE.with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalogue)
    print(f"{len(texts)} texts, {len(report.missing)} without translation, {len(report.wrong)} wrong")
    return 1 if report.missing or report.wrong else 0


def extracted() -> dict[Key, list[str]]:
    """Every text of the program with the files that have it; click's own with no file."""
    found: dict[Key, list[str]] = {}
    for package in PACKAGES:
        for name, _, text, _, _ in extract_from_dir(ROOT / package, [("**.py", "python")], keywords=KEYWORDS):
            files = found.setdefault(_key(text), [])
            if (file := f"{package}/{name}") not in files:
                files.append(file)
    folder = Path(click.__file__).parent
    for _, _, text, _, _ in extract_from_dir(folder, [("**.py", "python")], keywords=CLICK_KEYWORDS):
        found.setdefault(_key(text), [])
    return found


def translated() -> dict[Key, tuple[str, ...]]:
    """Every translation there is."""
    found: dict[Key, tuple[str, ...]] = {}
    with CATALOGUE.open("rb") as stream:
        for message in read_po(stream, locale=LANGUAGE):
            strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
            done = tuple(string for string in strings if string)
            if message.id and done and len(done) == len(strings):
                found[_key(message.id)] = done
    return found


def compare(texts: dict[Key, list[str]], translations: dict[Key, tuple[str, ...]]) -> Report:
    """What is missing, wrong or no longer used."""
    report = Report()
    for key in texts:
        if key not in translations:
            report.missing.append(_first(key))
        elif not _agree(key, translations[key]):
            report.wrong.append(_first(key))
    report.unused.extend(_first(key) for key in translations if key not in texts)
    return report


def merged(texts: dict[Key, list[str]], translations: dict[Key, tuple[str, ...]]) -> Catalog:
    """The catalogue of exactly the texts there are, in alphabetical order."""
    catalogue = Catalog(locale=LANGUAGE, project="gefaehrten", header_comment=HEADER, fuzzy=False)
    catalogue.mime_headers = [
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Language", LANGUAGE),
        ("Plural-Forms", catalogue.plural_forms),
    ]
    for key in sorted(texts, key=_first):
        strings = translations.get(key, ("", "") if isinstance(key, tuple) else ("",))
        catalogue[_first(key)] = Message(
            key,
            strings if isinstance(key, tuple) else strings[0],
            locations=[(file, 0) for file in sorted(texts[key])],
        )
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The catalogue as a file, without dates and line numbers: it changes only when a text does."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=110, omit_header=False, include_lineno=False)
    lines = stream.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if "POT-Creation-Date" not in line).encode()


def _key(text: str | Iterable[str] | None) -> Key:
    """A message id as extraction and catalogues give it."""
    if isinstance(text, str):
        return text
    words = list(text or ())
    return (words[0], words[1]) if len(words) > 1 else words[0]


def _first(key: Key) -> str:
    return key if isinstance(key, str) else key[0]


def _agree(key: Key, strings: tuple[str, ...]) -> bool:
    """Whether a translation can stand wherever its text does: the same names in braces, the same space around it.

    A singular may leave out the number that it is ("one day"), and nothing else.
    """
    texts = (key,) if isinstance(key, str) else key
    if any(_margins(string) != _margins(_first(key)) for string in strings):
        return False
    if _names(strings[-1]) != _names(texts[-1]):
        return False
    return all(_names(string) <= _names(text) for text, string in zip(texts, strings, strict=False))


def _margins(text: str) -> tuple[str, str]:
    """The white space before and after a text: indentation and line ends are part of the layout."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _names(text: str) -> set[str]:
    """What stands in braces, as it stands there: another conversion or format is another name.

    Braces that nothing could be put into count as a name that no other text has.
    """
    found = {match[0] for match in PERCENT.finditer(text)}
    try:
        for _, name, form, conversion in Formatter().parse(text):
            if name is not None:
                found.add(name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else ""))
    except ValueError:
        found.add(text)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
