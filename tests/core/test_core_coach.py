"""The page's coach says what Python's says: values, mistakes, advice, reasons."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from core_node import ROOT, ask_core

from sommet import bots, pacal, pylos
from sommet.analysis.coach import Advice, advise
from sommet.analysis.pacal_review import MISTAKE, judge_sure, open_chance
from sommet.analysis.pylos_judge import SearchJudge
from sommet.analysis.pylos_puzzles import find_idea
from sommet.analysis.pylos_review import review_game
from sommet.bots.level_strengths import STRENGTHS
from sommet.engine import pacal_coach

#: Chances closer than this may come out in another order: floating point.
CLOSE = 0.00001
_PYLOS_RULES: list[tuple[str, dict[str, Any]]] = [
    ("children", {}),
    ("standard", {"repetition": 2}),
    ("expert", {"takeback": "optional"}),
]


def _games(preset: str, rulings: dict[str, Any], games: int) -> list[pylos.State]:
    """Return games by people-like levels, broken off anywhere or over."""
    found = []
    for seed in range(games):
        lot = random.Random(f"{preset} {seed}")
        state = pylos.State.start(pylos.Options.preset(preset, **rulings))
        for _ in range(lot.randrange(1, 60)):
            if state.outcome is not None:
                break
            bot = bots.make("pylos", f"humanlike:{lot.randrange(1, 5)}")
            state = state.play(bot.choose(state, seed=lot.randrange(2**32)))
        found.append(state)
    return found


def _compare_pylos(weights: Path, games: int) -> int:
    moves = 0
    for preset, rulings in _PYLOS_RULES:
        states = _games(preset, rulings, games)
        asked = [
            {"preset": preset, "rulings": rulings, "moves": [str(move) for move in state.history]}
            for state in states
        ]
        calls = [{"call": name, **one} for one in asked for name in _PYLOS_CALLS]
        answers = iter(ask_core("players", calls, weights))
        for state in states:
            moves += _check_analysis(state, next(answers)["ok"])
            _check_review(state, next(answers)["ok"])
    return moves


_PYLOS_CALLS = ("pylos.analysis", "pylos.review")


def _check_analysis(state: pylos.State, said: dict[str, Any]) -> int:
    if state.outcome is not None:
        assert (said["worth"], said["moves"], said["keeping"]) == (None, [], 0)
        assert said["light"] == (0.5 if state.outcome.winner is None else 1 - state.outcome.winner)
        return 0
    judgement = SearchJudge().judge(state)
    assert (said["worth"], said["certain"]) == (judgement.value, judgement.proved)
    assert said["keeping"] == len(judgement.best)
    assert said["idea"] == find_idea(state, judgement.best[0])
    assert [move["move"] for move in said["moves"][: said["keeping"]]] == [
        str(move) for move in judgement.best
    ]
    worths = {m["move"]: (m["worth"], m["certain"], m["distance"]) for m in said["moves"]}
    assert worths == {
        str(move): (verdict.value, verdict.proved, verdict.distance)
        for move, verdict in judgement.verdicts.items()
    }
    return len(worths)


def _check_review(state: pylos.State, said: dict[str, Any]) -> None:
    start = pylos.State.start(state.options)
    for move in state.history[:-1]:
        start = start.play(move)
    (judged,) = review_game(start, state.history[-1:], SearchJudge())
    assert (said["ply"], said["seat"], said["move"]) == (state.ply, judged.side, str(judged.move))
    assert (said["grade"] != "good", said["certain"]) == (judged.is_mistake, judged.proved)
    assert said["better"] == [str(move) for move in judged.better[:3]]
    assert (said["cost"] > 0) <= judged.is_mistake
    if judged.is_mistake and state.outcome is None:
        reply = SearchJudge().judge(state).best[0]
        assert (said["reply"], said["reply_idea"]) == (str(reply), find_idea(state, reply))
    else:
        assert said["reply"] is None


def test_positions_and_reviews_of_pylos_are_judged_the_same(weights: Path) -> None:
    assert _compare_pylos(weights, 24) >= 400


@pytest.mark.soak
def test_positions_and_reviews_of_pylos_are_judged_the_same_often(weights: Path) -> None:
    assert _compare_pylos(weights, 600) >= 12_000


def _check_advice(said: dict[str, Any], wanted: tuple[Advice, ...]) -> int:
    """Compare what is said of each action; return how many."""
    by_action = {str(one.action): one for one in wanted}
    assert {one["action"] for one in said["actions"]} == set(by_action)
    scores = []
    for one in said["actions"]:
        expected = by_action[one["action"]]
        assert one["win"] == pytest.approx(expected.win, abs=CLOSE)
        assert one["draw"] == pytest.approx(expected.draw, abs=CLOSE)
        assert one["margin"] == pytest.approx(expected.margin, abs=10 * CLOSE)
        assert one["reasons"] == [
            {
                "key": r.key,
                "params": {k: list(v) if isinstance(v, tuple) else v for k, v in r.params.items()},
                "about": list(r.about),
            }
            for r in expected.reasons
        ]
        scores.append(expected.score)
    assert all(a >= b - CLOSE for a, b in itertools.pairwise(scores))
    return len(scores)


def _compare_duel(weights: Path, rounds: int) -> int:
    questions, wanted = [], []
    for seed in range(rounds):
        book, rulings = (("en", {}), ("fr", {"difference_cards": "all"}))[seed % 2]
        round_ = pacal.Round.deal(pacal.Options.preset(book, **rulings), seed)
        bot = bots.make("pacal", f"level:{seed % 7 + 1}")
        while (seat := round_.actor) is not None:
            actions = [str(action) for action in round_.history]
            deal = round_.dealt
            known: dict[str, Any] = {"seed": seed}
            if len(actions) % 2 and round_.phase != "last":
                known = {"seat": seat, "hand": [*deal.hands[seat]], "apexes": [*deal.apexes]}
            asked = {"preset": book, "rulings": rulings, "actions": actions, **known}
            questions.append({"call": "pacal.advice", **asked})
            wanted.append(advise(round_.view(seat)))
            round_ = round_.play(bot.choose(round_.view(seat), seed=seed))
    answers = ask_core("players", questions, weights)
    return sum(_check_advice(said["ok"], one) for said, one in zip(answers, wanted, strict=True))


def test_advice_is_the_same_also_from_what_a_seat_knows(weights: Path) -> None:
    assert _compare_duel(weights, 6) >= 2000


@pytest.mark.soak
def test_advice_is_the_same_often(weights: Path) -> None:
    assert _compare_duel(weights, 300) >= 100_000


@pytest.mark.parametrize("book", ["en", "fr"])
def test_solo_is_advised_and_reviewed_the_same(weights: Path, book: str) -> None:
    questions, wanted, chosen = [], [], []
    for seed in range(4):
        game, lot = pacal.Solo.deal(pacal.Options.preset(book), seed), random.Random(seed)
        while game.outcome is None:
            asked = {"preset": book, "seed": seed}
            before = [str(action) for action in game.history]
            action = lot.choice(game.legal_moves)
            advice = advise(game.view())
            questions.append({"call": "solo.advice", **asked, "actions": before})
            questions.append({"call": "solo.review", **asked, "actions": [*before, str(action)]})
            wanted.append(advice)
            chosen.append(next(one for one in advice if one.action == action))
            game = game.play(action)
    answers = [answer["ok"] for answer in ask_core("players", questions, weights)]
    graded = set()
    for said, reviewed, advice, one in zip(
        answers[::2], answers[1::2], wanted, chosen, strict=True
    ):
        _check_advice(said, advice)
        assert said["exact"] == (book == "fr" or all(one.margin == 0 for one in advice))
        cost = advice[0].win - one.win
        assert reviewed["cost"] == pytest.approx(cost, abs=CLOSE)
        if abs(cost - MISTAKE) > CLOSE:
            assert (reviewed["grade"] != "good") == (cost >= MISTAKE)
        graded.add(reviewed["grade"])
    assert graded == ({"good", "mistake", "blunder"} if book == "en" else {"good"})


def test_rounds_are_reviewed_the_same(weights: Path) -> None:
    options = pacal.Options()
    round_ = pacal.Round.deal(options, 4)
    while (seat := round_.actor) is not None:
        bot = bots.make("pacal", "level:1")
        round_ = round_.play(bot.choose(round_.view(seat), seed=4))
    actions = [str(action) for action in round_.history]
    # Late decisions: playing on from the early ones takes long.
    shown = range(len(actions) - 14, len(actions) + 1)
    asked = {"call": "pacal.review", "preset": "en", "seed": 4}
    questions = [{**asked, "actions": actions[:n]} for n in shown]
    decisions = 0
    for n, answer in zip(shown, ask_core("players", questions, weights), strict=True):
        before = pacal.Round.replay(options, round_.dealt, round_.history[: n - 1])
        said, decision = answer["ok"], answer["ok"]["decision"]
        if len(before.legal_moves) == 1:
            assert said == {"open": None, "decision": None}
            continue
        decisions += 1
        assert before.actor is not None
        advice = advise(before.view(before.actor))
        chosen = next(one for one in advice if str(one.action) == actions[n - 1])
        best = advice[0]
        assert (decision["ply"], decision["seat"], decision["move"]) == (
            n,
            before.actor,
            actions[n - 1],
        )
        assert decision["cost"] == pytest.approx(best.score - chosen.score, abs=CLOSE)
        assert decision["best_win"] == pytest.approx(best.score, abs=CLOSE)
        assert [r["key"] for r in decision["reasons"]] == [r.key for r in best.reasons]
        judged = judge_sure(before.view(before.actor), chosen, best, seed=pacal_coach.REVIEW_SEED)
        assert (decision["grade"], decision["nuance"]) == (judged.grade, judged.nuance)
        assert [r["key"] for r in decision["doubts"]] == [r.key for r in judged.doubts]
        after = open_chance(
            before.play(actions[n - 1]),
            playouts=pacal_coach.OPEN_PLAYOUTS,
            seed=pacal_coach.REVIEW_SEED,
        )
        # Playouts that hang by a hair may end differently: two at most.
        assert said["open"] == pytest.approx(after, abs=2 / pacal_coach.OPEN_PLAYOUTS)
    assert decisions >= 8


def test_a_review_begins_with_what_the_deal_is_worth(weights: Path) -> None:
    asked = {"call": "pacal.review", "preset": "en", "seed": 4, "actions": []}
    (answer,) = ask_core("players", [asked], weights)
    assert answer["ok"]["decision"] is None
    assert 0 < answer["ok"]["open"] < 1


def test_the_page_knows_the_measured_strength_of_the_levels() -> None:
    page = json.loads((ROOT / "web/src/kept/levelStrengths.json").read_text("utf-8"))
    assert page == json.loads(json.dumps(STRENGTHS))
