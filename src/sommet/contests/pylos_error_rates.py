"""How often the levels of Pylos err, counted against exact values."""

from collections.abc import Iterable
from dataclasses import dataclass

from sommet.analysis.pylos_judge import Judge
from sommet.contests.pylos_tournament import PairResult, states_of
from sommet.pylos import Options


@dataclass(slots=True)
class ErrorCount:
    """A player's moves, those where an error was possible, and the errors.

    Attributes:
        moves: All moves judged.
        chances: Moves in positions where not every move keeps the value.
        errors: Moves that gave value away.
    """

    moves: int = 0
    chances: int = 0
    errors: int = 0

    @property
    def share(self) -> float:
        """Errors among all moves."""
        return self.errors / self.moves if self.moves else 0.0

    @property
    def share_of_chances(self) -> float:
        """Errors among the moves where an error was possible."""
        return self.errors / self.chances if self.chances else 0.0


def count_errors(
    results: Iterable[PairResult], players: int, options: Options, judge: Judge
) -> list[ErrorCount]:
    """Return the errors of each player of a round-robin, by the judge's values."""
    counts = [ErrorCount() for _ in range(players)]
    for result in results:
        pair = (result.pairing.first, result.pairing.second)
        for light, game in result.games:
            dark = pair[1] if light == pair[0] else pair[0]
            for state, text in states_of(game, options):
                count = counts[(light, dark)[state.side]]
                verdicts = judge.judge(state).verdicts
                best = max(verdict.rank for verdict in verdicts.values())
                count.moves += 1
                count.chances += any(verdict.rank < best for verdict in verdicts.values())
                count.errors += verdicts[state.find_move(text)].rank < best
    return counts
