"""Puzzles for the page: tries are checked here, the opponent's replies come from the tables."""

from sommet import bots
from sommet.analysis.pylos_puzzles import GRADES, Puzzle, find_idea, select_puzzles, shipped_puzzles
from sommet.errors import SommetError
from sommet.match.refused import Refused
from sommet.pylos import Move, State, format_cell
from sommet.seeding import Random
from sommet.server.protocol import study
from sommet.server.refusals import refuse_move
from sommet.server.study.pylos_worth import judge_state
from sommet.server.tables.presenters.face import Last, wire_ending
from sommet.server.tables.presenters.pylos import wire_pylos

#: So many puzzles of a grade come up in a streak before the next grade does.
PER_GRADE = 6


def find_puzzle(number: int) -> Puzzle:
    """Return a puzzle of the collection.

    Raises:
        Refused: there is no such puzzle.
    """
    # Where take-back is optional no shipped table tells the replies.
    if number not in {puzzle.number for puzzle in select_puzzles()}:
        raise Refused("no_such_puzzle")
    return shipped_puzzles()[number - 1]


def streak_puzzle(seed: int, place: int) -> Puzzle:
    """Return a puzzle of a streak: easy ones first, harder ones later, none twice.

    Raises:
        Refused: the collection is at its end.
    """
    random = Random(seed)
    rest: list[Puzzle] = []
    order: list[Puzzle] = []
    for grade in GRADES:
        graded = list(select_puzzles(grade=grade))
        random.shuffle(graded)
        order += graded[:PER_GRADE]
        rest += graded[PER_GRADE:]
    order += rest[::-1]
    if place >= len(order):
        raise Refused("no_such_puzzle")
    return order[place]


def wire_puzzle(puzzle: Puzzle) -> study.PuzzlePosition:
    """Return a puzzle without its solution."""
    return study.PuzzlePosition(
        number=puzzle.number,
        rules=puzzle.rules,
        grade=puzzle.grade,
        board=wire_pylos(puzzle.state, None, moves=True),
    )


def try_puzzle(puzzle: Puzzle, moves: list[str]) -> study.PuzzleAnswer:
    """Return what becomes of the last of `moves`, after which the opponent has answered.

    `moves` alternate: the player's, the opponent's, and so on, the last one the player's.

    Raises:
        Refused: a move is not allowed.
    """
    state = puzzle.state
    me = state.side
    for text in moves[:-1]:
        state = _play(state, text)
    if state.side != me or state.outcome is not None:
        raise Refused("stale")
    move = _find(state, moves[-1])
    _, judgement = judge_state(state)
    verdict = judgement.verdicts[move]
    right = str(move) == puzzle.solution if len(moves) == 1 else verdict.value == "win"
    after = state.play(move)
    last = Last(me, str(move))
    reply = reply_idea = None
    if after.outcome is None:
        # Never gives value away, and in a lost position looks for the hardest answer.
        answer = bots.make("pylos", "best").choose(after, seed=0)
        reply, reply_idea = str(answer), find_idea(after, answer)
        last = Last(after.side, reply)
        after = after.play(answer)
    return study.PuzzleAnswer(
        right=right,
        worth=verdict.value,
        reply=reply,
        reply_idea=reply_idea,
        board=wire_pylos(after, last, moves=right and after.outcome is None),
        outcome=wire_ending(after.outcome),
        distance=verdict.distance,
    )


def hint_puzzle(puzzle: Puzzle, step: int) -> study.PuzzleHint:
    """Return the idea, and at the second step where the ball lands."""
    target = format_cell(Move.parse(puzzle.solution).target) if step > 1 else None
    return study.PuzzleHint(idea=puzzle.idea, target=target)


def solve_puzzle(puzzle: Puzzle) -> study.PuzzleSolution:
    """Return the winning move."""
    return study.PuzzleSolution(move=puzzle.solution, distance=puzzle.distance, idea=puzzle.idea)


def _find(state: State, text: str) -> Move:
    try:
        return state.find_move(text)
    except SommetError as error:
        raise refuse_move(text, error) from error


def _play(state: State, text: str) -> State:
    return state.play(_find(state, text))
