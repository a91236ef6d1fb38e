"""What every bot offers."""

import secrets
import threading
from typing import Any, Protocol, runtime_checkable

from sommet.errors import SommetError
from sommet.seeding import check_seed


@runtime_checkable
class SupportsRules(Protocol):
    """A bot that cannot play by every rule, and says so before a game begins."""

    def check_options(self, options: Any) -> None:
        """Raise SommetError where it cannot play by these options."""


def check_bot(bot: object, options: object) -> None:
    """Raise SommetError where a bot cannot play by these options."""
    if isinstance(bot, SupportsRules):
        bot.check_options(options)


def settle_seed(seed: int | None) -> int:
    """Return the seed, or a fresh one where none is given."""
    return secrets.randbits(64) if seed is None else check_seed(seed)


def check_view(view: Any, *kinds: type) -> None:
    """Raise an error that says why where a bot cannot choose a move for this view.

    Args:
        view: What was passed to `choose`.
        kinds: What it may be.

    Raises:
        TypeError: it is something else, such as a `Round`, which knows both hands.
        SommetError: the game is over, or it is the other seat's turn.
    """
    if not any(isinstance(view, kind) for kind in kinds):
        wanted = " or ".join(f"{kind.__module__.split('.')[1]}.{kind.__name__}" for kind in kinds)
        raise TypeError(f"this bot chooses for a {wanted}, not for {type(view).__name__}")
    if view.outcome is not None:
        raise SommetError("the game is over: there is no move to choose")
    if getattr(view, "seat", None) != getattr(view, "actor", None):
        raise SommetError(f"it is not the turn of seat {view.seat}")


class Named:
    """A bot that shows its name: `<bot greedy>`."""

    __slots__ = ()

    name: str

    def __repr__(self) -> str:
        return f"<bot {self.name}>"


@runtime_checkable
class Bot(Protocol):
    """A player that sees only what its seat may know.

    The view is a `pylos.State`, a `pacal.View` or a `pacal.SoloView`; the move is one of its
    `legal_moves`. The same view and seed give the same move, unless the bot was made with a time
    limit.
    """

    @property
    def name(self) -> str:
        """A spec that makes this bot, such as `greedy`, with all optional parts written out.

        `level:2` and `search` give bots named `humanlike:2` and `search:100ms`.
        """

    def choose(
        self, view: Any, *, seed: int | None = None, cancel: threading.Event | None = None
    ) -> Any:
        """Return the move to play.

        Args:
            view: What the bot's seat knows; it must be that seat's turn.
            seed: Decides between equals; a fresh one without it.
            cancel: When set, a bot that thinks for long returns the best move it has so far.
        """
