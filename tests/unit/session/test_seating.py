"""Who sits where: only changes are told, names are cleaned, and a line of chat has an author at the table or none."""

from __future__ import annotations

from gefaehrten.session.events import Chatted, Left, Seated
from gefaehrten.session.seating import Seating
from protocol.machine.effects import LobbyChanged, Said, SeatView


def view(seat: int, name: str, *, bot: bool = False) -> SeatView:
    return SeatView(seat, bytes([seat]) * 32, name.encode(), bot, "")


def test_comings_and_goings_are_told_once() -> None:
    seating = Seating()
    first = list(seating.show(LobbyChanged(3, (view(0, "Anna"), view(1, "Bot", bot=True)))))
    assert first == [Seated(0, "Anna", "00" * 32, False), Seated(1, "Bot", "01" * 32, True)]
    assert list(seating.show(LobbyChanged(3, (view(0, "Anna"), view(1, "Bot", bot=True))))) == []
    assert list(seating.show(LobbyChanged(3, (view(0, "Anna"),)))) == [Left(1, "Bot")]


def test_somebody_else_on_a_seat_is_a_going_and_a_coming() -> None:
    seating = Seating()
    list(seating.show(LobbyChanged(3, (view(0, "Anna"),))))
    other = SeatView(0, b"x" * 32, b"Berta", False, "")
    assert list(seating.show(LobbyChanged(3, (other,)))) == [
        Left(0, "Anna"),
        Seated(0, "Berta", (b"x" * 32).hex(), False),
    ]


def test_names_and_chat_are_cleaned() -> None:
    seating = Seating()
    (seated,) = seating.show(LobbyChanged(2, (view(0, "An\x1b[2Jna\u202e"),)))
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
