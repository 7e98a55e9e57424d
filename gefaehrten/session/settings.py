"""Shell. What a person has settled for good, language and name among it: a small file in the profile's folder.

The one rule: it is read before the command line is, so reading it loads nothing, and what cannot be read is not said.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final

FILE: Final = "settings"
"""In the profile's folder, beside the database: that one is the session's while it runs, and slow to open."""

LANGUAGE: Final = "lang"
NAME: Final = "name"
ANNOUNCE: Final = "announce"
"""The keys. A line is `key = value`; others, of later versions or a person's own remarks, stay as they are."""

_MOST_BYTES: Final = 4_096


def default_folder() -> str:
    """Where this system keeps the data of this user's programs.

    On Linux the rule is simple enough to be followed here (XDG base directories, 0.8): the library that knows it for
    all systems takes longer to load than `--help` may take altogether.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        data = os.environ.get("XDG_DATA_HOME", "")
        # A path that is not absolute is to be ignored.
        return os.path.join(
            data if os.path.isabs(data) else os.path.expanduser("~/.local/share"), "gefaehrten"
        )
    from platformdirs import user_data_dir

    return user_data_dir("gefaehrten", appauthor=False)


def read(folder: str | os.PathLike[str]) -> dict[str, str]:
    """What is settled in a profile; nothing, if there is no such file or it cannot be read."""
    found: dict[str, str] = {}
    for line in _lines(folder):
        key, equals, value = line.partition("=")
        if equals:
            found[key.strip()] = value.strip()
    return found


def write(folder: str | os.PathLike[str], changes: Mapping[str, str]) -> None:
    """Settles something; an empty value forgets it. The folder is made, for its owner alone, if it is not there.

    Raises:
        StoreError: it cannot be written; what stood there before still does.
    """
    kept = [line for line in _lines(folder) if line.partition("=")[0].strip() not in changes]
    kept += [f"{key} = {value}" for key, value in changes.items() if value]
    path = os.path.join(folder, FILE)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(f"{path}.new", "w", encoding="utf-8") as stream:
            stream.write("".join(f"{line}\n" for line in kept))
        os.replace(f"{path}.new", path)
    except OSError as error:
        from pathlib import Path

        from gefaehrten.session import store_errors

        raise store_errors.from_os(error, Path(folder)) from error


def _lines(folder: str | os.PathLike[str]) -> list[str]:
    try:
        with open(os.path.join(folder, FILE), "rb") as stream:
            return stream.read(_MOST_BYTES).decode(errors="replace").splitlines()
    except (OSError, ValueError):  # ValueError: a name with a zero byte in it
        return []
