"""Pure. A match as a tree of single choices: one chance event a roll and one a card, then one action at a time.

The one rule: what a seat is told is what it saw. Other worlds that it cannot tell from this one are made of that alone,
and in all of them its own part of the story is the same, word for word.
"""

from __future__ import annotations

from functools import lru_cache

from ai.adapters.puzzle import Claimed, Dealt, Draw, Fact, Passed, Played, Pool, Puzzle, puzzle
from ai.adapters.rules import Rules, seen
from gefaehrten.core.game import Slot
from gefaehrten.core.kernel import DEAL, DECIDE, OVER, PASS, ROLL, WATCHER, Kernel

UNSEEN = "?"


class Course:
    """A match with full knowledge on its way. Mutable: it grows by `take`; `clone` gives an independent one.

    Attributes:
        kernel: the position.
        values: all events so far, as `take` got them.
    """

    kernel: Kernel
    values: list[int]
    _told: list[str]
    _left: dict[int, dict[int, int]]
    _pools: dict[Pool, tuple[int, ...]]
    _made: dict[int, int]
    _shown: dict[int, list[int]]
    _hands: list[list[tuple[int, int]]]
    _facts: list[Fact]
    _puzzles: dict[int, Puzzle]

    def __init__(self, rules: Rules, source: Course | None = None) -> None:
        """The first position, or a copy of another match."""
        self.rules = rules
        if source is not None:
            self.kernel = source.kernel.clone()
            self.values = list(source.values)
            self._told = list(source._told)
            self._left = {deck: dict(faces) for deck, faces in source._left.items()}
            self._pools = dict(source._pools)
            self._made = dict(source._made)
            self._shown = {deck: list(faces) for deck, faces in source._shown.items()}
            self._hands = [list(hand) for hand in source._hands]
            self._facts = list(source._facts)
            self._puzzles = dict(source._puzzles)
            return
        self.kernel = rules.start()
        self.values = []
        # One for each seat, and the watchers' at the end, where WATCHER = -1 finds it.
        self._told = [f"seat {seat}" for seat in range(rules.seats)] + ["watcher"]
        self._left = {deck: _counted(faces) for deck, faces in rules.decks.items()}
        self._pools = {(deck, 0): faces for deck, faces in rules.decks.items()}
        self._made = dict.fromkeys(rules.decks, 0)
        self._shown = {deck: [] for deck in rules.shared}
        # The faces that each seat holds, each with the deck that it came from.
        self._hands = [[] for _ in range(rules.seats)]
        self._facts = []
        self._puzzles = {}
        self._settle()

    def clone(self) -> Course:
        """An independent copy."""
        return Course(self.rules, self)

    def chances(self) -> list[tuple[int, float]]:
        """What the open roll, or the next card of the open deal, may be, ascending, and how likely each is."""
        kernel = self.kernel
        if kernel.request() == ROLL:
            return list(_even(int(kernel.amount())))
        assert kernel.request() == DEAL, "nothing is left to chance now"
        faces = self._left[int(kernel.deck())]
        total = sum(faces.values())
        return [(face, count / total) for face, count in faces.items() if count]

    def take(self, value: int) -> None:
        """The next event: what was rolled, the face that was dealt, or a legal action.

        What follows without anybody's choice follows at once: hands are passed on, an empty deck is made anew.
        """
        request = self.kernel.request()
        if request == DEAL:
            self._deal(value)
        elif request == ROLL:
            self.kernel.roll(value)
            self._tell(f"roll:{value}")
        else:
            assert request == DECIDE, "the match is over"
            self._act(value)
        self.values.append(value)
        self._puzzles.clear()
        self._settle()

    def _deal(self, face: int) -> None:
        seat, deck = int(self.kernel.actor()), int(self.kernel.deck())
        self._left[deck][face] -= 1
        self._hands[seat].append((face, deck))
        self._facts.append(Dealt(len(self.values), seat, (deck, self._made[deck]), face))
        self.kernel.deal(face)
        self._tell(f"{seat}+{UNSEEN}", {seat: f"{seat}+{face}"})

    def _act(self, action: int) -> None:
        kernel, seat = self.kernel, int(self.kernel.actor())
        if self._hands[seat]:
            if self.rules.game.claims(kernel, action):
                self._facts.append(Claimed(seat, action, seen(kernel, int(WATCHER))))
            hand = self._hands[seat]
            for face in self._opened(action):
                card = next(card for card in hand if card[0] == face)
                hand.remove(card)
                self._facts.append(Played(seat, face))
                if card[1] in self._shown:
                    self._shown[card[1]].append(face)
        kernel.apply(action)
        self._tell(f"{seat}:{action}")

    def _settle(self) -> None:
        """Fulfils what is neither chance nor anybody's choice."""
        kernel = self.kernel
        while kernel.request() == PASS:
            self._pass()
        if kernel.request() == DEAL:
            deck = int(kernel.deck())
            if deck in self._shown and not any(self._left[deck].values()):
                self._made[deck] += 1
                faces = tuple(sorted(self._shown[deck]))
                self._pools[deck, self._made[deck]] = faces
                self._left[deck] = _counted(faces)
                self._shown[deck] = []

    def _pass(self) -> None:
        heirs = [(seat, int(self.kernel.heir(seat))) for seat in range(self.rules.seats)]
        gifts = tuple((giver, heir) for giver, heir in heirs if heir not in (giver, -1))
        given = [(giver, heir, self._hands[giver]) for giver, heir in gifts]
        for giver, _ in gifts:
            self._hands[giver] = []
        for giver, heir, hand in given:
            self._hands[heir] = self._hands[heir] + hand
            word = f"{giver}>{heir}:"
            open_word = word + ",".join(str(face) for face, _ in sorted(hand))
            self._tell(word + UNSEEN, {giver: open_word, heir: open_word})
        self._facts.append(Passed(gifts))
        self.kernel.passed()

    def _tell(self, word: str, own: dict[int, str] | None = None) -> None:
        """Everybody sees `word`, but for those who see something of their own."""
        told = self._told
        for viewer in range(len(told)):
            told[viewer] += f" {own.get(viewer, word) if own else word}"

    def told(self, seat: int) -> str:
        """All that the seat (`WATCHER`: everybody) saw, in order.

        `roll:value`, `seat:action`, `seat+face`, `seat>seat:faces` for a hand that is passed on.
        """
        return self._told[seat]

    def seen(self, seat: int) -> Kernel:
        """The position as the seat knows it."""
        return seen(self.kernel, seat)

    def returns(self) -> list[float]:
        """What the match was worth to each seat; see `Rules.returns`."""
        return self.rules.returns(self.kernel)

    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.kernel.request() == OVER)

    def chance(self) -> bool:
        """Whether the next event is nobody's choice."""
        return self.kernel.request() in (ROLL, DEAL)

    def imagine(self, seat: int, draw: Draw) -> list[int]:
        """The events of another match that looks the same to the seat, drawn from all that do."""
        if seat not in self._puzzles:
            self._puzzles[seat] = puzzle(seat, self.values, self._facts, self._pools)
        return self._puzzles[seat].solve(draw)

    def _opened(self, action: int) -> list[int]:
        """The faces that an action takes out of its seat's hand: those for which its wire value needs a slot."""
        faces: list[int] = []

        def take(face: int) -> Slot:
            faces.append(face)
            return (0, 0)

        self.rules.game.encode(self.kernel, action, take)
        return faces

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        setup = self.rules.setup
        return (_replay, (self.rules.game.key, setup.seats, dict(setup.options), tuple(self.values)))


def _replay(key: str, seats: int, options: dict[str, str], values: tuple[int, ...]) -> Course:
    """A match from all its events."""
    course = Course(Rules(key, seats, options))
    for value in values:
        course.take(value)
    return course


def _counted(faces: tuple[int, ...]) -> dict[int, int]:
    """How often each face is there, ascending."""
    return {face: faces.count(face) for face in sorted(set(faces))}


@lru_cache(64)
def _even(sides: int) -> tuple[tuple[int, float], ...]:
    """All values of a roll: five dice have thousands."""
    return tuple((value, 1.0 / sides) for value in range(sides))
