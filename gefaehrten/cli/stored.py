"""Shell. Matches of a profile for the commands that only look at them.

The one rule: looking never locks, writes or creates anything.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from gefaehrten.cli import i18n, output
from gefaehrten.session.profile import Access, Profile
from gefaehrten.session.stored import MatchRow, StoredMatch
from protocol.errors import Culprit, ProtocolError
from protocol.table import TableRecord
from protocol.text import clean_name
from protocol.wire.codec import unpack
from protocol.wire.messages import Kind, payload_of


def load(folder: Path, match: str) -> StoredMatch:
    """The match whose id begins so; what could not be read of it is said on stderr.

    Raises:
        UsageError: no match begins so, or several do.
        StoreError: the profile cannot be read.
    """
    with Profile.open(folder, access=Access.READ) as profile:
        stored = profile.store.load(profile.store.find(match))
    if stored.damage is not None:
        output.tell(stored.damage.say(i18n.translate))
    return stored


def rows(folder: Path) -> list[MatchRow]:
    """All matches, the newest first.

    Raises:
        StoreError: the profile cannot be read.
    """
    with Profile.open(folder, access=Access.READ) as profile:
        found = profile.store.matches()
        if profile.store.damage is not None:
            output.tell(profile.store.damage.say(i18n.translate))
    return found


def seats_of(row: MatchRow) -> list[dict[str, object]]:
    """The seats of a match as far as its table record says; none before there is one."""
    record = _record(row)
    if record is None:
        return []
    return [
        {"seat": number, "name": clean_name(seat.name), "bot": seat.bot, "key": seat.key.hex()}
        for number, seat in enumerate(record.seats)
    ]


def started(row: MatchRow) -> str:
    """When the table opened, in UTC and ISO form."""
    return datetime.fromtimestamp(row.started, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _record(row: MatchRow) -> TableRecord | None:
    if not row.record:
        return None
    try:
        record = payload_of(Kind.RECORD, unpack(row.record, culprit=Culprit.FILE), culprit=Culprit.FILE)
    except ProtocolError:
        return None  # damaged: the list of all matches still shows the rest
    return record if isinstance(record, TableRecord) else None
