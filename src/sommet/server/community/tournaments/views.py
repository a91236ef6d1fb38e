"""Tournaments as they go over the wire, and their results as a file."""

import csv
import io
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from sommet.server.community.listing import describe_clock, describe_options
from sommet.server.protocol import tournaments as wire
from sommet.server.storage.tournaments import reading
from sommet.server.storage.tournaments.reading import EntrantRow, GameRow, TournamentRow
from sommet.tournaments.standings import TIE_BREAKS, Row, Tally, count, rank

#: Finished tournaments in the list, and games of an arena on its page.
PAST_SHOWN = 20
ARENA_GAMES_SHOWN = 30
#: What a tie-break is counted in: halves of points, products of two of them, or whole games.
_UNITS = {"buchholz": 2, "sonneborn-berger": 4, "direct": 2, "wins": 1, "fewest-games": -1}


def read_list(connection: Connection) -> list[wire.TournamentInfo]:
    """Return unfinished tournaments, and the latest finished ones."""
    found = reading.list_tournaments(connection, PAST_SHOWN)
    return [_info(row, _winners(connection, row)) for row in found]


def _winners(connection: Connection, row: TournamentRow) -> list[str | None]:
    if not row.winners:
        return []
    names = {each.entrant.number: each.name for each in reading.read_entrants(connection, row.id)}
    return [names[number] for number in row.winners]


def _info(row: TournamentRow, winners: list[str | None]) -> wire.TournamentInfo:
    terms = row.terms
    clock = describe_clock(row.setup.control)
    assert clock is not None
    is_arena = terms.kind == "arena"
    return wire.TournamentInfo(
        id=row.id,
        kind=terms.kind,
        game=row.setup.game,
        options=describe_options(row.setup),
        clock=clock,
        programs=row.programs,
        rated=row.rated,
        state=terms.state,  # type: ignore[arg-type]
        organiser=row.organiser_name,
        created_ms=row.created_ms,
        start_ms=terms.start_ms,
        began_ms=terms.began_ms,
        ends_ms=terms.ends_ms if is_arena else None,
        next_ms=terms.next_ms,
        ended_ms=row.ended_ms,
        round=terms.round,
        rounds=None if is_arena or not terms.rounds else terms.rounds,
        minutes=terms.duration_ms // 60_000 if is_arena else None,
        entrants=row.entrants,
        winners=winners,
    )


def read_page(connection: Connection, tournament: str) -> wire.TournamentPage | None:
    """Return a tournament with its standings and games, or None."""
    row = reading.find_tournament(connection, tournament)
    if row is None:
        return None
    entrants = reading.read_entrants(connection, tournament)
    kind = row.terms.kind
    if kind == "arena":
        games = reading.read_games(connection, tournament, only_open=True)
        lately = reading.read_games(connection, tournament, lately=ARENA_GAMES_SHOWN)
        games = sorted({each.number: each for each in (*games, *lately)}.values(), key=_number)
    else:
        games = reading.read_games(connection, tournament)
    rows = _standings(connection, row, entrants, games)
    return wire.TournamentPage(
        **_info(row, _winners(connection, row)).model_dump(),
        tie_breaks=list(TIE_BREAKS[kind]),
        standings=_describe_rows(row, rows, {each.entrant.number: each for each in entrants}),
        games=[_describe_game(each) for each in games],
    )


def _number(game: GameRow) -> int:
    return game.number


def _standings(
    connection: Connection,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    games: Sequence[GameRow],
) -> list[Row]:
    tallies: Mapping[int, Tally]
    if row.terms.kind == "arena":
        tallies = reading.read_tallies(connection, row.id)
    else:
        numbers = (each.entrant.number for each in entrants)
        tallies = count(numbers, (each.game for each in games))
    # A player who signed up between the two queries is shown the next time.
    known = {each.entrant.number for each in entrants}
    tallies = {number: tally for number, tally in tallies.items() if number in known}
    return rank(row.terms.kind, tallies, row.terms.round)


def _describe_rows(
    row: TournamentRow, rows: Sequence[Row], entrants: Mapping[int, EntrantRow]
) -> list[wire.TournamentRow]:
    units = [_UNITS[name] for name in TIE_BREAKS[row.terms.kind]]
    return [
        wire.TournamentRow(
            rank=each.rank,
            number=each.number,
            name=entrants[each.number].name,
            points=each.tally.points / 2,
            tie_breaks=[value / unit for value, unit in zip(each.tie_breaks, units, strict=True)],
            wins=each.tally.wins,
            draws=each.tally.draws,
            losses=each.tally.losses,
            absent=entrants[each.number].entrant.absent,
            withdrawn=entrants[each.number].entrant.withdrawn,
        )
        for each in rows
    ]


def _describe_game(row: GameRow) -> wire.TournamentGame:
    game = row.game
    return wire.TournamentGame(
        number=row.number,
        round=game.round,
        pairing=game.pairing,
        first=game.first,
        second=game.second,
        points=None if game.points is None else [each / 2 for each in game.points],
        how=game.how,
        table=row.table,
    )


def _cell(name: str | None) -> str:
    """Return a name as a cell that no spreadsheet takes for a formula."""
    name = name or "deleted player"
    return f"'{name}" if name[0] in "=+-@\t\r" else name


def read_csv(connection: Connection, tournament: str) -> str | None:
    """Return the standings and all games of a tournament as CSV, or None."""
    row = reading.find_tournament(connection, tournament)
    if row is None:
        return None
    entrants = reading.read_entrants(connection, tournament)
    games = reading.read_games(connection, tournament)
    known = {each.entrant.number: each for each in entrants}
    names = {number: _cell(each.name) for number, each in known.items()}
    rows = _standings(connection, row, entrants, games)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(
        ["rank", "number", "name", "points", *TIE_BREAKS[row.terms.kind], "won", "drawn", "lost"]
    )
    for line in _describe_rows(row, rows, known):
        table.writerow(
            [
                line.rank,
                line.number,
                names[line.number],
                f"{line.points:g}",
                *(f"{value:g}" for value in line.tie_breaks),
                *(line.wins, line.draws, line.losses),
            ]
        )
    table.writerow([])
    table.writerow(["round", "first", "second", "points", "points", "how", "table"])
    for each in map(_describe_game, games):
        points = ["", ""] if each.points is None else [f"{value:g}" for value in each.points]
        second = "" if each.second is None else names[each.second]
        table.writerow([each.round, names[each.first], second, *points, each.how, each.table or ""])
    return out.getvalue()
