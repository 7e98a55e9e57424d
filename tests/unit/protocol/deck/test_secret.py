from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from protocol.deck import _group, secret
from protocol.deck.secret import DeckId, SeatSecret
from protocol.errors import LocalProtocolError
from tests.unit.protocol import reference
from tests.unit.protocol.samples import TABLE, blob

SECRET = SeatSecret(blob("secret"))
DECK = DeckId(2, 1)


def test_keys_are_the_documented_ones() -> None:
    key = reference.scalar(SECRET.value, "deck key", TABLE, 2, 1, 3, 0)
    assert SECRET.deck_key(TABLE, DECK, 3) == key.to_bytes(32, "little")
    key = reference.scalar(SECRET.value, "position key", TABLE, 2, 1, 3, 7)
    assert SECRET.position_key(TABLE, DECK, 3, 7) == key.to_bytes(32, "little")


def test_commitment_is_the_documented_hash() -> None:
    assert SECRET.commitment(blob("nonce"), 3) == reference.h("secret", blob("nonce"), 3, SECRET.value)


@pytest.mark.parametrize("size", [1, 2, 7, 22, 44, 256])
def test_permutation_is_the_documented_one(size: int) -> None:
    order = SECRET.permutation(TABLE, DECK, 3, size)
    assert list(order) == reference.permutation(SECRET.value, TABLE, 2, 1, 3, size)
    assert sorted(order) == list(range(size))


def test_everything_is_different_for_every_purpose() -> None:
    keys = [
        SeatSecret(value).position_key(table, deck, seat, position)
        for value in (SECRET.value, blob("other secret"))
        for table in (TABLE, blob("other table"))
        for deck in (DECK, DeckId(2, 2), DeckId(3, 1))
        for seat in (0, 1)
        for position in (0, 1)
    ]
    keys += [SECRET.deck_key(TABLE, deck, seat) for deck in (DECK, DeckId(2, 2)) for seat in (0, 1)]
    assert len(set(keys)) == len(keys) == 52
    assert all(map(_group.is_scalar, keys))


def test_all_orders_are_equally_likely() -> None:
    # 24 orders of four cards, 4,800 seeded shuffles: chi-squared with 23 degrees of freedom, 99.9 % quantile
    # 49.7.
    counts = Counter(SECRET.permutation(TABLE, DeckId(0, epoch), 0, 4) for epoch in range(4800))
    expected = 4800 / 24
    assert sum((counts[order] - expected) ** 2 / expected for order in permutations(range(4))) < 49.7


def test_words_beyond_the_last_whole_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three cards draw below 3 and below 2. 2**64 - 1 lies beyond the last multiple of 3: the next word
    # counts.
    top = (2**64 - 1).to_bytes(8, "big")
    block = top + (1).to_bytes(8, "big") + top + bytes(40)
    monkeypatch.setattr(secret, "keyed64", lambda *arguments: block)
    # below 3: 1, so last and middle change places; below 2: 2**64 - 1 is odd, so the first two stay.
    assert SECRET.permutation(TABLE, DECK, 0, 3) == (0, 2, 1)


def test_a_zero_scalar_takes_the_next_label(monkeypatch: pytest.MonkeyPatch) -> None:
    zero = (reference.L * 3).to_bytes(64, "little")
    seen = []

    def stand_in(key: bytes, *values: object) -> bytes:
        seen.append(values[-1])
        return zero if values[-1] != 2 else (reference.L + 9).to_bytes(64, "little")

    monkeypatch.setattr(secret, "keyed64", stand_in)
    # A secret of its own: keys are remembered.
    assert SeatSecret(b"z" * 32).deck_key(TABLE, DECK, 0) == (9).to_bytes(32, "little")
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("size", [0, 31, 33])
def test_secret_of_another_size_is_our_own_fault(size: int) -> None:
    with pytest.raises(LocalProtocolError):
        SeatSecret(bytes(size))


def test_repr_does_not_show_the_secret() -> None:
    assert SECRET.value.hex()[:8] not in repr(SECRET)
    assert repr(SECRET.value)[2:12] not in repr(SECRET)
