"""The two sides of Pylos and their names."""

from typing import Final

from sommet.errors import SommetError

LIGHT: Final = 0
DARK: Final = 1
SIDE_NAMES: Final = ("light", "dark")


def check_side(side: object) -> int:
    """Return a side (`LIGHT`, `DARK`) for itself or its name; raise SommetError for others."""
    if isinstance(side, str) and side in SIDE_NAMES:
        return SIDE_NAMES.index(side)
    if type(side) is int and side in (LIGHT, DARK):
        return side
    raise SommetError(f"a side is LIGHT (0), DARK (1), 'light' or 'dark', not {side!r}")
