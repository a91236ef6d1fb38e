"""What a table was opened for, as it is stored in the database."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from sommet.match.clock import TimeControl
from sommet.server.protocol.base import GameName, RulingValue

#: As a pattern of SQL, how `format_setup` writes that there is time for each move.
SLOW_SETUP = '%"per_move":true%'


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table's purpose; never changes.

    Attributes:
        game: `pylos` or `pacal`.
        mode: `computer`, `hotseat`, `friend` or `solo`.
        preset: Name of the set of rules.
        rulings: Rulings that differ from the preset.
        opponent: The bot's spec, against the computer.
        seat: The opener's choice: `light` or `dark`, `jade` or `copper`, or `lot` (at random).
        control: The clock, or None.
    """

    game: GameName
    mode: str
    preset: str
    rulings: dict[str, RulingValue] = field(default_factory=dict)
    opponent: str | None = None
    seat: str = "lot"
    control: TimeControl | None = None

    @property
    def kind(self) -> str:
        """The game as bots and records name it: `pylos`, `pacal` or `solo`."""
        return "solo" if self.mode == "solo" else self.game

    @property
    def is_slow(self) -> bool:
        """Whether there are days for each move."""
        return self.control is not None and self.control.per_move


def format_setup(setup: TableSetup) -> str:
    """Return the setup as JSON; the inverse of `parse_setup`."""
    data = asdict(setup)
    if setup.control is not None and not setup.control.per_move:
        del data["control"]["per_move"]  # versions before slow games can read it, too
    return json.dumps(data, separators=(",", ":"))


def parse_setup(text: str) -> TableSetup:
    """Return the setup that `format_setup` wrote."""
    data: dict[str, Any] = json.loads(text)
    control = data.pop("control")
    return TableSetup(**data, control=None if control is None else TimeControl(**control))
