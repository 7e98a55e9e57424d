"""Machine. Line mode without a terminal: a typed line in, lines to print and perhaps an effect out.

The one rule: it knows no game. Words and pictures come from the game's view; what is its own is the turn that is being
put together, and whether the player has been asked about leaving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gefaehrten.cli.line.consent import ABORT, CONCEDE, LEAVE, LEAVE_PAUSED, REFUSED
from gefaehrten.cli.line.effects import (
    Autopilot,
    Chat,
    Commit,
    Concede,
    Effect,
    Hint,
    Motion,
    Quit,
    Rematch,
    Reply,
    Rules,
)
from gefaehrten.cli.turn import Turn
from gefaehrten.cli.words import COMMANDS, Words, is_no, is_yes
from gefaehrten.core.errors import GefaehrtenError, IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, Scene, View, Wording, choice_lines, whose_turn

WIDTH = 80
"""Columns that lines are kept to where nothing else is asked for."""

MOST_CHOICES = 9
"""So many choices are listed at once: one key each."""


class LineTable:
    """One player's side of line mode. Mutable: it holds the turn that is being put together.

    Attributes:
        width: columns that lines are kept to; may change with the screen.
        resting: whether the match is paused: no turn is made.
    """

    def __init__(self, view: View, wording: Wording, width: int = WIDTH) -> None:
        self._view = view
        self._wording = wording
        self.width = width
        self._turn = Turn(view)
        self.resting = False
        self._asked: Effect | None = None
        self._clause: str | None = None
        self._commands: dict[str, Callable[[Scene, str], Reply]] = {
            "go": self._go,
            "undo": self._undo,
            "reset": self._reset,
            "hint": self._hint,
            "say": self._say,
            "rules": self._rules,
            "rematch": lambda _scene, _rest: Reply(effect=Rematch()),
            "pause": lambda _scene, _rest: Reply(effect=Motion("pause")),
            "resume": lambda _scene, _rest: Reply(effect=Motion("")),
            "autopilot": lambda _scene, _rest: Reply(effect=Autopilot(True)),
            "help": self._help,
            "abort": lambda _scene, _rest: self._ask(ABORT, Motion("abort")),
            "concede": lambda _scene, _rest: self._ask(CONCEDE, Concede()),
            "quit": lambda _scene, _rest: self._ask(LEAVE_PAUSED if self.resting else LEAVE, Quit()),
        }
        self._words = Words(view.pages)

    def scene(self, scene: Scene) -> Scene:
        """The scene with the turn that is being put together in it; an old turn is forgotten."""
        return self._turn.scene(scene)

    def reopen(self) -> None:
        """The turn that was committed could not be sent: another may be put together."""
        self._turn.reopen()

    def read(self, scene: Scene, text: str) -> Reply:
        """What one typed line does. Never raises for what is typed."""
        scene = self.scene(scene)
        word, rest = self._words.spelled(text)
        word = word.casefold()
        asked, self._asked = self._asked, None
        if asked is not None:
            if is_yes(word, self._wording):
                return Reply(effect=asked)
            if is_no(word, self._wording):
                stays = N_("Nothing has changed.") if isinstance(asked, Motion) else N_("You stay.")
                return self._lines(line(self._wording.say(stays)))
        clause, self._clause = self._clause, None
        if word == "?" and clause is not None and not rest:
            return Reply(effect=Rules(clause))
        command = self._words.command(word) if word else "go"
        if command is not None:
            return self._commands[command](scene, rest)
        page = self._words.page(word)
        if page is not None and not rest:
            return self._shown(self._view.page(page, scene, self._wording, self.width))
        return self._notation(scene, text)

    def prompt_text(self, scene: Scene) -> str:
        """What stands before the cursor."""
        scene = self.scene(scene)
        say = self._wording.say
        if not scene.is_mover() or self._waits(scene):
            return "> "
        if not scene.turn:
            return say(N_("Your turn")) + "> "
        spelled = self._view.format(replace(scene, turn=()), scene.turn)
        picks = self._view.choices(scene)
        if picks:
            most = min(len(picks), MOST_CHOICES)
            return say(N_("{turn} - choose 1 to {most}"), turn=spelled, most=most) + "> "
        return say(N_("{turn} - Enter commits"), turn=spelled) + "> "

    def opening(self, scene: Scene) -> list[Line]:
        """What is printed when it becomes the player's turn: everything that the turn needs."""
        scene = self.scene(scene)
        shown = self._view.page("table", scene, self._wording, self.width)
        picks = self._view.choices(scene)
        return [*shown, *self._choice_lines(picks)] if picks else shown

    def welcome(self) -> list[Line]:
        """A few sentences for somebody who plays for the first time."""
        return self._wrap(line(self._wording.say(template)) for template in self._view.welcome)

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> list[Line]:
        """A step as it happens; nothing for what nobody needs to hear.

        Args:
            before: the steps up to this one.
        """
        said = self._view.announce(step, before, names, seat)
        return [] if said is None else self._wrap([line(self._wording.say(said))])

    def advice(self, scene: Scene, actions: Iterable[int]) -> list[Line]:
        """What a bot would do after what is placed already: the answer to `Hint`."""
        spelled = self._view.format(self.scene(scene), actions)
        return self._wrap([line(self._wording.say(N_("Hint: {moves}"), moves=spelled))])

    def chat(self, name: str, text: str) -> list[Line]:
        """A message from the table."""
        return self._wrap(
            [line(Span(self._wording.clean(name), Style.STRONG), ": " + self._wording.clean(text))]
        )

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        """How the typed text could go on: words of commands at the start of a line, and notation."""
        return self._view.completions(self.scene(scene), text) + self._words.completions(text)

    def _notation(self, scene: Scene, text: str) -> Reply:
        if self._waits(scene):
            return self._on_its_way()
        if self.resting and scene.on_turn():
            return self._refused(REFUSED, None)
        if not scene.on_turn():
            if self._looks_like_word(text):
                return self._refused(
                    Sentence(N_("“{word}” is no command; ? lists them."), {"word": text.strip()}), None
                )
            return self._refused(whose_turn(scene), None)
        try:
            whole = self._turn.read(scene, text)
        except IllegalAction as error:
            return self._refused(error.sentence, error.clause)
        except GefaehrtenError as error:
            return self._refused(error.sentence, None)
        return self._so_far(self.scene(scene)) if whole is None else Reply(effect=Commit(whole))

    def _so_far(self, scene: Scene) -> Reply:
        """What the turn does, and the choice that it leads to."""
        shown = self._view.preview(scene, self._wording, self.width)
        return self._shown([*shown, *self._choice_lines(self._view.choices(scene))])

    def _waits(self, scene: Scene) -> bool:
        """Whether the turn is committed and the match has not taken it in yet."""
        return self._turn.sent(scene)

    def _on_its_way(self) -> Reply:
        return self._lines(line(self._wording.say(N_("Your turn is on its way to the others."))))

    def _go(self, scene: Scene, rest: str) -> Reply:
        if rest:
            return self._notation(scene, rest)
        if self._waits(scene):
            return self._on_its_way()
        if self.resting:
            return self._refused(REFUSED, None)
        if not scene.is_mover():
            return self._lines(line(self._wording.say(whose_turn(scene))))
        picks = self._view.choices(scene)
        if picks:
            ask = self._wording.say(
                N_("Choose first: a number from 1 to {most}, or in notation."),
                most=min(len(picks), MOST_CHOICES),
            )
            return self._shown([line(Span(ask, Style.WARN)), *self._choice_lines(picks)])
        try:
            return Reply(effect=Commit(self._turn.finish(scene)))
        except IllegalAction as error:
            return self._refused(error.sentence, error.clause)

    def _undo(self, scene: Scene, _rest: str) -> Reply:
        return self._taken_back(scene, self._turn.back())

    def _reset(self, scene: Scene, _rest: str) -> Reply:
        return self._taken_back(scene, self._turn.clear())

    def _taken_back(self, scene: Scene, found: bool) -> Reply:
        if not found:
            return self._lines(line(self._wording.say(N_("There is nothing to take back."))))
        return self._so_far(self.scene(scene))

    def _hint(self, scene: Scene, _rest: str) -> Reply:
        if self._waits(scene):
            return self._on_its_way()
        if not scene.on_turn():
            return self._refused(whose_turn(scene), None)
        return Reply(effect=Hint(scene.turn))

    def _say(self, _scene: Scene, rest: str) -> Reply:
        if not rest:
            return self._refused(Sentence(N_("Say what? Right would be: say Well played!")), None)
        return Reply(effect=Chat(rest))

    def _rules(self, _scene: Scene, rest: str) -> Reply:
        return Reply(effect=Rules(rest.upper() or None))

    def _help(self, _scene: Scene, rest: str) -> Reply:
        if rest:
            return Reply(effect=Rules(rest.upper()))
        say = self._wording.say
        rows: list[Line] = [line(Span(say(N_("Moves")), Style.TITLE))]
        rows += [self._row(typed, say(does)) for typed, does in self._view.help]
        rows.append(line(Span(say(N_("Looking around")), Style.TITLE)))
        rows += [self._row(", ".join(page.words[:2]), say(page.help)) for page in self._view.pages]
        rows.append(line(Span(say(N_("Everything else")), Style.TITLE)))
        rows += [self._row(say(label), say(does)) for _, label, does in COMMANDS]
        return self._shown([part for row in rows for part in wrapped(row, self.width, 21)])

    def _ask(self, question: Sentence, effect: Effect) -> Reply:
        """Asks before something that cannot be taken back."""
        self._asked = effect
        return self._lines(line(Span(self._wording.say(question), Style.WARN)))

    def _row(self, name: str, does: str) -> Line:
        return line("  ", Span(f"{self._wording.clean(name):<18}", Style.KEY), " " + does)

    def _choice_lines(self, picks: Sequence[Choice]) -> list[Line]:
        return choice_lines(picks, self._wording, self.width, MOST_CHOICES)

    @staticmethod
    def _looks_like_word(text: str) -> bool:
        return text.strip().isalpha()

    def _refused(self, sentence: Sentence, clause: str | None) -> Reply:
        self._clause = clause
        more = self._wording.say(N_(" (? shows {clause})"), clause=clause) if clause else ""
        return self._shown(self._wrap([line(Span(self._wording.say(sentence) + more, Style.BAD))]))

    def _wrap(self, lines: Iterable[Line]) -> list[Line]:
        return [part for each in lines for part in wrapped(each, self.width, 4)]

    def _lines(self, *lines: Line) -> Reply:
        return self._shown(self._wrap(lines))

    @staticmethod
    def _shown(lines: Sequence[Line], effect: Effect | None = None) -> Reply:
        return Reply(tuple(lines), effect)
