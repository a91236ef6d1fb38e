"""The day's puzzle and the day's deal. Days are those of UTC, the same for everybody."""

import datetime

from sommet.analysis.pylos_puzzles import puzzle_of_the_day
from sommet.errors import SommetError
from sommet.match.daily import daily_seed, share_rows
from sommet.match.refused import Refused
from sommet.pacal import Options, Solo
from sommet.server.protocol import study
from sommet.server.refusals import refuse_move
from sommet.server.study.puzzles import wire_puzzle
from sommet.server.tables.presenters.solo import wire_solo

_DAY_MS = 86_400_000
#: Before this day there was nothing to play.
FIRST_DAY = datetime.date(2026, 1, 1)


def day_of(now_ms: int) -> datetime.date:
    """Return the day of a moment, given in milliseconds since 1970."""
    return datetime.datetime.fromtimestamp(now_ms / 1000, tz=datetime.UTC).date()


def todays(now_ms: int) -> study.Daily:
    """Return what there is to do today."""
    today = day_of(now_ms)
    return study.Daily(
        date=today,
        next_ms=_DAY_MS - now_ms % _DAY_MS,
        puzzle=wire_puzzle(puzzle_of_the_day(today)),
    )


def play_solo(wish: study.PlaySolo, today: datetime.date) -> Solo:
    """Return a day's deal after the builds asked for.

    Raises:
        Refused: the day has not come yet, or a build is not allowed.
    """
    if not FIRST_DAY <= wish.date <= today:
        raise Refused("no_such_day")
    game = Solo.deal(Options.preset(wish.rules), daily_seed(wish.date))
    for text in wish.moves:
        try:
            game = game.play(text)
        except SommetError as error:
            raise refuse_move(text, error) from error
    return game


def wire_daily(wish: study.PlaySolo, game: Solo) -> study.DailySolo:
    """Return a day's deal as its player may see it; the face-down cards once it is over."""
    over = game.outcome is not None
    return study.DailySolo(
        date=wish.date,
        rules=wish.rules,
        board=wire_solo(game.view(), opened=game if over else None, choices=not over),
        rows=share_rows(game.pyramid),
    )
