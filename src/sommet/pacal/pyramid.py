"""One player's pyramid as everybody at the table sees it."""

from dataclasses import dataclass
from typing import Self

from sommet.arguments import check_kind, check_text
from sommet.engine import pacal as core
from sommet.errors import InvalidPosition
from sommet.pacal.cards import CARDS, FIELDS


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The number cards built on ten fields; all of them are public. Rules PAC-4, PAC-5.

    Index 0 of each tuple is field 1, the apex; 0 stands for no card.

    Attributes:
        tops: The visible card of each field.
        covered: The card under it, where two lie.
    """

    tops: tuple[int, ...] = (0,) * FIELDS
    covered: tuple[int, ...] = (0,) * FIELDS

    @classmethod
    def from_bytes(cls, tops: bytes, covered: bytes) -> Self:
        """Return the pyramid that the core describes by one byte per field."""
        return cls(tuple(tops), tuple(covered))

    @property
    def filled(self) -> int:
        """How many of the ten fields carry a card."""
        return FIELDS - self.tops.count(0)

    @property
    def covers(self) -> int:
        """How many fields carry two cards."""
        return FIELDS - self.covered.count(0)

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card built here, ascending, covered ones included."""
        return tuple(sorted(card for card in self.tops + self.covered if card))

    @property
    def is_complete(self) -> bool:
        """Whether all ten fields carry a card. Rule PAC-7."""
        return 0 not in self.tops

    @property
    def difference(self) -> int | None:
        """Highest minus lowest visible card, or None while empty. Rule PAC-7."""
        visible = [card for card in self.tops if card]
        return visible[0] - visible[-1] if visible else None

    def __str__(self) -> str:
        return format_pyramid(self)


def format_pyramid(pyramid: Pyramid) -> str:
    """Return fields 1 to 10 as words: `.` empty, `33` one card, `33/21` with 21 covered."""
    check_kind(pyramid, Pyramid, "a Pyramid")
    return " ".join(
        f"{top}/{under}" if under else str(top) if top else "."
        for top, under in zip(pyramid.tops, pyramid.covered, strict=True)
    )


def parse_pyramid(text: str) -> Pyramid:
    """Return the pyramid that `text` describes; inverse of `format_pyramid`.

    Raises:
        InvalidPosition: Not ten fields, a card twice, or visible numbers that do not descend.
    """
    words = check_text(text, "a pyramid").split()
    if len(words) != FIELDS:
        raise InvalidPosition(f"a pyramid has ten fields, not {len(words)}")
    tops, covered = [], []
    for word in words:
        top, slash, under = word.partition("/")
        if word == ".":
            tops.append(0)
            covered.append(0)
            continue
        tops.append(_read_card(top))
        covered.append(_read_card(under) if slash else 0)
    pyramid = Pyramid(tuple(tops), tuple(covered))
    if len(set(pyramid.cards)) != len(pyramid.cards):
        raise InvalidPosition(f"a card lies twice in {text!r}")
    if core.card_out_of_order(tops):
        raise InvalidPosition(f"the visible numbers of {text!r} do not descend (PAC-4)")
    return pyramid


def _read_card(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= CARDS):
        raise InvalidPosition(f"{word!r} is not a card from 1 to 50")
    return int(word)
