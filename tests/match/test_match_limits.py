"""How long games may become, how often something may be asked for, and how long is waited."""

import dataclasses

import pytest

from sommet import pacal, pylos
from sommet.match import events as ev
from sommet.match import limits
from sommet.match.clock import TimeControl
from sommet.match.pacal_progress import PacalProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.match.records.text import format_record
from sommet.match.refused import Refused
from sommet.match.session import Session, Setup
from sommet.match.session_record import record_session
from sommet.match.stalling import find_stall
from sommet.seeding import Random

ENDLESS = dataclasses.replace(pylos.Options.preset("standard"), repetition=None)
PACAL = pacal.Options.preset("en")
OPENING = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4")
#: Each completes a square and takes the same ball back: nothing has changed.
IDLE = ("1b2-1b2", "1c3-1c3")
MINUTE = 60_000


def open_table(mode: str = "friend", control: TimeControl | None = None) -> Session:
    session = Session(Setup(lambda: PylosProgress.begin(ENDLESS), mode, control))
    return session.apply_all(session.start(0, at_ms=0))


def play(session: Session, *moves: str, at_ms: int = 0) -> Session:
    for move in moves:
        assert session.actor is not None
        session = session.apply_all(session.play(session.actor, move, session.ply, at_ms=at_ms))
    return session


def play_long(session: Session, plies: int) -> Session:
    """Play on until `plies` moves stand."""
    session = play(session, *OPENING[session.ply :])
    return play(session, *(IDLE[ply % 2] for ply in range(session.ply, plies)))


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda error: error.code == code)


@pytest.mark.clause("TAB-1")
def test_a_game_that_becomes_too_long_is_a_draw() -> None:
    session = play_long(open_table("hotseat"), limits.MAX_PLIES - 1)
    assert session.outcome is None
    session = play(session, IDLE[1])
    assert session.ply == limits.MAX_PLIES
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (None, "move-limit")
    with refused("game_over"):
        session.play(0, IDLE[0], session.ply, at_ms=0)
    record = record_session(
        session, game="pylos", options=ENDLESS, players=["a", "b"], date="2026-01-31"
    )
    assert (record.result, record.reason) == ("1/2-1/2", "move-limit")
    replayed = replay_record(parse_record(format_record(record)))
    assert replayed.outcome is not None
    assert replayed.outcome.reason == "move-limit"


@pytest.mark.clause("TAB-1")
def test_a_move_that_ends_the_game_in_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    short = dataclasses.replace(ENDLESS, repetition=2)
    session = Session(Setup(lambda: PylosProgress.begin(short), "hotseat"))
    session = session.apply_all(session.start(0, at_ms=0))
    monkeypatch.setattr(limits, "MAX_PLIES", 8)
    session = play(session, *OPENING, *IDLE)
    assert session.outcome is not None
    assert session.outcome.reason == "repetition"


def test_longer_games_of_earlier_versions_can_still_be_read() -> None:
    session = open_table("hotseat")
    moves = [*OPENING, *(IDLE[ply % 2] for ply in range(limits.MAX_PLIES))]
    session = session.apply_all(ev.Moved(0, ply % 2, move) for ply, move in enumerate(moves))
    assert session.ply == len(moves) > limits.MAX_PLIES
    assert session.outcome is None
    assert play(session, IDLE[session.ply % 2]).outcome is not None


@pytest.mark.clause("TAB-2")
def test_moves_are_taken_back_a_hundred_times_at_most() -> None:
    session = play(open_table("hotseat"), "1a1")
    for _ in range(limits.MAX_TAKEBACKS):
        session = session.apply_all(session.propose(0, "takeback", session.ply, at_ms=0))
        session = play(session, "1a1")
    assert not session.allows(0, "takeback")
    with refused("taken_back_too_often"):
        session.propose(0, "takeback", session.ply, at_ms=0)
    session = session.apply_all(session.resign(0, at_ms=0))
    again = session.apply_all(session.propose(0, "rematch", session.ply, at_ms=0))
    assert play(again, "1a1").allows(0, "takeback"), "the next game begins to count anew"


def test_taking_back_replays_a_few_moves_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play_long(open_table("hotseat"), limits.MAX_PLIES - 1)
    played = 0
    original = PylosProgress.play

    def count(progress: PylosProgress, move: str) -> PylosProgress:
        nonlocal played
        played += 1
        return original(progress, move)

    monkeypatch.setattr(PylosProgress, "play", count)
    back = session.apply_all(session.propose(0, "takeback", session.ply, at_ms=0))
    assert back.ply == session.ply - 1
    assert played < limits.CHECKPOINT_PLIES


@pytest.mark.parametrize("ply", [1, 63, 64, 65, 127, 128, 129])
def test_taking_back_over_a_checkpoint_gives_the_game_as_it_was(ply: int) -> None:
    before = (
        play_long(open_table("hotseat"), ply) if ply > 6 else play(open_table("hotseat"), "1a1")
    )
    session = play(before, "1b1" if ply == 1 else IDLE[ply % 2])
    back = session.apply_all(session.propose(0, "takeback", session.ply, at_ms=0))
    assert (back.progress, back.turns, back.checkpoints) == (
        before.progress,
        before.turns,
        before.checkpoints,
    )
    assert isinstance(back.progress, PylosProgress)
    assert isinstance(before.progress, PylosProgress)
    assert back.progress.state.earlier == before.progress.state.earlier


@pytest.mark.clause("TAB-3")
def test_an_answer_means_one_proposal_only() -> None:
    session = play(open_table(), "1a1")
    session = session.apply_all(session.propose(0, "draw", 1, at_ms=0))
    first = session.proposals[0].id
    session = session.apply_all(session.withdraw(0, first, at_ms=0))
    session = session.apply_all(session.propose(0, "draw", 1, at_ms=0))
    with refused("no_proposal"):
        session.answer(1, first, True, at_ms=0)
    agreed = session.apply_all(session.answer(1, session.proposals[0].id, True, at_ms=0))
    assert agreed.outcome is not None


@pytest.mark.clause("TAB-3")
def test_two_players_who_want_to_take_back_want_different_things() -> None:
    session = play(open_table(), "1a1", "1b1")
    session = session.apply_all(session.propose(0, "takeback", 2, at_ms=0))
    assert not session.allows(1, "takeback")
    with refused("answer_first"):
        session.propose(1, "takeback", 2, at_ms=0)
    taken = session.apply_all(session.answer(1, session.proposals[0].id, True, at_ms=0))
    assert taken.ply == 0, "what was asked for first"


@pytest.mark.clause("TAB-3")
def test_before_the_next_move_one_asks_three_times() -> None:
    session = play(open_table(), "1a1")
    for _ in range(limits.PROPOSALS_PER_PLY):
        session = session.apply_all(session.propose(0, "draw", session.ply, at_ms=0))
        session = session.apply_all(session.withdraw(0, session.proposals[0].id, at_ms=0))
    assert not session.allows(0, "draw")
    assert session.allows(1, "draw"), "the other has asked for nothing"
    with refused("asked_too_often"):
        session.propose(0, "takeback", session.ply, at_ms=0)
    assert play(session, "1b1").allows(0, "draw")
    over = session.apply_all(session.resign(0, at_ms=0))
    assert over.allows(0, "rematch")


@pytest.mark.clause("TAB-3")
def test_in_a_game_one_asks_a_hundred_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PROPOSALS", 4)
    session = open_table()
    for move in OPENING[:4]:
        session = play(session, move)
        session = session.apply_all(session.propose(0, "draw", session.ply, at_ms=0))
    session = play(session, OPENING[4])
    with refused("asked_too_often"):
        session.propose(0, "draw", session.ply, at_ms=0)


@pytest.mark.clause("TAB-4")
def test_a_table_with_a_long_history_sees_no_further_game(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(open_table("hotseat"), "1a1")
    session = session.apply_all(session.resign(0, at_ms=0))
    monkeypatch.setattr(limits, "MAX_EVENTS", session.seq)
    assert not session.allows(0, "rematch")
    with refused("table_full"):
        session.propose(0, "rematch", 1, at_ms=0)


@pytest.mark.clause("TAB-5")
@pytest.mark.parametrize("control", [None, TimeControl(60_000)])
def test_a_game_that_is_not_begun_can_be_left(control: TimeControl | None) -> None:
    session = open_table(control=control)
    end_ms = limits.STANDSTILL_MS
    with refused("too_early"):
        session.leave(1, at_ms=end_ms - 1)
    with refused("nobody_stalls"):
        session.leave(0, at_ms=end_ms)
    with refused("nothing_to_claim"):
        session.claim(1, at_ms=end_ms)
    left = session.apply_all(session.leave(1, at_ms=end_ms))
    assert left.outcome is not None
    assert (left.outcome.winner, left.outcome.reason) == (None, "left")
    record = record_session(left, game="pylos", options=ENDLESS, players=["a", "b"], date=None)
    assert (record.result, record.reason) == ("*", None), "no result"
    assert left.allows(0, "rematch")


@pytest.mark.clause("TAB-5")
def test_without_a_clock_somebody_who_stays_away_loses_the_game_after_a_day() -> None:
    session = play(open_table(), "1a1", at_ms=5)
    end_ms = 5 + limits.UNTIMED_MS
    with refused("too_early"):
        session.claim(0, at_ms=end_ms - 1)
    with refused("nobody_stalls"):
        session.claim(1, at_ms=end_ms)
    won = session.apply_all(session.claim(0, at_ms=end_ms))
    assert won.outcome is not None
    assert (won.outcome.winner, won.outcome.reason) == (0, "abandoned")
    with refused("game_over"):
        won.leave(0, at_ms=end_ms)


@pytest.mark.clause("TAB-5")
def test_asking_for_something_wins_no_time_and_an_outage_does() -> None:
    session = play(open_table(), "1a1", at_ms=0)
    asked = session.apply_all(session.propose(1, "draw", 1, at_ms=limits.UNTIMED_MS - 1))
    assert isinstance(asked.claim(0, at_ms=limits.UNTIMED_MS)[0], ev.Claimed)
    with refused("too_early"):
        session.claim(0, at_ms=limits.UNTIMED_MS, open_since_ms=MINUTE)


@pytest.mark.clause("TAB-5")
def test_where_a_clock_runs_the_clock_decides() -> None:
    session = play(open_table(control=TimeControl(60_000)), "1a1")
    assert find_stall(session) is None
    with refused("nobody_stalls"):
        session.claim(0, at_ms=limits.UNTIMED_MS)


def play_round(session: Session, at_ms: int) -> Session:
    random = Random(3)
    while session.actor is not None:
        assert isinstance(session.progress, PacalProgress)
        assert session.progress.match is not None
        moves = session.progress.match.legal_moves
        session = play(session, str(moves[random.below(len(moves))]), at_ms=at_ms)
    return session


@pytest.mark.clause("TAB-5")
@pytest.mark.parametrize("timed", [True, False])
def test_somebody_who_does_not_go_on_to_the_next_round(timed: bool) -> None:
    control = TimeControl(10 * MINUTE) if timed else None
    session = Session(Setup(lambda: PacalProgress(PACAL), "friend", control))
    session = session.apply_all(session.start(0, at_ms=0))
    with refused("nobody_stalls"):
        session.leave(0, at_ms=limits.STANDSTILL_MS)  # both pages add a number to the deal
    session = session.apply_all(session.promise("00" * 32, at_ms=0))
    session = session.apply_all(session.ask_next_round(0, "11" * 32, at_ms=0))
    left = session.apply_all(session.leave(0, at_ms=limits.STANDSTILL_MS))
    assert left.outcome is not None
    assert left.outcome.winner is None, "the other's page did not even ask for cards"
    session = session.apply_all(session.ask_next_round(1, "22" * 32, at_ms=0))
    session = session.apply_all(session.deal(str(pacal.Deal.from_seed(1)), at_ms=0))
    session = play_round(session, at_ms=0)
    assert session.status == "between_rounds"
    limit_ms = limits.STANDSTILL_MS if timed else limits.UNTIMED_MS
    with refused("nobody_stalls"):
        session.claim(0, at_ms=limit_ms)  # whoever is not ready waits for nobody
    session = session.apply_all(session.promise("00" * 32, at_ms=MINUTE))
    session = session.apply_all(session.ask_next_round(0, "11" * 32, at_ms=MINUTE))
    with refused("too_early"):
        session.claim(0, at_ms=MINUTE + limit_ms - 1)
    with refused("nobody_stalls"):
        session.claim(1, at_ms=MINUTE + limit_ms)
    won = session.apply_all(session.claim(0, at_ms=MINUTE + limit_ms))
    assert won.outcome is not None
    assert won.outcome.winner == 0
    session = session.apply_all(session.ask_next_round(1, "22" * 32, at_ms=2 * MINUTE))
    session = session.apply_all(session.deal(str(pacal.Deal.from_seed(2)), at_ms=2 * MINUTE))
    actor = session.actor
    assert actor is not None
    won = session.apply_all(session.claim(1 - actor, at_ms=2 * MINUTE + limit_ms))
    assert won.outcome is not None, "the first offer of a round has no clock either"
    assert won.outcome.winner == 1 - actor


@pytest.mark.parametrize("mode", ["computer", "hotseat"])
def test_nobody_waits_for_oneself(mode: str) -> None:
    session = play(open_table(mode), "1a1")
    with refused("nobody_stalls"):
        session.claim(0, at_ms=10 * limits.UNTIMED_MS)


@pytest.mark.clause("TAB-6")
def test_a_lost_seat_is_handed_back_by_whoever_sits_opposite() -> None:
    session = play(open_table(), "1a1")
    asked = session.apply_all(session.ask_for_seat(1, "new", at_ms=0))
    assert asked.ask_for_seat(1, "new", at_ms=1) == (), "asking twice is asking once"
    with refused("seat_asked_already"):
        asked.ask_for_seat(1, "another", at_ms=1)
    assert asked.seat_request is not None
    request = asked.seat_request.id
    with refused("own_proposal"):
        asked.answer_seat(1, request, True, at_ms=1)
    with refused("no_proposal"):
        asked.answer_seat(0, request + 1, True, at_ms=1)
    for accept in (True, False):
        answered = asked.apply_all(asked.answer_seat(0, request, accept, at_ms=1))
        assert answered.seat_request is None
        assert answered.ply == 1, "the game goes on"


@pytest.mark.clause("TAB-6")
def test_a_request_for_a_seat_does_not_stay_open_for_ever() -> None:
    session = play(open_table(), "1a1")
    asked = session.apply_all(session.ask_for_seat(1, "new", at_ms=0))
    assert asked.seat_request is not None
    with refused("no_proposal"):
        asked.answer_seat(0, asked.seat_request.id, True, at_ms=limits.SEAT_REQUEST_MS)
    later = asked.apply_all(asked.ask_for_seat(0, "other", at_ms=limits.SEAT_REQUEST_MS))
    assert later.seat_request is not None
    assert later.seat_request.token_hash == "other"
    for _ in range(limits.MAX_SEAT_REQUESTS - 2):
        assert later.seat_request is not None
        later = later.apply_all(later.answer_seat(1, later.seat_request.id, False, at_ms=0))
        later = later.apply_all(later.ask_for_seat(0, "other", at_ms=0))
    assert later.seat_request is not None
    later = later.apply_all(later.answer_seat(1, later.seat_request.id, False, at_ms=0))
    with refused("asked_too_often"):
        later.ask_for_seat(0, "other", at_ms=0)


def test_where_nobody_sits_opposite_nobody_can_hand_a_seat_back() -> None:
    with refused("nobody_opposite"):
        open_table("computer").ask_for_seat(0, "new", at_ms=0)
