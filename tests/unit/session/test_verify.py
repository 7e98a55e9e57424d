"""What a record shows: whatever is dropped, doubled, swapped or edited in it is found, and who is to blame."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import msgspec
import pytest

from gefaehrten.session.restore import table_of
from gefaehrten.session.verify import Report, verify, verify_two
from protocol.canonical import canonical
from protocol.errors import LocalProtocolError
from protocol.identity import Identity
from protocol.log import Entry, Log, next_head
from protocol.machine.guest import Guest
from protocol.record import RecordFile
from protocol.table import OptionValue
from protocol.wire.envelope import open_envelope, seal
from protocol.wire.messages import Kind, Opening, Payload, Verdict
from tests.machines import Entropy, LyingGuest, TableBench, offer
from tests.unit.session.toy_bench import bench, first_card, record

pytestmark = pytest.mark.usefixtures("toy")


def report_of(file: RecordFile) -> Report:
    return verify(file.to_bytes())


def renumbered(file: RecordFile, entries: list[Entry]) -> RecordFile:
    """With these entries, numbered anew: what somebody writes who edits a record and its hash."""
    return RecordFile(
        file.table, file.signatures, tuple(replace(entry, index=i) for i, entry in enumerate(entries, 1))
    )


def test_an_honest_record_is_proven() -> None:
    report = report_of(record())
    assert (report.valid, report.honest, report.proven, report.finished) == (True, True, True, True)
    assert report.holds
    assert report.faults == ()
    assert report.table is not None
    ending = report.table.ending
    assert ending is not None
    assert (report.entries, report.head) == (ending.entry, ending.head.hex())
    assert report.scores == tuple(report.table.rules.scores())
    best = max(report.scores)
    assert report.winners == tuple(seat for seat in (0, 1) if report.scores[seat] == best)


def test_json_has_the_promised_keys() -> None:
    json = report_of(record()).json()
    promised = {"valid", "honest", "proven", "faults", "entries", "head", "scores"}
    assert promised <= set(json)
    assert (json["valid"], json["faults"]) == (True, [])


def test_the_end_of_play_is_not_the_end_of_the_log() -> None:
    report = report_of(record())
    assert report.entries < len(record().entries)


@pytest.mark.parametrize("kept", ["nothing", "sealing", "half", "all but the openings", "all but a verdict"])
def test_a_truncated_record_is_valid_and_proves_less(kept: str) -> None:
    file = record()
    whole = report_of(file)
    length = len(file.entries)
    count = {
        "nothing": 0,
        "sealing": 4,
        "half": length // 2,
        "all but the openings": whole.entries,
        "all but a verdict": length - 1,
    }[kept]
    report = report_of(RecordFile(file.table, file.signatures, file.entries[:count]))
    assert report.holds
    assert report.proven is (kept == "all but a verdict")
    assert report.finished is (count >= whole.entries)
    assert report.entries == min(count, whole.entries)
    if not report.finished:
        assert report.winners == ()


def test_every_entry_that_is_missing_is_missed() -> None:
    file = record()
    for index in range(len(file.entries) - 1):
        entries = [*file.entries[:index], *file.entries[index + 1 :]]
        report = report_of(renumbered(file, entries))
        assert not report.valid, index
        assert (report.faults[0].entry, report.faults[0].seat) == (index + 1, -1)


def test_every_entry_that_stands_twice_is_found() -> None:
    file = record()
    for index in range(len(file.entries)):
        entries = [*file.entries[: index + 1], *file.entries[index:]]
        report = report_of(renumbered(file, entries))
        assert not report.valid, index
        assert report.faults[0].entry == index + 2


def test_any_two_neighbours_that_are_swapped_are_found() -> None:
    file = record()
    for index in range(len(file.entries) - 1):
        entries = list(file.entries)
        entries[index], entries[index + 1] = entries[index + 1], entries[index]
        assert report_of(renumbered(file, entries)).faults[0].entry == index + 1


@pytest.mark.parametrize("part", ["signature", "author's signature", "body", "last byte", "term"])
def test_every_entry_that_is_edited_is_found(part: str) -> None:
    file = record()
    for index in range(0, len(file.entries), 3):
        entry = file.entries[index]
        at = {"author's signature": 10, "body": 130, "last byte": len(entry.envelope) - 1}.get(part, 0)
        flipped = bytearray(entry.envelope)
        flipped[at] ^= 1
        edited = {
            "signature": replace(entry, signature=bytes([entry.signature[0] ^ 1]) + entry.signature[1:]),
            "term": replace(entry, term=entry.term + 1),
        }.get(part, replace(entry, envelope=bytes(flipped)))
        entries = [*file.entries[:index], edited, *file.entries[index + 1 :]]
        report = report_of(renumbered(file, entries))
        assert not report.holds
        assert (report.faults[0].entry, report.faults[0].seat) == (index + 1, -1)


def test_a_flipped_bit_anywhere_breaks_the_file() -> None:
    data = record().to_bytes()
    for at in range(0, len(data), 97):
        report = verify(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        assert not report.valid
        assert report.table is None
        assert report.json()["entries"] == 0


@pytest.mark.parametrize("data", [b"", b"x", record.__doc__.encode() if record.__doc__ else b"text"])
def test_what_is_no_record(data: bytes) -> None:
    report = verify(data)
    assert not report.valid
    assert len(report.faults) == 1
    assert str(report.faults[0].what)


def test_truncated_and_extended_files() -> None:
    data = record().to_bytes()
    for other in (data[:-1], data[: len(data) // 2], data + b"\x00"):
        assert not verify(other).valid


def test_an_edited_table_record_with_a_new_hash_is_found_by_its_signatures() -> None:
    file = record()
    table = msgspec.structs.replace(file.table, match_id=bytes(16))
    report = report_of(RecordFile(table, file.signatures, file.entries))
    assert not report.valid
    assert (report.faults[0].code, report.faults[0].entry, report.table) == ("signature", 0, None)
    swapped = report_of(RecordFile(file.table, file.signatures[::-1], ()))
    assert (swapped.valid, swapped.faults[0].code) == (False, "signature")
    data = bytearray(file.to_bytes())
    data[200] ^= 1
    data[-32:] = hashlib.blake2b(bytes(data[:-32]), digest_size=32).digest()
    assert not verify(bytes(data)).valid


@pytest.mark.parametrize(
    "changed",
    [
        {"rules_hash": bytes(32)},
        {"game": "chess"},
        {"options": (OptionValue("colour", "none"),)},
        {"options": ()},
    ],
    ids=["other rules", "another game", "an unknown value", "an option is missing"],
)
def test_what_cannot_be_played_here_is_reported_and_not_judged(changed: dict[str, object]) -> None:
    host = Identity(b"h" * 32)
    file = record()
    people = [Identity(Entropy(f"toy/identity/{number}")(32)) for number in (0, 1)]
    table = msgspec.structs.replace(file.table, host_key=host.public, **changed)
    signatures = tuple(person.sign("table", table.table_id()) for person in people)
    report = report_of(RecordFile(table, signatures, ()))
    assert (report.valid, report.honest, report.table) == (False, False, None)
    (fault,) = report.faults
    assert (fault.entry, fault.seat, fault.code) == (0, -1, "rules")
    assert str(fault.what)
    one, two, fork = verify_two(RecordFile(table, signatures, ()).to_bytes(), file.to_bytes())
    assert (one.valid, two.valid, fork) == (False, True, None)


# Who is at fault


def lying(kind: type, **fields: object) -> TableBench:
    def twist(guest: Guest, payload: Payload) -> Payload:
        return msgspec.structs.replace(payload, **fields) if isinstance(payload, kind) else payload

    made = TableBench(offer(2, game="toy"), seed="liar", play=first_card, twists={1: twist})
    made.run()
    assert isinstance(made.peers[1].guest, LyingGuest)
    return made


def test_a_lie_in_the_openings_is_the_seats_and_voids_the_proof() -> None:
    report = report_of(lying(Opening, secret=b"x" * 32).record())
    assert report.valid
    assert not report.honest
    assert not report.proven
    assert report.finished
    assert report.winners == ()
    assert [(fault.seat, fault.code) for fault in report.faults] == [(1, "secret")]


def test_a_lie_in_the_verdict_is_the_seats() -> None:
    report = report_of(lying(Verdict, scores=(0, 99)).record())
    assert [(fault.seat, fault.code) for fault in report.faults] == [(1, "verdict")]
    assert not report.holds


def test_knowing_the_openings_beforehand_changes_no_judgement() -> None:
    for made in (
        record(),
        lying(Opening, secret=b"x" * 32).record(),
        lying(Opening, chain_seed=b"x" * 32).record(),
    ):
        slow = table_of(made)
        report = report_of(made)
        assert [(f.entry, f.seat, f.code) for f in report.faults] == [
            (f.entry, f.seat, f.code) for f in slow.faults
        ]
        assert report.scores == tuple(slow.rules.scores())


# Two records


def test_two_records_of_one_log() -> None:
    file = record()
    short = RecordFile(file.table, file.signatures, file.entries[:5])
    for a, b in ((file, file), (file, short), (short, file)):
        one, two, fork = verify_two(a.to_bytes(), b.to_bytes())
        assert fork is None
        assert one.valid
        assert two.valid


def test_two_records_of_two_tables() -> None:
    with pytest.raises(LocalProtocolError):
        verify_two(record().to_bytes(), record("another").to_bytes())


def test_a_broken_record_beside_a_good_one() -> None:
    one, two, fork = verify_two(b"nothing", record().to_bytes())
    assert (one.valid, two.valid, fork) == (False, True, None)


@pytest.mark.parametrize("at", [1, 5, 9])
def test_two_logs_of_one_host_prove_the_fork_at_its_entry(at: int) -> None:
    made = bench("fork")
    file = made.record()
    host, log = made.hub._identity, Log(file.table.table_id(), file.table.host_key, file.table.keys)
    for entry in file.entries[: at - 1]:
        log.append(entry)
    # Another envelope of the same author in its place: an honest author signs no second one, so the author colludes.
    old = open_envelope(file.entries[at - 1].envelope)
    seat = log.seat_of(old.author)
    data = seal(
        made.peers[seat].identity,
        Opening(b"f" * 32, b"f" * 32),
        table=log.table_id,
        number=old.number,
        ack_index=old.ack_index,
        ack_head=old.ack_head,
    )
    signed = canonical([log.table_id, 1, at, next_head(log.head(), data)])
    forked = Entry(at, 1, host.sign("order", signed), data)
    other = RecordFile(file.table, file.signatures, (*file.entries[: at - 1], forked))
    *_, fork = verify_two(file.to_bytes(), other.to_bytes())
    assert fork is not None
    assert (fork.entry, fork.seat, fork.code) == (at, -1, "fork")
    assert str(fork.what)


def test_the_record_holds_what_its_kinds_say() -> None:
    kinds = [open_envelope(entry.envelope).kind for entry in record().entries]
    assert kinds.count(Kind.OPENING) == kinds.count(Kind.VERDICT) == 2
    assert kinds.count(Kind.TURN) == 4
    assert kinds.count(Kind.SEAL) == 8
