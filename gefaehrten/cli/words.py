"""Pure. The words that can be typed at a table beside notation, in line mode and on the full screen alike.

The one rule: words of both languages are understood whatever language is spoken; the first of each is its name here.
"""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Page, Wording

COMMANDS = (
    (("go", "fertig", "ok"), N_("Enter, go"), N_("commits the turn")),
    (("undo", "u", "zurück", "zurueck"), N_("undo"), N_("takes the last placement back")),
    (("reset", "neu"), N_("reset"), N_("takes the whole turn back")),
    (("hint", "h", "rat"), N_("hint"), N_("asks a bot for advice")),
    (("say", "sag"), N_("say TEXT"), N_("tells the table something")),
    (("rules", "regeln"), N_("rules F13"), N_("shows the rules, from a clause on")),
    (("rematch", "revanche"), N_("rematch"), N_("asks for another match when this one is over")),
    (("help", "hilfe", "?"), N_("help, ?"), N_("shows this; ? after a refusal shows the clause")),
    (("quit", "q", "exit", "beenden"), N_("quit"), N_("leaves the table")),
)
"""Words of a command, how help writes it, and what it does."""


class Words:
    """The words of the commands and of a view's pages."""

    def __init__(self, pages: Iterable[Page]) -> None:
        pages = tuple(pages)
        self._commands = {word: words[0] for words, _, _ in COMMANDS for word in words}
        self._pages = {word: page.key for page in pages for word in page.words}
        self._helps = {words[0]: Sentence(does) for words, _, does in COMMANDS}
        self._helps |= {page.words[0]: Sentence(page.help) for page in pages}

    def command(self, word: str) -> str | None:
        """The name of the command that a word asks for."""
        return self._commands.get(word.casefold())

    def page(self, word: str) -> str | None:
        """The key of the page that a word asks for."""
        return self._pages.get(word.casefold())

    def completions(self, text: str) -> list[Completion]:
        """The words that the text could become; none once a blank is typed."""
        if not text or " " in text:
            return []
        begun = text.casefold()
        return [(name, does) for name, does in self._helps.items() if name.startswith(begun)]


def is_yes(word: str, wording: Wording) -> bool:
    """Whether a word says yes to the question of leaving."""
    return word.casefold() in wording.say(N_("y yes")).split()


def is_no(word: str, wording: Wording) -> bool:
    """Whether a word says no to it, or nothing at all."""
    return not word or word.casefold() in wording.say(N_("n no")).split()
