"""`/ws/{table}`: which WebSockets are accepted, and the connections that they become."""

import re
from http import HTTPStatus

from starlette.types import Scope

from sommet.server.observe.tracing import CURRENT, trace_of
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.connection import Connection
from sommet.server.web.security import is_own_host
from sommet.server.web.websocket_transport import WebSocketTransport

_PATH = re.compile(r"/ws/([^/]+)")


class WebSocketEndpoint:
    """Opens a `Connection` for every WebSocket that is accepted."""

    def __init__(self, registry: TableRegistry, admission: Admission) -> None:
        self._registry = registry
        self._admission = admission
        self._settings = registry.services.settings
        self._failures = registry.services.metrics.connection_failures

    def refusal(self, scope: Scope) -> HTTPStatus | None:
        """Return the status that refuses a handshake, or None to accept it."""
        if _PATH.fullmatch(scope["path"]) is None:
            return HTTPStatus.NOT_FOUND
        if self._admission.draining:
            # Before the connection is there, so that a proxy asks the next process instead.
            return HTTPStatus.SERVICE_UNAVAILABLE
        if not is_own_host(scope, self._settings.origins):
            return HTTPStatus.FORBIDDEN
        if not self._admission.may_connect(scope):
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def open(self, scope: Scope, transport: WebSocketTransport) -> Connection:
        """Return the connection that receives the messages."""
        found = _PATH.fullmatch(scope["path"])
        assert found is not None
        table = found[1]
        before = CURRENT.set(trace_of(scope, behind_proxy=self._settings.proxies > 0))
        try:
            meter = self._admission.enter(scope, table)
            connection = Connection(self._registry, transport, table, meter)
        finally:
            CURRENT.reset(before)
        if meter.refused is not None:
            connection.reject(meter.refused)
        return connection

    def count_failure(self, reason: str) -> None:
        """Count a connection that had to be broken off."""
        self._failures.labels(reason).inc()
