"""Who may make tournaments, and run those of others."""

from sqlalchemy import Connection

from sommet.server.settings import Settings
from sommet.server.storage.accounts import LoginSession
from sommet.server.storage.hosts.roles import read_role


def may_organise(connection: Connection, settings: Settings, session: LoginSession | None) -> bool:
    """Return whether a visitor may create a tournament here, or could if they had an account."""
    if settings.tournaments == "anyone":
        return True
    return session is not None and read_role(connection, session.account.id) is not None


def is_host(connection: Connection, account: str) -> bool:
    """Return whether an account acts for the host, also in tournaments that others made."""
    return read_role(connection, account) == "host"
