"""Where a state gets its value from: a provider that sits above this package.

The solved tables are built on the rules, not the other way round, so this module only knows the
name of the module to ask, and imports it when a value is first needed.
"""

import importlib
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from sommet.pylos.move_values import MoveValues
    from sommet.pylos.state import State

PROVIDER = "sommet.tablebase"


class PositionValue(Protocol):
    """What a position is worth to the side to move."""

    @property
    def word(self) -> str:
        """`win`, `loss` or `draw`."""

    @property
    def distance(self) -> int | None:
        """Moves to the end under best play; None for a draw or where it is not known."""


class Oracle(Protocol):
    """What the provider offers."""

    def value(self, state: "State") -> PositionValue:
        """Return the value of a position."""

    def move_values(self, state: "State") -> "MoveValues[PositionValue]":
        """Return the value of each legal move for the side that plays it."""


def find_oracle() -> Oracle:
    """Return the provider."""
    return cast(Oracle, importlib.import_module(PROVIDER))
