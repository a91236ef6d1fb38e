"""How large the faults are: as `make test` can afford, or in full with SOMMET_FAULTS=full."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """What the tests of faults take their sizes from; nothing else differs.

    Attributes:
        games: Games at once while something fails.
        pause_s: How long each of their players waits before moving.
        kills: How often a server process is killed under load.
        restarts: How often PostgreSQL is restarted in mid-game.
        hostile: Hostile messages that were answered, on each kind of database.
        rivals: Games in which both seats move at the same moment.
        disk_games: Games on a disk that is full for a while.
        restarts_of_all: How often everything is restarted.
        stored_events: Events kept when old games are removed.
        frames: Random and mutated frames.
        silence_s: How long the database cannot be reached.
        long_tables: Tables with the longest permitted history, opened one after the other.
    """

    games: int
    pause_s: float
    kills: int
    restarts: int
    hostile: int
    rivals: int
    disk_games: int
    restarts_of_all: int
    stored_events: int
    frames: int
    silence_s: float
    long_tables: int


REDUCED = Sizes(
    games=6,
    pause_s=0.1,
    kills=1,
    restarts=2,
    hostile=2_000,
    rivals=4,
    disk_games=12,
    restarts_of_all=1,
    stored_events=8_000,
    frames=4_000,
    silence_s=8.0,
    long_tables=2,
)
FULL = Sizes(
    games=100,
    pause_s=1.0,
    kills=3,
    restarts=4,
    hostile=100_000,
    rivals=60,
    disk_games=60,
    restarts_of_all=3,
    stored_events=400_000,
    frames=1_000_000,
    silence_s=20.0,
    long_tables=20,
)
SIZES = FULL if os.environ.get("SOMMET_FAULTS") == "full" else REDUCED
