"""Shell. Asks a person whose host is gone whether they go on as the host themselves.

The one rule: only a terminal is asked, and silence is no.
"""

from __future__ import annotations

import sys

import click

from gefaehrten.cli import i18n, output
from gefaehrten.core.text import N_
from gefaehrten.session.ends import HostGone
from gefaehrten.session.requests import Person, Screen

YES = frozenset({"y", "yes", "j", "ja"})
"""What confirms, in every language."""


def wanted(gone: HostGone, person: Person) -> bool:
    """Whether this person takes the host's place now."""
    if person.screen is Screen.JSON or person.auto is not None:
        return False
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    output.tell(gone.sentence.say(i18n.translate))
    question = i18n.say(N_("Go on as the host here and now? (y/N)"))
    answer = str(click.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True))
    return answer.strip().casefold() in YES
