"""OpenSpiel's own tests, golden playthroughs, and what its searches rely on."""

import os
from pathlib import Path

import numpy as np
import plain_observations as plain
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from sommet.adapters.open_spiel import CoreRollouts
from sommet.adapters.pacal_numbers import BUILD, DECLINE, TAKE, encode_action
from sommet.pacal import Deal, Offer, Options, Round, parse_action
from sommet.pacal.options import Rulebook
from sommet.pylos.options import PRESETS

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GAMES = {
    **{f"pylos-{preset}": f"python_pylos(preset={preset})" for preset in PRESETS},
    **{f"pacal-{book}": f"python_pacal(rulebook={book})" for book in Rulebook.__args__},
}
RULINGS = [
    "python_pylos(preset=expert,takeback=optional,reserve=may-raise,repetition=2)",
    "python_pylos(repetition=0,horizon=40)",
    "python_pacal(cover_anytime=False,neither_builds=most-fields,nobody_complete=most-fields)",
    "python_pacal(rulebook=fr,equal_difference=fewest-covers)",
]


@pytest.mark.parametrize("game", [*GAMES.values(), *RULINGS])
def test_random_simulations_with_serialisation(game):
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=4, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_the_golden_one(name):
    """To accept a change of behaviour, run once with SOMMET_ACCEPT_PLAYTHROUGHS=1 and look."""
    from open_spiel.python.algorithms import generate_playthrough  # a second, for this test alone

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    path = PLAYTHROUGHS / f"{name}.txt"
    text = generate_playthrough.playthrough(GAMES[name], [], seed=2026)
    if os.environ.get("SOMMET_ACCEPT_PLAYTHROUGHS"):
        path.write_text(text)
    assert path.read_text() == text


def test_every_playthrough_belongs_to_a_game():
    assert {path.stem for path in PLAYTHROUGHS.iterdir()} == set(GAMES)


def random_pacal(seed, rulebook="en"):
    """Yield every state of a round with the plain round beside it, once the cards are dealt."""
    random = np.random.default_rng(seed)
    state = pyspiel.load_game(f"python_pacal(rulebook={rulebook})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(random.choice([card for card, _ in state.chance_outcomes()])))
    rest = [card for card in range(1, 51) if card not in state.dealt]
    deal = Deal(
        ((state.dealt[0], *rest[:9]), (state.dealt[1], *rest[9:])),
        (tuple(state.dealt[2:17]), tuple(state.dealt[17:])),
    )
    round_ = Round.from_deal(Options.preset(rulebook), deal)
    yield state, round_
    while not state.is_terminal():
        number = int(random.choice(state.legal_actions()))
        text = state.action_to_string(number)
        if text.startswith("take"):
            text = f"take {(min if text.endswith('lower') else max)(round_.offer)}"
        round_ = round_.play(parse_action(text))
        state.apply_action(number)
        yield state, round_


@pytest.mark.parametrize("rulebook", ["en", "fr"])
def test_pacal_states_follow_the_plain_rules(rulebook):
    for seed in range(4):
        for state, round_ in random_pacal(seed, rulebook):
            assert state.current_player() == (-4 if round_.actor is None else round_.actor)
            for seat in (0, 1):
                np.testing.assert_array_equal(
                    state.core.observe(seat), plain.pacal_observation(round_, seat)
                )
            if round_.actor is not None:
                assert set(state.legal_actions()) == plain.pacal_legal(round_)
        winner = round_.outcome.winner
        expected = 0.0 if winner is None else 1.0 - 2 * winner
        assert state.returns() == [expected, -expected]


def observed(state, player, **settings):
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(**settings))
    observer.set_from(state, player)
    return observer.tensor.copy(), observer.string_from(state, player)


def test_hidden_cards_never_show_in_what_another_seat_sees():
    own = {"private_info": pyspiel.PrivateInfoType.SINGLE_PLAYER}
    nothing = {"private_info": pyspiel.PrivateInfoType.NONE}
    differed = 0
    for step, (state, _) in enumerate(random_pacal(21)):
        for seat in (0, 1):
            other = state.resample(seat, 1000 + step)
            assert other.history_str() != state.history_str() or state.is_terminal() or step > 40
            for recall in (False, True):
                for settings in (own, nothing):
                    asked = {"public_info": True, "perfect_recall": recall, **settings}
                    mine, theirs = observed(state, seat, **asked), observed(other, seat, **asked)
                    np.testing.assert_array_equal(mine[0], theirs[0])
                    assert mine[1] == theirs[1]
            assert other.information_state_string(seat) == state.information_state_string(seat)
            differed += other.core.hand(1 - seat) != state.core.hand(1 - seat)
    assert differed > 20


#: Fourteen turns of offer, card taken, the chooser's field, the offerer's field.
LONG_ROUND = (
    "18 34 34 4 7, 31 38 31 4 3, 36 37 37 4 3, 2 50 2 10 1, 39 49 39 2 1, 3 5 3 9 10, "
    "43 48 48 1 2, 41 44 44 2 2, 4 16 16 8 8, 13 17 17 7 9, 8 10 8 9 8, 23 25 25 5 6, "
    "40 42 40 3 3, 6 27 27 5 10"
)


def test_everybody_hears_of_a_last_card_that_is_built():
    turns = [tuple(map(int, turn.split())) for turn in LONG_ROUND.split(", ")]
    hands = [[card for turn in turns[seat::2] for card in turn[:2]] for seat in (0, 1)]
    state = pyspiel.load_game("python_pacal").new_initial_state()
    for card in (29, 11, *hands[0], 1, *hands[1], 20):
        state.apply_action(card - 1)
    for low, high, taken, *fields in turns:
        numbers = [encode_action(Offer(low, high)), TAKE + (taken == high)]
        for number in (*numbers, *(BUILD + field - 1 for field in fields)):
            state.apply_action(number)
    assert state.current_player() == 1
    assert "20" not in state.information_state_string(0)
    hidden, built = state.clone(), state.clone()
    hidden.apply_action(DECLINE)
    assert "decline" in hidden.information_state_string(0)
    assert "20" not in hidden.information_state_string(0)
    built.apply_action(BUILD + 5)
    assert "build 6 with 20" in built.information_state_string(0)
    assert built.resample(0, 1).information_state_string(0) == built.information_state_string(0)
    built.apply_action(DECLINE)
    assert built.is_terminal()


def test_resampling_is_uniform_over_what_cannot_be_seen():
    state, _ = next(iter(random_pacal(5)))
    counts = np.zeros(51)
    draws = 600
    for seed in range(draws):
        hand = state.resample(0, seed).core.hand(1)
        counts[[card for card in range(51) if hand >> card & 1]] += 1
    unseen = np.flatnonzero(state.core.observe(0)[50:100]) + 1
    assert set(np.flatnonzero(counts)) == set(unseen)
    expected = draws * 15 / len(unseen)
    spread = (draws * 15 / len(unseen) * (1 - 15 / len(unseen))) ** 0.5
    assert np.abs(counts[unseen] - expected).max() < 5 * spread


def test_the_horizon_draws_a_long_game():
    game = pyspiel.load_game("python_pylos(horizon=3)")
    state = game.new_initial_state()
    for number in (0, 1, 2):
        state.apply_action(number)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_core_rollouts_value_like_openspiels_own():
    random = np.random.RandomState(1)
    state = pyspiel.load_game("python_pylos").new_initial_state()
    for number in (0, 1, 4, 2, 5):
        state.apply_action(number)
    ours = CoreRollouts(600, random).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(600, random).evaluate(state)
    assert abs(ours[0] - theirs[0]) < 0.25
    prior = CoreRollouts(1, random).prior(state)
    assert [action for action, _ in prior] == state.legal_actions()
    assert sum(probability for _, probability in prior) == pytest.approx(1)


def play_bots(state, bots, random):
    while not state.is_terminal():
        if state.is_chance_node():
            cards = [card for card, _ in state.chance_outcomes()]
            state.apply_action(int(random.choice(cards)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return state.returns()


def test_mcts_plays_pylos_better_than_chance():
    game = pyspiel.load_game("python_pylos")
    random = np.random.RandomState(7)
    score = 0.0
    for seat in (0, 1):
        search = mcts.MCTSBot(game, 1.4, 60, CoreRollouts(1, random), random_state=random)
        bots = [search, search]
        bots[1 - seat] = pyspiel.make_uniform_random_bot(1 - seat, 3)
        score += play_bots(game.new_initial_state(), bots, random)[seat]
    assert score == 2


def test_ismcts_plays_pacal_by_resampling():
    game = pyspiel.load_game("python_pacal")
    random = np.random.RandomState(3)
    for seat in (0, 1):
        search = ismcts.ISMCTSBot(game, CoreRollouts(1, random), 1.4, 15, random_state=random)
        search.set_resampler(
            lambda state, player: state.resample(player, int(random.randint(2**31)))
        )
        bots = [search, search]
        bots[1 - seat] = pyspiel.make_uniform_random_bot(1 - seat, 3)
        returns = play_bots(game.new_initial_state(), bots, random)
        assert sum(returns) == 0
