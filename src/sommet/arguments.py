"""Checks of arguments: a wrong one gets an error that says what was needed and what came.

A wrong type is a TypeError, as everywhere in Python; a wrong value is a SommetError.
"""

import operator
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from sommet.errors import SommetError

_T = TypeVar("_T")


def check_kind(value: object, kind: type[_T], what: str) -> _T:
    """Return an argument of the right type; raise TypeError, which names it, for any other."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} is needed, not {type(value).__name__}")
    return value


def check_text(value: object, what: str) -> str:
    """Return a text; raise TypeError, such as "a position is a text, not int", for others."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, not {type(value).__name__}")
    return value


def check_path(value: object) -> Path:
    """Return a path; raise TypeError for anything that names no file."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"a path is needed, not {type(value).__name__}")
    return Path(value)


def check_number(value: object, what: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number from `least` to `most`.

    Raises:
        TypeError: It is not a whole number.
        SommetError: It is too small or too large.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None
    if number < least or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"from {least} to {most}"
        raise SommetError(f"{what} is {bounds}, not {number}")
    return number


def check_items(value: Any, what: str) -> tuple[Any, ...]:
    """Return the items of any iterable except a text.

    Raises:
        TypeError: It has no items, or is a text.
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{what} are needed in a list, not {type(value).__name__}")
    return tuple(value)
