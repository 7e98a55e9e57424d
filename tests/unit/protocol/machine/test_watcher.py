"""A watcher's end of the connection: it checks what it sees as a seat does, and what is wrong is the host's fault."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.canonical import ZERO
from protocol.errors import Culprit, ProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine import introduction
from protocol.machine.effects import (
    Advanced,
    Began,
    BrokeOff,
    Joined,
    KeepEntry,
    KeepRecord,
    LobbyChanged,
    Said,
)
from protocol.machine.introduction import Applicant
from protocol.machine.table import Table
from protocol.machine.watcher import Stage, Watcher
from protocol.table import TableRecord
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.frame import entry_frame, envelope_frame, parse_frame
from protocol.wire.messages import (
    Broken,
    Bye,
    Chat,
    Hello,
    Kind,
    Payload,
    Proof,
    Refuse,
    Resume,
    Role,
    Start,
    Welcome,
)
from tests.machines import CODE, WATCH_CODE, Entropy
from tests.unit.protocol import samples
from tests.unit.protocol.machine.meeting import HOST, PEOPLE, RULES_HASH, Meeting, new_guest
from tests.unit.protocol.machine.toy import ToyRules

EYE = Identity(b"e" * 32)
NUMBER = 7
OPEN_STAGES = tuple(stage for stage in Stage if stage is not Stage.CLOSED)
FIRST_ENTRY = entry_frame(Entry(1, 1, bytes(64), b"x" * 200))


def new_watcher(
    *,
    code: str = WATCH_CODE,
    identity: Identity = EYE,
    recall: Callable[[bytes], Table | None] = lambda match: None,
    known: bytes = RULES_HASH,
    after: bytes = b"",
) -> Watcher:
    return Watcher(
        identity,
        Applicant(b"Eye", code, after=after),
        known={"toy": known},
        start=lambda record: ToyRules(),
        nonce=Entropy("watcher")(32),
        recall=recall,
    )


def at_stage(stage: Stage) -> tuple[Meeting, Watcher]:
    """A meeting with a watcher that has just come to a stage."""
    meeting = Meeting()
    late = stage in (Stage.RECORD, Stage.START)
    if late:
        seat_all(meeting)
        meeting.run()
    watcher = meeting.look(NUMBER, new_watcher())
    if stage is Stage.LOBBY:
        meeting.run()
    elif not late:
        seat_all(meeting)
    meeting.run(lambda: watcher._stage is stage)
    assert watcher._stage is stage
    return meeting, watcher


def seat_all(meeting: Meeting) -> None:
    for number in (0, 1):
        meeting.join(number, new_guest(number))


def watched(*, late: bool) -> tuple[Meeting, Watcher]:
    """A meeting that a watcher has seen from its lobby on, or came to once it ran."""
    meeting = Meeting()
    watcher = new_watcher()
    if not late:
        meeting.look(NUMBER, watcher)
    seat_all(meeting)
    meeting.run()
    if late:
        meeting.look(NUMBER, watcher)
        meeting.run()
    assert meeting.errors == {}
    return meeting, watcher


def frame(payload: Payload, by: Identity = HOST, table: bytes | None = None) -> bytes:
    kind = next(kind for kind, sample in samples.PAYLOADS.items() if type(sample) is type(payload))
    if kind >= Kind.SEAL:
        return envelope_frame(
            seal(by, payload, table=table or bytes([1]) * 32, number=0 if kind is Kind.TERM else 1)
        )
    return envelope_frame(seal(by, payload, table=table or ZERO))


def host_fault(watcher: Watcher, data: bytes, code: str) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        watcher.receive(data)
    assert (caught.value.culprit, caught.value.code) == (Culprit.HOST, code)
    assert str(caught.value)


def payloads(frames: Iterable[bytes]) -> list[Payload]:
    contents = [parse_frame(data) for data in frames]
    return [open_envelope(content).payload for content in contents if isinstance(content, bytes)]


def waiting_for(meeting: Meeting, kind: type[Payload]) -> Payload:
    """The next message of a kind that is on its way to the watcher."""
    while True:
        for way, number, data in meeting.queue:
            if way == "down" and number == NUMBER:
                content = parse_frame(data)
                found = open_envelope(content).payload if isinstance(content, bytes) else None
                if isinstance(found, kind):
                    return found
        meeting.step()


# The way in


@pytest.mark.parametrize("late", [False, True])
def test_the_way_in_step_by_step(late: bool) -> None:
    meeting, watcher = watched(late=late)
    sent = payloads(meeting.sent[NUMBER])
    assert [type(payload) for payload in sent] == [Hello, Proof, *([Resume] if late else [])]
    assert isinstance(sent[0], Hello)
    assert sent[0].role is Role.WATCHER
    kinds = [type(event) for event in meeting.events[NUMBER]]
    assert kinds[0] is Joined
    assert (LobbyChanged in kinds) is not late
    assert kinds.count(Began) == 1
    seat = meeting.guests[0].table
    assert seat is not None
    assert watcher.table is not None
    assert watcher.table.log.head() == seat.log.head()
    assert watcher.table.log.length == kinds.count(Advanced) == seat.log.length > 0
    assert watcher.game == "toy"
    joined = meeting.events[NUMBER][0]
    assert joined == Joined(bytes(range(16)), -1, late)


@pytest.mark.parametrize("late", [False, True])
def test_record_and_entries_are_kept_and_nothing_else(late: bool) -> None:
    meeting, watcher = watched(late=late)
    first, *rest = meeting.kept[NUMBER]
    assert isinstance(first, KeepRecord)
    assert [keep.entry for keep in rest if isinstance(keep, KeepEntry)] == list(watcher.table.log.entries)  # type: ignore[union-attr]
    assert all(isinstance(keep, KeepEntry) for keep in rest)


def test_a_watcher_sees_the_lobby_that_is_there_already() -> None:
    meeting = Meeting()
    meeting.join(0, new_guest(0))
    meeting.run()
    meeting.look(NUMBER, new_watcher())
    meeting.run()
    (shown,) = [event for event in meeting.events[NUMBER] if isinstance(event, LobbyChanged)]
    assert [(view.seat, view.key) for view in shown.seats] == [(0, PEOPLE[0].public)]
    assert shown.size == 2


@pytest.mark.parametrize("code", [CODE, "ZZZZZZZZZZZZZZZZ"])
def test_only_the_code_for_watching_lets_one_watch(code: str) -> None:
    meeting = Meeting()
    meeting.look(NUMBER, new_watcher(code=code))
    meeting.run()
    error = meeting.errors[NUMBER]
    assert isinstance(error, Refused)
    assert error.code == "code"
    assert error.template == introduction.WATCHING["code"]
    assert len(meeting.hub.gallery) == 0


def test_the_code_for_watching_gives_no_seat() -> None:
    meeting = Meeting()
    guest = new_guest(0)
    guest._introduction._code = WATCH_CODE
    meeting.join(0, guest)
    meeting.run()
    error = meeting.errors[0]
    assert isinstance(error, Refused)
    assert error.code == "code"
    assert meeting.hub.lobby.free == 2


def test_a_host_that_does_not_know_the_code() -> None:
    _meeting, watcher = at_stage(Stage.WELCOME)
    with pytest.raises(Refused) as caught:
        watcher.receive(frame(Welcome(b"m" * 32, -1, False)))
    assert caught.value.code == "code"


def test_a_host_that_seats_a_watcher() -> None:
    _, watcher = at_stage(Stage.WELCOME)
    host_fault(watcher, frame(Welcome(b"m" * 32, 0, False)), "out-of-order")


def test_rules_that_this_program_does_not_have() -> None:
    meeting = Meeting()
    meeting.look(NUMBER, new_watcher(known=b"o" * 32))
    meeting.run()
    error = meeting.errors[NUMBER]
    assert isinstance(error, Refused)
    assert error.code == "rules"


def test_a_host_that_still_shows_the_match_before() -> None:
    meeting = Meeting()
    meeting.look(NUMBER, new_watcher(after=bytes(range(16))))
    meeting.run()
    error = meeting.errors[NUMBER]
    assert isinstance(error, Refused)
    assert error.code == "over"


# Every message in every stage: what is expected, and nothing else ever


EXPECTED: dict[Stage, set[Kind]] = {
    Stage.CHALLENGE: {Kind.CHALLENGE},
    Stage.WELCOME: {Kind.WELCOME},
    Stage.LOBBY: {Kind.LOBBY, Kind.RECORD, Kind.CHAT},
    Stage.RECORD: {Kind.RECORD, Kind.CHAT},
    Stage.START: {Kind.START, Kind.CHAT},
    Stage.ENTRIES: {Kind.CHAT, Kind.AWAY, Kind.IDLE, Kind.BYE},
}
"""What has its place in a stage; REFUSE and BROKEN have it in all."""


@pytest.mark.parametrize("stage", OPEN_STAGES, ids=lambda stage: stage.name)
@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_a_message_in_the_wrong_stage_names_the_host(stage: Stage, kind: Kind) -> None:
    if kind in EXPECTED[stage] | {Kind.REFUSE, Kind.BROKEN}:
        return
    _, watcher = at_stage(stage)
    host_fault(watcher, frame(samples.PAYLOADS[kind]), "out-of-order")


@pytest.mark.parametrize("stage", [stage for stage in OPEN_STAGES if stage is not Stage.ENTRIES])
def test_an_entry_before_the_match_names_the_host(stage: Stage) -> None:
    _, watcher = at_stage(stage)
    host_fault(watcher, FIRST_ENTRY, "out-of-order")


@pytest.mark.parametrize("stage", [stage for stage in OPEN_STAGES if stage is not Stage.CHALLENGE])
@pytest.mark.parametrize("kind", [Kind.LOBBY, Kind.RECORD, Kind.START, Kind.BROKEN, Kind.REFUSE])
def test_after_the_challenge_nobody_else_speaks_for_the_host(stage: Stage, kind: Kind) -> None:
    _, watcher = at_stage(stage)
    host_fault(watcher, frame(samples.PAYLOADS[kind], by=PEOPLE[1]), "foreign-key")


@pytest.mark.parametrize("stage", OPEN_STAGES)
def test_a_refusal_ends_it_in_every_stage(stage: Stage) -> None:
    _, watcher = at_stage(stage)
    with pytest.raises(Refused) as caught:
        watcher.receive(frame(Refuse("full", "\x1b[2J")))
    assert caught.value.template == introduction.WATCHING["full"]
    watcher.receive(b"nothing is looked at any more")


@pytest.mark.parametrize("stage", OPEN_STAGES)
@given(data=st.binary(max_size=200))
def test_any_bytes_give_an_error_of_the_protocol(stage: Stage, data: bytes) -> None:
    watcher = fork(stage)
    with pytest.raises(ProtocolError) as caught:
        watcher.receive(data)
    assert str(caught.value)


@pytest.mark.parametrize("stage", OPEN_STAGES)
@given(kinds=st.lists(st.sampled_from(list(Kind)), min_size=1, max_size=6), ours=st.booleans())
def test_any_messages_in_any_order_give_an_event_or_an_error_of_the_protocol(
    stage: Stage, kinds: list[Kind], ours: bool
) -> None:
    watcher = fork(stage)
    table = None if watcher.table is None or not ours else watcher.table.table_id
    with contextlib.suppress(ProtocolError):
        for kind in kinds:
            watcher.receive(frame(samples.PAYLOADS[kind], table=table))


_watchers: dict[Stage, Watcher] = {}


def fork(stage: Stage) -> Watcher:
    """A watcher at a stage; a fresh one each time is too slow where many are needed, so the state is put back."""
    if stage not in _watchers:
        _watchers[stage] = at_stage(stage)[1]
    watcher = copy.copy(_watchers[stage])
    watcher.effects = type(watcher.effects)()
    watcher._introduction = copy.copy(watcher._introduction)
    return watcher


# A host that contradicts itself


CHANGES: list[Callable[[TableRecord], TableRecord]] = [
    lambda record: msgspec.structs.replace(record, game="other"),
    lambda record: msgspec.structs.replace(record, rules_hash=b"o" * 32),
    lambda record: msgspec.structs.replace(record, options=()),
    lambda record: msgspec.structs.replace(record, match_id=b"o" * 16),
    lambda record: msgspec.structs.replace(record, host_key=PEOPLE[0].public),
]
SEATS: list[Callable[[TableRecord], TableRecord]] = [
    lambda record: msgspec.structs.replace(record, seats=record.seats[:1]),
    lambda record: msgspec.structs.replace(record, seats=record.seats[::-1]),
    lambda record: msgspec.structs.replace(
        record, seats=(msgspec.structs.replace(record.seats[0], name=b"Eve"), record.seats[1])
    ),
    lambda record: msgspec.structs.replace(
        record, seats=(record.seats[0], msgspec.structs.replace(record.seats[1], bot=True))
    ),
    lambda record: msgspec.structs.replace(
        record, seats=(record.seats[0], msgspec.structs.replace(record.seats[1], key=EYE.public))
    ),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("stage", [Stage.LOBBY, Stage.RECORD])
def test_a_record_of_another_table(stage: Stage, change: Callable[[TableRecord], TableRecord]) -> None:
    meeting, watcher = at_stage(stage)
    if stage is Stage.LOBBY:
        seat_all(meeting)
    record = waiting_for(meeting, TableRecord)
    assert isinstance(record, TableRecord)
    host_fault(watcher, frame(change(record)), "record")


@pytest.mark.parametrize("change", SEATS)
def test_a_record_with_other_seats_than_were_shown(change: Callable[[TableRecord], TableRecord]) -> None:
    meeting, watcher = at_stage(Stage.LOBBY)
    seat_all(meeting)
    record = waiting_for(meeting, TableRecord)
    assert isinstance(record, TableRecord)
    host_fault(watcher, frame(change(record)), "record")


@pytest.mark.parametrize("change", ["missing", "order", "other"])
@pytest.mark.parametrize("late", [False, True])
def test_a_start_without_everybodys_signature(change: str, late: bool) -> None:
    meeting, watcher = at_stage(Stage.RECORD if late else Stage.LOBBY)
    if not late:
        seat_all(meeting)
    start = waiting_for(meeting, Start)
    assert isinstance(start, Start)
    meeting.run(lambda: watcher._stage is Stage.START)
    one, two = start.signatures
    wrong = {"missing": (one,), "order": (two, one), "other": (one, b"o" * 64)}[change]
    with pytest.raises(RemoteProtocolError) as caught:
        watcher.receive(frame(Start(wrong)))
    assert caught.value.culprit is Culprit.HOST
    assert caught.value.code == ("table" if change == "missing" else "signature")
    assert watcher.table is None
    assert watcher.take().journal == []


def test_an_entry_that_the_host_must_not_have_logged() -> None:
    _meeting, watcher = watched(late=False)
    assert watcher.table is not None
    log = watcher.table.log
    entry = log.entries[-1]
    lie = Entry(log.length + 1, 1, entry.signature, entry.envelope)
    with pytest.raises(RemoteProtocolError) as caught:
        watcher.receive(entry_frame(lie))
    assert caught.value.culprit is Culprit.HOST
    assert log.length == len(log.entries) == entry.index


def test_a_known_entry_again_is_harmless_and_another_one_proves_the_fork() -> None:
    _meeting, watcher = watched(late=True)
    assert watcher.table is not None
    log = watcher.table.log
    first, second = log.entries[0], log.entries[1]
    watcher.take()
    watcher.receive(entry_frame(second))
    assert watcher.take().events == []
    head = log.head(0)
    from protocol.forks import order_bytes
    from protocol.log import next_head

    other = second.envelope
    signature = HOST.sign("order", order_bytes(log.table_id, 1, 1, next_head(head, other)))
    with pytest.raises(RemoteProtocolError) as caught:
        watcher.receive(entry_frame(Entry(1, 1, signature, other)))
    assert caught.value.culprit is Culprit.HOST
    assert len(caught.value.evidence) > 1
    assert log.entries[0] == first


# Talk and the end


def test_chat_comes_with_its_authors_key_and_belongs_to_the_table() -> None:
    meeting, watcher = watched(late=False)
    assert watcher.table is not None
    meeting.guests[0].say("hello")
    meeting.flush(0)
    meeting.run()
    assert meeting.events[NUMBER][-1] == Said(PEOPLE[0].public, "hello")
    watcher.receive(frame(Chat("again"), by=PEOPLE[0], table=b"o" * 32))
    assert watcher.take().events == []


@pytest.mark.parametrize("stage", [Stage.CHALLENGE, Stage.WELCOME])
def test_nobody_talks_to_who_has_not_been_let_in(stage: Stage) -> None:
    _, watcher = at_stage(stage)
    host_fault(watcher, frame(Chat("psst"), by=PEOPLE[0]), "out-of-order")


def test_a_break_off_ends_the_machine() -> None:
    meeting, watcher = watched(late=False)
    meeting.hub.break_off(1, "left", "A seat left.")
    meeting.queue.clear()
    meeting.queue.append(("up", 0, b""))
    meeting.run()
    assert meeting.events[NUMBER][-1] == BrokeOff(1, "left", "A seat left.")
    watcher.receive(b"nothing is looked at any more")
    assert watcher.take().events == []


def test_who_comes_after_a_break_off_is_told_of_it() -> None:
    meeting = Meeting()
    seat_all(meeting)
    meeting.run()
    meeting.hub.break_off(-1, "absent", "Gone.")
    meeting.hub.take()
    watcher = meeting.look(NUMBER, new_watcher())
    meeting.run()
    assert meeting.errors == {}
    assert watcher.table is not None
    assert watcher.table.log.length == meeting.guests[0].table.log.length  # type: ignore[union-attr]
    assert meeting.events[NUMBER][-1] == BrokeOff(-1, "absent", "Gone.")


def test_a_break_off_of_another_table_is_played_back_by_somebody() -> None:
    _, watcher = watched(late=False)
    watcher.take()
    watcher.receive(frame(Broken(-1, "absent", "x"), table=b"o" * 32))
    assert watcher.take().events == []


def test_leaving_says_good_bye() -> None:
    _meeting, watcher = watched(late=False)
    watcher.leave()
    assert [type(payload) for payload in payloads(data for _, data in watcher.take().send)] == [Bye]


# Coming back


def test_who_comes_back_gets_only_what_it_has_missed() -> None:
    meeting, watcher = watched(late=False)
    table = watcher.table
    assert table is not None
    have = 3
    known = Table(table.record, ToyRules())
    for entry in table.log.entries[:have]:
        known.receive(entry)
    asked: list[bytes] = []

    def recall(match: bytes) -> Table:
        asked.append(match)
        return known

    again = meeting.look(8, new_watcher(recall=recall))
    meeting.run()
    assert meeting.errors == {}
    assert asked == [bytes(range(16))]
    assert payloads(meeting.sent[8])[-1] == Resume(have, table.log.head(have), (), 0)
    assert again.table is known
    assert known.log.head() == table.log.head()
    kept = [keep.entry.index for keep in meeting.kept[8] if isinstance(keep, KeepEntry)]
    assert kept == list(range(have + 1, table.log.length + 1))
    assert not any(isinstance(keep, KeepRecord) for keep in meeting.kept[8])
    assert meeting.closed == [NUMBER], "the earlier connection of the same watcher"


def test_a_log_that_is_not_the_hosts() -> None:
    meeting, watcher = watched(late=False)
    table = watcher.table
    assert table is not None
    table.log._heads[-1] = b"x" * 32
    meeting.look(8, new_watcher(recall=lambda match: table))
    meeting.run()
    error = meeting.errors[8]
    assert isinstance(error, Refused)
    assert error.code == "fork"


def test_a_match_of_another_host() -> None:
    meeting, watcher = watched(late=False)
    table = watcher.table
    assert table is not None
    table.record = msgspec.structs.replace(table.record, host_key=PEOPLE[0].public)
    meeting.look(8, new_watcher(recall=lambda match: table))
    meeting.run()
    error = meeting.errors[8]
    assert isinstance(error, RemoteProtocolError)
    assert (error.culprit, error.code) == (Culprit.HOST, "record")
