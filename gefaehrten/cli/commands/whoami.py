"""Shell. `gefaehrten whoami`: the key by which others know you, where it lives, and what you have settled for good."""

from __future__ import annotations

from pathlib import Path

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.cli.values import Name
from gefaehrten.core.errors import StoreError
from gefaehrten.core.text import N_
from gefaehrten.session import settings

FORGET = "auto"
"""What one writes for a language that the program is to choose by itself again."""


class SettledName(Name):
    """A name, or nothing to have none."""

    def read(self, text: str) -> str:
        return super().read(text) if text else ""


@click.command(
    "whoami",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Show your key and your profile. Names are labels; the key is the person. What you set here counts from now on "
        "wherever the command line and the environment say nothing else."
    ),
)
@options.option(
    "--set-lang",
    type=click.Choice([*(language.value for language in i18n.Language), FORGET]),
    help=N_("Keep this language in the profile; auto forgets it."),
)
@options.option(
    "--set-name",
    type=SettledName(),
    help=N_("Keep this name in the profile; an empty one forgets it."),
)
@options.option(
    "--set-announce",
    type=click.Choice(["yes", "no"]),
    help=N_("Whether the local network is told of the tables that you open."),
)
@options.name
@options.reads_profile
def command(
    *,
    name: str,
    profile: Path,
    as_json: bool,
    ascii_only: bool,
    set_lang: str | None,
    set_name: str | None,
    set_announce: str | None,
) -> None:
    from gefaehrten.cli import output
    from gefaehrten.core.lines import asciify
    from gefaehrten.session.profile import Access, Profile
    from protocol.identity import Identity, fingerprint

    asked = {settings.LANGUAGE: set_lang, settings.NAME: set_name, settings.ANNOUNCE: set_announce}
    changes = {key: "" if value == FORGET else value for key, value in asked.items() if value is not None}
    if changes:
        settings.write(profile, changes)
        name = changes.get(settings.NAME) or name
        if changes.get(settings.LANGUAGE):
            i18n.activate(i18n.Language(changes[settings.LANGUAGE]))
    settled = settings.read(profile)
    try:
        with Profile.open(profile, access=Access.READ) as opened:
            public = Identity(opened.seed).public
    except StoreError as error:
        if not changes or error.code != "missing":
            raise
        public = None  # who settles something before the first match has no key yet
    if as_json:
        output.JsonLines().print(
            {
                "name": name,
                "key": public and public.hex(),
                "fingerprint": public and fingerprint(public),
                "profile": str(profile),
                "lang": settled.get(settings.LANGUAGE),
                "announce": settled.get(settings.ANNOUNCE) != "no",
            }
        )
        return
    spell = asciify if ascii_only else str
    output.show(spell(i18n.say(N_("Name: {name}"), name=name)))
    if public is not None:
        output.show(
            spell(
                i18n.say(N_("Key: {fingerprint} ({key})"), fingerprint=fingerprint(public), key=public.hex())
            )
        )
    output.show(spell(i18n.say(N_("Profile: {folder}"), folder=profile)))
    if settings.LANGUAGE in settled:
        output.show(spell(i18n.say(N_("Language: {language}"), language=settled[settings.LANGUAGE])))
    if settled.get(settings.ANNOUNCE) == "no":
        output.show(spell(i18n.say(N_("The local network is not told of your tables."))))
