"""Browsers of people with an account."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from server_client import ThreadServer
from soft_passkey import Device, NewDevice


@pytest.fixture
async def device(server: ThreadServer) -> AsyncIterator[NewDevice]:
    """Returns browsers, which are closed at the end."""
    async with AsyncExitStack() as stack:

        def make() -> Device:
            made = Device(server.url)
            stack.push_async_exit(made)
            return made

        yield make
