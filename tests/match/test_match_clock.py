"""Clocks: time runs, is added, is given back for lag, and runs out. Rule PYL-9."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.match.clock import MAX_LAG_MS, Clock, TimeControl

CONTROL = TimeControl(60_000, 2_000)


def test_a_fresh_clock_stands_still() -> None:
    clock = Clock.fresh(CONTROL, 1_000)
    assert clock.remaining_at(0, 999_999) == 60_000
    assert clock.runs_out_ms is None
    assert not clock.is_out(999_999)


@pytest.mark.clause("PYL-9")
def test_time_runs_for_one_player_only() -> None:
    clock = Clock.fresh(CONTROL, 0).switch(1, 1_000)
    assert clock.remaining_at(1, 11_000) == 50_000
    assert clock.remaining_at(0, 11_000) == 60_000


@pytest.mark.clause("PYL-9")
def test_time_runs_out_at_the_very_millisecond() -> None:
    clock = Clock.fresh(CONTROL, 0).switch(0, 1_000)
    assert clock.runs_out_ms == 61_000
    assert not clock.is_out(60_999)
    assert clock.is_out(61_000)
    assert clock.remaining_at(0, 99_000) == 0


def test_the_increment_goes_to_the_one_whose_time_ran() -> None:
    clock = Clock.fresh(CONTROL, 0).switch(0, 0).switch(1, 10_000, increment=True)
    assert clock.remaining_ms == (52_000, 60_000)


def test_lag_is_given_back_within_reason() -> None:
    clock = Clock.fresh(CONTROL, 0).switch(0, 0)
    assert clock.remaining_at(0, 10_000, lag_ms=100) == 50_100
    assert clock.remaining_at(0, 10_000, lag_ms=60_000) == 50_000 + MAX_LAG_MS
    assert clock.remaining_at(0, 10_000, lag_ms=-5) == 50_000
    assert clock.remaining_at(0, 50, lag_ms=200) == 60_000, "lag never adds time"


def test_a_pause_counts_for_nobody() -> None:
    clock = Clock.fresh(CONTROL, 0).switch(0, 0).delayed(30_000)
    assert clock.remaining_at(0, 40_000) == 50_000


@pytest.mark.parametrize(("initial", "increment"), [(0, 0), (-1, 0), (1, -1)])
def test_a_clock_without_time_is_refused(initial: int, increment: int) -> None:
    with pytest.raises(ValueError, match="clock"):
        TimeControl(initial, increment)


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 1_000)), min_size=1, max_size=40))
def test_nobody_gains_more_than_increments_and_lag(moves: list[tuple[int, int]]) -> None:
    clock, now, seat = Clock.fresh(CONTROL, 0).switch(0, 0), 0, 0
    for think, lag in moves:
        now += think
        before = clock.remaining_ms
        if clock.is_out(now, lag_ms=lag):
            break
        clock = clock.switch(1 - seat, now, lag_ms=lag, increment=True)
        assert clock.remaining_ms[1 - seat] == before[1 - seat]
        spent = before[seat] + CONTROL.increment_ms - clock.remaining_ms[seat]
        assert max(0, think - MAX_LAG_MS) <= spent <= think
        seat = 1 - seat
