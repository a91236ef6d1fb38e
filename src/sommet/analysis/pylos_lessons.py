"""`python -m sommet.analysis.pylos_lessons`: lessons in Pylos from the shipped tables.

A lesson is a kind of position and puzzles of that kind: in each one move wins, or in the lesson on
draws one move draws, and most players try another. Traps and draws have few balls on the board;
endings have many, and what is seen at a glance (who has more in reserve, whether the side to move
can raise, how much of level 3 lies) makes their kind. How often such an ending is won is counted in
positions drawn evenly from the table, and from there the endings come; traps and draws come from
games between human-like levels.

The command writes the lessons' puzzles after the other ones of the collection, and the counts for
the page. Its output is always the same.
"""

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import islice, takewhile
from pathlib import Path

from tqdm import tqdm

from sommet.analysis.pylos_endings import BALLS as ENDING_BALLS
from sommet.analysis.pylos_endings import LEVEL_3, draw_states
from sommet.analysis.pylos_openings import MOST_BALLS, WORTH, shape
from sommet.analysis.pylos_puzzle_maker import (
    LEVELS,
    TRIES_PER_LEVEL,
    play_games,
    spread_puzzles,
)
from sommet.analysis.pylos_puzzles import (
    LESSON_RULES,
    LESSONS,
    RULES,
    Puzzle,
    find_idea,
    format_puzzle,
    grade_puzzle,
    shipped_puzzles,
)
from sommet.pylos import Options, State
from sommet.tablebase.probe import Table, move_values, open_table

COLLECTION = files("sommet.bots") / "data" / "puzzles-pylos.tsv"
#: In the sources: the page shows these counts beside a lesson.
COUNTS = Path(__file__).parents[3] / "web" / "src" / "study" / "puzzles" / "lessonCounts.json"
#: Puzzles of a lesson for each rule set, candidates to choose from, and games to find traps in.
PUZZLES, CANDIDATES, GAMES = 10, 60, 300
#: More positions are drawn with these, as long as a kind of ending has fewer puzzles.
FURTHER_SEEDS = range(2, 10)
#: Fewer moves than this make no puzzle: endings have few anyway.
MIN_MOVES = 3
#: Lessons from positions with few balls on the board.
OPENINGS = ("trap", "draw")
#: Two balls on level 3 are a crown begun.
CROWN = 2


def _lead(state: State) -> int:
    return state.reserve(state.side) - state.reserve(1 - state.side)


def _balls(state: State) -> int:
    return (state.light | state.dark).bit_count()


def _can_raise(state: State) -> bool:
    return any(">" in str(move) for move in state.legal_moves)


#: What makes an ending one of a lesson. A puzzle is the first one's that it fits.
ENDINGS: dict[str, Callable[[State], bool]] = {
    "crown": lambda state: sum((state.light | state.dark) >> c & 1 for c in LEVEL_3) >= CROWN,
    "stuck": lambda state: _lead(state) == 0 and not _can_raise(state),
    "raise": lambda state: _lead(state) == 0 and _can_raise(state),
    "behind": lambda state: _lead(state) < 0,
    "ahead": lambda state: _lead(state) > 0,
}


def find_lesson(state: State, worth: str) -> str | None:
    """Return the lesson that a position of that worth can belong to: `win`, `draw` or `loss`."""
    balls = _balls(state)
    if worth == "draw":
        drawn = balls <= MOST_BALLS and state.options.preset_name in LESSON_RULES["draw"]
        return "draw" if drawn else None
    if worth != "win":
        return None
    if balls <= MOST_BALLS:
        return "trap"
    if balls not in ENDING_BALLS:
        return None
    return next(lesson for lesson, fits in ENDINGS.items() if fits(state))


def make_lesson_puzzle(state: State, table: Table, full: Container[str] = ()) -> Puzzle | None:
    """Return a position as a puzzle of a lesson, or None if it does not qualify.

    A trap catches: what the human-like levels play most is not the move that keeps the value.

    Args:
        state: The position.
        table: The table with the values.
        full: Lessons that need no more puzzles.
    """
    moves = move_values(state, table)
    if len(moves) < MIN_MOVES:
        return None
    worth = max((value.word for value in moves.values()), key=WORTH.__getitem__)
    lesson = find_lesson(state, worth)
    keeping = [move for move, value in moves.items() if value.word == worth]
    if lesson is None or lesson in full or len(keeping) != 1:
        return None
    (solution,) = keeping
    tries = Counter(
        str(level.choose(state, seed=attempt))
        for level in LEVELS
        for attempt in range(TRIES_PER_LEVEL)
    )
    right = tries.pop(str(solution), 0)
    natural, often = tries.most_common(1)[0] if tries else ("", 0)
    if lesson in OPENINGS and right >= often:
        return None
    missed = round(100 * tries.total() / (tries.total() + right))
    return Puzzle(
        0,
        state.options.preset_name,
        state.options.takeback,
        state.format(),
        str(solution),
        0,
        missed,
        grade_puzzle(0, missed),
        find_idea(state, solution),
        lesson,
        natural,
    )


def candidate_states(options: Options, seed: int = 1, games: int = GAMES) -> Iterator[State]:
    """Yield openings of games between human-like levels, then endings drawn from the table."""
    for states in islice(play_games(options, seed), games):
        yield from takewhile(lambda state: _balls(state) <= MOST_BALLS, states)
    yield from draw_states(options)


def find_lesson_puzzles(states: Iterable[State], table: Table) -> Iterator[Puzzle]:
    """Yield the puzzles for all lessons among these positions, mirror images only once."""
    seen: set[tuple[int, int, int]] = set()
    found: Counter[str] = Counter()
    for state in states:
        if shape(state) in seen:
            continue
        seen.add(shape(state))
        full = {lesson for lesson, count in found.items() if count >= CANDIDATES}
        puzzle = make_lesson_puzzle(state, table, full)
        if puzzle is not None:
            found[puzzle.lesson] += 1
            yield puzzle


def find_rare_puzzles(options: Options, table: Table, found: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Yield more puzzles for the endings of which `found` has too few, from further positions."""
    counts = Counter(puzzle.lesson for puzzle in found)
    for seed in FURTHER_SEEDS:
        rare = {lesson for lesson in ENDINGS if counts[lesson] < PUZZLES}
        if not rare:
            return
        states = (s for s in draw_states(options, seed) if find_lesson(s, "win") in rare)
        for puzzle in find_lesson_puzzles(states, table):
            counts[puzzle.lesson] += 1
            yield puzzle


def choose_puzzles(candidates: Sequence[Puzzle]) -> list[Puzzle]:
    """Return each lesson's puzzles, easy ones first, with grades and ideas as even as possible."""
    return [
        puzzle
        for lesson in LESSONS
        for puzzle in spread_puzzles([p for p in candidates if p.lesson == lesson], PUZZLES)
    ]


def count_endings(options: Options) -> dict[str, list[int]]:
    """Return for each lesson how many such endings are lost, drawn and won for the side to move."""
    table = open_table(options)
    tallies: dict[str, Counter[str]] = {lesson: Counter() for lesson in ENDINGS}
    for state in draw_states(options):
        worth = max((v.word for v in move_values(state, table).values()), key=WORTH.__getitem__)
        for lesson, fits in ENDINGS.items():
            tallies[lesson][worth] += fits(state)
    return {lesson: [tally[word] for word in WORTH] for lesson, tally in tallies.items()}


def format_counts(counts: dict[str, dict[str, list[int]]]) -> str:
    """Return the counts as the page's other files are written."""
    rules = (
        f'  "{name}": {{\n'
        + ",\n".join(f'    "{lesson}": {json.dumps(tally)}' for lesson, tally in tallies.items())
        + "\n  }"
        for name, tallies in counts.items()
    )
    return "{\n" + ",\n".join(rules) + "\n}\n"


def main() -> None:
    """Write the puzzles and the counts."""
    general = [puzzle for puzzle in shipped_puzzles() if not puzzle.lesson]
    found: list[Puzzle] = []
    counts = {}
    for rules in tqdm(RULES, unit="rules"):
        options = Options.preset(rules)
        table = open_table(options)
        candidates = list(find_lesson_puzzles(candidate_states(options), table))
        candidates += find_rare_puzzles(options, table, candidates)
        found += choose_puzzles(candidates)
        counts[rules] = count_endings(options)
    lines = (format_puzzle(puzzle) + "\n" for puzzle in (*general, *found))
    Path(str(COLLECTION)).write_text("".join(lines), "utf-8")
    COUNTS.write_text(format_counts(counts), "utf-8")
    for (rules, lesson), count in sorted(Counter((p.rules, p.lesson) for p in found).items()):
        print(f"{rules} {lesson}: {count} puzzles")


if __name__ == "__main__":
    main()
