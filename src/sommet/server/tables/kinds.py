"""The kinds of tables: by which rules each is played, and how a game of it begins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sommet import pacal, pylos
from sommet.match.game_progress import GameProgress
from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.match.rulings import PRESETS
from sommet.pylos.options import CLAUSES, SETTINGS, USUAL_REPETITION
from sommet.server.protocol.base import RulingInForce, RulingValue
from sommet.server.protocol.http import Preset, Ruling

_PYLOS_CHOICES: dict[str, tuple[str, list[RulingValue]]] = {
    **{name: (CLAUSES[name], list(settings)) for name, settings in SETTINGS.items()},
    "repetition": (CLAUSES["repetition"], [USUAL_REPETITION, 2, 4, 5, None]),
}
#: Rulings of Pacal that can be read but not set.
_FIXED: tuple[tuple[str, str, str], ...] = (
    ("build_order", "PAC-R1", "chooser-first"),
    ("complete_and_stuck", "PAC-R2", "complete-wins"),
    ("next_beginner", "PAC-R7", "higher-apex"),
    ("last_cards", "PAC-R8", "one-turn"),
    ("stuck_loses", "PAC-R10", "round"),
)
#: What matters alone; the first does not matter in the duel.
_SOLO_RULINGS = ("solo_cover", "cover_anytime")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of table.

    Attributes:
        presets: Its sets of rules by name.
        rulings: What can be set.
        fixed: Rulings that can be read but not set.
        options: The game's options for a preset and the rulings that differ from it; raises
            `InvalidOptions` where there is no such preset, ruling or setting.
        in_force: Every ruling of a game with these options; the second argument is the seat that
            the opener wished for, `light`, `dark` or `lot`.
        begin: A new game.
        deal: The text of the deal that a shuffled deck makes.
    """

    presets: Sequence[Preset]
    rulings: Sequence[Ruling]
    fixed: Sequence[RulingInForce]
    options: Callable[[str, Mapping[str, RulingValue]], Any]
    in_force: Callable[[Any, str], list[RulingInForce]]
    begin: Callable[[Any], GameProgress]
    deal: Callable[[bytes], str]


def _in_force(name: str, clause: str, value: RulingValue, default: RulingValue) -> RulingInForce:
    return RulingInForce(
        name=name, clause=clause, value=value, default=default, is_default=value == default
    )


# Pylos.


def _pylos_in_force(options: Any, seat: str) -> list[RulingInForce]:
    """Return the three rulings that can be set, and how sides are given (PYL-R4)."""
    return [
        *(
            _in_force(name, clause, getattr(options, name), choices[0])
            for name, (clause, choices) in _PYLOS_CHOICES.items()
        ),
        _in_force("light", "PYL-R4", "lot" if seat == "lot" else "chosen", "lot"),
    ]


def _no_cards(deck: bytes) -> str:
    raise ValueError(f"Pylos has no cards, and needs none of these {len(deck)}")


_PYLOS = Kind(
    presets=[
        Preset(name=name, rulings={ruling: c[1][0] for ruling, c in _PYLOS_CHOICES.items()})
        for name in PRESETS["pylos"]
    ],
    rulings=[
        Ruling(
            name=name,
            clause=clause,
            choices=choices,
            any_count=name == "repetition",
            default=choices[0],
        )
        for name, (clause, choices) in _PYLOS_CHOICES.items()
    ],
    fixed=(),
    options=lambda preset, rulings: pylos.Options.preset(preset, **rulings),
    in_force=_pylos_in_force,
    begin=PylosProgress.begin,
    deal=_no_cards,
)


# Pacal, by two and alone.

_BOOK_PRESETS = [
    Preset(
        name=book,
        rulings={name: getattr(pacal.Options.preset(book), name) for name in pacal.RULINGS},
    )
    for book in PRESETS["pacal"]
]
_PACAL_FIXED = [_in_force(name, clause, value, value) for name, clause, value in _FIXED]


def _pacal_options(preset: str, rulings: Mapping[str, Any]) -> pacal.Options:
    return pacal.Options.preset(preset, **rulings)


def _pacal_rulings(names: Sequence[str]) -> list[Ruling]:
    return [
        Ruling(
            name=name,
            clause=pacal.RULINGS[name].clause,
            choices=list(pacal.RULINGS[name].settings),
            any_count=False,
            default=pacal.RULINGS[name].settings[0],
        )
        for name in names
    ]


def _book_in_force(options: Any, names: Sequence[str]) -> list[RulingInForce]:
    book = pacal.Options.preset(options.rulebook)
    return [
        _in_force(name, pacal.RULINGS[name].clause, getattr(options, name), getattr(book, name))
        for name in names
    ]


_DUEL_RULINGS = [name for name in pacal.RULINGS if name != "solo_cover"]

_DUEL = Kind(
    presets=_BOOK_PRESETS,
    rulings=_pacal_rulings(_DUEL_RULINGS),
    fixed=_PACAL_FIXED,
    options=_pacal_options,
    in_force=lambda options, _: [*_book_in_force(options, _DUEL_RULINGS), *_PACAL_FIXED],
    begin=PacalProgress,
    deal=lambda deck: str(pacal.Deal.from_deck(deck)),
)
_SOLO = Kind(
    presets=_BOOK_PRESETS,
    rulings=_pacal_rulings(_SOLO_RULINGS),
    fixed=(),
    options=_pacal_options,
    in_force=lambda options, _: _book_in_force(options, _SOLO_RULINGS),
    begin=SoloProgress,
    deal=lambda deck: str(pacal.SoloDeal.from_deck(deck)),
)

#: By the kind of table: `pylos`, `pacal`, `solo`. Only earlier versions opened tables for solo.
KINDS: dict[str, Kind] = {"pylos": _PYLOS, "pacal": _DUEL, "solo": _SOLO}
