"""Pure. Typed text as actions and back, in the table's own words (docs/notation-mordor.md).

The one rule: three ways to fail, and each says what would be right: *invalid* is no move at all, *ambiguous* could be
several, *illegal* is a move that the rules forbid now. What is written here is the same in every language.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.phrases import either
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.mordor import tables
from gefaehrten.games.mordor.kernel import MordorKernel
from gefaehrten.games.mordor.moves import dice_of, is_set, legal
from gefaehrten.games.mordor.names import DIE_LABELS

AGAIN_WORDS: Final = ("again", "nochmal", "noch", "wiederholen", "!")
NONE_WORDS: Final = ("none", "keins", "keines", "nicht", "h0", "0")

COLOURS: Final = (
    ("red", "rot", "r"),
    ("yellow", "gelb", "y"),
    ("green", "gruen", "grun", "g"),
    ("blue", "blau", "b"),
    ("black", "schwarz", "k", "s"),
)
"""What the dice are called beside their numbers, after `normalise`."""

SYMBOLS: Final = (
    ("orc", "ork", "o"),
    ("ring",),
    ("nazgul", "n"),
    ("gandalf",),
    ("companion", "gefaehrte", "gefahrte", "c"),
    ("tree", "baum", "white", "weisser", "t"),
)
"""What the symbols are called, after `normalise`."""

LONGEST_WORD: Final = 24
"""A longer word is cut where it is quoted."""

_WORD: Final = re.compile(r"[^\s,;+.]+")


class _Word(str):
    """A word after `normalise` that knows how it was typed: so it is quoted."""

    __slots__ = ("typed",)
    typed: str

    def __new__(cls, typed: str) -> _Word:
        word = super().__new__(cls, normalise(typed))
        word.typed = typed
        return word


def normalise(text: str) -> str:
    """Small letters without accents: `Nazgûl` and `nazgul` are the same word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def parse(kernel: MordorKernel, text: str) -> list[int]:
    """A typed line as kernel actions of the seat to move; each is read in the position that the ones before it leave.

    Raises:
        NotationError: the text is no move ("invalid") or could be several ("ambiguous").
        IllegalAction: a move that the rules forbid now.
    """
    if kernel.request() != DECIDE:
        raise IllegalAction("M4", N_("Nobody has to decide now: wait for the next throw."))
    now, turns = kernel.clone(), kernel.turns()
    found: list[int] = []
    words: list[str] = [_Word(raw) for raw in _WORD.findall(text)]
    while words:
        if now.request() != DECIDE or now.turns() != turns:
            raise IllegalAction(
                "M4", N_("Dice are thrown again by then: “{word}” comes too late."), word=_quoted(words[0])
            )
        action = _halving(now, words) if now.phase() == tables.HALVING else _choosing(now, words)
        now.check(action)
        now.apply(action)
        found.append(action)
    if not found:
        raise _invalid(kernel, N_("Nothing is typed. {right}"))
    return found


def spell(action: int) -> str:
    """A kernel action in notation."""
    if is_set(action):
        return "".join(DIE_LABELS[die] for die in dice_of(action))
    if action == tables.AGAIN:
        return "again"
    return "h0" if action == tables.DECLINE else f"h{action - int(tables.BASE_HALVE) + 1}"


def _choosing(kernel: MordorKernel, words: list[str]) -> int:
    """Takes the words of one action off the front: a repetition, or dice, which may be several words."""
    if words[0] in AGAIN_WORDS:
        del words[0]
        return int(tables.AGAIN)
    if _is_halving(words[0]):
        del words[0]
        raise IllegalAction("M11", N_("Fields are halved at the end of a turn with a Gandalf, not now."))
    mask = 0
    while words and words[0] not in AGAIN_WORDS and not _is_halving(words[0]):
        word = words.pop(0)
        if word in ("weisser", "white") and words[:1] in (["baum"], ["tree"]):
            continue
        for die in _dice(kernel, word, mask):
            mask |= 1 << die
    return mask


def _is_halving(word: str) -> bool:
    return re.fullmatch(r"h[0-8]", word) is not None


def _dice(kernel: MordorKernel, word: str, chosen: int) -> list[int]:
    """The dice that a word means: by numbers, by colour, or the one with a symbol that is not chosen yet."""
    if re.fullmatch("[1-5]+", word):
        return [DIE_LABELS.index(char) for char in word]
    for die, spellings in enumerate(COLOURS):
        if word in spellings:
            return [die]
    for symbol, spellings in enumerate(SYMBOLS):
        if any(word == name or (len(word) > 2 and name.startswith(word)) for name in spellings):
            return [_one_with(kernel, symbol, word, chosen)]
    raise _invalid(kernel, N_("“{word}” is no move. {right}"), word=_quoted(word))


def _one_with(kernel: MordorKernel, symbol: int, word: str, chosen: int) -> int:
    fitting = [
        die for die in dice_of(int(kernel.rolled())) if kernel.face(die) == symbol and not chosen >> die & 1
    ]
    if not fitting:
        raise IllegalAction("M4", N_("No die of this throw shows “{word}”."), word=_quoted(word))
    if len(fitting) > 1:
        raise NotationError(
            "ambiguous",
            N_("“{word}” could be {options}: say which."),
            word=_quoted(word),
            options=either([DIE_LABELS[die] for die in fitting]),
        )
    return fitting[0]


def _halving(kernel: MordorKernel, words: list[str]) -> int:
    """Takes one field off the front; `57` are two fields, one after the other."""
    word = words.pop(0)
    if word in NONE_WORDS:
        return int(tables.DECLINE)
    digits = word.removeprefix("h")
    if not re.fullmatch("[1-8]+", digits):
        raise _invalid(kernel, N_("“{word}” is no move. {right}"), word=_quoted(word))
    if digits[1:]:
        words.insert(0, digits[1:])
    return int(tables.BASE_HALVE) + int(digits[0]) - 1


def _quoted(word: str) -> str:
    """A word as it was typed, cut where it is long."""
    word = getattr(word, "typed", word)
    return word if len(word) <= LONGEST_WORD else word[:LONGEST_WORD] + "…"


def _invalid(kernel: MordorKernel, template: str, **params: object) -> NotationError:
    """What is typed is no move; `{right}` in the template names some that are."""
    some = [spell(action) for action in legal(kernel)[:3]]
    right = Sentence(N_("Right would be {moves}."), {"moves": either(some)})
    return NotationError("invalid", template, right=right, **params)
