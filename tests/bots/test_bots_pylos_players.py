"""The searching, humanlike and best Pylos bots, as players."""

import threading
import time

import pytest

from sommet.bots import Bot, levels, make
from sommet.bots.pylos.humanlike import HumanlikeBot, LevelSettings
from sommet.bots.pylos.search import Limit, parse_limit, think
from sommet.contests.elo import SCALE, Pairing, rate, rating_errors
from sommet.contests.pylos_tournament import play_game, round_robin, states_of
from sommet.errors import InvalidOptions
from sommet.pylos import Options, State
from sommet.seeding import Random

SETTINGS = [
    Options.preset("children"),
    Options.preset("standard"),
    Options.preset("standard", takeback="optional", repetition=None),
    Options.preset("expert", reserve="may-raise", repetition=2),
    Options.preset("expert", takeback="optional", reserve="may-raise"),
]


def random_state(options, plies, seed):
    random = Random(seed)
    state = State.start(options)
    for _ in range(plies):
        moves = state.legal_moves
        if not moves:
            break
        state = state.play(moves[random.below(len(moves))])
    return state


def test_pylos_has_eight_named_levels():
    ladder = levels("pylos")
    assert [level.number for level in ladder] == list(range(1, 9))
    assert len({level.name for level in ladder} - {""}) == 8
    assert [level.key for level in ladder] == [f"level.pylos.{n}" for n in range(1, 9)]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("spec", ["search:2000n", "humanlike:1", "humanlike:4", "humanlike:7"])
def test_bots_play_legal_games_to_the_end_and_repeat_themselves(spec, options):
    bot = make("pylos", spec)
    assert isinstance(bot, Bot)
    assert bot.name == spec
    game = play_game(bot, make("pylos", "random"), options, seed=4)
    again = play_game(make("pylos", spec), make("pylos", "random"), options, seed=4)
    assert game.moves == again.moves
    for state, move in states_of(game, options):
        assert state.find_move(move) in state.legal_moves


@pytest.mark.parametrize("number", range(1, 9))
def test_every_level_answers_soon(number):
    """A quiet machine takes less than half a second; a busy one may take longer."""
    bot = make("pylos", f"level:{number}")
    for seed in range(3):
        state = random_state(Options.preset("expert"), 12 + 4 * seed, seed)
        if state.outcome is None:
            began = time.thread_time()
            assert bot.choose(state, seed=seed) in state.legal_moves
            assert time.thread_time() - began < 5


def test_a_search_takes_a_win_in_one():
    state = State.parse("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|. D")
    assert str(make("pylos", "search:100n").choose(state, seed=0)) == "4a1"
    assert think(state, Limit(nodes=100)).value == "win"


def test_cancel_ends_a_long_search():
    cancel = threading.Event()
    threading.Timer(0.05, cancel.set).start()
    began = time.perf_counter()
    make("pylos", "search:60s").choose(State.start(), seed=0, cancel=cancel)
    assert time.perf_counter() - began < 20


@pytest.mark.clause("PYL-R3")
def test_a_search_knows_which_positions_would_end_the_game_drawn():
    options = Options.preset("standard", repetition=2)
    state = random_state(options, 20, 11)
    losing = think(state, Limit(nodes=20_000), every=True)
    target = state.play(losing.moves[-1])
    key = target.light | target.dark << 30 | target.side << 60
    again = State(options, state.light, state.dark, state.side, earlier=(key,))
    scores = dict(zip(*_by_move(think(again, Limit(nodes=20_000), every=True)), strict=True))
    assert scores[losing.moves[-1]] == 0


def _by_move(thought):
    return thought.moves, thought.scores


def test_a_player_who_overlooks_everything_sees_no_square():
    # 1b2 completes a square and saves two balls: anyone who sees it plays it.
    state = State.parse("LL../L.D./.D../.D.D|.../.../...|../..|. L")
    sharp = LevelSettings(2, 5000, own_slips=0, other_slips=0, freed_slips=0, blur=0)
    blind = LevelSettings(2, 5000, own_slips=1000, other_slips=1000, freed_slips=1000, blur=0)
    assert HumanlikeBot("", sharp).choose(state, seed=1).taken
    assert not HumanlikeBot("", blind).choose(state, seed=1).taken
    # The children's and the expert game have ladders of their own.
    expert = State.parse(str(state), options=Options.preset("expert"))
    for one_of_two, sees in (
        (HumanlikeBot("", blind, expert=sharp), True),
        (HumanlikeBot("", sharp, expert=blind), False),
    ):
        assert bool(one_of_two.choose(expert, seed=1).taken) == sees
        assert bool(one_of_two.choose(state, seed=1).taken) != sees


def test_oversights_are_as_frequent_as_the_person_says():
    settings = LevelSettings(2, 100, own_slips=100, other_slips=600, freed_slips=0, blur=0)
    overlooked = [_unseen_squares(settings, seed) for seed in range(300)]
    assert 0.05 < sum(overlooked) / len(overlooked) < 0.16


def _unseen_squares(settings, seed):
    state = State.parse("LL../L.D./.D../.D.D|.../.../...|../..|. L")
    return not HumanlikeBot("", settings).choose(state, seed=seed).taken


def test_equal_seeds_overlook_the_same_and_others_do_not():
    state = random_state(Options.preset("standard"), 9, 5)
    choices = {make("pylos", "humanlike:1").choose(state, seed=seed) for seed in range(20)}
    assert len(choices) > 3
    assert make("pylos", "humanlike:1").choose(state, seed=3) == make(
        "pylos", "humanlike:1"
    ).choose(state, seed=3)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("100ms", Limit(milliseconds=100)),
        ("2s", Limit(milliseconds=2000)),
        ("20000n", Limit(nodes=20000)),
        ("1sx4", Limit(milliseconds=1000, threads=4)),
    ],
)
def test_limits_are_read(text, limit):
    assert parse_limit(text) == limit


@pytest.mark.parametrize("text", ["", "100", "0ms", "-5n", "1h", "5sx0", "1e3n"])
def test_other_limits_are_refused(text):
    with pytest.raises(InvalidOptions):
        make("pylos", f"search:{text}")


@pytest.mark.parametrize("text", ["humanlike", "humanlike:0", "humanlike:8", "humanlike:x"])
def test_other_people_are_refused(text):
    with pytest.raises(InvalidOptions):
        make("pylos", text)


def expected_score(difference):
    return 1 / (1 + 10 ** (-difference / SCALE))


def test_ratings_recover_the_strengths_that_made_the_results():
    truth = [0.0, 200.0, 500.0]
    pairings = [
        Pairing(i, j, 5000 * expected_score(truth[i] - truth[j]), 5000)
        for i in range(3)
        for j in range(i + 1, 3)
    ]
    assert rate(3, pairings) == pytest.approx(truth, abs=2)
    assert max(rating_errors(3, pairings, samples=20)) < 40


def test_a_round_robin_ranks_a_searcher_above_lots():
    (result,) = round_robin(["random", "search:500n"], Options.preset("standard"), openings=3)
    assert result.pairing.games == 6
    assert result.pairing.points <= 1
    assert len(result.games) == 6
