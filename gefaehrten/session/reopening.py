"""Shell. A match that this profile hosted, or sits at without its host, out of its store: whether it can go on, and
with what.

The one rule: what cannot go on is refused here, in one sentence, before anything is opened or changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.ends import Adjourned
from gefaehrten.session.hosted_match import Bot, Past
from gefaehrten.session.offers import OPEN_CODE
from gefaehrten.session.players import Leaving
from gefaehrten.session.profile import Profile
from gefaehrten.session.replicas import house_rules, match_of
from gefaehrten.session.requests import Address, Certificate, HostRequest, ResumeRequest, TableRules
from gefaehrten.session.restore import record_file, record_of, table_of
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role, StoredMatch
from gefaehrten.session.terms import terms_of
from protocol.identity import Identity
from protocol.invite import DEFAULT_PORT, new_code
from protocol.machine.table import Table
from protocol.table import TableRecord

SHOWN: Final = 8
"""Digits of a match's id that are enough to name it to people."""

ANYWHERE: Final = Address("*", DEFAULT_PORT)
"""Where a guest that becomes the host listens, if it does not say."""

NEXT_LEVEL: Final = "medium"
"""The level of bots that come to a match after this one, where there was no bot before."""

NOBODYS_FAULT: Final = frozenset({"absent", "left", "silent", "ignored"})
"""Why a match was broken off without anybody having broken the protocol: it may go on."""

NUMBERED: Final = re.compile(rb"Bot ([1-9][0-9]{0,2})")


def reopen(
    profile: Profile, request: ResumeRequest, entropy: Callable[[int], bytes]
) -> tuple[HostRequest, Past]:
    """Looks a match up, and what its table was opened with. One that was broken off runs again from now on.

    A seat that was a guest gathers the others in the place of the host that is gone, under the code that all know.

    Raises:
        UsageError: no match begins so, several do, or it cannot go on.
        Refused: this program does not have its game, or has other rules for it.
        StoreError: the profile cannot be read.
    """
    store = profile.store
    stored = store.load(store.find(request.match))
    _check_role(stored, request)
    key = Identity(profile.seed).public
    record = _record(stored, key)
    _check_state(stored, record, key)
    match_of(record)  # that this program can play it
    if stored.row.state is MatchState.BROKEN:
        store.set_state(stored.row.match, MatchState.RUNNING, result={})
    row = stored.row
    if not row.watch_code:  # guests do not know that of the host
        row = replace(row, watch_code=OPEN_CODE if row.code == OPEN_CODE else new_code(entropy))
        store.set_address(row.match, watch_code=row.watch_code)
    past = Past(row, record, stored.entries, tuple(_bots(stored, record)))
    return _host_request(store, past, request), past


def note_place(store: Store, match: bytes, address: Address, tls: Certificate | None) -> None:
    """Notes where and how guests reach a match, so that they find it there again."""
    files = {} if tls is None else {"chain": str(tls.chain.absolute()), "key": str(tls.key.absolute())}
    with store.batch():
        store.set_address(match, address=str(address))
        if files or store.get(_tls_key(match)) is not None:
            store.put(_tls_key(match), json.dumps(files).encode())


def adjourned(match: bytes, end: BaseException, *, network: bool) -> Adjourned:
    """What the person is told who leaves a match that is paused, or against bots alone, or is torn away from it."""
    if network:
        return Adjourned(
            "left" if isinstance(end, Leaving) else "interrupted",
            N_("You have left the table; the match is paused, and you go on with it by: {command}"),
            command=f"gefaehrten host --resume {match.hex()[:SHOWN]}",
        )
    return Adjourned(
        "left" if isinstance(end, Leaving) else "interrupted",
        N_("You have left the table; the match waits for you: gefaehrten play --resume {match}"),
        match=match.hex()[:SHOWN],
    )


# Whether it can go on


def _check_role(stored: StoredMatch, request: ResumeRequest) -> None:
    row = stored.row
    match row.role:
        case Role.LOCAL if request.listen is not None or request.tls is not None:
            raise UsageError(
                "local",
                N_("This match is played against bots alone: nobody can join it, so leave --listen out."),
            )
        case Role.HOST if not request.hosting:
            raise UsageError(
                "hosted",
                N_("This match has guests: gefaehrten host --resume {match} goes on with it."),
                match=row.id[:SHOWN],
            )
        case Role.LOCAL | Role.HOST | Role.GUEST:
            pass
        case Role.WATCHER:
            raise UsageError(
                "not_host", N_("This profile only watched the match; whoever hosted it can go on with it.")
            )
        case Role.BOT:
            raise UsageError(
                "not_host",
                N_("A bot of this profile sits at the match; a person's seat can go on with it as the host."),
            )


def _record(stored: StoredMatch, own: bytes) -> TableRecord:
    """The table record, of a match that this profile sits at."""
    row = stored.row
    if row.state is MatchState.LOBBY or not row.record or not all(row.signatures):
        raise UsageError(
            "not_begun",
            N_(
                "This match never began, so there is nothing to go on with; gefaehrten host opens a new table."
            ),
        )
    record = record_of(stored)
    if own not in record.keys:
        raise UsageError("not_host", N_("This profile does not sit at the match, so it cannot be its host."))
    return record


def _check_state(stored: StoredMatch, record: TableRecord, key: bytes) -> None:
    """Refuses what is over for good, and what the person has given up."""
    row, result = stored.row, stored.row.result or {}
    if row.state is MatchState.VERDICT:
        table = None if result.get("proven") is True else _replica(stored)
        if table is None or table.closed or table.faults:
            raise UsageError(
                "judged",
                N_("This match is over and judged; gefaehrten replay {match} shows it."),
                match=row.id[:SHOWN],
            )
    if row.state is MatchState.BROKEN:
        table = _replica(stored)
        if result.get("code") not in NOBODYS_FAULT or table.faults or table.ending is not None:
            why = str(result.get("text", ""))
            raise UsageError("broken", N_("This match was broken off for good: {why}"), why=why)
    if "concede" in (outgoing.duty for outgoing in stored.outgoing(key)):
        table = _replica(stored)
        own = record.keys.index(key)
        if table.ending is None and all(record.seats[seat].bot for seat in {*table.active} - {own}):
            raise UsageError("left", N_("You have given this match up, and bots do not play on alone."))


def _replica(stored: StoredMatch) -> Table:
    return table_of(record_file(stored))


# With what it goes on


def _bots(stored: StoredMatch, record: TableRecord) -> Iterator[Bot]:
    """The bots of the process that hosted it."""
    for seat, entry in enumerate(record.seats):
        secrets = stored.secret(entry.key, record.draft_nonce)
        if secrets is not None and secrets.identity_seed:
            name = NUMBERED.fullmatch(entry.name)
            number = seat if name is None else int(name[1])
            yield Bot(number, secrets.level, secrets.identity_seed, seat)


def _host_request(store: Store, past: Past, request: ResumeRequest) -> HostRequest:
    row, record = past.row, past.record
    level = past.bots[0].level if past.bots else NEXT_LEVEL
    terms = terms_of(record.options)
    return HostRequest(
        person=request.person,
        table=TableRules(record.game, len(record.seats), level, house_rules(record.options)),
        listen=request.listen or (ANYWHERE if row.role is Role.GUEST else _address(row.address)),
        bots=len(past.bots),
        open_table=row.code == OPEN_CODE,
        grace=terms.grace,
        clock=terms.clock,
        reserve=terms.reserve,
        tls=request.tls or _certificate(store, row.match),
        announce=request.announce,
        resumed=True,
    )


def _address(text: str) -> Address:
    """An address as `str` has made it; port 0 where there is none."""
    host, _, port = text.rpartition(":")
    return Address(host.removeprefix("[").removesuffix("]"), int(port) if port.isdecimal() else 0)


def _certificate(store: Store, match: bytes) -> Certificate | None:
    """The files for TLS that guests were welcomed with.

    Raises:
        UsageError: they are not there any more.
    """
    files = json.loads(store.get(_tls_key(match)) or b"{}")
    if not files:
        return None
    found = Certificate(Path(files["chain"]), Path(files["key"]))
    for path in (found.chain, found.key):
        if not path.is_file():
            raise UsageError(
                "tls",
                N_(
                    "The guests of this match know it with TLS, but {path} is gone: name --tls-cert and --tls-key."
                ),
                path=path,
            )
    return found


def _tls_key(match: bytes) -> str:
    return f"tls/{match.hex()}"
