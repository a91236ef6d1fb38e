"""The interactive lessons: every step's board, every move's result, played out by the engine.

The page shows them without a server: `python -m page_build.lessons` writes them as JSON.
"""

from page_build.lessons.pacal import PACAL_STEPS
from page_build.lessons.pylos import PYLOS_STEPS
from page_build.lessons.step import Step, describe_step

#: By game, in the order they are taught.
LESSONS: dict[str, tuple[Step, ...]] = {"pylos": PYLOS_STEPS, "pacal": PACAL_STEPS}

__all__ = ["LESSONS", "Step", "describe_step"]
