"""A server that tells devices on this machine too, on each kind of database."""

from collections.abc import Iterator
from typing import Any

import pytest
from private_postgresql import Cluster
from server_client import ThreadServer, quick_settings

from sommet.server.community.notices import notice_sender


@pytest.fixture(scope="module", autouse=True)
def sent_by_hand() -> Iterator[None]:
    """Notices are sent when a test says so: by themselves they could go out between two steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notice_sender, "LOOK_EVERY_S", 1e6)
        yield


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ThreadServer]:
    settings: dict[str, Any] = {"lobby": True, "push_anywhere": True}
    if request.param == "postgresql":
        running: Cluster = request.getfixturevalue("postgresql")
        settings["database"] = running.migrated_database()
    with ThreadServer(quick_settings(tmp_path_factory.mktemp("push"), **settings)) as server:
        yield server
