"""Replaying records: golden ones, random games, and broken ones with the line that is wrong."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sommet.bots import make
from sommet.errors import InvalidRecord
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Entry, Record, RoundRecord, format_result
from sommet.match.records.replay import replay_record
from sommet.match.records.rounds import record_round, record_solo
from sommet.match.records.text import format_record
from sommet.match.rulings import PRESETS, format_rulings, make_options, rules_name
from sommet.outcome import Outcome
from sommet.pacal import Deal, Match, Options, Round, Solo, View, format_deal
from sommet.pylos import State

GOLDEN = Path(__file__).parent / "golden"
#: file: rounds, moves, ending, the last position
ENDS = {
    "pacal-last-cards": (
        1,
        57,
        None,
        "turn 15, seat 0 to build or decline, "
        "pyramid 0: 49 44/43 42/36 31 27/25 . 17/18 10/4 3 2, "
        "pyramid 1: 48/50 41/39 40/38 37/34 . 20/23 . 16 8/13 6/5",
    ),
    "pacal-match": (
        5,
        244,
        Outcome(0, "three-rounds", "PAC-9"),
        "<Round: turn 10, over, pyramid 0: 46 42 36 35 33 31 21 16 12 7, "
        "pyramid 1: 47/44 38 34 26/32 19 18 17 . 10 .>",
    ),
    "pylos-annotated": (
        1,
        4,
        Outcome(1, "time", "PYL-9"),
        "LD../DL../..LL/..LD|D../.../...|../..|. D",
    ),
    "pylos-children": (
        1,
        34,
        Outcome(1, "empty-reserve", "PYL-6"),
        "LLLD/DLLL/DLDL/LLLL|LDD/DDD/DLD|L./D.|. L",
    ),
    "pylos-expert": (
        1,
        56,
        Outcome(1, "empty-reserve", "PYL-R2"),
        "DLLD/LDDD/LLLD/LDLL|LD./DLL/DLD|D./LL|. L",
    ),
    "pylos-standard": (
        1,
        35,
        Outcome(0, "empty-reserve", "PYL-6"),
        "DDDL/DLDD/DLDL/DDDD|L../DLD/LLL|../DL|. D",
    ),
    "solo-en": (
        1,
        8,
        Outcome(1, "stuck", "PAC-11"),
        "card 47, pyramid: 48/50 45/43 36 . 28 . 19 . . 4",
    ),
    "solo-fr": (
        1,
        8,
        Outcome(1, "stuck", "PAC-12"),
        "card 16, pyramid: 45 39 31 . 21 17 15 11 10 .",
    ),
    "solo-running": (1, 5, None, None),
}


def golden(name):
    return (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_every_golden_record_is_checked():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_golden_records_read_write_and_replay(name):
    text = golden(name)
    record = parse_record(text)
    assert format_record(record) == text
    replay = replay_record(record)
    rounds, moves, outcome, position = ENDS[name]
    assert (len(replay.rounds), len(record.moves), replay.outcome) == (rounds, moves, outcome)
    if position is not None:
        assert str(replay.rounds[-1].frames[-1].state) == position


@pytest.mark.clause("PYL-9")
def test_a_game_lost_on_time_is_over_whatever_the_board_says():
    record = parse_record(golden("pylos-annotated"))
    assert record.rounds[0].entries[-1].clock_ms == 0
    replay = replay_record(record)
    assert replay.rounds[0].frames[-1].state.outcome is None
    assert replay.outcome == Outcome(1, "time", "PYL-9")


def test_annotations_survive():
    record = parse_record(golden("pylos-annotated"))
    first = record.rounds[0].entries[0]
    assert (first.text, first.clock_ms, first.comment) == ("2a1", 298_250, "Up at once.")
    assert record.players[0] == 'Ada "the builder" L.'
    assert record.tags == (("Event", "Club evening"), ("TimeControl", "5+0"))
    frames = replay_record(record).rounds[0].frames
    assert [(frame.number, frame.seat) for frame in frames] == [(1, 1), (2, 0), (2, 1), (3, 0)]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(PRESETS["pylos"]), st.booleans(), st.integers(0, 2**32))
def test_any_pylos_game_replays_to_its_end(rules, optional, seed):
    options = make_options("pylos", rules, ["takeback=optional"] if optional else [])
    state, bot, moves = State.start(options), make("pylos", "random"), []
    while state.outcome is None and len(moves) < 200:
        moves.append(bot.choose(state, seed=seed + len(moves)))
        state = state.play(moves[-1])
    outcome = state.outcome
    result, reason = (format_result(outcome.winner), outcome.reason) if outcome else ("*", None)
    record = Record(
        "pylos",
        rules_name(options),
        ("A", "B"),
        rulings=format_rulings(options),
        result=result,
        reason=reason,
        rounds=(RoundRecord(tuple(Entry(str(move)) for move in moves), result, reason),),
    )
    replay = replay_record(parse_record(format_record(record)))
    assert replay.outcome == outcome
    assert replay.rounds[0].frames[-1].state == state


def random_match(rules, seed, stop):
    options = make_options("pacal", rules)
    bot = make("pacal", "random")
    match = Match.start(options, deal=Deal.from_seed(seed))
    for ply in range(stop):
        if match.needs_deal:
            match = match.next_round(Deal.from_seed(seed + ply + 1))
        if match.outcome is not None:
            break
        match = match.play(bot.choose(match.view(match.actor), seed=seed + ply))
    return match


def record_of(match):
    outcome = match.outcome
    return Record(
        "pacal",
        rules_name(match.options),
        ("A", "B"),
        result=format_result(outcome.winner) if outcome else "*",
        reason=outcome.reason if outcome else None,
        rounds=tuple(record_round(played) for played in match.rounds),
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(PRESETS["pacal"]), st.integers(0, 2**32), st.integers(1, 200))
def test_any_match_replays_and_a_running_round_shows_only_what_everybody_saw(rules, seed, stop):
    match = random_match(rules, seed, stop)
    replay = replay_record(parse_record(format_record(record_of(match))))
    assert replay.outcome == match.outcome
    last = replay.rounds[-1].frames[-1].state
    if match.round.outcome is None:
        assert isinstance(last, View)
        assert last == match.round.view(None)
    else:
        assert last == match.round


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(PRESETS["solo"]), st.integers(0, 2**32), st.integers(0, 12))
def test_any_solo_game_replays(rules, seed, stop):
    options = make_options("solo", rules)
    solo, bot = Solo.deal(options, seed), make("solo", "greedy")
    while solo.outcome is None and solo.built < stop:
        solo = solo.play(bot.choose(solo.view(), seed=seed))
    over = solo.outcome is not None
    played = record_solo(solo)
    record = Record(
        "solo", rules, ("A",), result=played.result, reason=played.reason, rounds=(played,)
    )
    replay = replay_record(parse_record(format_record(record)))
    frames = replay.rounds[0].frames
    last = frames[-1].state if frames else replay.rounds[0].start
    assert last == (solo if over else solo.view())


def test_a_running_record_is_the_same_whatever_the_hidden_cards_are():
    one = random_match("en", 5, 10)
    other = Match(one.round.view(None).sample(seed=99))
    assert one.round.hands != other.round.hands
    assert format_record(record_of(one)) == format_record(record_of(other))


PYLOS = '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n'
PACAL = '[Game "pacal"]\n[Rules "en"]\n[Player1 "A"]\n[Player2 "B"]\n'
SOLO = '[Game "solo"]\n[Rules "en"]\n[Player "A"]\n'
DEAL = format_deal(Deal.from_seed(7))  # seat 1 begins with 5 7 11 12 13 16 17 24 28 …
ROUND = PACAL + '[Round "1"]\n[Result "1-0"]\n[Reason "resignation"]\n'


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (PYLOS + "\n1. 1a1 1a1", 6, r"1a1 is not allowed: 1a1 is not empty \(PYL-2; position: L"),
        (PYLOS + "\n1. 1a1 1b1\n2. 3a1", 7, r"3a1 is not allowed: .*PYL-2"),
        (PYLOS + "\n1. 1a1 pass", 6, r"pass is not allowed.*PYL-4"),
        (PYLOS + "\n1. 1a1 hello", 6, r"cannot read 'hello' as a move"),
        (PYLOS + '[Result "1-0"]\n[Reason "summit"]\n\n1. 1a1', 5, "but the moves do not"),
        (PYLOS.replace("standard", "chess") + "\n1. 1a1", 2, "no Pylos rules called"),
        (PYLOS + '[Ruling "jokers=yes"]\n\n1. 1a1', 5, "no Pylos ruling"),
        (PYLOS + '[Ruling "reserve=may-raise"]\n[Ruling "takeback=no"]\n', 6, "takeback is comp"),
        (PYLOS + '[Position "x L"]\n', 5, "the levels must be laid out"),
        (PACAL + '[Round "1"]\n[Shown "3"]\n', 5, "a running round needs"),
        (PACAL + '[Round "1"]\n[Shown "3 3"]\n', 5, "not all different"),
        (PACAL + '[Round "1"]\n[Shown "3 99"]\n', 5, "not all different"),
        (PACAL + '[Round "1"]\n[Shown "3 9"]\n\n1. offer 9 4', 5, "not all different"),
        (PACAL + '[Round "1"]\n[Shown "3 9"]\n\n1. offer 9', 8, "cannot read 'offer 9'"),
        (PACAL + '[Round "1"]\n[Shown "3 9"]\n\n1. build 4', 8, r"build 4 is not allowed.*PAC-3"),
        (
            PACAL + '[Round "1"]\n[Shown "9 3"]\n\n1. offer 5 6, take 5, build 1, build 1\n'
            "2. offer 7 8, take 7, build 10, build 10\n3. offer 5 10",
            10,
            r"5 is offered a second time \(PAC-3\)",
        ),
        (ROUND + "\n1. offer 5 7", 6, "a finished round needs its Deal"),
        (ROUND + '[Deal "1 2 3"]\n', 6, "this deal has 4 groups"),
        (ROUND + f'[Deal "{DEAL}"]\n\n1. offer 1 2', 10, r"1 is not in the hand.*PAC-3"),
        (
            ROUND + f'[Deal "{DEAL}"]\n\n1. offer 5 7, take 5,\n build 1, build 11',
            11,
            "cannot read 'build 11'",
        ),
        (SOLO + "\n1. build 1", 1, "Shown lists the cards drawn: 2 of them, not 0"),
        (SOLO + '[Shown "4 4"]\n\n1. build 1', 1, "not all different"),
        (SOLO + '[Shown "4 40"]\n\n1. take 1', 6, "PAC-10"),
        (
            SOLO + '[Shown "4 40 5"]\n\n1. build 1\n2. build 2',
            7,
            r"40 does not go on field 2.*PAC-4",
        ),
    ],
)
def test_broken_records_name_the_line_and_the_reason(text, line, why):
    with pytest.raises(InvalidRecord) as caught:
        replay_record(parse_record(text))
    assert re.search(why, str(caught.value))
    assert caught.value.line == line


def test_a_wrong_result_is_noticed_in_its_line():
    text = golden("pylos-standard").replace('[Result "1-0"]', '[Result "0-1"]')
    with pytest.raises(
        InvalidRecord, match="the moves end the round with 1-0 by empty-reserve"
    ) as e:
        replay_record(parse_record(text))
    assert text.splitlines()[e.value.line - 1] == '[Result "0-1"]'


def test_a_wrong_winner_of_the_match_is_noticed():
    text = golden("pacal-match").replace('[Result "1-0"]', '[Result "0-1"]', 1)
    with pytest.raises(InvalidRecord, match="the moves end the match with 1-0 by three-rounds"):
        replay_record(parse_record(text))


def test_moves_after_the_end_are_noticed():
    text = golden("pylos-standard").rstrip() + " 1a1\n"
    with pytest.raises(InvalidRecord, match="the game is over"):
        replay_record(parse_record(text))


def test_a_round_after_the_match_was_won_is_noticed():
    record = parse_record(golden("pacal-match"))
    longer = Record(
        record.game,
        record.rules,
        record.players,
        record.rulings,
        result=record.result,
        reason=record.reason,
        rounds=(*record.rounds, record.rounds[0]),
    )
    with pytest.raises(InvalidRecord, match="a round after a player has won three"):
        replay_record(longer)


def test_an_unfinished_record_that_is_over_is_noticed():
    text = re.sub(r"\[(Reason|Seed|Deal) .*\n", "", golden("solo-en")).replace("0-1", "*")
    drawn = " ".join(str(card) for card in Solo.deal(Options(), 15).dealt.pile[:9])
    text = text.replace('[Result "*"]', f'[Result "*"]\n[Shown "{drawn}"]')
    with pytest.raises(InvalidRecord, match="but the headers say \\*"):
        replay_record(parse_record(text))


def test_replay_never_shows_made_up_cards():
    match = random_match("en", 5, 10)
    for frame in replay_record(record_of(match)).rounds[0].frames:
        assert not isinstance(frame.state, Round)
        assert frame.state.seat is None
        assert frame.state.hand == ()
