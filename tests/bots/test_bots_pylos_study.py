"""Judging and reviewing: what a player learns from."""

import json

import pytest
from scripted_table import ScriptedTable

from sommet.analysis.pylos_judge import Judgement, SearchJudge, TableJudge, Verdict
from sommet.analysis.pylos_review import review_game
from sommet.bots.pylos.search import Limit
from sommet.cli.main import main
from sommet.contests.pylos_error_rates import ErrorCount
from sommet.pylos import Move, Options, State
from sommet.tablebase.full_table import Value
from sommet.tablebase.packed_file import PackedTable, shipped_path

# Dark can take the summit next; light to move has one cell left for a ball: 3b2.
LAST_STEP = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/D.|. L"


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
        "It could continue 1c2, 1a1, 1b1-1b2-1c1.",
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
