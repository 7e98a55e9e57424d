"""The German texts straight from the catalogue's source, so that tests need no compiled one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUE = Path(__file__).resolve().parents[1] / "gefaehrten/locale/de/LC_MESSAGES/gefaehrten.po"


@lru_cache(maxsize=1)
def texts() -> dict[str, str]:
    """English template to German."""
    with CATALOGUE.open("rb") as stream:
        return {str(message.id): str(message.string) for message in read_po(stream) if message.id}


def german() -> Callable[[str], str]:
    """A translator into German."""
    known = texts()
    return lambda template: known.get(template) or template
