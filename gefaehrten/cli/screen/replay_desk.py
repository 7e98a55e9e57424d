"""Machine. A match looked back on, on the full screen: keys, clicks and time in, what to show out.

The one rule: nothing is at stake here. Every key acts at once, and whoever wants to leave has left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Final

from gefaehrten.cli.line.effects import Quit, Rules
from gefaehrten.cli.screen.acts import Effects
from gefaehrten.cli.screen.blocks import flowing
from gefaehrten.cli.screen.compose import compose
from gefaehrten.cli.screen.cover import Cover
from gefaehrten.cli.screen.gaze import Gaze
from gefaehrten.cli.screen.keys import page_keys, page_title
from gefaehrten.cli.screen.overlay import READABLE
from gefaehrten.cli.screen.playhead import SPEED, Playhead
from gefaehrten.cli.screen.recap import Recap
from gefaehrten.cli.screen.reel import Reel
from gefaehrten.cli.screen.state import Frame, Place, ScreenState, Transport
from gefaehrten.cli.screen.table import panel_columns
from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.stage import Press, Room
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Scene, Wording
from gefaehrten.session.history import LOOKER, SCORED, History

MATCH_DIGITS: Final = 8
"""Digits of a match's id that are enough to name it."""

PANEL: Final = 28
"""Cells of a panel until there is a screen."""

OVERLAY_EDGES: Final = 4
"""Columns of the screen that an overlay's lines do not have."""

BARS: Final = 3
"""About half the rows of the screen that they do not have."""

LEAVING: Final = frozenset(("q", "Q", "c-c", "c-d"))
ONLY_SKIPPING: Final = frozenset((" ", "enter", "escape"))
"""Keys that do nothing else while a scoring is shown slowly."""


@dataclass(frozen=True, slots=True)
class Recorded(Scene):
    """A scene of the past: whoever's cards are seen, nobody has anything to choose in it."""

    def on_turn(self) -> bool:
        return False

    def is_mover(self) -> bool:
        return False


class ReplayDesk:
    """A reader's side of a replay. Mutable: it holds where the reader is.

    Args:
        history: the match.
        wording: how everything is said.
        clock: steady seconds.
        at: the position that is shown first.
        viewpoint: one of `history.viewpoints()`.
        speed: steps a second.
        quick: scorings are not shown slowly.
    """

    def __init__(
        self,
        history: History,
        wording: Wording,
        clock: Callable[[], float],
        *,
        at: int = 0,
        viewpoint: int = LOOKER,
        speed: float = SPEED,
        quick: bool = False,
    ) -> None:
        self._history = history
        self._wording = wording
        self._clock = clock
        self._quick = quick
        self._view = history.game.view()
        self._stage = history.game.stage()
        self._recap = Recap(history, wording)
        self._head = Playhead(self._recap.stops, history.last, at=at, speed=speed)
        self._viewpoint = viewpoint
        self._gaze = Gaze(self._stage.zooms)
        self._cover = Cover()
        self._frame = Frame(())
        self._reel = Reel()
        self._pages = page_keys(self._view.pages)
        self._acts = self._deeds()
        self._scene: tuple[int, int, Scene] | None = None
        self._remark: tuple[Line, ...] = self._recap.doubts
        self._panel = PANEL
        self._tab = 0
        self._log_at = -1

    # From the person

    def key(self, name: str) -> Effects:
        """A key by its name, or a character."""
        if name in LEAVING:
            return (Quit(),)
        if self._reel.skip():
            self._head.wait(self._clock())
            if name in ONLY_SKIPPING:
                return ()
        self._remark = ()
        if name == "escape":
            return () if self._cover.close() else (Quit(),)
        if self._cover.key(name, typed=False):
            return ()
        if name == "R":
            return self._rules()
        step = self._head.step
        self._do(name)
        self._moved_from(step)
        return ()

    def text(self, text: str) -> Effects:
        """What is pasted means nothing here."""
        return ()

    def click(self, row: int, column: int) -> Effects:
        """A click on the frame that was shown last; only keys are meant by any."""
        found = self._cover.hit(row, column)
        return self.key(found.key) if isinstance(found, Press) else ()

    def scroll(self, lines: int) -> None:
        """The wheel: through what lies over the board, or nearer to it."""
        if self._cover.overlay is not None:
            self._cover.scroll(lines)
        else:
            self._gaze.zoom(-1 if lines > 0 else 1)

    def completed(self, text: str, cursor: int) -> None:
        """Nothing is typed here."""

    def completions(self) -> list[Completion]:
        """Nothing is typed here."""
        return []

    def show_rules(self, title: str, lines: tuple[Line, ...]) -> None:
        """The answer to `Rules`."""
        self._cover.show("rules", title, lines)

    def refused(self, sentence: Sentence) -> None:
        """What was asked for could not be had."""
        self._say(sentence, Style.BAD)

    # To the screen

    @property
    def cursor(self) -> int:
        """Nothing is typed here."""
        return 0

    @property
    def plain_mouse(self) -> bool:
        """The mouse always belongs to the screen."""
        return False

    def typed(self) -> str:
        """Nothing is typed here."""
        return ""

    def frame(self, room: Room) -> Frame:
        """What the screen shows from now on: clicks and scrolling are meant for it."""
        self._panel = panel_columns(room.columns)
        if self._cover.is_open("log") and self._log_at != self._head.step:
            self._follow_log(room)
        self._frame = self._gaze.drawn(partial(self._composed, room), self._frame)
        self._cover.shown(self._frame)
        return self._frame

    def tick(self) -> None:
        """Time has passed."""
        now = self._clock()
        if self._reel.moment is not None:
            self._reel.tick(now)
            if self._reel.moment is None:
                self._head.wait(now)
        step = self._head.step
        while self._reel.moment is None and self._head.tick(now):
            self._remark = ()
            self._moved_from(step)
            if not self._quick:
                self._show_slowly(self._head.step, now)

    def due(self) -> float | None:
        """Seconds until something changes by itself; None where nothing will."""
        now = self._clock()
        showing = self._reel.due(now)
        return self._head.due(now) if showing is None else showing

    def state(self) -> ScreenState:
        """Everything that is to be seen now."""
        step, moment = self._head.step, self._reel.moment
        scene = self._reel.scene if self._reel.scene is not None else self._scene_at(step)
        over = step == self._history.last and moment is None
        return ScreenState(
            place=Place.REPLAY,
            title=self._title(),
            status=self._status(scene),
            scene=scene,
            look=self._gaze.look,
            notice=() if moment is not None else (*self._remark, self._recap.sentence(step)),
            log=self._recap.log(step if moment is None else step - 1),
            overlay=self._cover.overlay,
            moment=moment,
            transport=self._transport(),
            result=self._recap.result if over else (),
            tab=self._tab,
        )

    # Keys

    def _deeds(self) -> dict[str, Callable[[], None]]:
        """What each key does, beside those that leave, close, scroll and show a page."""
        head, history = self._head, self._history
        turn = N_("There is no turn before this."), N_("There is no turn after this.")
        scoring = N_("There is no scoring before this."), N_("There is no scoring after this.")
        leaps, no_leap = (history.scorings, scoring) if history.scorings else (history.turns, turn)

        def leap(marks: tuple[int, ...], direction: int, missing: tuple[str, str]) -> None:
            self._gaze.straighten()
            if not head.leap(marks, direction):
                self._say(Sentence(missing[direction > 0]))

        def move(moved: Callable[[], bool]) -> Callable[[], None]:
            return lambda: None if moved() else self._say(Sentence(N_("It goes no further.")))

        def jump(moved: Callable[[], bool]) -> Callable[[], None]:
            def far() -> None:
                self._gaze.straighten()
                moved()

            return far

        found: dict[str, Callable[[], None]] = {
            "left": move(head.step_back),
            "right": move(head.step_on),
            "pageup": lambda: leap(leaps, -1, no_leap),
            "pagedown": lambda: leap(leaps, 1, no_leap),
            "t": lambda: leap(history.turns, 1, turn),
            "T": lambda: leap(history.turns, -1, turn),
            "home": jump(lambda: head.go(0)),
            "end": jump(lambda: head.go(history.last)),
            " ": lambda: head.play(self._clock()),
            "<": lambda: self._change_speed(-1),
            ">": lambda: self._change_speed(1),
            "v": self._look_with_another,
            "z": lambda: self._gaze.zoom(1, around=True),
            "Z": lambda: self._gaze.zoom(-1),
            "+": lambda: self._gaze.zoom(1),
            "-": lambda: self._gaze.zoom(-1),
            "tab": lambda: self._turn_panels(1),
            "s-tab": lambda: self._turn_panels(-1),
            "enter": self._straighten,
            "?": self._help,
            "f1": self._help,
        }
        found |= {"up": found["pageup"], "down": found["pagedown"]}
        found |= {str(number): jump(partial(head.tenth, number)) for number in range(10)}
        return found

    def _do(self, name: str) -> None:
        act = self._acts.get(name)
        if act is not None:
            act()
        elif name in self._pages:
            self._show_page(self._pages[name])
        elif not self._gaze.pan(name) and len(name) == 1 and name.isprintable():
            self._say(Sentence(N_("“{key}” does nothing here; ? lists the keys."), {"key": name}))

    def _moved_from(self, step: int) -> None:
        """At the end the result comes first, whichever panel has been before."""
        if step != self._head.step == self._history.last:
            self._tab = 0

    def _change_speed(self, direction: int) -> None:
        if not self._head.faster(self._clock(), direction):
            self._say(Sentence(N_("It goes no faster.") if direction > 0 else N_("It goes no slower.")))

    def _look_with_another(self) -> None:
        """The next viewpoint, and why there is no other."""
        points = self._history.viewpoints()
        if len(points) == 1:
            self._say(Sentence(N_("No seat has opened its secrets in this record: no hand can be seen.")))
            return
        self._viewpoint = points[(points.index(self._viewpoint) + 1) % len(points)]
        silent = [name for seat, name in enumerate(self._history.names) if seat not in points]
        if silent:
            names = ", ".join(map(self._wording.clean, silent))
            self._say(
                Sentence(N_("Not opened, so never to be seen: the hands of {names}."), {"names": names})
            )

    def _turn_panels(self, by: int) -> None:
        self._tab += by

    def _straighten(self) -> None:
        if not self._cover.close():
            self._gaze.straighten()

    def _help(self) -> None:
        self._cover.toggle("help", self._wording.say(N_("Help")))

    def _show_page(self, page: str) -> None:
        title = self._wording.say(page_title(self._view.pages, page))
        if page == "log":
            self._log_at = -1
            self._cover.toggle("log", title, ())
        else:
            self._cover.toggle(f"page:{page}", title)

    def _rules(self) -> Effects:
        if self._cover.is_open("rules"):
            self._cover.close()
            return ()
        return (Rules(self._stage.clause(self._scene_at(self._head.step), "")),)

    # What is shown

    def _composed(self, room: Room) -> Frame:
        return compose(self.state(), self._view, self._stage, self._wording, room)

    def _follow_log(self, room: Room) -> None:
        """Brings the line of the step that is shown into the middle of the log."""
        lines, at = self._recap.marked(self._head.step)
        width = min(room.columns - OVERLAY_EDGES, READABLE)
        above = len(flowing(lines[:at], width, self._wording))
        overlay = self._cover.overlay
        assert overlay is not None, "the log is open"
        self._cover.overlay = replace(overlay, lines=lines, top=max(above - room.rows // 2 + BARS, 0))
        self._log_at = self._head.step

    def _show_slowly(self, step: int, now: float) -> None:
        """Puts a scoring on the reel, over the position that it found."""
        told = self._history.step(step)
        if told is None or told["step"] != SCORED:
            return
        before, names = self._scene_at(step - 1), self._history.names
        by_name = replace(before, seat=LOOKER)
        moments = self._stage.moments(told, by_name, names, self._wording, self._panel)
        self._reel.add(moments, before, now)

    def _scene_at(self, step: int) -> Scene:
        """The table; the last one is kept, for it is drawn more than once."""
        if self._scene is None or self._scene[:2] != (step, self._viewpoint):
            found = self._history.at(step, self._viewpoint)
            parts = {each.name: getattr(found, each.name) for each in fields(found)}
            self._scene = step, self._viewpoint, Recorded(**parts)
        return self._scene[2]

    def _transport(self) -> Transport:
        head = self._head
        return Transport(
            step=head.step,
            steps=self._history.last,
            playing=head.playing,
            speed=head.speed,
            viewpoint=self._history.names[self._viewpoint] if self._viewpoint != LOOKER else "",
            opened=len(self._history.viewpoints()) > 1,
            scored=bool(self._history.scorings),
        )

    def _title(self) -> str:
        say = self._wording.say
        title, match = self._wording.clean(self._history.game.title), self._history.match[:MATCH_DIGITS]
        return self._wording.clean(" · ").join((title, say(N_("replay of match {match}"), match=match)))

    def _status(self, scene: Scene) -> str:
        kernel = scene.kernel
        if kernel.request() == OVER:
            return self._wording.say(N_("The match is over."))
        if kernel.request() != DECIDE:
            return ""
        number, who = int(kernel.rounds()) + 1, scene.names[kernel.actor()]
        return self._wording.say(N_("Turn {number} · {who}"), number=number, who=who)

    def _say(self, sentence: Sentence, style: Style = Style.WARN) -> None:
        self._remark = (line(Span(self._wording.say(sentence), style)),)
