"""Line mode before the match: only what has changed is said, and words of both languages ask for the right thing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gefaehrten.cli.line.effects import AddBot, Chat, Kick, Quit, Ready, Start, Wish
from gefaehrten.cli.line.lobby import LineLobby
from gefaehrten.core.lines import Glyphs
from gefaehrten.core.view import Wording
from gefaehrten.session.events import LobbySeat, LobbyShown, TableOpened
from tests.german import german
from tests.terminal.table import HOSTILE, harmless

OPENED = TableOpened("127.0.0.1:8765", "ABCD", "WXYZ", "gefaehrten://127.0.0.1:8765/ABCD", "00")


def seat(number: int, name: str, *, bot: bool = False, ready: bool = True, wish: str = "") -> LobbySeat:
    return LobbySeat(number, name, bytes([number]).hex() * 32, bot, ready, wish)


def table(*seats: LobbySeat, size: int = 4, own: int = 0) -> LobbyShown:
    return LobbyShown("gefaehrten", {"points": "open", "nazgul_range": "location"}, size, seats, own, 0)


ANNA, BERTA, BOT = seat(0, "Anna"), seat(1, "Berta"), seat(2, "Bot 1", bot=True)


def lobby(*, english: bool = True, width: int = 80) -> LineLobby:
    return LineLobby(Wording(str if english else german(), Glyphs.UNICODE), width)


def told(made: LineLobby, event: LobbyShown) -> list[str]:
    return [each.text for each in made.shown(event)]


def test_who_comes_ready_and_without_a_wish_needs_no_words() -> None:
    made = lobby()
    assert told(made, table(ANNA)) == []
    assert told(made, table(ANNA, BERTA, BOT)) == []
    assert told(made, table(ANNA, BOT)) == []


def test_only_what_has_changed_is_said() -> None:
    made = lobby()
    slow = replace(BERTA, ready=False, wish="blue")
    assert told(made, table(ANNA, slow)) == ["Berta is not ready yet.", "Berta asks for blue."]
    assert told(made, table(ANNA, slow, BOT)) == []
    assert told(made, table(ANNA, replace(slow, wish=""), BOT)) == ["Berta takes any colour."]
    assert told(made, table(ANNA, BERTA, BOT)) == ["Berta is ready."]


def test_the_reader_is_spoken_to() -> None:
    made = lobby()
    assert told(made, table(replace(ANNA, ready=False, wish="red"))) == [
        "The match waits for you: type ready when it may begin.",
        "You ask for red.",
    ]
    assert told(made, table(ANNA)) == ["You are ready.", "You take any colour."]


def test_who_is_waited_for_is_said_once_all_seats_are_taken() -> None:
    made = lobby()
    slow = replace(BERTA, ready=False)
    assert told(made, table(ANNA, slow, size=3)) == ["Berta is not ready yet."]
    assert told(made, table(ANNA, slow, BOT, size=3)) == ["Every seat is taken; the match waits for: Berta."]
    assert told(made, table(ANNA, replace(slow, wish="red"), BOT, size=3)) == ["Berta asks for red."]


def test_a_seat_that_somebody_else_takes_is_that_of_somebody_else() -> None:
    made = lobby()
    told(made, table(ANNA, replace(BERTA, ready=False)))
    other = LobbySeat(1, "Cem", "ee" * 32, bot=False, ready=True, wish="")
    assert told(made, table(ANNA, other)) == []


def test_names_that_look_alike_are_told_apart() -> None:
    made = lobby()
    twins = [LobbySeat(number, "Anna", bytes([number]).hex() * 32, False, True, "") for number in (0, 1)]
    told(made, table(*twins))
    (said,) = told(made, table(twins[0], replace(twins[1], ready=False)))
    assert said.startswith("Anna (")
    assert said != "Anna is not ready yet."


@pytest.mark.parametrize(
    ("typed", "effect"),
    [
        ("ready", Ready(True)),
        ("BEREIT", Ready(True)),
        ("wait", Ready(False)),
        ("warte", Ready(False)),
        ("colour blue", Wish("blue")),
        ("color Red", Wish("red")),
        ("farbe any", Wish("")),
        ("colour", Wish("")),
        ("farbe egal", Wish("")),
        ("kick 2", Kick(2)),
        ("rauswerfen 1", Kick(1)),
        ("bot", AddBot("")),
        ("bot Easy", AddBot("easy")),
        ("remove 2", Kick(2)),
        ("entferne 2", Kick(2)),
        ("fill", Start()),
        ("start", Start()),
        ("auffüllen", Start()),
        ("say hello  there", Chat("hello  there")),
        ("sag hallo", Chat("hallo")),
        ("quit", Quit()),
        ("  beenden ", Quit()),
    ],
)
def test_words(typed: str, effect: object) -> None:
    made = lobby()
    told(made, table(ANNA, BERTA, BOT))
    reply = made.read(typed)
    assert reply.effect == effect
    assert reply.lines == ()


def test_colours_have_german_names_too() -> None:
    made = lobby(english=False)
    told(made, table(ANNA))
    assert made.read("farbe grün").effect == Wish("green")
    assert made.read("farbe green").effect == Wish("green")
    assert "rot, gelb, grün, blau" in made.read("farbe rosa").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("colour pink", "There is no colour “pink”; the colours are: red, yellow, green, blue."),
        ("kick", "Which seat? Right would be: kick 2; who shows the seats."),
        ("kick Berta", "Which seat? Right would be: kick 2; who shows the seats."),
        ("remove", "Which seat? Right would be: remove 2; who shows the seats."),
        ("remove 1", "No bot sits on seat 1; kick 1 sends a person away."),
        ("say", "Say what? Right would be: say Well played!"),
        ("invite", "Only the host has the invite."),
        ("1@9", "“1@9” is no command before the match; ? lists them."),
    ],
)
def test_refusals_are_one_sentence(typed: str, said: str) -> None:
    made = lobby()
    told(made, table(ANNA, BERTA, BOT))
    reply = made.read(typed)
    assert reply.effect is None
    assert [each.text for each in reply.lines] == [said]


def test_nothing_typed_asks_for_nothing() -> None:
    assert lobby().read("  ").text == ""
    assert lobby().read("  ").effect is None


def test_before_the_table_is_shown_there_is_nobody() -> None:
    for typed in ("who", "colour blue"):
        assert lobby().read(typed).text == "You are not at the table yet."


def test_who_sits_where() -> None:
    made = lobby()
    told(made, table(ANNA, replace(BERTA, ready=False, wish="blue"), BOT))
    assert made.read("who").text.splitlines() == [
        "Seat 0: Anna, that is you, ready to play",
        "Seat 1: Berta, not ready yet, asks for blue",
        "Seat 2: Bot 1, a bot, ready to play",
        "Seat 3: free",
    ]


def test_the_invite_comes_again() -> None:
    made = lobby()
    made.opened(OPENED)
    assert "gefaehrten join gefaehrten://127.0.0.1:8765/ABCD" in made.read("einladung").text


def test_help_shows_what_the_reader_can_do() -> None:
    guest, host = lobby(), lobby()
    host.opened(OPENED)
    for word in ("ready", "wait", "colour X", "who", "quit"):
        assert word in guest.read("?").text
        assert word in host.read("help").text
    for word in ("fill", "kick N", "bot LEVEL", "remove N", "invite"):
        assert word not in guest.read("?").text
        assert word in host.read("?").text
    assert [name for name, _ in guest.completions("k")] == []
    assert [name for name, _ in host.completions("k")] == ["kick"]
    assert host.completions("kick 2") == []


def test_another_match_begins_with_an_empty_table() -> None:
    made = lobby()
    made.opened(OPENED)
    told(made, table(ANNA, replace(BERTA, wish="blue")))
    made.opened(OPENED)
    assert told(made, table(ANNA, replace(BERTA, wish="blue"))) == ["Berta asks for blue."]


def test_what_whoever_sits_down_agrees_to_is_said_once() -> None:
    made = lobby()
    made.opened(OPENED)
    hasty = replace(table(ANNA), clock=20, grace=15)
    said = ["Everybody has 20 s for a turn.", "Whoever is away is waited for 15 s in all."]
    assert told(made, hasty)[:2] == said
    assert not set(said) & set(told(made, replace(hasty, seats=(ANNA, BERTA))))


@pytest.mark.parametrize("text", [*HOSTILE, "{0}", "{name}", "{"])
def test_hostile_names_wishes_and_words_are_harmless(text: str) -> None:
    made = lobby()
    shown = LobbyShown(
        text, {text: text}, 2, (ANNA, LobbySeat(1, text, "cd" * 32, False, False, text)), own=0, host=0
    )
    rows = told(made, shown)
    for typed in ("who", f"colour {text}", text, f"kick {text}", f"bot {text}"):
        rows += made.read(typed).text.splitlines()
    assert len(rows) > 4
    assert all(harmless(row) for row in rows)


def test_lines_are_as_wide_as_the_screen() -> None:
    made = lobby(width=40)
    made.opened(OPENED)
    told(made, table(ANNA, BERTA, BOT))
    for typed in ("help", "who", "kick", "colour pink"):
        assert max(len(row) for row in made.read(typed).text.splitlines()) <= 40
