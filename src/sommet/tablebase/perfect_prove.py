"""Prove that the perfect player wins every won position: settle all games, check every step."""

from dataclasses import dataclass

from sommet.tablebase.perfect_make import Exceptions, Progress, Work, settle_all, watch


@dataclass(frozen=True, slots=True)
class PlayerVerdict:
    """What the check of all positions found.

    Attributes:
        open: Positions from which the game might never end.
        proved: Won and lost positions, mirror images apart, whose every step was checked.
        wrong: Positions at which a step does not bring the end nearer.
        first_wrong: The number of the first of those, or -1.
        won: Won positions, mirror images apart.
        moves: Moves to the end from these, against the best defence, added up.
        best: The same if the player knew the distances.
        longest: The most moves that any win takes.
    """

    open: int
    proved: int
    wrong: int
    first_wrong: int
    won: int
    moves: int
    best: int
    longest: int

    @property
    def passed(self) -> bool:
        """Whether the player provably wins from everywhere."""
        return not self.open and not self.wrong and self.proved > 0


def prove_player(
    work: Work, exceptions: Exceptions, progress: Progress | None = None
) -> PlayerVerdict:
    """Return the verdict on a player; `work` must have been made with the same exceptions."""
    watch(work, "the player's choices", progress)
    work.find_choices()
    left = settle_all(work, progress)
    watch(work, "every step checked", progress)
    proved, wrong, first = work.prove(exceptions.numbers, exceptions.places)
    watch(work, "lengths", progress)
    moves, best, won, longest = work.lengths()
    return PlayerVerdict(left, proved, wrong, first, won, moves, best, longest)
