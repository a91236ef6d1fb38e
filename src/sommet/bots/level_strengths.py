"""How strong each level was found to be, by game and set of rules.

Elo above the player who moves at random, with half of the 95 % interval. The figures are those of
docs/levels-pylos.md and docs/levels-pacal.md, where the commands are; a test compares them.
"""

from typing import Final

#: By game and preset: (Elo, margin) of level 1, 2, …
STRENGTHS: Final[dict[str, dict[str, tuple[tuple[int, int], ...]]]] = {
    "pylos": {
        "children": (
            (188, 49),
            (420, 54),
            (600, 58),
            (814, 63),
            (1058, 65),
            (1295, 79),
            (1512, 81),
            (1789, 95),
        ),
        "standard": (
            (271, 56),
            (541, 64),
            (743, 70),
            (1018, 79),
            (1273, 84),
            (1578, 95),
            (1729, 95),
            (1914, 100),
        ),
        "expert": (
            (268, 51),
            (562, 62),
            (838, 69),
            (1144, 86),
            (1476, 97),
            (1790, 102),
            (1994, 104),
            (2363, 125),
        ),
    },
    "pacal": {
        "en": (
            (452, 42),
            (540, 43),
            (645, 41),
            (730, 42),
            (808, 43),
            (925, 44),
            (1017, 45),
            (1222, 51),
        ),
    },
}


def strengths(game: str, preset: str) -> tuple[tuple[int, int], ...]:
    """Return (Elo, margin) of each level, weakest first; of the nearest rules that were measured.

    The Pacal books differ in one tie-break only, so one measurement stands for all of them.
    """
    measured = STRENGTHS[game]
    return measured.get(preset) or measured["standard" if game == "pylos" else "en"]
