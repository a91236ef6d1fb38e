import json

import pytest

from sommet.cli.main import main
from sommet.contests import pylos_tournament
from sommet.contests.pairs import Contest, PlayedPair, play_pair
from sommet.contests.progress import Progress, cache_folder
from sommet.contests.score import Score, count
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def arena(capsys, *words):
    assert main(["arena", *words]) == 0
    return capsys.readouterr().out


def test_json_has_what_scripts_rely_on(capsys):
    out = arena(capsys, "pacal", "--a", "gaps", "--b", "random", "--games", "6", "--json")
    result = json.loads(out)
    assert (result["a"], result["b"], result["games"]) == ("gaps", "random", 6)
    assert result["a_wins"] + result["b_wins"] + result["draws"] == 6
    assert result["a_wins"] >= 4
    assert result["seconds"] > 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_seed_decides_everything(capsys, workers):
    words = ("pacal", "--a", "level:2", "--b", "greedy", "--games", "10", "--seed", "5", "--json")
    results = [json.loads(arena(capsys, *words, "--workers", n)) for n in ("1", workers)]
    kept = [{k: r[k] for k in ("a_wins", "b_wins", "draws")} for r in results]
    assert kept[0] == kept[1]


def test_a_bot_against_itself_is_even():
    pair = play_pair(Contest("pacal", "gaps", "gaps", 3, "en"), 0, keep=True)
    first, second = (parse_record(text).rounds[0] for text in pair.records)
    assert first.deal == second.deal
    assert sorted(pair.winners) in (["a", "b"], ["-", "-"])


def test_pylos_games_swap_sides_after_the_same_opening(capsys, tmp_path):
    out = arena(
        capsys,
        "pylos",
        "--a",
        "greedy",
        "--b",
        "random",
        "--games",
        "2",
        "--records",
        str(tmp_path),
    )
    assert "greedy against random" in out
    games = [parse_record((tmp_path / f"game-0000{n}.txt").read_text()) for n in (1, 2)]
    assert [game.players for game in games] == [("greedy", "random"), ("random", "greedy")]
    assert games[0].moves[:2] == games[1].moves[:2]
    for game in games:
        replay_record(game)


def test_an_interrupted_contest_goes_on(capsys):
    contest = Contest("pacal", "random", "greedy", 1, "en")
    progress = Progress(contest, cache_folder())
    # No real pair of random against greedy ends like this one, so it shows up in the score.
    progress.add(PlayedPair(0, "aa", (9.0, 9.0)))
    with progress.path.open("a") as file:
        file.write('[1, "a')
    words = ("pacal", "--a", "random", "--b", "greedy", "--games", "4", "--seed", "1", "--json")
    result = json.loads(arena(capsys, *words))
    assert result["games"] == 4
    assert result["a_slowest_decision_s"] == 9.0
    assert not progress.path.exists()
    assert json.loads(arena(capsys, *words))["a_slowest_decision_s"] < 9.0


def test_the_interval_holds_the_share():
    score = Score(60, 40, 10, (0.0, 0.0))
    low, high = score.interval
    assert low < score.share == 0.6 < high
    assert count([]).interval == (0.0, 1.0)


@pytest.mark.parametrize(
    "words",
    [
        ("--a", "nobody", "--b", "greedy"),
        ("--a", "greedy", "--b", "greedy", "--games", "0"),
        ("--a", "greedy", "--b", "greedy", "--rules", "expert"),
        ("--a", "greedy", "--b", "greedy", "--ruling", "nonsense=1"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, words):
    assert main(["arena", "pacal", *words]) == 2
    assert capsys.readouterr().err.startswith("sommet: ")


def test_a_game_cut_for_its_length_was_not_agreed(monkeypatch):
    monkeypatch.setattr(pylos_tournament, "MAX_MOVES", 6)
    contest = Contest("pylos", "random", "random", 1, "standard")
    pair = play_pair(contest, 0, keep=True)
    assert pair.winners == "--"
    for text in pair.records:
        record = parse_record(text)
        assert (record.result, record.reason, len(record.moves)) == ("1/2-1/2", "move-limit", 6)
        replay_record(record)
