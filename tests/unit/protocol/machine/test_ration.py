"""What one seat may ask of its table in a whole match."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.errors import Culprit, RemoteProtocolError
from protocol.limits import Pace
from protocol.machine.ration import Ration


def test_a_seat_cannot_fill_the_log_with_bytes() -> None:
    ration = Ration()
    for number in range(1, limits.SEAT_BYTES // 65_536 + 1):
        ration.write(number, bytes(65_536))
    with pytest.raises(RemoteProtocolError) as caught:
        ration.write(number + 1, b"x")
    assert (caught.value.code, caught.value.culprit) == ("flood", Culprit.PEER)


def test_a_seat_cannot_fill_the_log_with_envelopes() -> None:
    Ration().write(limits.SEAT_ENVELOPES, b"x")
    with pytest.raises(RemoteProtocolError):
        Ration().write(limits.SEAT_ENVELOPES + 1, b"x")


def test_what_is_refused_is_not_counted() -> None:
    ration = Ration()
    with pytest.raises(RemoteProtocolError):
        ration.write(1, bytes(limits.SEAT_BYTES + 1))
    ration.write(1, bytes(limits.SEAT_BYTES))


def test_all_shares_together_fit_into_a_log_and_a_log_into_a_record() -> None:
    assert limits.SEATS * limits.SEAT_BYTES <= limits.LOG_BYTES
    assert limits.SEATS * limits.SEAT_ENVELOPES <= limits.LOG_LENGTH
    assert limits.LOG_BYTES + limits.LOG_LENGTH * limits.ENTRY_OVERHEAD < limits.RECORD - 65_536


def test_limits_are_looked_up_when_a_match_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHAT_LINES", Pace(2, 1))
    ration = Ration()
    assert [ration.talk.take(0.0) for _ in range(3)] == [True, True, False]
    assert ration.returns.take(0.0)
