"""`sommet engine`: what it says to whom, and positions as one line."""

import io

import pytest

from sommet.bots import make
from sommet.errors import SommetError
from sommet.pacal import Options as PacalOptions
from sommet.pacal import Round, Solo
from sommet.programs import Speaker, format_view, parse_view
from sommet.pylos import Options, State


def converse(*lines):
    output = io.StringIO()
    # Every go is followed by a line that waits for its answer.
    Speaker(output).run(lines)
    return output.getvalue().splitlines()


def every_view(game, start, view):
    state, bot = start, make(game, "random")
    seed = 0
    while state.legal_moves:
        seen = view(state)
        yield seen
        state = state.play(bot.choose(seen, seed=seed))
        seed += 1


@pytest.mark.parametrize("seed", range(6))
def test_every_view_of_a_round_reads_back(seed):
    options = PacalOptions("fr", nobody_complete="most-fields")
    for view in every_view("pacal", Round.deal(options, seed), lambda r: r.view(r.actor)):
        assert parse_view(format_view(view)) == view


def test_last_cards_read_back_too():
    """A round that reaches its fifteenth cards, built or declined."""
    seen = set()
    for seed in range(400):
        game, bot = Round.deal(seed=seed), make("pacal", "gaps")
        while game.legal_moves:
            view = game.view(game.actor)
            if game.phase == "last":
                assert parse_view(format_view(view)) == view
                shown = format_view(view).partition("shown ")[2].partition(" moves")[0]
                seen.add(len(shown.split()))
            game = game.play(bot.choose(view, seed=seed))
        if seen == {2, 3}:
            return
    pytest.fail(f"only saw {seen}")


@pytest.mark.parametrize("seed", range(4))
def test_every_view_of_solo_and_pylos_reads_back(seed):
    for view in every_view("solo", Solo.deal("fr", seed), lambda s: s.view()):
        assert parse_view(format_view(view)) == view
    options = Options("expert", takeback="optional", repetition=None)
    start = State.parse("L.../..../..../....|.../.../...|../..|. D", options)
    for state in every_view("pylos", start, lambda s: s):
        again = parse_view(format_view(state))
        assert (again, again.history) == (state, state.history)


def test_a_view_tells_nothing_that_is_hidden():
    game = Round.deal(seed=1)
    view = game.view(game.actor)
    other = view.sample(seed=5)
    assert other.hands != game.hands
    assert format_view(other.view(game.actor)) == format_view(view)


def test_it_introduces_itself():
    said = converse("sommet", "isready")
    assert said[0].startswith("id name Sommet")
    assert {"plays pylos", "plays pacal", "plays solo"} < set(said)
    assert said[-2:] == ["sommetok", "readyok"]


@pytest.mark.parametrize("go", ["go", "go movetime 50", "go nodes 2000", "go level 3 seed 4"])
@pytest.mark.parametrize(
    "position",
    [
        "pylos standard moves 1b2, 1c3",
        "pacal en seat 1 hand 5 7 11 12 13 16 17 24 28 30 31 32 41 42 45 shown 27 43",
        "solo fr shown 31 12 moves build 6",
    ],
)
def test_it_answers_with_a_legal_move(position, go):
    *infos, last = converse(f"position {position}", go, "stop")
    word, _, move = last.partition(" ")
    assert word == "bestmove"
    assert parse_view(position).is_legal(move)
    assert all(line.startswith("info depth ") for line in infos)
    assert bool(infos) == (position.startswith("pylos") and ("movetime" in go or "nodes" in go))


def test_the_same_seed_gives_the_same_move():
    lines = "position pylos standard", "go level 1 seed 7", "stop"
    assert converse(*lines) == converse(*lines)


def test_the_option_sets_the_level():
    lines = "position pylos standard moves 1b2", "go seed 3", "stop"
    by_option = converse("setoption name Level value 1", *lines)
    assert by_option == converse(lines[0], "go level 1 seed 3", "stop")


def test_stop_ends_a_long_search():
    said = converse("position pylos expert", "go movetime 600000", "stop", "isready")
    assert said[-2].startswith("bestmove ")
    assert said[-1] == "readyok"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("jump", "unknown command 'jump'"),
        ("go", "no position"),
        ("go far", "go knows movetime"),
        ("go movetime", "needs a number, not ''"),
        ("go movetime 1 nodes 1", "one of movetime, nodes and level"),
        ("setoption name Hash value 5", "one option"),
        ("setoption name Level value 9", "0 to 8"),
        ("position", "begins with a game"),
        ("position chess standard", "no game 'chess'"),
        ("position pylos french", "no Pylos rules called 'french'"),
        ("position pylos standard takeback=maybe", "takeback is"),
        ("position pylos standard jump", "'jump' does not belong here"),
        ("position pylos standard seat 1", "has no seat"),
        ("position pylos standard moves 1a1, 1a1", "PYL-2"),
        ("position pylos standard moves 1a1 moves 1b1", "cannot read"),
        ("position pylos standard from x L", "laid out as"),
        ("position pacal en", "needs a seat"),
        ("position pacal en seat 2 shown 1 2", "needs a seat"),
        ("position pacal en seat 1 hand 1 2 shown 3", "both apex cards"),
        ("position pacal en seat 1 hand 1 2 shown 3 4", "dealt 15 cards"),
        ("position pacal en seat 1 hand 1 1 shown 3 4", "different numbers"),
        ("position pacal en seat 1 hand x shown 3 4", "hand lists numbers"),
        ("position pacal en seat 0 seat 1", "a second seat"),
        ("position solo en", "shows the cards drawn"),
        ("position solo en shown 1 2", "1 cards are drawn"),
    ],
)
def test_what_is_wrong_is_said(line, why):
    (said,) = converse(line)
    assert said.startswith("error ")
    assert why in said


def test_a_game_that_is_over_has_no_move():
    over = "pylos standard from LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/DD|. L moves 4a1"
    assert converse(f"position {over}", "go")[0].startswith("error nobody moves here")


def test_parse_view_raises_the_same():
    with pytest.raises(SommetError, match="begins with a game"):
        parse_view("pylos")
