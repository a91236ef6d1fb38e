"""Roles: accounts with more permissions than a player."""

from typing import Literal

from sqlalchemy import Connection, Engine, delete, insert, select

from sommet.errors import SommetError
from sommet.server.storage import accounts, schema
from sommet.server.storage.hosts.audit import note
from sommet.server.storage.hosts.schema import roles

Role = Literal["host", "organiser"]


def set_role(engine: Engine, name: str, role: Role | None, now_ms: int) -> None:
    """Give an account a role or remove it, and add an entry to the audit log.

    Raises:
        SommetError: nobody has this name.
    """
    with engine.begin() as connection:
        found = accounts.find_by_name(connection, name)
        if found is None:
            raise SommetError(f"nobody here is called {name}")
        connection.execute(delete(roles).where(roles.c.account == found.id))
        if role is not None:
            connection.execute(insert(roles).values(account=found.id, role=role))
        note(connection, now_ms, "host", "role", account=found.id, detail=role or "none")


def read_role(connection: Connection, account: str) -> str | None:
    """Return the role of an account."""
    found = select(roles.c.role).where(roles.c.account == account)
    role: str | None = connection.execute(found).scalar()
    return role


def list_roles(engine: Engine) -> list[tuple[str, str]]:
    """Return names and roles, by name."""
    with engine.connect() as connection:
        found = connection.execute(
            select(schema.accounts.c.name, roles.c.role)
            .join(roles, roles.c.account == schema.accounts.c.id)
            .order_by(schema.accounts.c.name)
        )
        return [(row.name, row.role) for row in found]
