"""Whom a seat would give up, and when: clocks, lines, pauses and people that are not there, as the test says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gefaehrten.session.clocks import Clocks
from gefaehrten.session.patience import CONSENT, HOST_SECONDS, STEP_SECONDS, Patience
from protocol.machine.absence import Proposal

GRACE = 100.0


class Board:
    """A table that waits for whom the test says; seats 0 to 3, people all of them unless `bots` says so."""

    def __init__(self, seats: int = 4, bots: tuple[int, ...] = ()) -> None:
        self.active = list(range(seats))
        self.ending: Any = None
        self.retirements = 0
        self.paused = False
        self.owing: list[int] = []
        self.mover: int | None = None
        self.turn_number = 1
        self.logged = [1] * seats
        self.log = SimpleNamespace(next_number=lambda seat: self.logged[seat])
        self.record = SimpleNamespace(seats=[SimpleNamespace(bot=seat in bots) for seat in range(seats)])

    @property
    def to_move(self) -> int | None:
        return self.mover

    @property
    def waits_for_programs(self) -> bool:
        return self.mover is None or bool(self.owing)

    def awaited(self) -> list[int]:
        return self.owing or ([] if self.mover is None else [self.mover])


class Clock:
    """Steps once a second, unless the process sleeps."""

    def __init__(self, patience: Patience, board: Board) -> None:
        self.now = 0.0
        self.patience = patience
        self.board: Any = board
        self.wait(0)

    def wait(self, seconds: int, *, unlogged: bool = False) -> None:
        self.patience.step(self.board, self.now, unlogged=unlogged)  # what has changed is seen at once
        for _ in range(seconds):
            self.now += 1.0
            self.patience.step(self.board, self.now, unlogged=unlogged)

    def sleep(self, seconds: float, *, unlogged: bool = False) -> None:
        self.patience.step(self.board, self.now, unlogged=unlogged)
        self.now += seconds
        self.patience.step(self.board, self.now, unlogged=unlogged)


def waiting(own: int = 0, grace: float = GRACE, **board: Any) -> tuple[Clock, Any, Patience]:
    table = Board(**board)
    patience = Patience(own, len(table.active), grace)
    return Clock(patience, table), table, patience


# This very process sleeps


def test_who_owes_an_answer_while_this_process_sleeps_is_not_given_up_for_it() -> None:
    clock, board, patience = waiting()
    board.owing = [1]
    clock.sleep(10 * GRACE)  # Ctrl-Z, a lid that is closed, a loop that stalls
    assert patience.overdue(board) == ()
    assert patience.left(1) == GRACE - STEP_SECONDS


def test_a_host_is_not_silent_because_this_process_has_slept() -> None:
    clock, board, patience = waiting()
    board.owing = [1]
    clock.sleep(10 * GRACE, unlogged=True)
    assert not patience.exhausted
    clock.wait(int(GRACE + HOST_SECONDS), unlogged=True)
    assert patience.exhausted


def test_seconds_that_pass_one_by_one_are_counted_whole() -> None:
    clock, board, patience = waiting()
    board.owing = [1]
    clock.wait(40)
    assert patience.left(1) == GRACE - 40


# One budget for the whole match


def test_a_seat_that_stalls_every_answer_to_the_last_second_has_one_grace_for_all_of_them() -> None:
    clock, board, patience = waiting()
    waited = 0
    while not patience.overdue(board):
        board.owing = [1]
        for _ in range(int(GRACE) - 1):
            clock.wait(1)
            waited += 1
            if patience.overdue(board):
                break
        else:
            board.owing = []  # it answers in the last second
            board.logged[1] += 1
            clock.wait(1)
    assert waited == GRACE
    assert patience.overdue(board) == (1,)


def test_nobody_is_charged_in_a_pause() -> None:
    clock, board, patience = waiting()
    board.owing = [1]
    patience.line(2, True)
    board.paused = True
    clock.wait(500)
    assert [patience.left(seat) for seat in range(4)] == [GRACE] * 4
    board.paused = False
    clock.wait(30)
    assert [patience.left(seat) for seat in range(4)] == [GRACE, GRACE - 30, GRACE, GRACE]


# Movers, with a clock and without


def test_without_a_clock_a_mover_who_is_there_may_think_for_ever() -> None:
    clock, board, patience = waiting()
    board.mover = 1
    clock.wait(1000)
    assert patience.overdue(board) == ()
    assert patience.left(1) == GRACE


def test_with_a_clock_a_decision_has_clock_and_reserve_and_grace() -> None:
    board: Any = Board()
    patience = Patience(0, 4, GRACE, Clocks(4, 30.0, 20.0))
    clock = Clock(patience, board)
    board.mover = 1
    clock.wait(50)
    assert patience.left(1) == GRACE
    clock.wait(100)
    assert patience.overdue(board) == (1,)


def test_an_own_turn_is_never_waited_for() -> None:
    board: Any = Board()
    patience = Patience(1, 4, GRACE, Clocks(4, 30.0))
    clock = Clock(patience, board)
    board.mover = 1
    clock.wait(1000)
    assert patience.overdue(board) == ()


def test_the_own_clock_runs_while_this_process_sleeps_the_others_do_not() -> None:
    board: Any = Board()
    patience = Patience(1, 4, GRACE, Clocks(4, 30.0))
    clock = Clock(patience, board)
    board.mover = 1
    clock.sleep(100.0)
    assert patience.clocks.out(1)
    board.mover, board.turn_number = 2, 2
    clock.sleep(100.0)
    assert patience.clocks.seconds(2) == 30.0 - STEP_SECONDS


# Nobody is there


def test_when_no_person_is_there_whoever_is_away_keeps_the_table_waiting() -> None:
    clock, board, patience = waiting(own=2, bots=(2, 3))
    board.mover = 3
    patience.line(0, True)
    clock.wait(50)
    assert patience.left(0) == GRACE, "the other one is there, and the bot plays"
    patience.attendance.rest(1, True)
    clock.wait(100)
    assert patience.overdue(board) == (0,)
    assert patience.left(1) == GRACE


def test_the_clock_of_a_bot_that_waits_for_people_stands_still() -> None:
    board: Any = Board(bots=(2, 3))
    patience = Patience(2, 4, GRACE, Clocks(4, 30.0))
    clock = Clock(patience, board)
    for seat in (0, 1):
        patience.attendance.rest(seat, True)
    board.mover = 3
    clock.wait(1000)
    assert patience.clocks.running is None
    assert patience.overdue(board) == ()


def test_whose_time_is_over_is_not_given_up_while_nobody_is_there() -> None:
    """The programs make no turns then: the table rests."""
    board: Any = Board(seats=3)
    patience = Patience(-1, 3, GRACE, Clocks(3, 30.0))
    clock = Clock(patience, board)
    for seat in range(3):
        patience.attendance.rest(seat, True)
    board.mover = 1
    clock.wait(1000)
    assert patience.overdue(board) == ()
    assert patience.left(1) == GRACE
    patience.attendance.rest(2, False)
    clock.wait(150)
    assert patience.overdue(board) == (1,), "one person is back, and the mover's program should have played"


def test_a_table_of_bots_is_never_deserted() -> None:
    _, board, patience = waiting(bots=(0, 1, 2, 3))
    assert not patience.deserted(board)


# The host


def test_a_host_that_passes_others_on_and_not_this_seat_is_found_out() -> None:
    clock, board, patience = waiting()
    board.owing = [0]  # what this seat has sent, and the host keeps back
    for _ in range(int(GRACE + HOST_SECONDS)):
        board.logged[3] += 1  # somebody talks all the time
        patience.heard()
        clock.wait(1, unlogged=True)
    assert not patience.exhausted
    clock.wait(1, unlogged=True)
    assert patience.exhausted


def test_a_host_that_orders_what_this_seat_sends_is_not_silent() -> None:
    clock, board, patience = waiting()
    for _ in range(10):
        clock.wait(int(GRACE), unlogged=True)
        board.logged[0] += 1
    assert not patience.exhausted


def test_whoever_thinks_long_and_then_sends_gives_the_host_its_whole_time() -> None:
    clock, board, patience = waiting()
    board.mover = 0
    clock.wait(1000)
    clock.wait(10, unlogged=True)
    assert not patience.exhausted


# Consents


def test_who_owes_a_consent_pays_for_it_once_others_would_agree_themselves() -> None:
    clock, board, patience = waiting()
    board.owing = [3]
    patience.proposed(Proposal(1, 5, bytes(32), (3,)), [1])
    clock.wait(int(CONSENT * GRACE))
    assert patience.left(1) == GRACE, "this seat does not agree yet either"
    clock.wait(50)
    assert patience.left(1) == GRACE - 50
    assert patience.left(2) == GRACE
    clock.wait(50)
    assert patience.overdue(board) == (1, 3)
    board.owing = []  # the seat is there again: nobody owes anything
    assert patience.overdue(board) == ()


def test_a_seat_that_has_said_goodbye_is_overdue_when_the_clocks_of_the_others_agree() -> None:
    clock, board, patience = waiting(own=-1)
    board.mover = 1
    patience.gone(1)
    clock.wait(int(CONSENT * GRACE) - 1)
    assert patience.overdue(board) == ()
    clock.wait(1)
    assert patience.overdue(board) == (1,)
    patience.proposed(Proposal(1, 1, bytes(32), (1,)), {2})
    clock.wait(int(GRACE) - 1)
    assert patience.overdue(board) == (1,), "whoever stays has a whole grace for its consent"
    clock.wait(1)
    assert patience.overdue(board) == (1, 2)


def test_after_the_end_nothing_is_waited_for_from_a_seat_that_has_said_goodbye() -> None:
    _, board, patience = waiting(own=-1)
    board.owing = [1, 2]
    board.ending = "finished"
    patience.gone(1)
    patience.line(2, True)
    assert patience.overdue(board) == (1,), "the other one may come back, and open its cards"
    patience.line(1, False)
    assert patience.overdue(board) == ()


def test_who_has_been_away_owes_a_consent_only_when_its_own_clock_can_agree() -> None:
    """Its program may have been started anew, and have seen nobody owe anything yet; but that counts only once."""
    clock, board, patience = waiting(own=-1)
    board.owing = [3]
    clock.wait(int(GRACE))
    patience.proposed(Proposal(1, 5, bytes(32), (3,)), {1, 2})
    patience.line(1, True)
    clock.wait(20)
    assert patience.left(1) == GRACE - 20, "who is away pays for its consent"
    patience.line(1, False)
    clock.wait(int(CONSENT * GRACE))
    assert patience.left(1) == GRACE - 20
    assert patience.overdue(board) == (2, 3)
    patience.line(1, True)
    patience.line(1, False)
    clock.wait(int(GRACE) - 20)
    assert patience.overdue(board) == (1, 2, 3)


def test_a_consent_to_what_is_over_is_not_owed() -> None:
    clock, board, patience = waiting()
    board.owing = [3]
    clock.wait(int(GRACE))
    patience.proposed(Proposal(1, 5, bytes(32), (3,)), [1])
    board.retirements = 1
    clock.wait(50)
    assert patience.left(1) == GRACE


def test_a_seat_agrees_once_and_not_to_its_own_end() -> None:
    clock, board, patience = waiting()
    board.owing = [3]
    clock.wait(int(GRACE))
    proposal = Proposal(1, 5, bytes(32), (3,))
    patience.proposed(proposal, [0, 1])
    assert patience.agreed(board) == proposal
    assert patience.agreed(board) is None
    patience.proposed(proposal, [1])
    assert patience.agreed(board) is None, "its consent is there"
    patience.proposed(Proposal(1, 5, bytes(32), (0,)), [0, 1])
    assert patience.agreed(board) is None
