"""Opens the database that a command names, with one-line errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sommet.errors import SommetError

if TYPE_CHECKING:
    from sqlalchemy import Engine


@contextmanager
def reporting_errors(address: str) -> Iterator[None]:
    """Turn errors of the database into one line.

    Raises:
        SommetError: the address is invalid, or the database does not answer or is not a database.
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
            f"{address!r} is not a database address, such as sqlite:////srv/sommet/games.sqlite3 "
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
    """Open a database for one command; raise SommetError if that fails."""
    from sommet.server.storage.engine import open_engine

    with reporting_errors(address):
        engine = open_engine(address)
        try:
            yield engine
        finally:
            engine.dispose()
