"""Pylos for the page."""

from collections.abc import Sequence
from typing import Any, cast

from sommet.match.game_progress import GameProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.pylos import (
    Landing,
    Move,
    Options,
    State,
    TouchRefusal,
    find_touch_refusals,
    format_cell,
)
from sommet.pylos.cells import cells_in
from sommet.server.protocol import boards
from sommet.server.protocol.base import RulingInForce, RulingValue
from sommet.server.protocol.http import Preset, Ruling
from sommet.server.protocol.table import MatchScore
from sommet.server.tables.presenters.face import Last, Sealed, wire_seat

_CHOICES: dict[str, tuple[str, list[RulingValue]]] = {
    "takeback": ("PYL-R1", ["compulsory", "optional"]),
    "reserve": ("PYL-R2", ["lose", "may-raise"]),
    "repetition": ("PYL-R3", [3, 2, 4, 5, None]),
}


def _wire_landing(landing: Landing) -> boards.Landing:
    return boards.Landing(
        source=None if landing.source is None else format_cell(landing.source),
        target=format_cell(landing.target),
        may_stop=landing.may_stop,
        takes=[
            boards.TakeChoice(
                cell=format_cell(cell),
                may_stop=True,
                then=[format_cell(second) for second in landing.after(cell)],
            )
            for cell in landing.after()
        ],
    )


def _wire_refused(refused: TouchRefusal) -> boards.RefusedTouch:
    return boards.RefusedTouch(
        doing=refused.doing,
        source=None if refused.source is None else format_cell(refused.source),
        reason=refused.reason,
        clause=refused.clause,
        cells=[format_cell(cell) for cell in refused.cells],
    )


def _wire_move(last: Last) -> boards.PylosMove:
    move = Move.parse(last.move)
    return boards.PylosMove(
        seat=wire_seat(last.seat),
        move=last.move,
        source=None if move.source is None else format_cell(move.source),
        target=format_cell(move.target),
        taken=[format_cell(cell) for cell in move.taken],
    )


class PylosFace:
    """Pylos: nothing is hidden, and only the player to move gets the legal moves."""

    presets: Sequence[Preset] = [
        Preset(name=name, rulings={ruling: c[1][0] for ruling, c in _CHOICES.items()})
        for name in ("children", "standard", "expert")
    ]
    rulings: Sequence[Ruling] = [
        Ruling(
            name=name,
            clause=clause,
            choices=choices,
            any_count=name == "repetition",
            default=choices[0],
            modes=["computer", "hotseat", "friend"],
        )
        for name, (clause, choices) in _CHOICES.items()
    ]
    fixed: Sequence[RulingInForce] = ()

    def options(self, preset: str, rulings: dict[str, RulingValue]) -> Options:
        """Return the options of a preset with some rulings changed."""
        return Options.preset(preset, **rulings)

    def in_force(self, options: Any, seat: str) -> list[RulingInForce]:
        """Return the three rulings that can be set, and how sides are given (PYL-R4)."""
        assert isinstance(options, Options)
        result = [
            RulingInForce(
                name=name,
                clause=clause,
                value=getattr(options, name),
                default=choices[0],
                is_default=getattr(options, name) == choices[0],
            )
            for name, (clause, choices) in _CHOICES.items()
        ]
        light = RulingInForce(
            name="light",
            clause="PYL-R4",
            value="lot" if seat == "lot" else "chosen",
            default="lot",
            is_default=seat == "lot",
        )
        return [*result, light]

    def begin(self, options: Any) -> GameProgress:
        """Return a game on the empty board."""
        assert isinstance(options, Options)
        return PylosProgress.begin(options)

    def deal(self, deck: bytes) -> str:
        """Refuse: there are no cards."""
        raise ValueError(f"Pylos has no cards, and needs none of these {len(deck)}")

    def view(self, progress: GameProgress, seat: int) -> State:  # noqa: ARG002 - both see everything
        """Return the state: both players see everything."""
        return cast(PylosProgress, progress).state

    def replay_board(self, state: Any, last: Last | None) -> boards.PylosBoard:
        """Return the position."""
        assert isinstance(state, State)
        return wire_pylos(state, last)

    def match_score(
        self,
        progress: GameProgress,  # noqa: ARG002 - a game of Pylos is one round
        sealed: Sequence[Sealed],  # noqa: ARG002
    ) -> MatchScore | None:
        """Return nothing: a game of Pylos is one round."""
        return None


def wire_pylos(
    state: State, last: Last | None, *, moves: bool = False, over: bool = False
) -> boards.PylosBoard:
    """Return a position, with what the player to move may touch and why not if `moves`."""
    return boards.PylosBoard(
        position=state.format(),
        light=[format_cell(cell) for cell in cells_in(state.light)],
        dark=[format_cell(cell) for cell in cells_in(state.dark)],
        reserves=[state.reserve(0), state.reserve(1)],
        turn=None if over or state.outcome is not None else wire_seat(state.side),
        repetitions=state.repetitions,
        last_move=None if last is None else _wire_move(last),
        landings=[_wire_landing(landing) for landing in state.landings] if moves else None,
        refused=[_wire_refused(each) for each in find_touch_refusals(state)] if moves else None,
    )
