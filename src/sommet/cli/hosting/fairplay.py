"""`sommet fairplay`: how exactly people played, compared with what their rating makes likely."""

import argparse
import csv
import json
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from sommet.cli.hosting.database import opened
from sommet.cli.stages import show_stages
from sommet.errors import InvalidOptions

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sommet.contests.fairplay.estimate import Person
    from sommet.tablebase.verify import Progress

HELP = "Compare how exactly people played with what their ratings suggest"

EXAMPLES = """examples:
  sommet fairplay                                            the database of this user
  sommet fairplay sqlite:////srv/sommet/games.sqlite3 --least-games 10
  sommet fairplay postgresql://sommet@db/sommet --csv > fairplay.csv
  sommet fairplay --json                                     for programs

One line for each player and set of rules: how often a player kept the value of a position that
could be lost, with a 95 % confidence interval, and the same for what the rating predicts. Pylos is
judged by exact tables. Pacal is judged by the coach; an error that playing on does not confirm is
doubtful, and the interval covers it both as an error and as none. A player outside the predicted
range may have improved, been lucky or been helped: the figures cannot tell, and nothing happens
automatically (docs/fairplay.md). Only the audit log changes: it records that this command was run
(sommet audit). The server may keep running.
"""


@dataclass(slots=True)
class Found:
    """One player's games under one set of rules."""

    #: Errors, doubtful errors and chances of each game.
    games: list[tuple[int, int, int]] = field(default_factory=list)
    moves: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def doubtful(self) -> int:
        """All doubtful errors."""
        return sum(doubtful for _, doubtful, _ in self.games)

    def person(self, rating: int, *, counting_doubtful: bool) -> "Person":
        """Return errors and chances, with or without doubtful errors."""
        from sommet.contests.fairplay.estimate import Person

        return Person(
            rating,
            tuple(
                (errors + doubtful * counting_doubtful, chances)
                for errors, doubtful, chances in self.games
            ),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One player by one set of rules; shares of decisions that kept the value."""

    player: str
    game: str
    rules: str
    rating: int
    games: int
    moves: int
    chances: int
    doubtful: int
    kept: float
    kept_low: float
    kept_high: float
    likely: float | None
    likely_low: float | None
    likely_high: float | None
    seconds_median: float | None
    verdict: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "database",
        nargs="?",
        metavar="DATABASE",
        help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)",
    )
    parser.add_argument(
        "--least-games",
        type=int,
        default=5,
        metavar="N",
        help="leave out players with fewer games by the same rules (default: %(default)s)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object for each line")
    form.add_argument("--csv", action="store_true", help="a table for spreadsheets")


def run(args: argparse.Namespace) -> int:
    """Judge every rated game and print the result."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.hosts.audit import note
    from sommet.server.storage.migrate import upgrade

    if args.least_games < 1:
        raise InvalidOptions(f"--least-games is at least 1, not {args.least_games}")
    with opened(args.database or read_settings().database) as engine, show_stages() as progress:
        upgrade(engine)
        with engine.connect() as connection:
            lines, unjudged = compare(connection, args.least_games, progress)
        with engine.begin() as connection:
            detail = f"{len(lines)} lines, from {args.least_games} games"
            note(connection, round(time.time() * 1000), "host", "fairplay", detail=detail)
    _print(lines, args)
    if unjudged:
        print(f"{unjudged} games could not be judged: no exact table", file=sys.stderr)
    return 0


def compare(
    connection: "Connection", least_games: int, progress: "Progress"
) -> tuple[list[Line], int]:
    """Return a line for each player and set of rules, and how many games could not be judged."""
    from sommet.contests.fairplay.counts import count_game
    from sommet.errors import SommetError
    from sommet.server.storage.hosts.rated_records import (
        count_records,
        read_people,
        read_records,
    )

    total, unjudged = count_records(connection), 0
    found: dict[tuple[str, str], Found] = {}
    rules: dict[str, tuple[str, str]] = {}
    for number, record in enumerate(read_records(connection), 1):
        control = record.setup.control
        quick = control is not None and not control.per_move
        increment_ms = control.increment_ms if control is not None and quick else None
        try:
            counts = count_game(record.text, increment_ms=increment_ms)
        except SommetError:
            unjudged += 1
            continue
        rules[record.pool] = (record.setup.game, record.setup.preset)
        for player, count in zip(record.players, counts, strict=True):
            each = found.setdefault((record.pool, player), Found())
            each.games.append((count.errors, count.doubtful, count.chances))
            each.moves += count.moves
            each.seconds += count.seconds
        progress("judging", number / total)
    names, ratings = read_people(connection)
    lines = []
    for key, each in found.items():
        pool, player = key
        if player not in names or len(each.games) < least_games:
            continue
        others = [
            (ratings.get(other, 1500), one)
            for other, one in found.items()
            if other[0] == pool and other != key
        ]
        line = _line(names[player], rules[pool], (ratings.get(key, 1500), each), others)
        if line is not None:
            lines.append(line)
    return sorted(lines, key=lambda line: (line.game, line.rules, -line.kept)), unjudged


def _line(
    name: str, rules: tuple[str, str], rated: tuple[int, Found], others: list[tuple[int, Found]]
) -> Line | None:
    from sommet.contests.fairplay import estimate

    (rating, found), compared = rated, []
    for counting in (False, True):
        comparison = estimate.compare(
            found.person(rating, counting_doubtful=counting),
            [each.person(theirs, counting_doubtful=counting) for theirs, each in others],
        )
        if comparison is None:
            return None
        compared.append(comparison)
    both = estimate.compare_both(*compared)
    errors, likely = both.seen, both.likely
    return Line(
        player=name,
        game=rules[0],
        rules=rules[1],
        rating=rating,
        games=len(found.games),
        moves=found.moves,
        chances=sum(chances for _, _, chances in found.games),
        doubtful=found.doubtful,
        kept=1 - errors.share,
        kept_low=1 - errors.high,
        kept_high=1 - errors.low,
        likely=None if likely is None else 1 - likely.share,
        likely_low=None if likely is None else 1 - likely.high,
        likely_high=None if likely is None else 1 - likely.low,
        seconds_median=statistics.median(found.seconds) if found.seconds else None,
        verdict=both.verdict,
    )


def _print(lines: Iterable[Line], args: argparse.Namespace) -> None:
    if args.csv:
        writer = csv.DictWriter(sys.stdout, Line.__slots__)
        writer.writeheader()
        writer.writerows(asdict(line) for line in lines)
        return
    for line in lines:
        print(json.dumps(asdict(line)) if args.json else describe(line))


def describe(line: Line) -> str:
    """Return a line as a sentence."""
    if line.likely is None:
        likely = "too few others to compare"
    else:
        likely = (
            f"likely {line.likely:.1%} ({line.likely_low:.1%} to {line.likely_high:.1%}): "
            f"{line.verdict}"
        )
    pace = "" if line.seconds_median is None else f"; {line.seconds_median:.1f} s a move"
    doubtful = f", {line.doubtful} errors doubtful" if line.doubtful else ""
    return (
        f"{line.player} ({line.rating}), {line.game} {line.rules}, {line.games} games: kept the "
        f"value in {line.kept:.1%} ({line.kept_low:.1%} to {line.kept_high:.1%}) of "
        f"{line.chances} chances{doubtful}; {likely}{pace}"
    )
