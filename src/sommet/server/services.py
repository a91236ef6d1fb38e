"""What all tables of a server share."""

from dataclasses import dataclass, field

from sommet.server.cluster.server_clock import ServerClock
from sommet.server.observe.metrics import Metrics
from sommet.server.settings import Settings
from sommet.server.slow_work import SlowWorker
from sommet.server.storage.store import Store
from sommet.server.tokens import new_id


@dataclass(frozen=True, slots=True)
class Services:
    """Settings, database, time, counters; `process` names this process."""

    settings: Settings
    store: Store
    server_clock: ServerClock
    metrics: Metrics
    slow_worker: SlowWorker = field(default_factory=SlowWorker)
    process: str = field(default_factory=new_id)
