"""One of everything that a server keeps: seats in the lobby, slow games, programs, tournaments."""

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from seat_client import PATIENCE_S, Json

from sommet.server.storage import accounts
from sommet.server.storage.bots import create_bot
from sommet.server.storage.engine import open_engine
from sommet.server.tokens import new_id
from sommet.server.web.identity import COOKIE

SLOW: Json = {"game": "pylos", "clock": {"days_per_move": 2}}


@dataclass(frozen=True)
class RealSeat:
    """A seat, what its table is, and how its other seat could be taken."""

    kind: str
    table: str
    token: str
    invite: str | None = None


@dataclass
class RealThings:
    """What was made; names are of accounts and programs."""

    seats: list[RealSeat] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    programs: list[str] = field(default_factory=list)


def secret() -> str:
    return secrets.token_urlsafe(32)


class Maker:
    """Makes things at one server, over HTTP, for accounts and programs put into its database."""

    def __init__(self, url: str, database: str) -> None:
        self._url = url
        self._engine = open_engine(database)
        self.things = RealThings()
        self._uses = 0

    def fresh(self, uses: int) -> RealThings:
        """Return things that were asked for at most so often; the first ones if need be."""
        if self._uses % uses == 0:
            self.make()
        self._uses += 1
        return self.things

    def make(self) -> RealThings:
        """Make one of everything anew, and return it."""
        self.things = RealThings()
        one, two = self._account(), self._account()
        bot, other = self._program(), self._program()
        with httpx.Client(base_url=self._url, timeout=PATIENCE_S) as guest:
            made = self._post(guest, "/api/tables", **SLOW)
            self._keep("friend", made, made["links"]["invite"].partition("#")[2])
            for kind, wish in (("lobby", {"game": "pacal"}), ("slow", SLOW)):
                # Slow seats wait for anybody: of two guests who ask, each may get another's.
                for _ in range(2):
                    body = {**wish, "guest": secret(), "key": secret()}
                    self._keep(kind, self._post(guest, "/api/lobby/find", **body)["seat"])
            opened = [
                self._post(bot, "/api/bot/seats", game="pylos", key=secret())["seat"]
                for _ in range(2)
            ]
            path = f"/api/lobby/seats/{opened[0]['table']}/take"
            taken = self._post(guest, path, guest=secret(), key=secret())["seat"]
            for each in (*opened, taken):
                self._keep("bot", each)
            wanted = {**SLOW, "key": secret()}
            program = self.things.programs[0]
            for who, path in ((guest, "/api/bots/challenges"), (other, "/api/bot/challenges")):
                self._keep("bot challenge", self._post(who, path, **wanted, bot=program))
        self._keep(
            "challenge",
            self._post(one, "/api/account/challenges", **wanted, name=self.things.players[1]),
        )
        for is_begun in (False, True):
            page = self._post(one, "/api/tournaments", kind="swiss", **SLOW)
            path = f"/api/tournaments/{page['id']}"
            self.things.tournaments.append(page["id"])
            if is_begun:
                for who in (one, two):
                    self._post(who, f"{path}/enter")
                games = self._post(one, f"{path}/start")["games"]
                tables = {each["table"] for each in games}
                for held in self._post(one, "/api/account/seats")["seats"]:
                    if held["table"] in tables:
                        self._keep("tournament", held)
        for line in (one, two, bot, other):
            line.close()
        self._engine.dispose()
        return self.things

    def _keep(self, kind: str, seat: Json, invite: str | None = None) -> None:
        self.things.seats.append(RealSeat(kind, seat["table"], seat["token"], invite))

    def _post(self, line: httpx.Client, path: str, **body: Any) -> Json:
        answer = line.post(path, json=body)
        assert answer.is_success, (path, answer.text)
        return dict(answer.json())

    def _account(self) -> httpx.Client:
        account, token, now_ms = new_id(), secret(), round(time.time() * 1000)
        name = f"Real-{account}"
        with self._engine.begin() as connection:
            accounts.add_account(connection, account, name, secret(), now_ms)
            accounts.begin_session(connection, account, None, now_ms, token)
        self.things.players.append(name)
        return httpx.Client(base_url=self._url, timeout=PATIENCE_S, cookies={COOKIE: token})

    def _program(self) -> httpx.Client:
        name = f"Real {new_id()}"
        self.things.programs.append(name)
        token = create_bot(self._engine, name, round(time.time() * 1000))
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self._url, timeout=PATIENCE_S, headers=headers)
