"""The screens on which people meet, with people on them.

They need a server with a lobby whose page is at `localhost`: passkeys belong to a name.
"""

import asyncio
import secrets
from contextlib import AsyncExitStack

from bot_tokens import new_bot
from browser_people import come_in, run_apart
from browser_screens import Screen
from lobby_guests import Guest
from playwright.sync_api import Page
from server_client import Api, ThreadServer
from soft_passkey import Device
from tournament_players import PATH, show

from sommet.server.web.identity import COOKIE

#: Cleo sits in front of the page.
COMMUNITY: tuple[Screen, ...] = (
    Screen("lobby", "/", "[data-testid=shown-game]"),
    Screen("leaderboard", "/leaderboard", "[data-testid=leaderboard] tbody"),
    Screen("player", "/player/Bob", "[data-testid=curve]"),
    Screen("program", "/program/Gentle", "[data-testid=challenge]"),
    Screen("tournaments", "/tournaments", "[data-testid^=tournament-]"),
    Screen(
        "make-tournament",
        "/tournaments",
        "[data-testid=make-form]",
        ("[data-testid=make-tournament]",),
    ),
    Screen("tournament", "/tournament/{tournament}", "[data-testid=standings]"),
    Screen("account", "/account", "[data-testid=devices]"),
    Screen("watch", "/watch/{running}", "[data-testid=table][data-status=playing]"),
)
#: Games that last although nobody is connected.
SLOW = {"days_per_move": 3}


async def _play(api: Api, one: Device, other: Device, *moves: str, given_up: bool) -> str:
    """Let two people meet in the lobby and play; return their table."""
    seats = []
    for who in (one, other):
        keys = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
        found = await who.done("/api/lobby/find", game="pylos", clock=SLOW, **keys)
        seats.append(found["seat"])
    async with api.both({**seats[0], "other": seats[1]}) as both:
        for move in moves:
            await both.play(move)
        if given_up:
            await both.ask("resign")
    return str(seats[0]["table"])


async def _gather(url: str) -> dict[str, str]:
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(Api(url))
        ada, bob, cleo = [await stack.enter_async_context(Device(url)) for _ in range(3)]
        for who, name in ((ada, "Ada"), (bob, "Bob"), (cleo, "Cleo")):
            await who.register(name)
        for _ in range(2):
            await _play(api, ada, bob, "1b2", "1c3", "1b3", "1c2", given_up=True)
        running = await _play(api, ada, bob, "1b2", "1c3", "1b3", "1c2", given_up=False)
        await Guest(api).find(game="pacal", clock={"days_per_move": 7})
        await cleo.done(
            "/api/account/challenges",
            name="Bob",
            game="pylos",
            clock=SLOW,
            key=secrets.token_urlsafe(32),
        )
        terms = {"game": "pylos", "clock": SLOW, "pause_s": 0}
        made = (await ada.done(PATH, kind="round-robin", **terms))["id"]
        for who in (ada, bob, cleo):
            await who.done(f"{PATH}/{made}/enter")
        await ada.done(f"{PATH}/{made}/start")
        while not (await show(api, made))["games"]:
            await asyncio.sleep(0.1)
        while not (await api.http.get("/api/players/Bob")).json()["ratings"]:
            await asyncio.sleep(0.1)
        return {"tournament": made, "running": running, "cleo": str(cleo.http.cookies[COOKIE])}


def bring_people(server: ThreadServer, page: Page) -> dict[str, str]:
    """Let people meet on a server, one of them on this page; return addresses of the screens."""
    new_bot(server, "Gentle")
    places = run_apart(_gather(server.url))
    come_in(page, "Cleo", places["cleo"])
    return places
