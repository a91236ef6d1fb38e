"""A server for each test module, and its HTTP interface."""

from collections.abc import AsyncIterator, Iterator

import pytest
from server_client import Api, ThreadServer, quick_settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    with ThreadServer(quick_settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
async def api(server: ThreadServer) -> AsyncIterator[Api]:
    async with Api(server.url) as running:
        yield running
