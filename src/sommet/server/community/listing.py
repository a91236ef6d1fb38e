"""The lobby as it goes over the wire: open seats, and games to watch."""

from sommet.match.clock import TimeControl
from sommet.match.pacal_progress import PacalProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.pacal import Match
from sommet.server.community.seekers import OpenSeatRow
from sommet.server.protocol import community
from sommet.server.protocol.base import OptionsInForce
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.kinds import KINDS
from sommet.server.tables.live import LiveTable
from sommet.server.tables.rated import pool_of


def describe_clock(control: TimeControl | None) -> community.AgreedClock | None:
    """Return a clock as it goes over the wire."""
    if control is None:
        return None
    return community.AgreedClock(initial_ms=control.initial_ms, increment_ms=control.increment_ms)


def describe_options(setup: TableSetup) -> OptionsInForce:
    """Return the rules of a game; seats are assigned at random."""
    kind = KINDS[setup.kind]
    return OptionsInForce(
        preset=setup.preset,
        rulings=kind.in_force(kind.options(setup.preset, setup.rulings), "lot"),
    )


def describe_open_seat(
    seat: OpenSeatRow, known: dict[tuple[str, str], Rating]
) -> community.OpenSeat:
    """Return an open seat as it goes over the wire."""
    setup = seat.setup
    rating = None
    if seat.bot_id is not None:
        rating = known.get((pool_of(setup), bot_player(seat.bot_id)))
    elif seat.account_id is not None:
        rating = known.get((pool_of(setup, people=True), account_player(seat.account_id)))
    return community.OpenSeat(
        table=seat.table,
        game=setup.game,
        options=describe_options(setup),
        clock=describe_clock(setup.control),
        opened_ms=seat.opened_ms,
        bot=seat.bot,
        name=seat.name,
        rating=None if rating is None else rating.shown,
        provisional=rating is not None and rating.provisional,
        least=None if seat.opponents is None else seat.opponents[0],
        most=None if seat.opponents is None else seat.opponents[1],
    )


def describe_running(table: LiveTable) -> community.RunningGame:
    """Return a game that can be watched as it goes over the wire."""
    progress = table.session.progress
    return community.RunningGame(
        table=table.id,
        game=table.setup.game,
        options=table.options,
        clock=describe_clock(table.setup.control),
        ply=table.session.ply,
        watchers=table.presence.watchers,
        bots=[
            name
            for name, bot in zip(table.names, table.bots, strict=True)
            if bot is not None and name is not None
        ],
        names=[
            name
            for name, account in zip(table.names, table.accounts, strict=True)
            if account is not None and name is not None
        ],
        position=progress.state.format() if isinstance(progress, PylosProgress) else None,
        pyramids=_pyramids(progress.match) if isinstance(progress, PacalProgress) else None,
    )


def _pyramids(match: Match | None) -> list[list[int | None]] | None:
    """Return the cards that lie face up, as every spectator sees them."""
    if match is None:
        return None
    return [[top or None for top in pyramid.tops] for pyramid in match.view(None).pyramids]
