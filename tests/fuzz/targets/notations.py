"""Invariant: any typed text is, in any game, legal actions or one sentence with a clause; it changes nothing.

The first byte chooses a position, the rest is what is typed.
"""

from __future__ import annotations

from functools import cache

from librt.vecs import vec
from mypy_extensions import i64

from gefaehrten.core.errors import IllegalAction, NotationError
from gefaehrten.core.game import Game, Setup
from gefaehrten.core.kernel import DECIDE, MAX_ACTIONS, OVER, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue

TYPED = (
    "135",
    "ring nazgul",
    "rot k",
    "again",
    "h3",
    "h0",
    "a 7,6",
    "gan5a !16,6",
    "c G 3,1",
    "eom6d ne ne",
    "8,4",
    "1@9 end",
    "stop",
    "２ ３",
)

Position = tuple[Game, Kernel]


_ROOM: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
# One for all: a compiled kernel that is handed a vector by plain Python never lets go of it.


def legal(kernel: Kernel) -> list[int]:
    """What may be done."""
    return [int(_ROOM[at]) for at in range(kernel.legal_actions(_ROOM))]


@cache
def positions() -> tuple[Position, ...]:
    """Decisions early and late in matches at random, of two to four seats, of every game."""
    found: list[Position] = []
    games = catalogue.keys()
    for key in games:
        game = catalogue.game(key)
        for number in range(24):
            rng = Random(number)
            options = {option.key: option.values[rng.below(len(option.values))] for option in game.options}
            kernel = game.start(Setup(2 + number % 3, options))
            wanted, made = number * number // 4, 0
            while kernel.request() != OVER and (made < wanted or kernel.request() != DECIDE):
                if kernel.request() != DECIDE:
                    kernel.chance(rng)
                    continue
                actions = legal(kernel)
                kernel.apply(actions[rng.below(len(actions))])
                made += 1
            if kernel.request() == DECIDE:
                found.append((game, kernel))
    return tuple(found)


def seeds() -> list[bytes]:
    """Each text in several games."""
    count = len(positions())
    return [bytes([(7 * number) % count]) + text.encode() for number, text in enumerate(TYPED * 6)]


def run(data: bytes) -> None:
    """See the module."""
    game, kernel = positions()[data[0] % len(positions())] if data else positions()[0]
    typed = data[1:].decode(errors="surrogateescape")
    before = kernel.dump()
    try:
        actions = game.parse(kernel, typed)
    except (NotationError, IllegalAction) as error:
        assert kernel.dump() == before
        said = str(error)
        assert said
        assert len(said) < 600, "a sentence that nobody reads"
        if isinstance(error, NotationError):
            assert error.code in ("invalid", "ambiguous")
        else:
            assert error.clause[:1] == game.turn_clause[:1]
        return
    assert kernel.dump() == before
    now = kernel.clone()
    for action in actions:
        assert action in legal(now), "an illegal action was read"
        assert game.format(now, action)
        now.apply(action)
