"""Who may make tournaments."""

from sommet.server.settings import Settings
from sommet.server.storage.accounts import name_key


def may_organise(settings: Settings, name: str) -> bool:
    """Return whether the account called `name` may make a tournament here."""
    if settings.tournaments == "anyone":
        return True
    return name_key(name) in {name_key(organiser) for organiser in settings.organisers}
