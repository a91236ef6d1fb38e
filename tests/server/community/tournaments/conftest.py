"""Tournaments whose director does nothing by itself: tests say when it looks."""

from collections.abc import Iterator

import pytest

from sommet.server.community import lobby
from sommet.server.community.tournaments import director, service


@pytest.fixture(scope="module", autouse=True)
def by_hand() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(director, "LOOK_EVERY_S", 1e6)
        patch.setattr(director, "REFEREE_EVERY_S", 1e6)
        patch.setattr(service, "_FRESH_S", -1.0)
        patch.setattr(lobby, "_FRESH_S", -1.0)
        yield
