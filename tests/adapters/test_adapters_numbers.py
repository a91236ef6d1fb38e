"""Every move and action has one number, and the numbers mean what the tables say."""

import numpy as np
import plain_observations as plain
import pytest

from sommet import pacal, pylos
from sommet.adapters import pacal_numbers, pylos_numbers
from sommet.pacal.actions import ACTIONS as ALL_PACAL_ACTIONS


def test_pylos_numbers_are_as_documented():
    assert pylos_numbers.ACTIONS == 278
    texts = [pylos_numbers.format_number(n) for n in range(278)]
    assert len(set(texts)) == 278
    assert (texts[0], texts[29], texts[30]) == ("1a1", "4a1", "1a1>2b1")
    assert (texts[247], texts[276], texts[277]) == ("-1a1", "-4a1", "stop")
    with pytest.raises(ValueError, match="0 to 277"):
        pylos_numbers.format_number(278)


def test_every_raise_climbs_and_never_onto_its_own_square():
    for source, target in pylos_numbers.RAISES:
        low, high = pylos.format_cell(source), pylos.format_cell(target)
        assert low[0] < high[0]
    assert tuple(sorted(pylos_numbers.RAISES)) == pylos_numbers.RAISES


@pytest.mark.parametrize("preset", ["children", "standard", "expert"])
def test_whole_turns_and_their_numbers_are_the_same_thing(preset):
    options = pylos.Options.preset(preset, takeback="optional")
    random = np.random.default_rng(2)
    for _ in range(6):
        game, state = pylos_numbers.new_game(options), pylos.State.start(options)
        while state.outcome is None:
            move = state.legal_moves[random.integers(len(state.legal_moves))]
            assert pylos_numbers.decode_move(pylos_numbers.encode_move(move)) == move
            played = pylos_numbers.play_turn(game, move)
            assert played in plain.pylos_sequences(state)
            state = state.play(move)
            assert (game.light, game.dark, game.side) == (state.light, state.dark, state.side)
        assert game.over
        assert game.actor == -1


def test_pacal_numbers_are_as_documented():
    assert pacal_numbers.ACTIONS == 1238
    assert pacal_numbers.decode_action(0) == pacal.Offer(1, 2)
    assert pacal_numbers.decode_action(1224) == pacal.Offer(49, 50)
    assert pacal_numbers.decode_action(1225, (7, 9)) == pacal.Take(7)
    assert pacal_numbers.decode_action(1226, (7, 9)) == pacal.Take(9)
    assert pacal_numbers.decode_action(1227) == pacal.Build(1)
    assert pacal_numbers.decode_action(1236) == pacal.Build(10)
    assert pacal_numbers.decode_action(1237) == pacal.Decline()
    for number in (-1, 1238):
        with pytest.raises(ValueError, match="0 to 1237"):
            pacal_numbers.decode_action(number)


def test_every_pacal_action_has_its_number():
    for action in ALL_PACAL_ACTIONS:
        if isinstance(action, pacal.Take):
            offer = (action.card, 50) if action.card < 50 else (1, 50)
            number = pacal_numbers.encode_action(action, offer)
            assert pacal_numbers.decode_action(number, offer) == action
            with pytest.raises(ValueError, match="not on offer"):
                pacal_numbers.encode_action(action)
        else:
            assert pacal_numbers.decode_action(pacal_numbers.encode_action(action)) == action
    with pytest.raises(ValueError, match="nothing is on offer"):
        pacal_numbers.decode_action(pacal_numbers.TAKE)
