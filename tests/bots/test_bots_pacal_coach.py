from dataclasses import replace

import pytest
from pacal_gaps_twin import find_gaps
from pacal_solo_twin import odds_by_field

from sommet.analysis.coach import advise
from sommet.analysis.pacal_coach import CURVES, calibrate
from sommet.analysis.pacal_coach import advise as advise_duel
from sommet.analysis.pacal_facts import study
from sommet.analysis.pacal_puzzles import select_puzzles
from sommet.analysis.pacal_review import judge, judge_sure, review_round
from sommet.analysis.reasons import REASON_TEXTS, fitting, tightest_gap
from sommet.bots import make
from sommet.engine import pacal_coach as core
from sommet.pacal import Options, Round, Solo, parse_action

GAPS = make("pacal", "gaps")


def walk(seed, options=None):
    played = Round.deal(options or Options(), seed)
    while (seat := played.actor) is not None:
        yield played, played.view(seat)
        played = played.play(GAPS.choose(played.view(seat), seed=1))
    yield played, None


def finished(seed):
    return [played for played, _ in walk(seed)][-1]


def test_advice_covers_every_action_and_adds_up():
    for _, view in walk(5):
        if view is None:
            continue
        advice = advise(view)
        assert {one.action for one in advice} == set(view.legal_moves)
        assert [one.score for one in advice] == sorted((one.score for one in advice), reverse=True)
        for one in advice:
            assert -1e-6 <= one.draw <= 1
            assert 0 <= one.win <= 1
            assert 0 <= one.margin < 0.25
            assert all(reason.to_text() for reason in one.reasons)


def test_advice_does_not_depend_on_hidden_cards():
    for _, view in walk(6):
        if view is not None:
            assert advise(view.sample(8).view(view.seat)) == advise(view)


def test_what_ends_the_round_is_told_as_it_ends():
    """Completing wins, unless the other completes in the same turn and the difference decides."""
    completed = 0
    for seed in range(5, 12):
        for played, view in walk(seed):
            if view is None or view.phase != "build":
                continue
            for one in advise(view):
                outcome = played.play(one.action).outcome
                if outcome is not None:
                    ending = float(outcome.winner == view.seat), float(outcome.winner is None)
                    assert (one.win, one.draw) == ending
                completed += any(reason.key == "coach.completes" for reason in one.reasons)
    assert completed >= 5


def test_an_observer_gets_no_advice():
    with pytest.raises(ValueError, match="turn"):
        advise_duel(Round.deal(Options(), 1).view(None))


def test_calibration_keeps_what_is_certain():
    for curve, _ in CURVES.values():
        assert calibrate(0.0, curve) == 0.0
        assert calibrate(1.0, curve) == 1.0
        assert calibrate(0.2, curve) < calibrate(0.6, curve)


def test_every_remark_has_a_text():
    assert set(core.keys()) == set(REASON_TEXTS)
    advice = [one for _, view in walk(5) if view for one in advise(view)]
    said = {reason.key for one in advice for reason in one.reasons}
    assert len(said) > 4
    for text in REASON_TEXTS.values():
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")


@pytest.mark.clause("PAC-5")
def test_the_rulebooks_example_fits_as_the_coach_counts_it():
    tops = [40, 33, 21, 18, 16, 0, 0, 0, 0, 1]
    covered = [0, 34, 22, 0, 0, 0, 0, 0, 0, 0]
    assert fitting(tops, covered, [26, 17]) == {17}


def test_gaps_and_the_tightest_of_them():
    tops = [0, 45, 0, 0, 41, 0, 0, 0, 0, 2]
    assert list(find_gaps(tops)) == [(51, 45, 1), (45, 41, 2), (41, 2, 4)]
    tight = tightest_gap(tops, range(3, 51))
    assert (tight.key, tight.params["above"], tight.params["cards"]) == ("coach.tight-gap", 45, 3)
    assert tightest_gap(tops, [42, 50]).key == "coach.hopeless-gap"
    assert tightest_gap([9] * 10, [1]) is None


def test_a_mistake_is_one_beyond_the_luck_of_the_cards():
    puzzle = select_puzzles(grade=1)[0]
    view = puzzle.view
    best, *_, worst = advise(view)
    assert best.action == puzzle.solution

    judged = judge_sure(view, worst, best, seed=1)
    assert (judged.grade, judged.nuance) == (judge(worst, best).grade, "")
    assert not judged.is_good
    # Had the coach taken the worst for the best, playing on would not have confirmed it.
    for chosen in (best, worst):
        wrong = judge_sure(view, replace(chosen, win=0.0), replace(worst, win=1.0), seed=1)
        assert (wrong.grade, wrong.nuance, wrong.doubts) == ("good", "unclear", ())
    assert judge_sure(view, best, best, seed=1).nuance == ""
    decline = replace(worst, action=parse_action("decline"))
    with pytest.raises(ValueError, match="not legal"):
        judge_sure(view, decline, best, seed=1)


def test_a_review_judges_every_real_decision():
    played = finished(9)
    decisions = review_round(played, playouts=4)
    assert {one.seat for one in decisions} == {0, 1}
    for one in decisions:
        assert played.history[one.number - 1] == one.action
        assert one.cost >= 0
        assert one.best.score >= one.chosen.score
        assert 0 <= one.open_after <= 1
    assert decisions[-1].open_after in (0.0, 0.5, 1.0)


@pytest.mark.clause("PAC-12")
def test_solo_odds_without_covering_are_exact():
    game = Solo.deal(Options.preset("fr"), 4)
    advice = advise(game.view())
    assert advice[0].win == max(map(float, odds_by_field([None] * 10, game.card).values()))
    assert advice[0].margin == 0.0
    assert any(reason.key == "coach.exact" for reason in advice[0].reasons)


def test_solo_with_covering_is_completed_more_often_than_by_gap_arithmetic():
    best = make("solo", "best")
    won = 0
    for seed in range(40):
        game = Solo.deal(Options(), seed)
        while game.outcome is None:
            assert advise(game.view())[0].win > 0
            game = game.play(best.choose(game.view(), seed=0))
        won += game.outcome.winner == 0
    # 60 % on average; four standard deviations below would be 29 %.
    assert won >= 14


def test_a_study_is_the_same_on_any_number_of_threads():
    one, two = (study(Options(), rounds=6, seed=3, threads=n) for n in (1, 2))
    assert one.rounds.tobytes() == two.rounds.tobytes()
    assert one.decisions.tobytes() == two.decisions.tobytes()
    for number, facts in enumerate(one.rounds):
        dealt = Round.deal(Options(), 3 + number)
        assert tuple(facts["apexes"]) == dealt.apexes
        assert facts["beginner"] == dealt.beginner
