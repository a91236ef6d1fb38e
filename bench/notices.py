"""What notices and holidays cost a server.

Notices: a database is filled with slow games in which somebody is to be told that it is their move,
each on a device of their own, and a real `sommet serve` sends them to a push service in this
process, which takes every one. Measured: notices a second, and the server's processor time each.

Holidays: an account with many slow games goes on holiday and comes back early. Measured: how long
that takes, and the server's processor time for each deadline that moves.

All on this machine, loopback only; ends by itself.

    python bench/notices.py
    python bench/notices.py --notices 200 --games 50 --postgresql
"""

import argparse
import json
import os
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import Engine, insert, update

from slow_games import Server, databases, fill
from sommet.server.community.notices.push_client import encode
from sommet.server.storage import accounts, schema
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.notices.devices import hash_endpoint
from sommet.server.storage.notices.schema import push_devices, push_seats, slow_turns
from sommet.server.tokens import new_id, new_token
from sommet.server.web.identity import COOKIE

PATIENCE_S = 300


class PushService:
    """Takes notices as a browser's push service does, and counts them."""

    def __init__(self) -> None:
        self.got: set[str] = set()
        self.last_s = 0.0
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                service.got.add(self.path)
                service.last_s = time.monotonic()
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        class Many(ThreadingHTTPServer):
            request_queue_size = 128  # twenty connect at once

        self._server = Many(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def subscribe(engine: Engine, service: PushService, notices: int, at_ms: int) -> None:
    """Give light of each game a device, which is to be told from `at_ms` on."""
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    endpoints = [f"{service.url}/{number}" for number in range(notices)]
    keys = {"p256dh": point, "auth": "A" * 22, "language": "en", "seen_ms": at_ms}
    with engine.begin() as connection:
        connection.execute(
            insert(push_devices),
            [{"id": hash_endpoint(each), "endpoint": each, **keys} for each in endpoints],
        )
        connection.execute(
            insert(push_seats),
            [
                {"device": hash_endpoint(each), "table_id": f"slow{number:08}", "player": 0}
                for number, each in enumerate(endpoints)
            ],
        )
        connection.execute(update(slow_turns).values(tell_ms=at_ms))


def send_notices(address: str, notices: int) -> dict[str, Any]:
    """Return what it takes to send so many notices."""
    service, engine = PushService(), open_engine(address)
    upgrade(engine)
    fill(engine, notices)
    server = Server(address)
    time.sleep(3)  # it has looked for what is due a few times
    before_s, began = server.processor_s(), time.monotonic()
    subscribe(engine, service, notices, round(time.time() * 1000))
    while len(service.got) < notices and time.monotonic() < began + PATIENCE_S:
        time.sleep(0.1)
    used_s = server.processor_s() - before_s
    server.close()
    service.close()
    engine.dispose()
    assert len(service.got) == notices, f"only {len(service.got)} of {notices} notices came"
    return {
        "notices": notices,
        "a_second": round(notices / (service.last_s - began)),
        "server_processor_ms_each": round(1000 * used_s / notices, 2),
    }


def take_holiday(address: str, games: int) -> dict[str, Any]:
    """Return what it takes to go on holiday with so many slow games, and to come back."""
    engine = open_engine(address)
    upgrade(engine)
    fill(engine, games)
    account, token, now_ms = new_id(), new_token(), round(time.time() * 1000)
    with engine.begin() as connection:
        code = accounts.new_recovery_code()
        accounts.add_account(connection, account, "Traveller", code, now_ms)
        accounts.begin_session(connection, account, None, now_ms, token)
        mine = update(schema.seats).where(schema.seats.c.player == 0)
        connection.execute(mine.values(account=account, name="Traveller"))
    server = Server(address)
    time.sleep(3)
    figures: dict[str, Any] = {"slow_games": games}
    for path, body in (("holiday", {"days": 7}), ("holiday/end", {})):
        before_s, began = server.processor_s(), time.monotonic()
        request = urllib.request.Request(
            f"{server.url}/api/account/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Cookie": f"{COOKIE}={token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        figures["begin" if body else "end_early"] = {
            "seconds": round(time.monotonic() - began, 2),
            "processor_ms_a_game": round(1000 * (server.processor_s() - before_s) / games, 2),
        }
    server.close()
    engine.dispose()
    return figures


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What notices and holidays cost a server.")
    parser.add_argument("--notices", type=int, default=2000)
    parser.add_argument("--games", type=int, default=200, help="slow games of who goes on holiday")
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    args = parser.parse_args()
    # The push service is on this machine and speaks plain HTTP.
    os.environ["SOMMET_PUSH_ANYWHERE"] = "yes"
    with databases(postgresql=args.postgresql) as new_database:
        figures = {
            "push": send_notices(new_database("push"), args.notices),
            "holiday": take_holiday(new_database("holiday"), args.games),
        }
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
