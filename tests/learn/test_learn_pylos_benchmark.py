"""The exact benchmark: its positions, its metrics, its baselines."""

import numpy as np
import pytest

from sommet.bots.pylos.search import Limit, think
from sommet.learn.pylos_benchmark import __main__ as command
from sommet.learn.pylos_benchmark import baselines, judge, load_dataset, load_shipped
from sommet.learn.pylos_benchmark.dataset import DRAW, LOSS, NO_DISTANCE, WIN, save_datasets
from sommet.learn.pylos_benchmark.positions import SPANS, span_of


@pytest.fixture(scope="module")
def shipped():
    return load_shipped()


def test_every_position_is_a_choice_that_matters(shipped):
    for part in shipped:
        assert len(part) > 1000
        for index in range(0, len(part), 37):
            values = part.move_values(index)
            assert len(values) == len(part.state(index).legal_moves)
            assert values.min() < values.max() == part.value[index]
        assert ((part.distance == NO_DISTANCE) == (part.value == DRAW)).all()
        assert (part.distance[part.value == WIN] % 2 == 1).all()
        assert {0, 1, 2} == set(part.kind.tolist())


def test_no_test_position_is_trained_on(shipped):
    train, test = (
        set(zip(part.own.tolist(), part.other.tolist(), strict=True)) for part in shipped
    )
    assert len(test) == len(shipped[1])
    assert not train & test


def test_short_distances_agree_with_a_search(shipped):
    """A search proves wins near the end by itself, without any table."""
    _, test = shipped
    near = [n for n in range(len(test)) if test.value[n] == WIN and test.distance[n] <= 5][:25]
    assert len(near) > 5
    for index in near:
        assert think(test.state(index), Limit(nodes=200_000)).value == "win"


def test_perfect_play_keeps_everything_and_the_worst_nothing(shipped):
    _, test = shipped
    rows = {(int(test.own[n]), int(test.other[n])): n for n in range(len(test))}

    def choose(state, best):
        values = test.move_values(rows[state.light, state.dark])
        return state.legal_moves[int(np.argmax(values) if best else np.argmin(values))]

    perfect = judge(lambda state: choose(state, True), test, most=200)
    assert perfect.positions == 200
    assert perfect.kept == 1
    assert {error for error in perfect.error_by_span if error is not None} == {0}
    worst = judge(lambda state: choose(state, False), test, most=200)
    assert worst.kept == 0


def test_spans_cover_every_distance():
    assert span_of(1) == 0
    assert span_of(SPANS[0]) == 0
    assert span_of(SPANS[0] + 1) == 1
    assert span_of(NO_DISTANCE) == len(SPANS)


def test_searching_more_keeps_more(shipped):
    _, test = shipped
    guess = judge(baselines.play_bot("random", 1), test, most=100).kept
    some = judge(baselines.search_tree(150, 1), test, most=100).kept
    deep = judge(baselines.play_bot("search:20000n", 1), test, most=100).kept
    assert guess < some < deep


def test_models_learn_what_they_are_shown(shipped):
    part = shipped[0].every(60)
    assert len(part) == len(shipped[0]) // 60
    guess = judge(baselines.play_bot("random", 1), part).kept
    for make in (
        baselines.train_linear,
        lambda data, seed: baselines.train_network(data, seed, hidden=32, epochs=40, batch=64),
    ):
        assert judge(make(part, 1), part).kept > guess


def test_successors_are_worth_what_the_moves_are(shipped):
    _, test = shipped
    own, other, value = test.successors()
    assert len(own) == len(other) == len(value) == len(test.moves)
    state = test.state(7)
    for n, move in enumerate(state.legal_moves):
        row, after = int(test.first[7]) + n, state.play(move)
        assert (after.dark, after.light) == (own[row], other[row])
        assert value[row] == WIN - test.move_values(7)[n]


def test_files_are_read_as_written(shipped, tmp_path):
    save_datasets(tmp_path / "again.npz", *shipped)
    for before, after in zip(shipped, load_dataset(tmp_path / "again.npz"), strict=True):
        assert before.preset == after.preset
        for name, array in before.arrays("x").items():
            np.testing.assert_array_equal(array, after.arrays("x")[name])
    assert LOSS < DRAW < WIN


def test_the_table_is_printed(shipped, tmp_path, capsys):
    save_datasets(tmp_path / "few.npz", shipped[0].every(100), shipped[1].every(20))
    command.main(["--data", str(tmp_path / "few.npz"), "--only", "linear model"])
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 3
    assert len({line.count("|") for line in table}) == 1
    assert table[2].startswith("| linear model | 75 | ")


def first_moves(train, seed, minutes):
    """A player from elsewhere, as `--player` finds it."""
    assert (len(train), seed, minutes) == (150, 3, 0.5)
    return lambda state: state.legal_moves[0]


def test_players_from_elsewhere_are_judged(shipped, tmp_path, capsys):
    save_datasets(tmp_path / "few.npz", shipped[0].every(100), shipped[1].every(20))
    name = f"{__name__}:first_moves"
    few = ["--data", str(tmp_path / "few.npz"), "--seed", "3"]
    command.main([*few, "--player", name, "--minutes", "0.5"])
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 3
    assert table[2].startswith(f"| {name}, 0.5 min | 75 | ")
    score = judge(lambda state: state.legal_moves[0], shipped[1].every(20))
    assert f"| {score.kept:.1%} |" in table[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "nosuch:thing"], "no player 'nosuch:thing' (MODULE:FUNCTION)"),
        (["--player", "math:nothing"], "no player 'math:nothing' (MODULE:FUNCTION)"),
        (["--data", "missing"], "cannot read missing: No such file or directory"),
        (["--data", "."], "cannot read .: Is a directory"),
        (["--data", "pyproject.toml"], "pyproject.toml holds no positions"),
        (["--only", "nobody"], "invalid choice: 'nobody'"),
        (["--preset", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_wrong_words_are_refused_in_one_line(pytestconfig, monkeypatch, capsys, words, said):
    monkeypatch.chdir(pytestconfig.rootpath)
    with pytest.raises(SystemExit):
        command.main(words)
    assert said in capsys.readouterr().err
