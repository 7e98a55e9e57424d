"""Machine. What keys and typed words do on the full screen, wherever they come from.

The one rule: what is asked of the session is returned as effects; everything else changes only what is shown.
"""

from __future__ import annotations

from gefaehrten.cli.line.consent import ABORT, CONCEDE, LEAVE, LEAVE_PAUSED, REFUSED
from gefaehrten.cli.line.effects import (
    Autopilot,
    Chat,
    Concede,
    Effect,
    Hint,
    LobbyEffect,
    Motion,
    Quit,
    Rematch,
    Rules,
)
from gefaehrten.cli.screen.cover import Cover
from gefaehrten.cli.screen.happening import Happening
from gefaehrten.cli.screen.keys import Do, page_keys, page_title
from gefaehrten.cli.screen.move import Move, Outcome
from gefaehrten.cli.screen.state import Place
from gefaehrten.cli.screen.typed import TypedLine
from gefaehrten.cli.words import Words, is_yes
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Scene, Wording, whose_turn
from gefaehrten.session.players import Position

Effects = tuple[Effect | LobbyEffect, ...]
"""What is asked of the session."""

HELP_WORDS = ("help", "hilfe", "?")


class Acts:
    """What a person can do. Mutable: it holds what has been begun and not finished.

    Attributes:
        cover: what lies over the board.
        typed: the typed line.
        move: the turn in hand, once there is a match.
        page_keys: the page that each key shows.
        notice: the answer to the last thing done.
        advice: a bot's, until the turn is made.
        question: what is asked, and what a yes does.
        talking: whether the typed line is a message.
        offered: whether another match can be had, or the table left without a question.
        result_away: whether the table is looked at instead of the result.
    """

    def __init__(self, wording: Wording, happening: Happening) -> None:
        self._wording = wording
        self._happening = happening
        self._words = Words(())
        self._clause: str | None = None
        self.cover = Cover()
        self.typed = TypedLine()
        self.move: Move | None = None
        self.page_keys: dict[str, str] = {}
        self.notice: tuple[Line, ...] = ()
        self.advice: tuple[Line, ...] = ()
        self.question: tuple[Sentence, Effect] | None = None
        self.talking = False
        self.offered = False
        self.result_away = False

    def sit_down(self, position: Position) -> None:
        """A match has begun: moves can be put together, and its pages looked at."""
        view = position.game.view()
        self.move = Move(view, position.game.stage(), self._wording, self.typed)
        self._words = Words(view.pages)
        self.page_keys = page_keys(view.pages)

    def get_up(self) -> None:
        """That match is over, and another table is being set."""
        self.move = None
        self.offered = self.result_away = False

    @property
    def explains(self) -> bool:
        """Whether the last answer was a refusal that named a clause, which `?` shows."""
        return self._clause is not None

    # What is typed

    def write(self, text: str) -> Effects:
        """Writes at the cursor."""
        self.notice = ()
        self._clause = None
        if not self.talking:
            self.cover.close()
        if self.talking or self.move is None:
            self.typed.insert(text)
            return ()
        return self.came(self.move.insert(self.own_scene(), text))

    def click(self, text: str) -> Effects:
        """A click that writes."""
        if self.move is None or self.talking:
            return self.write(text)
        self.cover.close()
        return self.came(self.move.click(self.own_scene(), text))

    def completions(self) -> list[Completion]:
        """How the typed line could go on: notation, then words."""
        text = self.typed.text
        if self.talking or not text:
            return []
        if self._happening.place in (Place.LOBBY, Place.CONNECTING):
            return self._happening.lobby.completions(text)
        scene = self.scene()
        found = [] if self.move is None or scene is None else self.move.completions(scene)
        return found + self._words.completions(text)

    def enter(self) -> Effects:
        """Takes what is typed."""
        if self.cover.overlay is not None and not self.typed.text and not self.talking:
            self.cover.close()
            return ()
        text = self.typed.text.strip()
        self.notice = ()
        if self.talking:
            self.typed.clear()
            return (Chat(text),) if text else ()
        word, rest = self._words.spelled(text)
        command = self._words.command(word) if word else "go"
        if self._happening.place in (Place.LOBBY, Place.CONNECTING):
            return self._lobby_word(text)
        page = self._words.page(word)
        if page is not None and not rest:
            self.typed.clear()
            self.show_page(page)
            return ()
        if command is not None:
            return self._command(command, rest)
        if self.move is None:
            return ()
        return () if self._resting() else self.came(self.move.read(self.own_scene(), text))

    def _resting(self) -> bool:
        """Whether no turn is made now, which is said."""
        if self._happening.paused:
            self.say(REFUSED, Style.WARN)
        return self._happening.paused

    def _command(self, command: str, rest: str) -> Effects:
        """A word of a command, and what follows it."""
        self.typed.clear()
        match command:
            case "go" if rest and self.move is not None:
                return () if self._resting() else self.came(self.move.read(self.own_scene(), rest))
            case "go":
                return self._go()
            case "undo":
                return self.undo()
            case "reset":
                return self.clear()
            case "hint":
                return self._hint()
            case "say" if rest:
                return (Chat(rest),)
            case "say":
                self.talk()
            case "rules" | "help" if rest:
                return (Rules(rest.upper()),)
            case "rules":
                return (Rules(None),)
            case "rematch":
                return self.rematch()
            case "pause":
                return (Motion("pause"),)
            case "resume":
                return (Motion(""),)
            case "autopilot":
                return self.do(Do.AUTOPILOT)
            case "abort" | "concede" if self._happening.place is Place.OVER:
                return self.leave()
            case "abort":
                return self._ask(ABORT, Motion("abort"))
            case "concede":
                return self._ask(CONCEDE, Concede())
            case "quit":
                return self.leave()
            case _:
                return self.do(Do.HELP)
        return ()

    def _lobby_word(self, text: str) -> Effects:
        """A word typed before the match."""
        self.typed.clear()
        if text.partition(" ")[0].casefold() in HELP_WORDS:
            return self.do(Do.HELP)
        reply = self._happening.lobby.read(text)
        self.notice = reply.lines
        if reply.effect is None:
            return ()
        return self.leave() if isinstance(reply.effect, Quit) else (reply.effect,)

    def _go(self) -> Effects:
        if self._happening.place is Place.OVER or self.move is None or self._resting():
            return ()
        return self.came(self.move.enter(self.own_scene()))

    def undo(self) -> Effects:
        """Takes the last action back."""
        return () if self.move is None else self.came(self.move.back(self.own_scene()))

    def clear(self) -> Effects:
        """Drops what is typed, else the whole turn."""
        if self.typed.text or self.talking or self.move is None:
            self.typed.clear()
            return ()
        return self.came(self.move.reset(self.own_scene()))

    def came(self, outcome: Outcome) -> Effects:
        """Says what became of a key."""
        self.notice, self._clause = (), outcome.clause
        if outcome.remark is not None:
            self.say(outcome.remark, Style.PLAIN)
        if outcome.refusal is not None:
            say = self._wording.say
            more = say(N_(" (? shows {clause})"), clause=outcome.clause) if outcome.clause else ""
            self.notice = (line(Span(say(outcome.refusal) + more, Style.BAD)),)
        if outcome.commit is None:
            return ()
        if self._resting() and self.move is not None:
            self.move.reopen()
            return ()
        self.advice = ()
        self._happening.welcomed()
        return (outcome.commit,)

    # What keys and words share

    def _hint(self) -> Effects:
        scene = self.scene()
        if scene is None or self.move is None:
            return ()
        if self.move.sent(scene) or not scene.on_turn():
            self.say(whose_turn(scene), Style.BAD)
            return ()
        self.notice = self.advice = ()
        return (Hint(scene.turn),)

    def _rules(self) -> Effects:
        if self.cover.is_open("rules"):
            self.cover.close()
            return ()
        scene, position = self.scene(), self._happening.current
        if scene is None or position is None:
            return (Rules(None),)
        return (Rules(position.game.stage().clause(scene, self.typed.text)),)

    def talk(self) -> None:
        """A message is typed from now on; who only watches reads what has been said."""
        self.talking = (
            self._happening.place is Place.CONNECTING or self._happening.chronicle.company.seat >= 0
        )
        self.typed.clear()
        self.cover.show("chat", self._wording.say(N_("Chat")))

    def show_page(self, page: str) -> None:
        """Lays a page of the game over the board, or takes it away."""
        position = self._happening.current
        if position is None:
            return
        title = page_title(position.game.view().pages, page)
        self.cover.toggle("log" if page == "log" else f"page:{page}", self._wording.say(title))

    def rematch(self) -> Effects:
        """Another match is wished for."""
        if self._happening.place is not Place.OVER:
            self.say(Sentence(N_("Another match can be had when this one is over.")), Style.PLAIN)
            return ()
        self.say(Sentence(N_("You would like another match; the others are asked too.")), Style.GOOD)
        return (Rematch(),)

    def leave(self) -> Effects:
        """Asks about leaving, unless that has been answered already."""
        if self.offered:
            return (Quit(),)
        return self._ask(LEAVE_PAUSED if self._happening.paused else LEAVE, Quit())

    def _ask(self, question: Sentence, effect: Effect) -> Effects:
        """Asks before something that cannot be taken back."""
        self.question = question, effect
        return ()

    def answer(self, name: str) -> Effects:
        """The answer to the question."""
        assert self.question is not None, "an answer is to a question"
        (_, effect), self.question = self.question, None
        if name in ("c-c", "c-d"):
            return (Quit(),)
        if is_yes(name, self._wording):
            return (effect,)
        stays = N_("Nothing has changed.") if isinstance(effect, Motion) else N_("You stay.")
        self.say(Sentence(stays), Style.PLAIN)
        return ()

    def do(self, what: Do) -> Effects:
        """What a hot key does."""
        match what:
            case Do.HELP if self._clause is not None:
                return (Rules(self._clause),)
            case Do.HELP:
                self.cover.toggle("help", self._wording.say(N_("Help")))
            case Do.HINT:
                return self._hint()
            case Do.RULES:
                return self._rules()
            case Do.TALK:
                self.talk()
            case Do.LEAVE:
                return self.leave()
            case Do.PAUSE:
                return (Motion("" if self._happening.paused else "pause"),)
            case Do.AUTOPILOT:
                return () if self._happening.idle else (Autopilot(True),)
            case Do.ZOOM_AROUND | Do.ZOOM_IN | Do.ZOOM_OUT if self.move is not None:
                step = -1 if what is Do.ZOOM_OUT else 1
                self.move.gaze.zoom(step, around=what is Do.ZOOM_AROUND)
            case Do.INVITE:
                lines = self._happening.lobby.invite()
                if lines:
                    self.cover.toggle("invite", self._wording.say(N_("Invite")), lines)
                else:
                    self.say(Sentence(N_("Only the host has the invite.")), Style.WARN)
            case _:
                pass
        return ()

    def escape(self) -> None:
        """Leaves what one is in: the innermost first."""
        if self.talking:
            self.talking = False
            self.typed.clear()
            self.cover.close()
        elif self.cover.close():
            return
        elif self.typed.text:
            self.typed.clear()
            self.notice = ()
        else:
            self.notice = self.advice = ()
            self._happening.welcomed()
            self.result_away = not self.result_away
            if self.move is not None:
                self.move.gaze.straighten()

    # Parts

    def scene(self) -> Scene | None:
        """The table with the turn in hand; None before there is one."""
        scene = self._happening.scene()
        return scene if scene is None or self.move is None else self.move.scene(scene)

    def own_scene(self) -> Scene:
        """The same, where there is a move."""
        scene = self.scene()
        assert scene is not None, "a move has a position"
        return scene

    def prompt(self, scene: Scene | None) -> str:
        """What stands before the typed line."""
        if self.talking:
            return self._wording.say(N_("say")) + ": "
        if self.move is None or scene is None or self._happening.place is not Place.TABLE:
            return "> " if self.typed.text else ""
        return self.move.prompt(scene)

    def say(self, sentence: Sentence, style: Style) -> None:
        """Answers the last thing done."""
        self.notice = (line(Span(self._wording.say(sentence), style)),)
