"""A finished game under review: what each move cost, and what would have been better."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from sommet.analysis.coach import Advice, advise
from sommet.analysis.pacal_review import MISTAKE, Decision, review_round
from sommet.analysis.pylos_judge import Judge, Judgement
from sommet.analysis.pylos_puzzles import find_idea
from sommet.analysis.pylos_review import Judged, review_game
from sommet.match.records.record import Record
from sommet.match.records.replay import Replay, replay_record
from sommet.match.refused import Refused
from sommet.pacal import Round, Solo
from sommet.pylos import State
from sommet.server.protocol import study
from sommet.server.study.pacal_worth import wire_reasons
from sommet.server.study.pylos_worth import judge_for, share_of, source_of
from sommet.server.tables.presenters.face import wire_seat

#: A decision that gives away this much of a win is called a blunder.
BLUNDER = 0.15
_PLAYOUTS = 24
_SEARCH_MS = 150.0
_SHOWN_MOVES = 3

Progress = Callable[[int, int], object]


def compute_review(record: Record, progress: Progress | None = None) -> study.Review:
    """Return the review of a finished game.

    Args:
        record: The game.
        progress: Called with the moves done and the moves in all, now and then.

    Raises:
        InvalidRecord: a move of the record is wrong.
        Refused: the game is still being played, or no round of it was played to the end.
    """
    replay = replay_record(record)
    if replay.outcome is None:
        raise Refused("game_running")
    tell = progress or (lambda _done, _of: None)
    if record.game == "pylos":
        return _review_pylos(replay, tell)
    return _review_pacal(replay, tell)


def _tally(moves: Sequence[study.ReviewedMove], seats: int) -> list[study.ReviewTally]:
    tallies = []
    for seat in range(seats):
        own = [move for move in moves if move.seat == seat]
        tallies.append(
            study.ReviewTally(
                seat=wire_seat(seat),
                moves=sum(move.of > 1 for move in own),
                mistakes=sum(move.grade == "mistake" for move in own),
                blunders=sum(move.grade == "blunder" for move in own),
                given_away=round(sum(move.cost for move in own), 4),
            )
        )
    return tallies


# Pylos


class _Kept:
    """A judge that keeps what it said, so that each position is judged once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._said: dict[State, Judgement] = {}

    @property
    def source(self) -> Literal["table", "search"]:
        """Where the verdicts come from."""
        return self._judge.source

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:
        """Return a verdict on every legal move."""
        if state not in self._said:
            self._said[state] = self._judge.judge(state, cancel=cancel)
        return self._said[state]


def _review_pylos(replay: Replay, tell: Progress) -> study.Review:
    played = replay.rounds[0]
    texts = [frame.entry.text for frame in played.frames]
    judge = _Kept(judge_for(replay.options, _SEARCH_MS))
    judged = review_game(played.start, texts, judge, progress=lambda done: tell(done, len(texts)))
    moves = []
    state: State = played.start
    source: study.Source = "table"
    for one in judged:
        source = source_of(judge, judge.judge(state))
        moves.append(_wire_judged(state, one, judge))
        state = state.play(one.move)
    return study.Review(
        game="pylos", solo=False, source=source, moves=moves, tallies=_tally(moves, 2)
    )


def _wire_judged(state: State, one: Judged, judge: Judge) -> study.ReviewedMove:
    judgement = judge.judge(state)
    best, chosen = (judgement.verdicts[move] for move in (judgement.best[0], one.move))
    before, after = share_of(best), share_of(chosen)
    cost = max(0.0, before - after) if one.is_mistake else 0.0
    grade: Literal["good", "mistake", "blunder"] = "good"
    if one.is_mistake:
        grade = "blunder" if best.rank - chosen.rank > 1 else "mistake"
    reply = reply_idea = None
    following = state.play(one.move)
    if one.is_mistake and following.outcome is None:
        answer = judge.judge(following).best[0]
        reply, reply_idea = str(answer), find_idea(following, answer)
    light = state.side == 0
    return study.ReviewedMove(
        ply=one.number,
        seat=wire_seat(one.side),
        move=str(one.move),
        before=round(before if light else 1 - before, 4),
        after=round(after if light else 1 - after, 4),
        certain=one.proved,
        grade=grade,
        cost=round(cost, 4),
        better=[str(move) for move in one.better[:_SHOWN_MOVES]],
        keeping=len(judgement.best),
        of=len(judgement.verdicts),
        idea=find_idea(state, one.better[0]) if one.better else None,
        reply=reply,
        reply_idea=reply_idea,
        win=None,
        best_win=None,
        margin=None,
        reasons=[],
        doubts=[],
    )


# Pacal


def _review_pacal(replay: Replay, tell: Progress) -> study.Review:
    solo = replay.record.game == "solo"
    moves: list[study.ReviewedMove] = []
    of = sum(len(played.frames) for played in replay.rounds)
    ply = 0
    for played in replay.rounds:
        last = played.frames[-1].state if played.frames else None
        if isinstance(last, Solo):
            moves += _review_solo(last, lambda done: tell(done, of))
        elif isinstance(last, Round):
            moves += _review_duel(last, ply, partial(_tell_on, tell, ply, of))
        ply += len(played.frames)
    if not moves:
        raise Refused("nothing_to_review")
    return study.Review(
        game="pacal",
        solo=solo,
        source="coach",
        moves=moves,
        tallies=_tally(moves, 1 if solo else 2),
    )


def _tell_on(tell: Progress, before: int, of: int, done: int) -> None:
    tell(before + done, of)


def _grade(cost: float) -> Literal["good", "mistake", "blunder"]:
    return "blunder" if cost >= BLUNDER else "mistake" if cost >= MISTAKE else "good"


def _review_duel(
    finished: Round, before: int, tell: Callable[[int], object]
) -> list[study.ReviewedMove]:
    decisions = review_round(finished, playouts=_PLAYOUTS, progress=tell)
    return [_wire_decision(one, before) for one in decisions]


def _wire_decision(one: Decision, plies_before: int) -> study.ReviewedMove:
    first = one.seat == 0
    return study.ReviewedMove(
        ply=plies_before + one.number,
        seat=wire_seat(one.seat),
        move=str(one.action),
        before=round(one.open_before if first else 1 - one.open_before, 4),
        after=round(one.open_after if first else 1 - one.open_after, 4),
        certain=False,
        grade=_grade(one.cost),
        cost=round(one.cost, 4),
        better=[str(one.best.action)] if one.is_mistake else [],
        keeping=1,
        of=2,
        idea=None,
        reply=None,
        reply_idea=None,
        win=round(one.chosen.score, 4),
        best_win=round(one.best.score, 4),
        margin=round(one.best.margin, 4),
        reasons=wire_reasons(one.best.reasons),
        doubts=_doubts(one.chosen, one.best) if one.is_mistake else [],
    )


def _doubts(chosen: Advice, best: Advice) -> list[study.Reason]:
    """Return what the coach says of the choice and not of the best one."""
    return wire_reasons(reason for reason in chosen.reasons if reason not in best.reasons)


def _review_solo(finished: Solo, tell: Callable[[int], object]) -> list[study.ReviewedMove]:
    game = Solo.replay(finished.options, finished.dealt, ())
    moves = []
    before: float | None = None
    for number, action in enumerate(finished.history, 1):
        advice = advise(game.view())
        chosen = next(one for one in advice if one.action == action)
        best = advice[0]
        cost = best.win - chosen.win
        game = game.play(action)
        moves.append(
            study.ReviewedMove(
                ply=number,
                seat=0,
                move=str(action),
                before=round(best.win if before is None else before, 4),
                after=round(chosen.win, 4),
                certain=best.margin == 0,
                grade=_grade(cost),
                cost=round(cost, 4),
                better=[str(best.action)] if cost >= MISTAKE else [],
                keeping=1,
                of=len(advice),
                idea=None,
                reply=None,
                reply_idea=None,
                win=round(chosen.win, 4),
                best_win=round(best.win, 4),
                margin=round(best.margin, 4),
                reasons=wire_reasons(best.reasons),
                doubts=_doubts(chosen, best) if cost >= MISTAKE else [],
            )
        )
        before = chosen.win
        tell(number)
    return moves
