"""Pure. What a screen shows, as data: styled lines in the reader's language, and what a game's view offers.

The one rule: nothing here knows a terminal. Styles are names that a theme turns into colours; `Wording` is the last
place that every text passes, so no control character and, in ASCII, no other character leaves it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Protocol

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import Kernel
from gefaehrten.core.text import Sentence, Translator


class Style(StrEnum):
    """The closed set of style names; the theme gives each a look, and `NO_COLOR` gives them none."""

    PLAIN = ""
    DIM = "dim"
    STRONG = "strong"
    TITLE = "title"
    KEY = "key"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    PENDING = "pending"
    PLACE_WHITE = "place.white"
    PLACE_BLACK = "place.black"
    PARTY_0 = "party.0"
    PARTY_1 = "party.1"
    PARTY_2 = "party.2"
    PARTY_3 = "party.3"


PARTIES = (Style.PARTY_0, Style.PARTY_1, Style.PARTY_2, Style.PARTY_3)
"""The styles of the parties by number."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a screen."""

    spans: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.spans)


def line(*parts: Span | str) -> Line:
    """A line of spans; a bare string is plain."""
    return Line(tuple(part if isinstance(part, Span) else Span(part) for part in parts if part))


class Glyphs(Enum):
    """Which characters the terminal can show."""

    UNICODE = "unicode"
    ASCII = "ascii"


_TRANSLITERATION = {
    **dict(zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"), strict=True)),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("’‘‚", "'"),
    **dict.fromkeys("–—−", "-"),
    "…": "...",
    "→": "->",
    "×": "x",
    "·": "-",
    "●": "*",
    "○": "o",
    "▶": ">",
    "⌫": "<-",
    "\u00a0": " ",
}


def asciify(text: str) -> str:
    """The text in ASCII: umlauts spelled out, accents dropped, what is left as `?`."""
    out: list[str] = []
    for char in text:
        if char.isascii():
            out.append(char)
            continue
        known = _TRANSLITERATION.get(char)
        if known is None:
            plain = unicodedata.normalize("NFKD", char)
            known = "".join(part for part in plain if part.isascii()) or "?"
        out.append(known)
    return "".join(out)


def printable(text: str) -> str:
    """The text without control, format and surrogate characters: the last barrier before a terminal."""
    return "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))


def cells(text: str) -> int:
    """How many terminal cells the text takes."""
    total = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return total


def fit(text: str, width: int) -> str:
    """The text cut or filled with blanks to exactly `width` cells."""
    while cells(text) > width:
        text = text[:-1]
    return text + " " * (width - cells(text))


def centred(text: str, width: int) -> str:
    """The text in the middle of `width` cells, cut where it is longer."""
    room = max(width - cells(text), 0)
    return fit(" " * (room // 2) + text, width)


@dataclass(frozen=True, slots=True)
class Wording:
    """How everything is said to this reader: the language, and the characters that the terminal has."""

    translate: Translator
    glyphs: Glyphs = Glyphs.UNICODE

    def say(self, text: str | Sentence, **params: object) -> str:
        """A template with its parameters, or a sentence, in the reader's language, safe to print."""
        sentence = text if isinstance(text, Sentence) else Sentence(text, params)
        return self.clean(sentence.say(self.translate))

    def clean(self, text: str) -> str:
        """Foreign text, a name for instance, safe to print."""
        text = printable(text)
        return asciify(text) if self.glyphs is Glyphs.ASCII else text

    def pick(self, unicode: str, ascii: str) -> str:
        """One of two drawings of the same thing."""
        return ascii if self.glyphs is Glyphs.ASCII else unicode


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a screen of one seat is made from.

    Attributes:
        kernel: the position as this seat knows it.
        seat: whose screen it is; -1 for a watcher.
        names: of the players, by seat.
        steps: the record so far, from which the names of the cards on the table come.
        hand_cards: numbers in the sealed deck of the cards in the seat's hand.
        options: the house rules of the match.
        turn: kernel actions of the seat that it has chosen but not committed.
    """

    kernel: Kernel
    seat: int
    names: Sequence[str]
    steps: Sequence[JsonStep] = ()
    hand_cards: Sequence[int] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    turn: tuple[int, ...] = ()

    def now(self) -> Kernel:
        """The position after the turn that is not committed yet, a copy."""
        kernel = self.kernel.clone()
        for action in self.turn:
            kernel.apply(action)
        return kernel

    def on_turn(self) -> bool:
        """Whether this seat still has something to choose in the turn that it is building."""
        return self._is_mover(self.now())

    def is_mover(self) -> bool:
        """Whether it is this seat's turn at all."""
        return self._is_mover(self.kernel)

    def _is_mover(self, kernel: Kernel) -> bool:
        from gefaehrten.core.kernel import DECIDE

        return (
            kernel.request() == DECIDE
            and kernel.actor() == self.seat
            and kernel.turns() == self.kernel.turns()
        )


@dataclass(frozen=True, slots=True)
class Page:
    """Something that can be looked at: its key, the words that ask for it, and one line of help (a template)."""

    key: str
    words: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several actions that are offered as a numbered list, best first."""

    action: int
    text: Sentence


Completion = tuple[str, Sentence]
"""What could be typed next, and what it does."""


class View(Protocol):
    """A game's words and pictures, for every screen. Stateless."""

    pages: tuple[Page, ...]
    help: tuple[str, ...]
    """Templates of the short help, one line each."""

    def page(self, key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """One of `pages`, at most `width` cells wide."""
        ...

    def preview(self, scene: Scene, wording: Wording, width: int) -> list[Line]:
        """What the turn so far (`scene.turn`) does."""
        ...

    def choices(self, scene: Scene) -> list[Choice]:
        """What has to be picked now from a list, best first; empty where notation is typed instead."""
        ...

    def read(self, scene: Scene, text: str) -> list[int]:
        """Typed notation as actions that go on from `scene.turn`. Raises `NotationError` and `IllegalAction`."""
        ...

    def finish(self, scene: Scene) -> list[int]:
        """What `scene.turn` still needs to be a whole turn, where no choice is left. Raises `IllegalAction`."""
        ...

    def format(self, scene: Scene, actions: Iterable[int]) -> str:
        """Actions that go on from `scene.turn` in notation."""
        ...

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        """How the text could go on."""
        ...

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> Sentence | None:
        """One sentence about a step as it happens, to the player of `seat`; None for what nobody needs to hear."""
        ...
