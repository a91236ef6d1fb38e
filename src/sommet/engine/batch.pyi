"""Games for learners. Use sommet.adapters."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class PylosGame:
    """One game of Pylos, action by action."""

    def __init__(self, rules: tuple[bool, bool, bool, bool], limit: int) -> None: ...

    def begin(self, seed: int) -> None:
        """Start afresh; the seed decides this deal and the ones after it."""

    def deal(self) -> None:
        """Start the next game."""

    def act(self, action: int) -> None:
        """Play a numbered action; raise ValueError if it is not legal."""

    def is_legal(self, action: int) -> bool:
        """Whether a numbered action may be played."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions, ascending; none when over."""

    def observe(self, seat: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """What a seat may know, as a new array."""

    def mask(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
        """1 for every legal action, as a new array."""

    def result(self, seat: int) -> float:
        """What the game is worth to a seat once it is over."""

    def roll_out(self, seed: int) -> list[float]:
        """Play a copy to its end at random; return each seat's result."""

    def copy(self) -> PylosGame:
        """A game that goes on by itself."""

    def __deepcopy__(self, memo: object) -> PylosGame: ...

    def __getstate__(self) -> tuple[tuple[bool, bool, bool, bool], int, int, int, int, int, list[int]]: ...

    def __setstate__(self, arg: tuple[tuple[bool, bool, bool, bool], int, int, int, int, int, Sequence[int]], /) -> None: ...

    @property
    def actor(self) -> int:
        """The seat to act, -1 when over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def light(self) -> int: ...

    @property
    def dark(self) -> int: ...

    @property
    def side(self) -> int:
        """Whose turn it is: 0 light, 1 dark; once over, whose it would be."""

    @property
    def stage(self) -> int:
        """
        0: a ball is to land, 1: a first ball, 2: a second ball may be taken back.
        """

    def set_position(self, light: int, dark: int, side: int) -> None:
        """Start from a position that balls can lie in."""

    @property
    def occurred(self) -> int:
        """How often the position at the start of this turn has occurred."""

class PylosBatch:
    """Many games of Pylos."""

    def __init__(self, size: int, rules: tuple[bool, bool, bool, bool], limit: int, seed: int, threads: int) -> None: ...

    @property
    def size(self) -> int:
        """How many games there are."""

    @property
    def threads(self) -> int:
        """How many threads share the work."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
        """Per game what the seat to act may know; rewritten by every step."""

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]:
        """Per game 1 for every legal action; rewritten by every step."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """Per game what each seat got by the last step."""

    @property
    def dones(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Per game whether the last step ended it; a new one has begun."""

    @property
    def actors(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """Per game the seat to act."""

    def begin(self, seed: int) -> None:
        """Start every game afresh, game i from seed + i."""

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Play one action in every game; if one is not legal raise ValueError and play none.
        """

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Fill in a legal action for every game, each equally likely."""

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def raises() -> list[tuple[int, int]]:
    """The ball and the cell of every raise that has a number, in order."""

class PacalGame:
    """One round of Pacal, action by action."""

    def __init__(self, rules: int) -> None: ...

    def begin(self, seed: int) -> None:
        """Start afresh; the seed decides this deal and the ones after it."""

    def deal(self) -> None:
        """Start the next game."""

    def act(self, action: int) -> None:
        """Play a numbered action; raise ValueError if it is not legal."""

    def is_legal(self, action: int) -> bool:
        """Whether a numbered action may be played."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions, ascending; none when over."""

    def observe(self, seat: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """What a seat may know, as a new array."""

    def mask(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
        """1 for every legal action, as a new array."""

    def result(self, seat: int) -> float:
        """What the game is worth to a seat once it is over."""

    def roll_out(self, seed: int) -> list[float]:
        """Play a copy to its end at random; return each seat's result."""

    def copy(self) -> PacalGame:
        """A game that goes on by itself."""

    def __deepcopy__(self, memo: object) -> PacalGame: ...

    def __getstate__(self) -> tuple[tuple[bool, bool, bool, bool, bool, bool, bool], tuple[int, int, int, int, int], tuple[int, int], bytes, bytes]: ...

    def __setstate__(self, arg: tuple[tuple[bool, bool, bool, bool, bool, bool, bool], tuple[int, int, int, int, int], tuple[int, int], bytes, bytes], /) -> None: ...

    @property
    def actor(self) -> int:
        """The seat to act, -1 when over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def deal_seed(self) -> int:
        """The seed that this deal was made from."""

    def lay(self, hand0: int, hand1: int, apex0: int, apex1: int) -> None:
        """Start with these cards, given as bits."""

    def redeal(self, seat: int, seed: int) -> None:
        """Draw the hand that `seat` cannot see again, uniformly."""

    def hand(self, seat: int) -> int:
        """A hand as bits."""

    @property
    def offer(self) -> tuple[int, int]:
        """The two cards on offer, lower first; zeros if there are none."""

    @property
    def is_last(self) -> bool:
        """Whether the player to act may build a last card."""

class PacalBatch:
    """Many rounds."""

    def __init__(self, size: int, rules: int, seed: int, threads: int) -> None: ...

    @property
    def size(self) -> int:
        """How many games there are."""

    @property
    def threads(self) -> int:
        """How many threads share the work."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
        """Per game what the seat to act may know; rewritten by every step."""

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]:
        """Per game 1 for every legal action; rewritten by every step."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """Per game what each seat got by the last step."""

    @property
    def dones(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Per game whether the last step ended it; a new one has begun."""

    @property
    def actors(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """Per game the seat to act."""

    def begin(self, seed: int) -> None:
        """Start every game afresh, game i from seed + i."""

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Play one action in every game; if one is not legal raise ValueError and play none.
        """

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Fill in a legal action for every game, each equally likely."""

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def deal_seed(self, game: int) -> int:
        """The seed that a game's present deal was made from."""

class SoloGame:
    """One game of Pacal alone."""

    def __init__(self, rules: int) -> None: ...

    def begin(self, seed: int) -> None:
        """Start afresh; the seed decides this deal and the ones after it."""

    def deal(self) -> None:
        """Start the next game."""

    def act(self, action: int) -> None:
        """Play a numbered action; raise ValueError if it is not legal."""

    def is_legal(self, action: int) -> bool:
        """Whether a numbered action may be played."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions, ascending; none when over."""

    def observe(self, seat: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """What a seat may know, as a new array."""

    def mask(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
        """1 for every legal action, as a new array."""

    def result(self, seat: int) -> float:
        """What the game is worth to a seat once it is over."""

    def roll_out(self, seed: int) -> list[float]:
        """Play a copy to its end at random; return each seat's result."""

    def copy(self) -> SoloGame:
        """A game that goes on by itself."""

    def __deepcopy__(self, memo: object) -> SoloGame: ...

    def __getstate__(self) -> tuple[tuple[bool, bool, bool, bool, bool, bool, bool], tuple[int, int, int, int, int], bytes, bytes]: ...

    def __setstate__(self, arg: tuple[tuple[bool, bool, bool, bool, bool, bool, bool], tuple[int, int, int, int, int], bytes, bytes], /) -> None: ...

    @property
    def actor(self) -> int:
        """The seat to act, -1 when over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def deal_seed(self) -> int:
        """The seed that this deal was made from."""

class SoloBatch:
    """Many games of Pacal alone."""

    def __init__(self, size: int, rules: int, seed: int, threads: int) -> None: ...

    @property
    def size(self) -> int:
        """How many games there are."""

    @property
    def threads(self) -> int:
        """How many threads share the work."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
        """Per game what the seat to act may know; rewritten by every step."""

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]:
        """Per game 1 for every legal action; rewritten by every step."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """Per game what each seat got by the last step."""

    @property
    def dones(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Per game whether the last step ended it; a new one has begun."""

    @property
    def actors(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """Per game the seat to act."""

    def begin(self, seed: int) -> None:
        """Start every game afresh, game i from seed + i."""

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Play one action in every game; if one is not legal raise ValueError and play none.
        """

    @overload
    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Fill in a legal action for every game, each equally likely."""

    @overload
    def pick(self, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def deal_seed(self, game: int) -> int:
        """The seed that a game's present deal was made from."""
