"""How often a host is told of people at the door."""

from __future__ import annotations

from protocol import limits
from protocol.machine.remarks import Remarks


def told(remarks: Remarks, origins: list[str], now: float) -> int:
    return sum(remarks.worth(origin, now) for origin in origins)


def test_a_few_of_each_address() -> None:
    remarks = Remarks()
    assert told(remarks, ["here"] * 100, 1.0) == limits.REMARKS_PER_ADDRESS
    assert told(remarks, ["there"] * 100, 1.0) == limits.REMARKS_PER_ADDRESS


def test_not_many_of_all_addresses_together() -> None:
    assert told(Remarks(), [f"address {number}" for number in range(1_000)], 1.0) == limits.REMARKS


def test_they_are_worth_telling_again_when_the_window_is_over_and_not_before() -> None:
    remarks = Remarks()
    told(remarks, ["here"] * 100, 0.0)
    assert not remarks.worth("here", limits.REMARK_WINDOW_SECONDS - 0.001)
    assert remarks.worth("here", float(limits.REMARK_WINDOW_SECONDS))


def test_nobody_is_remembered_for_ever() -> None:
    remarks = Remarks()
    for number in range(1_000):
        remarks.worth(f"address {number}", number * 10.0)
    assert len(remarks._told) <= limits.REMARKS
