"""The solo deal of the day: the same for everyone, with results to share and to keep.

The deal of a date is `Solo.deal(options, daily_seed(date))`. Results are plain values; where they
are kept is up to the caller.
"""

import datetime
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sommet.engine import pacal as core
from sommet.errors import InvalidRecord
from sommet.pacal import Pyramid

ROWS = ((0, 1), (1, 3), (3, 6), (6, 10))
_DAY = datetime.timedelta(days=1)


def daily_seed(date: datetime.date) -> int:
    """Return the seed of a date's deal; the same on every machine, forever."""
    return core.daily_seed(date.isoformat())


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A player's result on one day.

    Attributes:
        date: ISO date.
        rules: The rulebook: `en`, `nl` or `fr`.
        moves: Every build so far, as text.
        is_over: Whether the game is over.
        won: Whether the pyramid was completed. Rule PAC-11.
    """

    date: str
    rules: str
    moves: tuple[str, ...] = ()
    is_over: bool = False
    won: bool = False

    @property
    def cards(self) -> int:
        """How many cards were built."""
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics over the finished days of one rulebook.

    Attributes:
        played: Days played to the end.
        won: Days won.
        by_cards: Wins by the number of cards used, fewest first.
        streak: Days in a row won, up to the day asked for.
        longest: The longest such row.
    """

    played: int
    won: int
    by_cards: dict[int, int]
    streak: int
    longest: int


def add_up(results: Iterable[DailyResult], rules: str, today: datetime.date) -> Statistics:
    """Return the statistics of one rulebook; an unfinished today does not break a streak."""
    finished = [one for one in results if one.is_over and one.rules == rules]
    wins = {datetime.date.fromisoformat(one.date): one for one in finished if one.won}
    longest = 0
    for day in wins:
        if day - _DAY in wins:
            continue
        length = 0
        while day + length * _DAY in wins:
            length += 1
        longest = max(longest, length)
    lost_today = any(one.date == today.isoformat() and not one.won for one in finished)
    day, streak = today if today in wins else today - _DAY, 0
    while not lost_today and day in wins:
        streak += 1
        day -= _DAY
    cards = Counter(one.cards for one in wins.values())
    return Statistics(len(finished), len(wins), dict(sorted(cards.items())), streak, longest)


def share_text(result: DailyResult, pyramid: Pyramid) -> str:
    """Return a result to share; it reveals no card and no field of a card.

    Fields with one card are drawn as squares, those with two as diamonds, empty ones as dots, but
    sorted within each row, so that nobody learns where the cards went.
    """
    outcome = f"completed with {result.cards} cards" if result.won else "not completed"
    lines = [f"Sommet daily {result.date} ({result.rules}): {outcome}"]
    return "\n".join([*lines, *share_rows(pyramid)])


def share_rows(pyramid: Pyramid) -> list[str]:
    """Return the drawing of `share_text`, a line for each row."""
    rows = []
    for first, end in ROWS:
        marks = [
            "◆" if pyramid.covered[at] else "■" if pyramid.tops[at] else "·"
            for at in range(first, end)
        ]
        rows.append(" " * (4 - len(marks)) + " ".join(sorted(marks)))
    return rows


def format_results(results: Iterable[DailyResult]) -> str:
    """Return results as JSON text."""
    return json.dumps([asdict(one) for one in results], indent=1) + "\n"


def parse_results(text: str) -> tuple[DailyResult, ...]:
    """Return the results in a JSON text; inverse of `format_results`.

    Raises:
        InvalidRecord: The text holds something else.
    """
    try:
        read = [DailyResult(**{**one, "moves": tuple(one["moves"])}) for one in json.loads(text)]
        for one in read:
            datetime.date.fromisoformat(one.date)
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidRecord(f"these are not daily results: {error}") from error
    return tuple(read)
