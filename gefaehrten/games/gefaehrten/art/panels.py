"""Pure. What lies beside the board in the drawing: players, what the location pays, a hand.

The one rule: each part is as large in every position of a match, so that a page around it does not jump.
"""

from __future__ import annotations

from typing import Final

from gefaehrten.core.kernel import DECIDE, OVER
from gefaehrten.core.shapes import (
    PARTY,
    Anchor,
    Box,
    Ends,
    Face,
    Group,
    Paint,
    Part,
    Polyline,
    Rectangle,
    Shape,
    Text,
    letters,
)
from gefaehrten.core.text import N_
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten import phrases, told
from gefaehrten.games.gefaehrten.art import cards, signs
from gefaehrten.games.gefaehrten.hand import hand_cards
from gefaehrten.games.gefaehrten.moves import card_kernel, seat_colours
from gefaehrten.games.gefaehrten.names import LOCATIONS, SPECIAL_RULES
from gefaehrten.games.gefaehrten.standing import Party, standing, ties

WIDE: Final = 360.0
ROW: Final = 66.0
NAME: Final = 24
"""Characters of a name; what is longer is cut."""
LINE: Final = 34.0
NOTES: Final = 3
"""Lines of small print below the totals."""


def players(scene: Scene, wording: Wording) -> Part:
    """The part `players`: whose turn, points, cards, rings."""
    kernel = card_kernel(scene.kernel)
    rows: list[Shape] = []
    for seat in range(int(kernel.seats())):
        rows.append(Group(f"player:{seat}", 0, ROW * seat, tuple(_player(scene, seat, wording))))
    return Part("players", wording.say(N_("Players")), Box(0, 0, WIDE, ROW * len(rows) - 6), tuple(rows))


def short(name: str) -> str:
    """A name as long as there is room for."""
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def moves(scene: Scene) -> int:
    """Whose turn it is; -1 where it is nobody's."""
    kernel = card_kernel(scene.kernel)
    return int(kernel.actor()) if kernel.request() == DECIDE and not told.pending(scene) else -1


def _player(scene: Scene, seat: int, wording: Wording) -> list[Shape]:
    kernel = card_kernel(scene.kernel)
    name = f"player:{seat}"
    turn = seat == moves(scene)
    over = kernel.request() == OVER and not told.pending(scene)
    shapes: list[Shape] = [
        Rectangle(f"{name}.b", Box(0, 0, WIDE, ROW - 6), Paint.HALO if turn else Paint.PANEL, 12)
    ]
    if turn:
        shapes.append(Polyline(f"{name}.t", ((7, 22), (15, 30), (7, 38)), Paint.GOLD_SIGN, Ends.CLOSED))
    colours = seat_colours(kernel, seat)
    if len(colours) > 1:
        shapes += [
            signs.badge(f"{name}.e{colour}", colour, 32 + 16 * (number - 0.5), 30 + 18 * (number - 0.5), 9.5)
            for number, colour in enumerate(colours)
        ]
    else:
        shapes.append(signs.badge(f"{name}.e", colours[0], 34, 31, 13.5))
    if over and kernel.place(seat) == 0:
        shapes.append(signs.crown(f"{name}.w", 34, 9, 8))
    shapes.append(
        Text(f"{name}.n", 58, 26, short(wording.clean(scene.names[seat])), 18, Paint.INK, Face.BOLD, room=220)
    )
    if kernel.retired(seat):
        shapes.append(Text(f"{name}.h", 58, 46, wording.say(N_("has left")), 13, Paint.FAINT))
    else:
        held = int(kernel.hand_size(seat))
        shapes += signs.backs(f"{name}.c", held, 58, 36, 6)
        said = wording.say(N_("hand {hand} stack {stack}"), hand=held, stack=kernel.stack(seat))
        shapes.append(
            Text(f"{name}.h", 58 + 9 * min(held, 6) + (6 if held else 0), 46, said, 12.5, Paint.FAINT)
        )
    for number, token in enumerate(reversed(told.rings(scene, seat))):
        title = wording.say(phrases.token(token))
        shapes.append(signs.ring(f"{name}.r{token}", token, 278 - 23 * number, 44, 10, title))
    points = told.points(scene, seat)
    shapes.append(
        Text(
            f"{name}.p",
            WIDE - 16,
            42,
            "?" if points is None else str(points),
            34,
            Paint.INK,
            Face.SERIF_BOLD,
            Anchor.END,
        )
    )
    return shapes


def place(scene: Scene, wording: Wording) -> Part:
    """The part `place`: the current location, its rule, and what it pays as it lies."""
    kernel = card_kernel(scene.now())
    at = standing(kernel)
    index = at.location
    side = N_("black: higher cards cover lower ones") if kernel.black() else N_("white: free spaces only")
    heading = N_("{location} is scored:") if at.final else N_("{location}, if it were scored now:")
    title = wording.say(heading, location=phrases.location(index))
    shapes: list[Shape] = [
        Text(
            "place.n",
            2,
            22,
            f"{index + 1} · {wording.say(LOCATIONS[index])}",
            22,
            Paint.INK,
            Face.SERIF_BOLD,
            room=WIDE - 4,
        ),
        Text("place.s", 2, 42, wording.say(side), 13, Paint.FAINT, room=WIDE - 4),
    ]
    rule = wording.say(SPECIAL_RULES[index]) if index in SPECIAL_RULES else ""
    shapes.append(Text("place.x", 2, 60, rule, 13, Paint.WARN, Face.BOLD, room=WIDE - 4))
    shapes.append(Text("place.i", 2, 84, title, 14, Paint.INK, Face.BOLD, room=WIDE - 4))
    top = 94.0
    most = max([party.total for party in at.parties] + [12])
    for number, party in enumerate(at.parties):
        shapes += _party(party, most, top + LINE * number, scene, wording)
    notes = [wording.say(tie) for tie in ties(kernel, at, scene.names, scene.seat)]
    if at.counting:
        notes.insert(0, wording.say(N_("A Bree ring lies here: every card counts 1 (F21).")))
    top += LINE * len(at.parties) + 14
    lines = [part for note in notes for part in wrap(note, 12, WIDE - 4)][:NOTES]
    shapes += [
        Text(f"place.t{number}", 2, top + 16 * number, text, 12, Paint.FAINT, room=WIDE - 4)
        for number, text in enumerate(lines)
    ]
    height = top + 16 * (NOTES - 1) + 4
    return Part("place", title, Box(0, 0, WIDE, height), tuple(shapes))


def _party(party: Party, most: int, top: float, scene: Scene, wording: Wording) -> list[Shape]:
    """One line: rank, whose, a bar as long as the total, the total, what it wins."""
    name = f"party:{party.colour}"
    long = round((WIDE - 190) * max(party.total, 0) / most, 1)
    return [
        Group(
            name,
            0,
            top,
            (
                Text(f"{name}.r", 16, 21, f"{party.rank}.", 15, Paint.FAINT, Face.PLAIN, Anchor.END),
                signs.badge(f"{name}.e", party.colour, 36, 16, 10),
                Rectangle(f"{name}.k", Box(56, 6, WIDE - 190, 20), Paint.TRACK, 5),
                Rectangle(f"{name}.b", Box(56, 6, long, 20), PARTY[party.colour], 5),
                Text(
                    f"{name}.v",
                    WIDE - 128,
                    22,
                    str(party.total),
                    17,
                    Paint.INK,
                    Face.SERIF_BOLD,
                    room=30,
                ),
                Text(
                    f"{name}.w",
                    WIDE - 2,
                    21.5,
                    gain(party, wording),
                    13,
                    Paint.INK if party.points else Paint.FAINT,
                    Face.BOLD if party.points else Face.PLAIN,
                    Anchor.END,
                    96,
                ),
                *_won(name, party, wording),
            ),
            wording.clean(scene.names[party.seat]),
        )
    ]


def _won(name: str, party: Party, wording: Wording) -> tuple[Shape, ...]:
    """The rings that come with the prize, left of it."""
    return tuple(
        signs.ring(f"{name}.t{token}", token, WIDE - 44, 16, 9.5, wording.say(phrases.token(token)))
        for token in party.tokens
    )


def gain(party: Party, wording: Wording) -> str:
    """What a party wins or loses, as short as can be."""
    won = f"+{party.points}" if party.points else ""
    lost = f"–{party.loss}" if party.loss else ""
    if won or lost:
        return " ".join(part for part in (won, lost) if part)
    return "–" if party.cards else wording.say(N_("no card here"))


def hand(scene: Scene, wording: Wording) -> Part:
    """The part `hand`: the cards of the seat whose view it is. An empty one for a watcher."""
    width = 6 * cards.ACROSS + 4
    name = short(wording.clean(scene.names[scene.seat])) if scene.seat >= 0 else ""
    title = wording.say(N_("Hand of {name}"), name=name) if name else ""
    shapes: list[Shape] = [Text("hand.n", 4, 16, title, 14, Paint.INK, Face.BOLD, room=width - 8)]
    if scene.seat >= 0:
        kernel = card_kernel(scene.kernel)
        held = hand_cards(scene)
        shapes += [
            cards.hand_card(f"hand:{number}", card.face, card.name, 4 + cards.ACROSS * number, 26, wording)
            for number, card in enumerate(held)
        ]
        for number in range(len(held), int(kernel.hand_size(scene.seat))):
            back = Box(4 + cards.ACROSS * number, 26, cards.WIDE, cards.HIGH)
            shapes.append(Rectangle(f"hand:{number}.back", back, Paint.BACK, 8))
    return Part("hand", title, Box(0, 0, width, cards.HIGH + 34), tuple(shapes))


def wrap(text: str, size: float, room: float) -> list[str]:
    """A text as lines that are about as wide as there is room."""
    lines: list[str] = []
    for word in text.split():
        if lines and letters(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
