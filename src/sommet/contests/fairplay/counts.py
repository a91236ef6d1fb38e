"""A player's errors in a game, among the decisions where an error was possible."""

from dataclasses import dataclass
from functools import cache

from sommet.analysis.pacal_coach import advise
from sommet.analysis.pacal_review import MISTAKE
from sommet.analysis.pylos_judge import TableJudge
from sommet.match.records.record import parse_record
from sommet.match.records.replay import Replay, RoundReplay, replay_record
from sommet.pacal import Round
from sommet.pylos import Options
from sommet.tablebase.probe import open_table


@dataclass(frozen=True, slots=True)
class GameCount:
    """One player's part of one game.

    Attributes:
        moves: Decisions judged.
        chances: Those where an error was possible.
        errors: Those that were errors.
        seconds: Time used for each move but the first, if the record has clock times.
    """

    moves: int = 0
    chances: int = 0
    errors: int = 0
    seconds: tuple[float, ...] = ()


def count_game(text: str, *, increment_ms: int | None = None) -> tuple[GameCount, GameCount]:
    """Return the errors of both seats in a finished game, from its record.

    Pylos is judged by the exact tables: an error makes a win a draw or a loss, or a draw a loss. A
    decision of Pacal is an error if the coach's chances fall by `MISTAKE` or more. With
    `increment_ms`, the increment of the game's clock, the time used is returned too.

    Raises:
        InvalidRecord: it is not a record, or cannot be played.
        NoTable: there is no table for these rules of Pylos.
    """
    replay = replay_record(parse_record(text))
    decisions = _pylos(replay) if replay.record.game == "pylos" else _pacal(replay)
    seconds = ((), ()) if increment_ms is None else _seconds(replay, increment_ms)
    one, two = (
        GameCount(
            moves=sum(who == seat for who, _, _ in decisions),
            chances=sum(who == seat and could for who, could, _ in decisions),
            errors=sum(who == seat and erred for who, _, erred in decisions),
            seconds=tuple(seconds[seat]),
        )
        for seat in (0, 1)
    )
    return one, two


@cache
def _judge(options: Options) -> TableJudge:
    return TableJudge(open_table(options))


def _pylos(replay: Replay) -> list[tuple[int, bool, bool]]:
    """Return each decision: who made it, whether an error was possible, whether it was one."""
    judge, played = _judge(replay.options), replay.rounds[0]
    state, found = played.start, []
    for frame in played.frames:
        verdicts = judge.judge(state).verdicts
        ranks = {move: verdict.rank for move, verdict in verdicts.items()}
        best = max(ranks.values())
        found.append(
            (
                frame.seat,
                min(ranks.values()) < best,
                ranks[state.find_move(frame.entry.text)] < best,
            )
        )
        state = frame.state
    return found


def _pacal(replay: Replay) -> list[tuple[int, bool, bool]]:
    return [decision for played in replay.rounds for decision in _pacal_round(played)]


def _pacal_round(played: RoundReplay) -> list[tuple[int, bool, bool]]:
    finished = played.frames[-1].state if played.frames else None
    if not isinstance(finished, Round):
        return []  # its cards are not known
    round_, found = Round.from_deal(finished.options, finished.dealt), []
    for action in finished.history:
        seat = round_.actor
        assert seat is not None
        scores = {each.action: each.score for each in advise(round_.view(seat))}
        best = max(scores.values())
        could = best - min(scores.values()) >= MISTAKE
        found.append((seat, could, best - scores[action] >= MISTAKE))
        round_ = round_.play(action)
    return found


def _seconds(replay: Replay, increment_ms: int) -> tuple[list[float], list[float]]:
    used: tuple[list[float], list[float]] = ([], [])
    left: list[int | None] = [None, None]
    for frame in (frame for played in replay.rounds for frame in played.frames):
        now, before = frame.entry.clock_ms, left[frame.seat]
        if now is not None and before is not None:
            used[frame.seat].append(max(0, before + increment_ms - now) / 1000)
        left[frame.seat] = now
    return used
