"""Strangers are counted, paced and never keep anybody out; whoever is inside stays."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.limits import Pace
from protocol.net.gate import Answer, Gate, Visitor


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGERS", 4)
    monkeypatch.setattr(limits, "STRANGERS_PER_ADDRESS", 2)
    monkeypatch.setattr(limits, "WAITING", 3)
    monkeypatch.setattr(limits, "ARRIVALS_PER_ADDRESS", Pace(8, 1))
    monkeypatch.setattr(limits, "ARRIVALS_NEARBY", Pace(32, 4))


def address(number: int) -> str:
    """Each in a neighbourhood of its own."""
    return f"10.{number}.0.1"


def heard(gate: Gate, origin: str, now: float = 0.0) -> tuple[Visitor, Visitor | None]:
    """Somebody comes, and its turn comes at once; it, and who has to go."""
    visitor = Visitor(origin)
    answer, out = gate.arrive(visitor, now)
    assert answer in (Answer.WAIT, Answer.COME_IN)
    assert out is None
    return visitor, gate.hear(visitor)


def test_a_newcomer_takes_the_place_of_the_oldest() -> None:
    gate = Gate()
    guests = [heard(gate, address(number)) for number in range(4)]
    assert [out for _, out in guests] == [None] * 4
    assert heard(gate, address(9))[1] is guests[0][0]
    assert heard(gate, address(10))[1] is guests[1][0]
    assert len(gate) == 4


def test_of_one_address_there_are_few_and_the_oldest_of_them_goes() -> None:
    gate = Gate()
    friend, _ = heard(gate, address(1))
    first, _ = heard(gate, address(2))
    heard(gate, address(2))
    assert heard(gate, address(2))[1] is first
    assert friend in gate._visitors


@pytest.mark.parametrize("crowd", [["10.9.9.{}", "10.9.8.1"], ["2001:db8:7:{}::/64", "2001:db8:8::/64"]])
def test_a_crowded_neighbourhood_gives_up_its_own_places_first(crowd: list[str]) -> None:
    """Whoever has many addresses has them side by side: a /24, or a /48 of IPv6."""
    gate = Gate()
    friend, _ = heard(gate, crowd[1])
    crowded = [heard(gate, crowd[0].format(number))[0] for number in range(1, 4)]
    assert heard(gate, crowd[0].format(7))[1] is crowded[0]
    assert heard(gate, crowd[0].format(8))[1] is crowded[1]
    assert friend in gate._visitors


def test_whoever_has_proved_itself_keeps_its_place_and_needs_no_strangers() -> None:
    gate = Gate()
    for number in range(20):
        guest, out = heard(gate, address(number))
        assert out is None
        gate.prove(guest, plays=True)
        gate.prove(guest, plays=True)
    assert len(gate) == 20
    oldest, _ = heard(gate, address(100))
    for number in range(101, 104):
        heard(gate, address(number))
    assert heard(gate, address(104))[1] is oldest
    assert len(gate) == 24


def test_who_is_gone_is_counted_no_more() -> None:
    gate = Gate()
    for number in range(40):
        guest, out = heard(gate, address(number))
        assert out is None
        gate.leave(guest)
        gate.leave(guest)
    assert len(gate) == 0


def test_where_all_places_are_taken_a_stranger_goes_and_at_last_the_newcomer_itself() -> None:
    gate = Gate(places=3)
    inside = [heard(gate, address(number))[0] for number in range(2)]
    for guest in inside:
        gate.prove(guest, plays=True)
    stranger, _ = heard(gate, address(5))
    late, out = heard(gate, address(6))
    assert out is stranger
    gate.prove(late, plays=True)
    last, out = heard(gate, address(7))
    assert out is last
    assert len(gate) == 3


def test_those_who_wait_are_few_and_a_crowd_gives_way_to_who_comes_from_elsewhere() -> None:
    gate = Gate()
    waiting = [Visitor(f"10.9.9.{number}") for number in range(3)]
    for visitor in waiting:
        assert gate.arrive(visitor, 0.0) == (Answer.WAIT, None)
    assert gate.arrive(Visitor("10.9.9.77"), 0.0) == (Answer.BUSY, None)
    friend = Visitor(address(1))
    assert gate.arrive(friend, 0.0) == (Answer.WAIT, waiting[2])
    assert gate.arrive(Visitor(address(2)), 0.0) == (Answer.WAIT, waiting[1])
    assert gate.arrive(Visitor(address(3)), 0.0) == (Answer.BUSY, None)
    assert friend in gate._visitors


def test_whoever_comes_from_where_somebody_was_inside_does_not_wait() -> None:
    gate = Gate()
    player, _ = heard(gate, address(1))
    gate.prove(player, plays=True)
    gate.leave(player)
    for number in range(3):
        gate.arrive(Visitor(address(10 + number)), 0.0)
    assert gate.arrive(Visitor(address(1)), 0.0) == (Answer.COME_IN, None)


def test_whoever_comes_from_where_somebody_has_only_watched_waits_as_all_do() -> None:
    gate = Gate()
    watcher, _ = heard(gate, address(1))
    gate.prove(watcher, plays=False)
    assert gate.arrive(Visitor(address(1)), 0.0) == (Answer.WAIT, None)


def test_even_from_known_addresses_so_many_come_at_once_and_the_others_wait() -> None:
    gate = Gate()
    for number in range(50):
        player, _ = heard(gate, address(number))
        gate.prove(player, plays=True)
        gate.leave(player)
    answers = []
    for number in range(50):
        visitor = Visitor(address(number))
        answers.append(gate.arrive(visitor, 0.0)[0])
        gate.leave(visitor)
    assert answers == [Answer.COME_IN] * 32 + [Answer.WAIT] * 18
    assert gate.arrive(Visitor(address(49)), 1.0)[0] is Answer.COME_IN


def test_one_address_comes_only_so_often() -> None:
    gate, answers = Gate(), []
    for _ in range(12):
        visitor = Visitor(address(1))
        answers.append(gate.arrive(visitor, 0.0)[0])
        gate.leave(visitor)
    assert answers == [Answer.WAIT] * 8 + [Answer.BUSY] * 4
    assert gate.arrive(Visitor(address(2)), 0.0)[0] is Answer.WAIT
    assert gate.arrive(Visitor(address(1)), 0.9)[0] is Answer.BUSY
    assert gate.arrive(Visitor(address(1)), 1.0)[0] is Answer.WAIT


def test_one_neighbourhood_comes_only_so_often() -> None:
    gate, answers = Gate(), []
    for number in range(40):
        visitor = Visitor(f"10.9.9.{number}")
        answers.append(gate.arrive(visitor, 0.0)[0])
        gate.leave(visitor)
    assert answers.count(Answer.WAIT) == 32


def test_not_everybody_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN_ADDRESSES", 32)
    gate = Gate()
    for number in range(1_000):
        guest, _ = heard(gate, f"10.{number // 250}.{number % 250}.1", now=float(number))
        gate.prove(guest, plays=True)
        gate.leave(guest)
        assert len(gate._known) <= 32
        assert len(gate._paces) <= 34


def test_the_figures_fit_each_other() -> None:
    assert limits.ARRIVALS_PER_ADDRESS.burst <= limits.ARRIVALS_NEARBY.burst
    assert limits.CONNECTIONS < 1_024 - 224 - 64
