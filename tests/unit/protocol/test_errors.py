from __future__ import annotations

import string

import pytest

from protocol.errors import (
    FAULTS,
    N_,
    REFUSALS,
    AddressError,
    Culprit,
    Fault,
    LinkClosed,
    LocalProtocolError,
    ProtocolError,
    RefusalCode,
    Refused,
    RemoteProtocolError,
)


def test_sentence_is_made_from_template_and_parameters() -> None:
    error = LocalProtocolError("index", "The log has no entry {index}.", index=7)
    assert str(error) == "The log has no entry 7."
    assert (error.code, error.params) == ("index", {"index": 7})


def test_sentence_in_the_readers_language() -> None:
    german = {"The log has no entry {index}.": "Das Protokoll hat keinen Eintrag {index}."}
    error = LocalProtocolError("index", "The log has no entry {index}.", index=7)
    assert error.say(german.__getitem__) == "Das Protokoll hat keinen Eintrag 7."


def test_braces_in_a_parameter_stay_what_they_are() -> None:
    assert str(ProtocolError("x", "“{typed}”", typed="{0} {index}")) == "“{0} {index}”"


def test_blame_is_in_the_type_and_carries_evidence() -> None:
    error = RemoteProtocolError("link", "Seat {number}", culprit="seat", seat=2, number=3, evidence=(b"e",))
    assert (error.culprit, error.seat, error.evidence) == (Culprit.SEAT, 2, (b"e",))
    moved = error.blame(Culprit.HOST, (b"f",))
    assert (moved.culprit, moved.code, str(moved), moved.evidence) == (
        Culprit.HOST,
        "link",
        "Seat 3",
        (b"f",),
    )
    assert error.culprit is Culprit.SEAT


def test_seat_is_none_where_none_is_named() -> None:
    assert RemoteProtocolError("x", "y", culprit=Culprit.PEER).seat is None


def test_unknown_culprits_are_a_bug() -> None:
    with pytest.raises(ValueError, match="nobody"):
        RemoteProtocolError("x", "y", culprit="nobody")


def test_every_refusal_has_a_sentence() -> None:
    assert set(REFUSALS) == set(RefusalCode)
    for code, template in REFUSALS.items():
        assert str(Refused(code, template)).endswith(".")


def test_address_errors_are_value_errors() -> None:
    assert issubclass(AddressError, ValueError)
    assert issubclass(AddressError, LocalProtocolError)


@pytest.mark.parametrize("kind", [LocalProtocolError, Refused, LinkClosed, RemoteProtocolError, AddressError])
def test_all_are_protocol_errors(kind: type) -> None:
    assert issubclass(kind, ProtocolError)


@pytest.mark.parametrize("code", [*FAULTS, "something else"])
def test_faults_name_seat_and_entry(code: str) -> None:
    assert "Seat 2" in str(Fault(17, 2, code))
    assert "entry 17" in str(Fault(17, 2, code))


def test_faults_use_no_other_fields() -> None:
    for template in FAULTS.values():
        assert {name for _, name, _, _ in string.Formatter().parse(template) if name} == {"seat", "entry"}


def test_marking_changes_nothing() -> None:
    assert N_("The table is full.") == "The table is full."
