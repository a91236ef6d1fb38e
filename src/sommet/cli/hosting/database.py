"""The database that a command names: opened, and complained of in one clear line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sommet.errors import SommetError

if TYPE_CHECKING:
    from sqlalchemy import Engine


@contextmanager
def telling_trouble(address: str) -> Iterator[None]:
    """Turn what a database says into one line.

    Raises:
        SommetError: the address is none, or the database does not answer or is no database.
    """
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from sommet.server.storage.engine import parse_address

    try:
        url = parse_address(address)
        known = url.drivername.partition("+")[0] in ("sqlite", "postgresql")
    except ArgumentError:
        known = False
    if not known:
        raise SommetError(
            f"{address!r} is no database address, such as sqlite:////srv/sommet/games.sqlite3 "
            "or postgresql://sommet@db/sommet"
        )
    try:
        yield
    except DBAPIError as error:
        where = url.render_as_string(hide_password=True)
        said = str(error.orig or error).partition("\n")[0]
        raise SommetError(f"cannot use the database {where}: {said}") from error


@contextmanager
def opened(address: str) -> Iterator["Engine"]:
    """Open a database for one command; raise SommetError where that does not go."""
    from sommet.server.storage.engine import open_engine

    with telling_trouble(address):
        engine = open_engine(address)
        try:
            yield engine
        finally:
            engine.dispose()
