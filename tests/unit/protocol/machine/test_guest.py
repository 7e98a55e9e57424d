"""A seat's end of the connection: what the host sends out of order, or against its own word, is the host's fault."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.canonical import ZERO
from protocol.errors import Culprit, LocalProtocolError, ProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.comeback import Resumed
from protocol.machine.effects import (
    Began,
    BrokeOff,
    Joined,
    KeepEntry,
    KeepOwn,
    KeepRecord,
    KeepSecrets,
    LobbyChanged,
    Said,
)
from protocol.machine.guest import Guest, Stage
from protocol.machine.seat import Seat, Secrets
from protocol.machine.table import Table
from protocol.table import TableRecord
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import (
    Broken,
    Challenge,
    Chat,
    Commit,
    Draft,
    Hello,
    Kind,
    Lobby,
    LobbySeat,
    Payload,
    Proof,
    Refuse,
    Resume,
    Sign,
    Start,
    Welcome,
)
from tests.unit.protocol import samples
from tests.unit.protocol.machine.meeting import HOST, PEOPLE, Meeting, at_stage, new_guest
from tests.unit.protocol.machine.toy import ToyRules

ELSEWHERE = Identity(b"e" * 32)
OPEN_STAGES = tuple(stage for stage in Stage if stage is not Stage.CLOSED)
FIRST_ENTRY = entry_frame(Entry(1, 1, bytes(64), b"x" * 200))


def frame(payload: Payload, by: Identity = HOST, table: bytes | None = None) -> bytes:
    kind = next(kind for kind, sample in samples.PAYLOADS.items() if type(sample) is type(payload))
    if kind >= Kind.SEAL:
        number = 0 if kind is Kind.TERM else 1
        return envelope_frame(seal(by, payload, table=table or bytes([1]) * 32, number=number))
    return envelope_frame(seal(by, payload, table=table or ZERO))


def host_fault(guest: Guest, data: bytes, code: str | None = None) -> RemoteProtocolError:
    with pytest.raises(RemoteProtocolError) as caught:
        guest.receive(data)
    assert caught.value.culprit is Culprit.HOST
    assert str(caught.value)
    if code is not None:
        assert caught.value.code == code
    return caught.value


def sent(guest: Guest) -> list[Payload]:
    """What the guest sends now."""
    found = []
    for _, data in guest.take().send:
        content = parse_frame(data)
        assert isinstance(content, bytes)
        found.append(open_envelope(content).payload)
    return found


# The way in


def test_the_way_in_step_by_step() -> None:
    meeting = Meeting()
    guest = meeting.join(0, new_guest(0))
    meeting.join(1, new_guest(1))
    meeting.run()
    assert meeting.errors == {}
    kinds = [type(open_envelope(data[1:]).payload) for data in meeting.sent[0]]
    assert kinds[:4] == [Hello, Proof, Commit, Sign]
    shown = [type(event) for event in meeting.events[0]]
    assert shown[:2] == [Joined, LobbyChanged]
    assert Began in shown
    assert guest.table is not None
    assert guest.game == "toy"


def test_secrets_are_kept_before_the_commitment_to_them_and_the_record_before_play() -> None:
    meeting, _ = at_stage(Stage.ENTRIES)
    kinds = [type(keep) for keep in meeting.kept[0]]
    assert kinds[:2] == [KeepSecrets, KeepRecord]
    keep = meeting.kept[0][0]
    assert isinstance(keep, KeepSecrets)
    assert keep.key == PEOPLE[0].public
    # The commitment leaves in the same batch of effects as the secrets, never earlier.
    meeting, guest = at_stage(Stage.DRAFT)
    while guest._stage is not Stage.RECORD:
        assert not any(isinstance(open_envelope(data[1:]).payload, Commit) for data in meeting.sent[0])
        meeting.step()
    assert any(isinstance(keep, KeepSecrets) for keep in meeting.kept[0])


# Every message in every stage: what is expected, and nothing else ever


EXPECTED: dict[Stage, set[Kind]] = {
    Stage.CHALLENGE: {Kind.CHALLENGE},
    Stage.WELCOME: {Kind.WELCOME},
    Stage.DRAFT: {Kind.LOBBY, Kind.DRAFT, Kind.CHAT},
    Stage.RECORD: {Kind.LOBBY, Kind.DRAFT, Kind.RECORD, Kind.CHAT},
    Stage.START: {Kind.LOBBY, Kind.DRAFT, Kind.START, Kind.CHAT},
    Stage.RECALL: {Kind.RECORD, Kind.CHAT},
    Stage.ENTRIES: {Kind.CHAT, Kind.PROPOSE, Kind.AWAY, Kind.IDLE, Kind.ELECT, Kind.BYE},
}
"""What has its place in a stage; REFUSE and BROKEN have it in all."""


@pytest.mark.parametrize("stage", OPEN_STAGES, ids=lambda stage: stage.name)
@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_a_message_in_the_wrong_stage_names_the_host(stage: Stage, kind: Kind) -> None:
    if kind in EXPECTED[stage] | {Kind.REFUSE, Kind.BROKEN}:
        return
    _, guest = at_stage(stage)
    host_fault(guest, frame(samples.PAYLOADS[kind]), "out-of-order")


@pytest.mark.parametrize("stage", [stage for stage in OPEN_STAGES if stage is not Stage.ENTRIES])
def test_an_entry_before_the_match_names_the_host(stage: Stage) -> None:
    _, guest = at_stage(stage)
    host_fault(guest, FIRST_ENTRY, "out-of-order")


@pytest.mark.parametrize("stage", [stage for stage in OPEN_STAGES if stage is not Stage.CHALLENGE])
@pytest.mark.parametrize("kind", [Kind.REFUSE, Kind.LOBBY, Kind.BROKEN, Kind.WELCOME, Kind.START])
def test_after_the_challenge_nobody_else_speaks_for_the_host(stage: Stage, kind: Kind) -> None:
    _, guest = at_stage(stage)
    host_fault(guest, frame(samples.PAYLOADS[kind], by=PEOPLE[1]), "foreign-key")


@pytest.mark.parametrize("stage", OPEN_STAGES, ids=lambda stage: stage.name)
def test_a_refusal_ends_it_in_every_stage(stage: Stage) -> None:
    _, guest = at_stage(stage)
    with pytest.raises(Refused) as caught:
        guest.receive(frame(Refuse("full", "The table is full.")))
    assert caught.value.code == "full"
    guest.receive(b"anything")
    assert guest.take().events == []


@pytest.mark.parametrize("stage", list(Stage), ids=lambda stage: stage.name)
@given(data=st.data())
def test_any_messages_in_any_order_give_an_event_or_an_error_of_the_protocol(
    stage: Stage, data: st.DataObject
) -> None:
    guest = fork(stage)
    for _ in range(data.draw(st.integers(1, 4))):
        kind = data.draw(st.sampled_from(list(Kind)))
        by = data.draw(st.sampled_from([HOST, HOST, HOST, PEOPLE[0], PEOPLE[1]]))
        own = guest.table.table_id if guest.table is not None else None
        table = data.draw(st.sampled_from([None, own])) if kind in (Kind.CHAT, Kind.BROKEN) else None
        with contextlib.suppress(RemoteProtocolError, Refused):
            guest.receive(frame(samples.PAYLOADS[kind], by, table))
        guest.take()


@pytest.mark.parametrize("stage", list(Stage), ids=lambda stage: stage.name)
@given(data=st.binary(max_size=400))
def test_any_bytes_give_an_error_of_the_protocol(stage: Stage, data: bytes) -> None:
    guest = fork(stage)
    for raw in (data, b"\x01" + data, b"\x02" + data):
        if stage is Stage.CLOSED:
            guest.receive(raw)
        else:
            with pytest.raises(RemoteProtocolError):
                guest.receive(raw)
    assert guest.take().send == []


_guests: dict[Stage, tuple[Meeting, Guest]] = {}


def fork(stage: Stage) -> Guest:
    """A guest at a stage; a fresh one each time is too slow where a hundred are needed, so the state is put back."""
    import copy

    if stage not in _guests:
        _guests[stage] = at_stage(stage)
    guest = copy.copy(_guests[stage][1])
    guest.effects = type(guest.effects)()
    guest._introduction = copy.copy(guest._introduction)
    return guest


# Lies of the host on the way in


def test_a_host_that_does_not_know_the_code() -> None:
    _, guest = at_stage(Stage.WELCOME)
    with pytest.raises(Refused) as caught:
        guest.receive(frame(Welcome(bytes(32), 0, False)))
    assert caught.value.code == "code"


def challenge(**changed: object) -> Challenge:
    made = Challenge(1, bytes(32), "toy", b"r" * 32, (), bytes(16))
    return msgspec.structs.replace(made, **changed)


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"version": 2}, "version"), ({"rules_hash": bytes(32)}, "rules"), ({"game": "chess"}, "rules")],
)
def test_a_table_that_cannot_be_played_here_is_refused_before_the_code_is_used(
    changed: dict[str, object], code: str
) -> None:
    _, guest = at_stage(Stage.CHALLENGE)
    guest.take()
    with pytest.raises(Refused) as caught:
        guest.receive(frame(challenge(**changed)))
    assert caught.value.code == code
    assert sent(guest) == []


def next_for(meeting: Meeting, kind: type[Payload]) -> Payload:
    """The next message of a kind that the hub has for guest 0; it is taken out."""
    while True:
        for item in meeting.queue:
            way, number, data = item
            if way == "down" and number == 0 and data[0] == 1:
                payload = open_envelope(data[1:]).payload
                if isinstance(payload, kind):
                    meeting.queue.remove(item)
                    return payload
        meeting.step()


def draft_for(meeting: Meeting) -> Draft:
    draft = next_for(meeting, Draft)
    assert isinstance(draft, Draft)
    # What was sent before the draft comes before it.
    while any(way == "down" and number == 0 for way, number, _ in meeting.queue):
        meeting.step()
    return draft


@pytest.mark.parametrize(
    "change",
    [
        lambda draft: msgspec.structs.replace(draft, seats=tuple(reversed(draft.seats))),
        lambda draft: msgspec.structs.replace(draft, seats=draft.seats[:1]),
        lambda draft: msgspec.structs.replace(draft, match_id=bytes(16)),
        lambda draft: msgspec.structs.replace(draft, options=()),
        lambda draft: msgspec.structs.replace(draft, game="chess"),
        lambda draft: msgspec.structs.replace(draft, rules_hash=bytes(32)),
        lambda draft: msgspec.structs.replace(draft, host_key=PEOPLE[1].public),
        lambda draft: msgspec.structs.replace(
            draft, seats=(msgspec.structs.replace(draft.seats[0], wish="red"), draft.seats[1])
        ),
        lambda draft: msgspec.structs.replace(
            draft, seats=(draft.seats[0], msgspec.structs.replace(draft.seats[1], bot=True))
        ),
        lambda draft: msgspec.structs.replace(
            draft, seats=(draft.seats[0], msgspec.structs.replace(draft.seats[1], name=b"Eve"))
        ),
    ],
)
def test_a_draft_that_is_not_what_was_shown(change: Callable[[Draft], Draft]) -> None:
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    host_fault(guest, frame(change(draft)), "draft")
    effects = guest.take()
    assert effects.journal == []
    assert effects.send == []


def test_a_draft_without_a_lobby_that_shows_the_guest() -> None:
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    guest.receive(frame(Lobby((LobbySeat(0, PEOPLE[1].public, b"Eve", False, "", True),), 2)))
    host_fault(guest, frame(draft), "draft")


def test_the_same_draft_twice() -> None:
    """Fresh secrets under one nonce would be two answers to one question; no honest host asks twice."""
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    guest.receive(frame(draft))
    guest.take()
    host_fault(guest, frame(draft), "draft")
    assert guest.take().journal == []


def test_another_draft_with_the_nonce_of_the_first() -> None:
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    guest.receive(frame(draft))
    guest.take()
    seats = tuple(
        LobbySeat(number, seat.key, seat.name, seat.bot, seat.wish, True)
        for number, seat in enumerate(draft.seats)
    )
    changed = (seats[0], msgspec.structs.replace(seats[1], name=b"Eve"))
    guest.receive(frame(Lobby(changed, 2)))
    again = msgspec.structs.replace(
        draft, seats=(draft.seats[0], msgspec.structs.replace(draft.seats[1], name=b"Eve"))
    )
    host_fault(guest, frame(again), "draft")


def test_a_second_draft_gets_secrets_of_its_own() -> None:
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    guest.receive(frame(draft))
    first = guest.take()
    guest.receive(frame(msgspec.structs.replace(draft, draft_nonce=b"d" * 32)))
    second = guest.take()
    keeps = [first.journal[0], second.journal[0]]
    assert all(isinstance(keep, KeepSecrets) for keep in keeps)
    commits = [open_envelope(effects.send[0][1][1:]).payload for effects in (first, second)]
    assert all(isinstance(commit, Commit) for commit in commits)
    values = [
        value
        for commit in commits
        if isinstance(commit, Commit)
        for value in (commit.nonce, commit.secret_commitment, commit.chain_end)
    ]
    assert len(set(values)) == 6
    assert len({keep.secrets for keep in keeps if isinstance(keep, KeepSecrets)}) == 2


def test_a_draft_that_an_earlier_process_has_answered_is_not_answered_again() -> None:
    """Somebody on the line has played it back; there is one pair of secrets for a nonce."""
    meeting, guest = at_stage(Stage.DRAFT)
    draft = draft_for(meeting)
    known = Secrets(bytes(32), bytes(32))
    guest._remember = lambda match, nonce: (
        known if (match, nonce) == (draft.match_id, draft.draft_nonce) else None
    )
    with pytest.raises(RemoteProtocolError) as caught:
        guest.receive(frame(draft))
    assert (caught.value.code, caught.value.culprit) == ("draft", Culprit.HOST)
    assert guest.take().journal == []


@pytest.mark.parametrize("field", ["nonce", "secret_commitment", "chain_end"])
@pytest.mark.parametrize("seat", [0])
def test_a_record_with_another_commitment_of_ones_own(field: str, seat: int) -> None:
    meeting, guest = at_stage(Stage.RECORD)
    record = next_for(meeting, TableRecord)
    assert isinstance(record, TableRecord)
    seats = list(record.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **{field: b"z" * 32})
    host_fault(guest, frame(msgspec.structs.replace(record, seats=tuple(seats))), "record")
    assert sent(guest) == []


def test_a_record_of_another_draft() -> None:
    meeting, guest = at_stage(Stage.RECORD)
    record = next_for(meeting, TableRecord)
    assert isinstance(record, TableRecord)
    for changed in ({"draft_nonce": bytes(32)}, {"match_id": b"z" * 16}, {"options": ()}):
        host_fault(guest, frame(msgspec.structs.replace(record, **changed)), "record")
    host_fault(guest, frame(msgspec.structs.replace(record, seats=record.seats[:1])), "record")
    guest.receive(frame(record))
    assert [type(payload) for payload in sent(guest)] == [Sign]


@pytest.mark.parametrize("code", ["signature", "table"])
def test_a_start_without_everybodys_signature(code: str) -> None:
    meeting, guest = at_stage(Stage.START)
    start = next_for(meeting, Start)
    assert isinstance(start, Start)
    wrong = (start.signatures[0],) * 2 if code == "signature" else start.signatures[:1]
    host_fault(guest, frame(Start(wrong)), code)
    effects = guest.take()
    assert effects.journal == []
    assert guest.table is None
    guest.receive(frame(start))
    assert guest.table is not None


def test_a_lobby_after_the_signature_takes_everything_back() -> None:
    meeting, guest = at_stage(Stage.START)
    start = next_for(meeting, Start)
    guest.receive(frame(Lobby((LobbySeat(1, PEOPLE[0].public, b"Peer 0", False, "", True),), 2)))
    assert guest.number == 1
    host_fault(guest, frame(start), "out-of-order")


def test_rules_that_cannot_be_played_are_refused_at_the_start() -> None:
    meeting = Meeting()

    def refuse(record: TableRecord) -> ToyRules:
        raise Refused("rules", "These options cannot be.")

    meeting.join(0, new_guest(0, start=refuse))
    meeting.join(1, new_guest(1))
    meeting.run()
    assert meeting.errors[0].code == "rules"


# Play


def test_entries_are_kept_and_answered() -> None:
    meeting, guest = at_stage(Stage.ENTRIES)
    meeting.run()
    table = guest.table
    assert table is not None
    assert table.log.length > 8
    kept = [keep.entry for keep in meeting.kept[0] if isinstance(keep, KeepEntry)]
    assert kept == list(table.log.entries)
    own = [keep for keep in meeting.kept[0] if isinstance(keep, KeepOwn)]
    assert [keep.number for keep in own] == list(range(1, len(own) + 1))
    assert {keep.key for keep in own} == {PEOPLE[0].public}


def test_a_turn_is_signed_only_when_it_is_due() -> None:
    meeting, guest = at_stage(Stage.START)
    with pytest.raises(LocalProtocolError):
        guest.play([], [])
    meeting.run()
    with pytest.raises(LocalProtocolError):
        meeting.guests[1].play([], [])
    guest.play([], [])
    assert any(isinstance(keep, KeepOwn) and keep.words == ("turn:1",) for keep in guest.take().journal)
    with pytest.raises(LocalProtocolError):
        guest.play([], [])


@pytest.mark.parametrize("stage", [Stage.CHALLENGE, Stage.WELCOME, Stage.CLOSED])
def test_nobody_chats_before_being_let_in_or_after_leaving(stage: Stage) -> None:
    _, guest = at_stage(stage)
    with pytest.raises(LocalProtocolError):
        guest.say("hello")


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.ENTRIES])
def test_chat_comes_with_its_authors_key_and_belongs_to_the_table(stage: Stage) -> None:
    _, guest = at_stage(stage)
    guest.take()
    own = guest.table.table_id if guest.table is not None else bytes(32)
    other = b"t" * 32
    guest.receive(frame(Chat("hello"), by=PEOPLE[1], table=own))
    guest.receive(frame(Chat("from elsewhere"), by=PEOPLE[1], table=other))
    events = guest.take().events
    assert events == [Said(PEOPLE[1].public, "hello")]


def test_a_break_off_ends_the_machine() -> None:
    _, guest = at_stage(Stage.ENTRIES)
    guest.take()
    assert guest.table is not None
    guest.receive(frame(Broken(1, "absent", "gone"), table=guest.table.table_id))
    assert guest.take().events == [BrokeOff(1, "absent", "gone")]
    guest.receive(FIRST_ENTRY)
    assert guest.take().events == []


def test_a_line_that_is_too_long_is_our_own_fault_and_is_not_sent() -> None:
    _, guest = at_stage(Stage.ENTRIES)
    guest.take()
    with pytest.raises(LocalProtocolError):
        guest.say("x" * 501)
    assert guest.take().send == []


# Coming back


def played() -> tuple[Meeting, Guest]:
    """Sealed and dealt, guest 0 is to move."""
    meeting, guest = at_stage(Stage.ENTRIES)
    meeting.run()
    assert guest.seat is not None
    assert guest.seat.ready
    return meeting, guest


def come_back(meeting: Meeting, remains: Resumed | None) -> Guest:
    """Guest 0 is gone and comes again at connection 5."""
    meeting.hub.disconnected(0, 0.0)
    meeting.hub.take()
    guest = meeting.join(5, new_guest(0, recall=lambda match: remains))
    meeting.run()
    return guest


def test_who_comes_back_goes_on_where_it_was() -> None:
    meeting, old = played()
    guest = come_back(meeting, old.remains())
    assert meeting.errors == {}
    assert guest.table is old.table
    kinds = [type(open_envelope(data[1:]).payload) for data in meeting.sent[5]]
    assert kinds == [Hello, Proof, Resume]
    guest.play([], [])
    meeting.flush(5)
    meeting.run()
    assert meeting.guests[1].table is not None
    assert meeting.guests[1].table.turn_number == 2


def test_entries_of_the_meantime_are_made_up_for() -> None:
    meeting, old = at_stage(Stage.ENTRIES)
    remains = old.remains()
    assert remains is not None
    meeting.guests.pop(0)  # whatever the hub sends it is lost
    meeting.queue = type(meeting.queue)(item for item in meeting.queue if item[1] != 0 or item[0] == "up")
    meeting.run()
    guest = come_back(meeting, remains)
    assert meeting.hub.log is not None
    assert guest.table is not None
    assert guest.table.log.head() == meeting.hub.log.head()
    assert guest.seat is not None
    assert guest.seat.ready


def test_what_was_signed_and_lost_is_sent_again_byte_for_byte() -> None:
    meeting, old = played()
    old.play([], [])
    (signed,) = [data for _, data in old.take().send]
    guest = come_back(meeting, old.remains())
    assert meeting.sent[5].count(signed) == 1
    assert guest.table is not None
    assert guest.table.turn_number == 2


def test_a_match_that_this_profile_knows_nothing_of() -> None:
    meeting, _ = played()
    come_back(meeting, None)
    assert isinstance(meeting.errors[5], Refused)
    assert meeting.errors[5].code == "running"


@pytest.mark.parametrize("seat", [-1, 1, 7])
def test_a_host_that_gives_somebody_who_comes_back_another_seat(seat: int) -> None:
    """It would make the guest number its envelopes by another seat's, or crash."""
    meeting, old = played()
    remains = old.remains()
    meeting.hub.disconnected(0, 0.0)
    meeting.hub.take()
    guest = meeting.join(5, new_guest(0, recall=lambda match: remains))
    welcome = None
    while welcome is None:
        for item in list(meeting.queue):
            if item[0] == "down" and item[1] == 5:
                payload = open_envelope(item[2][1:]).payload
                if isinstance(payload, Welcome):
                    welcome = payload
                    meeting.queue.remove(item)
        if welcome is None:
            meeting.step()
    guest.take()
    host_fault(guest, frame(msgspec.structs.replace(welcome, seat=seat)))
    assert sent(guest) == []


def test_a_match_of_another_host() -> None:
    meeting, old = played()
    assert old.table is not None
    assert old.seat is not None
    record = msgspec.structs.replace(old.table.record, host_key=ELSEWHERE.public)
    table = Table(record, ToyRules())
    assert meeting.errors == {}
    come_back(meeting, Resumed(table, Seat(table, 0, old.seat.secrets), {}))
    error = meeting.errors[5]
    assert isinstance(error, RemoteProtocolError)
    assert (error.code, error.culprit) == ("foreign-key", Culprit.HOST)


def test_nothing_remains_of_a_match_that_has_not_begun() -> None:
    for stage in (Stage.CHALLENGE, Stage.DRAFT, Stage.START):
        _, guest = at_stage(stage)
        assert guest.remains() is None


def test_a_known_entry_again_is_harmless_and_another_one_proves_the_fork() -> None:
    meeting, guest = played()
    assert guest.table is not None
    assert meeting.hub.log is not None
    log = guest.table.log
    guest.receive(entry_frame(log.entries[2]))
    assert guest.take().journal == []
    # The host signs another envelope for an index that it has used.
    copy = type(meeting.hub.log)(log.table_id, log.host_key, log.seats)
    for entry in log.entries[:2]:
        copy.append(entry)
    other = copy.order(HOST, log.entries[4].envelope)
    error = host_fault(guest, entry_frame(other), "fork")
    assert error.evidence


def test_an_error_of_the_protocol_is_what_it_says() -> None:
    """`ProtocolError` is what the shell catches: everything that a host can provoke is one."""
    assert issubclass(RemoteProtocolError, ProtocolError)
    assert issubclass(Refused, ProtocolError)
    assert not issubclass(RemoteProtocolError, LocalProtocolError)
