"""Records that are meant to hurt: a sentence with the line, in time as long as they are."""

import random
import time
from collections.abc import Callable

import pytest
from mutated import INPUTS

from sommet.errors import InvalidRecord
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record

HEAD = '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n'
SOLO = '[Game "solo"]\n[Rules "solo"]\n[Player "a"]\n'
PACAL = '[Game "pacal"]\n[Rules "de-2007"]\n[First "a"]\n[Second "b"]\n'
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + f'[Seed "{DIGITS}"]\n', 5),
        (HEAD + f"\n1. 1a1 ({DIGITS}:00)\n", 6),
        (HEAD + f"\n1. 1a1 ({DIGITS}:00:00)\n", 6),
        (HEAD + f"\n{DIGITS}. 1a1\n", 6),
        (HEAD + f"\n1. {DIGITS}\n", 6),
        (HEAD + "\n1. 1a1 {" + "x\n" * 50_000, 6),
        (HEAD + "\n" + "".join(f"{n}. 1a1 1b1\n" for n in range(1, 50_001)), 1006),
        (HEAD + '[Ruling "repetition=3"]\n' * 3000, 201),
        (HEAD + "".join(f'[X{n} "y"]\n' for n in range(3000)), 201),
        (HEAD + "\n1. 1a1 " + "(1. 1a2 " * 5000, 6),
        (HEAD + "\n1. " + "(" * 5000, 6),
        (HEAD + "\n" + "}" * 5000, 6),
    ],
    ids=[
        *("seed", "minutes", "hours", "number", "move", "comment", "100,000 plies", "rulings"),
        *("headers", "nested", "brackets", "braces"),
    ],
)
def test_what_is_too_long_is_told_with_the_line(text: str, line: int) -> None:
    with pytest.raises(InvalidRecord) as found:
        replay_record(parse_record(text))
    assert found.value.line == line
    assert len(str(found.value)) < 300


@pytest.mark.parametrize("header", [f'[Shown "{DIGITS}"]', '[Shown "31 999"]'])
def test_cards_are_small_numbers(header: str) -> None:
    with pytest.raises(InvalidRecord, match="Shown lists cards") as found:
        parse_record(SOLO + header + "\n")
    assert found.value.line == 4


def test_rounds_have_an_end() -> None:
    rounds = "".join(f'[Round "{number}"]\n' for number in range(1, 3001))
    with pytest.raises(InvalidRecord, match="more than 200 rounds"):
        parse_record(PACAL + rounds)


def cpu_s(text: str) -> float:
    best = 1e9
    for _ in range(3):
        began = time.process_time()
        parse_record(text)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize(
    "make",
    [
        lambda n: HEAD + "\n1. 1a1 {" + "x\n" * n + "}\n",
        lambda n: HEAD + "\n1. 1a1 " + "{x} " * n + "\n",
        lambda n: HEAD + "\n1. 1a1 {a\nb} " * 1 + "{c\nd} " * n + "\n",
    ],
    ids=["a long comment", "many comments", "comments over two lines"],
)
def test_time_grows_with_the_length(make: Callable[[int], str]) -> None:
    """Sixteen times as long takes about sixteen times as long; 256 times if it were quadratic."""
    short, long = make(5_000), make(80_000)
    assert cpu_s(long) < 64 * cpu_s(short) + 0.01


VALID = (
    HEAD
    + '[Seed "7"]\n\n1. 1a1 (4:31.5) {good} 1b2\n2. 1c3 (1:04:31) (2. 1d4 1a2) 1d1\n3. 1a4 1b4\n',
    PACAL + '[Seed "7"]\n\n[Round "1"]\n[Result "*"]\n\n1. offer 3 9, take 3, build 1\n',
    SOLO + '[Seed "7"]\n[Shown "31 12"]\n\n1. build 1\n',
)


_PIECES = ("{", "}", "(", ")", "[", "...", "\0", "\r\n")


def mutate(text: str, rng: random.Random) -> str:
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:at] + chr(rng.randrange(32, 0x250)) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randrange(1, 12) :]
            case 2:
                other = rng.randrange(len(text) + 1)
                text = text[:at] + text[min(at, other) : max(at, other)] + text[at:]
            case 3:
                text = text[:at] + rng.choice(_PIECES) + text[at:]
            case _:
                text = text[:at] + str(rng.randrange(10 ** rng.randrange(1, 40))) + text[at:]
    return text


@pytest.mark.parametrize("text", VALID, ids=["pylos", "pacal", "solo"])
def test_mutated_records_are_read_or_refused(text: str) -> None:
    rng = random.Random(14)
    read = 0
    for _ in range(INPUTS // 10):
        broken = mutate(text, rng)
        try:
            replay_record(parse_record(broken))
            read += 1
        except InvalidRecord:
            continue
    assert read < INPUTS // 10
