"""What the page's core must answer, worked out with the Python library alone."""

from typing import Any

from page_build.boards import ending, pylos_board, round_board, solo_board
from sommet import pacal, pylos


def pylos_state(state: pylos.State, last: pylos.Move | None) -> Any:
    """What `pylos.game` answers."""
    played = None if last is None else (1 - state.side, str(last))
    board = pylos_board(state, played, moves=state.outcome is None)
    return {"board": board, "ply": state.ply, "outcome": ending(state.outcome)}


def round_state(view: pacal.View, opened: pacal.Round | None) -> Any:
    """What `pacal.round` and `pacal.view` answer; `opened` where all cards lie open."""
    actions = [str(action) for action in view.legal_moves]
    return {"board": round_board(view, opened), "actions": actions}


def solo_state(solo: pacal.Solo) -> Any:
    """What `pacal.solo` answers."""
    over = solo.outcome is not None
    board = solo_board(solo.view(), solo if over else None, choices=not over)
    return {"board": board, "actions": [str(action) for action in solo.view().legal_moves]}
