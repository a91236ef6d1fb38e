"""The yardstick that counts reserves, beside a minimax written straight from its definition."""

import pytest

from sommet.bots import make
from sommet.engine import search as core
from sommet.errors import InvalidOptions
from sommet.pylos import Options, State
from sommet.seeding import Random

WON = 1000


def random_states(options, count, seed):
    random = Random(seed)
    while count:
        state = State.start(options)
        for _ in range(10 + random.below(16)):
            if state.outcome is None:
                state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
        if state.outcome is None:
            count -= 1
            yield state


def value(state, depth, ply):
    if state.outcome is not None:
        return 0 if state.outcome.winner is None else -(WON - ply)
    if depth == 0:
        return state.reserve(state.side) - state.reserve(1 - state.side)
    return max(-value(state.play(move), depth - 1, ply + 1) for move in state.legal_moves)


@pytest.mark.parametrize("name", ["children", "standard", "expert"])
def test_values_and_best_moves_are_those_of_plain_minimax(name):
    options = Options.preset(name)
    for state in random_states(options, 6, seed=11):
        own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
        moves, best = core.minimax(own, other, core.Rules(*options.core_rules), 2)
        values = {move: -value(state.play(move), 1, 1) for move in state.legal_moves}
        assert best == max(values.values())
        expected = {str(move) for move, worth in values.items() if worth == best}
        bot = make("pylos", "minimax:2")
        assert len(moves) == len(expected)
        assert {str(bot.choose(state, seed=seed)) for seed in range(40)} <= expected


@pytest.mark.clause("PYL-R3")
def test_a_position_that_would_end_the_game_is_worth_nothing():
    options = Options.preset("standard", repetition=2)
    state = next(random_states(options, 1, seed=4))
    target = state.play(state.legal_moves[0])
    key = target.light | target.dark << 30 | target.side << 60
    again = State(options, state.light, state.dark, state.side, earlier=(key,))
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    rules = core.Rules(*options.core_rules)
    listed = [(target.dark, target.light) if target.side else (target.light, target.dark)]
    drawn = [(*listed[0], False)]
    assert core.minimax(own, other, rules, 1, drawn=drawn)[1] == value(again, 1, 0)


def test_the_seed_decides_between_equal_moves_and_nothing_else_does():
    bot = make("pylos", "minimax")
    assert bot.name == "minimax:8"
    start = State.start()
    shallow = make("pylos", "minimax:2")
    chosen = [shallow.choose(start, seed=seed) for seed in range(12)]
    assert len(set(chosen)) > 3
    assert chosen == [shallow.choose(start, seed=seed) for seed in range(12)]


def test_a_win_in_sight_is_taken():
    state = State.parse("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|. D")
    assert str(make("pylos", "minimax:8").choose(state, seed=0)) == "4a1"


@pytest.mark.parametrize("text", ["0", "11", "x", "", "-3"])
def test_other_depths_are_refused(text):
    with pytest.raises(InvalidOptions, match="1 to 10"):
        make("pylos", f"minimax:{text}")


@pytest.mark.parametrize("depth", [0, 21])
def test_the_core_refuses_depths_that_it_cannot_look(depth):
    with pytest.raises(ValueError, match="depth"):
        core.minimax(0, 0, core.Rules(True, False, False, False), depth)
