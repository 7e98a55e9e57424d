"""Pure. What a game's view offers to every screen, what it is made from, and how everything is said.

The one rule: `Wording` is the last place that every text passes, so no control character and, in ASCII, no other
character leaves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gefaehrten.core.game import JsonStep
from gefaehrten.core.kernel import DECIDE, OVER, ROLL, Kernel
from gefaehrten.core.lines import Glyphs, Line, Span, Style, asciify, line, printable, wrapped
from gefaehrten.core.text import N_, Sentence, Translator


@dataclass(frozen=True, slots=True)
class Wording:
    """How everything is said to this reader: the language, and the characters that the terminal has."""

    translate: Translator
    glyphs: Glyphs = Glyphs.UNICODE

    def say(self, text: str | Sentence, **params: object) -> str:
        """A template with its parameters, or a sentence, in the reader's language, safe to print."""
        sentence = text if isinstance(text, Sentence) else Sentence(text, params)
        return self.clean(sentence.say(self.translate))

    def part(self, text: str | Sentence) -> str:
        """A part of a sentence on its own: translated, or foreign text that is only made safe to print."""
        return self.say(text) if isinstance(text, Sentence) else self.clean(text)

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
        hand_cards: numbers in the sealed deck of the cards in the seat's hand, in the order of dealing.
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
        return (
            kernel.request() == DECIDE
            and kernel.actor() == self.seat
            and kernel.turns() == self.kernel.turns()
        )


def whose_turn(scene: Scene) -> Sentence:
    """Who has to move, said to somebody who cannot move now."""
    kernel = scene.kernel
    if kernel.request() == OVER:
        return Sentence(N_("The match is over."))
    if scene.is_mover():
        return Sentence(N_("Your turn is complete: press Enter."))
    if kernel.request() == DECIDE:
        return Sentence(N_("It is {who}'s turn."), {"who": scene.names[kernel.actor()]})
    if kernel.request() == ROLL:
        return Sentence(N_("Something is left to chance: nobody has to move now."))
    return Sentence(N_("Cards are being drawn: nobody has to move now."))


@dataclass(frozen=True, slots=True)
class Page:
    """Something that can be looked at: its key, the words that ask for it, and one line of help (a template).

    Attributes:
        hot: the key that shows it on a full screen, "" for none.
        title: what stands above it there, two or three words (a template).
    """

    key: str
    words: tuple[str, ...]
    help: str
    hot: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several actions that are offered as a numbered list, best first."""

    action: int
    text: Sentence


def choice_lines(picks: Sequence[Choice], wording: Wording, width: int, most: int) -> list[Line]:
    """The best of several choices with their numbers, and how many more there are."""
    found = [
        part
        for number, pick in enumerate(picks[:most], start=1)
        for part in wrapped(line(Span(f"{number:>2}", Style.KEY), "  " + wording.say(pick.text)), width, 6)
    ]
    if len(picks) > most:
        found.append(line("    " + wording.say(N_("and {count} more: moves"), count=len(picks) - most)))
    return found


LOG_LINES = 15
"""How many of the last steps `log_lines` shows."""


def log_lines(view: View, scene: Scene, wording: Wording) -> list[Line]:
    """What happened last, oldest first."""
    said: list[Line] = []
    for index in range(len(scene.steps) - 1, -1, -1):
        sentence = view.announce(scene.steps[index], scene.steps[:index], scene.names, scene.seat)
        if sentence is not None:
            said.append(line(wording.say(sentence)))
        if len(said) == LOG_LINES:
            break
    return said[::-1] or [line(wording.say(N_("Nothing has happened yet.")))]


Completion = tuple[str, Sentence]
"""What could be typed next, and what it does."""


class View(Protocol):
    """A game's words and pictures, for every screen. Stateless."""

    pages: tuple[Page, ...]
    help: tuple[tuple[str, str], ...]
    """The short help: how something is typed, and a template of what it does."""
    welcome: tuple[str, ...]
    """Templates of three sentences for somebody who sees the game for the first time."""
    portrait: tuple[str, ...]
    """Keys of the pages that together show a table to somebody who looks back on it."""
    counts: bool
    """Whether players collect points that say more than who has won."""

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

    def closes(self, scene: Scene) -> bool:
        """Whether `scene.turn` is whole and its last action says that the player is done: it is sent at once."""
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
