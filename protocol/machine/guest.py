"""Machine. A seat's end of the connection to the host: joins, agrees on the table record, plays, comes back.

Theory of operation. HELLO -> CHALLENGE -> PROOF -> WELCOME, then LOBBY as often as somebody comes or goes; DRAFT ->
COMMIT -> RECORD -> SIGN -> START, from the start again when somebody leaves meanwhile; then entries. What the host
sends out of this order, or contradicting itself, is the host's fault. After a lost connection a new machine takes the
place of the old one with the table and seat of before, and goes from WELCOME straight to the entries that it missed;
where not even START had come, it asks for RECORD and START first, and checks them against the secrets it had stored.
A host that the log does not know yet gathers: it gets what this seat has of the log, and asks for its vote. Until it
has enough of them nothing is signed for it; entries that its term leaves behind are kept beside the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Literal

from protocol.canonical import ZERO, Plain
from protocol.errors import N_, Culprit, LocalProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.absence import Proposal
from protocol.machine.agreement import Agreement
from protocol.machine.comeback import Own, Resumed, branched, come_back, waiting
from protocol.machine.effects import (
    Began,
    BrokeOff,
    Effects,
    HostLeft,
    Joined,
    KeepOwn,
    KeepRecord,
    KeepSecrets,
    KeepVote,
    LobbyChanged,
    NewHost,
    Said,
    SeatAway,
    SeatIdle,
)
from protocol.machine.following import Following
from protocol.machine.introduction import Applicant, Introduction
from protocol.machine.parting import weighed
from protocol.machine.rules import Rules, Slot
from protocol.machine.seat import Duty, Seat, Secrets
from protocol.machine.table import Table
from protocol.machine.terms import NOTHING, shared
from protocol.table import Draft, TableRecord, sign_table
from protocol.terms import Candidacy
from protocol.wire.envelope import seal
from protocol.wire.frame import entry_frame, envelope_frame
from protocol.wire.messages import (
    Away,
    Broken,
    Bye,
    Challenge,
    Chat,
    Elect,
    Idle,
    Lobby,
    Payload,
    Propose,
    Ready,
    Refuse,
    Resume,
    Retire,
    Role,
    Sign,
    Start,
    Welcome,
)

__all__ = ["Applicant", "Guest", "Stage"]


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
        self._own: dict[int, Own] = {}
        self._voted = 0
        self._secrets: Secrets | None = None
        self._following: Following[Table] | None = None
        self.number = -1
        self._stage = Stage.CHALLENGE
        self._introduction = Introduction(
            identity.public, Role.SEAT, applicant, known=known, nonce=entropy(32)
        )
        self._agreement: Agreement | None = None
        self._asked = Ready(applicant.ready, applicant.wish)
        self._owing = False
        self._send(self._introduction.hello)

    # From the layers above

    def play(self, moves: Sequence[Plain], slots: Iterable[Slot]) -> None:
        """Signs and sends the own turn.

        Raises:
            LocalProtocolError: it is not due.
            Exception: what the rules refuse.
        """
        if self.seat is None or not self.ordered:
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
        if self.seat is not None and self._playing and self.ordered:
            self._author(self.seat.concession())

    def move(self, wish: Literal["", "pause", "abort"]) -> None:
        """Says what this seat would like from now on: to play on, a pause, or the end of the match.

        Raises:
            LocalProtocolError: there is no match that this seat is in.
        """
        if self.seat is None or not self.ordered or not self._playing:
            raise LocalProtocolError("not-playing", N_("There is no match now that you play in."))
        if wish != self.seat.table.motions.wishes[self.number] or self.unlogged:
            self._author(self.seat.motion(wish))

    def idle(self, idle: bool) -> None:
        """Tells everybody that the person of this seat is not there, or there again."""
        if self._stage is Stage.ENTRIES:
            self._send(Idle(self.number, idle))

    def consent(self, proposal: Proposal) -> None:
        """Signs that these seats be retired: this seat has waited for them in vain."""
        assert self.table is not None, "proposals are made at a running table"
        self._send(proposal.consent(self._identity, self.number, self.table.table_id))

    def leave(self) -> None:
        """Says good-bye to the host; nothing is sent or taken after it."""
        self._send(Bye())
        self._stage = Stage.CLOSED

    def take(self) -> Effects:
        """What has to happen now; the machine starts over with nothing to do.

        Only here is signed what the own seat owes after entries: once, after all that have come in.
        """
        if self._owing:
            self._owing = False
            self._answer()
        effects, self.effects = self.effects, Effects()
        return effects

    def remains(self) -> Resumed | None:
        """What another connection needs to go on where this one stopped."""
        if self.table is None or self.seat is None:
            return None
        return Resumed(self.table, self.seat, self._own, self._voted)

    @property
    def ordered(self) -> bool:
        """Whether the peer at the other end is the host that orders the log: only then is anything signed for it."""
        host = self._introduction.host
        return self._stage is Stage.ENTRIES and self.table is not None and self.table.log.host_key == host

    @property
    def ready(self) -> bool:
        """Whether this seat is to move, and can."""
        return self.seat is not None and self.seat.ready and self.ordered

    @property
    def _playing(self) -> bool:
        table = self.table
        return table is not None and table.ending is None and self.number in table.active

    @property
    def unlogged(self) -> bool:
        """Whether an own envelope has been sent that the host has not ordered yet."""
        return self.table is not None and bool(waiting(self._own, self.table.log, self.number))

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
            case Resume() if self._stage is Stage.ENTRIES and not self.ordered:
                self._lend(payload)
            case Elect() if self._stage is Stage.ENTRIES:
                self._vote(payload)
            case Away() if self.table is not None:
                self.effects.events.append(SeatAway(payload.seat, payload.away, payload.seconds))
            case Idle() if self.table is not None:
                self.effects.events.append(SeatIdle(payload.seat, payload.idle))
            case Bye() if self.table is not None:
                self._stage = Stage.CLOSED
                self.effects.events.append(HostLeft())
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
            self._send(NOTHING)
            return
        if self._introduction.host not in (resumed.table.log.host_key, *resumed.table.record.keys):
            raise _host("foreign-key", N_("The match that you left had another host."))
        if resumed.seat.number != welcome.seat:
            raise _host("out-of-order", N_("The host sent a message out of order."))
        self._go_on(resumed)
        self._send(resumed.table.log.resume(self._voted))
        self._send_again()

    def _go_on(self, resumed: Resumed) -> None:
        self.table, self.seat = resumed.table, resumed.seat
        self._own, self._voted, self._secrets = dict(resumed.own), resumed.voted, resumed.seat.secrets
        self._following = Following(
            resumed.table, lambda table, length: branched(table, self._start_rules, length)
        )
        self._stage = Stage.ENTRIES

    def _send_again(self) -> None:
        """To the host of this log what it lacks and was signed before, byte for byte; then what is due."""
        if self.ordered and self.table is not None:
            for data in waiting(self._own, self.table.log, self.number):
                self.effects.send.append((0, envelope_frame(data)))
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
        if self._remember(draft.match_id, draft.draft_nonce) is not None:
            raise _host("draft", N_("The table that the host wants signed is one of before."))
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
        table = Table(record, self._start_rules(record))
        self._go_on(Resumed(table, Seat(table, self.number, agreement.secrets), {}, self._voted))
        self.effects.events.append(Began(record))
        self._answer()

    def _entry(self, entry: Entry) -> None:
        following = self._following
        if self._stage is not Stage.ENTRIES or following is None:
            raise _host("out-of-order", N_("The host sent a message out of order."))
        host = following.kept.log.host_key
        step = following.receive(entry)
        if step.rewound:
            self._start_again(following.kept)
        elif self.seat is not None:
            self.seat.look()
        self.effects.journal.extend(step.journal())
        self.effects.events.extend(step.events())
        log = self._at_play().log
        if log.host_key != host:
            self.effects.events.append(NewHost(log.seat_of(log.host_key)))
            self._send_again()
        elif step.entries:
            self._owing = True

    def _start_again(self, table: Table) -> None:
        """The log goes on from an earlier entry: the seat looks at all of it anew."""
        assert self._secrets is not None, "a seat that follows has secrets"
        rules = self._start_rules(table.record)
        entries = table.log.entries
        self._go_on(
            come_back(table.record, rules, self.number, self._secrets, entries, self._own, self._voted)
        )

    def _lend(self, gathered: Resume) -> None:
        """To a host to be the entries that it has not got."""
        log = self._at_play().log
        for entry in log.entries[shared(log, gathered) :]:
            self.effects.send.append((0, entry_frame(entry)))

    def _vote(self, elect: Elect) -> None:
        """For a host to be that has everything that this seat has: nothing that it has seen is left behind."""
        table = self._at_play()
        candidacy = Candidacy.of(elect, self._introduction.host)
        whole = (elect.index, elect.head) == (table.log.length, table.log.head())
        playing = candidacy.host in [table.record.keys[seat] for seat in table.active]
        if whole and playing and elect.term > max(self._voted, table.log.term):
            self._voted = elect.term
            self.effects.journal.append(KeepVote(self._identity.public, elect.term))
            self._send(candidacy.vote(self._identity, self.number, table.table_id))

    def _at_play(self) -> Table:
        assert self.table is not None, "entries come after the start"
        return self.table

    def _proposed(self, propose: Propose, table: Table) -> None:
        """Seats are to be retired. Once all others have signed, the first of them logs it, else the next."""
        proposed = weighed(propose, table.active)
        if proposed.whole is not None and self.number == proposed.whole.consents[0].seat:
            self.agree(proposed.whole)
        else:
            self.effects.events.append(proposed)

    def agree(self, retire: Retire) -> None:
        """Logs what everybody who stays has consented to, if it counts by what is in the log."""
        if self.seat is not None:
            self.seat.agreed = retire
            self._answer()

    def _answer(self) -> None:
        """Sees what there is to see, and signs what the own seat owes."""
        if self.seat is None or not self.ordered:
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
        self._own[number] = Own(data, duty.words)
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
