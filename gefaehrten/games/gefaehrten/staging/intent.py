"""Pure. What a line that is still being typed means so far: a card in the hand, a ring, a place that is looked at.

The one rule: what is finished is read by `notation`, and what is legal is asked of the kernel; only what is not
finished yet is understood here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gefaehrten.core.errors import GefaehrtenError, IllegalAction
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import phrases, tables
from gefaehrten.games.gefaehrten.actions import Cell
from gefaehrten.games.gefaehrten.completion import fragment
from gefaehrten.games.gefaehrten.hand import letters
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.lexer import Item, NazgulItem, PlaceItem, RecallItem, items, normalise
from gefaehrten.games.gefaehrten.moves import coloured, hand, space_cell
from gefaehrten.games.gefaehrten.names import (
    COLOUR_LETTERS,
    SPACE_LABELS,
    TOKEN_SPELLINGS,
    colour_of,
    kind_of,
)
from gefaehrten.games.gefaehrten.notation import LETTERS, parse
from gefaehrten.games.gefaehrten.staging.sight import Sight, sight


@dataclass(frozen=True, slots=True)
class Held:
    """A card in the hand.

    Attributes:
        faces: what it can be: one, or several where only a value or a colour is typed.
        text: how the card was typed, without ring and place.
        tokens: the rings that are typed with it can mean; (0,) where none is typed, empty where there is no such ring.
        ring: what was typed behind `+`; None where no `+` is.
    """

    faces: tuple[int, ...]
    text: str
    tokens: tuple[int, ...] = (tables.NO_TOKEN,)
    ring: str | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring on its own: the tokens that it can mean."""

    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lifted:
    """A card on the table that is picked up: `4,2>`."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Seen:
    """A cell that is looked at: `@7`, `4,2`."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Begun:
    """The beginning of something that has no meaning of its own yet, or nothing."""


Hold = Held | Ring | Lifted | Seen | Begun


@dataclass(frozen=True, slots=True)
class Intent:
    """What a typed line means.

    Attributes:
        sight: the position in which the last word is read: after `scene.turn` and the words before it.
        before: those words as they were typed, blanks included.
        word: the last word, as it is read.
        hold: what it has hold of.
        actions: what it does, where it is whole and legal.
        error: why it cannot be, where it is whole and is not legal, or is no notation at all.
        space: the space that the word names for the card that it has hold of.
    """

    sight: Sight
    before: str
    word: str
    hold: Hold
    actions: tuple[int, ...] = ()
    error: GefaehrtenError | None = None
    space: int | None = None


_CARD = r"(?:(?P<letter>[a-f])|(?P<colour>[rygb]?)(?P<value>[0-5])|(?P<only>[ryg])|(?P<ncolour>[rygb]?)n(?:azgul)?)"
_HELD = re.compile(rf"{_CARD}(?:\+(?P<ring>[a-z_-]*[12]?))?@?", re.ASCII)
_RING = re.compile(r"\+(?P<ring>[a-z_-]*[12]?)@?", re.ASCII)
_RING_TO_COME = re.compile(r"(?P<placed>(?:[a-f]@?|[rygb]?[0-5]@)\d)\+(?P<ring>[a-z_-]*)", re.ASCII)
_XY = re.compile(r"(-?\d{1,4}),(-?\d{1,4})(>?)", re.ASCII)
_LABEL = re.compile(r"(?:@(\d)|(\d)>)", re.ASCII)
_LETTERED = re.compile(r"[a-f]\d(?:\+[a-z_-]*[12]?)?", re.ASCII)
_NAZGUL_BEGUN = re.compile(r"[rygb]?(?:n|na|naz|nazg|nazgu|nazgul)", re.ASCII)


def intent(scene: Scene, typed: str) -> Intent:
    """What the line means in the position after `scene.turn`."""
    here = sight(scene)
    word = normalise(fragment(typed))
    before = typed[: len(typed) - len(fragment(typed))]
    if before.strip() and here.on_turn:
        try:
            actions = parse(here.now, before, letters(scene))
        except GefaehrtenError as error:
            return Intent(here, before, word, Begun(), error=error)
        here = sight(replace(scene, turn=(*scene.turn, *actions)))
    if not word:
        return Intent(here, before, word, Begun())
    hold = _hold(here, word)
    lettered = _LETTERED.fullmatch(word) is not None
    # A ring that there is not may be a ring and a space: `a+bree2`.
    spaced = isinstance(hold, Held) and not hold.tokens and word[-1].isdigit()
    unfinished = not isinstance(hold, Begun) and not lettered and not spaced
    if unfinished or not here.on_turn or _begins(here, word):
        return Intent(here, before, word, hold)
    if here.placing and not lettered and not spaced and _HELD.fullmatch(word):
        return Intent(here, before, word, hold, error=_no_such_card(here))
    behind, space = _behind(here, word)
    try:
        found = parse(here.now, word, letters(scene))
    except GefaehrtenError as error:
        if lettered and coloured(here.now) and isinstance(hold, Held):
            return Intent(here, before, word, hold)
        if here.placing and (match := _RING_TO_COME.fullmatch(word)):
            return _ringed(here, before, word, match)
        return Intent(here, before, word, behind, error=error, space=space)
    return Intent(here, before, word, behind, tuple(found), space=space)


def _ringed(here: Sight, before: str, word: str, match: re.Match[str]) -> Intent:
    """A card and its space with a ring that is not named yet: `d2+`, `5@7+r`."""
    hold, space = _behind(here, match["placed"])
    if isinstance(hold, Held):
        hold = Held(hold.faces, hold.text, ring_tokens(here.now, match["ring"]), match["ring"])
    return Intent(here, before, word, hold, space=space)


def _no_such_card(here: Sight) -> IllegalAction:
    """What is typed is a card, and is not in the hand."""
    cards: list[phrases.Phrase] = [
        phrases.card(face, coloured=coloured(here.now))
        for face in dict.fromkeys(hand(here.now, here.scene.seat))
    ]
    held = phrases.listed(cards) if cards else Sentence(N_("no cards"))
    return IllegalAction("F11", N_("That card is not in your hand; you hold: {cards}."), cards=held)


def _hold(here: Sight, word: str) -> Hold:
    """What an unfinished word has hold of."""
    if match := _RING.fullmatch(word):
        return Ring(ring_tokens(here.now, match["ring"]))
    if here.now.phase() == tables.LOCATING:
        return Begun()
    if match := _LABEL.fullmatch(word):
        cell = space_cell(here.now, SPACE_LABELS.index(match[1] or match[2]))
        return Lifted(cell) if match[2] else Seen(cell)
    if match := _XY.fullmatch(word):
        cell = (int(match[1]), int(match[2]))
        return Lifted(cell) if match[3] else Seen(cell)
    match = _HELD.fullmatch(word)
    if match is None:
        found = _nazguls(here, word) if _NAZGUL_BEGUN.fullmatch(word) else ()
        return Held(found, word) if found else Begun()
    faces = _faces(here, match)
    if not faces:
        return Begun()
    ring = match["ring"]
    tokens = (tables.NO_TOKEN,) if ring is None else ring_tokens(here.now, ring)
    return Held(faces, word.partition("+")[0].rstrip("@"), tuple(tokens), ring)


def _faces(here: Sight, match: re.Match[str]) -> tuple[int, ...]:
    """The faces in the hand that a typed card can be."""
    if here.scene.seat < 0:
        return ()
    if match["letter"]:
        faces = letters(here.scene)
        index = LETTERS.index(match["letter"])
        if index < len(faces):
            return (faces[index],)
        return _in_hand(here, match["letter"]) if match["letter"] == "b" else ()
    if match["only"]:
        return _in_hand(here, match["only"])
    if match["value"]:
        return tuple(face for face in _in_hand(here, match["colour"]) if kind_of(face) == int(match["value"]))
    return _nazguls(here, match[0])


def _nazguls(here: Sight, word: str) -> tuple[int, ...]:
    colour = word[0] if word[0] in COLOUR_LETTERS else ""
    return tuple(face for face in _in_hand(here, colour) if kind_of(face) == tables.NAZGUL)


def _in_hand(here: Sight, colour: str) -> tuple[int, ...]:
    """The faces in the hand, each once; those of one colour where its letter is given."""
    if here.scene.seat < 0:
        return ()
    held = dict.fromkeys(hand(here.now, here.scene.seat))
    return tuple(face for face in held if not colour or COLOUR_LETTERS[colour_of(face)] == colour)


def ring_tokens(kernel: GefaehrtenKernel, word: str) -> tuple[int, ...]:
    """The tokens that the beginning of a ring's name can mean: of several those that the mover has."""
    plain = word.replace("_", "").replace("-", "")
    found = [
        token
        for token, spellings in enumerate(TOKEN_SPELLINGS)
        if any(_spells(name, plain) for name in spellings)
    ]
    exact = [token for token in found if plain in TOKEN_SPELLINGS[token]]
    held = [token for token in found if kernel.mover() >= 0 and kernel.has_token(kernel.mover(), token)]
    return tuple(exact or held or found)


def _spells(name: str, word: str) -> bool:
    """Whether the word is a beginning of the name; of a numbered one the number may follow at once (`riv1`)."""
    stem = word.rstrip("12")
    return name.startswith(stem) and name.endswith(word[len(stem) :])


def _begins(here: Sight, word: str) -> bool:
    """Whether the word, which means nothing yet, may become notation when more is typed."""
    if re.fullmatch(r"-?\d{0,4},?-?\d{0,4}", word) and ("," in word or "-" in word):
        return True
    if here.now.phase() == tables.LOCATING:
        return bool(re.fullmatch(r"(?:@|loc|ort)?(?:-?\d{0,4})?,?-?", word))
    return word in ("@", "en")


def _behind(here: Sight, word: str) -> tuple[Hold, int | None]:
    """What a finished word has hold of, and the space it names: the card and the 3 of `d3`."""
    found: list[Item] = items(word)
    if len(found) != 1:
        return Begun(), None
    match found[0]:
        case PlaceItem(_, colour, card, label, ring):
            hold, space = _hold(here, colour + card), SPACE_LABELS.index(label)
            if isinstance(hold, Held) and ring:
                return Held(hold.faces, hold.text, ring_tokens(here.now, ring), ring), space
            return hold, space
        case NazgulItem(_, colour, str(label)):
            return _hold(here, f"{colour}n"), SPACE_LABELS.index(label)
        case NazgulItem(_, colour):
            return _hold(here, f"{colour}n"), None
        case RecallItem(_, source, label, _):
            cell = space_cell(here.now, SPACE_LABELS.index(source)) if isinstance(source, str) else source
            return Lifted(cell), SPACE_LABELS.index(label)
        case _:
            return Begun(), None


def held_spaces(here: Sight, hold: Hold) -> tuple[int, ...]:
    """The spaces (0 ... 9) that what is held may go to now."""
    match hold:
        case Held(faces, _, tokens):
            return tuple(
                space
                for space in range(tables.SPACES)
                if any(may_go(here, face, space, token) for face in faces for token in tokens)
            )
        case Lifted(cell):
            return here.lands(cell)
        case _:
            return ()


def may_go(here: Sight, face: int, space: int, token: int) -> bool:
    """Whether a card from the hand may go to a space now, with a ring or none."""
    if kind_of(face) != tables.NAZGUL:
        return int(tables.place_action(token, face, space)) in here.possible
    if token != tables.NO_TOKEN:
        return False
    free = here.now.free_spaces() >> space & 1
    target = tables.GRID if free else tables.space_position(here.now.origin(), space)
    return int(tables.nazgul_action(colour_of(face), target)) in here.possible


def rings_for(here: Sight, faces: Iterable[int], space: int | None = None) -> tuple[int, ...]:
    """The rings that may go with a card now, on a space or on any."""
    spaces = range(tables.SPACES) if space is None else (space,)
    return tuple(
        token
        for token in here.rings
        if any(may_go(here, face, each, token) for face in faces for each in spaces)
    )


def struck(here: Sight, hold: Hold) -> tuple[Cell, ...]:
    """The cells beyond the ten spaces that a Nazgûl in hand may strike (house rule `nazgul_range=table`)."""
    if not isinstance(hold, Held) or not here.now.nazgul_table() or hold.tokens != (tables.NO_TOKEN,):
        return ()
    colours = [colour_of(face) for face in hold.faces if kind_of(face) == tables.NAZGUL]
    return tuple(
        cell
        for cell, spot in here.board.spots.items()
        if not spot.label
        and any(
            int(tables.nazgul_action(colour, tables.position(*cell))) in here.possible for colour in colours
        )
    )
