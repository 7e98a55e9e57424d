"""Who sits where until the match begins: a draft is void as soon as anybody comes or goes."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Culprit, LocalProtocolError, Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.machine.doorman import Admitted, Offer
from protocol.machine.lobby import Lobby
from protocol.table import Draft, TableRecord, check_signatures, sign_table
from protocol.wire.messages import Commit, Hello, OptionValue, Ready, Role
from tests.machines import Entropy
from tests.unit.protocol.samples import outcome

PEOPLE = [Identity(bytes([number + 1]) * 32) for number in range(4)]
HOST = Identity(b"h" * 32)


def offer(seats: int) -> Offer:
    return Offer("toy", bytes(32), (OptionValue("a", "b"),), bytes(range(16)), seats, "CODE")


def admitted(number: int, seat: int = -1, wish: str = "", *, ready: bool = True) -> Admitted:
    hello = Hello((1,), Role.SEAT, bytes(32), f"Peer {number}".encode(), False, wish, ready, seat, ())
    return Admitted(PEOPLE[number].public, hello, bytes(32))


def lobby(seats: int = 2, *people: int) -> Lobby:
    made = Lobby(offer(seats), HOST.public, Entropy("lobby"))
    for number in people:
        made.take(admitted(number))
    return made


def commit(draft: Draft, number: int) -> Commit:
    mark = bytes([number + 1])
    return Commit(draft.hash(), mark * 32, mark * 31 + b"s", mark * 31 + b"c")


def agreed(seats: int = 2) -> tuple[Lobby, TableRecord]:
    made = lobby(seats, *range(seats))
    draft = made.propose()
    records = [made.commit(number, commit(draft, number)) for number in range(seats)]
    assert records[:-1] == [None] * (seats - 1)
    record = records[-1]
    assert record is not None
    return made, record


def test_seats_are_given_from_the_lowest_free_one() -> None:
    made = lobby(3)
    assert (made.free, made.full) == (3, False)
    assert [made.take(admitted(number)) for number in (2, 0)] == [0, 1]
    made.leave(0)
    assert made.free == 2
    assert made.take(admitted(1)) == 0
    assert made.take(admitted(3)) == 2
    assert (made.free, made.full) == (0, True)


def test_a_wanted_seat_is_given_if_it_is_free() -> None:
    made = lobby(3)
    assert made.take(admitted(0, seat=2)) == 2
    assert made.take(admitted(1)) == 0
    with pytest.raises(Refused) as caught:
        made.take(admitted(2, seat=2))
    assert caught.value.code == "seat"
    assert str(caught.value) == "Seat 2 is not free; free are: 1."
    assert made.free == 1


@pytest.mark.parametrize("seat", [3, 7])
def test_a_seat_that_the_table_does_not_have(seat: int) -> None:
    with pytest.raises(Refused) as caught:
        lobby(3).take(admitted(0, seat=seat))
    assert caught.value.code == "seat"


def test_one_key_sits_once() -> None:
    made = lobby(3, 1)
    with pytest.raises(Refused) as caught:
        made.take(admitted(1, seat=2))
    assert caught.value.code == "twice"


def test_a_full_table() -> None:
    with pytest.raises(Refused) as caught:
        lobby(2, 0, 1).take(admitted(2))
    assert caught.value.code == "full"


def test_the_message_names_the_seats_in_order_with_what_they_asked_for() -> None:
    made = lobby(3)
    made.take(admitted(0, seat=2, wish="blue"))
    made.take(admitted(1, seat=0))
    message = made.message()
    assert message.size == 3
    assert [(seat.seat, seat.key, seat.wish) for seat in message.seats] == [
        (0, PEOPLE[1].public, ""),
        (2, PEOPLE[0].public, "blue"),
    ]


def test_whoever_is_not_ready_is_waited_for() -> None:
    made = lobby(2, 0)
    assert made.take(admitted(1, ready=False)) == 1
    assert (made.full, made.complete) == (True, False)
    assert [seat.ready for seat in made.message().seats] == [True, False]
    assert made.change(1, Ready(True, ""))
    assert made.complete


def test_a_change_makes_what_was_signed_void_and_saying_the_same_again_does_not() -> None:
    made, record = agreed()
    assert not made.change(0, Ready(True, ""))
    assert made.record is record
    assert made.change(0, Ready(True, "blue"))
    assert [made.draft, made.record] == [None, None]
    assert made.message().seats[0].wish == "blue"
    assert made.sign(0, sign_table(PEOPLE[0], record.table_id())) is None
    assert made.complete


def only_blue(wish: str) -> None:
    if wish not in ("", "blue"):
        raise Refused("wish", "There is no such colour.")


def test_a_wish_that_cannot_be_is_refused_whenever_it_is_said() -> None:
    made = Lobby(replace(offer(2), grant=only_blue), HOST.public, Entropy("lobby"))
    with pytest.raises(Refused) as caught:
        made.take(admitted(0, wish="pink"))
    assert caught.value.code == "wish"
    assert made.free == 2
    assert made.take(admitted(0, wish="blue")) == 0
    with pytest.raises(Refused):
        made.change(0, Ready(True, "pink"))
    assert made.message().seats[0].wish == "blue"


def test_a_key_that_is_sent_away_does_not_come_back_even_to_the_next_match() -> None:
    made = lobby(3, 0, 1)
    made.ban(1)
    made.leave(1)
    after = Lobby(offer(3), HOST.public, Entropy("next"), made.kicked)
    for table in (made, after):
        with pytest.raises(Refused) as caught:
            table.take(admitted(1))
        assert caught.value.code == "kicked"
        assert table.take(admitted(2)) >= 0


def test_nobody_and_the_host_cannot_be_sent_away() -> None:
    made = lobby(3, 0)
    hello = admitted(0).hello
    assert made.take(Admitted(HOST.public, hello, bytes(32))) == 1
    for seat in (1, 2, 7):
        with pytest.raises(LocalProtocolError) as caught:
            made.ban(seat)
        assert str(seat) in str(caught.value)
    assert made.kicked == set()


def test_a_draft_shows_the_offer_and_the_seats() -> None:
    made = lobby(2, 0, 1)
    draft = made.propose()
    draft.check()
    table = offer(2)
    assert (draft.game, draft.rules_hash, draft.options) == (table.game, table.rules_hash, table.options)
    assert (draft.match_id, draft.host_key) == (table.match_id, HOST.public)
    assert [seat.key for seat in draft.seats] == [person.public for person in PEOPLE[:2]]


def test_every_draft_has_a_nonce_of_its_own() -> None:
    made = lobby(2, 0, 1)
    assert len({made.propose().draft_nonce for _ in range(5)}) == 5


def test_commitments_of_all_seats_make_the_record() -> None:
    made, record = agreed(3)
    record.check()
    assert record.draft() == made.draft
    for number, seat in enumerate(record.seats):
        assert made.draft is not None
        given = commit(made.draft, number)
        assert (seat.nonce, seat.secret_commitment, seat.chain_end) == (
            given.nonce,
            given.secret_commitment,
            given.chain_end,
        )


def test_the_same_commitment_again_is_harmless() -> None:
    made = lobby(2, 0, 1)
    draft = made.propose()
    assert made.commit(0, commit(draft, 0)) is None
    assert made.commit(0, commit(draft, 0)) is None
    assert made.commit(1, commit(draft, 1)) is not None
    assert made.commit(1, commit(draft, 1)) is None  # the record is made once


@pytest.mark.parametrize("field", ["nonce", "secret_commitment", "chain_end"])
def test_a_commitment_cannot_be_changed(field: str) -> None:
    made = lobby(2, 0, 1)
    draft = made.propose()
    made.commit(0, commit(draft, 0))
    with pytest.raises(RemoteProtocolError) as caught:
        made.commit(0, msgspec.structs.replace(commit(draft, 0), **{field: b"z" * 32}))
    assert (caught.value.code, caught.value.culprit) == ("commitment", Culprit.PEER)


FIELDS = ("nonce", "secret_commitment", "chain_end")


@pytest.mark.parametrize("mine", FIELDS)
@pytest.mark.parametrize("theirs", FIELDS)
def test_a_commitment_copied_from_another_seat(mine: str, theirs: str) -> None:
    made = lobby(2, 0, 1)
    draft = made.propose()
    made.commit(0, commit(draft, 0))
    copy = msgspec.structs.replace(commit(draft, 1), **{mine: getattr(commit(draft, 0), theirs)})
    with pytest.raises(RemoteProtocolError) as caught:
        made.commit(1, copy)
    assert caught.value.code == "commitment"
    assert made.missing() == [1]


@given(st.lists(st.sampled_from([bytes([n]) * 32 for n in range(6)]), min_size=6, max_size=6))
def test_whatever_the_seats_commit_to_the_host_never_makes_a_wrong_record(values: list[bytes]) -> None:
    """Else a guest could make the others blame the host."""
    made = lobby(2, 0, 1)
    draft = made.propose()
    results = [
        outcome(made.commit, seat, Commit(draft.hash(), *values[3 * seat : 3 * seat + 3])) for seat in (0, 1)
    ]
    refused = [result.code for result in results if isinstance(result, RemoteProtocolError)]
    if len(set(values)) < 6:
        assert set(refused) == {"commitment"}
        assert made.record is None
    else:
        assert made.record is not None
        made.record.check()


def test_a_commitment_to_an_earlier_draft_is_void() -> None:
    made = lobby(2, 0, 1)
    old = made.propose()
    made.commit(0, commit(old, 0))
    new = made.propose()
    assert made.commit(1, commit(old, 1)) is None
    assert made.missing() == [0, 1]
    made.commit(0, commit(new, 0))
    assert made.commit(1, commit(new, 1)) is not None


def test_who_leaves_makes_the_draft_and_the_record_void() -> None:
    made, record = agreed()
    made.leave(1)
    assert (made.draft, made.record) == (None, None)
    assert made.missing() == []
    assert made.commit(0, commit(record.draft(), 0)) is None
    assert made.sign(0, sign_table(PEOPLE[0], record.table_id())) is None


def test_who_comes_makes_nothing_signed_before_count() -> None:
    made, record = agreed()
    assert made.sign(0, sign_table(PEOPLE[0], record.table_id())) is None
    made.leave(1)
    made.take(admitted(2))
    draft = made.propose()
    made.commit(0, commit(draft, 0))
    second = made.commit(1, commit(draft, 1))
    assert second is not None
    assert second.table_id() != record.table_id()
    assert made.sign(1, sign_table(PEOPLE[2], second.table_id())) is None
    assert made.missing() == [0]


def test_all_signatures_come_back_in_seat_order() -> None:
    made, record = agreed(3)
    table = record.table_id()
    assert made.sign(2, sign_table(PEOPLE[2], table)) is None
    assert made.sign(0, sign_table(PEOPLE[0], table)) is None
    signatures = made.sign(1, sign_table(PEOPLE[1], table))
    assert signatures is not None
    check_signatures(record, signatures)


def test_a_signature_by_another_or_under_another_table_does_not_hold() -> None:
    made, record = agreed()
    for signature in (sign_table(PEOPLE[1], record.table_id()), sign_table(PEOPLE[0], bytes(32)), bytes(64)):
        with pytest.raises(RemoteProtocolError) as caught:
            made.sign(0, signature)
        assert caught.value.code == "signature"
    assert made.missing() == [0, 1]


def test_who_is_missing() -> None:
    made = lobby(2, 0, 1)
    assert made.missing() == []
    draft = made.propose()
    assert made.missing() == [0, 1]
    made.commit(1, commit(draft, 1))
    assert made.missing() == [0]
    record = made.commit(0, commit(draft, 0))
    assert record is not None
    assert made.missing() == [0, 1]
    made.sign(0, sign_table(PEOPLE[0], record.table_id()))
    assert made.missing() == [1]
