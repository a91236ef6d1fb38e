"""The Pacal puzzles that come with the package, and how they are made."""

import datetime
import hashlib
from collections import Counter
from importlib.resources import files
from itertools import islice

import pytest

from sommet.analysis.pacal_coach import advise
from sommet.analysis.pacal_puzzle_maker import MIN_ACTIONS, find_puzzles, is_confirmed
from sommet.analysis.pacal_puzzles import (
    GRADES,
    format_puzzle,
    parse_puzzle,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.cli.main import main
from sommet.errors import InvalidOptions, InvalidRecord


def test_two_hundred_puzzles_of_all_grades_come_with_the_package():
    puzzles = shipped_puzzles()
    assert len(puzzles) == 200
    assert Counter(p.grade for p in puzzles) == dict.fromkeys(GRADES, 40)
    assert len({(p.seed, p.history) for p in puzzles}) == 200
    assert [p.grade for p in puzzles] == sorted(p.grade for p in puzzles)
    assert [p.missed for p in puzzles] == sorted(p.missed for p in puzzles)
    file = files("sommet.bots") / "data" / "puzzles-pacal.tsv"
    assert hashlib.sha256(file.read_bytes()).hexdigest()[:16] == "61687b2ce3b966e4"


def test_each_solution_is_the_coachs_best_by_what_its_seat_knows():
    for puzzle in shipped_puzzles()[::5]:
        view = puzzle.view
        assert view.phase == puzzle.phase
        assert len(view.legal_moves) >= MIN_ACTIONS
        best, second = advise(view)[:2]
        assert puzzle.is_solution(best.action)
        assert puzzle.is_solution(str(best.action))
        assert not puzzle.is_solution(second.action)
        assert round(100 * (best.score - second.score)) == puzzle.gain


def test_a_long_reading_agrees():
    puzzle = shipped_puzzles()[-1]
    assert is_confirmed(puzzle.view, puzzle.solution)


def test_the_same_seed_finds_the_same_puzzles():
    first, second = (list(islice(find_puzzles(5), 1)) for _ in range(2))
    assert first == second


def test_lines_are_read_back_and_wrong_ones_refused():
    puzzle = shipped_puzzles()[7]
    assert parse_puzzle(format_puzzle(puzzle), 8) == puzzle
    for line in ("en", "en\tx\t\t\t1\t1\t1\toffer"):
        with pytest.raises(InvalidRecord, match="eight fields"):
            parse_puzzle(line, 1)
    with pytest.raises(InvalidOptions, match="graded 1 to 5, not 6"):
        select_puzzles(grade=6)
    assert len(select_puzzles(grade=3)) == 40


def test_the_days_puzzles_come_up_once_each():
    days = [datetime.date(2026, 11, 16) + datetime.timedelta(n) for n in range(200)]
    assert len({puzzle_of_the_day(day).number for day in days}) > 100  # two turns at most
    assert {puzzle_of_the_day(day, grade=2).grade for day in days} == {2}


def test_in_the_terminal_a_wrong_answer_is_told_its_chances(capsys, monkeypatch):
    puzzle = shipped_puzzles()[2]
    other = next(a for a in puzzle.view.legal_moves if a != puzzle.solution)
    answers = iter(["", "hint", "?", "actions", "board", "take 7", "dance", str(other)])
    monkeypatch.setattr("builtins.input", lambda _: next(answers, str(puzzle.solution)))
    assert main(["puzzle", "--game", "pacal", "--number", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "one action is clearly best" in said
    assert "take 7 is not possible here" in said
    assert f"{other}:" in said
    assert "Something else is clearly better." in said
    assert f"Right. Best is {puzzle.solution}" in said
    reasons = advise(puzzle.view)[0].reasons
    assert reasons
    assert all(reason.to_text() in said for reason in reasons)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--number 201", "numbered 1 to 200, not 201"),
        ("--number 1 --grade 2", "leave out --day and --grade"),
        ("--rules expert", "--rules and --takeback are of Pylos"),
        ("make --game pacal", "pacal_puzzle_maker"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys, arguments, said):
    assert main(["puzzle", "--game", "pacal", *arguments.split()]) == 2
    assert said in capsys.readouterr().err


def test_the_list_names_every_puzzle_of_a_grade(capsys):
    assert main(["puzzle", "list", "--game", "pacal", "--grade", "4"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 40
