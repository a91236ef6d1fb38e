"""The page's coach says what Python's says: values, mistakes, advice, reasons, puzzles."""

import datetime
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from core_node import ROOT, ask_core

from sommet import bots, pacal, pylos
from sommet.analysis.coach import Advice, advise
from sommet.analysis.pacal_review import MISTAKE, open_chance
from sommet.analysis.pylos_judge import SearchJudge
from sommet.analysis.pylos_puzzles import (
    find_idea,
    lesson_puzzles,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.analysis.pylos_review import review_game
from sommet.bots.level_strengths import STRENGTHS
from sommet.bots.pacal.players import see
from sommet.bots.pacal.weights import duel_brain
from sommet.bots.pylos.search import Limit
from sommet.engine import pacal_coach

#: As engine/bindings/web/pylos/judge.hpp: positions that a search visits for a judgement.
NODES = 10_000
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
    judgement = SearchJudge(Limit(nodes=NODES)).judge(state)
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
    (judged,) = review_game(start, state.history[-1:], SearchJudge(Limit(nodes=NODES)))
    assert (said["ply"], said["seat"], said["move"]) == (state.ply, judged.side, str(judged.move))
    assert (said["grade"] != "good", said["certain"]) == (judged.is_mistake, judged.proved)
    assert said["better"] == [str(move) for move in judged.better[:3]]
    assert (said["cost"] > 0) <= judged.is_mistake
    if judged.is_mistake and state.outcome is None:
        reply = SearchJudge(Limit(nodes=NODES)).judge(state).best[0]
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
        assert [(r["key"], r["params"]) for r in one["reasons"]] == [
            (r.key, {k: list(v) if isinstance(v, tuple) else v for k, v in r.params.items()})
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
        mistake = best.score - chosen.score >= MISTAKE and pacal_coach.is_confirmed(
            see(before.view(before.actor)),
            duel_brain(),
            best.action.code,
            chosen.action.code,
            1,
        )
        assert (decision["grade"] != "good") == mistake
        doubts = [r.key for r in chosen.reasons if r not in best.reasons] if mistake else []
        assert [r["key"] for r in decision["doubts"]] == doubts
        after = open_chance(before.play(actions[n - 1]), playouts=24, seed=1)
        # Playouts that hang by a hair may end differently: two of 24 at most.
        assert said["open"] == pytest.approx(after, abs=2 / 24)
    assert decisions >= 8


def test_a_review_begins_with_what_the_deal_is_worth(weights: Path) -> None:
    asked = {"call": "pacal.review", "preset": "en", "seed": 4, "actions": []}
    (answer,) = ask_core("players", [asked], weights)
    assert answer["ok"]["decision"] is None
    assert 0 < answer["ok"]["open"] < 1


def test_the_same_puzzle_comes_up_on_a_day(weights: Path) -> None:
    days = [datetime.date(2025, 1, 1) + datetime.timedelta(23 * n) for n in range(60)]
    questions = [{"call": "puzzles.day", "date": day.isoformat()} for day in days]
    for day, answer in zip(days, ask_core("players", questions, weights), strict=True):
        puzzle = puzzle_of_the_day(day)
        assert (answer["ok"]["number"], answer["ok"]["rules"]) == (puzzle.number, puzzle.rules)
        assert answer["ok"]["board"]["position"] == puzzle.position
    for date in ("2026-02-29", "2026-13-01", "26-01-01", "2026-1-01", ""):
        (answer,) = ask_core("players", [{"call": "puzzles.day", "date": date}], weights)
        assert answer["refused"]["params"]["where"] == "date"


def test_a_streak_begins_easy_and_shows_every_puzzle_once(weights: Path) -> None:
    count = len(select_puzzles())
    questions = [{"call": "puzzles.streak", "seed": 7, "place": n} for n in range(count + 1)]
    *answers, end = ask_core("players", questions, weights)
    numbers = [answer["ok"]["number"] for answer in answers]
    assert sorted(numbers) == [puzzle.number for puzzle in select_puzzles()]
    assert [answer["ok"]["grade"] for answer in answers[:30]] == [n // 6 + 1 for n in range(30)]
    assert end["refused"]["code"] == "no_such_puzzle"


def test_the_numbers_of_a_grade(weights: Path) -> None:
    questions = [{"call": "puzzles.graded", "grade": grade} for grade in (1, 5, 0, 6)]
    easy, hard, *wrong = ask_core("players", questions, weights)
    assert easy["ok"] == [puzzle.number for puzzle in select_puzzles(grade=1)]
    assert hard["ok"] == [puzzle.number for puzzle in select_puzzles(grade=5)]
    assert all(answer["refused"]["params"]["where"] == "grade" for answer in wrong)


def test_the_puzzles_of_a_lesson_and_what_most_players_try(weights: Path) -> None:
    lessons = [("trap", "expert"), ("crown", "children"), ("", "expert"), ("trap", "blitz")]
    questions = [{"call": "puzzles.lesson", "lesson": le, "rules": ru} for le, ru in lessons]
    trap, crown, *wrong = ask_core("players", questions, weights)
    for answer, (lesson, rules) in zip((trap, crown), lessons, strict=False):
        assert answer["ok"] == [puzzle.number for puzzle in lesson_puzzles(lesson, rules)]
    assert [answer["refused"]["code"] for answer in wrong] == ["no_such_puzzle"] * 2
    puzzle = lesson_puzzles("trap", "expert")[0]
    told, general, tried = ask_core(
        "players",
        [
            {"call": "puzzles.solution", "number": puzzle.number},
            {"call": "puzzles.solution", "number": 1},
            {"call": "puzzles.try", "number": puzzle.number, "moves": [puzzle.natural]},
        ],
        weights,
    )
    assert (told["ok"]["natural"], told["ok"]["distance"]) == (puzzle.natural, 0)
    assert general["ok"]["natural"] is None
    assert tried["ok"]["right"] is False


def test_a_lesson_on_draws_is_about_keeping_the_draw(weights: Path) -> None:
    puzzle = lesson_puzzles("draw", "expert")[0]
    asked = {"number": puzzle.number}
    shown, general, natural, right = ask_core(
        "players",
        [
            {"call": "puzzles.find", **asked},
            {"call": "puzzles.find", "number": 1},
            {"call": "puzzles.try", **asked, "moves": [puzzle.natural]},
            {"call": "puzzles.try", **asked, "moves": [puzzle.solution]},
        ],
        weights,
    )
    assert (shown["ok"]["aim"], general["ok"]["aim"]) == ("draw", "win")
    assert (natural["ok"]["right"], natural["ok"]["worth"]) == (False, "loss")
    assert (right["ok"]["right"], right["ok"]["worth"]) == (True, "draw")


def test_a_solution_is_right_and_any_other_first_move_wrong(weights: Path) -> None:
    questions, right = [], []
    for puzzle in select_puzzles()[::40]:
        others = [m for m in puzzle.state.legal_moves if str(m) != puzzle.solution]
        for move in (puzzle.solution, str(others[puzzle.number % len(others)])):
            questions.append({"call": "puzzles.try", "number": puzzle.number, "moves": [move]})
            right.append(move == puzzle.solution)
    for question, answer, wanted in zip(
        questions, ask_core("players", questions, weights), right, strict=True
    ):
        said = answer["ok"]
        assert said["right"] is wanted
        assert (said["worth"] == "win") is wanted
        state = shipped_puzzles()[question["number"] - 1].state.play(question["moves"][0])
        if state.outcome is None:
            assert said["reply_idea"] == find_idea(state, state.find_move(said["reply"]))
            state = state.play(said["reply"])
        assert said["board"]["position"] == state.format()


def test_a_puzzles_solution_is_told(weights: Path) -> None:
    puzzle = select_puzzles()[100]
    asked = {"call": "puzzles.solution", "number": puzzle.number}
    optional = {"call": "puzzles.find", "number": 401}
    stale = {"call": "puzzles.try", "number": puzzle.number, "moves": []}
    told, refused, nothing = ask_core("players", [asked, optional, stale], weights)
    assert (told["ok"]["move"], told["ok"]["idea"]) == (puzzle.solution, puzzle.idea)
    assert told["ok"]["distance"] == puzzle.distance
    assert refused["refused"]["code"] == "no_such_puzzle"
    assert nothing["refused"]["code"] == "stale"


def test_the_page_knows_the_measured_strength_of_the_levels() -> None:
    page = json.loads((ROOT / "web/src/kept/levelStrengths.json").read_text("utf-8"))
    assert page == json.loads(json.dumps(STRENGTHS))
