"""Changes to tournaments. Each function is part of a transaction.

Every change of the entrants and every pairing advances the version, and a pairing must be based on
the last version: so nobody is paired twice, however many processes try. A result does not change
the version: it is stored with the game, once, in the transaction that ends the game at its table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.base import Executable

from sommet.server.storage.begun_tables import NewTable, open_tables
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.storage.tournaments import schema
from sommet.server.storage.tournaments.reading import UNFINISHED, TournamentRow
from sommet.tournaments.model import Game, Terms
from sommet.tournaments.progress import Step

_tournaments, _entrants = schema.tournaments.c, schema.tournament_entrants.c
_games = schema.tournament_games.c
#: The most winners that are stored.
_WINNERS = 12


@dataclass(frozen=True, slots=True)
class Begun:
    """A game to be stored, with its table; None if it is decided without one."""

    game: Game
    table: NewTable | None


def add_tournament(
    connection: Connection,
    tournament: str,
    organiser: str,
    setup: TableSetup,
    terms: Terms,
    *,
    now_ms: int,
    programs: bool,
    rated: bool,
) -> None:
    """Store a new tournament."""
    connection.execute(
        insert(schema.tournaments).values(
            id=tournament,
            created_ms=now_ms,
            organiser=organiser,
            kind=terms.kind,
            setup=format_setup(setup),
            programs=int(programs),
            rated=int(rated),
            rounds=terms.rounds,
            duration_ms=terms.duration_ms,
            pause_ms=terms.pause_ms,
            start_ms=terms.start_ms,
            state="open",
            round=0,
            version=0,
        )
    )


def take_hold(connection: Connection, tournament: str) -> bool:
    """Lock an unfinished tournament against changes; False if it is over."""
    return _set_version(connection, tournament, _tournaments.version)


def grow(connection: Connection, tournament: str) -> bool:
    """Advance an unfinished tournament's version, so that it is read again; False if over."""
    return _set_version(connection, tournament, _tournaments.version + 1)


def _set_version(connection: Connection, tournament: str, version: ColumnElement[int]) -> bool:
    held = (
        update(schema.tournaments)
        .where(_tournaments.id == tournament, _tournaments.state.in_(UNFINISHED))
        .values(version=version)
    )
    return connection.execute(held).rowcount == 1


def enter(
    connection: Connection, tournament: str, player: str, rating: int, *, most: int, now_ms: int
) -> bool:
    """Enter a player, also one who had left; False if the tournament is full."""
    mine = (_entrants.tournament == tournament, _entrants.player == player)
    back = (
        update(schema.tournament_entrants)
        .where(*mine)
        .values(withdrawn=0, absent=0, seen_ms=now_ms)
    )
    if connection.execute(back).rowcount:
        return True
    count, last = connection.execute(
        select(func.count(), func.max(_entrants.number)).where(_entrants.tournament == tournament)
    ).one()
    if count >= most:
        return False
    connection.execute(
        insert(schema.tournament_entrants).values(
            tournament=tournament,
            number=(last or 0) + 1,
            player=player,
            rating=rating,
            absent=0,
            withdrawn=0,
            begun=0,
            seen_ms=now_ms,
        )
    )
    return True


def leave(connection: Connection, tournament: str, player: str, *, begun: bool) -> bool:
    """Remove a player from a tournament; False if they did not take part."""
    mine = (
        _entrants.tournament == tournament,
        _entrants.player == player,
        _entrants.withdrawn == 0,
    )
    table = schema.tournament_entrants
    gone = update(table).where(*mine).values(withdrawn=1) if begun else delete(table).where(*mine)
    return connection.execute(gone).rowcount == 1


def set_absent(connection: Connection, tournament: str, player: str, *, absent: bool) -> bool:
    """Set whether a player is absent; False if they do not take part."""
    change = (
        update(schema.tournament_entrants)
        .where(
            _entrants.tournament == tournament,
            _entrants.player == player,
            _entrants.withdrawn == 0,
        )
        .values(absent=int(absent))
    )
    return connection.execute(change).rowcount == 1


def note_here(player: str, now_ms: int) -> Executable:
    """Return the statement that stores that a player is present, in all their tournaments."""
    unfinished = select(_tournaments.id).where(_tournaments.state.in_(UNFINISHED))
    return (
        update(schema.tournament_entrants)
        .where(_entrants.player == player, _entrants.tournament.in_(unfinished))
        .values(seen_ms=now_ms)
    )


def start_now(connection: Connection, tournament: str, now_ms: int) -> None:
    """Make a tournament begin with its next step."""
    connection.execute(
        update(schema.tournaments)
        .where(_tournaments.id == tournament, _tournaments.state == "open")
        .values(start_ms=now_ms)
    )


def cancel(connection: Connection, tournament: str, now_ms: int) -> None:
    """End a tournament without a winner; games that run can be finished."""
    connection.execute(
        update(schema.tournaments)
        .where(_tournaments.id == tournament)
        .values(state="cancelled", ended_ms=now_ms, next_ms=None, version=_tournaments.version + 1)
    )


def take_step(
    connection: Connection,
    row: TournamentRow,
    step: Step,
    begun: Sequence[Begun],
    *,
    winners: Sequence[int],
    now_ms: int,
) -> bool:
    """Store a step with all its tables; False if another process was faster."""
    terms = row.terms
    values: dict[str, object] = {
        "version": row.version + 1,
        "state": step.state,
        "round": step.round,
        "next_ms": step.next_ms,
        "rounds": terms.rounds if step.rounds is None else step.rounds,
        "began_ms": now_ms if terms.state == "open" else terms.began_ms,
    }
    if step.state not in UNFINISHED:
        values |= {"ended_ms": now_ms, "winners": " ".join(map(str, winners[:_WINNERS]))}
    changed = connection.execute(
        update(schema.tournaments)
        .where(_tournaments.id == row.id, _tournaments.version == row.version)
        .values(values)
    )
    if changed.rowcount != 1:
        return False
    if begun:
        open_tables(connection, [each.table for each in begun if each.table], now_ms)
        _add_games(connection, row.id, begun, now_ms)
    if terms.kind == "arena":
        _note_opponents(connection, row.id, begun)
    return True


def _add_games(
    connection: Connection, tournament: str, begun: Sequence[Begun], now_ms: int
) -> None:
    last = connection.execute(
        select(func.max(_games.number)).where(_games.tournament == tournament)
    ).scalar()
    rows = []
    for number, each in enumerate(begun, (last or 0) + 1):
        game = each.game
        rows.append(
            {
                "tournament": tournament,
                "number": number,
                "round": game.round,
                "pairing": game.pairing,
                "first": game.first,
                "second": game.second,
                "table_id": None if each.table is None else each.table.id,
                "first_points": None if game.points is None else game.points[0],
                "second_points": None if game.points is None else game.points[1],
                "how": game.how,
                "started_ms": now_ms,
                "finished_ms": None if game.points is None else now_ms,
            }
        )
    connection.execute(insert(schema.tournament_games), rows)


_NOTE_OPPONENT = (
    update(schema.tournament_entrants)
    .where(_entrants.tournament == bindparam("of"), _entrants.number == bindparam("who"))
    .values(last=bindparam("other"), begun=_entrants.begun + bindparam("more"))
)


def _note_opponents(connection: Connection, tournament: str, begun: Sequence[Begun]) -> None:
    rows = [
        {"of": tournament, "who": who, "other": other, "more": more}
        for game in (each.game for each in begun)
        for who, other, more in ((game.first, game.second, 1), (game.second, game.first, -1))
    ]
    if rows:
        connection.execute(_NOTE_OPPONENT, rows)


def store_points(table: str, points: tuple[int, int], how: str, at_ms: int) -> Executable:
    """Return the statement that stores the result of a tournament's game, once."""
    return (
        update(schema.tournament_games)
        .where(_games.table_id == table, _games.first_points.is_(None))
        .values(first_points=points[0], second_points=points[1], how=how, finished_ms=at_ms)
    )


def note_away(connection: Connection, table: str, seats: Sequence[int]) -> None:
    """Mark players who never moved at a table as absent until they return."""
    row = connection.execute(
        select(_games.tournament, _games.first, _games.second).where(_games.table_id == table)
    ).one_or_none()
    if row is None or not grow(connection, row.tournament):
        return
    numbers = [(row.first, row.second)[seat] for seat in seats]
    connection.execute(
        update(schema.tournament_entrants)
        .where(_entrants.tournament == row.tournament, _entrants.number.in_(numbers))
        .values(absent=1)
    )


def forget_entrant(connection: Connection, player: str) -> None:
    """Make the results of a deleted account anonymous."""
    mine = _entrants.player == player
    entered = select(_entrants.tournament).where(mine).order_by(_entrants.tournament)
    # First, so that no tournament begins or pairs with an account that is being deleted.
    for tournament in connection.execute(entered).scalars().all():
        grow(connection, tournament)
    unbegun = select(_tournaments.id).where(_tournaments.state == "open")
    connection.execute(
        delete(schema.tournament_entrants).where(mine, _entrants.tournament.in_(unbegun))
    )
    connection.execute(
        update(schema.tournament_entrants).where(mine).values(player=None, withdrawn=1)
    )
