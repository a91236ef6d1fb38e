"""Playing with other programs by the engine protocol (docs/engine-protocol.md).

`ProgramBot` plays any program that speaks it; `Speaker` lets others play Sommet's own players.
"""

from sommet.programs.client import ProgramBot, ProgramError
from sommet.programs.speaker import Speaker
from sommet.programs.views import format_view, parse_view

__all__ = ["ProgramBot", "ProgramError", "Speaker", "format_view", "parse_view"]
