"""Tables as earlier versions kept them: against the computer, two on one screen, and solo."""

from collections.abc import Iterator, Sequence
from typing import Any

from long_tables import store_table
from sqlalchemy import Engine, insert

from sommet.match import events as ev
from sommet.match.clock import TimeControl
from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.pacal import Deal, Match, Solo, SoloDeal
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.folding import make_session
from sommet.server.tables.records import format_game

SETUPS = {
    "computer": TableSetup("pylos", "computer", "standard", opponent="level:3", seat="light"),
    "hotseat": TableSetup("pacal", "hotseat", "en"),
    "hotseat-clock": TableSetup("pylos", "hotseat", "expert", control=TimeControl(60_000)),
    "solo": TableSetup("pacal", "solo", "fr"),
}
_SALT = "ab" * 32


def play_history(setup: TableSetup, plies: int, seed: int = 1) -> Iterator[ev.Event]:
    """Yield what such a table kept of a game by random moves, `plies` long at the most."""
    random = Random(seed)
    session = make_session(setup)
    chosen: Sequence[ev.Event] = session.start(0, at_ms=0)
    while chosen:
        yield from chosen
        session = session.apply_all(chosen)
        chosen = ()
        if session.awaits_deal and not session.turns:
            deal = SoloDeal.from_seed(seed) if setup.mode == "solo" else Deal.from_seed(seed)
            chosen = [ev.Dealt(0, 1, str(deal), _SALT)]
        elif session.actor is not None and session.ply < plies:
            moves = _moves(session.progress)
            move = str(moves[random.below(len(moves))])
            chosen = session.play(session.actor, move, session.ply, at_ms=0)


def _moves(progress: Any) -> Sequence[Any]:
    match progress:
        case PylosProgress():
            return progress.state.legal_moves
        case SoloProgress(solo=Solo() as solo):
            return solo.legal_moves
        case PacalProgress(match=Match() as played):
            return played.round.legal_moves
    raise AssertionError(progress)


def store_earlier_table(engine: Engine, kind: str, plies: int = 3) -> tuple[str, str]:
    """Keep a table of one of `SETUPS` after some moves, with its record if the game is over."""
    setup = SETUPS[kind]
    history = list(play_history(setup, plies))
    table, token = store_table(engine, history, 0, setup=setup)
    session = make_session(setup).apply_all(history)
    if session.outcome is not None:
        text = format_game(setup, session, [None, None], date_ms=0)
        values = {"table_id": table, "game_number": 1, "finished_ms": 0, "text": text}
        with engine.begin() as connection:
            connection.execute(insert(schema.records).values(values))
    return table, token
