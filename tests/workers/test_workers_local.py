"""Crews of this machine, and the options that choose one."""

import argparse
import itertools

import pytest

from sommet.analysis.pylos_puzzle_maker import find_puzzles
from sommet.analysis.pylos_puzzles import Puzzle
from sommet.cli.main import main
from sommet.contests.pairs import Contest, play_pair
from sommet.errors import InvalidOptions
from sommet.pylos import Options
from sommet.workers import InProcess, Processes, add_pool_options, cut, make_pool


def square(number):
    return number * number


def fail(number):
    raise ValueError(number)


@pytest.fixture(params=[InProcess, lambda: Processes(2)], ids=["alone", "processes"])
def pool(request):
    with request.param() as hired:
        yield hired


def test_results_come_in_order_or_as_they_are_done(pool):
    squares = [square(number) for number in range(40)]
    assert list(pool.map(square, range(40))) == squares
    assert sorted(pool.finish(square, range(40))) == squares
    assert list(pool.map(square, [])) == list(pool.finish(square, [])) == []


def test_tasks_without_end_are_taken_as_needed(pool):
    taken = []

    def tasks():
        for number in itertools.count():
            taken.append(number)
            yield number

    assert list(itertools.islice(pool.map(square, tasks()), 5)) == [0, 1, 4, 9, 16]
    assert len(taken) <= 5 + 4 * pool.size


def test_what_a_task_raises_is_raised_here(pool):
    with pytest.raises(ValueError, match="7"):
        list(pool.map(fail, [7]))
    with pytest.raises(ValueError, match="7"):
        list(pool.finish(fail, [7]))


def test_cutting_leaves_nothing_out():
    assert list(cut(7, 3, start=10)) == [(10, 3), (13, 3), (16, 1)]
    assert list(cut(0, 3)) == []


class FirstMoveWins:
    """A judge that any process can have: the first move wins in four."""

    source = "table"

    def judge(self, state, *, cancel=None):  # noqa: ARG002
        from sommet.analysis.pylos_judge import Judgement, Verdict

        first, *others = state.legal_moves
        lost = {move: Verdict("loss", True, 3) for move in others}
        return Judgement({first: Verdict("win", True, 4), **lost})


def test_puzzles_are_the_same_whoever_looks_for_them():
    def found(pool) -> list[Puzzle]:
        return list(
            itertools.islice(
                find_puzzles(Options.preset("children"), FirstMoveWins(), 3, pool=pool), 3
            )
        )

    with Processes(2) as pool:
        assert found(pool) == found(InProcess())
    assert [puzzle.number for puzzle in found(InProcess())] == [1, 2, 3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--on", "there"], "not on 'there'"),
        (["--on", "ray="], "not on 'ray='"),
        (["--on", "here=1"], "not on 'here=1'"),
        (["--workers", "0"], "at least 1"),
    ],
)
def test_places_that_do_not_exist_are_refused(words, said):
    parser = argparse.ArgumentParser()
    add_pool_options(parser)
    with pytest.raises(InvalidOptions, match=said):
        make_pool(parser.parse_args(words))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:x"])
def test_a_cluster_that_is_not_there_is_one_clear_line(capsys, address):
    words = ["arena", "pacal", "--a", "random", "--b", "greedy", "--games", "2"]
    assert main([*words, "--on", f"ray={address}"]) == 2
    assert capsys.readouterr().err.startswith(f"sommet: no Ray at {address}: ")


def test_without_ray_it_says_what_to_install(monkeypatch):
    parser = argparse.ArgumentParser()
    add_pool_options(parser)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InvalidOptions, match=r"extra \[cluster\]"):
        make_pool(parser.parse_args(["--on", "ray"]))


@pytest.fixture
def records(tmp_path):
    for index in range(3):
        pair = play_pair(Contest("pylos", "greedy", "random", 1, "standard"), index, keep=True)
        (tmp_path / f"game-{index}.txt").write_text(pair.records[0])
    return tmp_path


def test_many_records_are_reviewed_and_an_interrupted_batch_goes_on(records, capsys):
    names = [str(records / f"game-{index}.txt") for index in range(3)]
    assert main(["review", *names, "--workers", "2"]) == 0
    printed = capsys.readouterr().out
    assert [line for line in printed.splitlines() if line.endswith(".txt")] == names
    out = records / "reviews"
    out.mkdir()
    (out / "game-1.review").write_text("was here before\n")
    assert main(["review", *names, "--workers", "2", "--out", str(out)]) == 0
    texts = {path.name: path.read_text() for path in out.iterdir()}
    assert set(texts) == {f"game-{index}.review" for index in range(3)}
    assert texts["game-1.review"] == "was here before\n"
    assert texts["game-0.review"] in printed


def test_a_bad_record_does_not_stop_the_others(records, capsys):
    (records / "bad.txt").write_text("nonsense")
    names = [str(records / name) for name in ("bad.txt", "game-0.txt")]
    assert main(["review", *names, "--workers", "1", "--json"]) == 2
    captured = capsys.readouterr()
    assert "bad.txt: " in captured.err
    assert f'"record": "{names[1]}"' in captured.out
    assert main(["review", names[1], names[1], "--out", str(records)]) == 2
    assert "one file" in capsys.readouterr().err
