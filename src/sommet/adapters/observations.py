"""The layout of observations, byte by byte.

Each layout lists (name, size, largest value) in order; the bytes of a part follow each other.
Cards are numbers from 1 to 50, 0 stands for none; yes is 1, no is 0.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Layout = tuple[tuple[str, int, int], ...]

PYLOS: Final[Layout] = (
    ("own balls, by cell", 30, 1),
    ("the other's balls, by cell", 30, 1),
    ("the ball already taken back this turn, by cell", 30, 1),
    ("a ball is to land", 1, 1),
    ("a first ball is to be taken back", 1, 1),
    ("a second ball may be taken back", 1, 1),
    ("own reserve", 1, 15),
    ("the other's reserve", 1, 15),
    ("this seat is dark", 1, 1),
    ("this seat is to act", 1, 1),
    ("occurrences of the position at the start of this turn", 1, 255),
    ("rules: squares earn take-backs", 1, 1),
    ("rules: lines earn take-backs", 1, 1),
    ("rules: taking back is optional", 1, 1),
    ("rules: an empty reserve may raise", 1, 1),
)

_PACAL_RULES: Final[Layout] = (
    ("rules: the largest difference wins", 1, 1),
    ("rules: solo allows covering", 1, 1),
    ("rules: most fields win if neither can build", 1, 1),
    ("rules: most fields win if nobody is complete", 1, 1),
    ("rules: fewest covers break a tie", 1, 1),
    ("rules: covering is allowed although an empty field fits", 1, 1),
)

PACAL: Final[Layout] = (
    ("own hand, by card", 50, 1),
    ("cards whose place this seat cannot know, by card", 50, 1),
    ("own pyramid: visible card, by field", 10, 50),
    ("own pyramid: covered card, by field", 10, 50),
    ("the other's pyramid: visible card, by field", 10, 50),
    ("the other's pyramid: covered card, by field", 10, 50),
    ("on offer: lower card", 1, 50),
    ("on offer: higher card", 1, 50),
    ("own card received and not built", 1, 50),
    ("the other's card received and not built", 1, 50),
    ("own apex card", 1, 50),
    ("the other's apex card", 1, 50),
    ("phase: offer", 1, 1),
    ("phase: take", 1, 1),
    ("phase: build", 1, 1),
    ("phase: last card", 1, 1),
    ("turn", 1, 15),
    ("this seat offers in this turn", 1, 1),
    ("this seat is to act", 1, 1),
    ("this seat declined", 1, 1),
    ("the other declined", 1, 1),
    ("own hand size", 1, 15),
    ("the other's hand size", 1, 15),
    *_PACAL_RULES,
)

SOLO: Final[Layout] = (
    ("cards not drawn yet, by card", 50, 1),
    ("visible card, by field", 10, 50),
    ("covered card, by field", 10, 50),
    ("card to build", 1, 50),
    ("cards built", 1, 20),
    *_PACAL_RULES,
)


def size_of(layout: Layout) -> int:
    """Return how many bytes an observation has."""
    return sum(size for _, size, _ in layout)


def largest_values(layout: Layout) -> NDArray[np.uint8]:
    """Return the largest value of every byte, for the bounds of an observation space."""
    return np.concatenate([np.full(size, most, np.uint8) for _, size, most in layout])


def describe(layout: Layout) -> str:
    """Return a table of the layout: bytes, meaning, largest value."""
    lines, at = ["| bytes | meaning | up to |", "|---|---|---|"], 0
    for name, size, most in layout:
        span = str(at) if size == 1 else f"{at} … {at + size - 1}"
        lines.append(f"| {span} | {name} | {most} |")
        at += size
    return "\n".join(lines)
