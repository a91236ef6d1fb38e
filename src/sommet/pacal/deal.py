"""How the 50 cards lie before the first action, for a round and for solo.

A deal is the whole secret of a game: nobody at the table may see one before the round is over.

Deals made from a seed are the same on every machine and in every version: the numbers 1 to 50 in
order, shuffled by `sommet.seeding.Random(seed).shuffle` (xoshiro256**, Fisher and Yates from the
end), then dealt from the front: for a round 10 face-down cards of seat 0 (apex first), 10 of seat
1, 15 hand cards of seat 0, 15 of seat 1; for solo 10 face-down cards, then the pile from its top.

Where people play on a server nobody picks a seed: `deck_from_parts` makes the deck of the server's
secret and a number of each player, so that none of them chooses the cards.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from sommet.arguments import check_items, check_kind, check_text
from sommet.engine import pacal as core
from sommet.errors import InvalidPosition
from sommet.pacal.cards import CARDS, FIELDS, HAND
from sommet.seeding import check_seed

_MASK64 = (1 << 64) - 1
_MIN_SALT_BYTES = 16
_SECRET_BYTES = 24


def deck_from_seed(seed: int) -> bytes:
    """Return the 50 cards in the order that `seed` (taken modulo 2**64) shuffles them into."""
    return core.deal_deck(check_seed(seed) & _MASK64)


def new_secret() -> str:
    """Return 24 random bytes as 32 characters (base64url): too many to be found by trying.

    Two events of each round hold it, so it is no longer than it has to be.
    """
    return secrets.token_urlsafe(_SECRET_BYTES)


def commit_secret(secret: str) -> str:
    """Return a commitment to `secret`, publishable before anybody adds a number.

    SHA-256, in hexadecimal, of the text `pacal secret` and the secret, each followed by a line
    feed. Keep the secret (`new_secret`) until the round is over, then show it.
    """
    return hashlib.sha256(f"pacal secret\n{secret}\n".encode()).hexdigest()


def deck_from_parts(secret: str, numbers: Sequence[str]) -> bytes:
    """Return the 50 cards in the order that a secret and the players' numbers give together.

    The seed is the SHA-256, in hexadecimal, of the text `pacal shuffle`, the secret and each number
    (hexadecimal), each followed by a line feed. The cards lie in the order of the SHA-256 of
    `pacal card`, the seed and the card's number, each followed by a line feed. Anybody who knows
    all but one of the parts knows nothing about the cards. See docs/decisions/fair-deals.md.
    """
    parts = "".join(f"{part}\n" for part in ("pacal shuffle", secret, *numbers))
    seed = hashlib.sha256(parts.encode()).hexdigest()

    def key(card: int) -> bytes:
        return hashlib.sha256(f"pacal card\n{seed}\n{card}\n".encode()).digest()

    cards: list[int] = sorted(range(1, CARDS + 1), key=key)
    return bytes(cards)


def _commitment(title: str, text: str, salt: bytes) -> str:
    if not isinstance(salt, bytes):
        raise TypeError(f"a salt is bytes, not {type(salt).__name__}")
    if len(salt) < _MIN_SALT_BYTES:
        raise ValueError(f"a salt has at least {_MIN_SALT_BYTES} bytes, not {len(salt)}")
    return hashlib.sha256(f"{title}\n{salt.hex()}\n{text}\n".encode()).hexdigest()


def _is_same(made: str, commitment: str) -> bool:
    return hmac.compare_digest(made, check_text(commitment, "a commitment").lower())


def _read_deck(deck: bytes) -> tuple[int, ...]:
    if not isinstance(deck, bytes) or len(deck) != CARDS:
        raise InvalidPosition(f"a deck is {CARDS} bytes, one for each card, not {deck!r}")
    return tuple(deck)


def _read_pair(groups: object, what: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    pair = check_items(groups, what)
    if len(pair) != 2:
        raise InvalidPosition(f"a deal has two {what}, one for each seat, not {len(pair)}")
    return check_items(pair[0], "cards"), check_items(pair[1], "cards")


def _check_cards(cards: tuple[int, ...]) -> None:
    if set(map(type, cards)) != {int} or sorted(cards) != list(range(1, CARDS + 1)):
        raise InvalidPosition("a deal holds each card from 1 to 50 exactly once")


def _read_groups(text: str, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    groups = check_text(text, "a deal").split("|")
    if len(groups) != len(sizes):
        raise InvalidPosition(f"this deal has {len(sizes)} groups split by '|', not {len(groups)}")
    numbers = []
    for words, size in zip((group.split() for group in groups), sizes, strict=True):
        if len(words) != size or not all(
            w.isascii() and w.isdigit() and len(w) <= 2 for w in words
        ):
            raise InvalidPosition(
                f"a group of this deal is {size} card numbers, not {' '.join(words)!r}"
            )
        numbers.append(tuple(map(int, words)))
    return tuple(numbers)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a round. Rule PAC-1.

    Attributes:
        pyramids: Per seat the ten face-down cards in reading order, the apex first.
        hands: Per seat the fifteen hand cards, ascending (their order means nothing).

    Raises:
        InvalidPosition: Not all 50 cards, or not dealt 10 and 15 to each seat.
    """

    pyramids: tuple[tuple[int, ...], tuple[int, ...]]
    hands: tuple[tuple[int, ...], tuple[int, ...]]

    def __post_init__(self) -> None:
        down0, down1 = _read_pair(self.pyramids, "pyramids")
        hand0, hand1 = _read_pair(self.hands, "hands")
        if {len(down0), len(down1)} != {FIELDS} or {len(hand0), len(hand1)} != {HAND}:
            raise InvalidPosition("each seat gets 10 cards face down and 15 in hand")
        _check_cards(down0 + down1 + hand0 + hand1)
        object.__setattr__(self, "pyramids", (down0, down1))
        object.__setattr__(self, "hands", (tuple(sorted(hand0)), tuple(sorted(hand1))))

    @classmethod
    def from_seed(cls, seed: int) -> Self:
        """Return the deal that `seed` gives, the same for ever (see the module)."""
        return cls.from_deck(deck_from_seed(seed))

    @classmethod
    def from_deck(cls, deck: bytes) -> Self:
        """Return the deal of 50 cards in dealing order (see the module)."""
        c = _read_deck(deck)
        return cls((c[:10], c[10:20]), (c[20:35], c[35:]))

    @property
    def deck(self) -> bytes:
        """The 50 cards in dealing order, hands ascending."""
        return bytes(self.pyramids[0] + self.pyramids[1] + self.hands[0] + self.hands[1])

    @property
    def apexes(self) -> tuple[int, int]:
        """The two cards that both players get to see. Rule PAC-2."""
        return (self.pyramids[0][0], self.pyramids[1][0])

    def commit(self, salt: bytes) -> str:
        """Return a commitment to this deal, publishable before the round without giving it away.

        SHA-256, in hexadecimal, of the UTF-8 text `pacal deal`, the salt in hexadecimal and the
        deal as `format_deal` writes it, each followed by a line feed. Keep the salt (16 random
        bytes or more) secret until the round is over, then show it with the deal.

        Raises:
            ValueError: The salt is too short to hide anything.
        """
        return _commitment("pacal deal", format_deal(self), salt)

    def verify(self, commitment: str, salt: bytes) -> bool:
        """Return whether `commitment` was made from this deal and this salt."""
        return _is_same(self.commit(salt), commitment)

    def __str__(self) -> str:
        return format_deal(self)


def format_deal(deal: Deal) -> str:
    """Return a deal as one line of four groups split by `|`.

    Face down of seat 0, of seat 1 (reading order), hand of seat 0, of seat 1 (ascending).
    """
    check_kind(deal, Deal, "a Deal")
    return " | ".join(" ".join(map(str, group)) for group in (*deal.pyramids, *deal.hands))


def parse_deal(text: str) -> Deal:
    """Return the deal that `text` describes; inverse of `format_deal`.

    Raises:
        InvalidPosition: The text is not a complete deal.
    """
    down0, down1, hand0, hand1 = _read_groups(text, (FIELDS, FIELDS, HAND, HAND))
    return Deal((down0, down1), (hand0, hand1))


@dataclass(frozen=True, slots=True)
class SoloDeal:
    """The deal of a solo game. Rule PAC-10.

    Attributes:
        pyramid: The ten face-down cards in reading order.
        pile: The forty cards of the draw pile, top first.

    Raises:
        InvalidPosition: Not all 50 cards, or not 10 and 40.
    """

    pyramid: tuple[int, ...]
    pile: tuple[int, ...]

    def __post_init__(self) -> None:
        pyramid = check_items(self.pyramid, "the cards face down")
        pile = check_items(self.pile, "the cards of the pile")
        if len(pyramid) != FIELDS or len(pile) != CARDS - FIELDS:
            raise InvalidPosition("solo has 10 cards face down and 40 in the pile")
        _check_cards(pyramid + pile)
        object.__setattr__(self, "pyramid", pyramid)
        object.__setattr__(self, "pile", pile)

    @classmethod
    def from_seed(cls, seed: int) -> Self:
        """Return the deal that `seed` gives, the same for ever (see the module)."""
        return cls.from_deck(deck_from_seed(seed))

    @classmethod
    def from_deck(cls, deck: bytes) -> Self:
        """Return the deal of 50 cards in dealing order (see the module)."""
        cards = _read_deck(deck)
        return cls(cards[:FIELDS], cards[FIELDS:])

    @property
    def deck(self) -> bytes:
        """The 50 cards in dealing order."""
        return bytes(self.pyramid + self.pile)

    def commit(self, salt: bytes) -> str:
        """Return a commitment as `Deal.commit` does, with `pacal solo deal` as first line."""
        return _commitment("pacal solo deal", format_solo_deal(self), salt)

    def verify(self, commitment: str, salt: bytes) -> bool:
        """Return whether `commitment` was made from this deal and this salt."""
        return _is_same(self.commit(salt), commitment)

    def __str__(self) -> str:
        return format_solo_deal(self)


def format_solo_deal(deal: SoloDeal) -> str:
    """Return a solo deal as one line: face down | pile from its top."""
    check_kind(deal, SoloDeal, "a SoloDeal")
    return " | ".join(" ".join(map(str, group)) for group in (deal.pyramid, deal.pile))


def parse_solo_deal(text: str) -> SoloDeal:
    """Return the solo deal that `text` describes; inverse of `format_solo_deal`.

    Raises:
        InvalidPosition: The text is not a complete deal.
    """
    return SoloDeal(*_read_groups(text, (FIELDS, CARDS - FIELDS)))
