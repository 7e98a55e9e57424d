"""What a host's table says on the network follows what its screen is told, and the screen always comes first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gefaehrten.session import announcing
from gefaehrten.session.announcing import Announcing
from gefaehrten.session.events import (
    Chatted,
    Left,
    LobbySeat,
    LobbyShown,
    Notice,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    TableOpened,
)
from gefaehrten.session.front import Controls
from gefaehrten.session.players import Position
from gefaehrten.session.requests import Address, Certificate, HostRequest, Person, Screen, TableRules
from gefaehrten.session.signs import Sign

REQUEST = HostRequest(
    Person("Anna", Path("profile"), "en", Screen.LINE), TableRules("gefaehrten", 3, "medium"), Address("", 0)
)
OPENED = TableOpened("192.0.2.1:8765", "7KQ2-9FZA-M3XP-0T4V", "0000-0000-0000-0000", "gefaehrten://…", "ab")
STARTED = Started("ab", (), 0.1, "word")


class Screens:
    """A front that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[SessionEvent] = []

    def attach(self, controls: Controls) -> None:
        raise AssertionError("nothing to attach here")

    def tell(self, event: SessionEvent) -> None:
        self.told.append(event)

    async def decide(self, position: Position) -> list[int]:
        return [7]

    async def another(self) -> bool:
        return True


class Board:
    """An announcement that keeps what it is to show."""

    made: list[Board]

    def __init__(self, addresses: tuple[str, ...], port: int, **settings: object) -> None:
        self.addresses, self.port, self.settings = addresses, port, settings
        self.signs: list[Sign | None] = []
        self.closed = 0
        self.made.append(self)

    def show(self, sign: Sign | None) -> None:
        self.signs.append(sign)

    async def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def boards(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    Board.made = []
    monkeypatch.setattr(announcing, "Announcement", Board)
    monkeypatch.setattr(announcing, "announced_addresses", lambda listen, bound: (bound,))
    return Board.made


def seated(seat: int) -> Seated:
    return Seated(seat, f"P{seat}", "key", False)


async def test_free_seats_follow_who_comes_and_goes(boards: list[Board]) -> None:
    screen = Screens()
    async with Announcing(screen, REQUEST) as front:
        events: list[SessionEvent] = [
            OPENED, seated(0), seated(1), seated(2), Left(1, "P1"), Chatted(0, "Anna", "hi"), seated(1), STARTED,
        ]  # fmt: skip
        for event in events:
            front.tell(event)
        assert screen.told == events
        (board,) = boards
        assert (board.addresses, board.port) == (("192.0.2.1",), 8765)
        assert [sign and sign.free for sign in board.signs] == [2, 2, 1, 0, 1, 0, None]
        assert board.signs[0] == Sign("Anna", "gefaehrten", 3, 2, False, False, "192.0.2.1")
        assert board.closed == 0
    assert board.closed == 1


async def test_what_the_lobby_shows_counts(boards: list[Board]) -> None:
    async with Announcing(Screens(), REQUEST) as front:
        front.tell(OPENED)
        seats = tuple(LobbySeat(seat, "", "", False, True, "") for seat in (0, 2))
        front.tell(LobbyShown("gefaehrten", {}, 3, seats, 0, 0))
        sign = boards[0].signs[-1]
        assert sign is not None
        assert sign.free == 1


async def test_a_second_match_at_the_table_is_announced_by_the_same_announcement(boards: list[Board]) -> None:
    async with Announcing(Screens(), REQUEST) as front:
        for event in (OPENED, seated(0), seated(1), seated(2), STARTED, OPENED, seated(0)):
            front.tell(event)
    assert len(boards) == 1
    assert [sign and sign.free for sign in boards[0].signs] == [2, 2, 1, 0, None, 2, 2]


async def test_how_the_table_is_entered_is_said(boards: list[Board]) -> None:
    request = replace(REQUEST, open_table=True, tls=Certificate(Path("c"), Path("k")))
    async with Announcing(Screens(), request) as front:
        front.tell(replace(OPENED, address="[2001:db8::1]:9"))
    sign = boards[0].signs[0]
    assert sign is not None
    assert (sign.open, sign.tls, sign.address, boards[0].port) == (True, True, "2001:db8::1", 9)


async def test_no_code_is_ever_handed_over(boards: list[Board]) -> None:
    async with Announcing(Screens(), REQUEST) as front:
        front.tell(OPENED)
    sign = boards[0].signs[0]
    assert sign is not None
    said = " ".join(sign.text().values())
    assert OPENED.code not in said
    assert OPENED.watch_code not in said
    assert OPENED.match not in sign.text().values()


@pytest.mark.parametrize("request_", [replace(REQUEST, announce=False), replace(REQUEST, fill=True)])
async def test_what_is_not_to_be_announced_is_not(request_: HostRequest, boards: list[Board]) -> None:
    screen = Screens()
    async with Announcing(screen, request_) as front:
        for event in (OPENED, seated(0), STARTED):
            front.tell(event)
        assert await front.another()
    assert boards == []
    assert screen.told == [OPENED, seated(0), STARTED]


async def test_loopback_is_not_announced_and_not_spoken_of(
    boards: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "announced_addresses", lambda listen, bound: ())
    screen = Screens()
    async with Announcing(screen, replace(REQUEST, listen=Address("127.0.0.1", 0))) as front:
        front.tell(OPENED)
    assert boards == []
    assert screen.told == [OPENED]


async def test_a_machine_in_no_network_says_so_once(
    boards: list[Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "announced_addresses", lambda listen, bound: ())
    screen = Screens()
    async with Announcing(screen, REQUEST) as front:
        front.tell(OPENED)
        front.tell(seated(0))
    assert boards == []
    (notice,) = [event for event in screen.told if isinstance(event, Notice)]
    assert notice.code == "not-announced"
    assert "cannot be announced" in str(notice.text)


async def test_success_and_failure_are_one_sentence_each(boards: list[Board]) -> None:
    screen = Screens()
    async with Announcing(screen, REQUEST) as front:
        front.tell(OPENED)
        shown, failed = boards[0].settings["shown"], boards[0].settings["failed"]
        assert callable(shown)
        assert callable(failed)
        shown()
        failed("No such device")
    first, second = screen.told[1:]
    assert isinstance(first, Notice)
    assert isinstance(second, Notice)
    assert (first.code, second.code) == ("announced", "not-announced")
    assert "gefaehrten tables" in str(first.text)
    assert "(No such device)" in str(second.text)


async def test_a_match_that_goes_on_is_not_announced_and_the_next_one_is(boards: list[Board]) -> None:
    async with Announcing(Screens(), replace(REQUEST, resumed=True)) as told:
        told.tell(replace(OPENED, resumed=True))
        told.tell(Resumed(12))
        told.tell(STARTED)
        (board,) = boards
        assert [sign for sign in board.signs if sign is not None] == []
        told.tell(OPENED)
        assert board.signs[-1] is not None
