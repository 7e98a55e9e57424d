from __future__ import annotations

from protocol.deck import _group
from protocol.deck.cards import card_point, card_points
from protocol.deck.secret import DeckId
from tests.unit.protocol import reference
from tests.unit.protocol.samples import TABLE, blob

DECK = DeckId(2, 1)


def test_card_points_are_the_documented_sums() -> None:
    assert list(card_points(TABLE, DECK, (0, 1, 2))) == [
        reference.encode(reference.card(TABLE, 2, 1, card)) for card in range(3)
    ]


def test_card_points_are_elements_and_all_different() -> None:
    points = [
        point
        for table in (TABLE, blob("other"))
        for deck in (DECK, DeckId(2, 0), DeckId(1, 1))
        for point in card_points(table, deck, (0, 1, 2, 3, 4))
    ]
    assert len(set(points)) == 30
    assert all(map(_group.is_element, points))


def test_one_point_alone_and_many_are_the_same() -> None:
    assert card_points(TABLE, DECK, (0, 3))[1] == card_point(TABLE, DECK, 3)
