"""Pure. What the program of a seat without a person would like besides playing: what the people would like.

The one rule: a program moves nothing of its own accord; it never keeps people from a pause or an end that all of them
want, nor from going on.
"""

from __future__ import annotations

from typing import Literal

from protocol.machine.absence import enough
from protocol.machine.motions import ABORT, PAUSE, PLAY
from protocol.machine.table import Table

Wish = Literal["", "pause", "abort"]


def following(table: Table, own: int) -> Wish | None:
    """What a program has to say now; None where it has said so already, or where no people are in the match.

    The seat of a bot wants what all people want, and goes on with as many as may go on without the others. A person's
    seat that a bot plays (`--auto`) stands in nobody's way: it wants what any other person wants.
    """
    if table.ending is not None or own not in table.active:
        return None
    bots = [seat.bot for seat in table.record.seats]
    people = [seat for seat in table.active if not bots[seat] and seat != own]
    if not people:
        return None
    wish = _of_bot(table, people) if bots[own] else _of_any(table, people)
    return None if wish == table.motions.wishes[own] else wish


def agreed(table: Table) -> bool:
    """Whether all people in the match would like the same rest: what comes of it is only a matter of programs."""
    people = [seat for seat in table.active if not table.record.seats[seat].bot]
    return bool(people) and any(
        len(table.motions.wishing(wish, people)) == len(people) for wish in (PAUSE, ABORT)
    )


def _of_bot(table: Table, people: list[int]) -> Wish:
    motions = table.motions
    if motions.paused:
        resting = [seat for seat in people if motions.wishes[seat] != PLAY]
        if enough(people, resting):
            return PLAY
    for wish in WISHES:
        if len(motions.wishing(wish, people)) == len(people):
            return wish
    return PAUSE if motions.paused else PLAY


def _of_any(table: Table, people: list[int]) -> Wish:
    wishes = {table.motions.wishes[seat] for seat in people}
    if table.motions.paused and PLAY in wishes:
        return PLAY
    return next((wish for wish in WISHES if wish in wishes), PLAY)


WISHES: tuple[Wish, ...] = ("abort", "pause")
"""What is looked for first: an end that all want is an end, paused or not."""
