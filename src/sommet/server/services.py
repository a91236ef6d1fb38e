"""What all tables of a server share."""

from dataclasses import dataclass, field

from sommet.server.heavy import Heavy
from sommet.server.metrics import Metrics
from sommet.server.settings import Settings
from sommet.server.storage.store import Store
from sommet.server.thinking import Thinkers
from sommet.server.tokens import new_id
from sommet.server.wall import Wall


@dataclass(frozen=True, slots=True)
class Services:
    """Settings, database, computer players, time, counters; `process` names this process."""

    settings: Settings
    store: Store
    thinkers: Thinkers
    wall: Wall
    metrics: Metrics
    heavy: Heavy = field(default_factory=Heavy)
    process: str = field(default_factory=new_id)
