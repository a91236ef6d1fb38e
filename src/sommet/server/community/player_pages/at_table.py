"""The players at a table: their names and ratings, and whether the game is rated."""

from sqlalchemy import Connection

from sommet.server.protocol import players as wire
from sommet.server.storage import players
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.storage.tournaments.reading import find_by_table
from sommet.server.tables.live import LiveTable
from sommet.server.tables.rated import pool_of
from sommet.server.tables.registry import TableRegistry


async def read_seats(registry: TableRegistry, table: LiveTable) -> wire.TableRatings:
    """Return the players at a table, with their ratings if they have any."""
    services = registry.services
    settings, session = services.settings, table.session

    def rating_of(connection: Connection, player: int) -> Rating | None:
        account, bot = table.accounts[player], table.bots[player]
        if not settings.has_ratings or (account is None and bot is None):
            return None
        if account is not None:
            pool = pool_of(table.setup, people=True)
            return players.read_rating(connection, account_player(account), pool)
        return players.read_rating(connection, bot_player(str(bot)), pool_of(table.setup))

    def read(connection: Connection) -> tuple[list[Rating | None], str | None]:
        tournament = find_by_table(connection, table.id) if settings.has_tournaments else None
        return [rating_of(connection, player) for player in (0, 1)], tournament

    known, tournament = await services.store.read(read)
    now_ms = services.server_clock.now_ms()

    def describe(player: int) -> wire.SeatRating:
        rating, name = known[player], table.names[player]
        return wire.SeatRating(
            name=None if table.accounts[player] is None else name,
            bot=None if table.bots[player] is None else name,
            rating=None if rating is None else rating.shown,
            provisional=rating is not None and rating.provisional,
            away_until_ms=_away_until(table.away_ms[player], now_ms),
        )

    return wire.TableRatings(
        tournament=tournament,
        rated=_counts(table) if settings.has_ratings else None,
        seats=[describe(session.player_on(seat)) for seat in session.seats],
    )


def _counts(table: LiveTable) -> bool:
    """Return whether the game is rated: between two programs, or two people who both agreed."""
    people = all(
        account is not None and counted
        for account, counted in zip(table.accounts, table.counts, strict=True)
    )
    return table.session.complete and (people or None not in table.bots)


def _away_until(away_ms: tuple[int, int] | None, now_ms: int) -> int | None:
    return None if away_ms is None or away_ms[1] <= now_ms else away_ms[1]
