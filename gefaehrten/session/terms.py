"""Pure. How long everybody at a table may take: what the options that are the table's own say.

The one rule: what is not said is as usual; what this program does not know, or another form of it, is refused by all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

from protocol.errors import N_, Refused
from protocol.table import OptionValue

OF_THE_TABLE: Final = "table."
"""How the keys of options begin that are not the game's."""

GRACE_OPTION: Final = "table.grace"
"""The seconds that everybody may be away; 180 where it is not there."""

CLOCK_OPTION: Final = "table.clock"
"""The seconds that everybody has for a turn; without it as many as they like."""

RESERVE_OPTION: Final = "table.reserve"
"""The seconds for the whole match that longer turns of a seat use up; none where it is not there. Only with a clock."""

MOST_SECONDS: Final = 99_999
"""What an option of the table can say at most."""

SECONDS: Final = re.compile("[1-9][0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class Terms:
    """How long everybody may take, in seconds.

    Attributes:
        grace: to be away, or to owe answers, in the whole match; None: the usual ones.
        clock: for a turn; None: as long as they like.
        reserve: for the whole match, which longer turns use up.
    """

    grace: float | None = None
    clock: float | None = None
    reserve: float = 0.0


def terms_of(options: Iterable[OptionValue]) -> Terms:
    """What a table's options say about time.

    Raises:
        Refused: they say something of the table that this program does not know.
    """
    said: dict[str, float] = {}
    for option in options:
        if option.key.startswith(OF_THE_TABLE):
            known = option.key in (GRACE_OPTION, CLOCK_OPTION, RESERVE_OPTION)
            if not known or not SECONDS.fullmatch(option.value):
                raise _unknown(option.key, option.value)
            said[option.key] = float(option.value)
    if RESERVE_OPTION in said and CLOCK_OPTION not in said:
        raise _unknown(RESERVE_OPTION, str(int(said[RESERVE_OPTION])))
    return Terms(said.get(GRACE_OPTION), said.get(CLOCK_OPTION), said.get(RESERVE_OPTION, 0.0))


def shown_seconds(options: Iterable[OptionValue], key: str) -> int:
    """What one of these options says, before anybody has agreed to it; 0 where it says nothing that makes sense."""
    said = next((option.value for option in options if option.key == key), "")
    return int(said) if SECONDS.fullmatch(said) else 0


def _unknown(key: str, value: str) -> Refused:
    return Refused(
        "rules",
        N_("This table wants “{key}={value}”, which this program does not know."),
        key=key,
        value=value,
    )


def options_of(terms: Terms) -> dict[str, str]:
    """The options that say how long everybody may take; an option that is not there says what is usual."""
    found = {GRACE_OPTION: terms.grace, CLOCK_OPTION: terms.clock}
    if terms.clock is not None and terms.reserve:
        found[RESERVE_OPTION] = terms.reserve
    whole = {key: ceil(seconds) for key, seconds in found.items() if seconds is not None}
    return {key: str(min(max(1, seconds), MOST_SECONDS)) for key, seconds in whole.items()}
