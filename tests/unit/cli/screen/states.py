"""States of the full screen for its tests: one of every kind, and whatever hypothesis thinks of."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from gefaehrten.cli.screen.state import LobbyRow, LobbyState, Overlay, Place, ScreenState, Transport
from gefaehrten.core.lines import Line, Span, Style, line
from gefaehrten.core.stage import Look, Moment
from gefaehrten.core.text import Sentence
from tests.unit.cli.screen.toy import scene

NAMES = ("Anna", "Berta", "Cem", "Dörte")

HOSTILE = (
    "\x1b[2J\x1b[H",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b31mred\x9b2J",
    "abc\u202edcba\u2066x\u2069",
    "a\u200bb\u200cc\ufeffd",
    "x" * 500,
    "👨‍👩‍👧‍👦 👍🏽 🇩🇪 ♥️ ☰",
    "桜咲く桜咲く桜咲く",
    "a" + "\u0301\u0323" * 200,
    "\u0301\u0301 \u0301",
    "हिन्दी नाम ไทย \u1112\u1161\u11ab",
    "{0} {name} %s %(x)s",
    "a\r\nb\tc\x00d\x7f",
    "\ud800 lone",
    "",
)

INVITE = "gefaehrten://192.168.1.20:8765/K7QF-29XM-ABCD-EFGH"

LOG = tuple(line(f"Cem: 1, 1 on {number} and 2 and a little more") for number in range(30))
CHAT = (line(Span("Berta", Style.STRONG), ": go on"), line(Span("Anna", Style.STRONG), ": I think"))

TABLE = ScreenState(
    Place.TABLE,
    title="Climb · table K7QF-29XM",
    status="Turn 14 · your turn · 0:42",
    scene=scene(NAMES),
    log=LOG,
    chat=CHAT,
)
"""The reader's own turn, nothing typed."""

LOBBY = ScreenState(
    Place.LOBBY,
    title="Climb · table K7QF-29XM",
    status="Lobby",
    lobby=LobbyState(
        "Climb",
        (
            LobbyRow(0, "Anna", "aaaa-bbbb-cccc", ready=True, wish="red"),
            LobbyRow(1, "Аnna", "dddd-eeee-ffff"),  # a Cyrillic A
            LobbyRow(2, "Bot", "gggg-hhhh-iiii", bot=True, ready=True),
            LobbyRow(3),
        ),
        own=0,
        hosting=True,
        host=0,
        options={"points": "open", "reach": "table"},
        invite=INVITE,
        code="K7QF-29XM-ABCD-EFGH",
        watch_code="WWWW-29XM-ABCD-EFGH",
        address="192.168.1.20:8765",
        chosen=1,
        level="medium",
        wishes=("red", "blue"),
    ),
    chat=CHAT,
)


def guest(own: int = 1) -> ScreenState:
    """The lobby as a guest sees it, or with -1 a watcher."""
    assert LOBBY.lobby is not None
    seen = replace(
        LOBBY.lobby, own=own, hosting=False, invite="", code="", watch_code="", address="", level=""
    )
    return replace(LOBBY, lobby=seen)


OVER = replace(
    TABLE,
    place=Place.OVER,
    status="The match is over",
    result=(
        line(Span("Berta has won.", Style.TITLE)),
        line("Berta: 12"),
        line("Anna: 9"),
        line(
            Span(
                "All that was drawn, shuffled and played has been checked: all seats were honest.", Style.GOOD
            )
        ),
    ),
)

REPLAY = replace(
    TABLE, place=Place.REPLAY, status="", transport=Transport(120, 480, True, 2.0, "Anna", opened=True)
)

WATCHING = replace(TABLE, scene=scene(NAMES, None), status="Turn 14 · Anna")

WAITING = replace(
    TABLE, scene=scene(NAMES, mine=False), waiting=Sentence("{who} is thinking", {"who": "Berta"}), spin=3
)

SCORING = replace(TABLE, moment=Moment(("3", "4"), (line("three counts"), line("four counts")), 1.0))

CONNECTING = ScreenState(Place.CONNECTING, title="Climb", waiting=Sentence("Dialling"), spin=1)

OVERLAYS = (
    Overlay("page:ladder", "Ladder"),
    Overlay("page:unknown", "No such page"),
    Overlay("help", "Help"),
    Overlay("log", "Log", top=10**6),
    Overlay("chat", "Chat"),
    Overlay("invite", "Invite"),
    Overlay("rules", "Rules", tuple(line(f"{number} " + "word " * 40) for number in range(30)), top=7),
)

EVERY = (
    TABLE,
    WATCHING,
    WAITING,
    SCORING,
    LOBBY,
    guest(),
    guest(-1),
    OVER,
    REPLAY,
    CONNECTING,
    ScreenState(Place.LOBBY),
    ScreenState(Place.TABLE),
    ScreenState(Place.OVER),
    ScreenState(Place.REPLAY),
)
"""One of every kind, also those in which everything is missing still."""

TEXTS = st.one_of(st.sampled_from(HOSTILE), st.sampled_from(NAMES), st.text(max_size=80))
LINES = st.lists(
    st.lists(st.builds(Span, TEXTS, st.sampled_from(Style)), max_size=3).map(
        lambda spans: Line(tuple(spans))
    ),
    max_size=12,
).map(tuple)


@st.composite
def states(draw: st.DrawFn) -> ScreenState:
    """Anything that can be on the screen, with anything in it that a peer may write."""
    state = draw(st.sampled_from(EVERY))
    names = tuple(draw(st.lists(TEXTS, min_size=2, max_size=4)))
    if state.scene is not None:
        shown = replace(
            state.scene,
            names=(*names, *NAMES)[: state.scene.kernel.seats()],
            turn=draw(st.sampled_from([(), (1,)])),
        )
        state = replace(state, scene=shown)
    if state.lobby is not None:
        rows = tuple(
            replace(row, name=draw(TEXTS), wish=draw(TEXTS), key=draw(TEXTS)) for row in state.lobby.rows
        )
        lobby = replace(
            state.lobby, rows=rows, chosen=draw(st.integers(-2, 9)), invite=draw(TEXTS), title=draw(TEXTS)
        )
        state = replace(state, lobby=lobby)
    return replace(
        state,
        title=draw(TEXTS),
        status=draw(TEXTS),
        typed=draw(TEXTS),
        prompt=draw(TEXTS),
        look=Look(draw(st.integers(-1, 5)), 3, 3, draw(st.integers(-1, 20))),
        notice=draw(LINES),
        log=draw(LINES),
        chat=draw(LINES),
        result=draw(LINES),
        welcome=draw(st.sampled_from([(), LOG[:3]])),
        unread=draw(st.integers(0, 200)),
        overlay=draw(st.sampled_from([None, None, *OVERLAYS])),
        question=draw(st.sampled_from([None, None, None, Sentence("Really leave the table? y leaves.")])),
        waiting=draw(st.sampled_from([None, Sentence("{who} is thinking", {"who": names[0]})])),
        tab=draw(st.integers(-3, 9)),
        spin=draw(st.integers(0, 40)),
    )
