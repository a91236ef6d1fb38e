import ast
from pathlib import Path

import pytest

import sommet.bots
from sommet.bots import levels, make
from sommet.bots.pacal.weights import shipped
from sommet.bots.weights_file import InvalidWeights, format_weights, parse_weights
from sommet.errors import InvalidOptions
from sommet.pacal import Options, Round

PLAYERS = (
    "random",
    "greedy",
    "gaps",
    "mc:2",
    "ismcts:30",
    "level:1",
    "level:5",
    "council",
    "reader:300",
)
OPTIONS = (
    Options.preset("en"),
    Options.preset("fr", cover_anytime=False, neither_builds="most-fields"),
    Options.preset("nl", nobody_complete="most-fields", equal_difference="fewest-covers"),
)


def play_round(bots, options, seed):
    played = Round.deal(options, seed)
    while (seat := played.actor) is not None:
        view = played.view(seat)
        played = played.play(bots[seat].choose(view, seed=seed))
    return played


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options.rulebook)
def test_every_player_plays_whole_rounds_under_every_book(spec, options):
    bot = make("pacal", spec)
    for seed in range(3):
        assert play_round((bot, bot), options, seed).outcome is not None


@pytest.mark.parametrize("spec", PLAYERS)
def test_what_a_player_cannot_see_never_changes_its_move(spec):
    bot = make("pacal", spec)
    for deal in (11, 12):
        played = Round.deal(Options(), deal)
        step = 0
        while (seat := played.actor) is not None:
            step += 1
            view = played.view(seat)
            move = bot.choose(view, seed=step)
            other_truth = view.sample(99 + step)
            assert bot.choose(other_truth.view(seat), seed=step) == move
            assert move in view.legal_moves
            played = played.play(move)


def test_players_are_written_without_the_full_truth():
    folder = Path(sommet.bots.__file__).parents[1]
    for name in (
        "bots/pacal/players",
        "bots/pacal/humanlike",
        "bots/pacal/weights",
        "bots/pacal/solo",
        "bots/weights_file",
        "analysis/pacal_coach",
    ):
        tree = ast.parse((folder / f"{name}.py").read_text())
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.alias)}
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not names & {"Round", "Solo", "Match", "Deal"}, name
        assert not attributes & {"sample", "hands", "dealt"}, name


@pytest.mark.parametrize(("spec", "deals"), [("council", 30), ("level:8", 8)])
def test_the_best_players_beat_a_yardstick(spec, deals):
    best, greedy = make("pacal", spec), make("pacal", "greedy")
    wins = losses = 0
    for deal in range(deals):
        for seat in (0, 1):
            bots = (best, greedy) if seat == 0 else (greedy, best)
            winner = play_round(bots, Options(), deal).outcome.winner
            wins += winner == seat
            losses += winner == 1 - seat
    assert wins >= 8 * losses


@pytest.mark.parametrize(
    "spec", ["mc", "mc:0", "ismcts:x", "humanlike:8", "humanlike:", "best:3", "reader:0"]
)
def test_arguments_that_make_no_player_are_refused(spec):
    with pytest.raises(InvalidOptions):
        make("pacal", spec)


def test_there_are_eight_levels_and_the_last_one_reads():
    assert [level.number for level in levels("pacal")] == list(range(1, 9))
    best, reader = make("pacal", "level:8"), make("pacal", "reader")
    assert (best.method, best.effort) == (reader.method, reader.effort) == ("reader", 8000)


@pytest.mark.parametrize("name", ["duel-1", "duel-2", "reader", "solo"])
def test_shipped_weights_say_where_they_come_from(name):
    file = shipped(name)
    assert file.provenance["network"] == f"pacal {name}"
    assert len(file.floats) % 4 == 0
    assert "sommet.learn" in file.provenance["command"]
    assert file.provenance["curve"]
    assert parse_weights(format_weights(file)) == file


def test_a_changed_weights_file_is_refused():
    data = bytearray(format_weights(shipped("solo")))
    data[-1] ^= 1
    with pytest.raises(InvalidWeights, match="checksum"):
        parse_weights(bytes(data))
    with pytest.raises(InvalidWeights, match="JSON"):
        parse_weights(b"not weights at all")


def test_the_weights_of_each_game_together_stay_small():
    folder = Path(sommet.bots.__file__).parent / "data"
    sizes = {file.stem: file.stat().st_size for file in folder.glob("pacal-*.weights")}
    assert sizes.pop("pacal-solo") <= 1_500_000
    assert sum(sizes.values()) <= 4_000_000
