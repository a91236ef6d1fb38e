"""Records of whole games, files of many, variations."""

import io
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_match_record_text import records as any_records

from sommet import records
from sommet.bots import make
from sommet.errors import InvalidRecord, SommetError
from sommet.outcome import Outcome
from sommet.pacal import Deal, Match, Round, Solo
from sommet.pylos import State
from sommet.records import Record

HEAD = '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n'


def play_out(game, view=lambda game: game, kind="pylos"):
    bot = make(kind, "random")
    ply = 0
    while game.legal_moves:
        game = game.play(bot.choose(view(game), seed=ply))
        ply += 1
    return game


def test_a_pylos_game_becomes_a_record_and_back():
    end = play_out(State.start("expert"))
    record = Record.from_game(end, players=("Ada", "Grace"), date="2026-01-31")
    assert (record.rules, record.players, record.reason) == (
        "expert",
        ("Ada", "Grace"),
        end.outcome.reason,
    )
    replay = records.replay_record(records.parse_record(records.format_record(record)))
    assert replay.rounds[0].frames[-1].state == end
    assert replay.outcome == end.outcome


def test_a_game_from_a_position_says_where_it_began():
    start = State.parse("L.../..../..../....|.../.../...|../..|. D")
    state = start.play("1b2").play("1c3")
    record = Record.from_game(state)
    assert (record.position, record.moves) == (start.format(), ("1b2", "1c3"))
    assert record.players == ("Light", "Dark")
    assert records.replay_record(record).rounds[0].frames[-1].state == state
    assert Record.from_game(start).position == start.format()
    assert Record.from_game(State.start().play("1a1")).position is None


def test_matches_rounds_and_solo_games_become_records():
    played = play_out(Round.deal("fr", seed=3), lambda r: r.view(r.actor), "pacal")
    record = Record.from_game(played)
    assert records.replay_record(record).rounds[0].outcome == played.outcome
    assert record.result == "*"
    match = Match(played).next_round(Deal.from_seed(4))
    record = Record.from_game(match)
    assert [r.result == "*" for r in record.rounds] == [False, True]
    assert records.replay_record(record).outcome is None
    solo = play_out(Solo.deal(seed=5), lambda s: s.view(), "solo")
    assert records.replay_record(Record.from_game(solo)).outcome == solo.outcome


def test_what_the_players_decided_is_said():
    resigned = Outcome(1, "resignation", "")
    record = Record.from_game(State.start().play("1a1"), ended=resigned)
    assert (record.result, record.reason) == ("0-1", "resignation")
    with pytest.raises(InvalidRecord, match="not str"):
        Record.from_game("1a1")
    with pytest.raises(InvalidRecord, match="needs the players"):
        Record.from_game(State.start(), players=("Ada",))


@settings(max_examples=30)
@given(st.lists(any_records(), max_size=4))
def test_many_games_read_back_as_they_were_written(games):
    file = io.StringIO()
    assert records.write(file, games) == len(games)
    file.seek(0)
    assert list(records.read_all(file)) == games
    assert list(records.parse_all(file.getvalue())) == games


def test_files_by_path(tmp_path):
    path = tmp_path / "games.txt"
    one = Record.from_game(State.start().play("1a1"))
    assert records.write(path, one) == 1
    assert records.read(path) == records.read(str(path)) == one
    records.write(path, [one, one])
    with pytest.raises(InvalidRecord, match="2 games: read_all"):
        records.read(path)
    with pytest.raises(TypeError, match="not str"):
        records.write(path, [one, "1. 1a1"])
    assert list(records.read_all(path)) == [one, one], "what was there stays until all is written"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(SommetError, match=r"cannot write .*: No such file"):
        records.write(tmp_path / "nowhere" / "games.txt", one)
    assert records.write(os.devnull, one) == 1, "what is no file is written into"
    path.write_text("\n\n")
    with pytest.raises(InvalidRecord, match="found no game"):
        records.read(path)


def test_lines_count_through_the_whole_file():
    text = HEAD + "\n1. 1a1\n\n" + HEAD + "\n1. 1a1 }\n"
    games = records.parse_all(text)
    next(games)
    with pytest.raises(InvalidRecord) as caught:
        next(games)
    assert caught.value.line == 13
    _, second = records.parse_all(HEAD + "\n1. 1a1\n\n" + HEAD + "\n1. 1a1 1a1\n")
    with pytest.raises(InvalidRecord) as caught:
        records.replay_record(second)
    assert caught.value.line == 13


def test_a_comment_that_looks_like_a_header_begins_no_game():
    text = HEAD + '\n{said\n[Game "chess"]\n}\n1. 1a1\n'
    (game,) = records.parse_all(text)
    assert game.rounds[0].comment == 'said [Game "chess"]'


VARIED = HEAD + "\n1. 1a1 (1. 1b1 {calmer} 1c1 2. 1d1) 1b2 (1. ... 1c2 (1. ... 1d2)) (1. ... 1c3)\n"


def test_variations_are_read_written_and_played():
    record = records.parse_record(VARIED)
    first, second = record.rounds[0].entries
    assert [entry.text for entry in first.variations[0]] == ["1b1", "1c1", "1d1"]
    assert first.variations[0][0].comment == "calmer"
    assert [line[0].text for line in second.variations] == ["1c2", "1c3"]
    assert second.variations[0][0].variations[0][0].text == "1d2"
    assert record.moves == ("1a1", "1b2")
    assert records.format_record(record).endswith(VARIED[len(HEAD) :])
    frames = records.replay_record(record).rounds[0].frames
    assert frames[0].variations[0][-1].state == State.start().play("1b1").play("1c1").play("1d1")
    assert frames[0].variations[0][-1].number == 2
    assert frames[1].variations[0][0].variations[0][0].seat == 1


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("1. 1a1 (1. 1b1", "never closed"),
        ("1. 1a1 (1. )", "does not belong"),
        ("1. 1a1 )", "does not belong"),
        ("(1. 1a1)", "before any move"),
        ("1. 1a1 (2. 1b1)", "expected 1. before 2."),
        ("1. 1a1 1b1 (1. 1c1)", "begins inside number 1"),
        ("1. 1a1 (1. ... 1c1)", "before a move inside a number"),
        ("1. 1a1 " + "(1. 1b1 " * 9 + ")" * 9, "8 deep"),
        ("1. 1a1 (1. 77)", "does not look like"),
    ],
)
def test_broken_variations_are_named(moves, why):
    with pytest.raises(InvalidRecord, match=why) as caught:
        records.parse_record(HEAD + "\n" + moves)
    assert caught.value.line == 6


def test_variations_obey_the_rules():
    with pytest.raises(InvalidRecord, match="PYL-2"):
        records.replay_record(records.parse_record(HEAD + "\n1. 1a1 1b1 (1. ... 2a1)"))


def test_hidden_cards_allow_no_variations():
    running = Record.from_game(Solo.deal(seed=1).play(Solo.deal(seed=1).legal_moves[0]))
    text = records.format_record(running).replace("1. build", "1. build 1 (1. build 2)\n#")
    text = text.partition("#")[0]
    with pytest.raises(InvalidRecord, match="hidden cards"):
        records.replay_record(records.parse_record(text))


def test_what_is_no_file_and_no_record_is_named(tmp_path):
    with pytest.raises(TypeError, match="a path or an open file is needed, not int"):
        records.read(5)
    with pytest.raises(TypeError, match="a Record or several are needed, not int"):
        records.write(tmp_path / "games", 5)
    with pytest.raises(TypeError, match="a Record is needed, not str"):
        records.write(tmp_path / "games", ["1. 1a1"])
    with pytest.raises(TypeError, match="a record is a text, not int"):
        records.parse_record(5)
