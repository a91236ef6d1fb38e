"""The public data of people and programs: ratings, their history, and rated results.

Only rated games are public: those between two accounts, or two programs, through the lobby or a
challenge.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    or_,
    select,
    tuple_,
    update,
)

from sommet.server.storage import schema
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import (
    SOMEBODY,
    PlayerRating,
    account_player,
    bot_player,
    read_ratings,
)
from sommet.server.storage.setup import TableSetup, parse_setup

_games, _history = schema.rated_games.c, schema.rating_history.c
_accounts, _bots, _ratings = schema.accounts.c, schema.bots.c, schema.ratings.c


class GamePlace(NamedTuple):
    """The place of a game in a player's list, latest first; `str` is its text."""

    finished_ms: int
    table: str
    game_number: int

    @classmethod
    def parse(cls, text: str | None) -> "GamePlace | None":
        """Return the place that a text names."""
        if text is None:
            return None
        finished_ms, table, game_number = text.split("-")
        return cls(int(finished_ms), table, int(game_number))

    def __str__(self) -> str:
        return f"{self.finished_ms}-{self.table}-{self.game_number}"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A rated game from one player's side; `points` are 2, 1 or 0."""

    place: GamePlace
    setup: TableSetup
    #: None if the account is deleted, or the program revoked.
    opponent: str | None
    #: None if that is not known: in Pacal the cards decide, and earlier versions did not store it.
    began: bool | None
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """Results against one opponent, or against all who are gone."""

    opponent: str | None
    wins: int
    draws: int
    losses: int


def read_history(
    connection: Connection, player: str, most: int | None = None
) -> dict[str, list[tuple[int, int]]]:
    """Return the history of a player's ratings, by pool.

    With `most` no more than about so many of each, evenly spread, the latest among them.
    """
    total = func.max(_history.games).over(partition_by=_history.pool)
    moments = (
        select(schema.rating_history, total.label("total")).where(_history.player == player)
    ).subquery()
    query = select(moments).order_by(moments.c.pool, moments.c.games)
    if most is not None:
        step = moments.c.total // most + 1
        query = query.where((moments.c.total - moments.c.games) % step == 0)
    history: dict[str, list[tuple[int, int]]] = {}
    for row in connection.execute(query):
        history.setdefault(row.pool, []).append((row.at_ms, row.rating))
    return history


def read_points(connection: Connection, player: str, most: int) -> list[int]:
    """Return the points of a player's rated games, the latest first, of no more than `most`."""
    points, _ = _points(player)
    return list(
        connection.execute(_results_of(player).with_only_columns(points).limit(most)).scalars()
    )


def read_scores(connection: Connection, player: str) -> list[Score]:
    """Return a player's results against each opponent, the most frequent first."""
    points, other = _points(player)
    query = (
        _results_of(player)
        .with_only_columns(points, other, func.count().label("games"))
        .order_by(None)
        .group_by("points", "other")
    )
    found = connection.execute(query).all()
    names = read_player_names(connection, {row.other for row in found})
    counts: dict[str | None, Counter[int]] = {}
    for row in found:
        counts.setdefault(names.get(row.other), Counter())[row.points] += row.games
    often = sorted(counts.items(), key=lambda each: (-each[1].total(), each[0] or ""))
    return [Score(name, count[2], count[1], count[0]) for name, count in often]


def read_results(
    connection: Connection,
    player: str,
    most: int,
    before: GamePlace | None = None,
    against: str | None = None,
) -> list[PastGame]:
    """Return rated games of a player, the latest first, no more than `most`: those after one.

    With `against`, only those with another player.
    """
    query = _results_of(player).add_columns(*_points(player)).limit(most)
    if against is not None:
        pairs = ((player, against), (against, player))
        query = query.where(tuple_(_games.first, _games.second).in_(pairs))
    if before is not None:
        at_ms, table, number = before
        same_time, same_table = _games.finished_ms == at_ms, _games.table_id == table
        query = query.where(
            or_(
                _games.finished_ms < at_ms,
                same_time & (_games.table_id > table),
                same_time & same_table & (_games.game_number < number),
            )
        )
    found = connection.execute(query).all()
    names = read_player_names(connection, {row.other for row in found})
    return [
        PastGame(
            place=GamePlace(row.finished_ms, row.table_id, row.game_number),
            setup=parse_setup(row.setup),
            opponent=names.get(row.other),
            began=_began(row, player),
            points=row.points,
        )
        for row in found
    ]


def _began(row: Any, player: str) -> bool | None:
    if row.beginner is None and parse_setup(row.setup).game != "pylos":
        return None
    return bool((row.second if row.beginner == 1 else row.first) == player)


def _results_of(player: str) -> Select[Any]:
    return (
        select(schema.rated_games)
        .where(or_(_games.first == player, _games.second == player))
        .order_by(_games.finished_ms.desc(), _games.table_id, _games.game_number.desc())
    )


def _points(player: str) -> tuple[ColumnElement[int], ColumnElement[str]]:
    """Return a player's points in a game, and the other player, as columns."""
    is_first = _games.first == player
    return (
        case((is_first, _games.score), else_=2 - _games.score).label("points"),
        case((is_first, _games.second), else_=_games.first).label("other"),
    )


def read_player_names(connection: Connection, players: Iterable[str]) -> dict[str, str]:
    """Return the names of players, without deleted accounts and revoked programs."""
    wanted = list(players)
    people = select(_accounts.id, _accounts.name).where(
        _accounts.id.in_([each.removeprefix(account_player("")) for each in wanted])
    )
    programs = select(_bots.id, _bots.name).where(
        _bots.id.in_([each.removeprefix(bot_player("")) for each in wanted]),
        _bots.revoked_ms.is_(None),
    )
    return {account_player(row.id): row.name for row in connection.execute(people)} | {
        bot_player(row.id): row.name for row in connection.execute(programs)
    }


def read_people(connection: Connection) -> list[tuple[str, PlayerRating]]:
    """Return everybody with a rating, by name; the highest first in each pool."""
    found = connection.execute(
        select(schema.ratings, schema.rating_pools.c.setup, _accounts.name)
        .join(schema.rating_pools, schema.rating_pools.c.pool == _ratings.pool)
        .join(schema.accounts, account_player("") + _accounts.id == _ratings.player)
        .order_by(_ratings.pool, _ratings.mu.desc(), _accounts.name)
    )
    return [
        (
            row.name,
            PlayerRating(
                row.pool,
                parse_setup(row.setup),
                row.player,
                Rating(row.mu, row.sigma, row.games),
            ),
        )
        for row in found
    ]


def read_rating(connection: Connection, player: str, pool: str) -> Rating:
    """Return a player's rating in a pool, or a newcomer's if they have none yet."""
    for each in read_ratings(connection, [player]):
        if each.pool == pool:
            return each.rating
    return Rating()


def read_names_of_game(
    connection: Connection, table: str, game_number: int
) -> tuple[str | None, str | None] | None:
    """Return the players of a rated game, by seat; None if it is not rated."""
    row = connection.execute(
        select(_games.first, _games.second).where(
            _games.table_id == table, _games.game_number == game_number
        )
    ).one_or_none()
    if row is None:
        return None
    names = read_player_names(connection, (row.first, row.second))
    return names.get(row.first), names.get(row.second)


def forget_player(connection: Connection, account: str) -> None:
    """Remove an account's ratings; its games still count for its opponents."""
    me = account_player(account)
    for table in (schema.ratings, schema.rating_history):
        connection.execute(delete(table).where(table.c.player == me))
    mine = or_(_games.first == me, _games.second == me)
    connection.execute(delete(schema.rated_games).where(_games.rated == 0, mine))
    for column in ("first", "second"):
        connection.execute(
            update(schema.rated_games).where(_games[column] == me).values(**{column: SOMEBODY})
        )
