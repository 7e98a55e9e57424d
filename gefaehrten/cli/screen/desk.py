"""Machine. The full screen without a terminal: keys, clicks and events in, what to show and what to ask for out.

The one rule: nothing here waits. What a key asks of the session is an effect; what comes of it comes back as an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from gefaehrten.cli.line.effects import Autopilot
from gefaehrten.cli.screen.acts import Acts, Effects
from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.happening import Happening
from gefaehrten.cli.screen.keys import AT_TABLE, IN_LOBBY
from gefaehrten.cli.screen.lobby_desk import Answer
from gefaehrten.cli.screen.state import Frame, Place, ScreenState
from gefaehrten.cli.screen.table import panel_columns
from gefaehrten.core.game import Game
from gefaehrten.core.lines import Line, Style
from gefaehrten.core.stage import Press, Room, Type
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Scene, Wording
from gefaehrten.session.events import Ended, SessionEvent, Started
from gefaehrten.session.players import Position


class Desk:
    """One person's side of the full screen. Mutable: it holds what the person does and what the session tells.

    Args:
        wording: how everything is said.
        clock: steady seconds.
        first_time: whether the person has never seen a game before; by its key.
        quick: scorings are not shown slowly.
    """

    def __init__(
        self,
        wording: Wording,
        clock: Callable[[], float],
        *,
        first_time: Callable[[str], bool] = bool,
        quick: bool = False,
    ) -> None:
        self._wording = wording
        self._happening = Happening(wording, clock, first_time=first_time, quick=quick)
        self._acts = Acts(wording, self._happening)
        self._advising = False
        self._advised_turn: tuple[int, ...] = ()
        self._tab = 0

    # From the session

    def tell(self, event: SessionEvent) -> None:
        """Something happened."""
        place = self._happening.place
        told = self._happening.tell(event)
        if isinstance(event, Started | Ended):
            self._acts.result_away = False
            self._acts.notice = ()
        if self._happening.place is Place.LOBBY and place is Place.OVER:
            self._acts.get_up()
        if told:
            self._acts.notice = told

    def position(self, position: Position | None) -> None:
        """What the seat knows now; after every event that changes it."""
        self._happening.position(position)
        if position is not None and self._acts.move is None:
            self._acts.sit_down(position)

    def asked(self, position: Position) -> None:
        """The seat's turn is wanted."""
        self.position(position)
        assert self._acts.move is not None, "a position brings a move"
        self._acts.move.reopen()
        self._acts.notice = self._acts.advice = ()  # what was answered while others moved holds no longer

    def offered(self) -> None:
        """Another match can be had, or the table left without a question."""
        self._acts.offered = True

    def advising(self, lines: Iterable[Line]) -> None:
        """A bot thinks about advice."""
        self._acts.advice, self._advising = tuple(lines), True
        scene = self._acts.scene()
        self._advised_turn = () if scene is None else scene.turn

    def advised(self, lines: Iterable[Line]) -> None:
        """A bot's advice, or a part of it: it stays until the turn is made."""
        if self._advising:
            self._acts.advice, self._advising = (), False
        self._acts.advice += tuple(lines)

    def refused(self, sentence: Sentence) -> None:
        """What was asked for could not be had."""
        self._acts.say(sentence, Style.BAD)

    def show_rules(self, title: str, lines: tuple[Line, ...]) -> None:
        """The answer to `Rules`."""
        self._acts.cover.show("rules", title, lines)

    # From the person

    def key(self, name: str) -> Effects:
        """A key by its name, or a character; where the autopilot plays, it says as well that the reader is there."""
        return (*self._here(), *self._pressed(name))

    def _here(self) -> Effects:
        return (Autopilot(False),) if self._happening.idle else ()

    def _pressed(self, name: str) -> Effects:
        asks = name == "?" and self._acts.explains and not self._acts.talking
        return self._key(name, hot=asks or not self._acts.typed.text)

    def text(self, text: str) -> Effects:
        """What is pasted: every line of it as if Enter followed, the last one is left to go on with."""
        *whole, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        effects: Effects = self._here()
        self._happening.reel.skip()
        for each in whole:
            if each:
                effects += self._acts.write(each)
            effects += self._acts.enter()
        return effects + self._acts.write(rest) if rest else effects

    def click(self, row: int, column: int) -> Effects:
        """A click on the frame that was shown last."""
        here = self._here()
        if self._happening.reel.skip():
            return here
        found = self._acts.cover.hit(row, column)
        match found:
            case Press(key=key):
                return here + self._key(key, hot=True)
            case Type(text=text):
                return here + self._acts.click(text)
            case _:
                return here

    def scroll(self, lines: int) -> None:
        """The wheel: through what lies over the board, or nearer to it."""
        if self._acts.cover.overlay is not None:
            self._acts.cover.scroll(lines)
        elif self._acts.move is not None:
            self._acts.move.gaze.zoom(-1 if lines > 0 else 1)

    def completed(self, text: str, cursor: int) -> None:
        """The typed line after a completion was chosen."""
        self._acts.typed.text, self._acts.typed.cursor = text, cursor

    def completions(self) -> list[Completion]:
        """How the typed line could go on: notation, then words."""
        return self._acts.completions()

    # To the screen

    @property
    def cursor(self) -> int:
        """How many characters of the typed line stand before the cursor."""
        return self._acts.typed.cursor

    @property
    def plain_mouse(self) -> bool:
        """Whether the mouse belongs to the terminal now, so that text can be copied."""
        return self._acts.cover.is_open("invite")

    @property
    def game(self) -> Game:
        """What is played here, or will be."""
        return self._happening.game

    def typed(self) -> str:
        """What stands in the typed line."""
        return self._acts.typed.text

    def frame(self, room: Room) -> Frame:
        """What the screen shows from now on: clicks and scrolling are meant for it."""
        self._happening.panel = panel_columns(room.columns)
        move, make = self._acts.move, partial(self._composed, room)
        frame = make() if move is None else move.gaze.drawn(make, self._acts.cover.frame)
        self._acts.cover.shown(frame)
        return frame

    def _composed(self, room: Room) -> Frame:
        game = self._happening.game
        return compose(self.state(), game.view(), game.stage(), self._wording, room)

    def parting(self) -> tuple[Line, ...]:
        """What is left to say when the screen is gone: how the match ended."""
        return self._happening.result

    def tick(self) -> None:
        """Time has passed."""
        self._happening.tick()

    def due(self) -> float | None:
        """Seconds until something changes by itself; None where nothing will."""
        return self._happening.due()

    def state(self) -> ScreenState:
        """Everything that is to be seen now."""
        if self._acts.cover.is_open("chat"):
            self._happening.chronicle.unread = 0
        state = self._happening.state()
        scene = self._acts.scene()
        if self._happening.reel.scene is None:
            state = replace(state, scene=scene)
        if scene is not None and self._acts.move is not None and self._acts.move.sent(scene):
            state = replace(state, waiting=Sentence(N_("Your turn is on its way to the others.")))
        away = self._acts.result_away and state.place is Place.OVER
        return replace(
            state,
            place=Place.TABLE if away else state.place,
            look=state.look if self._acts.move is None else self._acts.move.gaze.look,
            typed=self._acts.typed.text,
            talking=self._acts.talking,
            prompt=self._acts.prompt(scene),
            notice=self._acts.notice or self._advice(scene),
            overlay=self._acts.cover.overlay,
            question=None if self._acts.question is None else self._acts.question[0],
            tab=self._tab,
        )

    def _advice(self, scene: Scene | None) -> tuple[Line, ...]:
        """The advice; of one that is followed or not any more its first line: what is done now has something to say.

        None of it where the turn has been taken back to before it: it would speak of what is not there any more.
        """
        advice, asked = self._acts.advice, len(self._advised_turn)
        if scene is not None and scene.turn[:asked] != self._advised_turn:
            return ()
        begun = bool(self._acts.typed.text) or (scene is not None and scene.turn != self._advised_turn)
        return advice[:1] if begun else advice

    # Keys

    def _key(self, name: str, *, hot: bool) -> Effects:
        skipped = self._happening.reel.skip()
        if skipped and name != "c-c" and not (len(name) == 1 and name.isalnum()):
            return ()
        if self._acts.question is not None:
            return self._acts.answer(name)
        if name == "c-c" or (name == "c-d" and not self._acts.typed.text):
            return self._acts.leave()
        if name == "escape":
            self._acts.escape()
            return ()
        if self._acts.cover.key(name, typed=bool(self._acts.typed.text)):
            return ()
        if not self._acts.talking:
            effects = self._key_here(name, hot=hot)
            if effects is not None:
                return effects
        if name == "enter":
            return self._acts.enter()
        if name == "c-u":
            return self._acts.clear()
        if not self._acts.typed.text and name == "backspace" and not self._acts.talking:
            return self._acts.undo()
        if self._acts.typed.key(name):
            self._acts.notice = ()
            return ()
        return self._acts.write(name) if len(name) == 1 else ()

    def _key_here(self, name: str, *, hot: bool) -> Effects | None:
        """A key that means something where the reader is; None: it means nothing of its own there."""
        if self._happening.place in (Place.LOBBY, Place.CONNECTING):
            return self._lobby_key(name) if hot else None
        if hot and self._happening.place is Place.OVER and name in ("r", "q"):
            return self._acts.rematch() if name == "r" else self._acts.leave()
        move = self._acts.move
        if move is None:
            return self._acts.do(AT_TABLE[name]) if hot and name in AT_TABLE else None
        scene = self._acts.own_scene()
        pressed = move.press(scene, name)
        if pressed is not None:
            return self._acts.came(pressed)
        if not hot:
            return None
        if name in ("up", "left", "s-tab") and move.choose(scene, -1):
            return ()
        if name in ("down", "right", "tab") and move.choose(scene, 1):
            return ()
        if move.gaze.pan(name) or move.jump(scene, name):
            return ()
        if name in ("tab", "s-tab"):
            self._tab += 1 if name == "tab" else -1
            return ()
        if name in self._acts.page_keys:
            self._acts.show_page(self._acts.page_keys[name])
            return ()
        return self._acts.do(AT_TABLE[name]) if name in AT_TABLE else None

    def _lobby_key(self, name: str) -> Effects | None:
        answer: Answer | None = self._happening.lobby.key(name)
        if answer is not None:
            self._acts.notice = ()
            if answer.refusal:
                self._acts.say(Sentence(answer.refusal), Style.WARN)
            return answer.effects
        return self._acts.do(IN_LOBBY[name]) if name in IN_LOBBY else None
