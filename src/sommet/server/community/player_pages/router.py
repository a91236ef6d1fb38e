"""HTTP routes for the pages of people and programs."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.player_pages import views
from sommet.server.community.player_pages.at_table import read_seats
from sommet.server.protocol import players as wire
from sommet.server.protocol.accounts import AccountName
from sommet.server.storage import accounts, bots
from sommet.server.storage.players import GamePlace
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.api import TableId, problems

_TAG = "players"
BotName = Annotated[str, Path(min_length=1, max_length=bots.LONGEST_NAME)]
Before = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,15}-[A-Za-z0-9]{12}-[0-9]{1,7}$",
        description="`more` of the previous answer; the last games without it.",
    ),
]
Against = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=bots.LONGEST_NAME,
        description="The name of another player: only games between the two.",
    ),
]


def add_leaderboard(api: APIRouter, registry: TableRegistry) -> None:
    """Add the route of the leaderboard."""
    store = registry.services.store

    @api.get("/api/leaderboard", tags=[_TAG], responses=problems(503))
    async def leaderboard() -> wire.Leaderboard:
        """Ratings of people, by game and rules."""
        return wire.Leaderboard(pools=await store.read(views.read_leaderboard))


class _Pages:
    """What is shown of the players of one kind, people or programs."""

    def __init__(
        self, registry: TableRegistry, find: Callable[[Connection, str], views.Known | None]
    ) -> None:
        self._store = registry.services.store
        self._has_ratings = registry.services.settings.has_ratings
        self._find_any = find

    def _find(self, connection: Connection, name: str) -> views.Known:
        found = self._find_any(connection, name)
        if found is None:
            raise Refused("no_such_player")
        return found

    async def show(self, name: str) -> wire.PlayerPage:
        return await self._store.read(
            lambda c: views.read_page(c, self._find(c, name), rated=self._has_ratings)
        )

    async def list_games(
        self, name: str, before: str | None, against: str | None
    ) -> wire.PlayedGames:
        place = GamePlace.parse(before)

        def read(connection: Connection) -> wire.PlayedGames:
            other = None if against is None else self._find(connection, against).player
            return views.read_games(connection, self._find(connection, name).player, place, other)

        return await self._store.read(read)


def add_people(api: APIRouter, registry: TableRegistry) -> None:
    """Add the routes for the pages of people."""

    def find(connection: Connection, name: str) -> views.Known | None:
        found = accounts.find_by_name(connection, name)
        if found is None:
            return None
        return views.Known(found.name, found.created_ms, account_player(found.id))

    pages = _Pages(registry, find)

    @api.get("/api/players/{name}", tags=[_TAG], responses=problems(404, 503))
    async def show_player(name: AccountName) -> wire.PlayerPage:
        """A player's ratings, streaks, opponents and games."""
        return await pages.show(name)

    @api.get("/api/players/{name}/games", tags=[_TAG], responses=problems(404, 503))
    async def list_games(
        name: AccountName, before: Before = None, against: Against = None
    ) -> wire.PlayedGames:
        """A player's rated games, latest first, fifty at a time."""
        return await pages.list_games(name, before, against)


def add_programs(api: APIRouter, registry: TableRegistry) -> None:
    """Add the routes for the pages of programs."""

    def find(connection: Connection, name: str) -> views.Known | None:
        found = bots.find_by_name(connection, name)
        if found is None:
            return None
        return views.Known(found.name, found.created_ms, bot_player(found.id))

    pages = _Pages(registry, find)

    @api.get("/api/programs/{name}", tags=[_TAG], responses=problems(404, 503))
    async def show_program(name: BotName) -> wire.PlayerPage:
        """A program's ratings, streaks, opponents and games: all against other programs."""
        return await pages.show(name)

    @api.get("/api/programs/{name}/games", tags=[_TAG], responses=problems(404, 503))
    async def list_program_games(
        name: BotName, before: Before = None, against: Against = None
    ) -> wire.PlayedGames:
        """A program's rated games, latest first, fifty at a time."""
        return await pages.list_games(name, before, against)


def add_at_table(api: APIRouter, registry: TableRegistry) -> None:
    """Add the route for the players at a table."""

    @api.get("/api/tables/{table}/ratings", tags=[_TAG], responses=problems(404, 503))
    async def table_ratings(table: TableId) -> wire.TableRatings:
        """The players at a table, their ratings, and whether the game is rated."""
        return await read_seats(registry, await registry.find(table))
