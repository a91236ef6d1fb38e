"""A server for each test module on each kind of database, and its HTTP interface."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from operation_rights import FOR_EVERYBODY, SOMEBODY_ELSES, check, noting
from private_postgresql import Cluster, cluster
from seat_client import PATIENCE_S
from server_client import Api, ThreadServer, quick_settings

from sommet.server.storage import store
from sommet.server.storage.postgresql import append_line


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Servers in this process wait for a database on a busy machine for as long as tests do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_LIMIT_S", PATIENCE_S)
        patch.setattr(append_line, "_LIMIT_S", PATIENCE_S)
        yield


@pytest.fixture(autouse=True)
def rights(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that stand for an operation in `operation_rights` have to request it."""
    path = request.node.path.relative_to(Path(__file__).parent)
    test = f"{path.as_posix()}::{getattr(request.node, 'originalname', '')}"
    if test not in FOR_EVERYBODY.keys() | SOMEBODY_ELSES.keys():
        yield
        return
    with noting() as requested:
        yield
    check(test, requested)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ThreadServer]:
    settings: dict[str, Any] = {"lobby": True}
    if request.param == "postgresql":
        running: Cluster = request.getfixturevalue("postgresql")
        settings["database"] = running.migrated_database()
    with ThreadServer(quick_settings(tmp_path_factory.mktemp("server"), **settings)) as server:
        yield server


@pytest.fixture
async def api(server: ThreadServer) -> AsyncIterator[Api]:
    async with Api(server.url) as running:
        yield running
