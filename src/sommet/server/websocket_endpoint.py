"""`/ws/{table}`: which WebSockets are accepted, and the connections that they become."""

import re
from http import HTTPStatus

from starlette.types import Scope

from sommet.server.admission import Admission
from sommet.server.hall import Hall
from sommet.server.security import is_own_host
from sommet.server.socket import Connection
from sommet.server.tracing import CURRENT, trace_of
from sommet.server.websocket_transport import WebSocketTransport

_PATH = re.compile(r"/ws/([^/]+)")


class WebSocketEndpoint:
    """Opens a `Connection` for every WebSocket that is accepted."""

    def __init__(self, hall: Hall, admission: Admission) -> None:
        self._hall = hall
        self._admission = admission
        self._settings = hall.services.settings
        self._failures = hall.services.metrics.connection_failures

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
            connection = Connection(self._hall, transport, table, meter)
        finally:
            CURRENT.reset(before)
        if meter.refused is not None:
            connection.turn_away(meter.refused)
        return connection

    def count_failure(self, reason: str) -> None:
        """Count a connection that had to be broken off."""
        self._failures.labels(reason).inc()
