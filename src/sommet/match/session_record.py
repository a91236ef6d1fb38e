"""The record of a session's game, finished or running."""

from collections.abc import Sequence
from typing import Any

from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.records.record import Entry, Record, RoundRecord, format_result
from sommet.match.records.rounds import cards_shown
from sommet.match.rulings import format_rulings, rules_name
from sommet.match.session import Session
from sommet.outcome import Outcome


def record_session(
    session: Session, *, game: str, options: Any, players: Sequence[str], date: str | None
) -> Record:
    """Return the record of the game on the table.

    It holds what everybody may know: of a running round the cards shown, not its deal.

    Args:
        session: A session whose game has begun.
        game: `pylos`, `pacal` or `solo`.
        options: The game's options.
        players: Names by seat.
        date: ISO date, or None.
    """
    progress = session.progress
    if progress is None:
        raise ValueError("the game has not begun")
    rounds = tuple(_record_round(session, number) for number in range(1, progress.round + 1))
    outcome = _result(session)
    return Record(
        game=game,
        rules=rules_name(options),
        players=tuple(players),
        rulings=format_rulings(options),
        date=date,
        result="*" if outcome is None else format_result(outcome.winner),
        reason=None if outcome is None else outcome.reason,
        rounds=rounds,
    )


def _record_round(session: Session, number: int) -> RoundRecord:
    outcome = _round_outcome(session, number)
    entries = tuple(
        Entry(turn.move, clock_ms=turn.clock_ms) for turn in session.turns if turn.round == number
    )
    if outcome is None:
        return RoundRecord(entries, shown=_shown(session))
    return RoundRecord(
        entries,
        result=format_result(outcome.winner),
        reason=outcome.reason,
        deal=next((dealt.deal for dealt in session.dealt if dealt.round == number), None),
    )


def _round_outcome(session: Session, number: int) -> Outcome | None:
    progress = session.progress
    if isinstance(progress, PacalProgress) and progress.match is not None:
        judged = progress.match.rounds[number - 1].outcome
        # A game given up in the middle of a round ends that round too.
        return judged if judged is not None else _result(session)
    return _result(session)


def _result(session: Session) -> Outcome | None:
    """Return how the game ended; None while it is running, or if it was left without a result."""
    outcome = session.outcome
    return None if outcome is None or outcome.reason == "left" else outcome


def _shown(session: Session) -> tuple[int, ...]:
    progress = session.progress
    if isinstance(progress, SoloProgress) and progress.solo is not None:
        return progress.solo.view().drawn
    if not isinstance(progress, PacalProgress) or progress.match is None:
        return ()
    return cards_shown(progress.match.round)
