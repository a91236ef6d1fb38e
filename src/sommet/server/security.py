"""Headers that keep the page to itself, and limits on requests, as plain ASGI middleware."""

import contextlib
import hashlib
import ipaddress
import secrets
import time
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sommet.match.refused import Refused
from sommet.server.limits import Buckets
from sommet.server.refusals import status_of, wire_refusal
from sommet.server.settings import Settings

_READING = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: tuple[tuple[str, str], ...] = (
    ("Content-Security-Policy", CONTENT_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)",
    ),
)


#: Made anew with every process, so that what is made with it means nothing anywhere else.
_SECRET = secrets.token_bytes(32)


def client_address(scope: Scope, *, behind_proxy: bool, key: bytes = _SECRET) -> str:
    """Return what stands for the address a request came from: a hash, for limits only.

    Nothing else of the server sees an address, so none can be kept or logged. Whoever has an IPv6
    address has a whole network of 2^64 of them, which counts as one.
    """
    told = ""
    if behind_proxy:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        # The last entry is the one that our own proxy wrote.
        told = forwarded.rpartition(",")[2].strip()
    if not told:
        client = scope.get("client")
        told = client[0] if client else "unknown"
    return _hash_address(told, key)


@lru_cache(maxsize=4096)
def _hash_address(told: str, key: bytes) -> str:
    network = told
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(told.partition("%")[0])
        if address.version == 6:
            mapped = address.ipv4_mapped
            network = str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return hashlib.blake2b(network.encode(), key=key, digest_size=12).hexdigest()


def is_own_origin(scope: Scope, origins: Sequence[str]) -> bool:
    """Return whether a request comes from this server's own page (or from no page at all)."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == headers.get("host") or origin in origins


class SecureHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
                if scope["path"].startswith(("/api/", "/metrics", "/healthz", "/livez", "/readyz")):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, send_secured)


class RequestLimits:
    """Refuses too many requests from one address, other pages' posts, and too large bodies."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._buckets = Buckets(settings.requests_per_second, settings.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = client_address(scope, behind_proxy=self._settings.behind_proxy)
        if not self._buckets.take(address, time.monotonic()):
            await refusal_response(Refused("too_many_requests"))(scope, receive, send)
            return
        if scope["method"] not in _READING and not is_own_origin(scope, self._settings.origins):
            await refusal_response(Refused("origin"))(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > self._settings.max_record_bytes:
            await refusal_response(Refused("too_large"))(scope, receive, send)
            return
        await self._app(scope, self._counted(receive), send)

    def _counted(self, receive: Receive) -> Receive:
        """Return `receive` with an end: a body need not say how long it is."""
        left = self._settings.max_record_bytes

        async def receive_some() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        return receive_some


def refusal_response(refused: Refused) -> Response:
    """Return a refusal as an HTTP answer."""
    return Response(
        wire_refusal(refused).model_dump_json(),
        status_code=status_of(refused.code),
        media_type="application/json",
        headers={"Retry-After": "1"} if refused.code == "too_many_requests" else None,
    )
