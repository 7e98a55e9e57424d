"""Joint random numbers: one request at a time, one link per seat and request, and only the link that was fixed."""

from __future__ import annotations

from itertools import permutations

import pytest

from protocol.chain import Chain, below, joint
from protocol.errors import Culprit, RemoteProtocolError
from protocol.machine.randomness import Randomness

TABLE = b"t" * 32
CHAINS = [Chain(bytes([number]) * 32) for number in range(3)]


def fresh() -> Randomness:
    return Randomness(TABLE, [chain.end for chain in CHAINS])


def asked(entry: int = 0) -> Randomness:
    randomness = fresh()
    randomness.ask(entry)
    return randomness


def fault(randomness: Randomness, seat: int, request: int, link: bytes, acknowledged: int) -> str:
    """The code of the fault; it is the seat's, and nothing has come of the link."""
    before = [randomness.owes(number) for number in range(3)]
    with pytest.raises(RemoteProtocolError) as caught:
        randomness.receive(seat, request, link, acknowledged)
    assert (caught.value.culprit, caught.value.seat) == (Culprit.SEAT, seat)
    assert [randomness.owes(number) for number in range(3)] == before
    return caught.value.code


def test_nobody_owes_anything_before_a_request() -> None:
    randomness = fresh()
    assert not randomness.open
    assert [randomness.owes(seat) for seat in range(3)] == [False] * 3
    assert randomness.value(6) is None
    assert fault(randomness, 0, 1, CHAINS[0].link(1), 0) == "link-not-due"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_result_does_not_depend_on_who_comes_first(order: tuple[int, ...]) -> None:
    randomness = asked()
    for seat in order:
        assert randomness.value(6) is None
        assert randomness.owes(seat)
        randomness.receive(seat, 1, CHAINS[seat].link(1), 0)
        assert not randomness.owes(seat)
    # docs/protocol.md §9: the hash of table id, request and links in seat order.
    expected = below(joint(TABLE, 1, [chain.link(1) for chain in CHAINS]), 6)
    assert randomness.value(6) == expected
    assert not randomness.open


def test_a_result_is_given_once() -> None:
    randomness = asked()
    for seat, chain in enumerate(CHAINS):
        randomness.receive(seat, 1, chain.link(1), 0)
    assert randomness.value(6) is not None
    assert randomness.value(6) is None
    assert [randomness.owes(seat) for seat in range(3)] == [False] * 3


def test_the_next_request_takes_the_next_links() -> None:
    randomness = asked()
    for request in (1, 2, 3):
        for seat, chain in enumerate(CHAINS):
            randomness.receive(seat, request, chain.link(request), request - 1)
        expected = below(joint(TABLE, request, [chain.link(request) for chain in CHAINS]), 1000)
        assert randomness.value(1000) == expected
        randomness.ask(request)
        assert (randomness.request, randomness.opened_at) == (request + 1, request)


def test_the_same_link_twice() -> None:
    randomness = asked()
    randomness.receive(1, 1, CHAINS[1].link(1), 0)
    assert fault(randomness, 1, 1, CHAINS[1].link(1), 0) == "link-twice"


@pytest.mark.parametrize("request_number", [0, 2, 4096])
def test_a_link_for_another_request(request_number: int) -> None:
    link = CHAINS[0].link(max(request_number, 1))
    assert fault(asked(), 0, request_number, link, 0) == "link-not-due"


def test_a_link_after_the_result_is_there() -> None:
    randomness = asked()
    for seat, chain in enumerate(CHAINS):
        randomness.receive(seat, 1, chain.link(1), 0)
    randomness.value(6)
    assert fault(randomness, 0, 2, CHAINS[0].link(2), 0) == "link-not-due"


def test_a_link_signed_before_the_request_was_open_is_early() -> None:
    randomness = asked(entry=7)
    assert fault(randomness, 0, 1, CHAINS[0].link(1), 6) == "link-not-due"
    randomness.receive(0, 1, CHAINS[0].link(1), 7)


@pytest.mark.parametrize(
    "link",
    [CHAINS[1].link(1), CHAINS[0].link(2), CHAINS[0].end, bytes(32)],
    ids=["another seat's", "the next one", "the end", "nothing"],
)
def test_a_link_that_was_not_fixed(link: bytes) -> None:
    assert fault(asked(), 0, 1, link, 0) == "link"


def test_the_second_link_is_checked_against_the_first_not_the_end() -> None:
    randomness = asked()
    for seat, chain in enumerate(CHAINS):
        randomness.receive(seat, 1, chain.link(1), 0)
    randomness.value(6)
    randomness.ask(1)
    assert fault(randomness, 0, 2, CHAINS[0].link(1), 1) == "link"
    randomness.receive(0, 2, CHAINS[0].link(2), 1)
