"""Machine. A seat's end of the connection to the host: joins, agrees on the table record, plays, comes back.

Theory of operation. HELLO -> CHALLENGE -> PROOF -> WELCOME, then LOBBY as often as somebody comes or goes; DRAFT ->
COMMIT -> RECORD -> SIGN -> START, from the start again when somebody leaves meanwhile; then entries. What the host
sends out of this order, or contradicting itself, is the host's fault. After a lost connection a new machine takes the
place of the old one with the table and seat of before, and goes from WELCOME straight to the entries that it missed;
where not even START had come, it asks for RECORD and START first, and checks them against the secrets it had stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from protocol.canonical import ZERO, Plain
from protocol.errors import N_, Culprit, LocalProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.absence import Proposal
from protocol.machine.agreement import Agreement
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Effects,
    Joined,
    KeepEntry,
    KeepOwn,
    KeepRecord,
    KeepSecrets,
    LobbyChanged,
    Proposed,
    Said,
    SeatAway,
)
from protocol.machine.introduction import Applicant, Introduction
from protocol.machine.parting import weighed
from protocol.machine.rules import Rules, Slot
from protocol.machine.seat import Duty, Seat, Secrets
from protocol.machine.table import Table
from protocol.table import Draft, TableRecord, sign_table
from protocol.wire.envelope import seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import (
    Away,
    Broken,
    Bye,
    Challenge,
    Chat,
    Lobby,
    Payload,
    Propose,
    Ready,
    Refuse,
    Resume,
    Role,
    Sign,
    Start,
    Welcome,
)

__all__ = ["Applicant", "Guest", "Resumed", "Stage"]


class Stage(Enum):
    """What the guest waits for."""

    CHALLENGE = auto()
    WELCOME = auto()
    DRAFT = auto()
    RECORD = auto()
    START = auto()
    RECALL = auto()
    ENTRIES = auto()
    CLOSED = auto()


LOBBY = (Stage.DRAFT, Stage.RECORD, Stage.START)
"""Where the table record is still open."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table that was left in the middle: the replica, the own seat, and the own envelopes by number."""

    table: Table
    seat: Seat
    own: Mapping[int, bytes]


class Guest:
    """One connection of one seat to its host. Feed it frames; empty `effects` after every call.

    Args:
        identity: the seat's key pair.
        applicant: how it asks for a seat.
        known: the rules hash (32 bytes) of every game that can be played, by key.
        start: makes a fresh match from a table record; raises `Refused` for a game or options that cannot be.
        entropy: a source of secret random bytes.
        recall: what this profile still has of a match by its id, None where it has nothing; asked once the host has
            named its match.
        remember: the own secrets for a draft, by match id and draft nonce, None where there are none; asked when the
            match has begun without this seat hearing of it.
    """

    def __init__(
        self,
        identity: Identity,
        applicant: Applicant,
        *,
        known: Mapping[str, bytes],
        start: Callable[[TableRecord], Rules],
        entropy: Callable[[int], bytes],
        recall: Callable[[bytes], Resumed | None],
        remember: Callable[[bytes, bytes], Secrets | None],
    ) -> None:
        self._identity = identity
        self._start_rules = start
        self._entropy = entropy
        self.effects = Effects()
        self._recall = recall
        self._remember = remember
        self.table: Table | None = None
        self.seat: Seat | None = None
        self._own: dict[int, bytes] = {}
        self.number = -1
        self._stage = Stage.CHALLENGE
        self._introduction = Introduction(
            identity.public, Role.SEAT, applicant, known=known, nonce=entropy(32)
        )
        self._agreement: Agreement | None = None
        self._asked = Ready(applicant.ready, applicant.wish)
        self._send(self._introduction.hello)

    # From the layers above

    def play(self, moves: Sequence[Plain], slots: Iterable[Slot]) -> None:
        """Signs and sends the own turn.

        Raises:
            LocalProtocolError: it is not due.
            Exception: what the rules refuse.
        """
        if self.seat is None or self._stage is not Stage.ENTRIES:
            raise LocalProtocolError("not-due", N_("It is not your turn."))
        self._author(self.seat.turn(moves, slots))

    def say(self, text: str) -> None:
        """A line of chat to everybody at the table."""
        if self._stage in (Stage.CHALLENGE, Stage.WELCOME, Stage.CLOSED):
            raise LocalProtocolError("not-joined", N_("You are not at the table yet."))
        self._send(Chat(text), table=self._table_id())

    def prefer(self, *, ready: bool, wish: str) -> None:
        """Before the match: whether it may begin as far as this seat is concerned, and the colour wished for.

        Raises:
            LocalProtocolError: this seat is not in a lobby.
        """
        if self._stage not in LOBBY:
            raise LocalProtocolError("not-in-lobby", N_("That can be changed only before the match begins."))
        asked = Ready(ready, wish)
        if asked != self._asked:
            self._asked = asked
            self._send(asked)

    @property
    def preferred(self) -> tuple[bool, str]:
        """Whether this seat has said that it is ready, and the colour that it has wished for."""
        return self._asked.ready, self._asked.wish

    def concede(self) -> None:
        """Leaves a match that is being played for good; the others go on without this seat."""
        table = self.table
        playing = table is not None and table.ending is None and self.number in table.active
        if self.seat is not None and playing:
            self._author(self.seat.concession())

    def consent(self, proposal: Proposal) -> None:
        """Signs that these seats be retired: this seat has waited for them in vain."""
        assert self.table is not None, "proposals are made at a running table"
        self._send(proposal.consent(self._identity, self.number, self.table.table_id))

    def leave(self) -> None:
        """Says good-bye to the host; nothing is sent or taken after it."""
        self._send(Bye())
        self._stage = Stage.CLOSED

    def take(self) -> Effects:
        """What has to happen now; the machine starts over with nothing to do."""
        effects, self.effects = self.effects, Effects()
        return effects

    def remains(self) -> Resumed | None:
        """What another connection needs to go on where this one stopped."""
        if self.table is None or self.seat is None:
            return None
        return Resumed(self.table, self.seat, self._own)

    @property
    def unlogged(self) -> bool:
        """Whether an own envelope has been sent that the host has not ordered yet."""
        return self.table is not None and any(
            number >= self.table.log.next_number(self.number) for number in self._own
        )

    @property
    def game(self) -> str:
        """The key of the game that the host plays; "" before it has said so."""
        return self._introduction.game

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
                self._prove(payload, content.author)
            case Welcome() if self._stage is Stage.WELCOME:
                self._enter(payload)
            case Propose() if self.table is not None:
                self._proposed(payload, self.table)
            case Away() if self.table is not None:
                self.effects.events.append(SeatAway(payload.seat, payload.away, payload.seconds))
            case Chat() if self._stage not in (Stage.CHALLENGE, Stage.WELCOME):
                self.effects.events.append(Said(content.author, payload.text))
            case Lobby() if self._stage in LOBBY:
                self._show_lobby(payload)
            case Draft() if self._stage in LOBBY:
                self._agree(payload)
            case TableRecord() if self._stage is Stage.RECORD:
                self._sign(payload)
            case TableRecord() if self._stage is Stage.RECALL:
                self._recover(payload)
            case Start() if self._stage is Stage.START:
                self._begin(payload)
            case _:
                raise _host("out-of-order", N_("The host sent a message out of order."))

    def _prove(self, challenge: Challenge, host: bytes) -> None:
        proof = self._introduction.prove(challenge, host)
        self._agreement = Agreement(self._identity.public, host, challenge, self._entropy)
        self._stage = Stage.WELCOME
        self._send(proof)

    def _enter(self, welcome: Welcome) -> None:
        challenge = self._introduction.enter(welcome)
        self.number = welcome.seat
        self.effects.events.append(Joined(challenge.match_id, welcome.seat, welcome.running))
        if not welcome.running:
            self._stage = Stage.DRAFT
            return
        resumed = self._recall(challenge.match_id)
        if resumed is None:
            # Signed, but gone before the start: the record may still come under secrets that were stored.
            self._stage = Stage.RECALL
            self._send(Resume(0, ZERO))
            return
        if resumed.table.record.host_key != self._introduction.host:
            raise _host("foreign-key", N_("The match that you left had another host."))
        if resumed.seat.number != welcome.seat:
            raise _host("out-of-order", N_("The host sent a message out of order."))
        self.table, self.seat, self._own = resumed.table, resumed.seat, dict(resumed.own)
        self._stage = Stage.ENTRIES
        log = self.table.log
        self._send(Resume(log.length, log.head()))
        for number in sorted(self._own):
            if number >= log.next_number(self.number):
                self.effects.send.append((0, envelope_frame(self._own[number])))
        self._answer()

    def _show_lobby(self, lobby: Lobby) -> None:
        self._stage = Stage.DRAFT
        agreement = self._at_table()
        agreement.show(lobby.seats)
        self.number = agreement.number if agreement.number >= 0 else self.number
        challenge, host = self._introduction.challenge, self._introduction.host
        assert challenge is not None, "the lobby comes after the challenge"
        self.effects.events.append(LobbyChanged.of(lobby, challenge, host))

    def _agree(self, draft: Draft) -> None:
        agreement = self._at_table()
        if self._unheard(agreement):
            self._stage = Stage.DRAFT
            return
        commit = agreement.commit(draft)
        assert agreement.secrets is not None, "a commitment is to secrets"
        self.effects.journal.append(
            KeepSecrets(draft.match_id, self._identity.public, draft.draft_nonce, agreement.secrets)
        )
        self._stage = Stage.RECORD
        self._send(commit)

    def _unheard(self, agreement: Agreement) -> bool:
        """Whether this seat is not ready, or has asked for something that the lobby it was shown does not have yet.

        Its READY and a draft have crossed then. The draft is void as soon as the host hears it; until then nothing is
        signed.
        """
        own = agreement.own
        return not self._asked.ready or (own is not None and (own.ready, own.wish) != self.preferred)

    def _sign(self, record: TableRecord) -> None:
        if self._unheard(self._at_table()):
            return
        self._at_table().accept(record)
        self._stage = Stage.START
        self._send(Sign(sign_table(self._identity, record.table_id())))

    def _recover(self, record: TableRecord) -> None:
        secrets = self._remember(record.match_id, record.draft_nonce)
        if secrets is None:
            raise Refused(
                "running", N_("The match is running, and this profile does not hold a seat's secrets for it.")
            )
        self._at_table().recover(record, self.number, secrets)
        self._stage = Stage.START

    def _at_table(self) -> Agreement:
        assert self._agreement is not None, "the lobby comes after the challenge"
        return self._agreement

    def _begin(self, start: Start) -> None:
        agreement = self._at_table()
        record = agreement.check(start)
        assert agreement.secrets is not None, "a record follows a draft"
        self.effects.journal.append(KeepRecord(record, start.signatures))
        self.table = Table(record, self._start_rules(record))
        self.seat = Seat(self.table, self.number, agreement.secrets)
        self._stage = Stage.ENTRIES
        self.effects.events.append(Began(record))
        self._answer()

    def _entry(self, entry: Entry) -> None:
        if self._stage is not Stage.ENTRIES or self.table is None:
            raise _host("out-of-order", N_("The host sent a message out of order."))
        log = self.table.log
        if entry.index <= log.length:
            log.repeated(entry)
            return
        self.table.receive(entry)
        self.effects.journal.append(KeepEntry(entry))
        self.effects.events.append(Advanced(entry.index))
        self._answer()

    def _proposed(self, propose: Propose, table: Table) -> None:
        """Seats are to be retired. Where all others have signed, the first of them logs it."""
        proposal, retire = weighed(propose, table.active)
        if retire is None:
            self.effects.events.append(Proposed(proposal))
        elif self.seat is not None and self.number == retire.consents[0].seat:
            self.seat.agreed = retire
            self._answer()

    def _answer(self) -> None:
        """Sees what there is to see, and signs what the own seat owes."""
        if self.seat is None:
            return
        self.seat.look()
        for duty in self.seat.due():
            self._author(duty)

    def _author(self, duty: Duty) -> None:
        assert self.table is not None, "only a seat at a running table signs"
        assert self.seat is not None, "only a seat signs"
        log = self.table.log
        number = max([*self._own, log.next_number(self.number) - 1], default=0) + 1
        data = seal(
            self._identity,
            duty.payload,
            table=self.table.table_id,
            number=number,
            ack_index=log.length,
            ack_head=log.head(),
        )
        self._own[number] = data
        self.seat.answer(duty)
        self.effects.journal.append(KeepOwn(self._identity.public, number, data, duty.words))
        self.effects.send.append((0, envelope_frame(data)))

    def _table_id(self) -> bytes:
        return ZERO if self.table is None else self.table.table_id

    def _send(self, payload: Payload, *, table: bytes = ZERO) -> None:
        data = seal(self._identity, payload, table=table)
        self.effects.send.append((0, envelope_frame(data)))


def _host(code: str, template: str) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.HOST)
