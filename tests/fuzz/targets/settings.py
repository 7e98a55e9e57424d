"""Invariant: any file of settings is read as far as it goes; what is settled in it reads back and spoils no line."""

from __future__ import annotations

import tempfile
from pathlib import Path

from gefaehrten.session import settings


def seeds() -> list[bytes]:
    return [
        b"lang = de\nname = Frodo\n# mine\nother=1\n",
        "name = Jürgen\r\nlang=\r\n".encode(),
        b"\xff\xfe=\x00\n=",
        b"",
    ]


def run(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="settings-fuzz-") as name:
        folder = Path(name)
        (folder / settings.FILE).write_bytes(data)
        before = settings.read(folder)
        assert all(key == key.strip() and value == value.strip() for key, value in before.items())
        settings.write(folder, {settings.NAME: "Sam"})
        after = settings.read(folder)
        if len(data) < 2_000:
            assert after == before | {settings.NAME: "Sam"}
        settings.write(folder, {settings.NAME: ""})
        assert settings.NAME not in settings.read(folder)
