"""Pages of players, the leaderboard, and ratings at a table."""

from collections import Counter
from itertools import groupby

from fastapi import APIRouter
from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.listing import describe_options
from sommet.server.protocol import players as wire
from sommet.server.protocol.accounts import AccountName
from sommet.server.storage import accounts, players
from sommet.server.storage.accounts import Account
from sommet.server.storage.ratings import account_player, read_ratings
from sommet.server.storage.tournaments.reading import find_by_table
from sommet.server.tables.rated import pool_of
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.api import TableId, problems

GAMES_SHOWN = 50
OPPONENTS_SHOWN = 100
PEOPLE_SHOWN = 100
#: By points: 0, 1 or 2.
_RESULTS: tuple[wire.Result, wire.Result, wire.Result] = ("loss", "draw", "win")


def add_players(api: APIRouter, registry: TableRegistry) -> None:
    """Add the routes that tell of people with an account."""
    store = registry.services.store

    @api.get("/api/leaderboard", tags=["players"], responses=problems(503))
    async def leaderboard() -> wire.Leaderboard:
        """Who is how strong, for each game and rules."""
        return wire.Leaderboard(pools=await store.read(read_leaderboard))

    @api.get("/api/players/{name}", tags=["players"], responses=problems(404, 503))
    async def show_player(name: AccountName) -> wire.PlayerPage:
        """A player's ratings, streaks, opponents and games."""
        found = await store.read(lambda c: read_page(c, name))
        if found is None:
            raise Refused("no_such_player")
        return found

    @api.get("/api/tables/{table}/ratings", tags=["players"], responses=problems(404, 503))
    async def table_ratings(table: TableId) -> wire.TableRatings:
        """The ratings of those who sit at a table, and whether the result counts."""
        found = await registry.find(table)
        pool = pool_of(found.setup, people=True)
        session = found.session
        seated = [session.player_on(seat) for seat in session.seats]
        known = await store.read(
            lambda c: [
                None if account is None else players.read_rating(c, account, pool)
                for account in found.accounts
            ]
        )
        counts = [
            account is not None and counted
            for account, counted in zip(found.accounts, found.counts, strict=True)
        ]
        now_ms = registry.services.server_clock.now_ms()
        tournament = None
        if registry.services.settings.has_tournaments:
            tournament = await store.read(lambda c: find_by_table(c, table))
        return wire.TableRatings(
            tournament=tournament,
            rated=all(counts) and session.complete,
            seats=[
                wire.SeatRating(
                    name=None if found.accounts[each] is None else found.names[each],
                    rating=None if (rating := known[each]) is None else rating.shown,
                    provisional=rating is not None and rating.provisional,
                    away_until_ms=_away_until(found.away_ms[each], now_ms),
                )
                for each in seated
            ],
        )


def _away_until(away_ms: tuple[int, int] | None, now_ms: int) -> int | None:
    return None if away_ms is None or away_ms[1] <= now_ms else away_ms[1]


def read_leaderboard(connection: Connection) -> list[wire.Ranking]:
    """Return who is how strong, for each game and rules."""
    pools = []
    for _, group in groupby(players.read_people(connection), key=lambda each: each[1].pool):
        people = list(group)
        # A sort keeps the order of equals: the strongest first within each part.
        people.sort(key=lambda each: each[1].rating.provisional)
        setup = people[0][1].setup
        pools.append(
            wire.Ranking(
                game=setup.game,
                options=describe_options(setup),
                players=[
                    wire.RatedPerson(
                        name=name,
                        rating=standing.rating.shown,
                        provisional=standing.rating.provisional,
                        games=standing.rating.games,
                    )
                    for name, standing in people[:PEOPLE_SHOWN]
                ],
            )
        )
    return pools


def read_page(connection: Connection, name: str) -> wire.PlayerPage | None:
    """Return a player's page, or None where nobody has that name."""
    account = accounts.find_by_name(connection, name)
    if account is None:
        return None
    results = players.read_points(connection, account.id)
    points = [each for each, _ in results]
    counts = Counter(points)
    return wire.PlayerPage(
        name=account.name,
        created_ms=account.created_ms,
        ratings=_ratings(connection, account),
        wins=counts[2],
        draws=counts[1],
        losses=counts[0],
        streak=current_streak(points),
        best_streak=best_streak(points),
        opponents=_opponents(results),
        games=[
            wire.PlayedGame(
                table=game.table,
                game_number=game.game_number,
                game=game.setup.game,
                opponent=game.opponent,
                began=game.began,
                result=_RESULTS[game.points],
                finished_ms=game.finished_ms,
            )
            for game in players.read_results(connection, account.id, GAMES_SHOWN)
        ],
    )


def current_streak(points: list[int]) -> int:
    """Return how many games were won in a row, the last first; negative where they were lost."""
    length = next((at for at, each in enumerate(points) if each != points[0]), len(points))
    return 0 if not points or points[0] == 1 else length if points[0] == 2 else -length


def best_streak(points: list[int]) -> int:
    """Return the most games that were ever won in a row."""
    return max((len(list(run)) for won, run in groupby(points) if won == 2), default=0)


def _opponents(results: list[tuple[int, str | None]]) -> list[wire.AgainstOne]:
    counts: dict[str | None, Counter[int]] = {}
    for points, opponent in results:
        counts.setdefault(opponent, Counter())[points] += 1
    often = sorted(counts.items(), key=lambda each: (-each[1].total(), each[0] or ""))
    return [
        wire.AgainstOne(opponent=name, wins=count[2], draws=count[1], losses=count[0])
        for name, count in often[:OPPONENTS_SHOWN]
    ]


def _ratings(connection: Connection, account: Account) -> list[wire.OwnRating]:
    history = players.read_history(connection, account.id)
    return [
        wire.OwnRating(
            game=each.setup.game,
            options=describe_options(each.setup),
            rating=each.rating.shown,
            provisional=each.rating.provisional,
            games=each.rating.games,
            history=[
                wire.RatedMoment(at_ms=at_ms, rating=rating)
                for at_ms, rating in history.get(each.pool, ())
            ],
        )
        for each in read_ratings(connection, [account_player(account.id)])
    ]
