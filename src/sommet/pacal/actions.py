"""The four things a player can do, and their fixed text forms."""

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from sommet.engine import pacal as core
from sommet.errors import InvalidMove
from sommet.pacal.cards import CARDS, FIELDS

# Codes as in engine/pacal/table.hpp.
_TAKE: Final = 4096
_BUILD: Final = 4160
_DECLINE: Final = 4170


def _check(text: str, what: str, number: object, most: int) -> None:
    if type(number) is not int or not 1 <= number <= most:
        raise InvalidMove(text, f"a {what} is a number from 1 to {most}")


def _set_code(action: object, code: int) -> None:
    object.__setattr__(action, "code", code)


@dataclass(frozen=True, slots=True)
class Offer:
    """Two cards laid open for the opponent to choose from: `offer 17 42`. Rule PAC-3.

    The order of the two means nothing; `a` is always the lower.
    """

    a: int
    b: int
    code: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = f"offer {self.a} {self.b}"
        _check(text, "card", self.a, CARDS)
        _check(text, "card", self.b, CARDS)
        if self.a == self.b:
            raise InvalidMove(text, "the two cards differ")
        if self.a > self.b:
            low, high = self.b, self.a
            object.__setattr__(self, "a", low)
            object.__setattr__(self, "b", high)
        _set_code(self, self.a * 64 + self.b)

    def __str__(self) -> str:
        return f"offer {self.a} {self.b}"


@dataclass(frozen=True, slots=True)
class Take:
    """The card chosen out of an offer: `take 42`. Rule PAC-3."""

    card: int
    code: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check(f"take {self.card}", "card", self.card, CARDS)
        _set_code(self, _TAKE + self.card)

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Build:
    """The field (1 to 10) where the card in hand goes: `build 5`. Rules PAC-3, PAC-4, PAC-5."""

    field: int
    code: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check(f"build {self.field}", "field", self.field, FIELDS)
        _set_code(self, _BUILD + self.field - 1)

    def __str__(self) -> str:
        return f"build {self.field}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Keeping the fifteenth card: `decline`. Rule PAC-6."""

    code: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _set_code(self, _DECLINE)

    def __str__(self) -> str:
        return "decline"


Action: TypeAlias = Offer | Take | Build | Decline

_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = (
    (re.compile(r"offer +(\d{1,2}) +(\d{1,2})", re.ASCII), Offer),
    (re.compile(r"take +(\d{1,2})", re.ASCII), Take),
    (re.compile(r"build +(\d{1,2})", re.ASCII), Build),
    (re.compile(r"decline", re.ASCII), Decline),
)


def parse_action(text: str) -> Action:
    """Return the action that `text` names, such as `offer 17 42`, `take 42`, `build 5`, `decline`.

    Raises:
        InvalidMove: The text is not an action.
    """
    if not isinstance(text, str):
        raise TypeError(f"an action or its text is needed, not {type(text).__name__}")
    words = text.strip().lower()
    for pattern, make in _FORMS:
        if match := pattern.fullmatch(words):
            return _shared(make(*map(int, match.groups())))
    raise InvalidMove(
        text, "an action is `offer CARD CARD`, `take CARD`, `build FIELD` or `decline`"
    )


def read_action(action: Action | str) -> Action:
    """Return an action for itself or for its text; raise InvalidMove if it is none."""
    return action if isinstance(action, (Offer, Take, Build, Decline)) else parse_action(action)


def format_action(action: Action) -> str:
    """Return the fixed text form of an action; inverse of `parse_action`."""
    return str(action)


#: Every action there is, one shared object each; the core lists these very objects.
ACTIONS: Final[tuple[Action, ...]] = (
    *(Offer(a, b) for a in range(1, CARDS + 1) for b in range(a + 1, CARDS + 1)),
    *(Take(card) for card in range(1, CARDS + 1)),
    *(Build(number) for number in range(1, FIELDS + 1)),
    Decline(),
)
_BY_CODE: Final = {action.code: action for action in ACTIONS}


def _shared(action: Action) -> Action:
    return _BY_CODE[action.code]


core.register_actions(ACTIONS)
