"""Slow games: days for each move, none saved up. Rule TAB-7."""

import pytest
from test_match_session import begin_pacal, deal, open_pylos

from sommet.match.clock import DAY_MS, Clock, TimeControl
from sommet.match.events import RanOut
from sommet.match.session import Session, Setup
from sommet.match.stalling import find_stall

THREE = TimeControl.days(3)


@pytest.mark.clause("TAB-7")
def test_every_turn_begins_with_all_its_days() -> None:
    clock = Clock.fresh(THREE, 0).switch(0, 0)
    clock = clock.switch(1, 2 * DAY_MS, increment=True)
    assert clock.remaining_ms == (3 * DAY_MS, 3 * DAY_MS)
    assert clock.runs_out_ms == 5 * DAY_MS
    on = clock.switch(1, 3 * DAY_MS)
    assert on.remaining_ms[1] == 2 * DAY_MS, "whose turn goes on has what is left"
    assert on.runs_out_ms == 5 * DAY_MS


def test_who_ran_out_has_nothing_left() -> None:
    clock = Clock.fresh(THREE, 0).switch(0, 0)
    assert clock.switch(None, 4 * DAY_MS).remaining_ms == (0, 3 * DAY_MS)


def test_time_for_a_move_has_no_increment() -> None:
    with pytest.raises(ValueError, match="no increment"):
        TimeControl(DAY_MS, 1000, per_move=True)


@pytest.mark.clause("TAB-7")
def test_the_first_move_has_a_deadline_too() -> None:
    session = open_pylos(control=THREE)
    assert session.clock is not None
    assert session.clock.runs_out_ms == 3 * DAY_MS
    assert find_stall(session) is None
    assert session.run_out(at_ms=3 * DAY_MS - 1) == ()
    assert session.run_out(at_ms=3 * DAY_MS) == (RanOut(3 * DAY_MS, 0),)


@pytest.mark.clause("TAB-7")
def test_a_game_over_weeks() -> None:
    session = open_pylos(control=THREE)
    now = 0
    for ply, move in enumerate(("1a1", "1d4", "1b1", "1c4", "1a2", "1d3")):
        now += 3 * DAY_MS - 1
        session = session.apply_all(session.play(ply % 2, move, ply, at_ms=now))
    assert session.outcome is None
    late = session.play(0, "1d1", 6, at_ms=now + 3 * DAY_MS)
    assert late == (RanOut(now + 3 * DAY_MS, 0),)
    ended = session.apply_all(late)
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.reason) == (1, "time")


def test_a_takeback_begins_the_turn_anew() -> None:
    session = open_pylos(control=THREE)
    session = session.apply_all(session.play(0, "1a1", 0, at_ms=DAY_MS))
    asked = session.apply_all(session.propose(0, "takeback", 1, at_ms=2 * DAY_MS))
    back = asked.apply_all(asked.answer(1, asked.proposals[0].id, True, at_ms=3 * DAY_MS))
    assert back.clock is not None
    assert (back.clock.running, back.clock.runs_out_ms) == (0, 6 * DAY_MS)


@pytest.mark.clause("TAB-7")
def test_pacal_runs_from_the_deal_and_waits_for_cards_as_long() -> None:
    session = Session(Setup(begin_pacal, "friend", THREE))
    session = session.apply_all(session.start(0, at_ms=0))
    assert session.clock is not None
    assert session.clock.running is None
    promised = session.apply_all(session.promise("00" * 32, at_ms=0))
    one = promised.apply_all(promised.ask_next_round(0, "0" * 64, at_ms=DAY_MS))
    stall = find_stall(one)
    assert stall is not None
    assert (stall.seat, stall.until_ms) == (1, 4 * DAY_MS)
    dealt = deal(session, 1)
    assert dealt.clock is not None
    assert dealt.clock.running == dealt.actor
