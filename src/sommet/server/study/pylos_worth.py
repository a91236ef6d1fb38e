"""What each move of a Pylos position is worth, for the page."""

import math
from functools import lru_cache

from sommet.analysis.pylos_judge import VALUES, Judge, Judgement, SearchJudge, TableJudge, Verdict
from sommet.analysis.pylos_puzzles import find_idea
from sommet.bots.pylos.search import Limit
from sommet.pylos import Move, Options, State, format_cell
from sommet.server.protocol import study
from sommet.server.tables.presenters.face import Last, wire_ending
from sommet.server.tables.presenters.pylos import wire_pylos
from sommet.tablebase.probe import NoTable, open_table

#: Where no table answers, a search may take this long: a move list must be there in 200 ms.
SEARCH_MS = 110.0
_LOGIT = 100.0


@lru_cache(maxsize=32)
def judge_for(options: Options, search_ms: float = SEARCH_MS) -> Judge:
    """Return the table for these rules, or a search where there is none."""
    try:
        return TableJudge(open_table(options))
    except NoTable:
        return SearchJudge(Limit(milliseconds=search_ms))


def source_of(judge: Judge, judgement: Judgement) -> study.Source:
    """Return where a judgement comes from; a table that knows distances is a full one."""
    if judge.source == "search":
        return "search"
    known = any(verdict.distance is not None for verdict in judgement.verdicts.values())
    return "full-table" if known else "table"


def share_of(verdict: Verdict) -> float:
    """Return the mover's share of the point: 1, a half or 0, or what the search estimates."""
    if verdict.proved or verdict.score is None:
        return verdict.rank / 2
    return 1 / (1 + math.exp(-verdict.score / _LOGIT))


def analyse_position(state: State, last: Last | None = None) -> study.PylosAnalysis:
    """Return a position with the value of every legal move, the best first."""
    board = wire_pylos(state, last, moves=state.outcome is None)
    if state.outcome is not None:
        winner = state.outcome.winner
        return study.PylosAnalysis(
            board=board,
            source="table",
            worth=None,
            certain=True,
            distance=None,
            light=0.5 if winner is None else float(winner == 0),
            keeping=0,
            moves=[],
            outcome=wire_ending(state.outcome),
        )
    judge, judgement = judge_state(state)
    best = judgement.verdicts[judgement.best[0]]
    share = share_of(best)
    return study.PylosAnalysis(
        board=board,
        source=source_of(judge, judgement),
        worth=judgement.value,
        certain=judgement.proved,
        distance=best.distance,
        light=share if state.side == 0 else 1 - share,
        keeping=len(judgement.best),
        moves=[_wire_move(move, verdict) for move, verdict in ranked(judgement)],
        outcome=None,
    )


def judge_state(state: State) -> tuple[Judge, Judgement]:
    """Return the judge of a running position and what it says, remembered for a while."""
    return _judge(state.options, state.light, state.dark, state.side)


@lru_cache(maxsize=512)
def _judge(options: Options, light: int, dark: int, side: int) -> tuple[Judge, Judgement]:
    # Tables know positions without their past, so what came before is no part of the key.
    judge = judge_for(options)
    return judge, judge.judge(State(options, light, dark, side))


def ranked(judgement: Judgement) -> list[tuple[Move, Verdict]]:
    """Return moves with their verdicts: better values first, quick wins and slow losses first."""
    return sorted(judgement.verdicts.items(), key=_order)


def _order(item: tuple[Move, Verdict]) -> tuple[int, int, int, str]:
    move, verdict = item
    distance = verdict.distance or 0
    away = distance if verdict.value == VALUES[2] else -distance
    return -verdict.rank, away, -(verdict.score or 0), str(move)


def _wire_move(move: Move, verdict: Verdict) -> study.MoveWorth:
    return study.MoveWorth(
        move=str(move),
        source=None if move.source is None else format_cell(move.source),
        target=format_cell(move.target),
        taken=[format_cell(cell) for cell in move.taken],
        worth=verdict.value,
        certain=verdict.proved,
        distance=verdict.distance,
    )


def hint_pylos(state: State, ply: int, *, full: bool) -> study.Hint:
    """Return help for the side to move; gently, only the idea and how narrow it is."""
    _, judgement = judge_state(state)
    best = judgement.best
    return study.Hint(
        ply=ply,
        depth="full" if full else "gentle",
        worth=judgement.value,
        keeping=len(best),
        of=len(judgement.verdicts),
        idea=find_idea(state, best[0]),
        reasons=[],
        pylos=analyse_position(state) if full else None,
        pacal=None,
    )
