"""Removes data after its retention period while the server runs."""

import asyncio
import logging
import random

from sommet.server.services import Services
from sommet.server.storage.retention import Removed, tidy

_log = logging.getLogger(__name__)


async def tidy_regularly(services: Services) -> None:
    """Regularly remove old data until cancelled; does nothing if everything is kept."""
    settings = services.settings
    if settings.retention.keeps_everything:
        return
    while True:
        # Spread out, so that processes that start together do not tidy together.
        await asyncio.sleep(settings.tidy_every_s * random.uniform(0.5, 1.0))
        now_ms = services.server_clock.now_ms()
        try:
            removed = await asyncio.to_thread(
                tidy, services.store.engine, settings.retention, now_ms, actor="server"
            )
        except Exception:
            _log.exception("old games could not be removed; it will be tried again")
            continue
        if removed != Removed():
            _log.info(
                "removed %d tables with finished games, %d abandoned tables, %d uploads, "
                "%d tournaments, %d reports, %d lines of the audit log",
                removed.finished,
                removed.abandoned,
                removed.uploads,
                removed.tournaments,
                removed.reports,
                removed.audit,
            )
