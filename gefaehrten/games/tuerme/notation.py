"""Pure. Typed text as actions, in the table's own words (docs/notation.md), and actions as such text.

The one rule: three ways to fail, and each says what would be right: *invalid* is no move at all, *ambiguous* could be
several, *illegal* is a move that the rules forbid now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.phrases import either
from gefaehrten.core.text import N_, Sentence
from gefaehrten.games.tuerme import tables as t
from gefaehrten.games.tuerme.data import FIGURES, Cell
from gefaehrten.games.tuerme.kernel import TuermeKernel
from gefaehrten.games.tuerme.moves import best_ways, cards_in, cell_of, legal, pawns_of, spot_of
from gefaehrten.games.tuerme.names import (
    COLOUR_LETTERS,
    COLOURS,
    DIRECTIONS,
    SPELLED_DIRECTIONS,
    card_text,
    card_word,
)

LETTERS: Final = "abcdef"
"""The letters of the hand's cards."""

STOPS: Final = (".", "stop", "halt", "end", "ende")

_CELL: Final = re.compile(r"(!?)(\d{1,2}),(\d)")
_STEP: Final = re.compile(r"([a-z]{1,2})([1-9]?)")
_CARD: Final = re.compile(r"([a-z]*?)([5-9][oda])(\*?)")
_COLOUR_SPELLINGS: Final = {
    **{letter: number for number, letter in enumerate(COLOUR_LETTERS)},
    **{key: number for number, key in enumerate(COLOURS)},
    "grün": 0,
    "gruen": 0,
    "rot": 1,
    "blau": 2,
    "gelb": 3,
}


def parse(kernel: TuermeKernel, text: str, letters: Sequence[int] | None = None) -> list[int]:
    """A typed line as kernel actions of the seat to move; each is read in the position that the ones before it leave.

    Args:
        letters: the cards that bear the letters a, b, c; the hand in ascending order where None.

    Raises:
        NotationError: the text is no move ("invalid") or could be several ("ambiguous").
        IllegalAction: a move that the rules forbid now.
    """
    if kernel.request() != DECIDE:
        raise IllegalAction("T11", N_("Nobody has to move now: wait for the next turn."))
    now, turns, seat = kernel.clone(), kernel.turns(), kernel.actor()
    hand = cards_in(kernel.hand(seat)) if letters is None else tuple(letters)
    words = re.sub(r"\s*,\s*", ",", text.lower().strip()).split()
    found: list[int] = []
    while words:
        if now.request() != DECIDE or now.turns() != turns:
            raise IllegalAction(
                "T11", N_("The turn is over by then: “{word}” comes too late."), word=words[0]
            )
        for action in _next(now, words, hand):
            now.check(action)
            now.apply(action)
            found.append(action)
    if not found:
        raise _invalid(kernel, N_("Nothing is typed. {right}"))
    return found


def spell(kernel: TuermeKernel, action: int) -> str:
    """A legal action in notation; `parse` reads it back."""
    if action == t.STOP:
        return "stop"
    if action < t.BASE_JUMP:
        return DIRECTIONS[action - int(t.BASE_STEP)]
    if action < t.BASE_PLAY:
        return "!{},{}".format(*cell_of(action - int(t.BASE_JUMP)))
    if action < t.BASE_WITHOUT:
        card, colour = divmod(action - int(t.BASE_PLAY), int(t.COLOURS))
        several = len(pawns_of(kernel, kernel.mover())) > 1
        return f"{card_word(card)}:{COLOUR_LETTERS[colour]}" if several else card_word(card)
    if action < t.BASE_SET:
        return f"{card_word(action - int(t.BASE_WITHOUT))}:-"
    if action < t.BASE_PAWN:
        return "{},{}".format(*cell_of(action - int(t.BASE_SET)))
    if action < t.BASE_AIM:
        return COLOUR_LETTERS[action - int(t.BASE_PAWN)]
    if action < t.BASE_PICK:
        colour, way = divmod(action - int(t.BASE_AIM), int(t.DIRECTIONS))
        several = len(pawns_of(kernel, kernel.actor())) > 1
        return f"{COLOUR_LETTERS[colour]}:{DIRECTIONS[way]}" if several else DIRECTIONS[way]
    if action < t.BASE_DISCARD:
        return "{},{}".format(*cell_of(action - int(t.BASE_PICK)))
    return card_word(action - int(t.BASE_DISCARD))


def _next(kernel: TuermeKernel, words: list[str], hand: Sequence[int]) -> list[int]:
    """The actions that the first words mean; takes them away."""
    phase, word = kernel.phase(), words.pop(0)
    if phase == t.SETTING:
        return [int(t.BASE_SET) + spot_of(_cell(kernel, word))]
    if phase == t.HERO:
        return [_play(kernel, word, words, hand)]
    if phase == t.MOVING:
        return _move(kernel, word)
    event = kernel.happening()
    if event == t.GRIMA:
        return [int(t.BASE_DISCARD) + _card(kernel, word, hand, t.BASE_DISCARD)]
    if event == t.EDORAS or (event == t.EOWYN and kernel.chosen() < 0):
        return [int(t.BASE_PAWN) + _pawn(kernel, word)]
    if event == t.ELVEN_WARRIORS:
        return [_aim(kernel, word, words)]
    return _picks(kernel, word, words)


def _play(kernel: TuermeKernel, word: str, words: list[str], hand: Sequence[int]) -> int:
    """`a`, `9a`, `ara9a`, with `:g` the pawn where there are two, with `:-` without a move."""
    named, _, about = word.partition(":")
    pawns = pawns_of(kernel, kernel.mover())
    if not about and words and (words[0] == "-" or (len(pawns) > 1 and words[0] in _COLOUR_SPELLINGS)):
        about = words.pop(0)
    if about == "-":
        return int(t.BASE_WITHOUT) + _card(kernel, named, hand, t.BASE_WITHOUT)
    if about:
        colour = _pawn(kernel, about)
    elif len(pawns) > 1:
        _card(kernel, named, hand, t.BASE_WITHOUT)  # what is no card at all needs no pawn
        raise NotationError(
            "ambiguous",
            N_("“{word}” could move {options}: say which."),
            word=word,
            options=either([f"{word}:{COLOUR_LETTERS[number]}" for number in pawns]),
        )
    else:
        colour = pawns[0]
    return int(t.BASE_PLAY) + _card(kernel, named, hand, t.BASE_PLAY, colour) * int(t.COLOURS) + colour


def _card(kernel: TuermeKernel, word: str, hand: Sequence[int], base: int, colour: int | None = None) -> int:
    """The card that a word means: a letter, strength and symbol, or the whole name."""
    if len(word) == 1 and word in LETTERS:
        if LETTERS.index(word) < len(hand):
            return hand[LETTERS.index(word)]
        raise _invalid(
            kernel,
            N_("There is no card {letter}: the letters are {letters}. {right}"),
            letter=word,
            letters=", ".join(LETTERS[: len(hand)]) or "–",
        )
    match = _CARD.fullmatch(word)
    found = []
    if match is not None:
        hero, figures, second = match.groups()
        found = [
            card
            for card in range(len(FIGURES.cards))
            if card_text(card).lower() == figures
            and (not hero or card_word(card).startswith(hero))
            and (not second or card_word(card).endswith("*"))
        ]
    if not found:
        raise _invalid(kernel, N_("“{word}” is no hero card. {right}"), word=word)
    factor = 1 if colour is None else int(t.COLOURS)
    allowed = {(action - int(base)) // factor for action in legal(kernel)}
    exact = [card for card in found if card_word(card) == word]
    choice = [card for card in exact or found if card in allowed] or [card for card in found if card in hand]
    if not choice:
        return (exact or found)[0]
    # Cards that are alike in everything are the same choice.
    if len({FIGURES.cards[card] for card in choice}) > 1:
        raise NotationError(
            "ambiguous",
            N_("“{word}” could be {options}: say which."),
            word=word,
            options=either([card_word(card) for card in choice]),
        )
    return choice[0]


def _move(kernel: TuermeKernel, word: str) -> list[int]:
    """`n2`, `7,6`, `!7,6`, `stop`."""
    if word in STOPS:
        return [int(t.STOP)]
    match = _CELL.fullmatch(word)
    if match is not None:
        cell = _cell(kernel, word.lstrip("!"))
        if match[1]:
            return [int(t.BASE_JUMP) + spot_of(cell)]
        return _way(kernel, cell)
    match = _STEP.fullmatch(word)
    if match is None or match[1] not in SPELLED_DIRECTIONS:
        raise _invalid(kernel, N_("“{word}” is no direction and no space. {right}"), word=word)
    return [int(t.BASE_STEP) + SPELLED_DIRECTIONS[match[1]]] * int(match[2] or 1)


def _way(kernel: TuermeKernel, cell: Cell) -> list[int]:
    way = best_ways(kernel).get(cell)
    if way is None:
        raise IllegalAction(
            "T11",
            N_("The pawn cannot end its move on {cell}: name another space, or steps like n2 e3."),
            cell="{},{}".format(*cell),
        )
    after = kernel.clone()
    for action in way.actions:
        after.apply(action)
    stop = [int(t.STOP)] if after.request() == DECIDE and after.turns() == kernel.turns() else []
    return [*way.actions, *stop]


def _aim(kernel: TuermeKernel, word: str, words: list[str]) -> int:
    pawns = pawns_of(kernel, kernel.actor())
    first, _, second = word.partition(":")
    if not second and len(pawns) > 1 and words:
        second = words.pop(0)
    colour, way = (_pawn(kernel, first), second) if second else (pawns[0], first)
    if way not in SPELLED_DIRECTIONS:
        raise _invalid(kernel, N_("“{word}” is no direction. {right}"), word=way)
    if not second and len(pawns) > 1:
        raise NotationError(
            "ambiguous",
            N_("“{word}” could be {options}: say which."),
            word=word,
            options=either([f"{COLOUR_LETTERS[number]}:{way}" for number in pawns]),
        )
    return int(t.BASE_AIM) + colour * int(t.DIRECTIONS) + SPELLED_DIRECTIONS[way]


def _picks(kernel: TuermeKernel, word: str, words: list[str]) -> list[int]:
    """Orcs in whatever order they are named; the kernel wants them ascending."""
    wanted = [spot_of(_cell(kernel, word))]
    while words and len(wanted) < kernel.picks():
        wanted.append(spot_of(_cell(kernel, words.pop(0))))
    return [int(t.BASE_PICK) + spot for spot in sorted(wanted)]


def _pawn(kernel: TuermeKernel, word: str) -> int:
    if word not in _COLOUR_SPELLINGS:
        raise _invalid(kernel, N_("“{word}” is no pawn: pawns are g, r, b and y. {right}"), word=word)
    return _COLOUR_SPELLINGS[word]


def _cell(kernel: TuermeKernel, word: str) -> Cell:
    match = _CELL.fullmatch(word)
    if match is None or match[1]:
        raise _invalid(kernel, N_("“{word}” is no space. {right}"), word=word)
    column, row = int(match[2]), int(match[3])
    if not (1 <= column <= FIGURES.columns and 1 <= row <= FIGURES.rows):
        raise _invalid(kernel, N_("There is no space {word}: columns are 1 to 16, rows 1 to 8."), word=word)
    return column, row


def examples(kernel: TuermeKernel) -> list[str]:
    """Some legal actions in notation, one of each sort."""
    actions = legal(kernel)
    if not actions:
        return []
    return list(dict.fromkeys(spell(kernel, action) for action in (actions[0], actions[-1])))


def _invalid(kernel: TuermeKernel, template: str, **params: object) -> NotationError:
    """What is typed is no move; `{right}` in the template names some that are."""
    right = Sentence(N_("Right would be {moves}."), {"moves": either(examples(kernel))})
    return NotationError("invalid", template, right=right, **params)
