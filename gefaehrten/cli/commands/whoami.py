"""Shell. `gefaehrten whoami`: the key by which others know you, and where it lives."""

from __future__ import annotations

from pathlib import Path

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.text import N_


@click.command(
    "whoami",
    cls=Command,
    context_settings=CONTEXT,
    help=N_("Show your key and your profile. Names are labels; the key is the person."),
)
@options.name
@options.reads_profile
def command(*, name: str, profile: Path, as_json: bool, ascii_only: bool) -> None:
    from gefaehrten.cli import output
    from gefaehrten.core.lines import asciify
    from gefaehrten.session.profile import Access, Profile
    from protocol.identity import Identity, fingerprint

    with Profile.open(profile, access=Access.READ) as opened:
        public = Identity(opened.seed).public
    if as_json:
        output.JsonLines().print(
            {"name": name, "key": public.hex(), "fingerprint": fingerprint(public), "profile": str(profile)}
        )
        return
    spell = asciify if ascii_only else str
    output.show(spell(i18n.say(N_("Name: {name}"), name=name)))
    output.show(
        spell(i18n.say(N_("Key: {fingerprint} ({key})"), fingerprint=fingerprint(public), key=public.hex()))
    )
    output.show(spell(i18n.say(N_("Profile: {folder}"), folder=profile)))
