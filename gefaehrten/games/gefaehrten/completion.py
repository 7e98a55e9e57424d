"""Pure. How a line that is being typed can go on, and what that would do.

The one rule: everything offered is legal after what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.kernel import DECIDE
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Action, EndTurn, Locate, Nazgul, Place, Recall, typed
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.lexer import normalise
from gefaehrten.games.gefaehrten.moves import coloured, hand, is_free, legal, space_of
from gefaehrten.games.gefaehrten.names import SPACE_LABELS, TOKEN_NOTATION, face_of
from gefaehrten.games.gefaehrten.notation import LETTERS, parse
from gefaehrten.games.gefaehrten.spelling import spell_head, spell_typed


def fragment(text: str) -> str:
    """The last word of the text, which is not finished yet: a completion takes its place."""
    found = re.search(r"[^\s;]*$", text)
    assert found is not None
    return found[0]


def completions(
    kernel: GefaehrtenKernel, text: str, letters: Sequence[int] | None = None
) -> list[Completion]:
    """What could stand in the place of the last word of `text`, each with what it does.

    Cards come first, then, once one is named, its spaces, then the rings that could go with it.

    Args:
        letters: as for `notation.parse`.
    """
    last = fragment(text)
    before = text[: len(text) - len(last)]
    now = kernel.clone()
    try:
        for action in parse(kernel, before, letters) if before.strip() else ():
            now.apply(action)
    except GefaehrtenError:
        return []
    if now.request() != DECIDE or now.turns() != kernel.turns():
        return []
    word = re.sub(r"^([rygb]?)n@", r"\1nazgul@", normalise(last))
    moves = [typed(number) for number in legal(now)]
    found = list(_heads(now, moves)) if not any(mark in word for mark in "@>+") else []
    if any(mark in word for mark in "@>") or now.phase() == tables.LOCATING:
        found += _wholes(now, moves, word)
    found += _by_letter(now, moves, word, hand(now, int(now.mover())) if letters is None else letters)
    return [(whole, does) for whole, does in dict(found).items() if whole.startswith(word) and whole != word]


def _heads(kernel: GefaehrtenKernel, moves: Sequence[Action]) -> Iterable[Completion]:
    """A card and where it could go; the end of the turn."""
    goals: dict[str, list[Action]] = {}
    for move in moves:
        if not isinstance(move, Locate | EndTurn):
            goals.setdefault(spell_head(kernel, move), []).append(move)
    for head, same in goals.items():
        first = same[0]
        match first:
            case Place():
                spaces = sorted({move.space for move in same if isinstance(move, Place)})
                card = phrases.card(face_of(first.colour, first.value), coloured=coloured(kernel))
                yield (
                    f"{head}@",
                    Sentence(N_("{card} on {spaces}"), {"card": card, "spaces": phrases.spaces(spaces)}),
                )
            case Nazgul():
                yield f"{head}@", Sentence(N_("a Nazgûl takes a card away, or goes on a free space"))
            case Recall(source):
                yield (
                    f"{head}>",
                    Sentence(
                        N_("picks up the card on {place} (Lothlórien ring)"), {"place": phrases.cell(source)}
                    ),
                )
    if any(isinstance(move, EndTurn) for move in moves):
        yield "end", Sentence(N_("ends the turn"))


def _wholes(kernel: GefaehrtenKernel, moves: Iterable[Action], word: str) -> list[Completion]:
    """Whole actions; with a ring only where the placement is whole already."""
    found: list[Completion] = []
    for move in moves:
        spelled = spell_typed(kernel, move)
        if isinstance(move, Place) and move.token and not word.startswith(spelled.partition("+")[0]):
            continue
        found.append((spelled, effect(kernel, move)))
    return found


def _by_letter(
    kernel: GefaehrtenKernel, moves: Sequence[Action], word: str, letters: Sequence[int]
) -> list[Completion]:
    """`a7`, once the letter is typed."""
    if not word or word[0] not in LETTERS[: len(letters)] or "@" in word:
        return []
    face = letters[LETTERS.index(word[0])]
    found: list[Completion] = []
    for move in moves:
        match move:
            case Place(colour, value, space, token) if face_of(colour, value) == face:
                placed = f"{word[0]}{SPACE_LABELS[space]}"
                if not token:
                    found.append((placed, effect(kernel, move)))
                elif word.startswith(placed):
                    found.append((f"{placed}+{TOKEN_NOTATION[token]}", effect(kernel, move)))
            case Nazgul(colour, cell) if face_of(colour, tables.NAZGUL) == face:
                hit = _first_free(kernel) if cell is None else space_of(kernel, cell)
                if hit is not None:
                    found.append((f"{word[0]}{SPACE_LABELS[hit]}", effect(kernel, move)))
    return found


def _first_free(kernel: GefaehrtenKernel) -> int | None:
    return next((space for space in range(tables.SPACES) if is_free(kernel, space)), None)


def effect(kernel: GefaehrtenKernel, action: Action) -> Sentence:
    """What a legal action of the seat to move does, in words."""
    match action:
        case Place(colour, value, space, token):
            template = N_("{card} on {place}")
            covered = kernel.cell(tables.space_position(kernel.origin(), space))
            if token and covered:
                template = N_("{card} with the {ring} on {place}, over {covered}")
            elif token:
                template = N_("{card} with the {ring} on {place}")
            elif covered:
                template = N_("{card} on {place}, over {covered}")
            return Sentence(
                template,
                {
                    "card": phrases.card(face_of(colour, value), coloured=coloured(kernel)),
                    "place": phrases.space(space),
                    "ring": phrases.token(token) if token else "",
                    "covered": _on_table(covered) if covered else "",
                },
            )
        case Nazgul(_, None):
            return Sentence(N_("Nazgûl on a free space: it alone leaves the game"))
        case Nazgul(_, cell):
            assert cell is not None
            hit = space_of(kernel, cell)
            return Sentence(
                N_("Nazgûl on {victim} on {place}: both leave the game"),
                {
                    "victim": _on_table(kernel.cell(tables.position(*cell))),
                    "place": phrases.cell(cell) if hit is None else phrases.space(hit),
                },
            )
        case Recall(source, space):
            return Sentence(
                N_("{card} from {from} goes to {place} with the {ring}"),
                {
                    "card": _on_table(kernel.cell(tables.position(*source))),
                    "from": phrases.cell(source),
                    "place": phrases.space(space),
                    "ring": phrases.token(tables.LOTHLORIEN),
                },
            )
        case Locate(left):
            return Sentence(
                N_("{location} at {x},{y}"),
                {"location": phrases.location(kernel.location() + 1), "x": left[0], "y": left[1]},
            )
        case EndTurn():
            return Sentence(N_("ends the turn"))
        case _:
            assert_never(action)


def _on_table(cell: int) -> Sentence:
    """A card on the table by its byte, with its colour, which says whose it is."""
    return phrases.card(face_of(cell >> 3 & 3, (cell & 7) - 1), coloured=True)
