"""People with an account: signed in on a page without the form for it, or without any page."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from playwright.sync_api import Page
from soft_passkey import Device

from sommet.server.web.identity import COOKIE

_T = TypeVar("_T")


def run_apart(work: Coroutine[None, None, _T]) -> _T:
    """Do something on an event loop of its own: the page's is busy."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, work).result()  # type: ignore[arg-type]


async def register(url: str, *names: str) -> list[str]:
    """Make accounts; return what a browser of each owner would keep."""
    kept = []
    for name in names:
        async with Device(url) as device:
            await device.register(name)
            kept.append(device.http.cookies[COOKIE])
    return kept


def come_in(page: Page, name: str, kept: str) -> None:
    """Let a page be the browser of an account's owner."""
    cookie = {"name": COOKIE, "value": kept, "domain": "localhost", "path": "/api"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.add_init_script(f"localStorage.setItem('sommet.account', {json.dumps(name)})")
