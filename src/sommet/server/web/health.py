"""What the operator asks a server for: whether it lives, whether it is ready, figures."""

import asyncio
import logging

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from sommet import __version__
from sommet.server.protocol import http
from sommet.server.storage import queries
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission

_log = logging.getLogger(__name__)
#: A database that takes longer to answer is not there, as far as a load balancer is concerned.
_DATABASE_S = 3.0


def add_health(api: APIRouter, registry: TableRegistry, admission: Admission) -> None:
    """Add `/livez`, `/readyz`, `/healthz` and `/metrics`."""
    metrics = registry.services.metrics

    @api.get("/livez", tags=["server"])
    async def live() -> http.Health:
        """Whether the process answers. If not, it should be started again."""
        return http.Health(status="ok", version=__version__)

    async def check() -> http.Health:
        status: http.HealthStatus = "ok"
        if admission.draining:
            status = "draining"
        else:
            try:
                async with asyncio.timeout(_DATABASE_S):
                    await registry.services.store.read(queries.ping)
            except Exception:
                _log.warning("the database does not answer", exc_info=True)
                status = "no_database"
        metrics.ready.set(status == "ok")
        return http.Health(status=status, version=__version__)

    async def ready() -> Response:
        """Whether new players may be sent here: the database answers, and it is not ending."""
        health = await check()
        return JSONResponse(health.model_dump(), 200 if health.status == "ok" else 503)

    for path in ("/readyz", "/healthz"):
        api.get(
            path,
            tags=["server"],
            response_model=http.Health,
            responses={503: {"model": http.Health, "description": "Not now"}},
            operation_id=path[1:],
        )(ready)

    @api.get("/metrics", tags=["server"], response_class=PlainTextResponse)
    async def show_metrics() -> Response:
        """Figures for Prometheus."""
        await check()
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")
