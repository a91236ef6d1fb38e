"""Programs that a test's server lets in."""

import secrets
import time
from typing import Any

import httpx
from seat_client import Json
from server_client import Api, ThreadServer

from sommet.server.storage import bots


def new_bot(server: ThreadServer, name: str) -> str:
    """Let a program in, as `sommet token new` does, and return its token."""
    engine = server.app.state.registry.services.store.engine
    return bots.create_bot(engine, name, round(time.time() * 1000))


class BotByHand:
    """A program that asks over HTTP, one request at a time."""

    def __init__(self, api: Api, token: str | None) -> None:
        self.api = api
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    async def get(self, path: str) -> httpx.Response:
        return await self.api.http.get(path, headers=self.headers)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        body.setdefault("key", secrets.token_urlsafe(32))
        return await self.api.http.post(path, json=body, headers=self.headers)

    async def open(self, **wish: Any) -> Json:
        answer = await self.post("/api/bot/seats", **{"game": "pylos", **wish})
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["seat"])

    async def take(self, table: str) -> httpx.Response:
        return await self.post(f"/api/bot/seats/{table}/take")

    async def games(self) -> dict[str, Json]:
        answer = await self.get("/api/bot/games")
        assert answer.status_code == 200, answer.text
        return {game["table"]: game for game in answer.json()["games"]}
