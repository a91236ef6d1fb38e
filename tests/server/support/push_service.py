"""A push service of the tests' own: takes notices as those of browsers do, and reads them."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from seat_client import Json
from soft_passkey import encode


class SoftBrowser:
    """A browser's subscription: keys of its own, and a place at the push service."""

    def __init__(self, service: "PushService", path: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))
        self.endpoint = f"{service.url}/{path}"
        #: What the service answers from now on, one status for each message; then 201.
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.headers: Queue[Json] = Queue()
        self.got: Queue[Json] = Queue()
        service.browsers[f"/{path}"] = self

    @property
    def subscription(self) -> Json:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": encode(point), "auth": encode(self._auth)}

    def take(self, headers: Json, body: bytes) -> tuple[int, dict[str, str]]:
        """Read a message as the browser would, and answer as the service would."""
        assert Vapid02.verify(headers["authorization"])
        assert headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth)
        self.headers.put(headers)
        self.got.put(json.loads(text))
        return self.answers.pop(0) if self.answers else (201, {})

    def next(self) -> Json:
        """Return the next message, when it comes."""
        return self.got.get(timeout=60)


class PushService:
    """Real HTTP on a port of this machine."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.browsers: dict[str, SoftBrowser] = {}

    def browser(self, name: str) -> SoftBrowser:
        return SoftBrowser(self, name)


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            browser = service.browsers.get(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, further = (404, {}) if browser is None else browser.take(headers, body)
            self.send_response(status)
            for name, value in {**further, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
