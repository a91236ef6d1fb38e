"""The random and greedy bots: legal, repeatable, blind to what is hidden, and worth playing."""

import pytest
from pacal_gaps_twin import rate_build, rate_tops

from sommet.bots import make, names
from sommet.bots.registry import BOTS
from sommet.errors import SommetError
from sommet.pacal import Match, Round, Solo
from sommet.pacal import Options as PacalOptions
from sommet.pylos import Options as PylosOptions
from sommet.pylos import State

SIMPLE = ("random", "greedy")


def play_pylos(bots, options, seed):
    state = State.start(options)
    while state.outcome is None:
        state = state.play(bots[state.side].choose(state, seed=seed * 1000 + state.ply))
    return state.outcome


def play_round(bots, seed, options=None):
    game = Round.deal(options or PacalOptions(), seed)
    while (seat := game.actor) is not None:
        game = game.play(bots[seat].choose(game.view(seat), seed=seed + len(game.history)))
    return game.outcome


@pytest.mark.parametrize("game", BOTS)
@pytest.mark.parametrize("spec", SIMPLE)
def test_simple_bots_exist_for_every_game(game, spec):
    assert spec in names(game)
    assert make(game, spec).name == spec


@pytest.mark.parametrize("rules", ["children", "standard", "expert"])
def test_greedy_beats_random_at_pylos(rules):
    greedy, random = make("pylos", "greedy"), make("pylos", "random")
    options = PylosOptions.preset(rules)
    won = sum(play_pylos((greedy, random), options, n).winner == 0 for n in range(10))
    won += sum(play_pylos((random, greedy), options, n).winner == 1 for n in range(10))
    assert won >= 17


def test_greedy_beats_random_at_pacal():
    greedy, random = make("pacal", "greedy"), make("pacal", "random")
    won = sum(play_round((greedy, random), n).winner == 0 for n in range(20))
    won += sum(play_round((random, greedy), n).winner == 1 for n in range(20))
    assert won >= 36


@pytest.mark.parametrize("rulebook", ["en", "fr"])
@pytest.mark.parametrize("cover_anytime", [True, False])
def test_greedy_plays_every_pacal_rule_set_to_the_end(rulebook, cover_anytime):
    greedy = make("pacal", "greedy")
    options = PacalOptions.preset(rulebook, cover_anytime=cover_anytime)
    for seed in range(5):
        assert play_round((greedy, greedy), seed, options) is not None


def test_greedy_completes_about_half_of_the_covering_solo_deals():
    bot, won = make("solo", "greedy"), 0
    for seed in range(200):
        game = Solo.deal(PacalOptions(), seed)
        while game.outcome is None:
            game = game.play(bot.choose(game.view(), seed=seed))
        won += game.outcome.winner == 0
    # 552 of the first 1,000 deals; three standard deviations of 200 either side.
    assert 0.44 <= won / 200 <= 0.66


def test_greedy_takes_the_summit():
    state = State.parse("LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/DD|. L")
    assert str(make("pylos", "greedy").choose(state, seed=1)) == "4a1"


def test_greedy_makes_a_square_and_takes_two_back():
    state = State.parse("LLD./L.../.DD./....|.../.../...|../..|. L")
    move = make("pylos", "greedy").choose(state, seed=1)
    assert len(move.taken) == 2


def test_greedy_stops_a_square():
    state = State.parse("DD../D.../..L./...L|.../.../...|../..|. L")
    assert str(make("pylos", "greedy").choose(state, seed=1)) == "1b2"


def test_greedy_offers_two_cards_that_the_opponent_cannot_build():
    found = 0
    greedy = make("pacal", "greedy")
    for seed in range(40):
        game = Round.deal(PacalOptions(), seed)
        while (seat := game.actor) is not None:
            view = game.view(seat)
            move = greedy.choose(view, seed=1)
            if view.phase == "offer":
                traps = [c for c in view.hand if not view.legal_fields(1 - seat, c)]
                mine = [c for c in traps if view.legal_fields(seat, c)]
                if len(mine) >= 2:
                    found += 1
                    assert not view.legal_fields(1 - seat, move.a)
                    assert not view.legal_fields(1 - seat, move.b)
            game = game.play(move)
    assert found > 0


def test_gaps_are_rated_by_the_ways_to_fill_them():
    empty = [0] * 10
    cards = range(1, 51)
    best = {
        card: max(range(1, 11), key=lambda f: rate_build(empty, f, card, cards)) for card in cards
    }
    assert best[50] == 1
    assert best[1] == 10
    assert all(best[card] >= best[card + 1] for card in range(1, 50))
    assert rate_tops([50, 40, 35, 30, 25, 20, 15, 10, 5, 1], []) == 0.0
    # No card is left for the gap between 30 and 29.
    assert rate_tops([30, 0, 29, *[0] * 7], cards) < rate_tops([30, 29, 0, *[0] * 7], cards) - 10


@pytest.mark.parametrize("spec", SIMPLE)
def test_the_same_view_and_seed_give_the_same_move(spec):
    state = State.start().play("1b2").play("1c3")
    view = Round.deal(PacalOptions(), 3)
    view = view.view(view.actor)
    solo = Solo.deal(PacalOptions(), 3).view()
    for game, seen in (("pylos", state), ("pacal", view), ("solo", solo)):
        moves = {str(make(game, spec).choose(seen, seed=5)) for _ in range(3)}
        assert len(moves) == 1
        assert all(make(game, spec).choose(seen, seed=n) in seen.legal_moves for n in range(20))


@pytest.mark.parametrize("spec", SIMPLE)
def test_hidden_cards_do_not_change_the_move(spec):
    bot = make("pacal", spec)
    game = Round.deal(PacalOptions(), 11)
    while (seat := game.actor) is not None:
        view = game.view(seat)
        move = bot.choose(view, seed=7)
        for sample in range(3):
            assert bot.choose(view.sample(sample).view(seat), seed=7) == move
        game = game.play(move)
    solo = Solo.deal(PacalOptions(), 11)
    bot = make("solo", spec)
    while solo.outcome is None:
        move = bot.choose(solo.view(), seed=7)
        assert bot.choose(solo.view().sample(1).view(), seed=7) == move
        solo = solo.play(move)


def test_random_reaches_every_move():
    state = State.start()
    bot = make("pylos", "random")
    assert {bot.choose(state, seed=n) for n in range(300)} == set(state.legal_moves)


def test_a_whole_match_can_be_played():
    from sommet.pacal import Deal

    match, greedy = Match.start(deal=Deal.from_seed(0)), make("pacal", "greedy")
    while match.outcome is None:
        if match.needs_deal:
            match = match.next_round(Deal.from_seed(len(match.rounds)))
        match = match.play(greedy.choose(match.view(match.actor), seed=1))
    assert 3 in match.wins


def takes_number(game, name):
    return BOTS[game][name].argument != ""


@pytest.mark.parametrize("game", BOTS)
def test_every_bot_says_what_it_cannot_choose_for(game):
    wrong = {"pylos": Round.deal(seed=1), "pacal": Round.deal(seed=1), "solo": Solo.deal(seed=1)}[
        game
    ]
    for name in set(names(game)) - {"program"}:
        bot = make(
            game, {"search": "search:500n"}.get(name, name + ":1" * takes_number(game, name))
        )
        said = "chooses for a .*, not for"
        for view in (5, None, wrong):
            with pytest.raises(TypeError, match=said):
                bot.choose(view)


def test_no_bot_chooses_when_there_is_nothing_to_choose():
    over = State.start("children")
    while over.outcome is None:
        over = over.play(over.legal_moves[0])
    round_ = Round.deal(seed=1)
    waiting = round_.view(1 - round_.actor)
    for spec in ("random", "greedy", "humanlike:3"):
        with pytest.raises(SommetError, match="the game is over: there is no move to choose"):
            make("pylos", spec).choose(over)
        with pytest.raises(SommetError, match=f"it is not the turn of seat {waiting.seat}"):
            make("pacal", spec).choose(waiting)


@pytest.mark.parametrize("game", BOTS)
def test_a_seed_that_is_no_number_is_named(game):
    round_, solo = Round.deal(seed=1), Solo.deal(seed=1)
    views = {"pylos": State.start(), "pacal": round_.view(round_.actor), "solo": solo.view()}
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        make(game, "random").choose(views[game], seed="x")
