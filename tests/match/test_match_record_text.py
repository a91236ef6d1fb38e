"""The record's text: what is written can be read, and what is broken is named with its line."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.errors import InvalidRecord
from sommet.match.records.forms import FORMS, GAMES
from sommet.match.records.parser import parse_record
from sommet.match.records.record import (
    KNOWN_TAGS,
    Entry,
    Record,
    RoundRecord,
    format_result,
    parse_result,
)
from sommet.match.records.text import format_clock, format_record, parse_clock

LINE = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), max_size=20)
COMMENT = LINE.map(lambda s: " ".join(s.replace("{", "").replace("}", "").split()))
CELL = st.from_regex(r"[1-4][a-d][1-4]", fullmatch=True)
PYLOS_MOVE = st.builds(
    lambda source, target, taken: source + target + "".join(f"-{t}" for t in taken),
    st.one_of(st.just(""), CELL.map(lambda c: f"{c}>")),
    CELL,
    st.lists(CELL, max_size=2),
)
CARD = st.integers(1, 50)
ACTION = st.one_of(
    st.builds(lambda a, b: f"offer {a} {b}", CARD, CARD),
    CARD.map(lambda c: f"take {c}"),
    st.integers(1, 10).map(lambda f: f"build {f}"),
    st.just("decline"),
)
REASON = st.sampled_from(["summit", "resignation", "empty-reserve", "time"])
ENDING = st.one_of(
    st.just(("*", None)), st.tuples(st.sampled_from(["1-0", "0-1", "1/2-1/2"]), REASON)
)


def entries(move):
    clock = st.none() | st.integers(0, 10**8)
    plain = st.builds(Entry, move, COMMENT, clock)
    line = st.lists(plain, min_size=1, max_size=6).map(tuple)
    variations = st.just(()) | st.lists(line, max_size=2).map(tuple)
    entry = st.builds(Entry, move, COMMENT, clock, variations=variations)
    return st.lists(entry, max_size=12).map(tuple)


@st.composite
def rounds(draw, game, ending):
    result, reason = ending
    over = result != "*"
    cards = game != "pylos"
    return RoundRecord(
        entries=draw(entries(ACTION if cards else PYLOS_MOVE)),
        result=result,
        reason=reason,
        deal=draw(st.none() | LINE.map(lambda s: s + "x")) if over and cards else None,
        shown=tuple(draw(st.lists(CARD, max_size=4))) if cards and not over else (),
        comment=draw(COMMENT),
    )


@st.composite
def records(draw):
    game = draw(st.sampled_from(GAMES))
    ending = draw(ENDING)
    over = ending[0] != "*"
    if game == "pacal":
        finished = ENDING.filter(lambda e: e[0] != "*")
        played = [draw(rounds(game, draw(finished))) for _ in range(draw(st.integers(0, 3)))]
        if not over:
            played.append(draw(rounds(game, ("*", None))))
    else:
        played = [draw(rounds(game, ending))]
    name = st.from_regex(r"[A-Z][a-z]{0,8}", fullmatch=True).filter(lambda n: n not in KNOWN_TAGS)
    return Record(
        game=game,
        rules=draw(st.sampled_from(["standard", "en", "fr"])),
        players=tuple(draw(LINE) for _ in FORMS[game].seats),
        rulings=tuple(draw(st.lists(st.sampled_from(["takeback=optional", "a-b=c-d"])))),
        date=draw(st.none() | st.dates(datetime.date(1000, 1, 1)).map(lambda d: d.isoformat())),
        result=ending[0],
        reason=ending[1],
        seed=draw(st.none() | st.integers(0, 2**64)) if over or game == "pylos" else None,
        position=draw(st.sampled_from([None, "x L", "x D"])) if game == "pylos" else None,
        sealed=draw(st.none() | st.just("AAAA")) if game != "pylos" and not over else None,
        tags=tuple(draw(st.dictionaries(name, LINE, max_size=3)).items()),
        rounds=tuple(played),
    )


@given(records())
def test_reading_what_was_written_gives_the_same_record(record):
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


def refusal(text):
    try:
        parse_record(text)
    except InvalidRecord as error:
        return error
    return None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_line(text):
    error = refusal(text)
    assert error is None or error.line is not None


HEAD = '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n'
LINES = st.sampled_from(
    [
        *HEAD.splitlines(),
        '[Game "pacal"]',
        '[Player1 "A"]',
        '[Player2 "B"]',
        '[Round "1"]',
        '[Result "1-0"]',
        '[Reason "summit"]',
        '[Deal "x"]',
        '[Shown "1 2"]',
        '[Date "2026-13-01"]',
        '[Position ". D"]',
        "1. 1a1 (0:10) {x} 1b1",
        "1. ... 1b1",
        "1. offer 1 2, take 1 build 3",
        "{ open",
        "close }",
        "2. 1c1",
        "",
    ]
)


@given(st.lists(LINES, max_size=12))
def test_shuffled_lines_are_read_or_refused_with_a_line(lines):
    text = "\n".join(lines)
    error = refusal(text)
    if error is None:
        record = parse_record(text)
        assert parse_record(format_record(record)) == record
    else:
        assert error.line is not None
        assert 1 <= error.line <= max(1, len(lines))


@given(st.integers(0, 10**9))
def test_clock_times_read_back(ms):
    assert parse_clock(format_clock(ms)) == ms


@pytest.mark.parametrize(
    ("ms", "text"), [(0, "0:00"), (61_500, "1:01.5"), (3_600_000, "1:00:00"), (1, "0:00.001")]
)
def test_clock_times_look_like_clocks(ms, text):
    assert format_clock(ms) == text


def test_results_read_back():
    for winner in (0, 1, None):
        assert parse_result(format_result(winner)) == winner
    with pytest.raises(InvalidRecord):
        parse_result("*")


def test_free_layout_is_understood():
    text = HEAD + "\n{ Said\nbefore } 1. 1a1 {two\n lines}\n(4:59)\r\n 1b1\n2. 1c1\n"
    record = parse_record(text)
    assert record.moves == ("1a1", "1b1", "1c1")
    assert record.rounds[0].comment == "Said before"
    first = record.rounds[0].entries[0]
    assert (first.comment, first.clock_ms, first.line) == ("two lines", 299_000, 7)
    assert [e.line for e in record.rounds[0].entries] == [7, 10, 11]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "no header [Game"),
        ('[Game "chess"]', 1, "no game 'chess'"),
        ('[Game "pylos"]\n[Light "A"]\n', 1, "needs the header Rules"),
        (HEAD + "[Light]", 5, "a header is written"),
        (HEAD + '[Light "C"]', 5, "second header Light"),
        (HEAD + '[Date "2026-2-1"]', 5, "a date is written"),
        (HEAD + '[Seed "x"]', 5, "Seed is a number"),
        (HEAD + '[Result "2-0"]', 5, "no result '2-0'"),
        (HEAD + '[Result "1-0"]', 5, "has a Reason"),
        (HEAD + '[Ruling "takeback"]', 5, "name=setting"),
        (HEAD + '[Deal "1"]', 5, "no header Deal"),
        (HEAD + '[Round "1"]', 5, "pylos has no rounds"),
        (HEAD + "\n1. 1a1 1b1 1c1\n3. 1d1", 7, "expected another move before 3."),
        (HEAD + "\n1. 1a1 1b1\n3. 1d1", 7, "expected 2. before 3."),
        (HEAD + "\n1. ... 1b1", 6, "only where dark begins"),
        (HEAD + '[Position ". D"]\n\n1. 1b1', 7, "dark begins"),
        (HEAD + "\n1. 1a1 (x)", 6, "parentheses hold a clock time"),
        (HEAD + "\n1. 1a1 (1:00) (1:00)", 6, "second clock"),
        (HEAD + "\n(1:00) 1. 1a1", 6, "before any move"),
        (HEAD + "\n1. 1a1 {never\nclosed", 6, "never closed"),
        (HEAD + "\n1. 1a1 }", 6, "does not belong"),
        (HEAD + '\n1. 1a1\n[Event "x"]', 7, "comes after moves"),
        (HEAD + "\n1. 1a1 12", 6, "does not look like a pylos move"),
    ],
)
def test_broken_text_is_named_with_its_line(text, line, why):
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert why in str(caught.value)


PACAL = '[Game "pacal"]\n[Rules "en"]\n[Player1 "A"]\n[Player2 "B"]\n'


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (PACAL + "1. offer 1 2", 5, "moves before [Round"),
        (PACAL + '[Round "2"]', 5, "expected round 1"),
        (PACAL + '[Round "1"]\n[Deal "x"]', 6, "must not reveal its deal"),
        (PACAL + '[Seed "4"]\n', 5, "must not reveal its seed"),
        (PACAL + '[Round "1"]\n[Date "2026-01-01"]', 6, "belongs to the top"),
        (PACAL + '[Round "1"]\n[Shown "a"]', 6, "Shown lists cards"),
        (PACAL + '[Round "1"]\n[Round "2"]\n', 5, "round 1 has no result"),
    ],
)
def test_broken_match_is_named_with_its_line(text, line, why):
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert why in str(caught.value)


def test_running_round_never_holds_its_deal():
    with pytest.raises(InvalidRecord, match="must not reveal its deal"):
        RoundRecord(deal="1 2 3")


def test_running_game_never_holds_its_seed():
    with pytest.raises(InvalidRecord, match="must not reveal its seed"):
        Record(game="pacal", rules="en", players=("A", "B"), seed=3)
