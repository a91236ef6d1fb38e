"""A process that only works: computer moves for servers on the same database."""

import asyncio
import logging.config
import signal

from sommet.server.cluster.server_clock import ServerClock
from sommet.server.observe.logs import log_config
from sommet.server.observe.metrics import Metrics
from sommet.server.services import Services
from sommet.server.settings import Settings
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.store import Store
from sommet.server.tables.registry import TableRegistry
from sommet.server.thinking.pool import Thinkers


def work(settings: Settings, *, log_level: str = "info") -> None:
    """Work until interrupted; then finish what was begun, as far as the time limit allows."""
    logging.config.dictConfig(log_config(log_level))
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, ended.set)
    services = Services(
        settings=settings,
        store=Store(open_engine(settings.database)),
        thinkers=Thinkers(settings.thinkers, settings.think_limit_s),
        server_clock=ServerClock(),
        metrics=Metrics(),
    )
    registry = TableRegistry(services)
    await asyncio.to_thread(upgrade, services.store.engine)
    services.store.start()
    services.thinkers.start(warm=settings.warm_thinker)
    try:
        await registry.wake()
        print(f"Sommet works with {settings.thinkers} thinkers (Ctrl-C ends it)", flush=True)
        await ended.wait()
    finally:
        await registry.close(patience_s=settings.think_limit_s + settings.computer_pause_s)
        await asyncio.to_thread(services.thinkers.close)
        await asyncio.to_thread(services.store.close)
