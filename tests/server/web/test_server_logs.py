"""Logs: one JSON object a line, with the request and the table, and without any secret."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from seat_client import PATIENCE_S, RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings

from sommet.seeding import Random
from sommet.server.observe.logs import JsonLines, without_tokens
from sommet.server.observe.tracing import CURRENT, Trace
from sommet.server.tokens import new_token

NAME = "Zacharias Zwiebel"


def format_line(message: str, **more) -> dict:
    record = logging.LogRecord("here", logging.WARNING, "", 0, message, (), more.get("exc_info"))
    return json.loads(JsonLines().format(record))


def test_a_line_says_what_it_belongs_to() -> None:
    assert "request" not in format_line("nobody asked")
    before = CURRENT.set(Trace("abc", "AAAABBBBCCCC"))
    try:
        line = format_line("something")
    finally:
        CURRENT.reset(before)
    assert (line["request"], line["table"], line["what"]) == ("abc", "AAAABBBBCCCC", "something")
    assert line["level"] == "warning"


def test_what_looks_like_a_token_is_taken_out_of_messages_and_traces() -> None:
    token = new_token()
    assert format_line(f"got {token}!")["what"] == "got [token]!"
    try:
        raise ValueError(f"bad {token}")
    except ValueError:
        line = format_line("failed", exc_info=sys.exc_info())
    assert token not in json.dumps(line)
    assert "ValueError: bad [token]" in line["trace"]
    for harmless in ("0" * 64, "AAAABBBBCCCC", "x" * 42, f"{token}{token}"):
        assert without_tokens(harmless) == harmless


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """Everything a server logs at its most talkative while people play, err and attack."""
    import asyncio

    folder = tmp_path_factory.mktemp("logs")
    command = [sys.executable, "-m", "sommet.cli.main", "serve", "--port", "0"]
    with (folder / "err").open("w") as err:
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder / 'g.sqlite3'}", "--log-level", "debug"],
            stdout=subprocess.PIPE,
            stderr=err,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )
        assert process.stdout is not None
        try:
            url = process.stdout.readline().split(" at ")[1].split(" ")[0].rstrip("/")
            secrets = asyncio.run(happen(url))
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=120)
        finally:
            process.kill()
            process.communicate()
    return {"text": (folder / "err").read_text(), **secrets}


async def happen(url: str) -> dict:
    async with Api(url) as api:
        created = await api.open("pacal", "friend", name=NAME)
        invite = created["links"]["invite"].partition("#")[2]
        joined = await api.join(created, name=NAME)
        async with api.seat(created) as one, api.seat(joined) as two:
            for seat in (one, two):
                await seat.until(lambda seat=seat: seat.snapshot["board"] is not None)
            hands = [
                hand["cards"]
                for seat in (one, two)
                for hand in seat.snapshot["board"]["hands"]
                if hand["cards"]
            ]
            await one.send_raw("{" + created["token"])
            await one.send_raw(json.dumps({"type": "play", "token": created["token"]}))
            mover = one if "play" in one.can else two
            await mover.play(random_offer(mover))
            await mover.ask("ping")
        wrong = new_token()
        for path in (f"/play/{created['token']}", f"/api/tables/{created['token']}"):
            await api.http.get(path)
        with pytest.raises(RefusedByServer):
            async with Seat(url, created["table"], wrong):
                pass
        refused = await api.http.post(
            f"/api/tables/{created['table']}/join", json={"invite": invite}
        )
        assert refused.status_code == 409
        return {
            "table": created["table"],
            "secrets": [created["token"], joined["token"], invite, wrong, NAME],
            "hands": hands,
            "request": refused.headers["X-Request-ID"],
        }


def random_offer(seat: Seat) -> str:
    cards = list(seat.snapshot["board"]["choices"]["offerable"])
    Random(1).shuffle(cards)
    return f"offer {cards[0]} {cards[1]}"


def test_every_line_is_json(story: dict) -> None:
    lines = [line for line in story["text"].splitlines() if not line.startswith("Sommet has ended")]
    assert len(lines) >= 5
    for line in lines:
        assert {"time", "level", "where", "what"} <= json.loads(line).keys()


def test_lines_name_the_request_and_the_table(story: dict) -> None:
    lines = [json.loads(line) for line in story["text"].splitlines() if line.startswith("{")]
    mine = [line for line in lines if line.get("request") == story["request"]]
    assert mine
    assert {line["table"] for line in mine} == {story["table"]}
    assert any("/api/tables/{table}/join: 409" in line["what"] for line in mine)


def test_no_token_invitation_name_hand_or_address_is_logged(story: dict) -> None:
    for secret in story["secrets"]:
        assert secret not in story["text"]
    assert "127.0.0.1" not in story["text"]
    assert len(story["hands"]) == 2
    for hand in story["hands"]:
        assert ", ".join(map(str, sorted(hand))) not in story["text"]
    assert not re.search(r'"(token|invite|hand|deal)', story["text"])


async def test_a_failing_write_does_not_log_what_was_written(tmp_path: Path, caplog) -> None:
    """A database's complaint quotes the statement; its values are secrets of the game."""
    with ThreadServer(quick_settings(tmp_path)) as server:
        engine = server.app.state.registry.services.store.engine
        async with Api(server.url) as api:
            created = await api.open("pacal", "friend")
            with engine.begin() as connection:
                connection.exec_driver_sql("DROP TABLE events")
            wish = {"invite": created["links"]["invite"].partition("#")[2]}
            answer = await api.http.post(f"/api/tables/{created['table']}/join", json=wish)
            assert answer.status_code >= 500
    assert "events" in caplog.text
    assert "INSERT INTO" in caplog.text
    assert '"at_ms"' not in caplog.text
    assert "[parameters" not in caplog.text


async def test_a_request_id_is_the_proxys_or_our_own(tmp_path: Path, api: Api) -> None:
    given = {"X-Request-ID": "proxy-chose-this-1"}
    own = (await api.http.get("/api/games", headers=given)).headers["X-Request-ID"]
    assert own != given["X-Request-ID"]
    assert len(own) == 16
    with ThreadServer(quick_settings(tmp_path, proxies=1)) as server:
        kept = httpx.get(server.url + "/api/games", headers=given, timeout=PATIENCE_S).headers[
            "X-Request-ID"
        ]
        assert kept == given["X-Request-ID"]
        odd = httpx.get(
            server.url + "/api/games", headers={"X-Request-ID": 'a b"c{}'}, timeout=PATIENCE_S
        )
        assert odd.headers["X-Request-ID"] != 'a b"c{}'
