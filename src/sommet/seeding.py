"""Randomness that is the same on every machine and in every version.

The generator is xoshiro256** (Blackman and Vigna), its state filled by SplitMix64 from a 64-bit
seed; bounded numbers reject the first 2**64 mod bound values, so they are unbiased. The compiled
core has the same generator in `engine/common/random.hpp`.
"""

import operator
from collections.abc import MutableSequence
from typing import TypeVar

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


def _rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & _MASK


def _whole(value: object, what: str) -> int:
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None


def check_seed(seed: object) -> int:
    """Return a seed as a number; raise TypeError where it is not a whole number."""
    return _whole(seed, "a seed")


class Random:
    """A xoshiro256** stream. Equal seeds give equal streams, forever."""

    __slots__ = ("_s",)

    def __init__(self, seed: int) -> None:
        x = check_seed(seed) & _MASK
        s = []
        for _ in range(4):
            x = (x + 0x9E3779B97F4A7C15) & _MASK
            z = x
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            s.append(z ^ (z >> 31))
        self._s = s

    def __repr__(self) -> str:
        return f"<Random in state {':'.join(f'{word:016x}' for word in self._s)}>"

    def next64(self) -> int:
        """Return the next 64 random bits."""
        s = self._s
        result = (_rotl((s[1] * 5) & _MASK, 7) * 9) & _MASK
        t = (s[1] << 17) & _MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotl(s[3], 45)
        return result

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to `bound` - 1."""
        bound = _whole(bound, "bound")
        if not 0 < bound <= _MASK:
            raise ValueError(f"bound must be from 1 to 2**64 - 1, not {bound}")
        # Reject the low residue so that every remainder is equally likely.
        threshold = (_MASK + 1 - bound) % bound
        while True:
            r = self.next64()
            if r >= threshold:
                return r % bound

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Shuffle in place (Fisher and Yates, from the end)."""
        if not hasattr(items, "__setitem__") or not hasattr(items, "__len__"):
            raise TypeError(f"a list to shuffle is needed, not {type(items).__name__}")
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
