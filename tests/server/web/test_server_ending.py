"""Readiness, letting everybody go at the end, and connections that are counted out again."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import websockets
from seat_client import PATIENCE_S, RefusedByServer
from server_client import Api, ThreadServer, quick_settings, wait_until

from sommet.server.protocol.base import PROTOCOL_VERSION


async def test_alive_but_not_ready_without_a_database(tmp_path: Path, monkeypatch) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        async with Api(server.url) as api:
            assert (await api.http.get("/readyz")).json()["status"] == "ok"

            async def away(_query):
                raise OSError("away")

            monkeypatch.setattr(server.app.state.registry.services.store, "read", away)
            ready = await api.http.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (503, "no_database")
            assert (await api.http.get("/livez")).status_code == 200
            monkeypatch.undo()


#: The first is let go after two fifths of it: time enough, also for a machine that stands still.
DRAIN_S = "15"


async def test_a_server_that_ends_lets_everybody_go(tmp_path: Path) -> None:
    """Told to end, it is not ready any more, still plays, closes with 1012, and then ends."""
    command = [sys.executable, "-m", "sommet.cli.main", "serve", "--port", "0", "--drain", DRAIN_S]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().split(" at ")[1].split(" ")[0].rstrip("/")
        async with Api(url) as api:
            created, _ = await api.friends("pylos", seat="light")
            socket = await websockets.connect(
                url.replace("http", "ws", 1) + f"/ws/{created['table']}"
            )
            await socket.send(
                json.dumps(
                    {"type": "hello", "protocol": PROTOCOL_VERSION, "token": created["token"]}
                )
            )
            assert json.loads(await socket.recv())["type"] == "welcome"
            process.send_signal(signal.SIGTERM)
            answer = await asyncio.to_thread(wait_for_draining, url)
            assert answer == "draining"
            with pytest.raises(websockets.InvalidStatus) as denied:
                await websockets.connect(url.replace("http", "ws", 1) + "/ws/AAAABBBBCCCC")
            assert denied.value.response.status_code == 503
            play = {"type": "play", "id": 1, "game_number": 1, "ply": 0, "move": "1b2"}
            await socket.send(json.dumps(play))
            kinds = []
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    kinds.append(json.loads(await socket.recv())["type"])
            assert "ack" in kinds
            assert socket.close_code == 1012
        process.communicate(timeout=120)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode in (0, -signal.SIGTERM)


def wait_for_draining(url: str) -> str:
    found = ""

    def drains() -> bool:
        nonlocal found
        answer = httpx.get(url + "/readyz", timeout=PATIENCE_S)
        found = answer.json()["status"]
        return answer.status_code == 503

    wait_until(drains)
    return found


async def test_a_refused_connection_is_counted_out_again(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, max_connections_per_address=1)) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            admission = server.app.state.admission
            for _ in range(3):
                async with api.seat(created):
                    with pytest.raises(RefusedByServer):
                        async with api.spectator(created):
                            pass
                await asyncio.to_thread(wait_until, lambda: not admission._inside)
            assert not admission._connections
