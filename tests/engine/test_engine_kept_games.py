"""Games for learners that come back from a file or another process are games, or refused."""

import pytest
from test_engine_wrong_input import run_alone

from sommet.engine import batch

PYLOS = ((True, True, False, False), 3)


@pytest.mark.parametrize(
    "state",
    [
        (*PYLOS, 0, 0, 0, -1, [0xE << 60]),  # a side that there is not
        (*PYLOS, 0, 0, 0, -1, []),
        (*PYLOS, 0xFFFF, 0, 0, -1, [0xFFFF]),  # sixteen balls of one side
        (*PYLOS, 1 << 16, 0, 0, -1, [1 << 16]),  # a ball in the air
        (*PYLOS, 1, 1, 0, -1, [1 | 1 << 30]),
        (*PYLOS, 1, 0, 0, -1, [0]),  # other balls than at the beginning of the turn
        (*PYLOS, 1, 0, 3, -1, [0]),
        (*PYLOS, 1, 0, 2, 200, [0]),
        (*PYLOS, 1, 0, 2, -1, [0]),
        (*PYLOS, 0, 1, 1, -1, [0]),  # light may take back, and has nothing
    ],
)
def test_games_of_pylos_that_no_game_comes_to_are_refused(state):
    with pytest.raises(ValueError, match=r"no game|balls? lies? on"):
        batch.PylosGame.__new__(batch.PylosGame).__setstate__(state)
    for light, dark, side in ((0xFFFF, 0, 0), (1 << 16, 0, 0), (0, 0, 2)):
        with pytest.raises(ValueError, match=r"15|on four others|0 or 1"):
            batch.PylosGame(*PYLOS).set_position(light, dark, side)


def test_wrong_numbers_in_a_kept_game_are_refused_or_played_on():
    said = run_alone("""
        import random
        from sommet.engine import batch
        rng = random.Random(5)
        def changed(value):
            if isinstance(value, bytes):
                at = rng.randrange(len(value))
                return value[:at] + bytes([rng.choice((0, 1, 2, 3, 50, 51, 255))]) + value[at + 1:]
            if isinstance(value, (tuple, list)):
                at = rng.randrange(len(value))
                return type(value)([*value[:at], changed(value[at]), *value[at + 1:]])
            if isinstance(value, bool):
                return not value
            return (value ^ 1 << rng.randrange(64)) if value >= 0 else rng.randrange(40)
        went_on = refused = 0
        for kind, arguments in ((batch.PylosGame, ((True, True, False, False), 3)),
                                (batch.PacalGame, (0,)), (batch.SoloGame, (0,))):
            for seed in range(400):
                game = kind(*arguments)
                game.begin(seed)
                for _ in range(rng.randrange(30)):
                    if not game.over:
                        game.act(rng.choice(game.legal_actions()))
                try:
                    other = kind.__new__(kind)
                    other.__setstate__(changed(game.__getstate__()))
                except (ValueError, TypeError):
                    refused += 1
                    continue
                went_on += 1
                other.observe(0), other.mask(), other.legal_actions(), other.roll_out(seed)
                if kind is batch.PacalGame:
                    other.redeal(0, seed)
                    other.roll_out(seed)
        print(min(went_on, refused) > 100)
        """)
    assert said == "True\n"


def test_a_hand_of_all_cards_is_no_game_of_pacal():
    rules, dealer, hands, pyramids, small = batch.PacalGame(0).__getstate__()
    for wrong in (
        (rules, dealer, (2**64 - 1, 0), pyramids, small),
        (rules, dealer, hands, pyramids[:-1], small),
        (rules, (0, 0, 0, 0, 1), hands, pyramids, small),  # from which no card comes
    ):
        with pytest.raises(ValueError, match="no game"):
            batch.PacalGame.__new__(batch.PacalGame).__setstate__(wrong)
