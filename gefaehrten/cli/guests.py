"""Shell. Where a guest goes: the address or invite and the code of `join`, `bot` and `watch`.

The one rule: a code that is missing is asked for only where a person can answer.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from gefaehrten.cli import i18n, output
from gefaehrten.core.text import N_
from gefaehrten.session.requests import Address


@dataclass(frozen=True, slots=True)
class Destination:
    """A table: its address, its normalised code ("" for an open one), and whether it is reached by TLS."""

    address: Address
    code: str
    tls: bool


def destination(
    context: click.Context, address: str, code: str | None, *, watch: bool = False
) -> Destination:
    """The table that was named.

    Args:
        watch: it is to be watched, by the invite or code for watchers; an open table has the same code for all.

    Raises:
        AddressError: address, invite or code is no such thing; the typist's fault.
        click.UsageError: port 0, an invite for something else, two different codes, or none and nobody to ask.
    """
    from gefaehrten.session.offers import OPEN_CODE
    from protocol.invite import Invite, normalise

    invite = Invite.parse(address)
    if invite.port == 0:
        raise click.UsageError(
            i18n.say(N_("Nobody can be reached at port 0; take the port that the host shows.")), context
        )
    if invite.watch and not watch:
        raise click.UsageError(
            i18n.say(N_("This is an invite to watch: gefaehrten watch takes it. Seats have another one.")),
            context,
        )
    if watch and not invite.watch and invite.code not in (None, OPEN_CODE):
        raise click.UsageError(
            i18n.say(
                N_(
                    "This invite is for a seat; to watch, take the one with /watch/ in it, or the code for watching."
                )
            ),
            context,
        )
    typed = normalise(code) if code is not None else None
    if typed is not None and invite.code is not None and typed != invite.code:
        raise click.UsageError(
            i18n.say(
                N_("The invite has a code of its own, and it is not {code}: leave one of them out."),
                code=typed,
            ),
            context,
        )
    found = typed or invite.code or _ask(context)
    return Destination(Address(invite.host, invite.port), found, invite.secure)


def _ask(context: click.Context) -> str:
    """Asks for the code on a terminal."""
    from protocol.invite import normalise

    if not (output.is_terminal(sys.stdin) and output.is_terminal(sys.stderr)):
        raise click.UsageError(
            i18n.say(N_("The table's code is missing: put it after the address, or use the whole invite.")),
            context,
        )
    question = i18n.say(N_("Table code (just Enter for an open table)"))
    answer = str(click.prompt(question, default="", show_default=False, err=True))
    return normalise(answer) if answer.strip() else ""


def code_from_terminal() -> str:
    """The code of a table that has one, asked for until it can be one."""
    from protocol.errors import AddressError
    from protocol.invite import normalise

    while True:
        try:
            return normalise(str(click.prompt(i18n.say(N_("Table code")), err=True)))
        except AddressError as error:
            output.tell(error.say(i18n.translate))
