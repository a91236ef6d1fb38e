"""What the perfect player plays in lost and drawn positions."""

import numpy as np
import pytest

from sommet.bots import make
from sommet.bots.pylos.perfect import _player, best_moves, judge_moves
from sommet.bots.pylos.search import Limit, as_move, think
from sommet.engine import perfect
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tablebase import FullTable, Value
from sommet.tablebase.probe import open_table


@pytest.fixture(autouse=True)
def shipped_tables(monkeypatch):
    monkeypatch.delenv("SOMMET_TABLES", raising=False)


def states_worth(options, word, count, seed):
    """Positions after 4 to 14 random moves that the table calls `word`, with a choice of moves."""
    random, table, found = Random(seed), open_table(options), []
    while len(found) < count:
        state = State.start(options)
        for _ in range(4 + random.below(11)):
            if state.outcome is None:
                state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
        if state.outcome is None and len(state.legal_moves) > 1 and table.value(state).word == word:
            found.append(state)
    return found


@pytest.mark.parametrize(
    ("name", "word"),
    [("children", "loss"), ("standard", "loss"), ("expert", "loss"), ("expert", "draw")],
)
def test_the_choice_keeps_the_value_and_is_always_the_same(name, word):
    options = Options.preset(name)
    table = open_table(options)
    bot = make("pylos", "perfect")
    for state in states_worth(options, word, 3, seed=2):
        move = bot.choose(state, seed=1)
        assert judge_moves(state, table)[move].word == word
        assert bot.choose(state, seed=99) == move


def points(state, bot, opponent, seed):
    """What the side to move gets when `bot` plays it; a won position is as good as won."""
    table, random, side = open_table(state.options), Random(seed), state.side
    while state.outcome is None:
        if state.side == side and table.value(state).word == "win":
            return 1.0
        mover = bot if state.side == side else opponent
        state = state.play(mover.choose(state, seed=random.next64()))
    return 0.5 if state.outcome.winner is None else float(state.outcome.winner == side)


class FewestWinningReplies:
    """How the player chose before: counts replies, and asks nobody whether they would be found."""

    def choose(self, state, *, seed):  # noqa: ARG002
        table = open_table(state.options)

        def share(move):
            child = state.play(move)
            values = table.values([child.play(reply) for reply in child.legal_moves])
            return sum(value.word == "loss" for value in values) / len(values)

        moves = [move for move in state.legal_moves if state.play(move).legal_moves]
        return min(moves, key=share) if moves else state.legal_moves[0]


def test_people_go_wrong_more_often_than_against_counting_winning_replies():
    options, opponent = Options.preset("standard"), make("pylos", "level:6")
    starts = states_worth(options, "loss", 16, seed=6)
    new, old = (
        sum(points(state, bot, opponent, seed) for seed, state in enumerate(starts))
        for bot in (make("pylos", "perfect"), FewestWinningReplies())
    )
    assert new > old


@pytest.mark.parametrize(
    "position",
    ["DD.L/LD.L/DL../D.LD|L../.../...|../..|. D", "DL.L/..../.DD./L...|.../.../...|../..|. L"],
)
def test_looks_mislead_whoever_answers_more_than_after_what_a_search_likes_best(position):
    state = State.parse(position)
    table = open_table(state.options)
    levels = [make("pylos", f"level:{number}") for number in (4, 5, 6)]

    def slips(move):
        child = state.play(move)
        replies = [level.choose(child, seed=seed) for level in levels for seed in range(4)]
        return sum(table.value(child.play(reply)).word != "loss" for reply in replies)

    assert table.value(state).word == "loss"
    liked = think(state, Limit(nodes=24_000)).moves[0]
    assert slips(make("pylos", "perfect").choose(state, seed=1)) >= 4 > slips(liked) == 0


def test_a_draw_by_repetition_saves_a_lost_game():
    options = Options.preset("standard", repetition=2)
    (state,) = states_worth(options, "loss", 1, seed=9)
    move = state.legal_moves[-1]
    target = state.play(move)
    key = target.light | target.dark << 30 | target.side << 60
    again = State(options, state.light, state.dark, state.side, earlier=(key,))
    assert again.play(make("pylos", "perfect").choose(again, seed=1)).outcome is not None


def test_of_wins_the_fastest_and_of_losses_all_are_best():
    a, b = State.start().legal_moves[:2]
    assert best_moves({a: Value("win", 5), b: Value("win", 3)}) == [b]
    assert best_moves({a: Value("win"), b: Value("win")}) == [a, b]
    assert best_moves({a: Value("loss", 4), b: Value("loss", 8)}) == [a, b]
    assert best_moves({a: Value("loss"), b: Value("draw")}) == [b]


def by_distances(state, distance):
    """What the player chooses if the game lasts `distance(own, other)` moves from there."""

    def probe(positions):
        own, other = np.array(positions, np.uint32).reshape(-1, 2).T.copy()
        words = [value.word for value in open_table(state.options).board_values(own, other)]
        return [("loss", "win", "draw").index(word) for word in words]

    boards = (state.dark, state.light) if state.side else (state.light, state.dark)
    lengths = distance and (lambda positions: [distance(*balls) for balls in positions])
    player = _player(state.options)
    return as_move(player.choose(*boards, [], 0, bool(state.side), probe, lengths))


def boards_after(state, move):
    child = state.play(move)
    return (child.dark, child.light) if child.side else (child.light, child.dark)


@pytest.mark.parametrize("name", ["children", "standard", "expert"])
def test_where_distances_are_known_the_longest_of_nearly_equal_losses_is_played(name):
    states = states_worth(Options.preset(name), "loss", 6, seed=3)
    longer = 0
    for state in states:
        plain = by_distances(state, lambda own, other: 20)  # noqa: ARG005
        # As if the move that is played without distances led to the shortest loss.
        avoided = boards_after(state, plain)
        move = by_distances(state, lambda *balls, avoided=avoided: 10 if balls == avoided else 20)
        longer += move != plain
        # Nothing of this counts where distances say the opposite.
        assert by_distances(state, lambda *balls, a=avoided: 30 if balls == a else 20) == plain
    # Where another move is nearly as good it is played; a clearly better one is not given up.
    assert 0 < longer < len(states)


def test_distances_come_from_a_full_table(monkeypatch):
    shipped = open_table("standard")

    class Full(FullTable):
        """As if the move that is played without distances led to the shortest loss."""

        def __init__(self, avoided):
            self.avoided = avoided

        def board_values(self, own, other):
            words = [value.word for value in shipped.board_values(own, other)]
            balls = zip(own.tolist(), other.tolist(), strict=True)
            lengths = [10 if each == self.avoided else 20 for each in balls]
            return [Value(*value) for value in zip(words, lengths, strict=True)]

    bot, longer = make("pylos", "perfect"), 0
    for state in states_worth(Options.preset("standard"), "loss", 6, seed=3):
        plain = bot.choose(state, seed=1)
        with monkeypatch.context() as patched:
            full = Full(boards_after(state, plain))
            patched.setattr("sommet.bots.pylos.perfect.open_table", lambda _, full=full: full)
            longer += bot.choose(state, seed=1) != plain
    assert longer > 0


def test_bad_input_is_refused():
    rules = (True, False, False, False)
    core = perfect.Player(4, rules, None, None, None)
    asked = []

    def nothing_known(positions):
        asked.extend(positions)
        return []

    with pytest.raises(ValueError, match="not a stored position"):
        core.choose(1, 1, [], 3, False, nothing_known)
    with pytest.raises(ValueError, match="the game is over"):
        core.choose(0x7FFF, 0x8000, [], 3, False, nothing_known)  # no ball left
    with pytest.raises(ValueError, match="a worth for each"):
        core.choose(0, 0, [], 3, False, nothing_known)
    assert len(asked) == 16
    with pytest.raises(ValueError, match="a worth is 0, 1 or 2"):
        core.choose(0, 0, [], 3, False, lambda positions: [3] * len(positions))
    with pytest.raises(ValueError, match="a length for each"):
        core.choose(0, 0, [], 3, False, lambda positions: [1] * len(positions), nothing_known)
    with pytest.raises(ValueError, match="base"):
        perfect.Player(5, rules, None, None, None)
    few = np.zeros(3, np.int16), np.zeros(0, np.uint32), np.zeros(0, np.uint8)
    with pytest.raises(ValueError, match="wrong size of weights"):
        perfect.Player(4, rules, few, None, None)
