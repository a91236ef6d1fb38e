"""Tables for the games of a tournament: both sit there already, and the game has begun.

Nobody is given a token. An account gets at its seat with a pass of its device, as to its other
games; a program takes its seat up with its own token when it first hears of it.
"""

import secrets
from collections.abc import Mapping

from sommet.match import events as ev
from sommet.match.session import Session
from sommet.server.storage.queries import SeatRow, format_events
from sommet.server.storage.ratings import account_player, bot_player
from sommet.server.storage.setup import TableSetup
from sommet.server.storage.tournaments.changing import Begun, NewTable
from sommet.server.storage.tournaments.reading import EntrantRow
from sommet.server.tables.folding import make_session
from sommet.server.tokens import new_id
from sommet.tournaments.model import Game

_PERSON, _PROGRAM = account_player(""), bot_player("")
#: What is kept instead of a token's hash where nobody holds one.
UNCLAIMED = ""


def begin_game(
    setup: TableSetup, game: Game, entrants: Mapping[int, EntrantRow], now_ms: int, *, rated: bool
) -> Begun:
    """Return a game with its table, or without one where it is decided already."""
    if game.points is not None or game.second is None:
        return Begun(game, None)
    events, session = _begun(setup, now_ms)
    clock = session.clock
    table = NewTable(
        id=new_id(),
        seats=(
            _seat(0, entrants[game.first], rated=rated),
            _seat(1, entrants[game.second], rated=rated),
        ),
        texts=format_events(events),
        due_ms=None if clock is None else clock.runs_out_ms,
    )
    return Begun(game, table)


def _begun(setup: TableSetup, now_ms: int) -> tuple[list[ev.Event], Session]:
    """Return the first events of a table at which player 0 begins."""
    events: list[ev.Event] = [ev.Joined(now_ms, 1, None), ev.Started(now_ms, 0)]
    session = make_session(setup).apply_all(events)
    if session.awaits_deal:
        promised = session.promise(secrets.token_hex(32), at_ms=now_ms)
        events += promised
        session = session.apply_all(promised)
    return events, session


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
