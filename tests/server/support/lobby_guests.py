"""Guests made of code who look for an opponent in the lobby."""

import secrets
from typing import Any

import httpx
from seat_client import Json
from server_client import Api


class Guest:
    """One browser: it has a secret of its own, and a key for each request."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.secret = secrets.token_urlsafe(32)
        self.key = ""

    async def ask(self, *, again: bool = False, **wish: Any) -> httpx.Response:
        """Look for an opponent; `again` repeats the last request."""
        if not again:
            self.key = secrets.token_urlsafe(32)
        body = {"game": "pylos", **wish, "guest": self.secret, "key": self.key}
        return await self.api.http.post("/api/lobby/find", json=body)

    async def find(self, *, again: bool = False, **wish: Any) -> Json:
        answer = await self.ask(again=again, **wish)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def take(self, table: str, *, again: bool = False) -> httpx.Response:
        if not again:
            self.key = secrets.token_urlsafe(32)
        body = {"guest": self.secret, "key": self.key}
        return await self.api.http.post(f"/api/lobby/seats/{table}/take", json=body)


async def watchable(api: Api) -> list[str]:
    """Return the tables that everybody may watch, of all that the lobby knows."""
    answer = await api.http.get("/api/lobby/games")
    assert answer.status_code == 200, answer.text
    return [game["table"] for game in answer.json()["games"]]


async def look(api: Api) -> Json:
    answer = await api.http.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def listed(api: Api) -> list[str]:
    return [seat["table"] for seat in (await look(api))["seats"]]


async def withdraw(api: Api, table: str, token: str) -> httpx.Response:
    return await api.http.post(f"/api/lobby/seats/{table}/withdraw", json={"token": token})
