"""Judging, reviewing and puzzles: what a player learns from."""

import datetime
import hashlib
import io
import json
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from sommet.analysis.pylos_judge import Judgement, SearchJudge, TableJudge, Verdict
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
from sommet.analysis.pylos_review import review_game
from sommet.bots.pylos.search import Limit
from sommet.cli.main import main
from sommet.cli.playing.puzzle import HINTS
from sommet.contests.pylos_error_rates import ErrorCount
from sommet.errors import InvalidOptions, InvalidRecord
from sommet.pylos import Move, Options, State
from sommet.tablebase.full_table import Value
from sommet.tablebase.packed_file import PackedTable, shipped_path
from sommet.tablebase.probe import move_values

# Dark can take the summit next; light to move has one cell left for a ball: 3b2.
LAST_STEP = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/D.|. L"


class ScriptedTable:
    """A table that knows what the test tells it, by board after the move; else a draw."""

    def __init__(self, start, known):
        self.known = {}
        for move, value in known.items():
            after = start.play(move)
            self.known[after.light, after.dark, after.side] = value

    def values(self, states):
        return [self.known.get((s.light, s.dark, s.side), Value("draw")) for s in states]

    def board_values(self, own, other):
        return [Value("draw") for _ in zip(own, other, strict=True)]


def test_a_table_judge_sees_moves_from_the_movers_side():
    start = State.start()
    table = ScriptedTable(start, {"1a1": Value("loss", 8), "1b2": Value("win", 5)})
    judgement = TableJudge(table).judge(start)
    assert judgement.verdicts[Move.parse("1a1")] == Verdict("win", True, 9)
    assert judgement.verdicts[Move.parse("1b2")] == Verdict("loss", True, 6)
    assert judgement.value == "win"
    assert judgement.best == (Move.parse("1a1"),)
    assert judgement.proved


def test_best_moves_win_fast_and_lose_slowly():
    a, b = Move.parse("1a1"), Move.parse("1b1")
    fast = Judgement({a: Verdict("win", True, 9), b: Verdict("win", True, 5)})
    assert fast.best == (b, a)
    slow = Judgement({a: Verdict("loss", True, 4), b: Verdict("loss", True, 8)})
    assert slow.best == (b, a)
    guess = Judgement({a: Verdict("win", False, None, 200), b: Verdict("win", False, None, 400)})
    assert guess.best == (b, a)
    assert not guess.proved


def test_a_search_judge_says_what_is_proved():
    state = State.parse(LAST_STEP)
    judgement = SearchJudge(Limit(nodes=2000)).judge(state)
    assert judgement.verdicts.keys() == set(state.legal_moves)
    assert judgement.verdicts[Move.parse("3b2")] == Verdict("loss", True, 2, -29998)
    opening = SearchJudge(Limit(nodes=2000)).judge(State.start())
    assert not opening.proved
    assert all(not verdict.proved for verdict in opening.verdicts.values())


def test_a_review_marks_exactly_the_moves_that_gave_value_away():
    start = State.start()
    table = ScriptedTable(start, {"1a1": Value("loss", 8), "1b2": Value("loss", 6)})
    good, *_ = review_game(start, ["1a1"], TableJudge(table))
    assert not good.is_mistake
    assert (good.before, good.after, good.proved) == ("win", "win", True)
    bad, after = review_game(start, ["1c1", "1d4"], TableJudge(table))
    assert bad.is_mistake
    assert (bad.before, bad.after) == ("win", "draw")
    assert [str(move) for move in bad.better] == ["1b2", "1a1"]
    assert (after.number, after.side, after.is_mistake) == (2, 1, False)


def test_a_repetition_that_ends_the_game_gives_a_win_away():
    """Ruling PYL-R3."""
    start = State.start()
    after = start.play("1a1")
    seen = after.play("1d4").earlier[-1]
    table = ScriptedTable(start, {"1a1": Value("loss", 8), "1b2": Value("loss", 6)})
    third = State(start.options, earlier=(seen, seen))
    assert third.play("1a1").outcome.reason == "repetition"
    (judged,) = review_game(third, ["1a1"], TableJudge(table))
    assert (judged.before, judged.after) == ("win", "draw")
    assert [str(move) for move in judged.better] == ["1b2"]


def test_a_review_by_a_full_table_tells_distances():
    start = State.start()
    table = ScriptedTable(start, {"1a1": Value("loss", 8), "1b2": Value("win", 5)})
    (judged,) = review_game(start, ["1b2"], TableJudge(table))
    assert (judged.distance_before, judged.distance_after) == (9, 6)
    (searched,) = review_game(State.parse(LAST_STEP), ["3b2"], SearchJudge(Limit(nodes=2000)))
    assert (searched.distance_before, searched.distance_after) == (None, None)


def test_a_searched_review_knows_a_win_that_was_taken():
    state = State.parse("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|. D")
    (judged,) = review_game(state, ["4a1"], SearchJudge(Limit(nodes=1000)))
    assert (judged.before, judged.after, judged.proved) == ("win", "win", True)


RECORD = """\
[Game "pylos"]
[Rules "standard"]
[Light "Ann"]
[Dark "Ben"]
[Result "*"]

1. 1a1 1d4 2. 1b1 1c4 3. 1a2 1b2 4. 1d1 1a4
"""


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    return str(file)


def test_the_command_reviews_a_record(record, capsys):
    assert main(["review", record, "--limit", "500n", "--search"]) == 0
    text = capsys.readouterr().out
    assert "estimates" in text.splitlines()[0]
    assert "Light:" in text
    assert "of 4 move" in text


def test_the_command_tells_distances_where_the_table_knows_them(record, capsys, monkeypatch):
    known = ScriptedTable(State.start(), {"1b2": Value("loss", 6), "1a1": Value("win", 9)})
    monkeypatch.setattr("sommet.cli.study.review_pylos.open_table", lambda *_: known)
    assert main(["review", record]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if "better" in line)
    assert " ".join(line.split()) == "1. light 1a1 win in 7 -> loss in 10; better: 1b2"
    assert main(["review", record, "--json"]) == 0
    first, second, *_ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["before_distance"], first["after_distance"]) == (7, 10)
    assert second["before_distance"] is None


def test_the_command_says_why_a_move_was_a_mistake(tmp_path, capsys):
    moves = "1. 1a3 1a2 2. 1a4 1b4 3. 1c1 1d4 4. 1b2 1d1 5. 1d2 1d3"
    file = tmp_path / "game.txt"
    file.write_text(RECORD.rpartition("\n\n")[0] + f"\n\n{moves}\n")
    assert main(["review", str(file)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    first = next(i for i, line in enumerate(lines) if "better" in line)
    assert lines[first + 1 : first + 4] == [
        "It lets the opponent prepare something to complete on 1b1.",
        "Only a move to 1c2, 1b3, 1c3 is good enough.",
        "It could go on 1c2, 1a1, 1b1-1b2-1c1.",
    ]
    assert main(["review", str(file), "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [o["number"] for o in objects if o["reasons"]] == [8, 9]
    assert [o["number"] for o in objects if o["line"]] == [8, 9]


def test_the_past_of_a_game_takes_reasons_away():
    """Ruling PYL-R3: where a repetition changes the values, the table's reasons would be wrong."""
    start = State.start()
    table = PackedTable(shipped_path(Options()))
    (plain,) = review_game(start, ["1a1"], TableJudge(table), table=table)
    assert not plain.is_mistake
    assert plain.reasons == ()
    seen = start.play("1a1").play("1d4").earlier[-1]
    third = State(start.options, earlier=(seen, seen))
    moves = [str(move) for move in third.legal_moves if str(move) != "1a1"]
    judged = [review_game(third, [move], TableJudge(table), table=table)[0] for move in moves]
    assert {(each.before, each.after) for each in judged} == {("draw", "loss")}
    assert {each.reasons for each in judged} == {()}


def test_the_command_reviews_as_json(record, capsys):
    assert main(["review", record, "--limit", "500n", "--search", "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [o["move"] for o in objects] == ["1a1", "1d4", "1b1", "1c4", "1a2", "1b2", "1d1", "1a4"]
    assert {o["source"] for o in objects} == {"search"}


def test_the_command_says_what_is_wrong_with_a_record(tmp_path, capsys):
    file = tmp_path / "bad.txt"
    file.write_text(RECORD.replace("1d4", "1a1"))
    assert main(["review", str(file)]) == 2
    assert "line 7" in capsys.readouterr().err
    assert main(["review", str(tmp_path / "none.txt")]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_error_counts_share():
    assert ErrorCount(moves=40, chances=20, errors=5).share == 0.125
    assert ErrorCount(moves=40, chances=20, errors=5).share_of_chances == 0.25
    assert ErrorCount().share == 0


# Puzzles


def test_puzzles_for_all_five_rule_sets_are_shipped():
    puzzles = shipped_puzzles()
    usual = select_puzzles()
    assert len(usual) == 400
    assert puzzles[:400] == usual
    assert min(Counter(p.rules for p in usual).values()) >= 100
    assert {p.rules for p in usual} == set(RULES)
    optional = Counter(p.rules for p in select_puzzles(takeback="optional"))
    assert optional == {"standard": 40, "expert": 40}
    assert len({(p.rules, p.takeback, p.position) for p in puzzles}) == len(puzzles)
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
    days = [first + datetime.timedelta(n) for n in range(len(select_puzzles()))]
    assert len({puzzle_of_the_day(day) for day in days}) == len(days)
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
    assert "That does not win" in text
    assert f"Right. The winning move is {puzzle.solution}" in text
    assert text.count("Level 1") > 1


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
