"""Pacal players that misjudge like people: levels 1 to 7.

All of them judge with the same network as the best player; the lower the level, the more readily
an action is preferred that looks worse. The temperatures were fitted so that each level beats the
one below by about the same share: docs/levels-pacal.md.
"""

from typing import Final

from sommet.bots.pacal.players import CompiledPacal
from sommet.engine import pacal_players as core
from sommet.errors import InvalidOptions

#: By level, 1 first: how many points of winning chance it takes to matter. The numbers are in
#: engine/pacal_players/levels.hpp, for the page plays them too.
TEMPERATURES: Final = tuple(core.temperatures())


def make_humanlike(number: str | None) -> CompiledPacal:
    """Return the player of a level, "1" to "7"."""
    if number is None or not number.isdecimal() or not 1 <= int(number) <= len(TEMPERATURES):
        raise InvalidOptions(
            f"there are humanlike:1 to humanlike:{len(TEMPERATURES)}, not humanlike:{number or ''}"
        )
    return CompiledPacal(f"humanlike:{number}", "net", temperature=TEMPERATURES[int(number) - 1])
