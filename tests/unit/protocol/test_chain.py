from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.chain import Chain, below, check_link, joint
from protocol.errors import Culprit, LocalProtocolError, RemoteProtocolError
from protocol.limits import CHAIN_LINKS
from tests.unit.protocol import reference
from tests.unit.protocol.samples import TABLE, blob

CHAIN = Chain(blob("seed"))


def test_links_lead_from_the_seed_to_the_end() -> None:
    value = blob("seed")
    for r in range(CHAIN_LINKS, 0, -1):
        assert CHAIN.link(r) == value
        value = reference.h("chain", r, value)
    assert CHAIN.end == value


def test_each_link_is_checked_against_the_one_before() -> None:
    check_link(0, CHAIN.end, 1, CHAIN.link(1), seat=0)
    check_link(1, CHAIN.link(1), 2, CHAIN.link(2), seat=0)
    check_link(CHAIN_LINKS - 1, CHAIN.link(CHAIN_LINKS - 1), CHAIN_LINKS, CHAIN.link(CHAIN_LINKS), seat=0)


def test_links_of_void_requests_may_be_left_out() -> None:
    check_link(0, CHAIN.end, 3, CHAIN.link(3), seat=0)
    check_link(2, CHAIN.link(2), 5, CHAIN.link(5), seat=0)
    with pytest.raises(RemoteProtocolError):
        check_link(2, CHAIN.link(3), 5, CHAIN.link(5), seat=0)


@pytest.mark.parametrize(
    ("reached", "previous", "r", "link"),
    [
        (0, CHAIN.end, 1, CHAIN.link(2)),
        (1, CHAIN.link(1), 2, CHAIN.link(1)),
        (1, CHAIN.link(1), 1, CHAIN.link(1)),
        (2, CHAIN.link(2), 1, CHAIN.link(1)),
        (0, CHAIN.end, 2, CHAIN.link(1)),
        (1, CHAIN.end, 2, CHAIN.link(2)),
        (0, CHAIN.end, 1, CHAIN.link(1) + b"\x00"),
        (0, CHAIN.end, 1, b""),
        (-1, CHAIN.end, 0, CHAIN.end),
        (CHAIN_LINKS, CHAIN.link(CHAIN_LINKS), CHAIN_LINKS + 1, bytes(32)),
    ],
)
def test_wrong_link_is_the_seats_fault(reached: int, previous: bytes, r: int, link: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        check_link(reached, previous, r, link, seat=2)
    assert (caught.value.code, caught.value.culprit, caught.value.seat) == ("link", Culprit.SEAT, 2)
    assert "Seat 2" in str(caught.value)


def test_another_chain_shifted_by_one_is_no_chain() -> None:
    # Who commits to a hash of somebody's end hopes to answer with their links, one request late.
    copied_end = reference.h("chain", 1, CHAIN.end)
    check_link(0, copied_end, 1, CHAIN.end, seat=1)
    with pytest.raises(RemoteProtocolError):
        check_link(1, CHAIN.end, 2, CHAIN.link(1), seat=1)


def test_a_chain_made_longer_has_no_more_links_than_others() -> None:
    beyond = blob("beyond the seed")
    longer = Chain(reference.h("chain", CHAIN_LINKS + 1, beyond))
    with pytest.raises(RemoteProtocolError):
        check_link(CHAIN_LINKS, longer.link(CHAIN_LINKS), CHAIN_LINKS + 1, beyond, seat=0)


@pytest.mark.parametrize("r", [-1, 0, CHAIN_LINKS + 1])
def test_links_outside_the_chain_are_our_own_fault(r: int) -> None:
    with pytest.raises(LocalProtocolError):
        CHAIN.link(r)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_seed_of_another_size_is_our_own_fault(size: int) -> None:
    with pytest.raises(LocalProtocolError):
        Chain(bytes(size))


def test_joint_result_depends_on_everything() -> None:
    links = [blob("a"), blob("b")]
    assert joint(TABLE, 1, links) == reference.h("joint", TABLE, 1, links)
    assert len({joint(TABLE, 1, links), joint(TABLE, 2, links), joint(TABLE, 1, links[::-1])}) == 3
    assert joint(blob("other table"), 1, links) != joint(TABLE, 1, links)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**64))
def test_below_stays_below(result: bytes, sides: int) -> None:
    assert 0 <= below(result, sides) < sides


def test_below_rejects_words_from_the_last_incomplete_multiple() -> None:
    # With 2**63 + 1 sides nearly half of all words are refused: the expansion must go on, also over the end
    # of a block.
    sides = 2**63 + 1
    taken = set()
    for number in range(64):
        result = blob(f"result {number}")
        words = [
            int.from_bytes(reference.h("below", result, counter)[start : start + 8], "big")
            for counter in range(20)
            for start in range(0, 32, 8)
        ]
        position, word = next((i, word) for i, word in enumerate(words) if word < sides)
        assert below(result, sides) == word
        taken.add(position)
    assert {0, 1, 2} <= taken
    assert max(taken) >= 4


def test_below_is_even() -> None:
    # 3,000 throws of a die, seeded: chi-squared with 5 degrees of freedom stays below the 99.9 % quantile.
    counts = Counter(below(blob(f"throw {number}"), 6) for number in range(3000))
    assert sum((counts[face] - 500) ** 2 / 500 for face in range(6)) < 20.5


@pytest.mark.parametrize("sides", [0, -1, 2**64 + 1])
def test_impossible_dice_are_our_own_fault(sides: int) -> None:
    with pytest.raises(LocalProtocolError):
        below(bytes(32), sides)
