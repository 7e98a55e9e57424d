"""Shell. The log of a tournament: a head with its settings, and a line of JSON for every finished match.

The one rule: lines are only ever added. A line that a crash has cut short is cut off, for its match is played again;
whatever else is not as it should be is refused, for it may be somebody's other file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import BinaryIO

from gefaehrten.core.errors import StoreError, UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.arena import Line, Tournament
from gefaehrten.session.arena_worker import Played
from gefaehrten.session.lock import hold


class Log:
    """An open log. Close it; every line is in the file as soon as it is written."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        """Opens or begins the file, and adds the matches that stand in it to the tournament.

        A log may have more matches than the tournament: it was longer then, and they are left as they are.

        Raises:
            UsageError: the file cannot be read or written, is no log, is that of another tournament, or of one that
                another process is playing.
        """
        self._path = path
        head = _encoded(tournament.settings.line())
        try:
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise UsageError(
                "file", N_("{file} cannot be written: {reason}."), file=path, reason=error.strerror
            ) from error
        try:
            self._hold()
            self._file.seek(0)
            whole = self._read()
            if head.startswith(whole) and whole != head:  # new, or cut short in its first line
                self._file.truncate(0)
                self._write(head)
                return
            lines = whole.split(b"\n")
            self._check_head(lines[0], tournament)
            for number, line in enumerate(lines[1:-1], start=2):
                if (played := self._match(number, line, tournament)) is not None:
                    tournament.add(played)
            if lines[-1]:
                self._file.truncate(len(whole) - len(lines[-1]))
        except BaseException:
            self._file.close()
            raise

    def _hold(self) -> None:
        try:
            hold(self._file.fileno())
        except (BlockingIOError, PermissionError) as error:
            raise UsageError(
                "log",
                N_(
                    "{file} is the log of a tournament that is being played; wait for its end, or name another file."
                ),
                file=self._path,
            ) from error
        except OSError:
            return  # some file systems know no locks

    def add(self, line: Line) -> None:
        """Writes a finished match.

        Raises:
            StoreError: the file cannot be written: this machine's matter.
        """
        self._write(_encoded(line))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _read(self) -> bytes:
        try:
            return self._file.read()
        except OSError as error:
            raise UsageError(
                "file", N_("{file} cannot be read: {reason}."), file=self._path, reason=error.strerror
            ) from error

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise StoreError(
                "io", N_("{file} cannot be written: {reason}."), file=self._path, reason=error.strerror
            ) from error

    def _check_head(self, line: bytes, tournament: Tournament) -> None:
        wanted = tournament.settings.line()
        found = _object(line)
        if found.get("format") != wanted["format"]:
            raise UsageError("log", N_("{file} is no log of an arena; name another file."), file=self._path)
        if others := [key for key in wanted if found.get(key) != wanted[key]]:
            raise UsageError(
                "log",
                N_("{file} is the log of another tournament, different in: {what}. Name another file."),
                file=self._path,
                what=", ".join(others),
            )

    def _match(self, number: int, line: bytes, tournament: Tournament) -> Played | None:
        """The match of a line; None if the tournament does not go so far."""
        match _object(line):
            case {"match": int(match)} if match >= len(tournament.fixtures):
                return None
            case {
                "match": int(match),
                "players": list(players),
                "scores": list(scores),
                "places": list(places),
                "reason": str(reason),
                "turns": int(turns),
                "seconds": int(seconds) | float(seconds),
            } if match >= 0 and players == list(tournament.fixtures[match].players):
                seats = tournament.settings.seats
                if _integers(scores, seats) and _integers(places, seats):
                    return Played(match, tuple(scores), tuple(places), reason, turns, seconds)
        raise UsageError(
            "log",
            N_("{file}, line {line}: this is no match of its tournament."),
            file=self._path,
            line=number,
        )


def _integers(values: list[object], count: int) -> bool:
    return len(values) == count and all(isinstance(value, int) for value in values)


def _object(line: bytes) -> dict[str, object]:
    """The JSON object of a line; an empty one where there is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _encoded(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"
