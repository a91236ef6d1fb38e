"""Which of a player's games wait for their move."""

from collections.abc import Sequence

from fastapi import APIRouter

from sommet.server.protocol import community
from sommet.server.tables.live import LiveTable
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.slow.holidays import rests_until_ms
from sommet.server.web.api import problems


def add_your_games(api: APIRouter, registry: TableRegistry) -> None:
    """Add the route."""

    @api.post("/api/your-games", tags=["tables"], responses=problems(413, 503))
    async def your_games(body: community.AskYourGames) -> community.YourGames:
        """The games in which it is your turn; each is requested with the token of your seat."""
        return community.YourGames(games=await find_turns(registry, body.seats))


async def find_turns(
    registry: TableRegistry, seats: Sequence[community.HeldSeat]
) -> list[community.YourGame]:
    """Return the games of those who hold `seats`, their turn and the nearest deadline first."""
    now_ms = registry.services.server_clock.now_ms()
    held = await registry.find_players([(seat.table, seat.token) for seat in seats])
    found = [describe_turn(table, player, now_ms) for table, player in held if table.is_played_here]
    return sorted(found, key=_urgency)


def describe_turn(table: LiveTable, player: int, now_ms: int) -> community.YourGame:
    """Return whether it is a player's turn, and for how long."""
    session = table.session
    seat = session.seat_of(player)
    is_mine = seat not in session.ready if session.awaits_deal else session.actor == seat
    clock = session.clock
    left_ms = None
    if is_mine and clock is not None and clock.running == seat:
        rests_ms = rests_until_ms(session, table.away_ms) or 0
        left_ms = clock.remaining_at(seat, max(now_ms, rests_ms))
    return community.YourGame(table=table.id, your_turn=is_mine, left_ms=left_ms)


def _urgency(game: community.YourGame) -> tuple[bool, bool, int]:
    return (not game.your_turn, game.left_ms is None, game.left_ms or 0)
