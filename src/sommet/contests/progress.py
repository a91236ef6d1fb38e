"""Finished pairs of an unfinished contest, stored on disk so that the next run continues there."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from platformdirs import user_cache_path

from sommet.contests.pairs import Contest, PlayedPair


def cache_folder() -> Path:
    """Return the folder of unfinished contests on this machine."""
    return user_cache_path("sommet", appauthor=False) / "arena"


class Progress:
    """The pairs played so far in one contest; the file is removed when the contest is over."""

    def __init__(self, contest: Contest, folder: Path) -> None:
        text = json.dumps(asdict(contest), sort_keys=True)
        name = hashlib.sha256(text.encode()).hexdigest()[:24]
        self.path = folder / f"{contest.game}-{name}.jsonl"

    def load(self) -> dict[int, PlayedPair]:
        """Return the pairs that were finished before, by index."""
        if not self.path.exists():
            return {}
        return {pair.index: pair for pair in self._read()}

    def _read(self) -> Iterator[PlayedPair]:
        for line in self.path.read_text().splitlines():
            try:
                index, winners, slowest_a, slowest_b = json.loads(line)
            except ValueError:
                # The last line may be incomplete after an interruption.
                continue
            yield PlayedPair(index, winners, (slowest_a, slowest_b))

    def add(self, pair: PlayedPair) -> None:
        """Store a finished pair."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps([pair.index, pair.winners, *pair.slowest_s]) + "\n")

    def forget(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
