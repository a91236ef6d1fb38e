"""Lessons in Pylos: their puzzles and counts are what the tables say."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from sommet.analysis.pylos_endings import draw_states
from sommet.analysis.pylos_lessons import (
    COUNTS,
    ENDINGS,
    candidate_states,
    choose_puzzles,
    count_endings,
    find_lesson,
    find_lesson_puzzles,
    find_rare_puzzles,
    format_counts,
    make_lesson_puzzle,
)
from sommet.analysis.pylos_puzzles import (
    LESSON_RULES,
    LESSONS,
    RULES,
    find_idea,
    format_puzzle,
    grade_puzzle,
    lesson_puzzles,
    parse_puzzle,
    select_puzzles,
    shipped_puzzles,
)
from sommet.cli.main import main
from sommet.errors import InvalidOptions
from sommet.pylos import Move, Options, State
from sommet.tablebase.probe import move_values, open_table


@pytest.mark.parametrize("rules", RULES)
def test_by_the_tables_one_move_is_right_and_what_most_players_try_is_not(rules):
    table = open_table(Options.preset(rules))
    for lesson in (lesson for lesson in LESSONS if rules in LESSON_RULES[lesson]):
        puzzles = lesson_puzzles(lesson, rules)
        assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
        for puzzle in puzzles:
            words = {
                str(move): value.word for move, value in move_values(puzzle.state, table).items()
            }
            assert puzzle.aim == ("draw" if lesson == "draw" else "win")
            assert [move for move, word in words.items() if word == puzzle.aim] == [puzzle.solution]
            assert lesson != "draw" or set(words.values()) == {"draw", "loss"}
            assert puzzle.natural != puzzle.solution
            assert puzzle.natural in words or (puzzle.natural == "" and puzzle.missed == 0)
            assert find_lesson(puzzle.state, puzzle.aim) == lesson
            assert puzzle.idea == find_idea(puzzle.state, Move.parse(puzzle.solution))
            assert puzzle.grade == grade_puzzle(0, puzzle.missed)
            assert parse_puzzle(format_puzzle(puzzle), puzzle.number) == puzzle


def test_every_lesson_has_puzzles_for_all_rules_and_none_is_in_the_general_collection():
    counts = Counter((p.lesson, p.rules) for p in shipped_puzzles() if p.lesson)
    assert set(counts) == {(lesson, rules) for lesson in LESSONS for rules in LESSON_RULES[lesson]}
    assert set(counts.values()) == {10}
    general = {
        puzzle.number for puzzle in (*select_puzzles(), *select_puzzles(takeback="optional"))
    }
    assert general == {puzzle.number for puzzle in shipped_puzzles() if not puzzle.lesson}
    lessons = [puzzle for puzzle in shipped_puzzles() if puzzle.lesson]
    assert len({(puzzle.rules, puzzle.position) for puzzle in lessons}) == len(lessons)
    with pytest.raises(InvalidOptions, match="not on 'endgame' for 'expert'"):
        lesson_puzzles("endgame", "expert")
    with pytest.raises(InvalidOptions, match="not on 'draw' for 'standard'"):
        lesson_puzzles("draw", "standard")


def test_the_command_finds_the_first_puzzles_again():
    options = Options.preset("standard")
    table = open_table(options)
    states = list(islice(candidate_states(options), 400))
    found = list(find_lesson_puzzles(states, table))
    assert found == list(find_lesson_puzzles(states, table))
    assert {puzzle.lesson for puzzle in found} == {"trap"}
    shipped = {puzzle.position for puzzle in lesson_puzzles("trap", "standard")}
    assert shipped & {puzzle.position for puzzle in found}
    endings = islice(draw_states(options), 150)
    assert {puzzle.lesson for puzzle in find_lesson_puzzles(endings, table)} <= set(ENDINGS)
    many = [replace(found[0], number=n, grade=1 + n % 5) for n in range(30)]
    assert [puzzle.grade for puzzle in choose_puzzles(many)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_more_positions_are_drawn_for_rare_endings(monkeypatch):
    monkeypatch.setattr("sommet.analysis.pylos_endings.POSITIONS", 100)
    options = Options.preset("standard")
    enough = [puzzle for lesson in ENDINGS for puzzle in lesson_puzzles(lesson, "standard")]
    table = open_table(options)
    assert list(find_rare_puzzles(options, table, enough)) == []
    rare = list(find_rare_puzzles(options, table, [p for p in enough if p.lesson != "stuck"]))
    assert {puzzle.lesson for puzzle in rare} == {"stuck"}


def test_a_trap_is_one_only_if_it_catches():
    puzzle = lesson_puzzles("trap", "expert")[0]
    table = open_table(puzzle.state.options)
    again = make_lesson_puzzle(puzzle.state, table)
    assert again is not None
    assert (again.solution, again.natural, again.missed) == (
        puzzle.solution,
        puzzle.natural,
        puzzle.missed,
    )
    assert make_lesson_puzzle(puzzle.state, table, full={"trap"}) is None
    drawn = lesson_puzzles("draw", "expert")[0]
    assert make_lesson_puzzle(drawn.state, table) == replace(drawn, number=0)
    # One move wins here as well, and most levels find it.
    easy = State.parse("L.LD/.LD./D.../L.LD|.../.../...|../..|. D", puzzle.state.options)
    words = [value.word for value in move_values(easy, table).values()]
    assert words.count("win") == 1
    assert make_lesson_puzzle(easy, table) is None


def test_the_counts_on_the_page_are_those_of_the_endings_drawn(monkeypatch):
    kept = json.loads(COUNTS.read_text("utf-8"))
    assert format_counts(kept) == COUNTS.read_text("utf-8")
    assert set(kept) == set(RULES)
    for counts in kept.values():
        assert set(counts) == set(ENDINGS)
        # Whoever is ahead wins more often than whoever is behind, and no ending is in two of these.
        assert counts["ahead"][2] > counts["behind"][2]
        assert sum(sum(counts[name]) for name in ("raise", "stuck", "ahead", "behind")) == 4_000
    # As many as a test has time for: each kind gets as many as its part of all of them.
    monkeypatch.setattr("sommet.analysis.pylos_endings.POSITIONS", 200)
    few = count_endings(Options.preset("children"))
    states = list(draw_states(Options.preset("children")))
    for lesson, fits in ENDINGS.items():
        assert sum(few[lesson]) == sum(map(fits, states))
        assert all(a <= b for a, b in zip(few[lesson], kept["children"][lesson], strict=True))


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_all_counts_on_the_page(rules):
    kept = json.loads(COUNTS.read_text("utf-8"))
    assert count_endings(Options.preset(rules)) == kept[rules]


def test_lessons_are_asked_for_in_the_terminal(capsys):
    puzzle = lesson_puzzles("crown", "expert")[0]
    assert main(["puzzle", "--lesson", "crown", "--rules", "expert", "--solution"]) == 0
    shown = capsys.readouterr().out
    assert f"The winning move is {puzzle.solution}." in shown
    puzzle = lesson_puzzles("draw", "expert")[0]
    assert main(["puzzle", "--lesson", "draw", "--solution"]) == 0
    shown = capsys.readouterr().out
    assert "one move draws, every other move loses." in shown
    assert f"The move that keeps the draw is {puzzle.solution}. Most players try" in shown
    assert main(["puzzle", "list", "--lesson", "trap"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == len(lesson_puzzles("trap", "standard"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--lesson trap --day 2026-01-01", "a lesson begins with its easiest puzzle"),
        ("--lesson trap --takeback optional", "lessons are about compulsory take-back"),
        ("--number 3 --lesson trap", "--number names one puzzle"),
    ],
)
def test_what_a_lesson_cannot_be_asked_for(capsys, arguments, said):
    assert main(["puzzle", *arguments.split()]) == 2
    assert said in capsys.readouterr().err
