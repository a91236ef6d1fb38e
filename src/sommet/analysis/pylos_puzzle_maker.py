"""Finding Pylos puzzles: positions with one winning move, graded by depth and surprise.

Candidates come from games between human-like levels, so they look like positions that happen. A
position is kept when the tables say that exactly one legal move wins and several others are there
look tempting. The grade depends on how often the levels miss it: each tries it with several seeds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from sommet.analysis.pylos_judge import Judge
from sommet.analysis.pylos_puzzles import GRADES, IDEAS, Puzzle, find_idea, grade_puzzle
from sommet.bots.pylos.humanlike import STANDARD, make_humanlike
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.workers import InProcess, Pool

#: Fewer moves than this make no puzzle.
MIN_MOVES = 6
#: A win shorter than this is a move, not a puzzle.
MIN_DISTANCE = 3
TRIES_PER_LEVEL = 6
_MAX_GAME_MOVES = 120
#: Levels 1 to 7, each with the ladder of the rules that it plays by.
LEVELS = tuple(make_humanlike(str(number)) for number in range(1, len(STANDARD) + 1))


def find_puzzles(
    options: Options, judge: Judge, seed: int, *, pool: Pool | None = None
) -> Iterator[Puzzle]:
    """Yield puzzles without end, no position twice, the same ones for the same seed.

    Args:
        options: The rules that the puzzles are played by.
        judge: Must know exact values and distances: a full table.
        seed: Decides which games are played.
        pool: Who looks for puzzles in the games; the judge goes to each of them.
    """
    number = 0
    for found in (pool or InProcess()).map(
        partial(_search_game, judge), _new_positions(options, seed)
    ):
        for puzzle in found:
            number += 1
            yield replace(puzzle, number=number)


def _new_positions(options: Options, seed: int) -> Iterator[list[State]]:
    """Yield, game by game without end, the positions that did not occur before."""
    seen: set[str] = set()
    for states in play_games(options, seed):
        new = []
        for state in states:
            text = state.format()
            if text not in seen:
                seen.add(text)
                new.append(state)
        yield new


def play_games(options: Options, seed: int) -> Iterator[Iterator[State]]:
    """Yield without end games between human-like levels, each as its positions."""
    random = Random(seed)
    while True:
        yield _play_game(options, random)


def _search_game(judge: Judge, states: list[State]) -> list[Puzzle]:
    puzzles = (make_puzzle(state, judge, 1) for state in states)
    return [puzzle for puzzle in puzzles if puzzle is not None]


def _play_game(options: Options, random: Random) -> Iterator[State]:
    levels = [LEVELS[random.below(len(LEVELS))] for _ in range(2)]
    state = State.start(options)
    for _ in range(_MAX_GAME_MOVES):
        if state.outcome is not None:
            return
        yield state
        state = state.play(levels[state.side].choose(state, seed=random.next64()))


def make_puzzle(state: State, judge: Judge, number: int) -> Puzzle | None:
    """Return `state` as a puzzle, or None if it does not qualify."""
    if len(state.legal_moves) < MIN_MOVES:
        return None
    verdicts = judge.judge(state).verdicts
    winning = [move for move, verdict in verdicts.items() if verdict.value == "win"]
    if len(winning) != 1:
        return None
    (solution,) = winning
    distance = verdicts[solution].distance
    if distance is None or distance < MIN_DISTANCE:
        return None
    missed = share_missed(state, str(solution))
    return Puzzle(
        number,
        state.options.preset_name,
        state.options.takeback,
        state.format(),
        str(solution),
        distance,
        missed,
        grade_puzzle(distance, missed),
        find_idea(state, solution),
    )


def spread_puzzles(candidates: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return `count` of the candidates, or all, easy first.

    Grades are as even as they come, and within a grade so are ideas.
    """
    graded = ([p for p in candidates if p.grade == grade] for grade in GRADES)
    by_grade = [
        _take_turns([p for p in of_grade if p.idea == idea] for idea in IDEAS)
        for of_grade in graded
    ]
    chosen = _take_turns(by_grade)[:count]
    return sorted(chosen, key=lambda p: (p.grade, p.number))


def _take_turns(groups: Iterable[list[Puzzle]]) -> list[Puzzle]:
    """Return all puzzles: the first of each group, then the second of each, and so on."""
    rounds = zip_longest(*groups)
    return [puzzle for each in rounds for puzzle in each if puzzle is not None]


def share_missed(state: State, solution: str) -> int:
    """Return in how many of a hundred tries the human-like levels do not play `solution`."""
    tries = len(LEVELS) * TRIES_PER_LEVEL
    missed = sum(
        str(level.choose(state, seed=attempt)) != solution
        for level in LEVELS
        for attempt in range(TRIES_PER_LEVEL)
    )
    return round(100 * missed / tries)
