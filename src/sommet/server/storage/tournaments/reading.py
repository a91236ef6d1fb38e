"""Reading tournaments: their settings, entrants, games and standings."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, func, or_, select, tuple_, union_all
from sqlalchemy.orm import aliased

from sommet.server.storage import schema as basis
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.storage.setup import TableSetup, parse_setup
from sommet.server.storage.tournaments import schema
from sommet.tournaments.model import DRAW, WIN, Entrant, Game, Pair, Terms
from sommet.tournaments.standings import Tally

_log = logging.getLogger(__name__)
_tournaments, _entrants = schema.tournaments.c, schema.tournament_entrants.c
_games, _tables = schema.tournament_games.c, basis.tables.c
#: Tournaments that are not over.
UNFINISHED = ("open", "running")
STILL_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament; `organiser` is None once that account is deleted."""

    id: str
    created_ms: int
    organiser: str | None
    organiser_name: str | None
    setup: TableSetup
    programs: bool
    rated: bool
    terms: Terms
    ended_ms: int | None
    winners: tuple[int, ...]
    version: int
    entrants: int


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant; `name` is None if the account is deleted."""

    entrant: Entrant
    player: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game with its table, which is None for byes and walkovers."""

    number: int
    game: Game
    table: str | None
    started_ms: int


@dataclass(frozen=True, slots=True)
class Due:
    """A tournament in which a step may be due."""

    id: str
    is_arena: bool
    open_games: int


@dataclass(frozen=True, slots=True)
class Still:
    """A table at which nothing happens, and since when."""

    table: str
    updated_ms: int


def _terms(row: Any) -> Terms:
    setup = parse_setup(row.setup)
    return Terms(
        kind=row.kind,
        both_sides=setup.game == "pylos",
        slow=setup.is_slow,
        rounds=row.rounds,
        duration_ms=row.duration_ms,
        pause_ms=row.pause_ms,
        state=row.state,
        round=row.round,
        start_ms=row.start_ms,
        began_ms=row.began_ms,
        next_ms=row.next_ms,
    )


def _read(connection: Connection, *conditions: ColumnElement[bool]) -> list[TournamentRow]:
    count = (
        select(func.count())
        .where(_entrants.tournament == _tournaments.id, _entrants.withdrawn == 0)
        .scalar_subquery()
    )
    found = connection.execute(
        select(
            schema.tournaments,
            basis.accounts.c.name.label("organiser_name"),
            count.label("entrants"),
        )
        .outerjoin(basis.accounts, basis.accounts.c.id == _tournaments.organiser)
        .where(*conditions)
        .order_by(_tournaments.created_ms.desc(), _tournaments.id)
    )
    tournaments = []
    for row in found:
        try:
            tournaments.append(_tournament_of(row))
        except Exception as error:
            # Whatever a damaged row causes concerns this tournament only.
            _note_unreadable(row.id, repr(error))
    return tournaments


def _tournament_of(row: Any) -> TournamentRow:
    return TournamentRow(
        id=row.id,
        created_ms=row.created_ms,
        organiser=row.organiser,
        organiser_name=row.organiser_name,
        setup=parse_setup(row.setup),
        programs=bool(row.programs),
        rated=bool(row.rated),
        terms=_terms(row),
        ended_ms=row.ended_ms,
        winners=tuple(map(int, (row.winners or "").split())),
        version=row.version,
        entrants=row.entrants,
    )


@lru_cache(maxsize=1000)
def _note_unreadable(tournament: str, error: str) -> None:
    """Log once that a tournament cannot be read."""
    _log.error("tournament %s cannot be read, and is left out: %s", tournament, error)


def find_tournament(connection: Connection, tournament: str) -> TournamentRow | None:
    """Return a tournament, or None."""
    found = _read(connection, _tournaments.id == tournament)
    return found[0] if found else None


def list_tournaments(connection: Connection, past: int) -> list[TournamentRow]:
    """Return all unfinished tournaments and the latest finished ones, the newest first."""
    lately = (
        select(_tournaments.id)
        .where(_tournaments.state.not_in(UNFINISHED))
        .order_by(_tournaments.ended_ms.desc())
        .limit(past)
    )
    is_open = _tournaments.state.in_(UNFINISHED)
    return _read(connection, or_(is_open, _tournaments.id.in_(lately)))


def count_unfinished(connection: Connection, organiser: str | None = None) -> int:
    """Return the number of unfinished tournaments, of one organiser or of all."""
    query = (
        select(func.count())
        .select_from(schema.tournaments)
        .where(_tournaments.state.in_(UNFINISHED))
    )
    if organiser is not None:
        query = query.where(_tournaments.organiser == organiser)
    return connection.execute(query).scalar_one()


def read_entrants(connection: Connection, tournament: str) -> list[EntrantRow]:
    """Return the entrants, in the order of signing up."""
    accounts, bots = basis.accounts.c, basis.bots.c
    found = connection.execute(
        select(
            schema.tournament_entrants, accounts.name.label("person"), bots.name.label("program")
        )
        .outerjoin(basis.accounts, account_player("") + accounts.id == _entrants.player)
        .outerjoin(basis.bots, bot_player("") + bots.id == _entrants.player)
        .where(_entrants.tournament == tournament)
        .order_by(_entrants.number)
    )
    return [EntrantRow(entrant_of(row), row.player, row.person or row.program) for row in found]


def entrant_of(row: Any) -> Entrant:
    """Return an entrant in the form that pairings use."""
    return Entrant(
        number=row.number,
        rating=row.rating,
        absent=bool(row.absent),
        withdrawn=bool(row.withdrawn),
        last=row.last,
        begun=row.begun,
        seen_ms=row.seen_ms,
    )


def read_games(
    connection: Connection,
    tournament: str,
    *,
    only_open: bool = False,
    lately: int | None = None,
) -> list[GameRow]:
    """Return the games of a tournament in order: all, those being played, or the last ones."""
    query = select(schema.tournament_games).where(_games.tournament == tournament)
    if only_open:
        query = query.where(_games.first_points.is_(None))
    if lately is not None:
        query = query.order_by(_games.number.desc()).limit(lately)
    found = sorted(connection.execute(query), key=lambda row: int(row.number))
    return [_game_of(row) for row in found]


def _game_of(row: Any) -> GameRow:
    points = None if row.first_points is None else (row.first_points, row.second_points)
    game = Game(row.round, row.pairing, row.first, row.second, points, row.how)
    return GameRow(row.number, game, row.table_id, row.started_ms)


def read_tallies(connection: Connection, tournament: str) -> dict[int, Tally]:
    """Return everybody's totals in an arena, added up by the database."""
    tallies = {
        number: Tally()
        for number in connection.execute(
            select(_entrants.number).where(_entrants.tournament == tournament)
        ).scalars()
    }
    sides = [
        select(who.label("who"), points.label("points")).where(
            _games.tournament == tournament, points.is_not(None)
        )
        for who, points in (
            (_games.first, _games.first_points),
            (_games.second, _games.second_points),
        )
    ]
    each = union_all(*sides).subquery().c
    found = connection.execute(
        select(
            each.who,
            func.sum(each.points).label("points"),
            func.sum(case((each.points == WIN, 1), else_=0)).label("wins"),
            func.sum(case((each.points == DRAW, 1), else_=0)).label("draws"),
            func.count().label("games"),
        ).group_by(each.who)
    )
    for row in found:
        tally = tallies[row.who]
        tally.points, tally.wins, tally.draws = int(row.points), int(row.wins), int(row.draws)
        tally.losses = row.games - tally.wins - tally.draws
    return tallies


def read_owed(connection: Connection, tournament: str) -> list[Pair]:
    """Return the return games that are owed in an arena: who began less often begins."""
    in_order = _games.first < _games.second
    pair = select(
        case((in_order, _games.first), else_=_games.second).label("one"),
        case((in_order, _games.second), else_=_games.first).label("other"),
        case((in_order, 1), else_=-1).label("begun"),
    ).where(_games.tournament == tournament)
    each = pair.subquery().c
    begun = func.sum(each.begun)
    found = connection.execute(
        select(each.one, each.other, begun.label("begun"))
        .group_by(each.one, each.other)
        .having(begun != 0)
        .order_by(each.one, each.other)
    )
    return [
        Pair(*((row.other, row.one) if row.begun > 0 else (row.one, row.other))) for row in found
    ]


def find_by_table(connection: Connection, table: str) -> str | None:
    """Return the tournament whose game is played at a table, or None."""
    found = select(_games.tournament).where(_games.table_id == table)
    return connection.execute(found).scalar()


def read_due(connection: Connection, now_ms: int) -> list[Due]:
    """Return the tournaments in which a step may be due."""
    playing = (
        select(func.count())
        .where(_games.tournament == _tournaments.id, _games.first_points.is_(None))
        .scalar_subquery()
    )
    is_due = or_(
        _tournaments.state == "running",
        (_tournaments.state == "open") & (_tournaments.start_ms <= now_ms),
    )
    found = connection.execute(
        select(_tournaments.id, _tournaments.kind, playing.label("playing")).where(is_due)
    )
    return [Due(row.id, row.kind == "arena", row.playing) for row in found]


def read_still(connection: Connection, before_ms: int, after: Still) -> list[Still]:
    """Return tables of tournaments without an event since then and without a running clock.

    At most `STILL_AT_ONCE`, the longest still first, from the first one `after` another.
    """
    found = connection.execute(
        select(_tables.id, _tables.updated_ms)
        .join(schema.tournament_games, _tables.id == _games.table_id)
        .where(
            _games.first_points.is_(None),
            _tables.due_ms.is_(None),
            _tables.updated_ms < before_ms,
            tuple_(_tables.updated_ms, _tables.id) > (after.updated_ms, after.table),
        )
        .order_by(_tables.updated_ms, _tables.id)
        .limit(STILL_AT_ONCE)
    )
    return [Still(row.id, row.updated_ms) for row in found]


def read_lost(connection: Connection) -> list[str]:
    """Return tables of unfinished games that no longer exist."""
    table = aliased(basis.tables)
    found = connection.execute(
        select(_games.table_id)
        .outerjoin(table, table.c.id == _games.table_id)
        .where(_games.first_points.is_(None), table.c.id.is_(None))
    )
    return list(found.scalars())


def read_organised(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return the tournaments that an account organised, in plain values, for its export."""
    found = connection.execute(
        select(_tournaments.id, _tournaments.created_ms, _tournaments.kind)
        .where(_tournaments.organiser == account)
        .order_by(_tournaments.created_ms)
    )
    return [{"tournament": row.id, "created_ms": row.created_ms, "kind": row.kind} for row in found]


def read_entered(connection: Connection, player: str) -> list[dict[str, Any]]:
    """Return the tournaments that an account entered, in plain values, for its export."""
    found: Sequence[Any] = connection.execute(
        select(_tournaments.id, _tournaments.created_ms, _tournaments.kind, _entrants.number)
        .join(schema.tournament_entrants, _entrants.tournament == _tournaments.id)
        .where(_entrants.player == player)
        .order_by(_tournaments.created_ms)
    ).all()
    return [
        {
            "tournament": row.id,
            "created_ms": row.created_ms,
            "kind": row.kind,
            "number": row.number,
        }
        for row in found
    ]
