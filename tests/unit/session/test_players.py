"""Who decides for a seat: a bot is asked with what its seat knows, and a fresh seed each time."""

from __future__ import annotations

from typing import Any

from gefaehrten.core.game import Setup
from gefaehrten.session.players import BotPlayer, Position
from tests.machines import Entropy
from tests.unit.session.toy_game import GAME, ToyKernel


class Process:
    """Stands in for a bot's process."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.closed = 0

    async def think(self, *asked: Any) -> list[int]:
        self.asked.append(asked)
        return [2]

    def close(self) -> None:
        self.closed += 1


def position() -> Position:
    kernel = ToyKernel(2)
    kernel.roll(1)
    for face in (1, 2, -1, -1):
        kernel.deal(face)
    return Position(GAME, Setup(2), kernel, 1, ("A", "B"), (), (((1, 0), 0),), 1)  # type: ignore[arg-type]


async def test_a_bot_is_asked_with_what_its_seat_knows() -> None:
    process = Process()
    player = BotPlayer(lambda: process, "easy", Entropy("bot"))  # type: ignore[arg-type,return-value]
    asked = position()
    assert await player.decide(asked) == [2]
    (game, setup, dump, seat, level, seed) = process.asked[0]
    assert (game, setup, dump, seat, level) == ("toy", asked.setup, asked.kernel.dump(), 1, "easy")
    assert 0 <= seed < 2**56


async def test_every_question_has_a_seed_of_its_own() -> None:
    process = Process()
    player = BotPlayer(lambda: process, "easy", Entropy("bot"))  # type: ignore[arg-type,return-value]
    for _ in range(5):
        await player.decide(position())
    assert len({asked[-1] for asked in process.asked}) == 5


async def test_closing_ends_the_process_and_only_where_there_is_one() -> None:
    process = Process()
    player = BotPlayer(lambda: process, "easy", Entropy("bot"))  # type: ignore[arg-type,return-value]
    player.close()
    assert process.closed == 0
    player.prepare()
    player.close()
    player.close()
    assert process.closed == 1
