"""The compiled Pacal players: yardsticks, eight levels, and the best there is.

Each gets a View and hands its attributes, nothing else, to the core.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.bots.pacal.weights import duel_brain, reader_brain
from sommet.engine import pacal_players as core
from sommet.errors import InvalidOptions
from sommet.pacal import Action, View

_PHASES: Final = ("offer", "take", "build", "last")
_MASK64: Final = (1 << 64) - 1
#: In the order of the core's enum Method.
_METHODS: Final = ("random", "greedy", "gaps", "mc", "ismcts", "net", "reader")
_BRAINS: Final = {"net": duel_brain, "reader": reader_brain}
#: Offers that `council` looks at in full.
THOROUGH: Final[int] = core.THOROUGH
_MOST_EFFORT: Final = 1_000_000
#: What the best player spends on a decision.
READER_EVALUATIONS: Final[int] = core.EVALUATIONS


def card_set(cards: Iterable[int]) -> int:
    """Return cards as the core reads them: bit n for card n."""
    return sum(1 << card for card in cards)


def see(view: View) -> core.Seen:
    """Return what `view` knows, as the core reads it; it must be this seat's turn."""
    seat = view.seat
    if seat is None or view.actor != seat:
        raise ValueError("it is not this seat's turn")
    own, other = view.pyramids
    return core.Seen(
        rules=view.options.code,
        seat=seat,
        hand=card_set(view.hand),
        other_cards=view.hand_sizes[1 - seat],
        phase=_PHASES.index(view.phase),
        actor=seat,
        turn=view.turn,
        beginner=view.beginner,
        apexes=view.apexes,
        offer=view.offer or (0, 0),
        cards=(view.cards[0] or 0, view.cards[1] or 0),
        tops0=bytes(own.tops),
        unders0=bytes(own.covered),
        tops1=bytes(other.tops),
        unders1=bytes(other.covered),
    )


@dataclass(frozen=True, slots=True, repr=False)
class CompiledPacal(Named):
    """A player in the core.

    Attributes:
        name: A spec that makes this bot.
        method: One of the core's methods.
        effort: Playouts, iterations, offers looked at in full, or evaluations.
        temperature: How readily a network player prefers an action that it thinks worse.
    """

    name: str
    method: str
    effort: int = 0
    temperature: float = 0.0

    def choose(
        self,
        view: View,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002 - it answers at once
    ) -> Action:
        """Return the player's action; the same view and seed give the same one."""
        check_view(view, View)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        brain = _BRAINS[self.method]() if self.method in _BRAINS else None
        method = _METHODS.index(self.method)
        number = settle_seed(seed) & _MASK64
        code = core.choose(see(view), method, self.effort, self.temperature, brain, number)
        return next(move for move in view.legal_moves if move.code == code)


def _effort(name: str, text: str | None) -> int:
    if text is None or not text.isdecimal() or not 1 <= int(text) <= _MOST_EFFORT:
        given = "nothing" if text is None else repr(text)
        raise InvalidOptions(f"{name}:NUMBER needs a number from 1 to {_MOST_EFFORT}, not {given}")
    return int(text)


def make_greedy(_: str | None) -> CompiledPacal:
    """Return the greedy yardstick: gap arithmetic, and the offer that leaves the better card."""
    return CompiledPacal("greedy", "greedy")


def make_gaps(_: str | None) -> CompiledPacal:
    """Return the player that counts the ways to fill the gaps of both pyramids."""
    return CompiledPacal("gaps", "gaps")


def make_montecarlo(playouts: str | None) -> CompiledPacal:
    """Return one-step Monte Carlo: `playouts` greedy playouts for each action."""
    return CompiledPacal(f"mc:{playouts}", "mc", _effort("mc", playouts))


def make_ismcts(iterations: str | None) -> CompiledPacal:
    """Return information-set tree search with greedy playouts."""
    return CompiledPacal(f"ismcts:{iterations}", "ismcts", _effort("ismcts", iterations))


def make_reader(evaluations: str | None) -> CompiledPacal:
    """Return the player that answers what the opponent would do with hands it may hold."""
    if evaluations is None:
        return CompiledPacal("reader", "reader", READER_EVALUATIONS)
    return CompiledPacal(f"reader:{evaluations}", "reader", _effort("reader", evaluations))


def make_council(_: str | None) -> CompiledPacal:
    """Return the player that judges with two networks and looks one turn ahead."""
    return CompiledPacal("council", "net", THOROUGH)


def make_best(_: str | None) -> CompiledPacal:
    """Return the strongest player that answers at once: `reader` with its usual effort."""
    return CompiledPacal("best", "reader", READER_EVALUATIONS)
