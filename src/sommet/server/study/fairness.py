"""Who may have help: nobody in a running game between people."""

from sommet.match.refused import Refused
from sommet.pylos import State
from sommet.server.storage import queries
from sommet.server.tables.live import LiveTable
from sommet.server.tables.live_positions import BETWEEN_PEOPLE, OPENING_BALLS, likenesses
from sommet.server.tables.registry import TableRegistry

_PROTECTED_MS = 24 * 60 * 60 * 1000


def check_seat(table: LiveTable, player: int, game_number: int, ply: int) -> int:
    """Return the seat for which a player may ask for help now.

    Raises:
        Refused: it is a game between people, over, at another move, or the other one's turn.
    """
    session = table.session
    if table.setup.mode in BETWEEN_PEOPLE:
        raise Refused("no_hints")
    if session.outcome is not None:
        raise Refused("game_over")
    if session.game_number != game_number or session.ply != ply:
        raise Refused("stale")
    seat = session.actor
    if seat is None or session.player_on(seat) != player:
        raise Refused("not_your_turn")
    return seat


async def check_position(registry: TableRegistry, state: State) -> None:
    """Let a position pass unless two people play it right now, through whatever process.

    Turned, mirrored or with the colours exchanged it is the same position. A game that nobody has
    touched for a day protects nothing any more.

    Raises:
        Refused: it stands on such a table.
    """
    if (state.light | state.dark).bit_count() < OPENING_BALLS:
        return
    services = registry.services
    numbers = likenesses(state.light, state.dark)
    since_ms = services.server_clock.now_ms() - _PROTECTED_MS
    if await services.store.read(lambda c: queries.is_standing(c, numbers, since_ms)):
        raise Refused("no_hints")
