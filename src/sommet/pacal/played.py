"""What a round and a solo game share: cards dealt once, then played action by action."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, NoReturn, Protocol, Self, TypeVar

from sommet.arguments import check_items
from sommet.errors import IllegalMove, InvalidMove
from sommet.pacal.actions import Action, Build, Decline, Offer, Take, parse_action
from sommet.pacal.illegal import ActionRefusal
from sommet.pacal.options import Options


class Core(Protocol):
    """A table of the compiled core, with its deal and history."""

    def __init__(self, deck: bytes, rules: int, history: Sequence[int] = ...) -> None: ...

    def play(self, code: int, /) -> Self | None:
        """Return the next table, or None if the action is not legal."""

    def same(self, other: Self, /) -> bool:
        """Return whether deal, rules and history are equal."""

    @property
    def deck(self) -> bytes:
        """The cards as dealt."""

    @property
    def history(self) -> tuple[Any, ...]:
        """Every action so far."""

    @property
    def history_codes(self) -> list[int]:
        """The same as numbers."""

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        """What may be done now."""


C = TypeVar("C", bound=Core)
_P = TypeVar("_P", bound="Played[Any]")


class Played(ABC, Generic[C]):
    """The full truth of a game with cards: immutable, hashable, comparable and picklable."""

    __slots__ = ("_core", "options")

    #: The core's class.
    _kind: type[C]
    _core: C
    options: Options

    def __init__(self, options: Options, deck: bytes) -> None:
        _set_core(self, self._kind(deck, options.code))
        _set_options(self, options)

    @abstractmethod
    def _why_not(self, action: Action) -> ActionRefusal:
        """Return why `action`, which is not legal, is refused."""

    @abstractmethod
    def _position(self) -> str:
        """Return what everybody sees, for a refusal."""

    def play(self, action: Action | str) -> Self:
        """Return the game after `action`; this one stays as it is.

        Raises:
            InvalidMove: The text is not an action.
            IllegalMove: The rules do not allow it here; says the clause and the public position.
        """
        if not isinstance(action, _ACTIONS):
            action = self._read(action)
        after = self._core.play(action.code)
        if after is None:
            refusal = self._why_not(action)
            raise IllegalMove(
                str(action),
                refusal.why,
                clause=refusal.clause,
                position=self._position(),
                reason=refusal.reason,
            )
        new = _new(type(self))
        _set_core(new, after)
        _set_options(new, self.options)
        return new

    def _play_all(self, history: Iterable[Action | str]) -> Self:
        game = self
        for action in check_items(history, "actions"):
            game = game.play(action)
        return game

    def is_legal(self, action: Action | str) -> bool:
        """Return whether `play` accepts an action or its text.

        Raises:
            InvalidMove: The text is not an action.
        """
        read = action if isinstance(action, _ACTIONS) else self._read(action)
        return self._core.play(read.code) is not None

    def _read(self, text: str) -> Action:
        try:
            return parse_action(text)
        except InvalidMove as error:
            raise InvalidMove(text, error.why, position=self._position()) from None

    @property
    def legal_moves(self) -> tuple[Action, ...]:
        """What the player to act may do; empty when the game is over."""
        return self._core.legal_moves

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action so far. All actions are public."""
        return self._core.history

    @property
    def ply(self) -> int:
        """How many actions were played since the cards were dealt."""
        return len(self._core.history_codes)

    @abstractmethod
    def to_svg(self) -> str:
        """Return an SVG drawing."""

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Played) or other._kind is not self._kind:
            return NotImplemented
        return self.options == other.options and self._core.same(other._core)

    def __hash__(self) -> int:
        return hash((self.options, self._core.deck, tuple(self._core.history_codes)))

    def __reduce__(self) -> tuple[object, ...]:
        return (restore, (type(self), self.options, self._core.deck, self._core.history_codes))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"a {kind} never changes; play() returns a new one (setting {name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes (deleting {name})")


_ACTIONS = (Offer, Take, Build, Decline)
# The slots' own setters get past __setattr__, which guards the state from everybody else.
_new = object.__new__
_set_core = Played.__dict__["_core"].__set__
_set_options = Played.__dict__["options"].__set__


def restore(cls: type[_P], options: Options, deck: bytes, codes: Sequence[int]) -> _P:
    """Return the game of this deal after the actions with these codes."""
    new = _new(cls)
    _set_core(new, cls._kind(deck, options.code, codes))
    _set_options(new, options)
    return new
