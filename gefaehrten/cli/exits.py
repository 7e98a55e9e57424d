"""Shell. The only place that turns an error into a sentence and an exit code.

The one rule: a person never sees a traceback. What nobody foresaw goes to a file, and the sentence says where.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from enum import IntEnum
from pathlib import Path
from typing import Final

import click
from click.exceptions import NoArgsIsHelpError

from gefaehrten.cli import i18n, output
from gefaehrten.core.errors import GefaehrtenError, StoreError, UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ends import Adjourned, HostGone, MatchFault, NoConnection, SentHome
from protocol.errors import AddressError, Culprit, LinkClosed, ProtocolError, Refused, RemoteProtocolError


class ExitCode(IntEnum):
    """What the caller is told when the program ends."""

    FINISHED = 0
    FAULT = 1
    USAGE = 2
    NO_CONNECTION = 3
    REFUSED = 4
    BAD_RECORD = 5
    INTERRUPTED = 130


STORE_FAULTS: Final = frozenset({"full", "io", "damaged", "conflict", "gap"})
"""Codes of `StoreError` for which the person who typed the command cannot be blamed."""


def report(error: BaseException, *, as_json: bool, profile: Path | None) -> int:
    """Says on stderr what happened, with `--json` as an event on stdout as well, and returns the exit code."""
    error = _main_cause(error)
    if isinstance(error, BrokenPipeError):
        _stop_writing()
        return ExitCode.FAULT
    code, word, sentence = _judge(error, profile)
    try:
        if as_json:
            event = "notice" if code is ExitCode.FINISHED else "error"
            output.JsonLines().print({"event": event, "code": word, "text": sentence})
    except BrokenPipeError:
        _stop_writing()
    output.tell(sentence)
    return code


def _judge(error: BaseException, profile: Path | None) -> tuple[ExitCode, str, str]:
    """Exit code, word for programs, sentence for people."""
    match error:
        case KeyboardInterrupt() | click.Abort() | EOFError():
            return ExitCode.INTERRUPTED, "interrupted", i18n.say(N_("Interrupted."))
        case Exception() if type(error).__name__ == "Leaving":
            return ExitCode.INTERRUPTED, "left", i18n.say(N_("You have left the table."))
        case click.ClickException():
            return ExitCode.USAGE, "usage", _usage(error)
        case GefaehrtenError():
            return _exit_code(error), error.code, error.sentence.say(i18n.translate)
        case ProtocolError():
            return _exit_code(error), error.code, error.say(i18n.translate)
        case _:
            return ExitCode.FAULT, "bug", _bug(error, profile)


def _exit_code(error: GefaehrtenError | ProtocolError) -> ExitCode:
    match error:
        case NoConnection() | HostGone() | LinkClosed():
            return ExitCode.NO_CONNECTION
        case MatchFault():
            return ExitCode.FAULT
        case SentHome():
            return ExitCode.FINISHED
        case Adjourned():
            return ExitCode.INTERRUPTED
        case StoreError():
            return ExitCode.FAULT if error.code in STORE_FAULTS else ExitCode.USAGE
        case UsageError() | AddressError():
            return ExitCode.USAGE
        case Refused():
            return ExitCode.REFUSED
        case RemoteProtocolError():
            return ExitCode.BAD_RECORD if error.culprit == Culprit.FILE else ExitCode.FAULT
        case ProtocolError() if type(error).__name__ == "LinkError":
            # By name: its module need not be loaded to look at an error that is not its.
            return ExitCode.REFUSED if error.code == "version" else ExitCode.NO_CONNECTION
        case _:
            return ExitCode.FAULT


def _usage(error: click.ClickException) -> str:
    """click's own message as one line, and where the help is."""
    if isinstance(error, NoArgsIsHelpError):
        return error.format_message()
    message = " ".join(error.format_message().split())
    if not message.endswith((".", "?", "?)", "!")):
        message += "."
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    return i18n.say(N_("{message} Help: {command} --help"), message=message, command=context.command_path)


def _bug(error: BaseException, profile: Path | None) -> str:
    """Writes the traceback to a file and says where it is."""
    text = "".join(traceback.format_exception(error))
    for folder in (profile / "log" if profile else None, Path(tempfile.gettempdir())):
        if folder is None:
            continue
        path = folder / f"gefaehrten-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{sys.version}\n{sys.platform}\n{text}", "utf-8")
        except OSError:
            continue
        return i18n.say(
            N_(
                "Something went wrong inside the program ({kind}). Please report it; the details are in {path}."
            ),
            kind=type(error).__name__,
            path=path,
        )
    return i18n.say(
        N_("Something went wrong inside the program ({kind}), and no file could be written to say more."),
        kind=type(error).__name__,
    )


def _main_cause(error: BaseException) -> BaseException:
    """The error that a person should hear of: of a group an interruption first, then ours, then the first."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    causes = [_main_cause(cause) for cause in error.exceptions]
    for kind in (KeyboardInterrupt, GefaehrtenError, ProtocolError, Exception):
        for cause in causes:
            if isinstance(cause, kind):
                return cause
    return causes[0]


def _stop_writing() -> None:
    """Whoever read our output has gone: nothing more may be written, not even by the interpreter as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            os.dup2(nowhere, stream.fileno())
