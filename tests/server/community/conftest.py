"""Browsers of people with an account, and a lobby that waits for them on a slow machine."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from server_client import ThreadServer
from soft_passkey import Device, NewDevice

from sommet.server.community import open_seats


@pytest.fixture(autouse=True)
def _patient_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests who only ask have a seat for as long as a test takes, not for ten seconds."""
    monkeypatch.setattr(open_seats, "ARRIVAL_MS", 600_000)


@pytest.fixture
async def device(server: ThreadServer) -> AsyncIterator[NewDevice]:
    """Returns browsers, which are closed at the end."""
    async with AsyncExitStack() as stack:

        def make() -> Device:
            made = Device(server.url)
            stack.push_async_exit(made)
            return made

        yield make
