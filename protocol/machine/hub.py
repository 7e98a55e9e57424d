"""Machine. The host of a table: lets guests in, agrees on the table record, orders envelopes. It judges no play.

Theory of operation. Connections are numbers that the shell gives. LOBBY until every seat is taken, is ready and has
signed the record; RUNNING while the log grows; CLOSED once the match broke off. A host to be, which goes on with
somebody else's match, is GATHERING before that: the seats' logs, then their votes (`gathering`). The own seat and the
bots of the host's process are connections like any other. An envelope is ordered if its author sits at that connection,
its signature holds, its number is the next one and what it acknowledges is in the log; whoever sends another one is
dropped by name. Watchers get what all seats get, and are heard in nothing (`gallery`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from enum import Enum, auto

from protocol import limits
from protocol.canonical import ZERO
from protocol.errors import (
    N_,
    REFUSALS,
    Culprit,
    LocalProtocolError,
    ProtocolError,
    RefusalCode,
    Refused,
    RemoteProtocolError,
)
from protocol.identity import Identity
from protocol.log import Entry, Log
from protocol.machine.absence import Proposal
from protocol.machine.allowance import Allowance
from protocol.machine.attendance import Attendance
from protocol.machine.connection import Connection
from protocol.machine.doorman import Admitted, Doorman, Offer
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Effects,
    KeepEntry,
    KeepRecord,
    LobbyChanged,
    SeatBack,
    SeatLost,
    TurnedAway,
)
from protocol.machine.gallery import Gallery
from protocol.machine.gathering import Gathering
from protocol.machine.lobby import Lobby
from protocol.machine.parting import Parting
from protocol.machine.ration import Ration
from protocol.machine.remarks import Remarks
from protocol.machine.terms import NOTHING, check_not_behind, shared
from protocol.table import TableRecord
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.frame import entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import (
    Away,
    Broken,
    Bye,
    Chat,
    Commit,
    Consent,
    Idle,
    Kind,
    Payload,
    Ready,
    Refuse,
    Resume,
    Role,
    Sign,
    Start,
    Term,
    Vote,
    Welcome,
    is_logged,
)


class Stage(Enum):
    """How far the table is."""

    LOBBY = auto()
    GATHERING = auto()
    RUNNING = auto()
    CLOSED = auto()


class Hub:
    """The host's machine. Tell it of connections and frames; empty `effects` after every call.

    Args:
        identity: the host's key pair; it signs the order of the log.
        offer: what the table is for.
        entropy: a source of secret random bytes.
        kicked: keys that have been sent away from this table, in matches before.
    """

    def __init__(
        self,
        identity: Identity,
        offer: Offer,
        entropy: Callable[[int], bytes],
        kicked: Iterable[bytes] = (),
    ) -> None:
        self._identity = identity
        self._offer = offer
        self._entropy = entropy
        self._connections: dict[int, Connection] = {}
        self._at: dict[int, int] = {}
        self._remarks = Remarks()
        self._rations: defaultdict[int, Ration] = defaultdict(Ration)
        self._asked_at = 0.0
        self._stored = 0
        self.lobby = Lobby(offer, identity.public, entropy, kicked)
        self.gallery = Gallery()
        self.attendance = Attendance()
        self.stage = Stage.LOBBY
        self.log: Log | None = None
        self.record: TableRecord | None = None
        self.signatures: tuple[bytes, ...] = ()
        self.parting: Parting | None = None
        self.gathering: Gathering | None = None
        self._judged: set[int] = set()
        self.effects = Effects()

    # From the shell

    def resume(
        self,
        record: TableRecord,
        signatures: tuple[bytes, ...],
        entries: Iterable[Entry],
        *,
        away: Iterable[int] = (),
    ) -> None:
        """Goes on with a match out of the journal, before anybody is connected.

        Args:
            entries: all of them; a host that stores before it sends has the longest log.
            away: seats that have to come back by themselves: they are waited for from now on.

        Raises:
            RemoteProtocolError: this is no log of this host's.
        """
        self._open(record, signatures)
        assert self.log is not None, "a match that is open has a log"
        for entry in entries:
            self.log.append(entry)
        self._stored = self.log.length
        self._judge()
        if self.log.host_key == self._identity.public:
            self.effects.events.extend(map(SeatLost, away))
        else:
            self.stage = Stage.GATHERING
            self.gathering = Gathering(self.log)

    def connected(self, number: int, origin: str, now: float) -> None:
        """A connection was made; `origin` is its address for counting guesses, `now` seconds of a steady clock."""
        doorman = Doorman(self._identity, self._offer, self._entropy)
        self._connections[number] = Connection(
            number,
            origin,
            doorman,
            now,
            Allowance.full(limits.ENVELOPES_BURST, limits.ENVELOPES_PER_SECOND, now),
            Allowance.full(limits.CHANGES_BURST, limits.CHANGES_PER_SECOND, now),
        )

    def disconnected(self, number: int, now: float) -> None:
        """A connection is gone."""
        connection = self._connections.pop(number, None)
        if connection is not None and connection.seat >= 0 and self._at.get(connection.seat) == number:
            self._vacate(connection.seat, now, left=connection.left)
        self.gallery.leave(number, self.effects)

    def receive(self, number: int, data: bytes, now: float) -> None:
        """Takes one websocket message. Whatever is wrong with it is dealt with; nothing is raised."""
        connection = self._connections.get(number)
        if connection is None:
            return
        try:
            content = parse_frame(data)
            if not (isinstance(content, Entry) and self.gathering):
                connection.allowance.spend(now)
            if isinstance(content, Entry):
                self._adopt(connection, content)
                return
            self._take(connection, open_envelope(content), now)
        except (Refused, RemoteProtocolError) as error:
            self._turn_away(connection, error, now)

    def tick(self, now: float) -> None:
        """Drops connections that are too slow to be let in, and seats too slow to sign; call it every second or so."""
        for connection in list(self._connections.values()):
            waiting = connection.seat < 0 and connection.number not in self.gallery
            if waiting and now - connection.opened > limits.HANDSHAKE_SECONDS:
                self._turn_away(connection, Refused("slow", N_("The handshake took too long.")), now)
        if self.stage is Stage.LOBBY and now - self._asked_at > limits.HANDSHAKE_SECONDS:
            for seat in self.lobby.missing():
                slow = self._connections[self._at[seat]]
                self._turn_away(slow, Refused("slow", N_("Signing the table took too long.")), now)

    def kick(self, seat: int, now: float) -> None:
        """Before the match: frees a seat, a bot's too; its key cannot come back to this table.

        Raises:
            LocalProtocolError: the match has begun, nobody sits there, or the host.
        """
        if self.stage is not Stage.LOBBY:
            raise LocalProtocolError("running", N_("The match has begun: nobody can be sent away any more."))
        self.lobby.ban(seat)
        gone = self._connections[self._at[seat]]
        self._turn_away(gone, Refused(RefusalCode.KICKED, REFUSALS[RefusalCode.KICKED]), now)

    def break_off(self, seat: int, code: str, text: str) -> None:
        """Ends the match for everybody without a result, because of a seat (-1: nobody's fault)."""
        if self.stage is Stage.CLOSED:
            return
        self.stage = Stage.CLOSED
        broken = Broken(seat, code, text)
        self.gallery.closing = self._frame(broken)
        self._broadcast(broken)
        self.effects.events.append(BrokeOff(seat, code, text))

    def propose(self, proposal: Proposal, staying: Collection[int]) -> None:
        """Asks everybody whether these seats be retired; a proposal before this one is forgotten."""
        assert self.log is not None, "seats are retired from a match"
        self.parting = Parting(proposal, staying, self.log.table_id, self.log.seats)
        self.remind()

    def remind(self) -> None:
        """Asks once more, without forgetting who has consented already."""
        if self.parting is not None:
            self._to_seats(self._frame(self.parting.message()))

    def elect(self, active: Collection[int]) -> None:
        """A host to be asks the seats for their votes, for the log as it has it now; they forget earlier candidacies.

        Args:
            active: the seats in the match.
        """
        assert self.gathering is not None, "only a host to be is elected"
        election = self.gathering.elect(self._identity.public, active)
        self._to_seats(self._frame(election.message()))

    @property
    def key(self) -> bytes:
        """The public key of this host."""
        return self._identity.public

    @property
    def present(self) -> Collection[int]:
        """The seats whose line is up."""
        return self._at.keys()

    def away(self, seat: int, away: bool, seconds: int) -> None:
        """Tells everybody that a seat's line is down, or up again."""
        self.attendance.line(seat, away, seconds)
        self._broadcast(Away(seat, away, seconds))

    def adjourn(self) -> None:
        """The host goes home while the match is paused: says good-bye to everybody, and orders nothing more."""
        if self.stage is Stage.RUNNING:
            self._broadcast(Bye())
        self.finish()

    def finish(self) -> None:
        """The match is over: nobody who goes now is missed, and nothing more is ordered."""
        self.stage = Stage.CLOSED

    def take(self) -> Effects:
        """What has to happen now; the machine starts over with nothing to do."""
        effects, self.effects = self.effects, Effects()
        self._stored = 0 if self.log is None else self.log.length
        return effects

    def sits(self, number: int) -> bool:
        """Whether this connection has a seat."""
        connection = self._connections.get(number)
        return connection is not None and connection.seat >= 0

    def more(self, number: int) -> list[bytes]:
        """The next frames for a watcher that `Effects.behind` has named; empty: there is nothing more for now.

        They hold only entries that `take` has given out before, to be stored.
        """
        return [] if self.log is None else self.gallery.portion(number, self.log, self._stored)

    def refuse(self, number: int, refusal: Refused, now: float) -> None:
        """Turns a connection away for a reason that the shell has seen (no common version)."""
        connection = self._connections.get(number)
        if connection is not None:
            self._turn_away(connection, refusal, now)

    # Who comes and goes

    def _take(self, connection: Connection, envelope: Envelope, now: float) -> None:
        payload = envelope.payload
        if connection.number in self.gallery:
            behind = self.gathering is not None
            self.gallery.take(connection.number, envelope, self.log, self.effects, behind=behind)
            return
        if connection.seat < 0:
            admitted = connection.doorman.receive(envelope)
            if admitted is None:
                self._send(connection.number, connection.doorman.challenge())
            else:
                self._admit(connection, admitted, now)
            return
        if is_logged(envelope.kind):
            self._order(connection, envelope)
            return
        if envelope.author != connection.key:
            raise _peer("foreign-key", N_("A message is signed by another key than its seat's."))
        match payload:
            case Commit() if self.stage is Stage.LOBBY:
                record = self.lobby.commit(connection.seat, payload)
                if record is not None:
                    self._asked_at = now
                    self._to_seats(self._frame(record))
            case Sign() if self.stage is Stage.LOBBY:
                signatures = self.lobby.sign(connection.seat, payload.signature)
                if signatures is not None:
                    self._begin(signatures)
            case Ready() if self.stage is Stage.LOBBY:
                if self.lobby.change(connection.seat, payload):
                    connection.changes.spend(now)
                    self._show_lobby(now)
            case Ready() if self.log is not None and not connection.plays(self.log):
                pass  # it crossed START
            case Resume() if self.log is not None and not connection.live:
                self._resume(connection, payload)
            case Idle() if self.log is not None and payload.seat == connection.seat:
                if self.attendance.rest(payload.seat, payload.idle):
                    connection.changes.spend(now)
                    self._broadcast(payload)
            case Chat():
                if self._rations[connection.seat].talk.take(now):
                    self._relay(envelope_frame(envelope.data))
            case Bye():
                connection.left = True
                self.effects.close.append(connection.number)
            case Vote() if self.gathering is not None:
                term = self.gathering.receive_vote(connection.seat, payload)
                if term is not None:
                    self._rule(term)
            case Vote():
                pass  # they were enough without it
            case Consent() if self.parting is not None:
                if self.parting.receive(connection.seat, payload):
                    self.remind()  # who has not signed yet is everybody's matter
            case Consent():
                pass  # to what has been settled meanwhile
            case Commit() | Sign():
                pass  # for a draft that was void already
            case _:
                raise _peer("out-of-order", N_("A message came out of order."))

    def _admit(self, connection: Connection, admitted: Admitted, now: float) -> None:
        if admitted.hello.role is Role.WATCHER:
            self._watch(connection, admitted, now)
            return
        if self.stage is Stage.LOBBY:
            seat = self.lobby.take(admitted)
            self._seat(connection, admitted, seat)
            self._show_lobby(now)
            return
        if self.log is None or self.record is None or admitted.key not in self.record.keys:
            raise Refused("running", N_("The match at this table has begun already, without you."))
        seat = self.log.seat_of(admitted.key)
        if not self._rations[seat].returns.take(now):
            del self._connections[
                connection.number
            ]  # no refusal: whoever comes back tries again, after a pause
            self.effects.close.append(connection.number)
            return
        old = self._at.get(seat)
        if old is not None:
            self._connections[old].seat = -1
            self.effects.close.append(old)
        connection.live = False
        self._seat(connection, admitted, seat)
        self.effects.events.append(SeatBack(seat))

    def _seat(self, connection: Connection, admitted: Admitted, seat: int) -> None:
        connection.key = admitted.key
        connection.seat = seat
        self._at[seat] = connection.number
        self._send(connection.number, Welcome(admitted.mac, seat, self.stage is not Stage.LOBBY))

    def _watch(self, connection: Connection, admitted: Admitted, now: float) -> None:
        if admitted.key in self.lobby.kicked:
            raise Refused(RefusalCode.KICKED, REFUSALS[RefusalCode.KICKED])
        number, running = connection.number, self.log is not None
        old = self.gallery.enter(
            number, admitted.key, connection.origin, now, live=not running, effects=self.effects
        )
        if old is not None:
            del self._connections[old]
        self._send(number, Welcome(admitted.mac, -1, running))
        if not running:
            self._send(number, self.lobby.message())

    def _show_lobby(self, now: float) -> None:
        message = self.lobby.message()
        self._broadcast(message)
        self.effects.events.append(LobbyChanged.of(message, self._offer, self._identity.public))
        if self.lobby.complete:
            self._asked_at = now
            self._to_seats(self._frame(self.lobby.propose()))

    def _vacate(self, seat: int, now: float, *, left: bool = False) -> None:
        del self._at[seat]
        if self.stage is Stage.LOBBY:
            self.lobby.leave(seat)
            self._show_lobby(now)
        elif self.stage is Stage.RUNNING:
            self.effects.events.append(SeatLost(seat, left))

    def _turn_away(self, connection: Connection, error: ProtocolError, now: float) -> None:
        text = str(error)[: limits.CHAT_CHARACTERS]
        seat = connection.seat
        self._send(connection.number, Refuse(error.code, text))
        self.effects.close.append(connection.number)
        if seat >= 0 or self._remarks.worth(connection.origin, now):
            self.effects.events.append(TurnedAway(connection.number, seat, error.code, text))
        del self._connections[connection.number]
        self.gallery.leave(connection.number, self.effects)
        if seat >= 0 and self._at.get(seat) == connection.number:
            self._vacate(seat, now)

    # The match

    def _begin(self, signatures: tuple[bytes, ...]) -> None:
        record = self.lobby.record
        assert record is not None, "signatures are under a record"
        self._open(record, signatures)
        self.effects.journal.append(KeepRecord(record, signatures))
        self.effects.events.append(Began(record))
        self.effects.send.extend((number, self.gallery.opening[0]) for number in self.gallery.live)
        self._relay(self.gallery.opening[1])

    def _open(self, record: TableRecord, signatures: tuple[bytes, ...]) -> None:
        self.record = record
        self.signatures = signatures
        self.log = Log(record.table_id(), record.host_key, record.keys)
        self.stage = Stage.RUNNING
        self.gallery.opening = (self._frame(record), self._frame(Start(signatures)))

    def _order(self, connection: Connection, envelope: Envelope) -> None:
        if self.stage in (Stage.CLOSED, Stage.GATHERING):
            return
        if self.log is None:
            raise _peer("too-early", N_("A message of the match came before the match had begun."))
        if envelope.author != connection.key:
            raise _peer("foreign-key", N_("A message is signed by another key than its seat's."))
        if connection.resumed and self.log.logged(envelope.data):
            return  # sent again after a lost connection, byte for byte
        self.log.admit(envelope.data)
        self._rations[connection.seat].write(envelope.number, envelope.data)
        entry = self.log.order(self._identity, envelope.data)
        self.log.append(entry)
        self.effects.journal.append(KeepEntry(entry))
        self.effects.events.append(Advanced(entry.index))
        self._relay(entry_frame(entry), last=connection.number)
        if envelope.kind is Kind.VERDICT:
            self._judge()
            if len(self._judged) == self._offer.seats:
                self.finish()

    def _judge(self) -> None:
        """Notes who has signed a verdict."""
        assert self.log is not None, "verdicts are in a log"
        verdicts = (envelope for envelope in self.log.envelopes if envelope.kind is Kind.VERDICT)
        self._judged = {self.log.seat_of(envelope.author) for envelope in verdicts}

    def _adopt(self, connection: Connection, entry: Entry) -> None:
        """A host to be takes what a seat has got from the hosts before."""
        if self.gathering is None:
            raise _peer("out-of-order", N_("Only the host sends entries of the log."))
        try:
            step = self.gathering.receive(connection.seat, entry)
        except RemoteProtocolError as error:
            if error.culprit is not Culprit.HOST:
                raise
            self.break_off(-1, error.code, str(error)[: limits.CHAT_CHARACTERS])
            return
        self.log = self.gathering.log
        self.effects.journal.extend(step.journal())
        self.effects.events.extend(step.events())
        if step.rewound:
            self.gallery.rewind(step.entries[0].index - 1)
        for new in step.entries:
            self._relay(entry_frame(new))
        for seat, resume in self.gathering.caught_up().items():
            if seat in self._at:
                self._catch_up(self._connections[self._at[seat]], resume)

    def _rule(self, term: Term) -> None:
        """Enough seats have voted: this is the host from here on."""
        assert self.log is not None, "a host to be has a log"
        entry = self.log.crown(self._identity, term)
        self.log.append(entry)
        self.stage = Stage.RUNNING
        self.gathering = None
        self._judge()
        self.effects.journal.append(KeepEntry(entry))
        self.effects.events.append(Advanced(entry.index))
        self._relay(entry_frame(entry))
        seats = range(len(self.log.seats))
        self.effects.events.extend(SeatLost(seat) for seat in seats if seat not in self._at)

    def _resume(self, connection: Connection, resume: Resume) -> None:
        log = self.log
        assert log is not None, "a match is resumed after its start"
        if resume == NOTHING and self.record is not None:
            self._send(connection.number, self.record)
            self._send(connection.number, Start(self.signatures))
        elif self.gathering is None:
            check_not_behind(log, resume)
        if self.gathering is not None and self.gathering.heard(connection.seat, resume):
            self._send(connection.number, log.resume())
            return  # its turn to send; it gets the rest as soon as its log is this one
        self._catch_up(connection, resume)

    def _catch_up(self, connection: Connection, resume: Resume) -> None:
        log = self.log
        assert log is not None, "a match is resumed after its start"
        for entry in log.entries[shared(log, resume) :]:
            self.effects.send.append((connection.number, entry_frame(entry)))
        for missed in self.attendance.messages(connection.seat):
            self._send(connection.number, missed)
        if self.parting is not None:  # its consent may be what is missing
            self._send(connection.number, self.parting.message())
        connection.live = True
        connection.resumed = True

    def _to_seats(self, data: bytes, last: int = -1) -> None:
        for number in sorted(self._at.values(), key=last.__eq__):
            if self._connections[number].live:
                self.effects.send.append((number, data))

    def _relay(self, data: bytes, last: int = -1) -> None:
        """Something for everybody; whoever said it, over connection `last`, knows it already."""
        self._to_seats(data, last)
        self.effects.send.extend((number, data) for number in self.gallery.live)
        self.effects.behind.extend(self.gallery.behind)

    def _broadcast(self, payload: Payload) -> None:
        self._relay(self._frame(payload))

    def _send(self, number: int, payload: Payload) -> None:
        self.effects.send.append((number, self._frame(payload)))

    def _frame(self, payload: Payload) -> bytes:
        table = self.log.table_id if self.log is not None and isinstance(payload, Broken) else ZERO
        return envelope_frame(seal(self._identity, payload, table=table))


def _peer(code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.PEER)
