"""Names: one place for each, every one marked for translation."""

from __future__ import annotations

from gefaehrten.games.gefaehrten import names
from gefaehrten.games.gefaehrten.data import FIGURES


def test_every_name_of_the_figures_is_marked_for_the_catalogues() -> None:
    for colour in range(4):
        for kind in range(7):
            for name in names.face_names(names.face_of(colour, kind)):
                assert name in names.CARD_WORDS


def test_f1_hobbits_by_colour() -> None:
    hobbits = [names.face_names(names.face_of(colour, 3)) for colour in range(4)]
    assert hobbits == [("Sam",), ("Pippin",), ("Merry",), ("Frodo",)]


def test_f1_each_card_number_has_its_name() -> None:
    deck = FIGURES.deck
    first = [names.card_name(names.face_of(0, kind), card) for card, kind in enumerate(deck)]
    assert first[0] == "Gandalf's cart"
    assert first[8:12] == ["Galadriel", "Bilbo", "Elrond", "Arwen"]
    assert first[16:20] == ["Aragorn", "Boromir", "Gimli", "Legolas"]
    assert first[20:] == ["Gandalf", "Nazgûl"]
    second = [names.card_name(names.face_of(0, kind), len(deck) + card) for card, kind in enumerate(deck)]
    assert second == first


def test_letters_words_and_keys_go_together() -> None:
    assert [word[0] for word in names.COLOURS] == list(names.COLOUR_LETTERS)
    assert len(names.LOCATIONS) == len(FIGURES.locations)
    assert len(names.TOKEN_KEYS) == len(names.TOKEN_WORDS) == len(names.TOKEN_NOTATION)
    for key, written, spellings in zip(
        names.TOKEN_KEYS, names.TOKEN_NOTATION, names.TOKEN_SPELLINGS, strict=True
    ):
        assert not spellings or (written == key.replace("_", "") and written in spellings)
