"""Puzzles of Pylos: which there are, how they are made, and how they are asked."""

import datetime
import hashlib
import io
import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from scripted_table import ScriptedTable

from sommet.analysis.pylos_judge import SearchJudge, TableJudge
from sommet.analysis.pylos_puzzle_maker import find_puzzles, make_puzzle, spread_puzzles
from sommet.analysis.pylos_puzzles import (
    IDEAS,
    RULES,
    find_idea,
    format_puzzle,
    grade_puzzle,
    parse_puzzle,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.bots.pylos.search import Limit
from sommet.cli.main import main
from sommet.cli.playing.puzzle import HINTS
from sommet.errors import InvalidOptions, InvalidRecord
from sommet.pylos import Move, Options, State
from sommet.tablebase.full_table import Value
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.probe import move_values


def test_puzzles_for_all_five_rule_sets_are_shipped():
    puzzles = shipped_puzzles()
    usual = select_puzzles()
    assert len(usual) == 400
    assert puzzles[:400] == usual
    assert min(Counter(p.rules for p in usual).values()) >= 100
    assert {p.rules for p in usual} == set(RULES)
    optional = Counter(p.rules for p in select_puzzles(takeback="optional"))
    assert optional == {"standard": 40, "expert": 40}
    assert len({(p.rules, p.takeback, p.position) for p in (*usual, *puzzles[400:480])}) == 480
    for rules in RULES:
        assert {p.grade for p in select_puzzles(rules=rules)} == {1, 2, 3, 4, 5}


def test_the_docs_have_the_collections_checksum():
    collection = files("sommet.bots") / "data" / "puzzles-pylos.tsv"
    digits = hashlib.sha256(collection.read_bytes()).hexdigest()[:16]
    page = Path(__file__).parents[2] / "docs" / "study-pylos.md"
    assert f"`{digits}`" in page.read_text("utf-8")


def test_puzzles_with_optional_takeback_are_asked_for(monkeypatch, capsys):
    first = select_puzzles(takeback="optional")[0]
    assert (first.number, first.state.options.takeback) == (401, "optional")
    shown = play(monkeypatch, capsys, [], "--number", "401", "--solution")
    assert f"{first.rules} rules with optional take-back" in shown
    todays = ("--takeback", "optional", "--rules", "expert", "--day", "2026-02-03", "--solution")
    assert "expert rules with optional take-back" in play(monkeypatch, capsys, [], *todays)
    assert main(["puzzle", "list", "--takeback", "optional"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 80
    for refused in (["list"], []):
        assert main(["puzzle", *refused, "--takeback", "optional", "--rules", "children"]) == 2
        assert "nothing is taken back in the children's game" in capsys.readouterr().err


def test_every_puzzle_is_playable_and_its_solution_listed():
    for puzzle in shipped_puzzles():
        state = puzzle.state
        assert state.outcome is None
        assert puzzle.solution in {str(move) for move in state.legal_moves}
        assert puzzle.is_solution(puzzle.solution)
        assert puzzle.idea == find_idea(state, Move.parse(puzzle.solution))
        assert puzzle.grade == grade_puzzle(puzzle.distance, puzzle.missed)
        assert parse_puzzle(format_puzzle(puzzle), puzzle.number) == puzzle


@pytest.mark.parametrize("rules", RULES)
def test_by_the_tables_each_puzzle_has_one_winning_move(rules):
    puzzles = select_puzzles(rules=rules)[::3]
    assert len(puzzles) > 20
    for puzzle in puzzles:
        values = move_values(puzzle.state)
        assert [str(m) for m, v in values.items() if v.word == "win"] == [puzzle.solution]


def test_short_puzzles_are_wins_by_search_too():
    short = [p for p in shipped_puzzles() if p.distance <= 9][:25]
    assert len(short) == 25
    for puzzle in short:
        after = puzzle.state.play(puzzle.solution)
        verdict = SearchJudge(Limit(nodes=400_000)).judge(after)
        assert (verdict.proved, verdict.value) == (True, "loss")


def test_the_puzzle_of_the_day_is_the_days_and_comes_once_a_round():
    first = datetime.date(2026, 1, 1)
    days = [first + datetime.timedelta(n) for n in range(len(select_puzzles(rules="standard")))]
    puzzles = {puzzle_of_the_day(day) for day in days}
    assert len(puzzles) == len(days)
    assert {puzzle.rules for puzzle in puzzles} == {"standard"}
    assert puzzle_of_the_day(first) == puzzle_of_the_day(first)
    assert puzzle_of_the_day(datetime.date(1999, 5, 5)) in shipped_puzzles()
    assert puzzle_of_the_day(first, rules="expert", grade=5).grade == 5


def test_there_are_no_other_puzzles():
    with pytest.raises(InvalidOptions):
        select_puzzles(rules="blitz")
    with pytest.raises(InvalidOptions):
        select_puzzles(grade=9)
    with pytest.raises(InvalidRecord, match="line 3"):
        parse_puzzle("standard\tx", 3)


def test_the_maker_keeps_only_single_winning_moves():
    start = State.start()
    one = ScriptedTable(start, {"1a1": Value("loss", 8)})
    puzzle = make_puzzle(start, TableJudge(one), 1)
    assert puzzle is not None
    assert (puzzle.solution, puzzle.distance, puzzle.idea) == ("1a1", 9, "quiet")
    assert 0 <= puzzle.missed <= 100
    two = ScriptedTable(start, {"1a1": Value("loss", 8), "1b1": Value("loss", 8)})
    assert make_puzzle(start, TableJudge(two), 1) is None
    assert make_puzzle(start, TableJudge(ScriptedTable(start, {})), 1) is None


class FirstMoveWins:
    """A table by which the first legal move of every position wins."""

    def values(self, states):
        return [Value("loss", 8) if n == 0 else Value("draw") for n, _ in enumerate(states)]


def test_the_maker_repeats_itself_for_a_seed():
    def first(seed):
        found = find_puzzles(Options.preset("standard"), TableJudge(FirstMoveWins()), seed)
        return [next(found) for _ in range(4)]

    assert first(5) == first(5)
    assert first(5) != first(6)
    assert len({puzzle.position for puzzle in first(5)}) == 4


@pytest.mark.parametrize(
    ("position", "move", "idea"),
    [
        ("..../..../..../....|.../.../...|../..|. L", "1a1", "quiet"),
        ("LL../L.D./.D../.D.D|.../.../...|../..|. L", "1b2-1b2-1a1", "spring"),
        ("LL../L.D./.D../.D.D|.../.../...|../..|. L", "1b2-1a1-1b1", "square"),
        ("LL../L.D./.D../.D.D|.../.../...|../..|. L", "1b2-1a1", "one-only"),
        ("LL../L.D./.D../.D..|.../.../...|../..|. L", "1d4", "decline"),
        ("LD../DL.L/.D../....|.../.../...|../..|. L", "1d2>2a1", "raise"),
    ],
)
def test_ideas(position, move, idea):
    assert idea in IDEAS
    assert set(HINTS) == set(IDEAS)
    state = State.parse(position)
    assert find_idea(state, state.find_move(move)) == idea


def play(monkeypatch, capsys, answers, *arguments):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    assert main(["puzzle", *arguments]) == 0
    return capsys.readouterr().out


def test_a_puzzle_is_solved_at_the_prompt(monkeypatch, capsys):
    puzzle = shipped_puzzles()[0]
    wrong = next(str(m) for m in puzzle.state.legal_moves if str(m) != puzzle.solution)
    answers = ["hint", "hint", "5z9", "", wrong, "board", puzzle.solution, "never read"]
    text = play(monkeypatch, capsys, answers, "--number", "1", "--plain")
    assert "cannot read '5z9'" in text
    why = r"That does not win\. It .* It could continue \S+, \S+, \S+\. Try again\."
    assert re.search(why, text)
    assert puzzle.solution not in re.search(why, text)[0].split()
    assert f"Right. The winning move is {puzzle.solution}" in text
    assert text.count("Level 1") > 1


def test_without_a_table_a_wrong_try_is_answered_by_a_search(monkeypatch, capsys):
    puzzle = select_puzzles(takeback="optional")[0]
    wrong = next(str(m) for m in puzzle.state.legal_moves if str(m) != puzzle.solution)
    text = play(monkeypatch, capsys, [wrong], "--number", str(puzzle.number))
    reply = re.search(r"That does not win\. The answer is (\S+)\. Try again\.", text)
    assert puzzle.state.play(wrong).play(reply[1])


def test_a_puzzle_can_be_left_and_shown(monkeypatch, capsys):
    assert "Right" not in play(monkeypatch, capsys, ["quit"], "--day", "2026-02-03")
    assert "Right" not in play(monkeypatch, capsys, [""], "--day", "2026-02-03")
    shown = play(monkeypatch, capsys, [], "--day", "2026-02-03", "--solution", "--hint")
    assert puzzle_of_the_day(datetime.date(2026, 2, 3)).solution in shown


def test_puzzles_are_listed(capsys):
    assert main(["puzzle", "list", "--rules", "children", "--grade", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(select_puzzles(rules="children", grade=1))


def test_the_prompt_explains_itself(monkeypatch, capsys):
    puzzle = shipped_puzzles()[0]
    text = play(monkeypatch, capsys, ["?", "Moves", "QUIT", "never read"], "--number", "1")
    assert "every move you may make" in text
    assert " ".join(str(move) for move in puzzle.state.legal_moves) in text
    assert "cannot read" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--number 3 --rules expert", "--number names one puzzle"),
        ("--number 3 --day 2026-01-01", "--number names one puzzle"),
        ("make --rules children --table T --count 0", "--count is at least 1"),
        ("make --rules children --table T --count 5 --candidates 4", "--candidates at least"),
        ("make --rules children --table T --out none/file", "there is no folder none"),
        ("make --rules children --table T", "T is a packed table; this needs a full one"),
        ("make --rules children --table none", "cannot read none: No such file"),
    ],
)
def test_puzzle_refuses_in_one_line_before_any_work(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "T").symlink_to(shipped_path(Options.preset("children")))
    assert main(["puzzle", *arguments.split()]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_as_many_puzzles_of_a_grade_are_made_as_were_asked_for(monkeypatch, capsys):
    found = [replace(puzzle, grade=1 + i % 5) for i, puzzle in enumerate(shipped_puzzles()[:40])]
    monkeypatch.setattr(
        "sommet.analysis.pylos_puzzle_maker.find_puzzles", lambda *_, **__: iter(found)
    )
    monkeypatch.setattr("sommet.tablebase.full_table.FullTable", lambda *_: None)
    monkeypatch.setattr("sommet.tablebase.table_file.check_sums", lambda *_: None)
    arguments = "make --rules children --table T --grade 3 --count 4 --workers 1"
    assert main(["puzzle", *arguments.split()]) == 0
    assert [line.split("\t")[6] for line in capsys.readouterr().out.splitlines()] == ["3"] * 4


def test_of_many_candidates_those_of_many_grades_and_ideas_are_kept():
    ideas = ["quiet"] * 8 + ["raise", "spring"]
    found = [
        replace(shipped_puzzles()[0], number=10 * grade + i, grade=grade, idea=idea)
        for grade in (4, 2)
        for i, idea in enumerate(ideas)
    ]
    kept = spread_puzzles(found, 6)
    assert [(p.grade, p.idea) for p in kept] == [
        (grade, idea) for grade in (2, 4) for idea in ("quiet", "raise", "spring")
    ]
    assert spread_puzzles(found, 100) == sorted(found, key=lambda p: p.number)
    assert spread_puzzles([], 3) == []


def test_making_needs_a_table(capsys):
    assert main(["puzzle", "make", "--rules", "expert"]) == 2
    assert "sommet solve" in capsys.readouterr().err
    assert main(["puzzle", "--number", "100000"]) == 2


def test_levels_are_shown(capsys):
    assert main(["levels", "pylos"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 8


def test_options_are_the_puzzles():
    assert shipped_puzzles()[0].state.options == Options.preset(shipped_puzzles()[0].rules)
