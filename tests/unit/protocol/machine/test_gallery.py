"""Who may look on, how many, and what each watcher has still to get."""

from __future__ import annotations

import pytest

from protocol import limits
from protocol.errors import Refused, RemoteProtocolError
from protocol.identity import Identity
from protocol.log import Log
from protocol.machine.effects import Effects, WatcherCame, WatcherLeft
from protocol.machine.gallery import Gallery
from protocol.machine.terms import NOTHING
from protocol.wire.envelope import Envelope, open_envelope, seal
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Bye, Chat, Link, Payload, Resume

HOST, SEAT, EYE, OTHER = (Identity(mark * 32) for mark in (b"h", b"s", b"e", b"o"))
TABLE = b"t" * 32


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def log_of(length: int) -> Log:
    log = Log(TABLE, HOST.public, [SEAT.public])
    for number in range(1, length + 1):
        data = seal(SEAT, Link(1, b"l" * 32), table=TABLE, number=number, ack_index=0, ack_head=log.head(0))
        log.append(log.order(HOST, data))
    return log


def says(payload: Payload, by: Identity = EYE) -> Envelope:
    return open_envelope(seal(by, payload))


def late() -> tuple[Gallery, Effects]:
    """A gallery with one watcher, number 5, that came to a running match."""
    gallery, effects = Gallery(), Effects()
    gallery.opening = (b"record", b"start")
    gallery.enter(5, EYE.public, "here", 0.0, live=False, effects=effects)
    return gallery, effects


def index_of(frame: bytes) -> int:
    content = parse_frame(frame)
    assert isinstance(content, Entry)
    return content.index


def test_watchers_come_and_go_and_are_counted() -> None:
    gallery, effects = Gallery(), Effects()
    gallery.enter(1, key(1), "a", 0.0, live=True, effects=effects)
    gallery.enter(2, key(2), "b", 0.0, live=True, effects=effects)
    gallery.leave(1, effects)
    gallery.leave(1, effects)
    gallery.leave(77, effects)
    assert effects.events == [WatcherCame(1, 1), WatcherCame(2, 2), WatcherLeft(1, 1)]
    assert (1 in gallery, 2 in gallery, len(gallery)) == (False, True, 1)
    assert gallery.live == [2]


def test_there_are_so_many_places_and_no_more() -> None:
    gallery, effects = Gallery(), Effects()
    for number in range(limits.WATCHERS):
        gallery.enter(number, key(number), f"origin {number}", 0.0, live=True, effects=effects)
    with pytest.raises(Refused) as caught:
        gallery.enter(999, key(999), "elsewhere", 0.0, live=True, effects=effects)
    assert caught.value.code == "full"
    assert len(gallery) == limits.WATCHERS
    gallery.leave(0, effects)
    gallery.enter(999, key(999), "elsewhere", 0.0, live=True, effects=effects)


def test_one_address_does_not_take_all_places() -> None:
    gallery, effects = Gallery(), Effects()
    for number in range(limits.WATCHERS_PER_ADDRESS):
        gallery.enter(number, key(number), "club", 0.0, live=True, effects=effects)
    with pytest.raises(Refused) as caught:
        gallery.enter(98, key(98), "club", 0.0, live=True, effects=effects)
    assert caught.value.code == "full"
    gallery.enter(999, key(999), "elsewhere", 0.0, live=True, effects=effects)


def test_seats_watchers_and_strangers_find_room_beside_each_other() -> None:
    assert limits.WATCHERS + 2 * limits.SEATS + limits.STRANGERS <= limits.CONNECTIONS


def test_who_comes_back_takes_the_own_place_also_when_all_are_taken() -> None:
    gallery, effects = Gallery(), Effects()
    for number in range(limits.WATCHERS):
        gallery.enter(number, key(number), f"origin {number}", 0.0, live=True, effects=effects)
    gallery.enter(950, key(7), "origin 7", 0.0, live=False, effects=effects)
    assert effects.close == [7]
    assert (7 in gallery, 950 in gallery, len(gallery)) == (False, True, limits.WATCHERS)


def test_who_comes_again_and_again_has_to_wait() -> None:
    """Each visit may ask for the whole log."""
    gallery, effects = Gallery(), Effects()
    for number in range(limits.WATCHER_VISITS):
        gallery.enter(number, EYE.public, "here", 0.5, live=True, effects=effects)
    with pytest.raises(Refused) as caught:
        gallery.enter(100, EYE.public, "here", 1.0, live=True, effects=effects)
    assert caught.value.code == "flood"
    gallery.enter(101, OTHER.public, "elsewhere", 1.0, live=True, effects=effects)
    gallery.enter(102, EYE.public, "here", 1.0 + limits.REMARK_WINDOW_SECONDS, live=True, effects=effects)


def test_who_comes_late_gets_everything_in_portions_and_then_what_is_new() -> None:
    gallery, effects = late()
    log = log_of(2 * limits.WATCHER_PORTION + 3)
    assert gallery.portion(5, log, log.length) == [], "it has not said yet where it left off"
    gallery.take(5, says(NOTHING), log, effects)
    assert effects.behind == [5]
    assert gallery.behind == [5]
    assert gallery.live == []
    first = gallery.portion(5, log, log.length)
    assert first[:2] == [b"record", b"start"]
    second = gallery.portion(5, log, log.length)
    assert gallery.live == []
    third = gallery.portion(5, log, log.length)
    assert [len(first) - 2, len(second), len(third)] == [limits.WATCHER_PORTION] * 2 + [3]
    assert [index_of(frame) for frame in (*first[2:], *second, *third)] == list(range(1, log.length + 1))
    assert gallery.live == [5]
    assert gallery.behind == []
    assert gallery.portion(5, log, log.length) == []


def test_who_comes_back_gets_only_what_it_has_missed() -> None:
    gallery, effects = late()
    log = log_of(9)
    gallery.take(5, says(Resume(6, log.head(6), (), 0)), log, effects)
    assert [index_of(frame) for frame in gallery.portion(5, log, 9)] == [7, 8, 9]
    assert gallery.live == [5]


def test_an_entry_that_is_not_stored_yet_is_not_given_out() -> None:
    gallery, effects = late()
    log = log_of(4)
    gallery.take(5, says(NOTHING), log, effects)
    assert [index_of(frame) for frame in gallery.portion(5, log, 3)[2:]] == [1, 2, 3]
    assert gallery.portion(5, log, 3) == []
    assert gallery.live == [], "entry 4 went to those who were live, and would be missing"
    assert gallery.behind == [5]
    assert [index_of(frame) for frame in gallery.portion(5, log, 4)] == [4]
    assert gallery.live == [5]


def test_a_match_that_broke_off_is_told_after_its_log() -> None:
    gallery, effects = late()
    gallery.closing = b"broken"
    log = log_of(1)
    gallery.take(5, says(NOTHING), log, effects)
    frames = gallery.portion(5, log, 1)
    assert frames[-1] == b"broken"
    assert index_of(frames[-2]) == 1


def fault(gallery: Gallery, envelope: Envelope, log: Log | None) -> str:
    effects = Effects()
    with pytest.raises(RemoteProtocolError) as caught:
        gallery.take(5, envelope, log, effects)
    assert str(caught.value)
    assert effects == Effects()
    return caught.value.code


def test_a_watcher_says_where_it_left_off_once_and_nothing_else() -> None:
    gallery, effects = late()
    log = log_of(2)
    assert fault(gallery, says(Chat("hello")), log) == "watcher"
    assert fault(gallery, says(NOTHING, OTHER), log) == "foreign-key"
    assert fault(gallery, says(Resume(1, b"x" * 32, (), 0)), log) == "fork"
    assert fault(gallery, says(Resume(3, b"x" * 32, (), 0)), log) == "fork"
    gallery.take(5, says(NOTHING), log, effects)
    assert fault(gallery, says(NOTHING), log) == "watcher"


def test_a_watcher_of_the_lobby_has_nothing_to_resume() -> None:
    gallery, effects = Gallery(), Effects()
    gallery.enter(5, EYE.public, "here", 0.0, live=True, effects=effects)
    assert fault(gallery, says(NOTHING), None) == "watcher"
    assert fault(gallery, says(NOTHING), log_of(2)) == "watcher"


def test_a_watcher_may_say_good_bye() -> None:
    gallery, effects = late()
    gallery.take(5, says(Bye()), None, effects)
    assert effects.close == [5]
