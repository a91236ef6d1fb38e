"""What a line in the log belongs to: a request, and a table. And figures about every request."""

import logging
import re
import secrets
import time
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sommet.server.observe.metrics import Metrics

_log = logging.getLogger(__name__)
_TABLE = re.compile(r"^/(?:ws|api/tables)/([A-Za-z0-9]{12})(?:/|$)")
_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
_HEADER = "X-Request-ID"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Trace:
    """The request being dealt with, and the table it is about."""

    request: str
    table: str | None


#: Of the task that runs now; tasks that it starts inherit it.
CURRENT: ContextVar[Trace | None] = ContextVar("sommet_trace", default=None)


def trace_of(scope: Scope, *, behind_proxy: bool) -> Trace:
    """Return what a request is logged as: the id that a proxy gave it, or a new one."""
    request = Headers(scope=scope).get(_HEADER, "") if behind_proxy else ""
    if not _GIVEN.fullmatch(request):
        request = secrets.token_hex(8)
    found = _TABLE.match(scope["path"])
    return Trace(request, None if found is None else found[1])


class Tracing:
    """Gives every request an id, says it in the answer, and counts."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, behind_proxy: bool) -> None:
        self._app = app
        self._metrics = metrics
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace = trace_of(scope, behind_proxy=self._behind_proxy)
        # Not put back afterwards: the task ends with the request, and failures are logged last.
        CURRENT.set(trace)
        began = time.monotonic()
        status = 500

        async def send_traced(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_HEADER] = trace.request
            await send(message)

        try:
            await self._app(scope, receive, send_traced)
        finally:
            self._count(scope, status, time.monotonic() - began)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        # The pattern, not the path: there are few of those, and they name nobody.
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        _log.debug("%s %s: %d in %.1f ms", method, route, status, 1000 * seconds)
