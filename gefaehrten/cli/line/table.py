"""Machine. Line mode without a terminal: a typed line in, lines to print and perhaps an effect out.

The one rule: it knows no game. Words and pictures come from the game's view; what is its own is the turn that is being
put together, and whether the player has been asked about leaving.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gefaehrten.cli.line.effects import Chat, Commit, Effect, Hint, Quit, Rematch, Reply, Rules
from gefaehrten.core.errors import GefaehrtenError, IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Choice, Completion, Scene, View, Wording, choice_lines, whose_turn

WIDTH = 80
"""Columns that lines are kept to where nothing else is asked for."""

MOST_CHOICES = 9
"""So many choices are listed at once: one key each."""

NUMBER = re.compile(r"[0-9]{1,4}")
"""What is read as a number of a choice."""

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
"""Words of a command, how help writes it, and what it does. The first word is its name in the program."""


class LineTable:
    """One player's side of line mode. Mutable: it holds the turn that is being put together.

    Attributes:
        width: columns that lines are kept to; may change with the screen.
    """

    def __init__(self, view: View, wording: Wording, width: int = WIDTH) -> None:
        self._view = view
        self._wording = wording
        self.width = width
        self._turn: tuple[int, ...] = ()
        self._turns = -1
        self._sent: int | None = None
        self._leaving = False
        self._clause: str | None = None
        self._commands: dict[str, Callable[[Scene, str], Reply]] = {
            "go": self._go,
            "undo": self._undo,
            "reset": self._reset,
            "hint": self._hint,
            "say": self._say,
            "rules": self._rules,
            "rematch": lambda _scene, _rest: Reply(effect=Rematch()),
            "help": self._help,
            "quit": self._quit,
        }
        self._words = {word: words[0] for words, _, _ in COMMANDS for word in words}
        self._pages = {word: page.key for page in view.pages for word in page.words}

    def scene(self, scene: Scene) -> Scene:
        """The scene with the turn that is being put together in it; an old turn is forgotten."""
        if self._turns != scene.kernel.turns() or not scene.is_mover():
            self._turn, self._turns = (), scene.kernel.turns()
        return replace(scene, turn=self._turn)

    def reopen(self) -> None:
        """The turn that was committed could not be sent: another may be put together."""
        self._sent = None

    def read(self, scene: Scene, text: str) -> Reply:
        """What one typed line does. Never raises for what is typed."""
        scene = self.scene(scene)
        word, _, rest = text.strip().partition(" ")
        word = word.casefold()
        if self._leaving:
            self._leaving = False
            if word in self._wording.say(N_("y yes")).split():
                return Reply(effect=Quit())
            if not word or word in self._wording.say(N_("n no")).split():
                return self._lines(line(self._wording.say(N_("You stay."))))
        clause, self._clause = self._clause, None
        if word == "?" and clause is not None and not rest:
            return Reply(effect=Rules(clause))
        if word in self._words or not word:
            return self._commands[self._words.get(word, "go")](scene, rest.strip())
        if word in self._pages and not rest:
            return self._shown(self._view.page(self._pages[word], scene, self._wording, self.width))
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
        found: list[Completion] = []
        if text and " " not in text:
            helps = {words[0]: Sentence(does) for words, _, does in COMMANDS}
            helps |= {page.words[0]: Sentence(page.help) for page in self._view.pages}
            found = [(name, does) for name, does in helps.items() if name.startswith(text.casefold())]
        return self._view.completions(self.scene(scene), text) + found

    def _notation(self, scene: Scene, text: str) -> Reply:
        if self._waits(scene):
            return self._on_its_way()
        if not scene.on_turn():
            if self._looks_like_word(text):
                return self._refused(
                    Sentence(N_("“{word}” is no command; ? lists them."), {"word": text.strip()}), None
                )
            return self._refused(whose_turn(scene), None)
        picks = self._view.choices(scene)
        number = text.strip()
        try:
            if picks and NUMBER.fullmatch(number):
                actions = [self._picked(picks, int(number)).action]
            else:
                actions = self._view.read(scene, text)
        except IllegalAction as error:
            return self._refused(error.sentence, error.clause)
        except GefaehrtenError as error:
            return self._refused(error.sentence, None)
        return self._grown(scene, actions)

    def _grown(self, scene: Scene, actions: list[int]) -> Reply:
        """The turn with more actions; it is committed at once where the last one closes it by word."""
        self._turn += tuple(actions)
        grown = replace(scene, turn=self._turn)
        if self._closes(replace(scene, turn=self._turn[:-1]), self._turn[-1]):
            return self._committed()
        return self._so_far(grown)

    def _so_far(self, scene: Scene) -> Reply:
        """What the turn does, and the choice that it leads to."""
        shown = self._view.preview(scene, self._wording, self.width)
        return self._shown([*shown, *self._choice_lines(self._view.choices(scene))])

    def _waits(self, scene: Scene) -> bool:
        """Whether the turn is committed and the match has not taken it in yet."""
        return self._sent == scene.kernel.turns() and scene.is_mover()

    def _on_its_way(self) -> Reply:
        return self._lines(line(self._wording.say(N_("Your turn is on its way to the others."))))

    def _closes(self, scene: Scene, action: int) -> bool:
        """Whether the action is the one that Enter would have added."""
        try:
            return self._view.finish(scene) == [action]
        except IllegalAction:
            return False

    def _go(self, scene: Scene, rest: str) -> Reply:
        if rest:
            return self._notation(scene, rest)
        if self._waits(scene):
            return self._on_its_way()
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
            closing = self._view.finish(scene)
        except IllegalAction as error:
            return self._refused(error.sentence, error.clause)
        self._turn += tuple(closing)
        return self._committed()

    def _committed(self) -> Reply:
        turn, self._turn = self._turn, ()
        self._sent = self._turns
        return Reply(effect=Commit(turn))

    def _undo(self, scene: Scene, _rest: str) -> Reply:
        if not scene.turn:
            return self._lines(line(self._wording.say(N_("There is nothing to take back."))))
        self._turn = self._turn[:-1]
        return self._so_far(replace(scene, turn=self._turn))

    def _reset(self, scene: Scene, rest: str) -> Reply:
        if scene.turn:
            self._turn = self._turn[:1]
            scene = replace(scene, turn=self._turn)
        return self._undo(scene, rest)

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

    def _quit(self, _scene: Scene, _rest: str) -> Reply:
        self._leaving = True
        return self._lines(line(Span(self._wording.say(N_("Really leave the table? y leaves.")), Style.WARN)))

    def _row(self, name: str, does: str) -> Line:
        return line("  ", Span(f"{self._wording.clean(name):<18}", Style.KEY), " " + does)

    def _picked(self, picks: Sequence[Choice], number: int) -> Choice:
        if not 1 <= number <= len(picks):
            raise GefaehrtenError(
                "invalid",
                N_("There is no choice {number}: it goes from 1 to {most}."),
                number=number,
                most=len(picks),
            )
        return picks[number - 1]

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
