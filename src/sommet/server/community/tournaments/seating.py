"""Tables for the games of a tournament: both sit there already, and the game has begun.

Nobody is given a token. An account gets at its seat with a pass of its device, as to its other
games; a program takes its seat up with its own token when it first hears of it.
"""

from collections.abc import Mapping

from sommet.server.storage.begun_tables import NewTable
from sommet.server.storage.queries import SeatRow, format_events
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.storage.tournaments.changing import Begun
from sommet.server.storage.tournaments.reading import EntrantRow
from sommet.server.tables.folding import begin_session
from sommet.server.tables.slow.turns import awaited
from sommet.server.tokens import new_id
from sommet.tournaments.model import Game

_PERSON, _PROGRAM = account_player(""), bot_player("")
#: Stored instead of a token's hash if nobody has a token.
UNCLAIMED = ""


def begin_game(
    setup: TableSetup, game: Game, entrants: Mapping[int, EntrantRow], now_ms: int, *, rated: bool
) -> Begun:
    """Return a game with its table, or without one where it is decided already."""
    if game.points is not None or game.second is None:
        return Begun(game, None)
    events, session = begin_session(setup, 0, now_ms)
    clock = session.clock
    table = NewTable(
        id=new_id(),
        setup_text=format_setup(setup),
        seats=(
            _seat(0, entrants[game.first], rated=rated),
            _seat(1, entrants[game.second], rated=rated),
        ),
        texts=format_events(events),
        due_ms=None if clock is None else clock.runs_out_ms,
        awaits=awaited(session),
    )
    return Begun(game, table)


def _seat(player: int, who: EntrantRow, *, rated: bool) -> SeatRow:
    known = who.player or ""
    return SeatRow(
        player,
        UNCLAIMED,
        who.name,
        known.removeprefix(_PROGRAM) if known.startswith(_PROGRAM) else None,
        known.removeprefix(_PERSON) if known.startswith(_PERSON) else None,
        rated,
    )
