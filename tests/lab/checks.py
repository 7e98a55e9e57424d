"""Pure. What must be true of a run, whatever went wrong in it.

The one rule: a run ends with equal heads at all honest peers, or somebody is named, or absent, or the match is broken
off; nobody signs twice, nothing secret is said too early, and nobody honest is convicted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Final

from gefaehrten.core.errors import GefaehrtenError, UsageError
from gefaehrten.session.breaks import MatchBroken
from gefaehrten.session.ends import Adjourned, HostGone, SentHome
from gefaehrten.session.events import Ended, Judged, Resumed, Started
from gefaehrten.session.patience import CONSENT
from gefaehrten.session.players import Leaving
from gefaehrten.session.stored import StoredMatch
from protocol.errors import LinkClosed, Refused, RemoteProtocolError
from protocol.machine.absence import enough
from protocol.machine.table import Table
from protocol.net.link import LinkError
from protocol.wire.frame import Entry
from tests.lab.plan import HOST, OF_A_RELAY, Kind
from tests.lab.secrecy import leaks, replay, signed_twice
from tests.lab.tap import Tap

if TYPE_CHECKING:
    from tests.lab.peers import Ending, Peer
    from tests.lab.run import Report

OUTCOMES: Final = ("verdict", "unproven", "absent", "left", "named", "broken", "lost", "lobby", "failure")
"""What can become of a run, each worse than the one before: an honest, proven verdict at everybody; one that lacks
somebody's opening; somebody was given up, or is dead; somebody left; a culprit is named; the match was broken off; the
host was out of reach; the match never began; something that must not be."""

OVER: Final = ("judged", "broken", "left", "not_begun", "match_unknown")
"""What a host says that is started again when its match is over."""

RESTART_SECONDS: Final = 5.0
"""What a person needs to start the program again."""

SLACK: Final = 15.0
"""Seconds that a peer may take until it is back, beyond those that a fault lasts."""


def look(report: Report, peers: Mapping[str, Peer], tap: Tap) -> None:
    """Looks at all that is left of a run."""
    try:
        stored = stored_of(peers)
    except GefaehrtenError as error:
        report.failures.append(f"a journal cannot be read: {error}")
        return
    log = longest(stored)
    report.entries = len(log)
    report.failures += forks(stored)
    begun = next((found for found in stored.values() if found.row.record), None)
    report.failures += signed_twice(tap)
    drafts = [secrets for found in stored.values() for secrets in found.secrets]
    secrets = {secret for draft in drafts for secret in (draft.deck_secret, draft.chain_seed)}
    report.failures += leaks(tap, secrets, [peer.seed for peer in peers.values()])
    if begun is not None:
        table = _replica(begun, log, tap, report)
        if table is not None:
            report.retired = table.seats - len(table.active)
            report.failures += _given_up(report, table)
    for who, peer in peers.items():
        report.peers[who] = _fate(peer)
        report.failures += _faces(who, peer.endings, report)
        report.resumed += sum(isinstance(event, Resumed) for event in peer.events)
    report.failures += _ends(peers, stored, heirs=report.plan.heirs)
    report.outcome = _outcome(report, peers)
    report.failures += _came_through(report, peers)
    report.failures += _broken_off(report, peers)
    if report.bored and report.plan.fair and not report.plan.heirs:
        report.failures.append("people were left waiting for each other")
    report.trace = hashlib.sha256(b"".join(data for _, _, data, _ in tap.frames)).hexdigest()[:16]


def stored_of(peers: Mapping[str, Peer]) -> dict[str, StoredMatch]:
    """What the journals hold of the match that the host plays, by peer.

    Raises:
        GefaehrtenError: one cannot be read.
    """
    match, found = peers[HOST].match_id, {}
    for who, peer in peers.items():
        store = peer.journal.reader()
        if any(row.match == match for row in store.matches()):
            found[who] = store.load(match)
    return found


def longest(stored: Mapping[str, StoredMatch]) -> tuple[Entry, ...]:
    """The log that goes on: that of the latest term, and of those the longest."""
    logs = (found.entries for found in stored.values())
    return max(logs, key=lambda log: (log[-1].term if log else 0, len(log)), default=())


def forks(stored: Mapping[str, StoredMatch]) -> list[str]:
    """Every journal holds the beginning of one log; whoever has not heard of a change of host, then something else."""
    whole = longest(stored)
    found = []
    for who, one in stored.items():
        same = next(
            (at for at, pair in enumerate(zip(one.entries, whole, strict=False)) if pair[0] != pair[1]), None
        )
        if len(one.entries) > len(whole) and same is None:
            same = len(whole)
        if same is not None and (same == len(whole) or one.entries[same].term >= whole[same].term):
            found.append(f"the journal of {who} holds another log than the longest one")
    return found


def _replica(begun: StoredMatch, log: tuple[Entry, ...], tap: Tap, report: Report) -> Table | None:
    """The table after the whole log."""
    leavers = report.bored > 0 or any(fault.kind is Kind.LEAVE for fault in report.plan.faults)
    try:
        heirs = report.plan.heirs
        return replay(begun, log, tap, report.failures, leavers=leavers, heirs=heirs)
    except (RemoteProtocolError, Refused) as error:
        report.failures.append(f"the log does not hold: {error}")
        return None


def _faces(who: str, endings: Iterable[Ending], report: Report) -> list[str]:
    """Each life ended in a way that has a sentence, and nobody honest was convicted."""
    found = []
    hostile = not report.plan.fair
    for ending in endings:
        match ending:
            case Judged():
                if not ending.honest:
                    found.append(f"{who} was told of faults, and all were honest: {ending.faults}")
            case MatchBroken() | HostGone() | LinkClosed() | LinkError() | Leaving() | Refused():
                pass
            case Adjourned() | SentHome() | HostGone():
                pass
            case UsageError(code=code) if code in OVER:
                pass
            case RemoteProtocolError():
                if not hostile:
                    found.append(f"{who} blames somebody, and all were honest: {ending!r} {ending}")
            case _:
                found.append(f"traceback: {who} ended with {ending!r}")
    return found


def _ends(peers: Mapping[str, Peer], stored: Mapping[str, StoredMatch], *, heirs: bool) -> list[str]:
    """Whoever was told how play ended was told the same.

    Args:
        heirs: whether the host may change: what one alone had seen of an end may be left behind then, so that only
            those are asked who have the log that goes on, and for the last end that they were told.
    """
    whole = longest(stored)
    told: dict[Ended, list[str]] = {}
    for who, peer in peers.items():
        heard = [event for event in peer.events if isinstance(event, Ended)]
        if heirs:
            entries = stored[who].entries if who in stored else ()
            heard = heard[-1:] if entries and entries == whole[: len(entries)] else []
        for event in heard:
            told.setdefault(event, []).append(who)
    return [] if len(told) < 2 else [f"two ends were told: {told}"]


def _came_through(report: Report, peers: Mapping[str, Peer]) -> list[str]:
    """After mild faults everybody has a proven verdict, and nobody was given up.

    But who is gone when play ends, or after, may find that the others have gone home without it; and in the lobby
    nobody waits for who does not come soon.
    """
    told = peers[HOST].told
    end = next((when for when, what in told if isinstance(what, Ended)), inf)
    start = next((when for when, what in told if isinstance(what, Started | Resumed)), inf)
    late = any(when + fault.number + SLACK > end for fault, when in report.happened.items())
    fine = ("verdict", "unproven", "lost") if late else ("verdict",)
    hurt = {
        who: fate
        for who, fate in report.peers.items()
        if fate.split()[0] not in fine and not _came_too_late(peers[who])
    }
    early = any(when < start and fault.number > RESTART_SECONDS for fault, when in report.happened.items())
    if not report.plan.mild or early or (not hurt and not report.retired):
        return []
    return [f"everybody should have come through it, but: {hurt}, {report.retired} retired"]


def _came_too_late(peer: Peer) -> bool:
    """Whether this is a watcher before whom the match was over."""
    return peer.who.startswith("w") and not any(isinstance(event, Started) for event in peer.events)


def _given_up(report: Report, table: Table) -> list[str]:
    """Only seats that something has happened to are given up; where a host was away, that may be anybody."""
    hurt = {fault.who for fault in report.happened}
    if HOST in hurt or report.plan.bots or report.bored:
        return []
    gone = {str(seat) for seat in range(table.seats)} - {str(seat) for seat in table.active}
    return [f"seat {seat} was given up, and nothing had happened to it" for seat in sorted(gone - hurt)]


def _broken_off(report: Report, peers: Mapping[str, Peer]) -> list[str]:
    """A match that is played is broken off for absence only where too few can have been there."""
    plan = report.plan
    ended = any(isinstance(event, Ended) for event in peers[HOST].events)
    absent = any(isinstance(end, MatchBroken) and end.code == "absent" for end in peers[HOST].endings)
    hurt = {fault.who for fault in report.happened}
    if ended or not absent or HOST in hurt or plan.bots or plan.heirs:
        return []
    short = {
        who
        for who in hurt
        if sum(fault.number + SLACK for fault in report.happened if fault.who == who) < CONSENT * plan.grace
    }
    # Whom a relay has brought into discredit is sent away, and comes back only if its person tries again.
    left = {fault.who for fault in report.happened if fault.kind is Kind.LEAVE or fault.kind in OF_A_RELAY}
    gone = [int(who) for who in (hurt - short) | left if not who.startswith("w")]
    if enough(range(plan.seats), gone):
        return [f"the match was broken off for absence, and only {gone} can have been away"]
    return []


def _fate(peer: Peer) -> str:
    """What became of a peer, in a word or two."""
    if not peer.endings:
        return "dead"
    if any(isinstance(ending, UsageError) and ending.code == "judged" for ending in peer.endings):
        return "verdict"
    judged = next((ending for ending in peer.endings if isinstance(ending, Judged)), None)
    if judged is not None:
        return "verdict" if judged.proven else "unproven"
    for kind, word in (
        (MatchBroken, "broken"),
        (Leaving, "left"),
        (Adjourned, "left"),
        (SentHome, "left"),
        (RemoteProtocolError, "named"),
        (Refused, "refused"),
    ):
        for ending in peer.endings:
            if isinstance(ending, kind):
                return f"{word} {getattr(ending, 'code', '')}".strip()
    return f"lost {getattr(peer.endings[-1], 'code', '')}"


def _outcome(report: Report, peers: Mapping[str, Peer]) -> str:
    fates = {fate.split()[0] for fate in report.peers.values()}
    worst = "verdict"
    words = {"dead": "absent", "refused": "named"}
    for fate in fates:
        worst = max(worst, words.get(fate, fate), key=OUTCOMES.index)
    if report.retired:
        worst = max(worst, "absent", key=OUTCOMES.index)
    if not report.entries:
        worst = max(worst, "lobby", key=OUTCOMES.index)
    return worst
