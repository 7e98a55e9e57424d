"""A reader before a replay without a terminal, for the tests of its machine."""

from __future__ import annotations

from gefaehrten.cli.screen.replay_desk import ReplayDesk
from gefaehrten.cli.screen.state import ScreenState, Transport
from gefaehrten.core.stage import Room
from gefaehrten.core.view import Wording
from gefaehrten.session.history import History
from tests import replays
from tests.replays import Clock

ROOM = Room(100, 30)


class Sitting:
    """A desk, its clock, and the frame that its reader sees."""

    def __init__(self, history: History | None = None, **wanted: object) -> None:
        self.clock = Clock()
        self.history = replays.whole() if history is None else history
        self.desk = ReplayDesk(self.history, Wording(str), self.clock, **wanted)  # type: ignore[arg-type]
        self.room = ROOM
        self.desk.frame(self.room)

    def press(self, *names: str) -> Sitting:
        for name in names:
            assert self.desk.key(name) == (), name
            self.desk.frame(self.room)
        return self

    def wait(self, seconds: float) -> Sitting:
        """Lets time pass, and the desk look at the clock whenever it wants to."""
        end = self.clock.now + seconds
        while (due := self.desk.due()) is not None and self.clock.now + due <= end:
            self.clock.now += due + 1e-6
            self.desk.tick()
        self.clock.now = max(end, self.clock.now)
        self.desk.frame(self.room)
        return self

    @property
    def state(self) -> ScreenState:
        return self.desk.state()

    @property
    def transport(self) -> Transport:
        transport = self.state.transport
        assert transport is not None
        return transport

    @property
    def step(self) -> int:
        return self.transport.step

    @property
    def notice(self) -> str:
        return "\n".join(each.text for each in self.state.notice)

    @property
    def text(self) -> str:
        return "\n".join(each.text for each in self.desk.frame(self.room).lines)
