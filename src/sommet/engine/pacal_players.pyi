"""Compiled Pacal players: they get what a View knows, never a Round."""

from typing import overload


class Seen:
    """What one seat knows about a round."""

    def __init__(self, rules: int, seat: int, hand: int, other_cards: int, phase: int, actor: int, turn: int, beginner: int, apexes: tuple[int, int], offer: tuple[int, int], cards: tuple[int, int], tops0: bytes, unders0: bytes, tops1: bytes, unders1: bytes) -> None: ...

class DuelBrain:
    """The duel's value networks."""

    @overload
    def __init__(self, first: bytes, second: bytes) -> None: ...

    @overload
    def __init__(self, wide: bytes) -> None: ...

class SoloBrain:
    """The value network of the solo game with covering."""

    def __init__(self, floats: bytes) -> None: ...

    def chance(self, tops: bytes, unders: bytes, unseen: int, rules: int, ahead: int) -> float:
        """The chance to complete the pyramid before the next card is drawn."""

    def best_field(self, tops: bytes, unders: bytes, unseen: int, card: int, rules: int, ahead: int) -> int:
        """
        The field to build the card on; close ones are compared `ahead` cards ahead.
        """

def temperatures() -> list[float]:
    """
    By level, 1 first: how many points of winning chance it takes to matter.
    """

THOROUGH: int = 10

EVALUATIONS: int = 8000

SOLO_AHEAD: int = 1

def greedy_field(tops: bytes, unders: bytes, unseen: int, card: int, rules: int, seed: int) -> int:
    """The field that leaves the gaps likeliest to be filled."""

def exact_field(tops: bytes, unders: bytes, unseen: int, card: int, rules: int) -> int:
    """
    The field with the best odds where nothing may be covered, the first of equals.
    """

def solo_chances(tops: bytes, unders: bytes, unseen: int, card: int, rules: int, brain: SoloBrain | None) -> list[tuple[int, float]]:
    """(field, chance to complete) for each field where the card fits."""

def study(brain: DuelBrain, effort: int, temperature: float, rules: int, seed: int, rounds: int, threads: int) -> tuple[bytes, bytes]:
    """(RoundFacts, DecisionFacts) of rounds of the network against itself."""

def solo_trial(brain: SoloBrain, rules: int, ahead: int, seed: int, deals: int, threads: int) -> tuple[int, int]:
    """(deals completed, cards used in those)."""

def choose(seen: Seen, method: int, effort: int, temperature: float, brain: DuelBrain | None, seed: int) -> int:
    """The code of the action that a player chooses."""

def score(seen: Seen, brain: DuelBrain, thorough: int) -> list[tuple[int, float, float, float]]:
    """(code, chance to win, to draw, to lose) for each legal action."""
