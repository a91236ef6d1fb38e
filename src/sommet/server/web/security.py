"""Headers that keep the page to itself, and limits on requests, as plain ASGI middleware."""

import asyncio
import contextlib
import hashlib
import ipaddress
import secrets
import socket
import time
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sommet.match.refused import Refused
from sommet.server.refusals import status_of, wire_refusal
from sommet.server.settings import Settings
from sommet.server.web.http_guard import guard_of_request
from sommet.server.web.rate_limits import Buckets, Client

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: What monitoring asks for, by whatever name it knows the machine.
OPERATOR_PATHS = frozenset({"/metrics", "/healthz", "/livez", "/readyz"})

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


#: New for every process, so that the hashes made with it mean nothing elsewhere.
_SECRET = secrets.token_bytes(32)


def client_of(scope: Scope, *, proxies: int, key: bytes = _SECRET) -> Client:
    """Return whom a request came from: hashes of addresses, for limits only.

    Nothing else of the server sees an address, so none can be kept or logged. `proxies` is how many
    proxies of the host's own stand in front: each adds an entry to `X-Forwarded-For`, and only
    those entries are believed.
    """
    client = scope.get("client")
    address = client[0] if client else "unknown"
    if proxies:
        forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        entries = [entry.strip() for entry in forwarded.split(",") if entry.strip()]
        if entries:
            # With fewer entries than proxies, a client reached an inner proxy directly.
            address = entries[-min(proxies, len(entries))]
    return _hash_address(address, key)


@lru_cache(maxsize=4096)
def _hash_address(text: str, key: bytes) -> Client:
    name, network = text, None
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(text.partition("%")[0])
        if address.version == 6:
            if address.ipv4_mapped is not None:
                name = str(address.ipv4_mapped)
            else:
                name = str(ipaddress.ip_network((address, 64), strict=False))
                network = str(ipaddress.ip_network((address, 48), strict=False))
    return Client(_hash(name, key), None if network is None else _hash(network, key))


def _hash(name: str, key: bytes) -> str:
    return hashlib.blake2b(name.encode(), key=key, digest_size=12).hexdigest()


#: Names that are never looked up in the public name system, so no page elsewhere can take them.
_LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home.arpa", ".internal")


def is_own_host(scope: Scope, origins: Sequence[str]) -> bool:
    """Return whether a request is for this server, by its `Host`.

    A page elsewhere can have its own name resolve to this machine and would then count as our own.
    So only the hosts in `origins` are answered; without any, addresses and local names.
    """
    host = Headers(scope=scope).get("host", "")
    if origins:
        return host in {urlsplit(origin).netloc for origin in origins}
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    name = name.removesuffix(".")
    is_local = (bool(name) and "." not in name) or name.endswith(_LOCAL_SUFFIXES)
    return is_local or name == socket.gethostname().lower()


def is_own_origin(scope: Scope, origins: Sequence[str]) -> bool:
    """Return whether a request comes from this server's own page (or from no page at all)."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return True
    return not origins and urlsplit(origin).netloc == headers.get("host")


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
                if scope["path"].startswith("/api/") or scope["path"] in OPERATOR_PATHS:
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_secured)


class RequestLimits:
    """Refuses too many requests from one client, other hosts and other pages, and large bodies."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._buckets = Buckets(settings.requests_per_second, settings.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        guard = guard_of_request(scope)
        if guard is not None:
            guard.note_begin()
        try:
            refused = self._refusal(scope)
            if refused is not None:
                await refusal_response(refused)(scope, receive, send)
            else:
                await self._app(scope, self._counted(receive), send)
        finally:
            if guard is not None:
                guard.note_end()

    def _refusal(self, scope: Scope) -> Refused | None:
        settings = self._settings
        client = client_of(scope, proxies=settings.proxies)
        if not self._buckets.take_for(client, time.monotonic()):
            return Refused("too_many_requests")
        if scope["path"] not in OPERATOR_PATHS and not is_own_host(scope, settings.origins):
            return Refused("origin")
        if scope["method"] not in _READING and not is_own_origin(scope, settings.origins):
            return Refused("origin")
        length = Headers(scope=scope).get("content-length", "0")
        # Not by its value alone: Python refuses to read numbers of thousands of digits.
        if not length.isdecimal() or len(length) > 18 or int(length) > settings.max_record_bytes:
            return Refused("too_large")
        return None

    def _counted(self, receive: Receive) -> Receive:
        """Return `receive` with an end: a body need not say how long it is, nor come in time."""
        left = self._settings.max_record_bytes
        loop = asyncio.get_running_loop()
        due = loop.time() + self._settings.request_timeout_s
        complete = False

        async def receive_some() -> Message:
            nonlocal left, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(due):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            complete = not message.get("more_body", False)
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        return receive_some


_FURTHER_HEADERS = {
    "too_many_requests": {"Retry-After": "1"},
    "no_bot": {"WWW-Authenticate": "Bearer"},
    "signed_out": {"WWW-Authenticate": "Cookie"},
}


def refusal_response(refused: Refused) -> Response:
    """Return a refusal as an HTTP answer."""
    return Response(
        wire_refusal(refused).model_dump_json(),
        status_code=status_of(refused.code),
        media_type="application/json",
        headers=_FURTHER_HEADERS.get(refused.code),
    )
