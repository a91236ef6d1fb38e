"""Pylos without a table: alpha-beta search over whole turns."""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


WIN: int = 30000

PROVEN: int = 29800

WEIGHTS: int = 735718

MAX_PLIES: int = 100

NETWORK_INPUTS: int = 11218

NETWORK_WIDE: int = 384

NETWORK_NARROW: int = 16

NETWORK_STAGES: int = 12

NETWORK_ONE: int = 256

NETWORK_SECOND: int = 32

NETWORK_BETWEEN: int = 74752

NETWORK_STEP: int = 4

NETWORK_BYTES: int = 4385240

NETWORK_BLOCKS_AT: int = 2470

class Rules:
    """The rule switches of the core (PYL-5, PYL-8, PYL-R1, PYL-R2)."""

    def __init__(self, squares: bool, lines: bool, takeback_optional: bool, may_raise: bool) -> None: ...

class EvaluationWeights:
    """Fitted evaluation weights: WEIGHTS little-endian int16."""

    def __init__(self, data: bytes) -> None: ...

class Network:
    """
    The search's network: NETWORK_BYTES as its file keeps them, or fewer if it has no rows for blocks of cells.
    """

    def __init__(self, data: bytes) -> None: ...

class Oversights:
    """What a player fails to see; see engine/pylos_search/limits.hpp."""

    def __init__(self, raises: tuple[int, int] = (0, 0), earnings: tuple[int, int] = (0, 0), freed_balls: tuple[bool, bool] = (False, False), blur: int = 0, seed: int = 0) -> None: ...

class LevelSettings:
    """How far a player looks and how much it overlooks."""

    def __init__(self, depth: int, nodes: int, own_slips: int, other_slips: int, freed_slips: int, blur: int, fitted: bool = False) -> None: ...

    @property
    def depth(self) -> int:
        """Moves looked ahead, the player's own included."""

    @property
    def nodes(self) -> int:
        """The most positions visited for one move."""

    @property
    def own_slips(self) -> int:
        """
        In a thousand, how often the player's own raise or square is overlooked, for each cell.
        """

    @property
    def other_slips(self) -> int:
        """The same for the opponent's."""

    @property
    def freed_slips(self) -> int:
        """
        In a thousand, how often a second ball that the first one frees is overlooked.
        """

    @property
    def blur(self) -> int:
        """
        The largest error in the judgement of a position, in hundredths of a logit.
        """

    @property
    def fitted(self) -> bool:
        """Judges with the fitted weights rather than by counting balls."""

BEST_NODES: int = 24000

def drawn_positions(earlier: Sequence[int], limit: int, dark_moves: bool) -> list[tuple[int, int, bool]]:
    """
    The earlier positions of a game whose next occurrence ends it (PYL-R3).
    """

def level_settings(rules: Rules) -> list[LevelSettings]:
    """The players of levels 1 to 7 under these rules."""

def draw_oversights(settings: LevelSettings, seed: int) -> Oversights:
    """What a player fails to see this time."""

class Result:
    """What a search found, moves best first."""

    @property
    def moves(self) -> list[tuple[int, int, int, int]]:
        """(from, to, take1, take2), -1 for none; best first."""

    @property
    def scores(self) -> list[int]:
        """For the side to move; only the best is exact unless every."""

    @property
    def line(self) -> list[tuple[int, int, int, int]]:
        """The principal variation."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def milliseconds(self) -> float: ...

def search(own: int, other: int, rules: Rules, *, base: int = 4, milliseconds: float = 0.0, nodes: int = 0, depth: int = 100, threads: int = 1, every: bool = False, drawn: Sequence[tuple[int, int, bool]] = [], oversights: Oversights | None = None, weights: EvaluationWeights | None = None, network: Network | None = None, cancelled: Callable[[], bool] | None = None) -> Result:
    """
    Search the position of the side to move until a limit, a proof or `cancelled()`.
    """

def minimax(own: int, other: int, rules: Rules, depth: int, *, base: int = 4, drawn: Sequence[tuple[int, int, bool]] = []) -> tuple[list[tuple[int, int, int, int]], int]:
    """
    Return all best moves by plain minimax that counts reserves, and their value: balls ahead, or 1000 less the moves to the end.
    """

def evaluate(own: int, other: int, rules: Rules, weights: EvaluationWeights | None = None) -> int:
    """The static evaluation in hundredths of a logit, for the side to move."""

def judge(own: int, other: int, rules: Rules, network: Network, near_own: int = 0, near_other: int = 0) -> int:
    """
    What the network says in hundredths of a logit, for the side to move; worked out from what differs from a position near by.
    """

def judge_plainly(own: int, other: int, rules: Rules, network: Network) -> int:
    """
    The same without short cuts and without a processor's special instructions.
    """

def network_inputs(own: int, other: int, rules: Rules) -> list[int]:
    """The numbers of the network's inputs that are on."""

def weight_indices(positions: Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], rules: Rules) -> NDArray[numpy.int32]:
    """
    For each position (own, other), the weights that its evaluation adds up.
    """

def weight_classes() -> NDArray[numpy.int32]:
    """For each weight, the lowest-numbered weight that symmetry ties it to."""
