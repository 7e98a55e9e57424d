"""TERM: when another host orders the log, and what becomes of the numbers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol import limits
from protocol.errors import Culprit, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Entry, Log
from protocol.machine.terms import NOTHING, check_not_behind, check_votes_kept, rank, shared
from protocol.terms import Candidacy, majority
from protocol.wire.envelope import seal
from protocol.wire.messages import Link, Resume, Term, TermStart, Vote
from tests.unit.protocol.samples import HOST, PLAYERS, TABLE, blob

SEATS = 3


def link(number: int = 1) -> Link:
    return Link(number, blob(f"link {number}"))


def some_log(length: int = 4) -> Log:
    log = Log(TABLE, HOST.public, [player.public for player in PLAYERS[:SEATS]])
    for number in range(length):
        say(log, number % 2, HOST)
    return log


def say(log: Log, seat: int, host: Identity, *, number: int | None = None, ack: int | None = None) -> Entry:
    """A seat says something, a host orders it."""
    index = log.length if ack is None else ack
    data = seal(
        PLAYERS[seat],
        link(log.length + 1),
        table=TABLE,
        number=log.next_number(seat) if number is None else number,
        ack_index=index,
        ack_head=log.head(index),
    )
    entry = log.order(host, data)
    log.append(entry)
    return entry


def crown(log: Log, seat: int = 0, *, voters: tuple[int, ...] = (0, 1), term: int = 2) -> Entry:
    candidacy = Candidacy(term, log.length, log.head(), PLAYERS[seat].public)
    votes = tuple(candidacy.vote(PLAYERS[voter], voter, TABLE) for voter in voters)
    return log.crown(PLAYERS[seat], Term(term, log.length, log.head(), votes))


def code(log: Log, entry: Entry, active: tuple[int, ...] = (0, 1, 2)) -> str:
    length = log.length
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(entry, active)
    assert caught.value.culprit is Culprit.HOST
    assert caught.value.evidence
    assert log.length == length
    return caught.value.code


def test_who_is_chosen_orders_from_then_on() -> None:
    log = some_log()
    log.append(crown(log, 1, voters=(0, 1)), (0, 1, 2))
    assert (log.term, log.host_key) == (2, PLAYERS[1].public)
    assert log.terms == (TermStart(2, 5),)
    say(log, 0, PLAYERS[1])
    assert log.entries[-1].term == 2
    assert [log.next_number(seat) for seat in range(3)] == [4, 3, 1], "TERM has no number"
    assert log.host_in(1) == HOST.public
    assert log.host_in(2) == PLAYERS[1].public
    assert log.host_in(3) is None


@pytest.mark.parametrize(
    ("active", "voters", "enough"),
    [
        ((0, 1, 2), (0, 1), True),
        ((0, 1, 2), (0,), False),
        ((0, 1), (0,), False),
        ((0, 1), (0, 1), True),
        ((0, 1, 2, 3), (1, 2), False),
        ((0, 1, 2, 3), (1, 2, 3), True),
        ((1, 2), (0, 1), False),
        ((1,), (1,), True),
    ],
)
def test_more_than_half_of_the_seats_in_the_match_choose(
    active: tuple[int, ...], voters: tuple[int, ...], enough: bool
) -> None:
    assert majority(active, voters) is enough


def test_a_minority_makes_no_host() -> None:
    log = some_log()
    assert code(log, crown(log, 0, voters=(0,))) == "term-votes"
    assert code(log, crown(log, 0, voters=(0, 2)), (0, 1)) == "term-votes"


def test_who_is_not_in_the_match_is_no_host() -> None:
    log = some_log()
    assert code(log, crown(log, 2, voters=(0, 1, 2)), (0, 1)) == "term-votes"


def forged(log: Log, **changes: Any) -> Entry:
    """A TERM of seat 0 that two have voted for, changed afterwards."""
    candidacy = Candidacy(2, log.length, log.head(), PLAYERS[0].public)
    votes = tuple(candidacy.vote(PLAYERS[voter], voter, TABLE) for voter in (0, 1))
    term = msgspec.structs.replace(Term(2, log.length, log.head(), votes), **changes)
    return log.crown(PLAYERS[0], term)


def test_votes_for_something_else_do_not_count() -> None:
    log = some_log()
    good = Candidacy(2, log.length, log.head(), PLAYERS[0].public)
    own = good.vote(PLAYERS[0], 0, TABLE)
    for other in (
        Candidacy(3, log.length, log.head(), PLAYERS[0].public),
        Candidacy(2, log.length - 1, log.head(3), PLAYERS[0].public),
        Candidacy(2, log.length, log.head(), PLAYERS[1].public),
    ):
        assert code(log, forged(log, votes=(own, other.vote(PLAYERS[1], 1, TABLE)))) == "term-votes"
    assert code(log, forged(log, votes=(own, good.vote(PLAYERS[1], 1, blob("else"))))) == "term-votes"
    assert code(log, forged(log, votes=(own, good.vote(PLAYERS[0], 1, TABLE)))) == "term-votes"


def test_votes_are_of_different_seats_in_order() -> None:
    log = some_log()
    good = Candidacy(2, log.length, log.head(), PLAYERS[0].public)
    one, two = (good.vote(PLAYERS[seat], seat, TABLE) for seat in (0, 1))
    assert code(log, forged(log, votes=(one, one))) == "term-votes"
    assert code(log, forged(log, votes=(two, one))) == "term-votes"
    assert code(log, forged(log, votes=(one, Vote(7, two.signature)))) == "term-votes"
    log.append(forged(log, votes=(one, two)), (0, 1, 2))


def test_a_term_stands_at_the_end_of_the_log_and_comes_after_the_one_before() -> None:
    log = some_log()
    assert code(log, forged(log, index=3)) == "term"
    assert code(log, forged(log, head=log.head(2))) == "term"
    assert code(log, forged(log, term=3)) in ("term", "term-votes")
    log.append(crown(log))
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(crown(log, 1, term=2))
    assert caught.value.code in ("signature", "term")


def test_another_message_begins_no_term() -> None:
    log = some_log()
    data = seal(PLAYERS[0], link(), table=TABLE, number=3, ack_index=4, ack_head=log.head())
    entry = log.order(HOST, data)
    assert code(log, ordered_by(log, PLAYERS[0], entry.envelope, 2)) == "term"


def ordered_by(log: Log, host: Identity, data: bytes, term: int) -> Entry:
    from protocol.forks import order_bytes
    from protocol.log import next_head

    signed = order_bytes(TABLE, term, log.length + 1, next_head(log.head(), data))
    return Entry(log.length + 1, term, host.sign("order", signed), data)


def test_a_term_is_not_ordered_like_other_messages() -> None:
    log = some_log()
    entry = crown(log)
    with pytest.raises(RemoteProtocolError) as caught:
        log.admit(entry.envelope)
    assert (caught.value.code, caught.value.culprit) == ("term", Culprit.PEER)
    assert code(log, ordered_by(log, HOST, entry.envelope, 1)) == "term"


def test_the_old_host_orders_nothing_any_more() -> None:
    log = some_log()
    log.append(crown(log))
    data = seal(PLAYERS[1], link(9), table=TABLE, number=3, ack_index=5, ack_head=log.head())
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(ordered_by(log, HOST, data, 2))
    assert caught.value.code == "signature"
    with pytest.raises(RemoteProtocolError) as caught:
        log.append(ordered_by(log, HOST, data, 1))
    assert caught.value.code == "index"


def test_numbers_may_skip_what_was_left_behind_once() -> None:
    log = some_log()
    log.append(crown(log, voters=(1, 2), seat=1))
    # Signed before the change, and still good: it has the next number.
    say(log, 0, PLAYERS[1], ack=4)
    with pytest.raises(RemoteProtocolError) as caught:
        say(log, 0, PLAYERS[1], number=9, ack=4)
    assert caught.value.code == "number"
    say(log, 0, PLAYERS[1], number=9)
    with pytest.raises(RemoteProtocolError) as caught:
        say(log, 0, PLAYERS[1], number=11)
    assert caught.value.code == "number"
    with pytest.raises(RemoteProtocolError) as caught:
        say(log, 0, PLAYERS[1], number=9)
    assert caught.value.code == "number"
    say(log, 0, PLAYERS[1], number=10)


def test_numbers_may_skip_for_a_host_that_another_has_followed() -> None:
    """What a seat signed under the second host, and the third one is the first to get, is not lost."""
    log = some_log()
    log.append(crown(log, voters=(1, 2), seat=1))
    second = log.length
    log.append(crown(log, term=3, voters=(1, 2), seat=2))
    say(log, 0, PLAYERS[2], number=9, ack=second)
    with pytest.raises(RemoteProtocolError) as caught:
        say(log, 0, PLAYERS[2], number=11, ack=second)
    assert caught.value.code == "number"
    say(log, 0, PLAYERS[2], number=11)


def test_a_term_needs_room_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    log = some_log()
    entry = crown(log)
    monkeypatch.setattr(limits, "LOG_LENGTH", log.length)
    assert code(log, entry) == "log-length"


def test_numbers_never_go_back() -> None:
    log = some_log()
    log.append(crown(log))
    for number in (0, 1, 2):
        with pytest.raises((RemoteProtocolError, Exception)) as caught:
            say(log, 0, PLAYERS[0], number=number)
        assert getattr(caught.value, "code", "") in ("number", "payload")


def test_terms_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TERMS", 2)
    log = some_log()
    log.append(crown(log, term=2))
    log.append(crown(log, term=3))
    assert code(log, crown(log, term=4)) == "term"


def test_a_branch_is_the_same_log_up_to_there() -> None:
    log = some_log()
    log.append(crown(log))
    say(log, 0, PLAYERS[0])
    for length in range(log.length + 1):
        branch = log.branch(length)
        assert (branch.length, branch.head()) == (length, log.head(length))
        assert branch.term == (2 if length > 4 else 1)
    whole = log.branch(log.length)
    assert [whole.next_number(seat) for seat in range(3)] == [log.next_number(seat) for seat in range(3)]
    assert [whole.latest(seat) for seat in range(3)] == [log.latest(seat) for seat in range(3)]


# Two logs of one table


def test_what_two_logs_share() -> None:
    log, old = some_log(6), some_log(6)
    new = log.branch(4)
    new.append(crown(new, term=2))
    say(new, 0, PLAYERS[0])
    assert shared(new, NOTHING) == 0
    assert shared(new, new.resume()) == new.length
    assert shared(new, old.resume()) == 4
    assert shared(old, new.resume()) == 4
    assert shared(new, some_log(2).resume()) == 2
    later = log.branch(6)
    later.append(crown(later, 1, term=3))
    assert shared(later, new.resume()) == 4
    assert rank(later.resume()) > rank(new.resume()) > rank(old.resume()) > rank(some_log(2).resume())


def test_another_log_is_no_beginning() -> None:
    other = some_log(3)
    say(other, 2, HOST)
    with pytest.raises(RemoteProtocolError) as caught:
        shared(some_log(6), other.resume())
    assert (caught.value.code, caught.value.culprit) == ("fork", Culprit.PEER)


def test_a_host_that_is_behind_says_so() -> None:
    log = some_log()
    new = log.branch(3)
    new.append(crown(new))
    check_not_behind(log, log.resume())
    check_not_behind(new, log.resume())
    with pytest.raises(Exception, match="another host") as caught:
        check_not_behind(log, new.resume())
    assert getattr(caught.value, "code", "") == "outdated"
    with pytest.raises(RemoteProtocolError) as longer:
        check_not_behind(log, Resume(5, blob("head"), (), 0))
    assert longer.value.code == "fork"


def test_who_votes_for_less_than_it_has_seen_is_named() -> None:
    log = some_log(4)
    old = log.branch(4)
    say(old, 1, HOST)  # acknowledges entry 4
    say(old, 0, HOST, ack=3)  # acknowledges nothing that is left behind
    new = log.branch(3)
    new.append(crown(new, 2, voters=(0, 2)))
    check_votes_kept(old, new)
    worse = log.branch(3)
    worse.append(crown(worse, 2, voters=(1, 2)))
    with pytest.raises(RemoteProtocolError) as caught:
        check_votes_kept(old, worse)
    assert (caught.value.code, caught.value.culprit, caught.value.seat) == ("term-shorter", Culprit.SEAT, 1)
    assert len(caught.value.evidence) == 2


def test_who_was_led_away_by_a_later_term_is_not_named() -> None:
    """Seat 1 had seen entry 6 of the first host; then a majority without it went on from 3, and it followed."""
    log = some_log(4)
    old = log.branch(4)
    say(old, 1, HOST)
    say(old, 1, HOST)
    new = log.branch(3)
    new.append(crown(new, 2, voters=(0, 2), term=2))
    new.append(crown(new, 1, voters=(1, 2), term=3))
    check_votes_kept(old, new)
