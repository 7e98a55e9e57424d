"""What somebody can do with files: an own journal wound back, a record with words in it that steer a terminal."""

from __future__ import annotations

import io
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from gefaehrten.cli import exits
from gefaehrten.cli.commands import verify as command
from gefaehrten.cli.main import main
from gefaehrten.session.replicas import match_of
from gefaehrten.session.verify import verify
from protocol import limits
from protocol.canonical import Plain
from protocol.errors import LinkClosed, ProtocolError, Refused
from protocol.identity import Identity
from protocol.log import Entry
from protocol.machine.comeback import Own, Resumed
from protocol.machine.effects import KeepEntry, KeepOwn, KeepRecord, TurnedAway
from protocol.machine.guest import Applicant, Guest
from protocol.machine.seat import Seat
from protocol.machine.table import Table
from protocol.wire.envelope import seal
from protocol.wire.frame import envelope_frame
from protocol.wire.messages import Challenge, Refuse
from tests.interop.forging import Forge
from tests.interop.tampering import ENVELOPE, FILE, field
from tests.machines import Peer, TableBench, offer

EVIL = "\x1b]0;x\x07\x1b[2J\x9b5n\u202e\u200b"
"""Sets a title, rings, clears, asks the terminal to type for itself, turns round, hides."""


@pytest.fixture(autouse=True)
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("GEFAEHRTEN_HOME", str(tmp_path / "profile"))
    monkeypatch.setenv("LANGUAGE", "en")


def steers(text: str) -> list[str]:
    """What in a text is no sign to be seen."""
    return [
        sign for sign in text if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn")
    ]


@pytest.fixture(scope="module")
def match() -> Forge:
    bench = TableBench(offer(2), seed="owner")
    bench.run()
    return Forge.of(bench)


# Words in a record


def an_option(table: list[Plain]) -> None:
    options = table[3]
    assert isinstance(options, list)
    options.append([f"table.{EVIL}", EVIL])


WORDS: dict[str, Callable[[list[Plain]], object]] = {
    "game": field(1, value=EVIL),
    "option": field(3, 0, 1, value=EVIL),
    "option of the table": an_option,
    "wish": field(7, 0, 3, value=EVIL),
    "name": field(7, 0, 1, value=EVIL.encode()),
}


@pytest.mark.slow
@pytest.mark.parametrize("where", WORDS)
@pytest.mark.parametrize("how", [["verify"], ["verify", "--json"], ["replay"]])
def test_no_word_in_a_record_steers_a_terminal(
    where: str, how: list[str], match: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge = match.copy()
    WORDS[where](forge.table)
    file = tmp_path / "record"
    file.write_bytes(forge.build())
    main([*how, str(file)])
    captured = capsys.readouterr()
    assert captured.out + captured.err
    assert steers(captured.out + captured.err) == []


@pytest.mark.parametrize(
    "error",
    [
        Refused("rules", "The host plays “{game}” by other rules.", game=EVIL),
        LinkClosed("closed", "The host says: {text}", text=EVIL),
        ProtocolError("any", "{text}\n{text}", text=EVIL),
    ],
)
def test_no_word_in_an_error_steers_a_terminal(
    error: ProtocolError, capsys: pytest.CaptureFixture[str]
) -> None:
    exits.report(error, as_json=False, profile=None)
    assert steers(capsys.readouterr().err) == []


def test_what_a_host_calls_its_game_and_its_reasons_comes_clean(capsys: pytest.CaptureFixture[str]) -> None:
    """The first thing that a stranger's address can make a program show, before any code is proved."""
    for payload in (
        Challenge(1, bytes(32), EVIL, bytes(32), (), bytes(16)),
        Refuse(EVIL, EVIL),
    ):
        bench = TableBench(offer(2), seed="words", guests=1)
        with pytest.raises(Refused) as caught:
            bench.peers[0].guest.receive(envelope_frame(seal(bench.hub._identity, payload)))
        exits.report(caught.value, as_json=True, profile=None)
        captured = capsys.readouterr()
        assert captured.err
        assert steers(captured.out + captured.err) == []


def test_no_more_of_a_file_is_read_than_a_record_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RECORD", 1_000)
    file = tmp_path / "huge"
    with file.open("wb") as stream:
        stream.truncate(2**33)
    assert len(command.read(file)) == 1_001
    assert not verify(command.read(file)).valid


# What a changed file says of the host

UNSIGNED = ("file: a bit of a term", "file: a bit of an order signature", "file: two entries change places")


@pytest.mark.parametrize("name", UNSIGNED)
def test_a_file_that_was_changed_says_nothing_against_the_host(name: str, match: Forge) -> None:
    report = verify(FILE[name](match.copy()))
    assert not report.valid
    (fault,) = report.faults
    assert "The host has not signed this here" in str(fault.what)


def test_what_the_host_has_signed_and_must_not_have_is_said_as_it_is(match: Forge) -> None:
    report = verify(ENVELOPE["envelope: number too large"](match.copy()))
    assert not report.valid
    assert report.faults[0].code == "number"
    assert "The host has not signed this here" not in str(report.faults[0].what)


# An own journal wound back


def journal(peer: Peer) -> list[Entry]:
    return [keep.entry for keep in peer.kept if isinstance(keep, KeepEntry)]


def wound_back(peer: Peer, entries: int) -> Resumed:
    """A journal that somebody has cut off: it does not know what was signed since."""
    begun = next(keep for keep in peer.kept if isinstance(keep, KeepRecord))
    table = Table(begun.record, match_of(begun.record))
    for entry in journal(peer)[:entries]:
        table.receive(entry)
    number = peer.guest.number
    known = [
        keep
        for keep in peer.kept
        if isinstance(keep, KeepOwn) and keep.number < table.log.next_number(number)
    ]
    seat = Seat(table, number, peer.secrets, [word for keep in known for word in keep.words])
    seat.look()
    return Resumed(table, seat, {keep.number: Own(keep.data, keep.words) for keep in known})


@pytest.mark.slow
@pytest.mark.parametrize("back", [1, 4, 30])
def test_who_winds_the_own_journal_back_signs_twice_for_nothing(back: int) -> None:
    """The log keeps what it has; the second version of a number is its sender's fault, and reaches nobody."""
    bench = TableBench(offer(3), seed="wound back")
    bench.run(turns=6)
    old = bench.peers[1]
    bench.hub.disconnected(1, bench.now)
    bench._flush_hub()
    old.error = ProtocolError("gone", "gone")
    resumed = wound_back(old, old.table.log.length - back)
    length, head = bench.peers[0].table.log.length, bench.peers[0].table.log.head()

    def again(identity: Identity, number: int, applicant: Applicant) -> Guest:
        return bench.make_guest(old.identity, number, applicant, recall=lambda match: resumed)

    new = bench.join(again)
    bench.run(turns=0)
    log = bench.peers[0].table.log
    assert log.head(length) == head
    before = {keep.number: keep.data for keep in old.kept if isinstance(keep, KeepOwn)}
    signed = [keep for keep in new.kept if isinstance(keep, KeepOwn)]
    twice = [keep.data for keep in signed if before.get(keep.number, keep.data) != keep.data]
    if twice:
        away = [event for event in bench.events if isinstance(event, TurnedAway)]
        assert [(event.seat, event.code) for event in away] == [(1, "number")]
        assert not any(map(log.logged, twice))
    bench.give_up(*([1] if twice else []))
    for peer in (bench.peers[0], bench.peers[2]):
        assert peer.error is None
        assert peer.table.faults == []
