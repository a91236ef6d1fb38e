"""A player's errors in a game, among the decisions where an error was possible."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from sommet.analysis.pacal_coach import advise
from sommet.analysis.pacal_review import judge, judge_sure
from sommet.analysis.pylos_judge import TableJudge
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import Replay, RoundReplay, replay_record
from sommet.pacal import Round
from sommet.pylos import Options
from sommet.tablebase.probe import open_table

#: Of playing on: the same question gets the same answer.
_SEED = 1


@dataclass(frozen=True, slots=True)
class GameCount:
    """One player's part of one game.

    Attributes:
        moves: Decisions judged.
        chances: Those where an error was possible.
        errors: Those that were errors.
        doubtful: Those that were errors by the coach's estimate, which playing on does not confirm.
        seconds: Time used for each move but the first, if the record has clock times.
    """

    moves: int = 0
    chances: int = 0
    errors: int = 0
    doubtful: int = 0
    seconds: tuple[float, ...] = ()


_Verdict = Literal["kept", "error", "doubtful"]


@dataclass(frozen=True, slots=True)
class _Decision:
    seat: int
    could_err: bool
    verdict: _Verdict


def count_game(text: str, *, increment_ms: int | None = None) -> tuple[GameCount, GameCount]:
    """Return the errors of both seats in a finished game, from its record.

    Pylos is judged by the exact tables: an error makes a win a draw or a loss, or a draw a loss. A
    decision of Pacal is an error if the coach's chances fall by `MISTAKE` or more and playing on
    confirms it, as in a review; otherwise it is doubtful. With `increment_ms`, the increment of the
    game's clock, the time used is returned too.

    Raises:
        InvalidRecord: it is not a record, or cannot be played.
        NoTable: there is no table for these rules of Pylos.
    """
    replay = replay_record(parse_record(text))
    decisions = _pylos(replay) if replay.record.game == "pylos" else _pacal(replay)
    seconds = ((), ()) if increment_ms is None else _seconds(replay, increment_ms)
    one, two = (
        GameCount(
            moves=sum(each.seat == seat for each in decisions),
            chances=sum(each.seat == seat and each.could_err for each in decisions),
            errors=sum(each.seat == seat and each.verdict == "error" for each in decisions),
            doubtful=sum(each.seat == seat and each.verdict == "doubtful" for each in decisions),
            seconds=tuple(seconds[seat]),
        )
        for seat in (0, 1)
    )
    return one, two


@cache
def _judge(options: Options) -> TableJudge:
    return TableJudge(open_table(options))


def _pylos(replay: Replay) -> list[_Decision]:
    judge, played = _judge(replay.options), replay.rounds[0]
    state, found = played.start, []
    for frame in played.frames:
        verdicts = judge.judge(state).verdicts
        ranks = {move: verdict.rank for move, verdict in verdicts.items()}
        best = max(ranks.values())
        erred = ranks[state.find_move(frame.entry.text)] < best
        verdict: _Verdict = "error" if erred else "kept"
        found.append(_Decision(frame.seat, min(ranks.values()) < best, verdict))
        state = frame.state
    return found


def _pacal(replay: Replay) -> list[_Decision]:
    return [decision for played in replay.rounds for decision in _pacal_round(played)]


def _pacal_round(played: RoundReplay) -> list[_Decision]:
    finished = played.frames[-1].state if played.frames else None
    if not isinstance(finished, Round):
        return []  # its cards are not known
    round_, found = Round.from_deal(finished.options, finished.dealt), []
    for action in finished.history:
        seat = round_.actor
        assert seat is not None
        view = round_.view(seat)
        best, *others = advise(view)
        could_err = any(not judge(each, best).is_good for each in others)
        chosen = next(each for each in (best, *others) if each.action == action)
        judgement = judge_sure(view, chosen, best, seed=_SEED)
        unclear: _Verdict = "doubtful" if judgement.nuance == "unclear" else "kept"
        found.append(_Decision(seat, could_err, unclear if judgement.is_good else "error"))
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
