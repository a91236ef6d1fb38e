"""What has to be installed for commands about a server."""

import importlib.util

from sommet.errors import SommetError


def require_server() -> None:
    """Raise with what to install where the server's packages are missing."""
    missing = [
        name
        for name in (
            "fastapi",
            "uvicorn",
            "websockets",
            "sqlalchemy",
            "alembic",
            "prometheus_client",
            "openskill",
            "rustworkx",
            "pydantic_settings",
            "webauthn",
            "http_ece",
            "py_vapid",
            "httpcore",
        )
        if importlib.util.find_spec(name) is None
    ]
    if missing:
        raise SommetError(
            f"the server needs {', '.join(missing)}: install Sommet with its extra [server]"
        )
