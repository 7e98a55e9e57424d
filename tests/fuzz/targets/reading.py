"""Invariant: any lines typed before or during a match are answered by harmless lines, a whole legal turn, or a request.

The first byte chooses the position and the language; the rest is what comes out of the terminal or a script, as bytes.
"""

from __future__ import annotations

import os
from functools import cache

from gefaehrten.cli.line.effects import Commit, Kick, Reply
from gefaehrten.cli.line.lobby import LineLobby
from gefaehrten.cli.line.reading import _lines_of
from gefaehrten.cli.line.table import LineTable
from gefaehrten.core.lines import Glyphs
from gefaehrten.core.view import Scene, Wording
from gefaehrten.games.gefaehrten.game import GAME
from gefaehrten.games.gefaehrten.moves import card_kernel, legal
from gefaehrten.session.events import LobbySeat, LobbyShown, TableOpened
from tests.fuzz.targets import notation
from tests.german import german
from tests.terminal.table import harmless
from tests.unit.games.gefaehrten.scenes import scene

LINES = (
    "hint\n1@9\nundo\nreset\n1@9 1@0\n2\n\n",
    "1@9\n\n1@9\n",
    "say Hallo\x1b[2J\nsag \u202e\nrules F13\nregeln\n? 14\n?\nhelp\n",
    "quit\nn\nquit\ny\n",
    "table\nhand\nlog\nscores\nroad\ntisch\nhistory 3\n",
    "ready\nwait\ncolour red\nfarbe rot\ncolour any\nwho\nkick 2\nremove 1\nbot hard\ninvite\nfill\n",
    "rematch\nq\nja\n",
    "9\n0\n" + "9" * 100 + "\n",
)


@cache
def scenes() -> tuple[Scene, ...]:
    """What the mover and somebody else see of the positions."""
    found = [scene(kernel) for kernel in notation.positions()]
    return (*found, scene(notation.positions()[1], 2))


@cache
def shown() -> LobbyShown:
    """A lobby with an odd guest in it."""
    seats = (
        LobbySeat(0, "Anna", "aa" * 32, bot=False, ready=True, wish="red"),
        LobbySeat(1, "\u202eBob\x1b[2J", "bb" * 32, bot=True, ready=False, wish="nonsense"),
    )
    options = {"points": "open", "nazgul_range": "location"}
    return LobbyShown(game="gefaehrten", options=options, size=4, seats=seats, own=0, host=0)


def seeds() -> list[bytes]:
    texts = (*LINES, *(f"{text}\n\n" for text in notation.TYPED))
    return [bytes([number]) + text.encode() for number, text in enumerate(texts)]


def run(data: bytes) -> None:
    choice = data[0] if data else 0
    where = scenes()[choice % len(scenes())]
    wording = Wording(german() if choice & 64 else str, Glyphs.ASCII if choice & 128 else Glyphs.UNICODE)
    typed = lines(data[1:])[:6]
    table, lobby = LineTable(GAME.view(), wording), LineLobby(wording)
    lobby.opened(TableOpened("192.0.2.1:8765", "code", "code", "gefaehrten://192.0.2.1:8765/code", "00" * 16))
    lobby.shown(shown())
    for text in typed:
        look(table.read(where, text), where)
        assert harmless(table.prompt_text(where))
        for offer in (*table.completions(where, text), *lobby.completions(text)):
            assert offer[0]
        reply = lobby.read(text)
        look(reply, where)
        if isinstance(reply.effect, Kick):
            assert 0 <= reply.effect.seat < 100


def lines(data: bytes) -> list[str]:
    """What a script's bytes are as lines, read as the program reads them."""
    handle = os.memfd_create("typed") if hasattr(os, "memfd_create") else -1
    if handle < 0:
        return data.decode(errors="replace").split("\n")
    with os.fdopen(handle, "w+b") as file:
        file.write(data)
        file.seek(0)
        with open(os.dup(file.fileno()), encoding="utf-8") as stream:
            return [part for text in _lines_of(stream) for part in text.splitlines() or [""]]


def look(reply: Reply, where: Scene) -> None:
    """What is printed harms nobody; what is committed is a turn."""
    for line in reply.lines:
        assert harmless(line.text), repr(line.text)
    if isinstance(reply.effect, Commit):
        kernel = card_kernel(where.kernel).clone()
        turns = kernel.turns()
        for action in reply.effect.actions:
            assert kernel.turns() == turns, "more than a turn"
            assert action in legal(kernel), "an illegal turn is committed"
            kernel.apply(action)
        assert kernel.turns() > turns, "less than a turn"
