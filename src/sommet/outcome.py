"""How a game, round or match ended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """An ending: who won, why, and the clause that says so.

    Attributes:
        winner: The winning seat (0 or 1), or None for a draw.
        reason: A short stable key such as `summit`, `empty-reserve`, `repetition`, `complete`,
            `stuck`, `difference`, `time`, `resignation`, `agreement`.
        clause: The clause or ruling id, such as `PYL-6`.
    """

    winner: int | None
    reason: str
    clause: str

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner is None
