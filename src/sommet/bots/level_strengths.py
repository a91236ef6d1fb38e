"""How strong each level was found to be, by game and set of rules.

Elo counted from the player who moves by lot, with half of the 95 % interval. The figures are those
of docs/levels-pylos.md and docs/levels-pacal.md, where the commands are; a test compares them.
"""

from typing import Final

#: By game and preset: (Elo, margin) of level 1, 2, …
STRENGTHS: Final[dict[str, dict[str, tuple[tuple[int, int], ...]]]] = {
    "pylos": {
        "children": (
            (151, 105),
            (328, 83),
            (500, 112),
            (673, 103),
            (736, 94),
            (907, 110),
            (1016, 116),
            (1175, 137),
        ),
        "standard": (
            (207, 109),
            (395, 98),
            (599, 97),
            (718, 115),
            (915, 106),
            (1118, 116),
            (1260, 117),
            (1437, 134),
        ),
        "expert": (
            (213, 119),
            (287, 96),
            (416, 125),
            (543, 98),
            (723, 111),
            (921, 125),
            (997, 113),
            (1203, 125),
        ),
    },
    "pacal": {
        "en": (
            (453, 41),
            (539, 42),
            (644, 43),
            (728, 41),
            (815, 43),
            (926, 44),
            (1029, 46),
            (1142, 46),
        ),
    },
}


def strengths(game: str, preset: str) -> tuple[tuple[int, int], ...]:
    """Return (Elo, margin) of each level, weakest first; of the nearest rules that were measured.

    The Pacal books differ in one tie-break only, so one measurement stands for all of them.
    """
    measured = STRENGTHS[game]
    return measured.get(preset) or measured["standard" if game == "pylos" else "en"]
