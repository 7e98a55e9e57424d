"""Pure. Keys of the game's own, and when a typed line is taken at once.

The one rule: a line is taken at once only where it is legal, nothing but a ring could be typed behind it, and it
ends no turn.
"""

from __future__ import annotations

import re

from gefaehrten.core.errors import GefaehrtenError
from gefaehrten.core.view import Scene
from gefaehrten.games.gefaehrten import tables
from gefaehrten.games.gefaehrten.actions import cell_of
from gefaehrten.games.gefaehrten.hand import letters
from gefaehrten.games.gefaehrten.lexer import Item, LocateItem, NazgulItem, PlaceItem, RecallItem, items
from gefaehrten.games.gefaehrten.moves import hand, space_of
from gefaehrten.games.gefaehrten.names import SPACE_LABELS, TOKEN_NOTATION, TOKEN_SPELLINGS, face_of
from gefaehrten.games.gefaehrten.notation import LETTERS, parse
from gefaehrten.games.gefaehrten.staging.clicks import WRITES, doubtful, onto_card
from gefaehrten.games.gefaehrten.staging.intent import (
    Begun,
    Held,
    Intent,
    Lifted,
    Ring,
    Seen,
    intent,
    rings_for,
)
from gefaehrten.games.gefaehrten.staging.sight import Sight, sight

RING_KEY = "+"


def press(scene: Scene, typed: str, key: str) -> str | None:
    """What a key of the game's own makes of the typed line; None for any other key, or where it has nothing to do."""
    if key.startswith(WRITES) and len(key) > 1:
        return key[len(WRITES) :]
    if key == RING_KEY:
        meant = intent(scene, typed)
        word = _next_ring(meant) if meant.sight.placing else None
        return None if word is None else meant.before + word
    if len(key) != 1 or not (key.isascii() and key.islower()):
        return None
    return _onto(scene, typed, key) if key in LETTERS else _named_ring(scene, typed, key)


def whole(scene: Scene, typed: str) -> bool:
    """Whether the typed line is a legal action that nothing more belongs to."""
    here = sight(scene)
    if not here.on_turn or not typed.strip():
        return False
    try:
        actions = parse(here.now, typed, letters(scene))
    except GefaehrtenError:
        return False
    if tables.END in actions:
        return False
    return not _goes_on(here, items(typed)[-1], actions[-1])


def _goes_on(here: Sight, item: Item, action: int) -> bool:
    """Whether more may be typed behind an item than a ring."""
    word = item.text
    match item:
        case LocateItem(_, (x, y)):
            sign = "-" if y < 0 else ""
            return any(
                place.left[0] == x
                and place.action != action
                and f"{place.left[1]}".startswith(f"{sign}{abs(y)}")
                for place in here.candidates
            )
        case NazgulItem(_, _, None):
            return word.endswith(("n", "l"))
        case NazgulItem(_, _, str(label)):
            return "@" in word and here.now.nazgul_table() and _strikes_from(here, label)
        case PlaceItem(_, "", "b", space, _) if word.startswith(f"b{space}") and _blue_too(here, space):
            return True
        case PlaceItem() | RecallItem() if item.ring:
            return not _spelled_out(word, item.ring)
        case _:
            return False


def _spelled_out(word: str, ring: str) -> bool:
    """Whether a ring at the end of a word is written whole; before the space it may be shortened."""
    return not word.endswith(ring) or any(ring.replace("_", "") in names for names in TOKEN_SPELLINGS)


def _strikes_from(here: Sight, label: str) -> bool:
    """Whether a Nazgûl may hit a cell beyond the ten spaces whose x begins with the digit: `n@4,2` behind `n@4`."""
    struck = (
        cell_of((action - int(tables.BASE_NAZGUL)) % (int(tables.GRID) + 1))
        for action in here.possible
        if tables.BASE_NAZGUL <= action < tables.BASE_RECALL
        and (action - tables.BASE_NAZGUL) % (tables.GRID + 1) != tables.GRID
    )
    return any(str(cell[0]).startswith(label) and space_of(here.now, cell) is None for cell in struck)


def _blue_too(here: Sight, digit: str) -> bool:
    """Whether `b5`, the card b on space 5, may also become `b5@7`."""
    value = int(digit)
    return (
        doubtful(here)
        and value <= tables.GANDALF
        and face_of(int(tables.BLUE), value) in hand(here.now, here.scene.seat)
    )


def _next_ring(meant: Intent) -> str | None:
    """The last word with the next ring that may go with it; after the last one none."""
    hold, here = meant.hold, meant.sight
    if isinstance(hold, Held):
        space = meant.space
        rings = rings_for(here, hold.faces, space)
        if not rings:
            return None
        place = "" if space is None else SPACE_LABELS[space]
        after = _following(rings, hold.tokens)
        if after is None:
            return f"{hold.text}@{place}" if place else hold.text
        return f"{hold.text}+{TOKEN_NOTATION[after]}@{place}"
    if isinstance(hold, Ring) or not meant.word or isinstance(hold, Lifted | Seen):
        return _next_alone(here, hold)
    return None


def _following(rings: tuple[int, ...], now: tuple[int, ...]) -> int | None:
    """The first ring behind the one that is there, None behind the last."""
    current = now[0] if len(now) == 1 else tables.NO_TOKEN
    return next((ring for ring in rings if ring > current), None)


def _next_alone(here: Sight, hold: object) -> str | None:
    """Without a card: ring after ring, then with Lothlórien card after card that may be picked up, then nothing."""
    stops = [f"+{TOKEN_NOTATION[token]}" for token in here.rings]
    stops += [f"{x},{y}>" for x, y in here.sources]
    if not stops:
        return None
    match hold:
        case Ring((token, *_)) if token in here.rings:
            at = here.rings.index(token)
        case Lifted(cell) | Seen(cell) if cell in here.sources:
            at = len(here.rings) + here.sources.index(cell)
        case Begun():
            at = -1
        case _:
            return None
    return stops[at + 1] if at + 1 < len(stops) else ""


def _named_ring(scene: Scene, typed: str, letter: str) -> str | None:
    """The first letter of a ring's name where the ring key has put another ring: the name is typed after all."""
    meant = intent(scene, typed)
    hold, word = meant.hold, meant.word
    begins = any(name.startswith(letter) for names in TOKEN_SPELLINGS for name in names)
    if not meant.sight.placing or not begins:
        return None
    if isinstance(hold, Held) and hold.ring and word.endswith("@"):
        return f"{meant.before}{hold.text}{RING_KEY}{letter}"
    if isinstance(hold, Ring) and word in (f"{RING_KEY}{TOKEN_NOTATION[token]}" for token in hold.tokens):
        return f"{meant.before}{RING_KEY}{letter}"
    return None


def _onto(scene: Scene, typed: str, letter: str) -> str | None:
    """A card's letter behind a ring or a space that was named first; behind both it begins a ring's name."""
    meant = intent(scene, typed)
    if isinstance(meant.hold, Held):
        return _named_ring(scene, typed, letter)
    if not meant.sight.placing or LETTERS.index(letter) >= len(letters(scene)):
        return None
    match meant.hold:
        case Ring((token,)) if meant.word.lstrip("+").rstrip("@") in TOKEN_SPELLINGS[token]:
            return meant.before + onto_card(meant, letter)
        case Seen() if re.fullmatch(r"@\d", meant.word):
            return meant.before + onto_card(meant, letter)
        case _:
            return None
