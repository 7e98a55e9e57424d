"""Pure. The words that can be typed at a table beside notation, in line mode and on the full screen alike.

The one rule: words of both languages are understood whatever language is spoken; the first of each is its name here.
"""

from __future__ import annotations

from collections.abc import Iterable

from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Page, Wording

COMMANDS = (
    (("go", "fertig", "ok"), N_("Enter, go"), N_("commits the turn")),
    (("undo", "u", "zurück", "zurueck"), N_("undo"), N_("takes the last action back")),
    (("reset", "neu"), N_("reset"), N_("takes the whole turn back")),
    (("hint", "h", "rat"), N_("hint"), N_("asks a bot for advice")),
    (("say", "sag"), N_("say TEXT"), N_("tells the table something")),
    (("rules", "regeln"), N_("rules CLAUSE"), N_("shows the rules, from a clause on")),
    (("rematch", "revanche"), N_("rematch"), N_("asks for another match when this one is over")),
    (("pause",), N_("pause"), N_("asks for a pause, or agrees to one")),
    (
        ("resume", "continue", "weiter"),
        N_("resume"),
        N_("goes on after a pause, or takes your own wish back"),
    ),
    (("abort", "abbrechen"), N_("abort"), N_("asks to end the match without a winner, or agrees to that")),
    (("autopilot",), N_("autopilot"), N_("lets a bot play for you until your next key or line")),
    (("concede", "give", "aufgeben"), N_("concede"), N_("gives the match up, and leaves the table")),
    (("help", "hilfe", "?"), N_("help, ?"), N_("shows this; ? after a refusal shows the clause")),
    (
        ("quit", "q", "exit", "beenden"),
        N_("quit"),
        N_("leaves the table; people go on without you, unless paused"),
    ),
)
"""Words of a command, how help writes it, and what it does."""

TWO_WORDS = {("go", "on"): ("resume", ""), ("give", "up"): ("concede", "")}
"""What is written as two words, and stands for one."""


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

    def spelled(self, text: str) -> tuple[str, str]:
        """The first word of a line and the rest of it; of words that are written as two, both are the first."""
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        return TWO_WORDS.get((word.casefold(), rest.casefold()), (word, rest))

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
