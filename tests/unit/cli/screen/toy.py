"""An independent little game for the screen: "Climb" with a view and a stage, so that the screen proves it knows none.

Everything in it is as hostile as a game may be by mistake: names and chat are passed on uncleaned in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gefaehrten.core.errors import IllegalAction
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import PARTIES, Line, Span, Style, line
from gefaehrten.core.stage import Hotspot, Look, Moment, Panel, Picture, Room, Type
from gefaehrten.core.text import Sentence
from gefaehrten.core.view import Choice, Completion, Page, Scene, Wording
from tests.ai.toy import started

LETTERS = "abc"
TITLES = ("Players", "Now", "Ladder")


def scene(names: Sequence[str], seat: int | None = 0, *, mine: bool = True, actions: int = 5) -> Scene:
    """A position of the toy game in which it is the reader's turn, or not."""
    kernel = started(len(names), 1, actions)
    kernel.mover = (seat or 0) if mine else ((seat or 0) + 1) % len(names)
    return Scene(kernel, -1 if seat is None else seat, names)


class ClimbView:
    """See `core.view.View`."""

    pages: tuple[Page, ...] = (
        Page("players", ("players", "spieler"), "points of everybody", "S"),
        Page("ladder", ("ladder", "leiter"), "the whole ladder", "J"),
        Page("why", ("why",), "why not", "W"),
        Page("log", ("log",), "what happened last", "L"),
        Page("silent", ("silent",), "has no key of its own"),
    )
    help: tuple[tuple[str, str], ...] = (("a", "plays the first card"), ("end", "ends the turn"))
    welcome: tuple[str, ...] = ("Climb.", "Do not fall.", "Type a.")
    portrait: tuple[str, ...] = ("silent",)
    counts: bool = True

    def __init__(self, choices: int = 0) -> None:
        self._choices = choices

    def page(self, key: str, scene: Scene, wording: Wording, width: int) -> list[Line]:
        return [line(f"{key} {number} " + "x" * (width // 2)) for number in range(60)]

    def preview(self, scene: Scene, wording: Wording, width: int) -> list[Line]:
        return []

    def choices(self, scene: Scene) -> list[Choice]:
        return [
            Choice(number, Sentence("rung {number}", {"number": number})) for number in range(self._choices)
        ]

    def read(self, scene: Scene, text: str) -> list[int]:
        raise IllegalAction("C1", "Nothing can be read.")

    def finish(self, scene: Scene) -> list[int]:
        return [0]

    def closes(self, scene: Scene) -> bool:
        return scene.turn[-1:] == (0,)

    def format(self, scene: Scene, actions: Iterable[int]) -> str:
        return " ".join(map(str, actions))

    def completions(self, scene: Scene, text: str) -> list[Completion]:
        return []

    def announce(
        self, step: JsonStep, before: Sequence[JsonStep], names: Sequence[str], seat: int
    ) -> Sentence | None:
        return None


class ClimbStage:
    """See `core.stage.Stage`. Its board is a ladder of ten rungs that says at which zoom and what it was asked."""

    zooms = 3

    def heading(self, scene: Scene, wording: Wording, width: int) -> Line:
        # As a careless game would: a name that nobody has cleaned, in a line that nobody has cut.
        return line(Span("Rung ", Style.TITLE), Span(scene.names[0] + " climbs and climbs and climbs " * 3))

    def board(self, scene: Scene, wording: Wording, typed: str, look: Look, room: Room) -> Picture:
        height = look.zoom + 1
        lines: list[Line] = [line(f"zoom {look.zoom} typed {typed} choice {look.choice}")]
        spots: list[Hotspot] = []
        for rung in range(10):
            style = Style.LIT if str(rung) in look.lit else Style.TARGET if typed else Style.PLAIN
            spots.append(Hotspot(len(lines), 0, 12 * height, height, Type(str(rung))))
            lines += [
                line(Span(wording.pick("╟", "+") + "=" * (12 * height - 1) + str(rung), style))
            ] * height
        return Picture(tuple(lines[: room.rows]), tuple(spots))

    def fits(self, scene: Scene, zoom: int, room: Room) -> bool:
        return room.columns >= 12 * (zoom + 1) + 1 and room.rows >= 10 * (zoom + 1) + 1

    def hand(self, scene: Scene, wording: Wording, typed: str, room: Room) -> Picture:
        if scene.seat < 0:
            return Picture(())
        spots = tuple(Hotspot(0, 6 + 4 * index, 3, 1, Type(letter)) for index, letter in enumerate(LETTERS))
        return Picture((line("Hand  a 1 b 2 c 3"), line("Rings none"))[: room.rows], spots)

    def panels(self, scene: Scene, wording: Wording, width: int) -> list[Panel]:
        kernel = scene.kernel
        players = tuple(
            line(Span(wording.clean(name)[:20], PARTIES[seat % 4]), f" {kernel.score(seat)}")
            for seat, name in enumerate(scene.names)
        )
        now = tuple(line(f"now {number}") for number in range(6))
        ladder = tuple(line(f"ladder {number}") for number in range(10))
        return [
            Panel("players", "Players", players, (line("short players"),)),
            Panel("pay", "Now", now, (line("short now"),)),
            Panel("ladder", "Ladder", ladder),
        ]

    def explain(self, scene: Scene, wording: Wording, typed: str, look: Look, width: int) -> list[Line]:
        return [line(f"explained {typed}: {number} " + "because " * 20) for number in range(3)]

    def press(self, scene: Scene, typed: str, key: str) -> str | None:
        return None

    def whole(self, scene: Scene, typed: str) -> bool:
        return False

    def clause(self, scene: Scene, typed: str) -> str:
        return "C1"

    def moments(
        self, step: JsonStep, before: Scene, names: Sequence[str], wording: Wording, width: int
    ) -> list[Moment]:
        return [Moment(("3",), (line("three counts"),), 1.0)]


VIEW = ClimbView()
STAGE = ClimbStage()
