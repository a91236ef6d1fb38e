"""A table of Pylos as a player made of code needs it: folded from what the server tells."""

import random
from typing import Any

from sommet.pylos import Options, State, format_cell


class KnownTable:
    """One seat's table: whose turn it is, what may be played, how it ended."""

    __slots__ = ("_setup", "_standing", "last_seat", "ply", "state")

    def __init__(self, welcome: dict[str, Any]) -> None:
        self._setup = welcome["setup"]
        self._standing = welcome["standing"]
        self._begin()
        for move in welcome["moves"]:
            self._play(move["seat"], move["move"])

    def change(self, message: dict[str, Any]) -> None:
        for event in message.get("events", ()):
            if event["type"] == "moved":
                self._play(event["seat"], event["move"])
            elif event["type"] == "started":
                self._begin()
        if "now" in message:
            self._standing = {**self._standing, **message["now"]}

    def _begin(self) -> None:
        options = Options.preset(self._setup["options"]["preset"], **self._setup["rulings"])
        self.state = State.start(options=options)
        self.ply = 0
        self.last_seat: int | None = None

    def _play(self, seat: int, move: str) -> None:
        self.state = self.state.play(move)
        self.ply += 1
        self.last_seat = seat

    @property
    def game_number(self) -> int:
        return int(self._standing["game_number"])

    @property
    def outcome(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self._standing["outcome"]
        return found

    @property
    def is_own(self) -> bool:
        """Whether the last move was this seat's."""
        return self.last_seat == self._standing["seat"]

    @property
    def can_play(self) -> bool:
        is_playing = self._standing["status"] == "playing"
        return is_playing and bool(self.state.side == self._standing["seat"])

    @property
    def can_rematch(self) -> bool:
        return "rematch" in self._standing["may"]

    def choose(self, chance: random.Random) -> str:
        """Return a legal move at random."""
        landing = chance.choice(self.state.landings)
        move = format_cell(landing.target)
        if landing.source is not None:
            move = f"{format_cell(landing.source)}>{move}"
        takes = landing.after()
        if takes:
            move += f"-{format_cell(chance.choice(takes))}"
        return move
