"""A session: turns, takebacks, draws, resignations, rematches, rounds, endings."""

import pytest

from sommet import pacal, pylos
from sommet.errors import IllegalMove, InvalidMove
from sommet.match import events as ev
from sommet.match.clock import TimeControl
from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.match.records.text import format_record
from sommet.match.refused import Refused
from sommet.match.session import Session, Setup
from sommet.match.session_record import record_session
from sommet.seeding import Random

PYLOS = pylos.Options.preset("standard")
PACAL = pacal.Options.preset("en")


def begin_pylos() -> PylosProgress:
    return PylosProgress.begin(PYLOS)


def begin_pacal() -> PacalProgress:
    return PacalProgress(PACAL)


def open_pylos(mode: str = "friend", control: TimeControl | None = None) -> Session:
    session = Session(Setup(begin_pylos, mode, control))
    return session.apply_all(session.start(0, at_ms=0))


def open_pacal(mode: str = "friend", seed: int = 1) -> Session:
    session = Session(Setup(begin_pacal, mode))
    return deal(session.apply_all(session.start(0, at_ms=0)), seed)


def promise(session: Session) -> Session:
    return session.apply_all(session.promise("00" * 32, at_ms=0))


def ready(session: Session, seat: int) -> Session:
    return session.apply_all(session.ask_next_round(seat, f"{seat:064}", at_ms=0))


def deal(session: Session, seed: int, text: str | None = None) -> Session:
    """Deal what `seed` gives, whatever the parts would have given."""
    if session.secret is None:
        session = promise(session)
    for seat in session.seats:
        if seat not in session.ready:
            session = ready(session, seat)
    assert session.wants_deal
    return session.apply_all(session.deal(text or str(pacal.Deal.from_seed(seed)), at_ms=0))


def play(session: Session, *moves: str, at_ms: int = 0) -> Session:
    for move in moves:
        assert session.actor is not None
        session = session.apply_all(session.play(session.actor, move, session.ply, at_ms=at_ms))
    return session


def play_randomly(session: Session, random: Random) -> Session:
    """Play on to the end of the round or game."""
    while session.actor is not None:
        progress = session.progress
        if isinstance(progress, PylosProgress):
            moves: tuple[object, ...] = progress.state.legal_moves
        elif isinstance(progress, SoloProgress):
            assert progress.solo is not None
            moves = progress.solo.legal_moves
        else:
            assert isinstance(progress, PacalProgress)
            assert progress.match is not None
            moves = progress.match.legal_moves
        session = play(session, str(moves[random.below(len(moves))]))
    return session


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda error: error.code == code)


def test_turns_pass_and_are_checked() -> None:
    session = play(open_pylos(), "1a1")
    assert (session.actor, session.ply, session.status) == (1, 1, "playing")
    with refused("not_your_turn"):
        session.play(0, "1b1", 1, at_ms=0)
    with refused("stale"):
        session.play(1, "1b1", 0, at_ms=0)
    with pytest.raises(IllegalMove):
        session.play(1, "1a1", 1, at_ms=0)
    with pytest.raises(InvalidMove):
        session.play(1, "9z9", 1, at_ms=0)
    assert session == play(open_pylos(), "1a1"), "refusals change nothing"


def test_nothing_happens_before_everybody_is_there() -> None:
    session = Session(Setup(begin_pylos, "friend"), complete=False)
    assert session.status == "waiting"
    with refused("waiting"):
        session.start(0, at_ms=0)
    with refused("waiting"):
        session.play(0, "1a1", 0, at_ms=0)
    session = session.apply_all(session.join("Ada", at_ms=1))
    with refused("invite_used"):
        session.join("Bob", at_ms=1)
    assert session.apply_all(session.start(1, at_ms=1)).seat_of(0) == 1


@pytest.mark.clause("PYL-9")
def test_out_of_time_loses() -> None:
    session = play(open_pylos(control=TimeControl(10_000)), "1a1", at_ms=50_000)
    assert session.clock is not None
    assert session.clock.remaining_ms == (10_000, 10_000), "the first move is free"
    assert session.run_out(at_ms=59_999) == ()
    session = session.apply_all(session.run_out(at_ms=60_000))
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (0, "time")
    assert session.outcome.clause == "PYL-9"
    assert session.status == "finished"
    with refused("game_over"):
        session.play(1, "1b1", 1, at_ms=60_000)


@pytest.mark.clause("PYL-9")
def test_a_move_that_comes_too_late_loses_too() -> None:
    session = play(open_pylos(control=TimeControl(10_000)), "1a1")
    events = session.play(1, "1b1", 1, at_ms=10_250, lag_ms=100)
    assert isinstance(events[0], ev.RanOut)
    in_time = session.play(1, "1b1", 1, at_ms=10_250, lag_ms=300)
    assert in_time == (ev.Moved(10_250, 1, "1b1", 300),), "lag within reason is not the player's"
    without_clock = open_pylos().play(0, "1a1", 0, at_ms=10_250, lag_ms=300)
    assert without_clock == (ev.Moved(10_250, 0, "1a1"),)


def test_increment_is_added_after_each_move() -> None:
    session = play(open_pylos(control=TimeControl(10_000, 1_000)), "1a1")
    session = play(session, "1b1", at_ms=4_000)
    assert session.clock is not None
    assert session.clock.remaining_ms == (10_000, 7_000)
    assert session.turns[-1].clock_ms == 7_000


def test_pacal_adds_the_increment_when_the_turn_leaves_a_player() -> None:
    session = Session(Setup(begin_pacal, "friend", TimeControl(60_000, 1_000)))
    session = deal(session.apply_all(session.start(0, at_ms=0)), 1)
    first = session.actor
    assert first is not None
    assert isinstance(session.progress, PacalProgress)
    assert session.progress.match is not None
    a, b = session.progress.match.round.hands[first][:2]
    session = play(session, f"offer {a} {b}", at_ms=5_000)
    session = play(session, f"take {a}", at_ms=7_000)
    assert session.clock is not None
    assert session.clock.remaining_ms[1 - first] == 58_000, "the chooser still has to build"
    session = play(session, "build 5", at_ms=8_000)
    assert session.clock is not None
    assert session.clock.remaining_ms[1 - first] == 58_000, "58 - 1 + 1"


def test_resigning_loses() -> None:
    session = play(open_pylos(), "1a1")
    session = session.apply_all(session.resign(0, at_ms=0))
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.reason) == (1, "resignation")
    with refused("game_over"):
        session.resign(1, at_ms=0)


def test_a_draw_needs_both() -> None:
    session = play(open_pylos(), "1a1")
    session = session.apply_all(session.propose(0, "draw", 1, at_ms=0))
    with refused("proposed_already"):
        session.propose(0, "draw", 1, at_ms=0)
    with refused("own_proposal"):
        session.answer(0, session.proposals[0].id, True, at_ms=0)
    declined = session.apply_all(session.answer(1, session.proposals[0].id, False, at_ms=0))
    assert declined.outcome is None
    with refused("no_proposal"):
        declined.answer(1, session.proposals[0].id, True, at_ms=0)
    agreed = session.apply_all(session.propose(1, "draw", 1, at_ms=0))
    assert agreed.outcome is not None
    assert (agreed.outcome.winner, agreed.outcome.reason) == (None, "agreement")


def test_a_move_answers_an_open_proposal() -> None:
    session = play(open_pylos(), "1a1")
    session = session.apply_all(session.propose(0, "draw", 1, at_ms=0))
    assert play(session, "1b1").proposals == ()


def test_a_proposal_can_be_withdrawn() -> None:
    session = play(open_pylos(), "1a1")
    session = session.apply_all(session.propose(0, "takeback", 1, at_ms=0))
    asked = session.proposals[0].id
    session = session.apply_all(session.withdraw(0, asked, at_ms=0))
    assert session.proposals == ()
    with refused("no_proposal"):
        session.withdraw(0, asked, at_ms=0)


def test_the_computer_agrees_to_no_draw() -> None:
    with refused("no_draw"):
        play(open_pylos("computer"), "1a1").propose(0, "draw", 1, at_ms=0)
    with refused("no_draw"):
        open_pacal().propose(0, "draw", 0, at_ms=0)


def test_taking_back_goes_to_ones_own_last_move() -> None:
    session = play(open_pylos("computer"), "1a1", "1b1", "1c1", "1d1")
    back = session.apply_all(session.propose(0, "takeback", 4, at_ms=0))
    assert [turn.move for turn in back.turns] == ["1a1", "1b1"]
    assert back.actor == 0
    thinking = play(back, "1c1")
    assert thinking.actor == 1
    assert thinking.apply_all(thinking.propose(0, "takeback", 3, at_ms=0)).ply == 2


def test_on_one_screen_the_last_move_is_taken_back() -> None:
    session = play(open_pylos("hotseat"), "1a1", "1b1")
    assert session.apply_all(session.propose(0, "takeback", 2, at_ms=0)).ply == 1


def test_a_friend_is_asked_before_taking_back() -> None:
    session = play(open_pylos(), "1a1", "1b1")
    with refused("nothing_to_take_back"):
        open_pylos().propose(0, "takeback", 0, at_ms=0)
    asked = session.apply_all(session.propose(1, "takeback", 2, at_ms=0))
    assert asked.ply == 2
    assert asked.apply_all(asked.answer(0, asked.proposals[0].id, True, at_ms=0)).ply == 1


def test_nothing_is_taken_back_across_rounds_or_in_solo() -> None:
    session = play_randomly(open_pacal("hotseat"), Random(3))
    with refused("nothing_to_take_back"):
        session.propose(0, "takeback", session.ply, at_ms=0)
    session = deal(session, 2)
    with refused("nothing_to_take_back"):
        session.propose(0, "takeback", session.ply, at_ms=0)
    solo = Session(Setup(lambda: SoloProgress(PACAL), "solo"))
    solo = solo.apply_all(solo.start(0, at_ms=0))
    solo = deal(solo, 0, str(pacal.SoloDeal.from_seed(5)))
    solo = play(solo, "build 5")
    with refused("no_takeback"):
        solo.propose(0, "takeback", 1, at_ms=0)


@pytest.mark.parametrize("seed", range(3))
def test_taking_back_gives_the_game_as_it_was(seed: int) -> None:
    """The progress before a move is not kept but played again: rounds, deals and recurrences."""
    session = open_pacal("hotseat", seed)
    for number in range(2):
        session = play_randomly(session, Random(seed + number))
        session = deal(session, seed + number + 10)
    before = []
    while session.actor is not None and session.outcome is None:
        before.append(session)
        assert isinstance(session.progress, PacalProgress)
        assert session.progress.match is not None
        moves = session.progress.match.round.legal_moves
        session = play(session, str(moves[Random(seed).below(len(moves))]))
    session = before.pop()
    for earlier in reversed(before):
        session = session.apply_all(session.propose(0, "takeback", session.ply, at_ms=0))
        assert session.progress == earlier.progress
        assert session.turns == earlier.turns


def test_taking_back_keeps_count_of_recurrences() -> None:
    shuffle = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4", "1b2-1b2", "1d1")
    session = play(open_pylos("hotseat"), *shuffle[:7])
    played = play(session, shuffle[7])
    back = played.apply_all(played.propose(0, "takeback", played.ply, at_ms=0))
    assert back.progress == session.progress
    assert isinstance(back.progress, PylosProgress)
    assert isinstance(session.progress, PylosProgress)
    assert back.progress.state.earlier == session.progress.state.earlier


def test_a_rematch_swaps_sides() -> None:
    session = play(open_pylos(), "1a1")
    with refused("game_running"):
        session.propose(0, "rematch", 1, at_ms=0)
    session = session.apply_all(session.resign(0, at_ms=0))
    session = session.apply_all(session.propose(0, "rematch", 1, at_ms=0))
    session = session.apply_all(session.answer(1, session.proposals[0].id, True, at_ms=0))
    assert (session.game_number, session.ply, session.outcome) == (2, 0, None)
    assert (session.seat_of(0), session.seat_of(1)) == (1, 0)


@pytest.mark.clause("PYL-R4")
def test_sides_are_as_drawn_or_chosen() -> None:
    session = Session(Setup(begin_pylos, "friend"))
    assert session.apply_all(session.start(0, at_ms=0)).player_on(0) == 0
    assert session.apply_all(session.start(1, at_ms=0)).player_on(0) == 1


@pytest.mark.clause("PAC-9", "PAC-R7")
def test_a_match_goes_on_until_three_rounds_are_won() -> None:
    session, random = open_pacal(), Random(11)
    for seed in range(2, 40):
        session = play_randomly(session, random)
        if session.outcome is not None:
            break
        assert session.status == "between_rounds"
        assert not session.wants_deal
        with refused("round_over"):
            session.play(0, "build 1", session.ply, at_ms=0)
        with refused("stale"):
            session.ask_next_round(0, "00" * 32, at_ms=0)
        session = ready(promise(session), 0)
        assert not session.wants_deal, "the other is not ready"
        with refused("proposed_already"):
            session.ask_next_round(0, "00" * 32, at_ms=0)
        session = deal(ready(session, 1), seed)
        assert isinstance(session.progress, PacalProgress)
        assert session.progress.match is not None
        assert session.actor == session.progress.match.round.beginner
        with refused("round_running"):
            session.ask_next_round(0, "00" * 32, at_ms=0)
    assert session.outcome is not None
    assert session.outcome.reason == "three-rounds"


@pytest.mark.parametrize("game", ["pylos", "pacal", "solo"])
@pytest.mark.parametrize("ending", ["finished", "running", "resigned"])
def test_the_record_tells_the_game_and_can_be_replayed(game: str, ending: str) -> None:
    if game == "pylos":
        session = play_randomly(open_pylos(), Random(1)) if ending == "finished" else open_pylos()
        options: object = PYLOS
        players = ["a", "b"]
    elif game == "pacal":
        session, options, players = open_pacal("hotseat"), PACAL, ["a", "b"]
        session = play_randomly(session, Random(1))
        seed = 50
        while session.outcome is None:
            session = deal(session, seed)
            seed += 1
            if ending != "finished":
                break
            session = play_randomly(session, Random(seed))
        if ending != "finished":
            hand = session.progress.match.round.hands[session.actor]  # type: ignore[union-attr, index]
            session = play(session, f"offer {hand[0]} {hand[1]}", f"take {hand[0]}")
    else:
        options, players = PACAL, ["a"]
        session = Session(Setup(lambda: SoloProgress(PACAL), "solo"))
        session = session.apply_all(session.start(0, at_ms=0))
        session = deal(session, 0, str(pacal.SoloDeal.from_seed(5)))
        session = play(session, "build 5")
        if ending == "finished":
            session = play_randomly(session, Random(1))
    if ending == "resigned":
        session = session.apply_all(session.resign(0, at_ms=0))
    record = record_session(session, game=game, options=options, players=players, date="2026-01-31")
    assert parse_record(format_record(record)) == record
    replayed = replay_record(record)
    assert record.moves == tuple(turn.move for turn in session.turns)
    if session.outcome is None:
        assert replayed.outcome is None
    else:
        assert replayed.outcome is not None
        assert replayed.outcome.winner == session.outcome.winner
        assert replayed.outcome.reason == session.outcome.reason


def test_the_same_events_give_the_same_session() -> None:
    session, kept = open_pacal("computer"), []
    random = Random(9)
    while session.actor is not None:
        assert isinstance(session.progress, PacalProgress)
        assert session.progress.match is not None
        moves = session.progress.match.legal_moves
        events = session.play(
            session.actor, str(moves[random.below(len(moves))]), session.ply, at_ms=0
        )
        kept.extend(events)
        session = session.apply_all(events)
    plain = [ev.parse_event(ev.format_event(event)) for event in kept]
    assert open_pacal("computer").apply_all(plain) == session
