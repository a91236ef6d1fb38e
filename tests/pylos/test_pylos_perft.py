"""The core counts what the perft files say; the slow twin made every number in them."""

import threading
import time
from pathlib import Path

import pylos_slow_twin as twin
import pytest
from pylos_games import random_walk

from sommet.pylos import Options, State, perft, perft_split, random_games

FOLDER = Path(__file__).parents[1] / "perft"
OPTIONS = {
    "children": Options.preset("children"),
    "standard": Options.preset("standard"),
    "expert": Options.preset("expert"),
    "optional": Options.preset("standard", takeback="optional"),
    "may-raise": Options.preset("standard", reserve="may-raise"),
}
TWIN_LIMIT = 400


def read_file(name):
    """Return the (position, {depth: nodes}) lines of a perft file."""
    lines = []
    for line in (FOLDER / f"pylos-{name}.txt").read_text().splitlines():
        if not line.startswith("#"):
            position, *numbers = line.split("; ")
            depths = {int(d[1:]): int(n) for d, n in (number.split(" ") for number in numbers)}
            lines.append((position, depths))
    return lines


def split_table(state, rules, depth):
    """The per-move split by core and twin, for finding the move that is wrong."""
    board, colour = twin.read_position(str(state))
    expected = {
        turn: twin.perft(twin.play(board, colour, turn), twin.other(colour), rules, depth - 1)
        for turn in twin.turns(board, colour, rules)
    }
    found = {
        twin.unordered(twin.read_turn(str(m))): n for m, n in perft_split(state, depth).items()
    }
    rows = [f"split of {state} at depth {depth}: core / twin"]
    for turn in sorted({*expected, *found}, key=str):
        core, slow = found.get(turn), expected.get(turn)
        text = twin.write_turn((turn[0], turn[1], sorted(turn[2], reverse=True)))
        rows.append(f"{'   ' if core == slow else '>> '}{text}: {core} / {slow}")
    return "\n".join(rows)


@pytest.mark.parametrize("name", OPTIONS)
def test_files_cover_enough(name):
    lines = read_file(name)
    assert lines[0][0] == str(State.start())
    assert len({position for position, _ in lines[1:]}) >= 20


@pytest.mark.parametrize("name", OPTIONS)
def test_core_counts_as_the_files_say(name):
    for position, depths in read_file(name):
        state = State.parse(position, OPTIONS[name])
        for depth, nodes in depths.items():
            if perft(state, depth) != nodes:
                pytest.fail(split_table(state, twin.RULE_SETS[name], depth))


@pytest.mark.parametrize("name", OPTIONS)
def test_the_twin_still_counts_as_the_files_say(name):
    confirmed = 0
    for position, depths in read_file(name):
        for depth, nodes in depths.items():
            if nodes <= TWIN_LIMIT:
                board, colour = twin.read_position(position)
                assert twin.perft(board, colour, twin.RULE_SETS[name], depth) == nodes, position
                confirmed += 1
    assert confirmed >= 20


def test_the_split_shows_the_move_that_is_wrong():
    """A count by other rules than the file's is found, and the table points at the move."""
    state = State.parse("LL../L.../..../....|.../.../...|../..|. L")
    table = split_table(state, twin.RULE_SETS["optional"], 2)
    assert ">> 1b2: None / " in table
    assert "   1d4: 1" in table


def test_depth_seven_from_the_start():
    assert perft(State.start(), 7) == 61_313_472


def test_depth_two_is_240_under_all_rules():
    for options in OPTIONS.values():
        assert perft(State.start(options), 0) == 1
        assert perft(State.start(options), 2) == 240


def test_the_split_adds_up():
    state = State.parse("LLDD/LLDD/DLLL/D.L.|LL./D../...|../..|. D")
    for depth in (1, 2, 3):
        assert sum(perft_split(state, depth).values()) == perft(state, depth)


def test_a_finished_game_counts_once():
    won = State.parse("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L D")
    assert perft(won, 5) == 1
    assert perft_split(won, 5) == {}


def test_repetition_is_ignored():
    state = State.parse("LL../L.../..DD/..D.|.../.../...|../..|. L", Options(repetition=2))
    drawn = state.play("1b2-1b2").play("1d4-1d4")
    assert drawn.legal_moves == ()
    assert perft(drawn, 2) == perft(state, 2) > 1
    assert perft_split(drawn, 2) == perft_split(state, 2)


def test_other_threads_run_meanwhile():
    counting = threading.Thread(target=perft, args=(State.start(), 7))
    counting.start()
    looks = 0
    while counting.is_alive():
        looks += 1
        time.sleep(0)
    # Holding the interpreter's lock would let this thread look once or twice.
    assert looks > 10


@pytest.mark.parametrize("depth", [-1, 65])
def test_silly_depths_are_refused(depth):
    with pytest.raises(ValueError, match="depth"):
        perft(State.start(), depth)


def test_random_games_depend_on_the_seed_alone():
    first = random_games(2_000, 7)
    assert first == random_games(2_000, 7) != random_games(2_000, 8)
    assert first.light_wins + first.dark_wins == 2_000
    assert first.plies > 2_000 * 20


def test_random_games_in_the_core_are_like_those_of_the_state():
    """The same mean length, from two independent generators: each within a few sigma."""
    core = random_games(20_000, 1).plies / 20_000
    plies = []
    for seed in range(300):
        plies.append(len(random_walk(Options(repetition=None), seed, 10**6)) - 1)
    mean = sum(plies) / len(plies)
    sigma = (sum((n - mean) ** 2 for n in plies) / len(plies) / len(plies)) ** 0.5
    assert abs(core - mean) < 5 * sigma
