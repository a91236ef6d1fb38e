"""The endings of a round, as the core numbers them."""

from sommet.outcome import Outcome

#: (reason key, clause) in the order of the core's enum Reason; 0 is no ending.
ENDINGS: tuple[tuple[str, str], ...] = (
    ("", ""),
    ("complete", "PAC-7"),
    ("complete", "PAC-R2"),
    ("difference", "PAC-7"),
    ("fewest-covers", "PAC-R5"),
    ("equal-difference", "PAC-R5"),
    ("stuck", "PAC-8"),
    ("most-fields", "PAC-R3"),
    ("both-stuck", "PAC-R3"),
    ("most-fields", "PAC-R4"),
    ("fewest-covers", "PAC-R4"),
    ("nobody-complete", "PAC-R4"),
)


def round_outcome(reason: int, winner: int) -> Outcome | None:
    """Return the ending for the core's two numbers, or None while the round is running."""
    if not reason:
        return None
    key, clause = ENDINGS[reason]
    return Outcome(winner if winner < 2 else None, key, clause)
