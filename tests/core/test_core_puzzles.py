"""Puzzles on the page are Python's: which one comes next, what a try is worth, the solution."""

import datetime
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from core_node import ask_core

from sommet.analysis import pacal_puzzles
from sommet.analysis.coach import advise
from sommet.analysis.pylos_judge import SearchJudge, TableJudge
from sommet.analysis.pylos_puzzle_try import try_moves
from sommet.analysis.pylos_puzzles import (
    Puzzle,
    find_idea,
    lesson_puzzles,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.engine import pacal_coach
from sommet.tablebase.probe import open_table

#: Chances closer than this may come out in another order: floating point.
CLOSE = 0.00001


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
    # Who begins one may have met no other rules.
    assert {answer["ok"]["rules"] for answer in answers[:6]} == {"standard"}
    assert end["refused"]["code"] == "no_such_puzzle"


def test_the_next_of_a_grade_is_not_solved_and_not_the_one_before(weights: Path) -> None:
    numbers = [puzzle.number for puzzle in select_puzzles(grade=2)]
    asked = {"call": "puzzles.next", "grade": 2}
    questions: list[dict[str, Any]] = []
    for seed in range(12):
        left = numbers[seed : seed + 2]
        solved = [number for number in numbers if number not in left]
        questions += [
            {**asked, "seed": seed, "before": 0, "solved": []},
            {**asked, "seed": seed, "before": 0, "solved": solved},
            {**asked, "seed": seed, "before": left[0], "solved": solved},
            {**asked, "seed": seed, "before": left[0], "solved": numbers},
        ]
    answers = [answer["ok"] for answer in ask_core("players", questions, weights)]
    assert all(answer["numbers"] == numbers for answer in answers)
    chosen = [answer["puzzle"]["number"] for answer in answers]
    for seed in range(12):
        left = numbers[seed : seed + 2]
        some, fresh, other, again = chosen[4 * seed : 4 * seed + 4]
        assert some in numbers
        assert fresh in left
        assert other == left[1]
        assert again in set(numbers) - {left[0]}
    assert len(set(chosen[::4])) > 6
    wrong = [
        {**asked, "grade": grade, "seed": 1, "before": 0, "solved": []} for grade in (0, 6, "x")
    ] + [{**asked, "seed": 1, "before": 0, "solved": ["x"]}]
    refused = [
        answer["refused"]["params"]["where"] for answer in ask_core("players", wrong, weights)
    ]
    assert refused == ["grade"] * 3 + ["solved"]


def test_a_lesson_goes_on_with_what_is_not_solved_and_round_again(weights: Path) -> None:
    lesson = {"call": "puzzles.next", "lesson": "trap", "rules": "expert"}
    numbers = [puzzle.number for puzzle in lesson_puzzles("trap", "expert")]
    first, second, third, *_, last = numbers
    cases = [
        (0, [], first),
        (0, [first], second),
        (first, [second], third),
        (last, [], first),
        (second, numbers, third),
        (last, numbers, first),
    ]
    questions = [{**lesson, "before": before, "solved": solved} for before, solved, _ in cases]
    answers = [answer["ok"] for answer in ask_core("players", questions, weights)]
    assert [answer["puzzle"]["number"] for answer in answers] == [wanted for *_, wanted in cases]
    assert all(answer["numbers"] == numbers for answer in answers)
    wrong = [("", "expert"), ("trap", "blitz")]
    refused = ask_core(
        "players",
        [{**lesson, "lesson": a, "rules": b, "before": 0, "solved": []} for a, b in wrong],
        weights,
    )
    assert [answer["refused"]["code"] for answer in refused] == ["no_such_puzzle"] * 2


def test_a_lessons_puzzle_tells_what_most_players_try(weights: Path) -> None:
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


def _tries(puzzle: Puzzle, lot: random.Random, first: int) -> list[list[str]]:
    """Return the solution, so many other first moves, and tries that go on after the solution."""
    moves = [str(move) for move in puzzle.state.legal_moves]
    others = [move for move in moves if move != puzzle.solution]
    tried = lot.sample(others, min(first, len(others)))
    lines = [[puzzle.solution], *([move] for move in tried)]
    state = puzzle.state.play(puzzle.solution)
    if state.outcome is None:
        answer = lot.choice(state.legal_moves)
        state = state.play(answer)
        if state.outcome is None:
            goes_on = str(lot.choice(state.legal_moves))
            lines.append([puzzle.solution, str(answer), goes_on])
    return lines


def _compare_tries(files: Path, puzzles: Sequence[Puzzle], first: int, *, tables: bool) -> int:
    """Compare what the page says of tries with what Python says; return how many."""
    lot = random.Random(first)
    lines = [(puzzle, moves) for puzzle in puzzles for moves in _tries(puzzle, lot, first)]
    questions = [
        {"call": "puzzles.try", "number": puzzle.number, "moves": moves} for puzzle, moves in lines
    ]
    if tables:
        presets = sorted({puzzle.rules for puzzle in puzzles})
        loading = [
            {"call": "pylos.values", "preset": preset, "moves": [], "with_table": True}
            for preset in presets
        ]
        answers = ask_core("players", [*loading, *questions], files)[len(loading) :]
    else:
        answers = ask_core("players", questions, files)
    for (puzzle, moves), answer in zip(lines, answers, strict=True):
        judge = TableJudge(open_table(puzzle.state.options)) if tables else SearchJudge()
        wanted = try_moves(puzzle, moves, judge)
        assert "ok" in answer, (puzzle.number, moves, answer)
        said = answer["ok"]
        assert said["source"] == judge.source
        assert (said["right"], said["worth"]) == (wanted.right, wanted.value), (puzzle, moves)
        assert said["board"]["position"] == wanted.state.format()
        assert said["reply"] == (None if wanted.reply is None else str(wanted.reply))
        if wanted.reply is not None:
            before = puzzle.state
            for move in moves:
                before = before.play(move)
            assert said["reply_idea"] == find_idea(before, wanted.reply)
        if len(moves) == 1:
            assert wanted.right == (moves[0] == puzzle.solution)
            assert wanted.right == (wanted.value in {puzzle.aim, "win"})
    return len(lines)


def test_tries_are_judged_and_answered_the_same(weights: Path) -> None:
    assert _compare_tries(weights, select_puzzles()[::40], 3, tables=False) >= 40


def test_tries_are_judged_and_answered_the_same_by_tables(page_files: Path) -> None:
    puzzles = [puzzle for puzzle in shipped_puzzles() if puzzle.takeback == "compulsory"]
    assert _compare_tries(page_files, puzzles[::4], 4, tables=True) >= 500


@pytest.mark.soak
def test_tries_are_judged_and_answered_the_same_often(weights: Path, page_files: Path) -> None:
    puzzles = [puzzle for puzzle in shipped_puzzles() if puzzle.takeback == "compulsory"]
    assert _compare_tries(weights, puzzles[::3], 4, tables=False) >= 800
    assert sum(_compare_tries(page_files, puzzles, n, tables=True) for n in (3, 4, 5)) >= 10_000


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


def test_a_streak_of_pacal_begins_easy_and_shows_every_puzzle_once(weights: Path) -> None:
    puzzles = pacal_puzzles.shipped_puzzles()
    questions = [
        {"call": "pacal.puzzle_streak", "seed": seed, "place": place}
        for seed, places in ((7, 201), (8, 20))
        for place in range(places)
    ]
    answers = ask_core("players", questions, weights)
    end = answers.pop(200)
    assert end["refused"]["code"] == "no_such_puzzle"
    told = [answer["ok"] for answer in answers]
    numbers = [puzzle["number"] for puzzle in told]
    assert sorted(numbers[:200]) == [puzzle.number for puzzle in puzzles]
    assert numbers[:20] != numbers[200:]
    assert [puzzle["grade"] for puzzle in told[:30]] == [n // 6 + 1 for n in range(30)]
    streak = pacal_coach.Puzzles(b"".join(_pacal_line(puzzle) for puzzle in puzzles))
    assert numbers[:200] == [streak.of_a_streak(7, place) for place in range(200)]
    for said in told[:200]:
        puzzle = puzzles[said["number"] - 1]
        view = puzzle.view
        assert (said["preset"], said["seat"]) == (puzzle.rules, view.seat)
        assert (said["board"]["phase"], said["board"]["viewer"]) == (puzzle.phase, view.seat)
        own, other = said["board"]["hands"][said["seat"]], said["board"]["hands"][1 - said["seat"]]
        assert (own["cards"], other["cards"]) == ([*view.hand], None)


def _pacal_line(puzzle: pacal_puzzles.Puzzle) -> bytes:
    return f"{pacal_puzzles.format_puzzle(puzzle)}\n".encode()


def test_the_next_of_pacal_is_of_its_grade_and_not_solved(weights: Path) -> None:
    numbers = [puzzle.number for puzzle in pacal_puzzles.select_puzzles(grade=3)]
    asked = {"call": "pacal.puzzle_next", "grade": 3, "seed": 5, "before": numbers[0]}
    questions = [{**asked, "solved": numbers[:-1]}, {**asked, "solved": numbers}]
    left, again = (answer["ok"] for answer in ask_core("players", questions, weights))
    assert left["numbers"] == again["numbers"] == numbers
    assert left["puzzle"]["number"] == numbers[-1]
    assert again["puzzle"]["number"] in numbers[1:]


def test_tries_of_pacal_are_judged_the_same(weights: Path) -> None:
    questions: list[dict[str, Any]] = []
    tried = []
    for puzzle in pacal_puzzles.shipped_puzzles()[::4]:
        advice = advise(puzzle.view)
        for one in (advice[0], advice[1], advice[-1]):
            asked = {"number": puzzle.number, "action": str(one.action)}
            questions.append({"call": "pacal.puzzle_try", **asked})
            tried.append((puzzle, advice, one.action))
        questions.append({"call": "pacal.puzzle_solution", "number": puzzle.number})
        tried.append((puzzle, advice, puzzle.solution))
    answers = [answer["ok"] for answer in ask_core("players", questions, weights)]
    for said, (puzzle, advice, action) in zip(answers, tried, strict=True):
        assert (said["action"], said["right"]) == (str(action), puzzle.is_solution(action))
        assert said["advice"]["actions"][0]["action"] == str(puzzle.solution)
        scores = {one["action"]: one["win"] + one["draw"] / 2 for one in said["advice"]["actions"]}
        assert scores == pytest.approx({str(one.action): one.score for one in advice}, abs=CLOSE)
        assert (said["board"] is not None) == said["right"]
        if said["right"]:
            assert said["board"]["viewer"] == puzzle.view.seat
            assert said["board"]["actor"] != puzzle.view.seat or puzzle.phase == "take"


def test_an_action_of_a_pacal_puzzle_is_written_in_any_way_or_refused(weights: Path) -> None:
    puzzle = next(one for one in pacal_puzzles.shipped_puzzles() if one.phase == "offer")
    low, high = str(puzzle.solution).split()[1:]
    asked = {"call": "pacal.puzzle_try", "number": puzzle.number}
    wrong = [{**asked, "action": "build 1"}, {**asked, "action": "dance"}]
    unknown = {**asked, "number": 201, "action": "build 1"}
    swapped, illegal, unreadable, missing = ask_core(
        "players", [{**asked, "action": f"offer {high} {low}"}, *wrong, unknown], weights
    )
    assert (swapped["ok"]["action"], swapped["ok"]["right"]) == (str(puzzle.solution), True)
    codes = [answer["refused"]["code"] for answer in (illegal, unreadable, missing)]
    assert codes == ["illegal_move", "unreadable_move", "no_such_puzzle"]
