"""Pure, compiled. Information-set Monte Carlo tree search over the small actions of any kernel.

The one rule: the search sees what its seat sees. It masks the kernel itself, so no caller can hand it a
hidden card.

One observer, one tree (SO-ISMCTS: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search",
2012): every iteration draws the unknown cards anew, walks down by UCB with *availability* counts, adds one
node, plays out, and adds to each node on the way the reward of the seat that chose it (max^n). Cards are dealt on the
way and are no part of the tree, for nobody else sees them. A roll is for all to see: where it has few outcomes each of
them is a node of its own, and what is best after one need not be best after another; where it has many, no tree would
ever see one twice, and the iteration plays out from there.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.rewards import final_rewards
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, ROLL, Kernel
from gefaehrten.core.knowledge import Knowledge
from gefaehrten.core.playout import playout
from gefaehrten.core.random import Random

EXPLORATION: Final = 0.7
"""The constant c of UCB for rewards of finished matches, as the paper found it for card games."""

EXPLORATION_CUT: Final = 0.25
"""The same for estimates, which lie closer together; 0.7 and 0.1 did worse in short trials of the card game."""

WIDENING: Final = 0.5
"""A node gets another child only while fewer than 1 + this * sqrt(its visits) of its children are legal now: this is
progressive widening (Coulom, "Computing Elo ratings of move patterns", 2007; Chaslot et al., 2008)."""

MOST_OUTCOMES: Final[i64] = 36
"""A roll of more values than that is where the tree ends."""

OUTCOME: Final[i64] = -(1 << 40)
"""The key of an outcome is this and its value: less than any action's."""

MAX_NODES: Final[i64] = 1 << 19
"""Nodes that one tree may have (48 bytes each); beyond it the search goes on in the tree as it is."""

MAX_DEPTH: Final[i64] = 512
"""Actions that one iteration may stay in the tree."""

# A node is six words in a row of one vec: objects would cost three times the room, and the collector's time.
# Its number is the index of the first word. The children of a node are a list in ascending order of KEY, so
# that one walk side by side with the ascending legal actions finds them all.
KEY: Final[i64] = (
    0  # action * seats + the seat that takes it: after chance, another may move at the same node
)
VISITS: Final[i64] = 1
AVAILABLE: Final[i64] = 2  # iterations that came by its parent while the action was legal
REWARD: Final[i64] = 3  # sum over visits, in 1 / REWARD_ONE
CHILD: Final[i64] = 4  # the first, 0 for none: the first node of the vec, a root, is nobody's child
SIBLING: Final[i64] = 5  # the next, 0 for none
WORDS: Final[i64] = 6

NOWHERE: Final[i64] = -1
ONE: Final = 10_000.0  # REWARD_ONE as a float


class Search:
    """A tree for the decisions of one seat, from one position on; `advance` follows the seat's own turn.

    Equal arguments and equal calls give equal results, compiled or interpreted.
    """

    def __init__(
        self,
        kernel: Kernel,
        seat: i64,
        seed: i64,
        knowledge: Knowledge | None = None,
        horizon: i64 = 0,
        max_nodes: i64 = MAX_NODES,
        widening: float = WIDENING,
        exploration: float | None = None,
    ) -> None:
        """Begins at a position in which `seat` decides.

        Args:
            kernel: any position; it is copied and masked to the seat.
            seed: of all random draws.
            knowledge: of this game; without it playouts are uniform.
            horizon: after how many milestones (`Knowledge.stage`) from the root an iteration ends in an
                estimate; 0 plays every one to the end of the match.
            max_nodes: bound on the tree's size.
            widening: how fast nodes get children, see `WIDENING`; 0 tries every action before any for a second time.
                Without knowledge it is always 0, since nothing says with which actions to begin.
            exploration: the constant c of UCB; by itself that of the horizon.
        """
        self._root: Kernel = kernel.clone()
        self._root.mask(seat)
        self._seats: i64 = kernel.seats()
        self._rng: Random = Random(seed)
        self._uniform: bool = knowledge is None and horizon == 0
        self._knowledge: Knowledge = Knowledge() if knowledge is None else knowledge
        self._horizon: i64 = horizon
        usual = EXPLORATION_CUT if horizon > 0 else EXPLORATION
        self._exploration: float = usual if exploration is None else exploration
        self._widening: float = 0.0 if knowledge is None else widening
        self._last_stage: i64 = self._knowledge.stage(self._root) + horizon
        self._top: i64 = 0
        self._words: vec[i64] = vec[i64]([0] * 6)
        self._room: i64 = max_nodes * WORDS
        self._steps: i64 = 0
        # What follows is room to work in, kept so that no iteration allocates any.
        self._actions: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self._untried: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self._before: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self._path: vec[i64] = vec[i64]([0] * MAX_DEPTH)
        self._rewards: vec[i64] = vec[i64]([0] * self._seats)

    def run(self, iterations: i64) -> None:
        """Deepens the tree by so many iterations."""
        for _ in range(iterations):
            kernel = self._root.clone()
            kernel.determinize(self._rng)
            self._words[self._top + VISITS] += 1
            depth = self._descend(kernel)
            self._play_out(kernel)
            self._back_up(depth)

    def best(self) -> i64:
        """The action visited most; at equal visits the one with the higher mean, then the lower number.

        Before any iteration it is the first legal action.
        """
        words = self._words
        best: i64 = 0
        node = words[self._top + CHILD]
        while node:
            ahead = words[node + VISITS] - words[best + VISITS]
            if best == 0 or ahead > 0 or (ahead == 0 and words[node + REWARD] > words[best + REWARD]):
                best = node
            node = words[node + SIBLING]
        if best == 0:
            self._root.legal_actions(self._actions)
            return self._actions[0]
        return words[best + KEY] // self._seats

    def lead(self) -> i64:
        """How many more visits the action visited most has than any other; before any iteration 0."""
        words = self._words
        first: i64 = 0
        second: i64 = 0
        node = words[self._top + CHILD]
        while node:
            visits = words[node + VISITS]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            node = words[node + SIBLING]
        return first - second

    def statistics(self) -> list[tuple[int, int, float]]:
        """Per action tried: (action, visits, mean reward between 0 and 1), most visits first."""
        words = self._words
        found: list[tuple[int, int, float]] = []
        node = words[self._top + CHILD]
        while node:
            visits = words[node + VISITS]
            mean = float(words[node + REWARD]) / (float(visits) * ONE)
            found.append((int(words[node + KEY] // self._seats), int(visits), mean))
            node = words[node + SIBLING]
        found.sort(key=by_visits)
        return found

    def advance(self, action: i64) -> None:
        """The seat takes the action: what the tree knows of its consequences is kept."""
        words = self._words
        key = action * self._seats + self._root.actor()
        node = words[self._top + CHILD]
        while node and words[node + KEY] != key:
            node = words[node + SIBLING]
        self._root.apply(action)
        self._last_stage = self._knowledge.stage(self._root) + self._horizon
        if node:
            self._top = node
        else:
            self._words = vec[i64]([0] * 6)
            self._top = 0

    def nodes(self) -> i64:
        """How many nodes the tree takes room for, those left behind by `advance` too."""
        return i64(len(self._words)) // WORDS

    def steps(self) -> i64:
        """How many actions all iterations together have taken, in the tree and in playouts."""
        return self._steps

    def _descend(self, kernel: Kernel) -> i64:
        """Walks `kernel` down, adding one node at most; leaves the path in `_path` and returns its length."""
        node = self._top
        depth: i64 = 0
        while depth < MAX_DEPTH and not self._cut(kernel):
            request = kernel.request()
            if request == OVER:
                break
            if request == ROLL:
                node = self._roll(kernel, node)
                if node == NOWHERE:
                    break
                continue
            if request != DECIDE:
                kernel.chance(self._rng)
                continue
            count = kernel.legal_actions(self._actions)
            child = self._select(kernel, node, count)
            if child == NOWHERE:
                break
            kernel.apply(self._words[child + KEY] // self._seats)
            self._path[depth] = child
            depth += 1
            if self._words[child + VISITS] == 0:
                break
            node = child
        self._steps += depth
        return depth

    def _roll(self, kernel: Kernel, node: i64) -> i64:
        """Rolls, and returns the outcome's node; `NOWHERE`, nothing rolled, where the tree ends here."""
        sides = kernel.amount()
        if sides > MOST_OUTCOMES:
            return NOWHERE
        value = self._rng.below(sides)
        key = OUTCOME + value
        words = self._words
        previous: i64 = NOWHERE
        child = words[node + CHILD]
        while child and words[child + KEY] < key:
            previous = child
            child = words[child + SIBLING]
        if not child or words[child + KEY] != key:
            if i64(len(words)) >= self._room:
                return NOWHERE
            child = self._add(node, previous, key)
        self._words[child + VISITS] += 1
        kernel.roll(value)
        return child

    def _select(self, kernel: Kernel, node: i64, count: i64) -> i64:
        """The child to go to: a new one while there is room for one, else by UCB; `NOWHERE` if none."""
        words = self._words
        actor = kernel.actor()
        seats = self._seats
        actions = self._actions
        untried = self._untried
        before = self._before
        exploration = self._exploration
        full = i64(len(words)) >= self._room
        widens = self._widening > 0.0
        most = 1 + i64(self._widening * sqrt(float(words[node + VISITS]))) if widens else count
        present: i64 = 0
        missing: i64 = 0
        best: i64 = NOWHERE
        best_value = -1.0
        previous: i64 = NOWHERE
        child = words[node + CHILD]
        index: i64 = 0
        while index < count:
            key = actions[index] * seats + actor
            while child and words[child + KEY] < key:
                previous = child
                child = words[child + SIBLING]
            if child and words[child + KEY] == key:
                words[child + AVAILABLE] += 1
                present += 1
                if widens or missing == 0 or full:
                    visits = float(words[child + VISITS])
                    mean = float(words[child + REWARD]) / (visits * ONE)
                    value = mean + exploration * sqrt(log(float(words[child + AVAILABLE])) / visits)
                    if value > best_value:
                        best = child
                        best_value = value
            else:
                untried[missing] = key
                before[missing] = previous
                missing += 1
            index += 1
        if missing == 0 or full or present >= most:
            return best
        if widens:
            for index in range(missing):
                actions[index] = untried[index] // seats
            pick = self._knowledge.foremost(kernel, actions, missing, self._rng)
        else:
            pick = self._rng.below(missing)
        return self._add(node, before[pick], untried[pick])

    def _add(self, parent: i64, previous: i64, key: i64) -> i64:
        """A new child of `parent` behind the child `previous` (`NOWHERE`: as the first)."""
        words = self._words
        new = i64(len(words))
        link = parent + CHILD if previous == NOWHERE else previous + SIBLING
        following = words[link]
        words = append(words, key)
        words = append(words, 0)
        words = append(words, 1)
        words = append(words, 0)
        words = append(words, 0)
        words = append(words, following)
        words[link] = new
        self._words = words
        return new

    def _cut(self, kernel: Kernel) -> bool:
        """Whether the iteration ends here in an estimate."""
        return self._horizon > 0 and self._knowledge.stage(kernel) >= self._last_stage

    def _play_out(self, kernel: Kernel) -> None:
        """Plays on from the leaf to the end or the cut, and writes the rewards."""
        if self._uniform:
            self._steps += playout(kernel, self._rng, self._actions)
            final_rewards(kernel, self._rewards)
            return
        actions = self._actions
        knowledge = self._knowledge
        rng = self._rng
        steps: i64 = 0
        while True:
            request = kernel.request()
            if request == OVER:
                final_rewards(kernel, self._rewards)
                break
            if self._cut(kernel):
                knowledge.rewards(kernel, self._rewards)
                break
            if request != DECIDE:
                kernel.chance(rng)
                continue
            count = kernel.legal_actions(actions)
            kernel.apply(knowledge.pick(kernel, actions, count, rng))
            steps += 1
        self._steps += steps

    def _back_up(self, depth: i64) -> None:
        """Adds the rewards to the nodes on the path, to each that of the seat that chose it."""
        words = self._words
        index: i64 = 0
        while index < depth:
            node = self._path[index]
            words[node + VISITS] += 1
            words[node + REWARD] += self._rewards[words[node + KEY] % self._seats]
            index += 1


def by_visits(entry: tuple[int, int, float]) -> tuple[int, float, int]:
    """Sorting key for statistics: most visits, then higher mean, then lower action."""
    return (-entry[1], -entry[2], entry[0])
