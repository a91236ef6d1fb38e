"""The Pacal core: rounds, solo games, deals and bulk random play."""

from collections.abc import Sequence
from typing import Any


class Round:
    """A round with its deal, rules and history; immutable."""

    def __init__(self, deck: bytes, rules: int, history: Sequence[int] = []) -> None: ...

    def play(self, code: int) -> Round | None:
        """The next table, or None if not legal."""

    def same(self, other: Round) -> bool:
        """Whether deal, rules and history are equal."""

    @property
    def deck(self) -> bytes: ...

    @property
    def rules(self) -> int: ...

    @property
    def history(self) -> tuple[Any, ...]: ...

    @property
    def history_codes(self) -> list[int]: ...

    @property
    def legal_moves(self) -> tuple[Any, ...]: ...

    @property
    def phase(self) -> int: ...

    @property
    def actor(self) -> int: ...

    @property
    def turn(self) -> int: ...

    @property
    def beginner(self) -> int: ...

    @property
    def stuck(self) -> int: ...

    @property
    def declined(self) -> int: ...

    @property
    def ending(self) -> tuple[str, str]: ...

    @property
    def winner(self) -> int: ...

    @property
    def offer(self) -> tuple[int, int]: ...

    @property
    def cards(self) -> tuple[int, int]: ...

    @property
    def card(self) -> int: ...

    @property
    def build_fields(self) -> int: ...

    def explain_illegal(self, code: int) -> tuple[str, str]:
        """(key, clause) of why an action that is not legal is refused."""

    def hand(self, seat: int) -> int: ...

    def tops(self, seat: int) -> bytes: ...

    def unders(self, seat: int) -> bytes: ...

class View:
    """What a seat or an observer may know beyond what everybody sees."""

    def __init__(self, table: Round, seat: int | None) -> None: ...

    @property
    def hand(self) -> tuple[int, ...]: ...

    @property
    def hand_sizes(self) -> tuple[int, int]: ...

    @property
    def unseen(self) -> tuple[int, ...]: ...

    @property
    def card(self) -> int: ...

    @property
    def legal_moves(self) -> tuple[Any, ...]: ...

class Solo:
    """A solo game with its deal, rules and history; immutable."""

    def __init__(self, deck: bytes, rules: int, history: Sequence[int] = []) -> None: ...

    def play(self, code: int) -> Solo | None:
        """The next table, or None if not legal."""

    def same(self, other: Solo) -> bool:
        """Whether deal, rules and history are equal."""

    @property
    def deck(self) -> bytes: ...

    @property
    def rules(self) -> int: ...

    @property
    def history(self) -> tuple[Any, ...]: ...

    @property
    def history_codes(self) -> list[int]: ...

    @property
    def legal_moves(self) -> tuple[Any, ...]: ...

    @property
    def status(self) -> int: ...

    @property
    def drawn(self) -> int: ...

    @property
    def card(self) -> int: ...

    @property
    def build_fields(self) -> int: ...

    def explain_illegal(self, code: int) -> tuple[str, str]:
        """(key, clause) of why an action that is not legal is refused."""

    @property
    def ending(self) -> tuple[str, str]: ...

    @property
    def unseen(self) -> tuple[int, ...]: ...

    @property
    def tops(self) -> bytes: ...

    @property
    def unders(self) -> bytes: ...

def register_actions(actions: tuple[Any, ...]) -> None:
    """Keep the action objects that legal_moves and history list."""

def deal_deck(seed: int) -> bytes:
    """The 50 cards in the order that the seed shuffles them into."""

def card_out_of_order(tops: Sequence[int]) -> int:
    """The first visible card that is higher than one before it, or 0."""

def match_score(winners: Sequence[int | None]) -> tuple[int, int, tuple[int, str, str] | None]:
    """
    (rounds won by seat 0, by seat 1, how the match ended) after these rounds. Rule PAC-9.
    """

def daily_seed(date: str) -> int:
    """The seed of a day's solo deal; the date as 2026-11-15."""

ROUNDS_TO_WIN: int = 3

def rulings() -> list[tuple[str, str, str, str]]:
    """
    (name, clause, setting for 0, setting for 1) in the order of a code's bits; a switch has empty settings.
    """

def rulebooks() -> list[tuple[str, int]]:
    """(name, rules code) of every book, the usual one first."""

def endings() -> list[tuple[str, str]]:
    """(key, clause) of each way in which a round can end."""

def field_reasons() -> list[tuple[str, str]]:
    """
    (key, clause) of why a field is refused, by the numbers of `building`; the first is none.
    """

def building(tops: bytes, unders: bytes, card: int, rules: int, solo: bool) -> bytes:
    """Per field 0 where the card may be built, else why not."""

def random_rounds(count: int, seed: int, rules: int) -> tuple[int, int, int, int, int]:
    """(rounds, actions, wins of seat 0, wins of seat 1, draws)."""

def random_solos(count: int, seed: int, rules: int) -> tuple[int, int, int]:
    """(games, cards built, games won)."""
