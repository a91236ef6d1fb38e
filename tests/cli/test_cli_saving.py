"""Saving, leaving and resuming: the game is never lost, and the cards are never told."""

import pytest

from sommet.bots import make
from sommet.cli.terminal.pacal_table import deal_of_round
from sommet.match.records.parser import parse_record
from sommet.pacal import Match, Options, Solo


def answers(seed, count):
    """Return what two greedy people would type in the first `count` actions of a match."""
    match, bot, lines, watching = (
        Match.start(deal=deal_of_round(seed, 1)),
        make("pacal", "greedy"),
        [],
        None,
    )
    while count and match.outcome is None:
        if match.actor != watching:
            lines.append("")  # Enter: I am ready
            watching = match.actor
        move = bot.choose(match.view(match.actor), seed=count)
        lines.append(str(move))
        match = match.play(move)
        if match.needs_deal:
            match = match.next_round(deal_of_round(seed, len(match.rounds) + 1))
        count -= 1
    return lines, match


@pytest.mark.parametrize(("count", "rounds"), [(1, 1), (10, 1), (41, 1), (120, 3)])
def test_a_match_saved_anywhere_goes_on_where_it_was(sommet, tmp_path, count, rounds):
    file = tmp_path / "match.txt"
    lines, match = answers(5, count)
    sommet("play", "pacal", "--two", "--seed", 5, "--save", file, typed=lines)
    record = parse_record(file.read_text())
    assert len(record.rounds) == len(match.rounds) >= min(rounds, 2)
    assert record.moves == tuple(str(a) for r in match.rounds for a in r.history)
    before = file.read_text()
    _, out, _ = sommet("play", "--resume", file, typed=["", "moves"])
    assert ", ".join(str(move) for move in match.legal_moves) in out
    assert parse_record(file.read_text()) == parse_record(before)


def test_a_running_round_is_saved_without_its_deal(sommet, tmp_path):
    file = tmp_path / "match.txt"
    lines, match = answers(5, 120)
    sommet("play", "pacal", "--two", "--seed", 5, "--save", file, typed=lines)
    record = parse_record(file.read_text())
    assert record.seed is None
    assert all(played.deal is not None for played in record.rounds[:-1])
    last = record.rounds[-1]
    assert (last.deal, last.result) == (None, "*")
    assert last.shown[:2] == match.round.apexes
    hidden = [str(card) for hand in match.round.hands for card in hand]
    text = file.read_text()
    for row in (" ".join(hidden), "|".join(hidden), f'"{5}"'):
        assert row not in text


def test_a_solo_game_goes_on_with_the_same_pile(sommet, tmp_path):
    file = tmp_path / "solo.txt"
    solo = Solo.deal(Options(), seed=8)
    for _ in range(4):
        solo = solo.play(make("solo", "greedy").choose(solo.view(), seed=0))
    typed = [str(move).split()[1] for move in solo.history]
    sommet("play", "solo", "--seed", 8, "--save", file, typed=typed)
    record = parse_record(file.read_text())
    assert record.rounds[0].shown == solo.view().drawn
    assert record.rounds[0].deal is None
    _, out, _ = sommet("play", "--resume", file, typed=["moves"])
    assert f"Card {solo.card}: on which field?" in out
    assert ", ".join(str(move) for move in solo.legal_moves) in out


def test_undo_and_resume_work_after_each_other(sommet, tmp_path):
    file = tmp_path / "game.txt"
    sommet("play", "pylos", "--two", "--save", file, typed=["1a1", "1b1", "1c1"])
    sommet("play", "--resume", file, typed=["undo", "undo", "1d4"])
    assert parse_record(file.read_text()).moves == ("1a1", "1d4")


def test_a_game_against_a_bot_resumes_with_the_bot(sommet, tmp_path):
    file = tmp_path / "game.txt"
    sommet("play", "--seat", "light", "--seed", 2, "--save", file, typed=["1a1"])
    _, out, _ = sommet("play", "--resume", file, typed=["1d4"])
    assert "Meadow: " in out
    assert len(parse_record(file.read_text()).moves) == 4


def test_save_asks_before_it_replaces_a_file(sommet, tmp_path):
    file = tmp_path / "other.txt"
    file.write_text("precious")
    _, out, _ = sommet("play", "pylos", "--two", typed=["1a1", f"save {file}", "no", "quit", ""])
    assert file.read_text() == "precious"
    assert "Left the game without saving it." in out
    sommet("play", "pylos", "--two", typed=["1a1", f"save {file}", "yes", "quit"])
    assert parse_record(file.read_text()).moves == ("1a1",)


def test_quit_offers_to_save(sommet, tmp_path):
    file = tmp_path / "game.txt"
    _, out, _ = sommet("play", "pylos", "--two", typed=["1a1", "quit", str(file)])
    assert f"sommet play --resume {file}" in out
    assert parse_record(file.read_text()).moves == ("1a1",)


def test_a_place_that_cannot_be_written_does_not_end_the_game(sommet, tmp_path):
    nowhere = tmp_path / "missing" / "game.txt"
    status, out, _ = sommet(
        "play", "pylos", "--two", typed=["1a1", f"save {nowhere}", "save", "1b1"]
    )
    assert status == 0
    assert f"No: cannot write {nowhere}" in out
    assert "No: say where" in out
    assert "Dark: 1b1: places 1b1" in out


def test_end_of_input_leaves_cleanly(sommet):
    status, out, err = sommet("play", "pylos", "--two", typed=["1a1"])
    assert (status, err) == (0, "")
    assert out.endswith("Left the game without saving it.\n")


def test_starting_over_an_existing_file_is_refused(sommet, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("precious")
    status, _, err = sommet("play", "--save", file)
    assert status == 2
    assert "exists" in err
    assert file.read_text() == "precious"


HEAD = '[Game "pacal"]\n[Rules "en"]\n[Player1 "A"]\n[Player2 "B"]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: no header"),
        (HEAD + '\n[Round "1"]\n[Shown "3 9"]\n', "only a saved game can be resumed"),
        (HEAD + '[Sealed "AAAA"]\n\n[Round "1"]\n[Shown "3 9"]\n', "sealed deal is damaged"),
        (
            '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n[Seats "human"]\n',
            "Seats lists 1 players",
        ),
        (
            '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n[Result "1-0"]\n'
            '[Reason "time"]\n',
            "this game is over",
        ),
    ],
)
def test_files_that_cannot_go_on_are_refused(sommet, tmp_path, text, why):
    file = tmp_path / "game.txt"
    file.write_text(text)
    status, _, err = sommet("play", "--resume", file)
    assert status == 2
    assert why in err
    assert file.read_text() == text


def test_a_binary_file_is_refused(sommet, tmp_path):
    file = tmp_path / "game.bin"
    file.write_bytes(b"\xff\xfe\x00")
    status, _, err = sommet("play", "--resume", file)
    assert status == 2
    assert "is not a text file" in err


@pytest.mark.parametrize("name", [".", "/", "~nobody-of-this-name/x", "a\0b"])
def test_names_that_are_no_file_are_refused_and_the_game_goes_on(sommet, name):
    status, out, _ = sommet("play", "pylos", "--two", typed=[f"save {name}", "1a1", "quit", ""])
    assert status == 0
    assert "No: " in out
    assert "Light: 1a1: places 1a1" in out
