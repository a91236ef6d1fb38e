"""Build the image, start what deploy/compose.yaml says, play through it, and take it down again.

Needs a container engine and its base images: `make containers`. COMPOSE
names the program that reads the compose file (by default `docker compose`; else `podman-compose`).
What else building needs here, such as certificates, goes into COMPOSE_BUILD.
"""

import asyncio
import os
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "server" / "support"))

from server_client import Api, wait_until  # noqa: E402

from sommet.seeding import Random  # noqa: E402

COMPOSE = shlex.split(os.environ.get("COMPOSE", "docker compose"))
BUILD = shlex.split(os.environ.get("COMPOSE_BUILD", ""))
PORT = os.environ.get("SOMMET_PORT", "8080")
URL = f"http://127.0.0.1:{PORT}"
PROJECT = "sommet-trial"


def compose(*words: str, patience_s: float = 900, check: bool = True) -> str:
    """Run a command of the compose program; return what it printed."""
    result = subprocess.run(
        [*COMPOSE, "-p", PROJECT, "-f", str(ROOT / "deploy" / "compose.yaml"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=patience_s,
        check=False,
        env=os.environ,
    )
    if check and result.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{result.stdout}")
    return result.stdout


def serves() -> bool:
    """Return whether the page can be had through the proxy."""
    try:
        return httpx.get(f"{URL}/api/games", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


async def play() -> None:
    """Play two games between friends; one server is stopped in the middle of the second."""
    page = httpx.get(URL).text
    assert "<script" in page, "the page is not in the image"
    async with Api(URL) as api:
        async with api.both(await api.open_both("pacal")) as both:
            await both.play_on(Random(1))
        first, second = await api.friends("pylos", seat="light")
        async with api.seat(first) as light, api.seat(second) as dark:
            await light.play("1a1")
            await dark.until(lambda: dark.snapshot["ply"] == 1)
        began = time.monotonic()
        await asyncio.to_thread(compose, "stop", "server-1")
        print(f"server-1 let everybody go in {time.monotonic() - began:.1f} s")
        async with api.seat(first) as light, api.seat(second) as dark:
            assert light.snapshot["ply"] == 1, "a move was lost"
            await asyncio.gather(light.play_on(Random(2)), dark.play_on(Random(3)))
        record = await api.http.get(f"/api/tables/{first['table']}/record")
        assert record.status_code == 200
    print("played: a match of Pacal, and a game of Pylos on both servers")


def main() -> int:
    """Try it; return 0 when all of it works."""
    os.environ.setdefault("POSTGRES_PASSWORD", secrets.token_hex(8))
    os.environ["SOMMET_PORT"] = PORT
    os.environ["SOMMET_ORIGIN"] = URL
    try:
        compose("build", *BUILD)
        print("the image is built")
        compose("up", "-d")
        wait_until(serves, 120)
        asyncio.run(play())
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o777)
            os.environ["SOMMET_BACKUPS"] = folder
            compose("--profile", "tools", "run", "--rm", "-T", "backup")
            (kept,) = Path(folder).glob("*.backup")
            print(f"a backup of {kept.stat().st_size} bytes, restored and compared")
    except BaseException:
        print(compose("logs", check=False)[-4000:], file=sys.stderr)
        raise
    finally:
        compose("down", "-v", check=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
