"""The interactive lessons: every step's board, every move's result, played out by the engine.

The page shows them without a server: `python -m sommet.server.lessons` writes them as JSON.
"""

from sommet.server.lessons.pacal import PACAL_STEPS
from sommet.server.lessons.pylos import PYLOS_STEPS
from sommet.server.lessons.step import Step, tell_step

#: By game, in the order they are taught.
LESSONS: dict[str, tuple[Step, ...]] = {"pylos": PYLOS_STEPS, "pacal": PACAL_STEPS}

__all__ = ["LESSONS", "Step", "tell_step"]
