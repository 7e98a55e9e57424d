"""Machine. A watcher's end of the connection to the host: it follows a table, and has no part in it.

Theory of operation. HELLO -> CHALLENGE -> PROOF -> WELCOME. Before the match LOBBY as often as somebody comes or goes,
then RECORD, START and entries; in a match that runs, or is over, it says first how much of the log it has (RESUME) and
gets the rest: RECORD and START too where it has nothing. All that it sees is checked as a seat checks it, and the
replica is the same, only without a seat. What the host sends out of this order, or contradicting itself, is the
host's fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto

from protocol.canonical import ZERO
from protocol.errors import N_, Culprit, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.comeback import branched
from protocol.machine.effects import (
    Began,
    BrokeOff,
    Effects,
    HostLeft,
    Joined,
    KeepRecord,
    LobbyChanged,
    NewHost,
    Said,
    SeatAway,
    SeatIdle,
)
from protocol.machine.following import Following
from protocol.machine.introduction import Applicant, Introduction
from protocol.machine.rules import Rules
from protocol.machine.table import Table
from protocol.machine.terms import NOTHING
from protocol.table import TableRecord, check_signatures
from protocol.wire.envelope import seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import (
    Away,
    Broken,
    Bye,
    Challenge,
    Chat,
    Idle,
    Lobby,
    Payload,
    Refuse,
    Role,
    Start,
    Welcome,
)


class Stage(Enum):
    """What the watcher waits for."""

    CHALLENGE = auto()
    WELCOME = auto()
    LOBBY = auto()
    RECORD = auto()
    START = auto()
    ENTRIES = auto()
    CLOSED = auto()


class Watcher:
    """One connection of one watcher to a host. Feed it frames; empty `effects` after every call.

    Args:
        identity: the watcher's key pair; it signs nothing of the match.
        applicant: its name, and the code for watchers.
        known: the rules hash (32 bytes) of every game that can be followed, by key.
        start: makes a fresh match from a table record; raises `Refused` for a game or options that cannot be.
        nonce: 32 fresh bytes.
        recall: the replica that this profile has of a match by its id, None for none; asked once the host has named
            its match, if that runs already.
    """

    def __init__(
        self,
        identity: Identity,
        applicant: Applicant,
        *,
        known: Mapping[str, bytes],
        start: Callable[[TableRecord], Rules],
        nonce: bytes,
        recall: Callable[[bytes], Table | None],
    ) -> None:
        self._identity = identity
        self._start_rules = start
        self._recall = recall
        self.effects = Effects()
        self._following: Following[Table] | None = None
        self._stage = Stage.CHALLENGE
        self._shown: Lobby | None = None
        self._record: TableRecord | None = None
        self._introduction = Introduction(identity.public, Role.WATCHER, applicant, known=known, nonce=nonce)
        self._send(self._introduction.hello)

    # From the layers above

    def leave(self) -> None:
        """Says good-bye to the host; nothing is sent or taken after it."""
        self._send(Bye())
        self._stage = Stage.CLOSED

    def take(self) -> Effects:
        """What has to happen now; the machine starts over with nothing to do."""
        effects, self.effects = self.effects, Effects()
        return effects

    @property
    def game(self) -> str:
        """The key of the game that the host plays; "" before it has said so."""
        return self._introduction.game

    @property
    def table(self) -> Table | None:
        """The replica; None before the match."""
        return None if self._following is None else self._following.kept

    # From the wire

    def receive(self, data: bytes) -> None:
        """Takes one websocket message from the host.

        Raises:
            RemoteProtocolError: the host is at fault; the connection is of no more use.
            Refused: the host does not let us in, by name.
        """
        if self._stage is Stage.CLOSED:
            return
        content = self._introduction.open(data, self._table_id())
        if content is None:
            return
        if isinstance(content, Entry):
            self._entry(content)
            return
        payload = content.payload
        match payload:
            case Refuse():
                self._stage = Stage.CLOSED
                raise self._introduction.refused(payload)
            case Broken():
                self._stage = Stage.CLOSED
                self.effects.events.append(BrokeOff(payload.seat, payload.code, payload.text))
            case Challenge() if self._stage is Stage.CHALLENGE:
                self._stage = Stage.WELCOME
                self._send(self._introduction.prove(payload, content.author))
            case Welcome() if self._stage is Stage.WELCOME and payload.seat < 0:
                self._enter(payload)
            case Chat() if self._stage not in (Stage.CHALLENGE, Stage.WELCOME):
                self.effects.events.append(Said(content.author, payload.text))
            case Away() if self.table is not None:
                self.effects.events.append(SeatAway(payload.seat, payload.away, payload.seconds))
            case Idle() if self.table is not None:
                self.effects.events.append(SeatIdle(payload.seat, payload.idle))
            case Bye() if self.table is not None:
                self._stage = Stage.CLOSED
                self.effects.events.append(HostLeft())
            case Lobby() if self._stage is Stage.LOBBY:
                self._show(payload)
            case TableRecord() if self._stage in (Stage.LOBBY, Stage.RECORD):
                self._accept(payload)
            case Start() if self._stage is Stage.START:
                self._begin(payload)
            case _:
                raise _out_of_order()

    def _enter(self, welcome: Welcome) -> None:
        challenge = self._introduction.enter(welcome)
        self.effects.events.append(Joined(challenge.match_id, -1, welcome.running))
        if not welcome.running:
            self._stage = Stage.LOBBY
            return
        table = self._recall(challenge.match_id)
        if table is None:
            self._stage = Stage.RECORD
            self._send(NOTHING)
            return
        if not self._introduction.offers(table.record):
            raise _host("record", N_("The match that you watched was at another table, or of another host."))
        self._follow(table)
        self._send(table.log.resume())

    def _follow(self, table: Table) -> None:
        self._following = Following(table, lambda kept, length: branched(kept, self._start_rules, length))
        self._stage = Stage.ENTRIES

    def _show(self, lobby: Lobby) -> None:
        challenge = self._introduction.challenge
        assert challenge is not None, "the lobby comes after the challenge"
        self._shown = lobby
        self.effects.events.append(LobbyChanged.of(lobby, challenge, self._introduction.host))

    def _accept(self, record: TableRecord) -> None:
        seats = [(seat.key, seat.name, seat.bot, seat.wish) for seat in record.seats]
        shown = self._shown
        if not self._introduction.offers(record) or (
            self._stage is Stage.LOBBY
            and (
                shown is None
                or record.host_key != self._introduction.host
                or shown.size != len(seats)
                or seats != [(seat.key, seat.name, seat.bot, seat.wish) for seat in shown.seats]
            )
        ):
            raise _host("record", N_("The table record that the host sent is not the table that it showed."))
        self._record = record
        self._stage = Stage.START

    def _begin(self, start: Start) -> None:
        record = self._record
        assert record is not None, "a start follows a record"
        check_signatures(record, start.signatures, culprit=Culprit.HOST)
        self._follow(Table(record, self._start_rules(record)))
        self.effects.journal.append(KeepRecord(record, start.signatures))
        self.effects.events.append(Began(record))

    def _entry(self, entry: Entry) -> None:
        following = self._following
        if self._stage is not Stage.ENTRIES or following is None:
            raise _out_of_order()
        host = following.kept.log.host_key
        step = following.receive(entry)
        self.effects.journal.extend(step.journal())
        self.effects.events.extend(step.events())
        log = following.kept.log
        if log.host_key != host:
            self.effects.events.append(NewHost(log.seat_of(log.host_key)))

    def _table_id(self) -> bytes:
        return ZERO if self.table is None else self.table.table_id

    def _send(self, payload: Payload) -> None:
        self.effects.send.append((0, envelope_frame(seal(self._identity, payload))))


def _out_of_order() -> RemoteProtocolError:
    return _host("out-of-order", N_("The host sent a message out of order."))


def _host(code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.HOST)
