"""Shell. `gefaehrten verify`: whether a record holds, and whether everybody at its table was honest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gefaehrten.cli import i18n, options
from gefaehrten.cli.group import CONTEXT, Command
from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_

if TYPE_CHECKING:
    from gefaehrten.session.events import FaultFound
    from gefaehrten.session.verify import Report


@click.command(
    "verify",
    cls=Command,
    context_settings=CONTEXT,
    help=N_(
        "Check a record alone and offline: every signature, every move, every shuffle. With two records of one "
        "match also whether its host showed their owners the same log. Ends with 5 if anything does not hold."
    ),
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("other", metavar="[FILE2]", type=click.Path(path_type=Path), required=False)
@options.lang
@options.as_json
def command(*, file: Path, other: Path | None, as_json: bool) -> int:
    from gefaehrten.cli import output
    from gefaehrten.cli.exits import ExitCode
    from gefaehrten.session.verify import verify, verify_two
    from protocol.errors import LocalProtocolError

    fork = None
    try:
        if other is None:
            reports = [verify(read(file))]
        else:
            first, second, fork = verify_two(read(file), read(other))
            reports = [first, second]
    except LocalProtocolError as error:
        raise UsageError("records", error.template, **error.params) from error
    if as_json:
        output.JsonLines().print(as_object(reports, fork))
    else:
        for path, report in zip((file, other), reports, strict=False):
            if other is not None:
                output.show(f"{path}:")
            say(report)
        if fork is not None:
            output.show(fault_line(fork))
    holds = fork is None and all(report.holds for report in reports)
    return ExitCode.FINISHED if holds else ExitCode.BAD_RECORD


def read(file: Path) -> bytes:
    """The file's bytes.

    Raises:
        UsageError: there is no such file, or it cannot be read; the typist's fault.
    """
    from protocol.limits import RECORD

    try:
        with file.open("rb") as stream:
            return stream.read(RECORD + 1)
    except FileNotFoundError as error:
        raise UsageError(
            "file",
            N_("There is no file {file}; `gefaehrten export` writes the record of a match into one."),
            file=file,
        ) from error
    except OSError as error:
        raise UsageError(
            "file", N_("{file} cannot be read: {reason}."), file=file, reason=error.strerror
        ) from error


def as_object(reports: list[Report], fork: FaultFound | None) -> Mapping[str, object]:
    """What `--json` prints: the longest record in the open with its verdict; of two, both reports as well."""
    from gefaehrten.session.export import open_record

    report = max(reports, key=lambda report: report.entries)
    found = [*(fault.json() for fault in report.faults), *([fork.json()] if fork else [])]
    honest = not found and all(each.honest for each in reports)
    value: dict[str, object] = {} if report.table is None else open_record(report.table)
    value |= report.json()
    value |= {
        "valid": all(each.valid for each in reports),
        "honest": honest,
        "proven": report.proven and honest,
        "faults": found,
        "verdict": {"honest": honest, "proven": report.proven and honest, "faults": found},
    }
    if len(reports) > 1:
        value["records"] = [each.json() for each in reports]
    return value


def say(report: Report) -> None:
    """A report in sentences."""
    from gefaehrten.cli import output
    from gefaehrten.cli.judgement import given_up
    from protocol.errors import RefusalCode
    from protocol.text import clean_name

    table = report.table
    if table is None:
        (fault,) = report.faults
        what = fault.what.say(i18n.translate)
        if fault.code == RefusalCode.RULES:  # the program's lack, not the record's
            output.tell(what)
        else:
            output.show(output.harmless(i18n.say(N_("The record does not hold: {what}"), what=what)))
        return
    names = [clean_name(seat.name) for seat in table.record.seats]
    if report.faults:
        for fault in report.faults:
            output.show(output.harmless(fault_line(fault, names)))
        return
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, report.scores, strict=True))
    if not report.finished:
        output.show(
            i18n.say(
                N_("Everything holds up to entry {entries}, where the record stops; so far: {scores}."),
                entries=report.entries,
                scores=scores,
            )
        )
        return
    silent = [name for seat, name in enumerate(names) if seat not in table.openings]
    if silent:
        output.show(i18n.say(N_("What can be checked holds, result: {scores}."), scores=scores))
    else:
        output.show(
            i18n.say(N_("All {count} seats honest, result: {scores}."), count=len(names), scores=scores)
        )
    if silent:
        output.show(i18n.say(N_("Unproven: {names} did not open the secrets."), names=", ".join(silent)))
    for sentence in given_up(report, names):
        output.show(sentence.say(i18n.translate))
    output.show(i18n.say(N_("Entry {entries}, head {head}"), entries=report.entries, head=report.head))


def fault_line(fault: FaultFound, names: list[str] | None = None) -> str:
    """Who did what wrong, and where it stands."""
    what = fault.what.say(i18n.translate)
    if fault.seat is None or fault.seat < 0 or names is None:
        return i18n.say(N_("Entry {entry}: {what}"), entry=fault.entry, what=what)
    return i18n.say(N_("Entry {entry}, {name}: {what}"), entry=fault.entry, name=names[fault.seat], what=what)
