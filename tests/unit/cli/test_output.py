"""Lines arrive whatever the stream's encoding is."""

from __future__ import annotations

import io
import json

import pytest

from gefaehrten.cli import output


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_a_json_line_is_the_same_in_every_encoding(encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    output.JsonLines(stream).print({"name": "Þórin – Eichenschild ♥", "seat": 1})
    assert raw.getvalue().endswith(b"\n")
    assert raw.getvalue().count(b"\n") == 1
    assert json.loads(raw.getvalue()) == {"name": "Þórin – Eichenschild ♥", "seat": 1}


def test_a_json_line_is_there_at_once() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=False)
    output.JsonLines(stream).print([1])
    assert raw.getvalue() == b"[1]\n"


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("ascii", "Die Gefaehrten - Koenigin"),
        ("cp1252", "Die Gefährten – Königin"),
        ("latin-1", "Die Gefährten - Königin"),
        ("utf-8", "Die Gefährten – Königin"),
    ],
)
def test_letters_that_the_stream_lacks_are_spelled_out(encoding: str, expected: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert output.spelled("Die Gefährten – Königin", stream) == expected


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [("utf-8", True), ("UTF8", True), ("utf-16", True), ("ascii", False), ("cp1252", False)],
)
def test_whether_a_stream_speaks_unicode(encoding: str, unicode: bool) -> None:
    assert output.speaks_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is unicode


def test_nobody_sits_at_a_closed_or_missing_stream() -> None:
    stream = io.StringIO()
    stream.close()
    assert not output.is_terminal(stream)
    assert not output.is_terminal(None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Plain – äöü ♥", "Plain – äöü ♥"),
        ("two\nlines", "two\nlines"),
        ("a\x1b[2Jb\x07\x9b5nc", "a[2Jb5nc"),
        ("left\u202eright\u200b!", "leftright!"),
    ],
)
def test_a_sentence_cannot_steer_the_terminal(
    text: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output.tell(text)
    assert capsys.readouterr().err == shown + "\n"
    assert output.harmless(text) == shown
