"""Line mode from the first card to the result: what is typed, what is answered, what the session is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from gefaehrten.cli.line.effects import Chat, Commit, Hint, Quit, Rematch, Reply, Rules
from gefaehrten.cli.line.table import LineTable
from gefaehrten.cli.words import COMMANDS
from gefaehrten.core.game import Setup
from gefaehrten.core.lines import Glyphs, Line, cells
from gefaehrten.core.random import Random
from gefaehrten.core.view import Scene, Wording
from gefaehrten.engine.dealer import Dealer
from gefaehrten.engine.match import Match
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.kernel import GefaehrtenKernel
from gefaehrten.games.gefaehrten.moves import legal
from tests.german import german
from tests.unit.games.gefaehrten import kernel_positions as made
from tests.unit.games.gefaehrten.kernel_positions import position
from tests.unit.games.gefaehrten.scenes import NAMES, scene

EIGHT = {"1": "r1", "2": "r1", "3": "b4", "4": "b1", "5": "y2", "6": "y1", "7": "g1", "8": "y1"}


def bag_end(**given: object) -> GefaehrtenKernel:
    """Bag End with free spaces 9 and 0; red is to move."""
    setting: dict[str, object] = {
        "seats": 4,
        "spaces": EIGHT,
        "hands": {0: "r1 r1 r2 r4 r5 rN"},
        "unknown": {1: 6, 2: 6, 3: 6},
        **given,
    }
    return position(**setting)  # type: ignore[arg-type]


@pytest.fixture
def table() -> LineTable:
    return LineTable(GAME.view(), Wording(str))


@pytest.fixture
def here() -> Scene:
    return scene(bag_end())


def test_placements_go_into_a_turn_that_enter_commits(table: LineTable, here: Scene) -> None:
    assert table.prompt_text(here) == "Your turn> "
    reply = table.read(here, "1@9")
    assert reply.effect is None
    assert "Totals: You 2 → 3." in reply.text
    assert table.prompt_text(here) == "1@9 - Enter commits> "
    assert table.read(here, "").effect == Commit((made.place("r1", "9"), made.END))


@pytest.mark.parametrize("word", ["", "go", "fertig", "GO", "  ok "])
def test_words_that_commit(table: LineTable, here: Scene, word: str) -> None:
    table.read(here, "1@9")
    assert table.read(here, word).effect == Commit((made.place("r1", "9"), made.END))


@pytest.mark.parametrize("text", ["1@9 end", "1@9 ende", "1@9."])
def test_the_end_of_the_turn_typed_out_commits_at_once(table: LineTable, here: Scene, text: str) -> None:
    assert table.read(here, text).effect == Commit((made.place("r1", "9"), made.END))


def test_enter_with_nothing_placed_says_what_to_do(table: LineTable, here: Scene) -> None:
    reply = table.read(here, "")
    assert reply.effect is None
    assert "at least one card" in reply.text
    assert "Possible: 1@9" in reply.text


def test_filling_the_location_asks_for_the_next_one(table: LineTable, here: Scene) -> None:
    reply = table.read(here, "1@9 1@0")
    assert "Bag End is scored" in reply.text
    assert "you choose where the next one goes" in reply.text
    numbers = [each.text[:2].strip() for each in reply.lines if "free spaces: " in each.text]
    assert [number for number in numbers if number.isdigit()] == list("123456789")
    assert table.prompt_text(here) == "1@9 1@0 - choose 1 to 9> "
    again = table.read(here, "")
    assert again.effect is None
    assert "Choose first: a number from 1 to 9" in again.text
    assert table.read(here, "1").effect is None
    committed = table.read(here, "").effect
    assert isinstance(committed, Commit)
    first, second, where = committed.actions
    assert (first, second) == (made.place("r1", "9"), made.place("r1", "0"))
    after = made.play(bag_end(), first, second)
    best = [made.play(after, action) for action in made.legal(after)]
    for left in best:
        left.score_now()
    assert made.play(after, where) is not None
    assert _total(made.play(after, where)) == max(_total(left) for left in best)


def _total(kernel: GefaehrtenKernel) -> int:
    kernel.score_now()
    return int(kernel.last_total(0))


def test_the_next_location_in_notation_and_beyond_the_list(table: LineTable, here: Scene) -> None:
    table.read(here, "1@9 1@0")
    assert "There is no choice 99" in table.read(here, "99").text
    assert "There is no choice 0" in table.read(here, "0").text
    assert "is no move" in table.read(here, "9" * 6000).text
    table.read(here, "@3,0")
    assert table.read(here, "go").effect == Commit(
        (made.place("r1", "9"), made.place("r1", "0"), made.locate(3, 0))
    )


def test_undo_takes_one_back_and_reset_all(table: LineTable, here: Scene) -> None:
    assert "nothing to take back" in table.read(here, "undo").text
    table.read(here, "1@9 n")
    assert "Your turn so far: 1@9\n" in table.read(here, "u").text + "\n"
    assert "Nothing is placed yet." in table.read(here, "zurück").text
    table.read(here, "1@9 n")
    assert "Nothing is placed yet." in table.read(here, "reset").text
    assert table.prompt_text(here) == "Your turn> "


def test_undo_of_the_choice_shows_the_choices_again(table: LineTable, here: Scene) -> None:
    table.read(here, "1@9 1@0")
    table.read(here, "2")
    assert " 1  @" in table.read(here, "undo").text


def test_letters_stay_with_their_cards_during_the_turn(table: LineTable, here: Scene) -> None:
    table.read(here, "a9")
    table.read(here, "f3")
    assert table.read(here, "").effect == Commit(
        (made.place("r1", "9"), made.nazgul("r", made.space("3")), made.END)
    )


def test_a_committed_turn_cannot_be_followed_by_another(table: LineTable, here: Scene) -> None:
    table.read(here, "5@9 end")
    for text in ("1@0", "", "hint"):
        reply = table.read(here, text)
        assert reply.effect is None
        assert "on its way" in reply.text
    assert table.prompt_text(here) == "> "
    assert "You" in table.read(here, "players").text
    table.reopen()
    assert table.read(here, "5@9 end").effect is not None


def test_a_turn_that_was_begun_is_forgotten_when_the_match_goes_on(table: LineTable, here: Scene) -> None:
    table.read(here, "1@9")
    later = made.refill(made.play(bag_end(), made.place("r5", "0"), made.END))
    assert table.scene(scene(later, seat=0)).turn == ()
    assert "It is Berta's turn." in table.read(scene(later, seat=0), "1@9").text
    assert "It is Berta's turn." in table.read(scene(later, seat=0), "").text


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("hint", Hint()),
        ("rat", Hint()),
        ("say Well played!", Chat("Well played!")),
        ("sag  hallo du", Chat("hallo du")),
        ("rules", Rules(None)),
        ("regeln f13", Rules("F13")),
        ("? F13", Rules("F13")),
        ("rematch", Rematch()),
        ("revanche", Rematch()),
    ],
)
def test_effects(table: LineTable, here: Scene, text: str, effect: object) -> None:
    assert table.read(here, text) == Reply((), effect)  # type: ignore[arg-type]


def test_a_hint_knows_what_is_placed(table: LineTable, here: Scene) -> None:
    table.read(here, "1@9")
    assert table.read(here, "hint").effect == Hint((made.place("r1", "9"),))
    advice = table.advice(here, [made.place("r1", "0"), made.locate(3, 0)])
    assert [each.text for each in advice] == ["Hint: 1@0 @3,0"]


def test_say_without_text_says_what_would_be_right(table: LineTable, here: Scene) -> None:
    assert "say Well played!" in table.read(here, "say").text


@pytest.mark.parametrize("yes", ["y", "yes", "Y"])
def test_leaving_is_asked_once(table: LineTable, here: Scene, yes: str) -> None:
    assert table.read(here, "quit").effect is None
    assert table.read(here, yes).effect == Quit()


@pytest.mark.parametrize("no", ["n", "no", ""])
def test_leaving_can_be_declined(table: LineTable, here: Scene, no: str) -> None:
    table.read(here, "quit")
    assert table.read(here, no).text == "You stay."
    # The next n is a Nazgûl again.
    assert "Nazgûl" in table.read(here, "n").text


def test_j_leaves_in_german_alone(here: Scene) -> None:
    english, deutsch = (LineTable(GAME.view(), Wording(translate)) for translate in (str, german()))
    for each in (english, deutsch):
        each.read(here, "quit")
    assert english.read(here, "j").effect is None
    assert deutsch.read(here, "j").effect == Quit()


def test_a_question_mark_after_a_refusal_shows_the_clause(table: LineTable, here: Scene) -> None:
    assert table.read(here, "5@3").text.endswith("(? shows F13)")
    assert table.read(here, "?").effect == Rules("F13")
    # Asked again it is the help.
    assert table.read(here, "?").effect is None


def test_help_names_every_command_and_the_forms_of_moves(table: LineTable, here: Scene) -> None:
    text = table.read(here, "?").text
    for word in ("5@7", "a7", "n@3", "4,2>7", "@3,0", "undo", "hint", "say TEXT", "rules", "quit", "Enter"):
        assert word in text
    for page in GAME.view().pages:
        assert page.words[0] in text
        assert page.words[0].isascii()


def test_words_do_not_collide() -> None:
    pages = [word for page in GAME.view().pages for word in page.words]
    commands = [word for words, _, _ in COMMANDS for word in words]
    assert len(set(pages)) == len(pages)
    assert len(set(commands)) == len(commands)
    assert not set(pages) & set(commands)


def test_something_else_is_named_as_it_is(table: LineTable, here: Scene) -> None:
    assert "“fly” is no move" in table.read(here, "fly").text
    other = scene(bag_end(), seat=2)
    assert "“fly” is no command" in table.read(other, "fly").text
    assert "It is Anna's turn." in table.read(other, "5@7").text
    assert "It is Anna's turn." in table.read(other, "moves").text


def test_what_the_own_turn_needs_is_there_without_asking(table: LineTable, here: Scene) -> None:
    text = "\n".join(each.text for each in table.opening(here))
    assert "1 Bag End - white" in text
    assert "2+ring/2/1" in text
    assert "if it were scored now" in text
    assert "Hand:  a 1  b 1  c 2  d 4  e 5 Gandalf  f Nazgûl" in text
    for label in "1234567890":
        assert f" {label} " in text


def test_who_owes_the_next_location_sees_the_choices_at_once(table: LineTable) -> None:
    kernel = bag_end(spaces=EIGHT | {"9": "r2", "0": "r4"}, hands={0: "r1"}, locating=True)
    assert any(each.text.startswith(" 1  @") for each in table.opening(scene(kernel)))


def test_chat_is_cleaned(table: LineTable) -> None:
    (said,) = table.chat("Jörg\x1b[2J", "hi\u202e\x07")
    assert said.text == "Jörg[2J: hi"


def test_completions_are_commands_and_moves(table: LineTable, here: Scene) -> None:
    assert [whole for whole, _ in table.completions(here, "5")] == ["5@"]
    assert [whole for whole, _ in table.completions(here, "jo")] == ["journey"]
    table.read(here, "1@9")
    assert "5@" not in [whole for whole, _ in table.completions(here, "")]


def _matches() -> Iterator[tuple[int, str, Glyphs]]:
    for seats, language in ((2, "de"), (3, "en"), (4, "de")):
        for glyphs in Glyphs:
            yield seats, language, glyphs


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "language", "glyphs"), list(_matches()))
def test_a_whole_match_can_be_played_and_read(seats: int, language: str, glyphs: Glyphs) -> None:
    """Every turn typed by notation; every page of every turn keeps to 80 columns and to the terminal's characters."""
    wording = Wording(german() if language == "de" else str, glyphs)
    match = Match(GAME, Setup(seats, {"nazgul_range": "table", "points": "hidden"}))
    dealer, rng = Dealer(match, seats), Random(seats)
    dealer.serve()
    tables = [LineTable(GAME.view(), wording) for _ in range(seats)]
    heard = 0
    while match.need().kind == "turn":
        seat = match.need().seat
        table, now = tables[seat], seen_by(match, seat)
        _check(table.opening(now), glyphs)
        for page in GAME.view().pages:
            if rng.below(4) == 0:
                _check(table.read(now, page.words[-1]).lines, glyphs)
        effect = None
        while effect is None:
            kernel = table.scene(now).now()
            possible = (
                [action for action in legal(kernel) if action != made.END]
                if table.scene(now).on_turn()
                else []
            )
            if possible and rng.below(3):
                typed = GAME.format(kernel, possible[rng.below(len(possible))])
                reply = table.read(now, typed)
            else:
                reply = table.read(now, "")
            _check(reply.lines, glyphs)
            assert cells(table.prompt_text(now)) > 0
            effect = reply.effect
        assert isinstance(effect, Commit)
        match.turn(seat, *match.encode(seat, effect.actions))
        dealer.serve()
        for index in range(heard, len(match.steps)):
            _check(table.announce(match.steps[index], match.steps[:index], NAMES, 0), glyphs)
        heard = len(match.steps)
    for seat in range(seats):
        _check(tables[seat].opening(seen_by(match, seat)), glyphs)
        assert "?" not in "".join(
            each.text for each in GAME.view().page("players", seen_by(match, seat), wording, 80)
        )


def seen_by(match: Match, seat: int) -> Scene:
    kernel = match.kernel.clone()
    kernel.mask(seat)
    cards = [card for _, card in match.hand(seat) if card is not None]
    return Scene(kernel, seat, NAMES[: match.setup.seats], match.steps, cards, match.setup.options)


def _check(lines: tuple[Line, ...] | list[Line], glyphs: Glyphs) -> None:
    for each in lines:
        assert cells(each.text) <= 80, each.text
        assert each.text.isprintable()
        assert glyphs is Glyphs.UNICODE or each.text.isascii(), each.text


@pytest.mark.parametrize("width", [36, 60, 120])
def test_other_widths_are_kept_to(here: Scene, width: int) -> None:
    table = LineTable(GAME.view(), Wording(german()), width)
    shown = [*table.opening(here), *table.read(here, "?").lines, *table.read(here, "why").lines]
    shown += table.read(here, "1@9 1@0").lines
    assert max(cells(each.text) for each in shown) <= width


def test_the_view_is_the_only_thing_that_knows_the_game(here: Scene) -> None:
    """Another seat's screen shows none of the mover's cards."""
    kernel = bag_end()
    other = scene(kernel, seat=1)
    shown = "".join(
        each.text
        for page in GAME.view().pages
        for each in GAME.view().page(page.key, other, Wording(str), 80)
    )
    swapped = scene(bag_end(hands={0: "r0 r3 r3 r3 r2 r4"}), seat=1)
    assert shown == "".join(
        each.text
        for page in GAME.view().pages
        for each in GAME.view().page(page.key, swapped, Wording(str), 80)
    )
    assert replace(here, seat=1) != here
