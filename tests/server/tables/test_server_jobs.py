"""Computer moves as jobs."""

from pathlib import Path
from typing import Any

import pytest
from server_client import Api, ThreadServer, quick_settings

from sommet.server.thinking import question


async def test_a_computer_move_that_comes_too_late_is_made_in_the_simplest_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "_DEADLINE_MS", -1)
    with ThreadServer(quick_settings(tmp_path)) as server:

        async def never(*_: Any, **__: Any) -> str:
            raise AssertionError("there was no time for it")

        monkeypatch.setattr(server.app.state.registry.services.thinkers, "choose", never)
        async with Api(server.url) as api:
            created = await api.open("pylos", "computer", opponent="level:8", seat="dark")
            async with api.seat(created) as seat:
                await seat.until(lambda: "play" in seat.can)
                assert seat.snapshot["ply"] == 1
            text = (await api.http.get("/metrics")).text
    assert "sommet_think_failures_total 1.0" in text
