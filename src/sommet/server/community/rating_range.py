"""Which ratings an open seat is for."""

from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, or_

from sommet.server.storage import schema

_public = schema.public_tables.c
#: The lowest and the highest rating that may sit down.
Range: TypeAlias = tuple[int, int]


def range_of(row: Any) -> Range | None:
    """Return which ratings a seat is for, None for everybody, guests included."""
    return None if row.least is None else (row.least, row.most)


def columns_of(opponents: Range | None) -> dict[str, int | None]:
    """Return a range as it is stored."""
    least, most = (None, None) if opponents is None else opponents
    return {"least": least, "most": most}


def is_welcome(opponents: Range | None, rating: int | None) -> bool:
    """Return whether a player with this rating (None: a guest) may sit down."""
    return opponents is None or (rating is not None and opponents[0] <= rating <= opponents[1])


def find_fitting(rating: int | None, opponents: Range | None) -> tuple[ColumnElement[bool], ...]:
    """Return which seats suit a player with this rating who wants such opponents."""
    is_open: ColumnElement[bool] = _public.least.is_(None)
    if rating is not None:
        is_open = or_(is_open, (_public.least <= rating) & (_public.most >= rating))
    if opponents is None:
        return (is_open,)
    return (is_open, _public.rating >= opponents[0], _public.rating <= opponents[1])
