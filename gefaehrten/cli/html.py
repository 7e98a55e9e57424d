"""Pure. A match as one page that a browser plays by itself: no network, nothing beside the file.

The one rule: what comes from the match goes into the page as JSON, or through `escape`; markup, style and script are
the package's own files, and the page's policy lets nothing else run.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Final

from gefaehrten.cli.chart import chart
from gefaehrten.cli.frames import Frame, Pool, track
from gefaehrten.cli.judgement import judgement
from gefaehrten.cli.svg import escape, style_sheet
from gefaehrten.core.shapes import Milestone, Part
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import Wording
from gefaehrten.session.history import LOOKER, History

TEXTS: Final[Mapping[str, str]] = {
    "controls": N_("Controls"),
    "first": N_("To the beginning (Home)"),
    "scoring_back": N_("To the scoring before (Shift+S)"),
    "back": N_("One step back (←)"),
    "play": N_("Play or pause (space)"),
    "forward": N_("One step on (→)"),
    "scoring": N_("To the next scoring (S)"),
    "last": N_("To the end (End)"),
    "step": N_("Step"),
    "speed": N_("Speed"),
    "view": N_("Seen by"),
    "sight": N_("Board"),
    "whole": N_("whole table"),
    "near": N_("current place"),
    "log": N_("What happened"),
    "points": N_("Points"),
    "prizes": N_("Prizes"),
    "location": N_("Location"),
    "keys": N_(
        "Keys: space plays, ← → one step, Page up and Page down one turn, S the next scoring, Home and End, + and – "
        "the speed, V who looks, B the board."
    ),
    "script": N_("This page needs JavaScript to play the match; nothing in it leaves your computer."),
    "start": N_("The match begins."),
    "of": N_("Step {step} of {last}, log entry {entry}"),
}
"""Everything that the page itself says."""

UNSCORED: Final[Mapping[str, str]] = {
    "scoring_back": N_("To the turn before (Page up)"),
    "scoring": N_("To the next turn (Page down)"),
    "keys": N_(
        "Keys: space plays, ← → one step, Page up and Page down one turn, Home and End, + and – the speed, "
        "V who looks, B the board."
    ),
}
"""What is said instead in a match without scorings, where turns are leapt over."""


def page(history: History, wording: Wording, language: str) -> str:
    """The page.

    Args:
        language: of `wording`, as `de`.
    """
    style = _file("page.css") + style_sheet()
    script = _file("page.js")
    data = json.dumps(content(history, wording), ensure_ascii=False, separators=(",", ":"))
    title = wording.say(N_("{title}: {names}"), title=Sentence(history.game.title), names=_names(history))
    said = TEXTS if history.scorings else {**TEXTS, **UNSCORED}
    texts = {f"text:{key}": escape(wording.say(text)) for key, text in said.items() if "{" not in text}
    blocks = {
        "language": escape(language),
        "title": escape(title),
        "game": escape(wording.say(history.game.title)),
        "players": escape(_names(history)),
        "match": escape(wording.say(N_("Match {match}"), match=history.match[:12])),
        "result": escape(wording.say(_result(history))),
        "verdict": escape(" ".join(map(wording.say, judgement(history.report, history.names)))),
        "honest": "honest" if history.report.holds else "doubtful",
        "style-hash": _hash(style),
        "script-hash": _hash(script),
        "style": style,
        "script": script,
        "data": _inert(data),
        **texts,
    }
    # One pass: what is put in is never looked at again, whatever it holds.
    return re.sub(r"\{\{([\w:-]+)\}\}", lambda found: blocks[found[1]], _file("page.html"))


def content(history: History, wording: Wording) -> dict[str, object]:
    """The data of the page."""
    artist = history.game.artist()
    pool = Pool()
    end = history.at(history.last)
    milestones = [artist.milestone(history.at(index), end, wording) for index in history.scorings]
    parties = artist.parties(history.at(0))
    drawings = [artist.draw(history.at(index), wording) for index in range(history.length)]
    keys = [placed.part.key for placed in drawings[0].parts]
    tracks: dict[str, dict[str, list[Frame]]] = {
        str(LOOKER): {key: track((drawing.part(key) for drawing in drawings), pool) for key in keys}
    }
    if milestones and all(points is not None for points in milestones[-1].points):
        tracks[str(LOOKER)]["chart"] = track(_charts(history, milestones, parties, wording), pool)
    for viewpoint in history.viewpoints():
        if viewpoint != LOOKER:
            tracks[str(viewpoint)] = _own(history, viewpoint, tracks[str(LOOKER)], pool, wording)
    return {
        "texts": {"start": wording.say(TEXTS["start"]), "of": wording.say(TEXTS["of"], **_KEPT)},
        "names": [wording.clean(name) for name in history.names],
        "parties": list(parties),
        "last": history.last,
        "entries": [history.entry(index) for index in range(history.length)],
        "log": [
            [index, wording.say(sentence), _seat(history, index)]
            for index, sentence in enumerate(history.sentences)
            if sentence is not None
        ],
        "scorings": list(history.scorings),
        "turns": list(history.turns),
        "leaps": list(history.scorings or history.turns),
        "milestones": [[stone.title, list(stone.points), list(stone.gains)] for stone in milestones],
        "views": [
            [
                viewpoint,
                wording.say(N_("a watcher"))
                if viewpoint == LOOKER
                else wording.clean(history.names[viewpoint]),
            ]
            for viewpoint in history.viewpoints()
        ],
        "titles": {placed.part.key: placed.part.title for placed in drawings[0].parts if placed.part.title},
        "ids": pool.ids,
        "ranks": pool.ranks(),
        "shapes": pool.entries,
        "tracks": tracks,
    }


_KEPT: Final = {"step": "{step}", "last": "{last}", "entry": "{entry}"}
"""Braces that the script fills."""


def _charts(
    history: History, milestones: list[Milestone], parties: tuple[int, ...], wording: Wording
) -> list[Part]:
    title = wording.say(N_("Points from location to location"))
    names = [wording.clean(name) for name in history.names]
    charts = [chart(milestones, names, parties, reached, title) for reached in range(len(milestones) + 1)]
    return [charts[sum(scoring <= index for scoring in history.scorings)] for index in range(history.length)]


def _own(
    history: History, viewpoint: int, watched: Mapping[str, list[Frame]], pool: Pool, wording: Wording
) -> dict[str, list[Frame]]:
    """The parts that this seat sees otherwise than somebody who watches."""
    artist = history.game.artist()
    seen = [
        {part.key: part for part in artist.own(history.at(index, viewpoint), wording)}
        for index in range(history.length)
    ]
    tracks = {key: track((parts.get(key) for parts in seen), pool) for key in seen[0]}
    return {key: frames for key, frames in tracks.items() if frames != watched.get(key)}


def _seat(history: History, index: int) -> int:
    step = history.step(index)
    seat = step.get("seat") if step is not None else None
    return seat if isinstance(seat, int) else -1


def _names(history: History) -> str:
    return ", ".join(history.names)


def _result(history: History) -> Sentence:
    """The last sentence of the record, or how far it goes."""
    final = history.sentences[-1] if history.report.finished else None
    if final is not None:
        return final
    return Sentence(N_("The match has not come to its end."))


def _file(name: str) -> str:
    return files("gefaehrten.cli").joinpath(f"page/{name}").read_text("utf-8")


def _hash(text: str) -> str:
    """What a content security policy names a script or a style by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _inert(data: str) -> str:
    """JSON that no parser of HTML or script takes for anything else."""
    for char in "<>&\u2028\u2029":
        data = data.replace(char, f"\\u{ord(char):04x}")
    return data
