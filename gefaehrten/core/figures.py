"""Pure. Numbers for people: grouped, and with a point or a comma, as the reader's language does.

The one rule: digits are put into templates, and the language of these decides.
"""

from __future__ import annotations

from gefaehrten.core.text import N_, Sentence


def grouped(number: int) -> Sentence:
    """A number of 0 or more, in groups of three digits."""
    head, tail = divmod(number, 1000)
    if not head:
        return Sentence(N_("{number}"), {"number": number})
    return Sentence(N_("{thousands},{rest}"), {"thousands": grouped(head), "rest": f"{tail:03}"})


def decimal(value: float, digits: int = 1) -> Sentence:
    """A number with so many digits, one or more, behind the point or the comma."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return Sentence(N_("{whole}.{part}"), {"whole": whole, "part": part})
