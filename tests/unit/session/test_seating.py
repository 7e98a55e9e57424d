"""Who sits where: only changes are told, names are cleaned, and a line of chat has an author at the table or none."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from gefaehrten.session.events import Chatted, Left, LobbySeat, LobbyShown, Seated
from gefaehrten.session.seating import Seating
from protocol.identity import fingerprint
from protocol.machine.effects import LobbyChanged, Said, SeatView


def view(seat: int, name: str, *, bot: bool = False) -> SeatView:
    return SeatView(seat, bytes([seat]) * 32, name.encode(), bot, "")


def test_comings_and_goings_are_told_once() -> None:
    seating = Seating()
    first = list(seating.show(LobbyChanged(3, (view(0, "Anna"), view(1, "Bot", bot=True)))))
    assert first[:-1] == [Seated(0, "Anna", "00" * 32, False), Seated(1, "Bot", "01" * 32, True)]
    assert list(seating.show(LobbyChanged(3, (view(0, "Anna"), view(1, "Bot", bot=True))))) == []
    assert list(seating.show(LobbyChanged(3, (view(0, "Anna"),))))[:-1] == [Left(1, "Bot")]


def test_all_of_the_lobby_is_told_whenever_any_of_it_changes() -> None:
    seating = Seating(bytes([1]) * 32)
    options = (("points", "open"),)

    def lobby(*seats: SeatView) -> LobbyChanged:
        return LobbyChanged(3, seats, "toy", options, bytes(32))

    slow = SeatView(1, bytes([1]) * 32, b"Berta", False, "blue", ready=False)
    *_, shown = seating.show(lobby(view(0, "Anna"), slow))
    assert shown == LobbyShown(
        "toy",
        {"points": "open"},
        3,
        (
            LobbySeat(0, "Anna", "00" * 32, bot=False, ready=True, wish=""),
            LobbySeat(1, "Berta", "01" * 32, bot=False, ready=False, wish="blue"),
        ),
        own=1,
        host=0,
    )
    assert seating.shown == shown
    (again,) = seating.show(lobby(view(0, "Anna"), replace(slow, ready=True)))
    assert isinstance(again, LobbyShown)
    assert again.seats[1].ready
    (again,) = seating.show(lobby(view(0, "Anna"), replace(slow, ready=True, wish="")))
    assert isinstance(again, LobbyShown)
    assert again.seats[1].wish == ""


def test_what_the_table_allows_is_shown_before_anybody_signs_it() -> None:
    options = (("points", "open"), ("table.clock", "90"), ("table.grace", "20"), ("table.reserve", "5"))
    (*_, shown) = Seating().show(LobbyChanged(3, (view(0, "Anna"),), "toy", options, bytes(32)))
    assert isinstance(shown, LobbyShown)
    assert (shown.options, shown.clock, shown.reserve, shown.grace) == ({"points": "open"}, 90, 5, 20)


def test_a_watcher_sits_nowhere_and_a_host_may_stand() -> None:
    (*_, shown) = Seating().show(LobbyChanged(3, (view(0, "Anna"),), "toy", (), b"h" * 32))
    assert isinstance(shown, LobbyShown)
    assert (shown.own, shown.host) == (-1, -1)


def test_what_a_host_says_of_its_table_is_cleaned() -> None:
    hostile = "\x1b[2J\u202e" + "x" * 60
    seat = SeatView(0, bytes(32), b"Anna", False, hostile)
    (*_, shown) = Seating().show(LobbyChanged(3, (seat,), hostile, ((hostile, hostile),), bytes(32)))
    assert isinstance(shown, LobbyShown)
    for text in (shown.game, shown.seats[0].wish, *shown.options, *shown.options.values()):
        assert text.isprintable()
        assert len(text) <= 32


def test_somebody_else_on_a_seat_is_a_going_and_a_coming() -> None:
    seating = Seating()
    list(seating.show(LobbyChanged(3, (view(0, "Anna"),))))
    other = SeatView(0, b"x" * 32, b"Berta", False, "")
    assert list(seating.show(LobbyChanged(3, (other,))))[:-1] == [
        Left(0, "Anna"),
        Seated(0, "Berta", (b"x" * 32).hex(), False),
    ]


def test_names_and_chat_are_cleaned() -> None:
    seating = Seating()
    seated, _ = seating.show(LobbyChanged(2, (view(0, "An\x1b[2Jna\u202e"),)))
    assert isinstance(seated, Seated)
    assert "\x1b" not in seated.name
    assert "\u202e" not in seated.name
    line = seating.chat(Said(bytes(32), "hi\x07\x1b]52;c;x\x07"))
    assert isinstance(line, Chatted)
    assert line.text.isprintable()
    assert (line.seat, line.name) == (0, seated.name)


def test_a_line_of_nobody_here_is_not_told() -> None:
    seating = Seating()
    list(seating.show(LobbyChanged(2, (view(0, "Anna"),))))
    assert seating.chat(Said(b"s" * 32, "hi")) is None


@pytest.mark.parametrize("wish", ["", " ", "\u200b", "\x1b"])
def test_a_wish_that_nobody_can_see_is_none(wish: str) -> None:
    """The `?` that stands for a name in which nothing can be seen is no colour that somebody asks for."""
    (*_, shown) = Seating().show(LobbyChanged(3, (SeatView(0, bytes(32), b"Bot 3", True, wish),)))
    assert isinstance(shown, LobbyShown)
    assert shown.seats[0].wish == ""


def test_at_the_table_names_that_look_alike_are_told_apart_but_not_in_a_line_of_chat() -> None:
    keys = [bytes([number]) * 32 for number in range(3)]
    names = (b"Anna", b"Berta", "Аnna".encode())
    seats = tuple(SimpleNamespace(name=name, key=key) for name, key in zip(names, keys, strict=True))
    seating = Seating(keys[1])
    seating.begin(SimpleNamespace(seats=seats, keys=keys))  # type: ignore[arg-type]
    assert seating.names == (
        f"Anna ({fingerprint(keys[0])[:4]})",
        "Berta",
        f"Аnna ({fingerprint(keys[2])[:4]})",
    )
    assert seating.own == 1
    line = seating.chat(Said(keys[2], "hi"))
    assert line is not None
    assert line.json() == {"event": "chat", "seat": 2, "name": "Аnna", "text": "hi"}
