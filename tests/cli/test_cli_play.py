"""`sommet play` driven through its standard input."""

import re

import pytest

from sommet.bots import names
from sommet.bots.registry import BOTS
from sommet.cli.main import main
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.match.rulings import PRESETS, settings_of
from sommet.pylos import Options, State

BUILT = "LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/DD|. L"


def test_play_without_a_game_starts_pylos_against_a_level_for_beginners(sommet):
    status, out, _ = sommet("play", typed=["quit", ""])
    assert status == 0
    assert "Pylos, standard rules." in out
    assert "Meadow" in out


def test_bad_input_is_refused_with_the_clause_and_changes_nothing(sommet):
    status, out, _ = sommet(
        "play", "pylos", "--seat", "light", typed=["9z9", "2a1", "pass", "moves", "quit", ""]
    )
    assert status == 0
    assert "cannot read '9z9' as a move" in out
    assert "2a1 is not allowed" in out
    assert "(PYL-2)" in out
    assert "(PYL-4)" in out
    assert out.count("Light to move (? for help)") == 5
    assert "1a1, 1b1, 1c1, 1d1" in out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["pylos", "--seat", "light"], "1b2>2a1"),
        (["pacal", "--two"], "Lay two cards of your hand open"),
        (["solo"], "Build the card just drawn"),
    ],
)
def test_every_game_has_help_at_its_prompt(sommet, argv, says):
    _, out, _ = sommet("play", *argv, "--seed", "1", typed=["", "?", "quit", ""])
    assert says in out
    assert "undo         take your last move back" in out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["pylos", "--position", BUILT], r"Hint: 4a1\. It wins .* It takes the summit"),
        (["pylos", "--ruling", "takeback=optional"], r"Hint: 1\w\d\. A search proposes it"),
        (["pacal"], r"Hint: take \d+, with a chance of \d+ % to win the round .*\. \w+"),
        (["solo"], r"Hint: build \d+, with a chance of \d+ % to complete the pyramid\. \w+"),
    ],
)
def test_a_hint_is_a_move_and_why(sommet, argv, says):
    seat = () if argv == ["solo"] else ("--seat", "light")
    status, out, _ = sommet("play", *argv, *seat, "--seed", "1", typed=["hint", "quit", ""])
    assert status == 0
    assert re.search(says, out)


def test_two_people_get_no_hints(sommet):
    _, out, _ = sommet("play", "pylos", "--two", typed=["hint", "quit", ""])
    assert "No: there are no hints between two people." in out
    assert "Hint" not in out


def test_win_on_the_summit_is_told_with_its_clause(sommet):
    _, out, _ = sommet("play", "pylos", "--two", "--position", BUILT, typed=["4a1"])
    assert "Light wins: Light placed the ball on the summit (PYL-6)." in out


def test_a_forgotten_takeback_is_explained(sommet):
    position = "LLD./L.../.DD./....|.../.../...|../..|. L"
    argv = ["play", "pylos", "--two", "--position", position]
    _, out, _ = sommet(*argv, typed=["1b2", "1b2-1a1-1b2", "quit", ""])
    assert "Write 1b2-CELL or 1b2-CELL-CELL; first can go 1a1, 1b1, 1a2, 1b2 (PYL-5)." in out
    assert "takes back 1b2 and 1a1" in out


def test_moves_may_be_typed_in_capitals_and_with_spaces(sommet):
    _, out, _ = sommet("play", "pylos", "--two", typed=["1B2", " 1c3 ", "quit", ""])
    assert "Light: 1b2: places 1b2" in out
    assert "Dark: 1c3: places 1c3" in out


def test_undo_goes_back_to_the_players_own_move(sommet, tmp_path):
    file = tmp_path / "game.txt"
    sommet(
        "play", "pylos", "--seat", "light", "--seed", "1", "--save", file,
        typed=["1a1", "1d4", "undo", "undo", "undo", "1d1"],
    )  # fmt: skip
    moves = parse_record(file.read_text()).moves
    assert moves[0] == "1d1"
    assert len(moves) == 2


def test_undo_is_refused_when_only_the_bot_has_moved(sommet):
    _, out, _ = sommet("play", "pylos", "--seat", "dark", typed=["undo", "quit", ""])
    assert "No: you have no move to take back." in out


def test_resigning_needs_a_yes(sommet, tmp_path):
    file = tmp_path / "game.txt"
    _, out, _ = sommet(
        "play", "pylos", "--two", "--save", file, typed=["resign", "no", "1a1", "resign", "yes"]
    )
    assert "Light wins: Dark gave up." in out
    record = parse_record(file.read_text())
    assert (record.result, record.reason, record.moves) == ("1-0", "resignation", ("1a1",))


@pytest.mark.clause("PYL-R4")
def test_the_lot_decides_who_is_light_unless_somebody_chooses(sommet):
    def seat(*argv):
        _, out, _ = sommet("play", "pylos", *argv, typed=["quit", ""])
        return re.search(r"Light: (\w+)\. Dark: (\w+)\.", out).groups()

    by_lot = [seat("--seed", number) for number in range(12)]
    assert set(by_lot) == {("Player", "Meadow"), ("Meadow", "Player")}
    assert by_lot == [seat("--seed", number) for number in range(12)]
    assert {seat("--seed", n, "--seat", "light") for n in range(6)} == {("Player", "Meadow")}
    assert {seat("--seed", n, "--seat", "dark") for n in range(6)} == {("Meadow", "Player")}


@pytest.mark.parametrize("game", ["pylos", "pacal"])
def test_bots_can_be_watched_to_the_end(sommet, tmp_path, game):
    file = tmp_path / "game.txt"
    status, out, _ = sommet(
        "play", game, "--watch", "greedy", "random", "--seed", 4, "--save", file
    )
    assert status == 0
    assert " wins: " in out
    record = parse_record(file.read_text())
    assert record.result in ("1-0", "0-1")
    assert replay_record(record).outcome is not None


def test_the_same_seed_plays_the_same_game(sommet, tmp_path):
    texts = []
    for name in ("a", "b"):
        file = tmp_path / name
        sommet("play", "pacal", "--watch", "greedy", "random", "--seed", 9, "--save", file)
        texts.append(file.read_text())
    assert texts[0] == texts[1]


def test_solo_can_be_watched(sommet):
    _, out, _ = sommet("play", "solo", "--watch", "greedy", "--seed", 1)
    assert re.search(r"Won with \d+ cards|Lost: \d+ fits nowhere \(PAC-11\)", out)


def test_rules_and_rulings_are_shown_and_recorded(sommet, tmp_path):
    file = tmp_path / "game.txt"
    argv = ["--rules", "expert", "--ruling", "takeback=optional", "--ruling", "repetition=off"]
    _, out, _ = sommet("play", "pylos", "--two", *argv, "--save", file, typed=["1a1"])
    assert "Pylos, expert rules, repetition=off, takeback=optional." in out
    record = parse_record(file.read_text())
    options = replay_record(record).options
    assert options == Options.preset("expert", takeback="optional", repetition=None)


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["pylos", "--rules", "chess"], "no Pylos rules called 'chess'"),
        (["pylos", "--ruling", "takeback"], "name=setting"),
        (["pylos", "--ruling", "takeback=never"], "compulsory or optional"),
        (["pylos", "--ruling", "repetition=often"], "a count or off"),
        (["pylos", "--ruling", "reserve=lose", "--ruling", "reserve=lose"], "given twice"),
        (["pacal", "--ruling", "cover-anytime=maybe"], "on or off"),
        (["pacal", "--ruling", "jokers=yes"], "no ruling"),
        (["pylos", "--against", "deep-blue"], "there are random, greedy"),
        (["pylos", "--watch", "greedy"], "takes two bots"),
        (["pylos", "--two", "--names", "Ada"], "takes two names"),
        (["pylos", "--names", "Ada", "Grace"], "one name"),
        (["pylos", "--position", "nonsense"], "a position ends with"),
        (["pacal", "--position", BUILT], "--position is for Pylos"),
        (["solo", "--two"], "solo is for one player"),
        (["solo", "--watch", "greedy", "random"], "takes one bot"),
        (["solo", "--names", "Ada", "Grace"], "give one name"),
        (["--seed", "-1"], "a seed is a number from 0 up"),
        (["--resume", "missing.txt"], "cannot read missing.txt"),
        (["pylos", "--resume", "missing.txt"], "keeps its players"),
    ],
)
def test_bad_options_are_one_clear_line(sommet, argv, why):
    status, _, err = sommet("play", *argv)
    assert status == 2
    assert why in err
    assert err.startswith("sommet: ")
    assert err.count("\n") == 1


def test_plain_output_has_nothing_but_words(sommet):
    for argv in (["pylos", "--two"], ["pacal", "--seat", "1"], ["solo"]):
        _, out, _ = sommet("play", *argv, "--plain", "--seed", 3, typed=["?", "quit", ""])
        assert out.isascii()
        assert "\x1b" not in out
    _, out, _ = sommet("play", "pacal", "--plain", "--watch", "greedy", "random", "--seed", 4)
    assert out.isascii()
    _, out, _ = sommet("play", "pylos", "--two", "--plain", typed=["1a1", "quit", ""])
    assert "Level 1, row 1: a light, b empty, c empty, d empty." in out


def test_a_position_with_the_game_over_is_only_told(sommet):
    over = State.parse(BUILT).play("4a1").format()
    status, out, _ = sommet("play", "pylos", "--two", "--position", over)
    assert status == 0
    assert "Light wins" in out


@pytest.mark.parametrize("game", BOTS)
def test_help_lists_every_bot_level_preset_and_ruling(capsys, game):
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    out = capsys.readouterr().out
    part = out.split(f"\n{game}\n")[1].split("\n\n")[0]
    for word in (*names(game), *PRESETS[game], *settings_of(game)):
        assert re.search(rf"\b{word}\b", part)
