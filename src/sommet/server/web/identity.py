"""Who sends a request: the account whose cookie it brings.

The cookie is `HttpOnly` and `SameSite=Strict`, and requests that change something are refused from
other pages anyway (`security.is_own_origin`), so no other site can act for the account.
"""

from fastapi import Request, Response

from sommet.match.refused import Refused
from sommet.server.services import Services
from sommet.server.storage import accounts
from sommet.server.storage.accounts import LoginSession
from sommet.server.tables.seats import SeatHolder

COOKIE = "sommet_session"
_MAX_AGE_S = accounts.SESSION_MS // 1000


class Identity:
    """Finds out whose cookie a request has."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def find(self, request: Request) -> LoginSession | None:
        """Return the session of a request, or None for a guest or a signed-out device."""
        token = request.cookies.get(COOKIE)
        if not token or not self._services.settings.accounts:
            return None
        now_ms = self._services.server_clock.now_ms()
        found = await self._services.store.read(lambda c: accounts.find_session(c, token, now_ms))
        if found is None:
            return None
        session, is_due = found
        if is_due:
            self._services.store.put_soon(accounts.note_seen(session.token_hash, now_ms))
        return session

    async def require(self, request: Request) -> LoginSession:
        """Return the session of a request.

        Raises:
            Refused: nobody is signed in.
        """
        found = await self.find(request)
        if found is None:
            raise Refused("signed_out")
        return found

    async def holder(self, request: Request, name: str | None, *, counts: bool) -> SeatHolder:
        """Return who makes a request to sit down: an account, or a guest called `name`."""
        session = await self.find(request)
        if session is None:
            return SeatHolder(name)
        return SeatHolder(session.account.name, account=session.account.id, counts=counts)


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Set the cookie with `token`."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=_MAX_AGE_S,
        path="/api",
        secure=request.headers.get("origin", "").startswith("https://"),
        httponly=True,
        samesite="strict",
    )


def forget_cookie(response: Response) -> None:
    """Delete the cookie."""
    response.delete_cookie(COOKIE, path="/api", httponly=True, samesite="strict")
