"""The core and the slow twin list the same moves, position by position, through random games."""

from functools import cache

import pylos_slow_twin as twin
import pytest

from sommet.pylos import Options, State
from sommet.seeding import Random

OPTIONS = {
    "children": Options.preset("children", repetition=None),
    "standard": Options.preset("standard", repetition=None),
    "expert": Options.preset("expert", repetition=None),
    "optional": Options.preset("standard", takeback="optional", repetition=None),
    "may-raise": Options.preset("standard", reserve="may-raise", repetition=None),
}
CHUNKS, GAMES_PER_CHUNK = 2, 100
SOAK_CHUNKS, SOAK_GAMES_PER_CHUNK = 50, 2_000


@cache
def read(move):
    return twin.read_turn(str(move))


def follow_game(rules_name, seed):
    """Play one random game on both; return how many positions were compared."""
    rules = twin.RULE_SETS[rules_name]
    random = Random(seed)
    state, board, colour = State.start(OPTIONS[rules_name]), {}, "L"
    compared = 0
    while True:
        compared += 1
        assert str(state) == twin.write_position(board, colour)
        listed = [read(move) for move in state.legal_moves]
        ordered = set(twin.ordered_turns(board, colour, rules))
        # Each turn once, in an order that can be played, and none missing.
        assert ordered.issuperset(listed), str(state)
        unordered = {twin.unordered(turn) for turn in listed}
        assert len(unordered) == len(listed), str(state)
        assert unordered == {twin.unordered(turn) for turn in ordered}, str(state)
        if not listed:
            assert twin.is_over(board, colour, rules)
            assert state.outcome.winner == ("LD".index(twin.other(colour)))
            return compared
        assert state.outcome is None
        choice = random.below(len(listed))
        state = state.play(state.legal_moves[choice])
        board = twin.play(board, colour, listed[choice])
        colour = twin.other(colour)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("rules_name", OPTIONS)
def test_core_agrees_with_slow_twin(rules_name, chunk):
    first = chunk * GAMES_PER_CHUNK
    positions = sum(follow_game(rules_name, seed) for seed in range(first, first + GAMES_PER_CHUNK))
    assert positions > 20 * GAMES_PER_CHUNK


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(SOAK_CHUNKS))
@pytest.mark.parametrize("rules_name", OPTIONS)
def test_core_agrees_with_slow_twin_at_length(rules_name, chunk):
    first = 1_000_000 + chunk * SOAK_GAMES_PER_CHUNK
    for seed in range(first, first + SOAK_GAMES_PER_CHUNK):
        follow_game(rules_name, seed)
