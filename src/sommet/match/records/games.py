"""The record of a game so far: a Pylos state, a Pacal match or round, a solo game."""

from collections.abc import Iterable
from typing import TypeAlias

from sommet import pacal, pylos
from sommet.arguments import check_items
from sommet.errors import InvalidRecord
from sommet.match.records.forms import FORMS
from sommet.match.records.record import Entry, Record, RoundRecord, format_result
from sommet.match.records.rounds import record_round, record_solo
from sommet.match.rulings import format_rulings, rules_name
from sommet.outcome import Outcome
from sommet.pylos.cells import CELLS
from sommet.pylos.position import START, format_position

Game: TypeAlias = pylos.State | pacal.Match | pacal.Round | pacal.Solo


def record_game(
    game: Game,
    *,
    players: Iterable[str] | None = None,
    date: str | None = None,
    ended: Outcome | None = None,
    tags: Iterable[tuple[str, str]] = (),
) -> Record:
    """Return the record of a game; `Record.from_game` is the same.

    Args:
        game: The game, with its history.
        players: One name per seat, seat 0 first; by default what the seats are called.
        date: The day, as `2026-01-31`.
        ended: How the players ended a game that the rules have not: resignation, agreement, time.
        tags: Further headers, as (name, value).

    Raises:
        InvalidRecord: The names do not fit the game, or a header cannot be written.
    """
    if ended is not None and not isinstance(ended, Outcome):
        raise InvalidRecord(
            "how the game ended is an Outcome, such as Outcome(1, 'resignation', ''), "
            f"not {ended!r}"
        )
    kind, rounds, position = _describe(game, ended)
    outcome = game.outcome
    if isinstance(game, pacal.Round):
        outcome = None  # one round does not decide a match
    outcome = outcome or ended
    return Record(
        game=kind,
        rules=rules_name(game.options),
        players=FORMS[kind].seats if players is None else check_items(players, "players"),
        rulings=format_rulings(game.options),
        date=date,
        result="*" if outcome is None else format_result(outcome.winner),
        reason=None if outcome is None else outcome.reason,
        position=position,
        tags=check_items(tags, "tags"),
        rounds=rounds,
    )


def _describe(game: Game, ended: Outcome | None) -> tuple[str, tuple[RoundRecord, ...], str | None]:
    if isinstance(game, pylos.State):
        start = start_of(game)
        return "pylos", (_record_state(game, ended),), None if start == START else start
    if isinstance(game, pacal.Solo):
        return "solo", (record_solo(game, ended),), None
    if isinstance(game, pacal.Round):
        return "pacal", (record_round(game, ended),), None
    if isinstance(game, pacal.Match):
        *earlier, last = game.rounds
        done = tuple(record_round(played) for played in earlier)
        return "pacal", (*done, record_round(last, ended)), None
    raise InvalidRecord(
        f"a game is a pylos.State, pacal.Match, Round or Solo, not {type(game).__name__}"
    )


def _record_state(state: pylos.State, ended: Outcome | None) -> RoundRecord:
    entries = tuple(Entry(str(move)) for move in state.history)
    outcome = state.outcome or ended
    if outcome is None:
        return RoundRecord(entries)
    return RoundRecord(entries, result=format_result(outcome.winner), reason=outcome.reason)


def start_of(state: pylos.State) -> str:
    """Return the position in which the history of a state begins."""
    moves = len(state.history)
    if not moves:
        return state.format()
    key, mask = state.earlier[-moves], (1 << CELLS) - 1
    return format_position((key & mask, key >> CELLS & mask, key >> 2 * CELLS))
