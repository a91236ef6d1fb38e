"""How strong each level was found to be, by game and set of rules.

Elo counted from the player who moves by lot, with half of the 95 % interval. The figures are those
of docs/levels-pylos.md and docs/levels-pacal.md, where the commands are; a test compares them.
"""

from typing import Final

#: By game and preset: (Elo, margin) of level 1, 2, …
STRENGTHS: Final[dict[str, dict[str, tuple[tuple[int, int], ...]]]] = {
    "pylos": {
        "children": (
            (160, 102),
            (313, 85),
            (458, 110),
            (708, 95),
            (812, 114),
            (1017, 121),
            (1160, 122),
            (1179, 132),
        ),
        "standard": (
            (255, 91),
            (492, 96),
            (693, 106),
            (917, 118),
            (1131, 111),
            (1337, 126),
            (1461, 123),
            (1589, 137),
        ),
        "expert": (
            (167, 108),
            (322, 111),
            (458, 133),
            (602, 114),
            (798, 119),
            (995, 133),
            (1174, 126),
            (1426, 147),
        ),
    },
    "pacal": {
        "en": (
            (472, 50),
            (576, 49),
            (664, 48),
            (780, 48),
            (884, 48),
            (992, 50),
            (1085, 48),
            (1174, 50),
        ),
    },
}


def strengths(game: str, preset: str) -> tuple[tuple[int, int], ...]:
    """Return (Elo, margin) of each level, weakest first; of the nearest rules that were measured.

    The Pacal books differ in one tie-break only, so one measurement stands for all of them.
    """
    measured = STRENGTHS[game]
    return measured.get(preset) or measured["standard" if game == "pylos" else "en"]
