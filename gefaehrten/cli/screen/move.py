"""Machine. The move in hand on a full screen: the typed line, the turn it becomes, and how the board is looked at.

The one rule: a click only writes into the typed line, so whatever the mouse can do, keys and notation can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gefaehrten.cli.line.effects import Commit
from gefaehrten.cli.screen.gaze import ARROWS, Gaze
from gefaehrten.cli.screen.typed import TypedLine
from gefaehrten.cli.turn import NUMBER, Turn, picked
from gefaehrten.core.errors import GefaehrtenError, IllegalAction
from gefaehrten.core.stage import Stage
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Completion, Scene, View, Wording, whose_turn


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a key: a whole turn, or a sentence why not, with the clause of the rules behind it."""

    commit: Commit | None = None
    refusal: Sentence | None = None
    clause: str | None = None
    remark: Sentence | None = None


DONE = Outcome()


class Move:
    """A reader's side of a table. Mutable.

    Attributes:
        typed: the line that is being typed.
        gaze: how the board is looked at.
    """

    def __init__(self, view: View, stage: Stage, wording: Wording, typed: TypedLine) -> None:
        self._view = view
        self._stage = stage
        self._wording = wording
        self._turn = Turn(view)
        self._taken: tuple[tuple[str, ...], tuple[int, ...]] | None = None
        self.typed = typed
        self.gaze = Gaze(stage.zooms, ARROWS)

    def scene(self, scene: Scene) -> Scene:
        """The scene with the turn in it that is being put together, or that is on its way."""
        return self._turn.as_made(scene)

    def reopen(self) -> None:
        """A turn is asked for: none is on its way any more, and the board is seen where it counts."""
        self._turn.reopen()
        self.gaze.straighten()

    def prompt(self, scene: Scene) -> str:
        """What stands before the cursor: the turn so far."""
        if not scene.turn or self._turn.sent(scene):
            return "> "
        return self._view.format(replace(scene, turn=()), scene.turn) + " > "

    def completions(self, scene: Scene) -> list[Completion]:
        """How the typed line could go on."""
        return self._view.completions(scene, self.typed.text)

    # Writing

    def insert(self, scene: Scene, text: str) -> Outcome:
        """Writes into the typed line; a line that is a whole move is taken at once."""
        self.typed.insert(text)
        return self._take_whole(scene)

    def press(self, scene: Scene, key: str) -> Outcome | None:
        """A key of the game's own, or one that goes on from a line that was taken at once; None if it is neither."""
        if self._goes_on(scene, key):
            return DONE
        # Also while others move: a click on the board looks at what lies there.
        changed = self._stage.press(scene, self.typed.text, key)
        if changed is None:
            return None
        plain = self.typed.text + key
        self.typed.set(changed)
        outcome = self._take_whole(scene)
        if self._taken is not None and len(key) == 1:
            # Whoever types on may mean what was typed as well as what it has become.
            self._taken = ((*self._taken[0], plain), scene.turn)
        return outcome

    def click(self, scene: Scene, text: str) -> Outcome:
        """A click that writes at the end of the line; one on the number of a choice looks at it, one more takes it."""
        if NUMBER.fullmatch(text) and not self.typed.text and not self._turn.sent(scene):
            picks = self._view.choices(scene)
            if 0 < int(text) <= len(picks):
                return self._look_or_take(scene, int(text) - 1)
        self.typed.key("end")
        return self.insert(scene, text)

    def choose(self, scene: Scene, step: int) -> bool:
        """Looks at another of the choices that are due; False where there are none."""
        picks = self._view.choices(scene)
        if not picks or self._turn.sent(scene):
            return False
        self._choose((self._choice + step) % len(picks))
        return True

    def jump(self, scene: Scene, digit: str) -> bool:
        """Looks at the choice of a number; False where there is none."""
        picks = self._view.choices(scene)
        if not (picks and digit.isdecimal() and 1 <= int(digit) <= len(picks)):
            return False
        return self.choose(scene, int(digit) - 1 - self._choice)

    # Reading

    def enter(self, scene: Scene) -> Outcome:
        """Enter with nothing typed: takes the choice that is looked at, else commits the turn."""
        if self._turn.sent(scene) or not scene.is_mover():
            return Outcome(refusal=self._not_now(scene))
        picks = self._view.choices(scene)
        try:
            if picks:
                return self._grown(self._turn.add(scene, [picked(picks, self._choice + 1).action]))
            return Outcome(Commit(self._turn.finish(scene)))
        except IllegalAction as error:
            return Outcome(refusal=error.sentence, clause=error.clause)

    def read(self, scene: Scene, text: str) -> Outcome:
        """Takes notation; what is refused stays in the line to be mended."""
        if self._turn.sent(scene) or not scene.on_turn():
            return Outcome(refusal=self._not_now(scene, text))
        try:
            whole = self._turn.read(scene, text)
        except IllegalAction as error:
            return Outcome(refusal=error.sentence, clause=error.clause)
        except GefaehrtenError as error:
            return Outcome(refusal=error.sentence)
        self.typed.clear()
        return self._grown(whole)

    def back(self, scene: Scene) -> Outcome:
        """Takes the last action back."""
        return self._taken_back(scene, self._turn.back())

    def reset(self, scene: Scene) -> Outcome:
        """Takes the whole turn back."""
        return self._taken_back(scene, self._turn.clear())

    def sent(self, scene: Scene) -> bool:
        """Whether the turn is on its way to the others."""
        return self._turn.sent(scene)

    # Parts

    def _take_whole(self, scene: Scene) -> Outcome:
        text = self.typed.text
        if self._turn.sent(scene) or not scene.on_turn() or not self._stage.whole(scene, text):
            return DONE
        outcome = self.read(scene, text)
        self._taken = ((text,), scene.turn) if outcome == DONE else None
        return outcome

    def _goes_on(self, scene: Scene, key: str) -> bool:
        """Whether the key belongs to the line that was just taken: it is given back then, with the key behind it."""
        taken, self._taken = self._taken, None
        if taken is None or self.typed.text or len(key) > 1:
            return False
        texts, before = taken
        found = replace(scene, turn=before)
        text = next((text for text in texts if self._view.completions(found, text + key)), None)
        if text is None:
            return False
        while len(self._turn.scene(scene).turn) > len(before):
            self._turn.back()
        self.typed.set(text + key)
        return True

    @property
    def _choice(self) -> int:
        return self.gaze.look.choice

    def _choose(self, index: int) -> None:
        """Looks at a choice, and at the place where it matters."""
        self.gaze.straighten()
        self.gaze.look = replace(self.gaze.look, choice=index)

    def _look_or_take(self, scene: Scene, index: int) -> Outcome:
        """A click on a choice looks at it; one more takes it."""
        if index == self._choice:
            return self.enter(scene)
        self.choose(scene, index - self._choice)
        return DONE

    def _grown(self, whole: tuple[int, ...] | None) -> Outcome:
        self._choose(0)
        return DONE if whole is None else Outcome(Commit(whole))

    def _taken_back(self, scene: Scene, found: bool) -> Outcome:
        if self._turn.sent(scene):
            return Outcome(refusal=self._not_now(scene))
        self._choose(0)
        return DONE if found else Outcome(remark=Sentence(N_("There is nothing to take back.")))

    def _not_now(self, scene: Scene, text: str = "") -> Sentence:
        """Why nothing can be placed now."""
        if self._turn.sent(scene):
            return Sentence(N_("Your turn is on its way to the others."))
        if text.strip().isalpha():
            return Sentence(N_("“{word}” is no command; ? lists them."), {"word": text.strip()})
        return whose_turn(scene)
