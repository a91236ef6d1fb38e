"""Writes down what happens at tables of one device: `python stored_tables.py`.

web/tests/records/tables.jsonl holds tables with what is asked for at them, step by step, and how
each stands afterwards: moves, takebacks, clocks, endings. `sommet.match.Session` judges here, the
page's own tables in web/tests/table/stored.test.ts.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sommet import pacal, pylos
from sommet.errors import IllegalMove, InvalidMove
from sommet.match.clock import TimeControl
from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.pylos_progress import PylosProgress
from sommet.match.refused import Refused
from sommet.match.session import Session, Setup
from sommet.seeding import Random

PATH = Path(__file__).parents[2] / "web/tests/records/tables.jsonl"
_BEGAN_MS = 1_000_000
_PROPOSALS = ("takeback", "draw", "rematch")
#: Game, mode, the opener's seat, minutes and increment in seconds, steps.
_TABLES: tuple[tuple[str, str, int, tuple[int, int] | None, int], ...] = (
    ("pylos", "hotseat", 0, None, 40),
    ("pylos", "hotseat", 0, (1, 0), 55),
    ("pylos", "hotseat", 0, (1, 3), 45),
    ("pylos", "computer", 0, (1, 2), 50),
    ("pylos", "computer", 1, (1, 0), 40),
    ("pylos", "computer", 1, None, 40),
    ("pacal", "hotseat", 0, (1, 0), 60),
    ("pacal", "hotseat", 0, (3, 2), 150),
    ("pacal", "computer", 0, (3, 5), 150),
    ("pacal", "computer", 1, None, 80),
    ("pacal", "solo", 0, None, 24),
)


@dataclass
class _Table:
    """A table with the deals that came to it and what has been asked for."""

    session: Session
    own: int
    random: Random
    at_ms: int = _BEGAN_MS

    def __post_init__(self) -> None:
        self.deals: list[str] = []
        self.steps: list[dict[str, Any]] = []
        self.stood: dict[str, Any] = {}
        self._begin(self.session.start(self.own, at_ms=self.at_ms))

    @property
    def mode(self) -> str:
        return self.session.setup.mode

    @property
    def in_front(self) -> int:
        """The seat that acts for whoever sits here."""
        if self.mode != "hotseat":
            return 0 if self.mode == "solo" else self.session.seat_of(0)
        if self.session.actor is not None:
            return self.session.actor
        return self.session.turns[-1].seat if self.session.turns else 0

    def _begin(self, events: Any) -> None:
        self.session = self.session.apply_all(events)
        if self.session.awaits_deal and not self.session.dealt:
            self._deal()

    def _deal(self) -> None:
        solo = self.mode == "solo"
        kind = pacal.SoloDeal if solo else pacal.Deal
        self.deals.append(str(kind.from_seed(self.random.below(1000))))
        table = self.session
        if table.secret is None:
            table = table.apply_all(table.promise("00" * 32, at_ms=self.at_ms))
        seat = self.in_front
        if not table.ready:
            table = table.apply_all(table.ask_next_round(seat, "01" * 32, at_ms=self.at_ms))
        self.session = table.apply_all(table.deal(self.deals[-1], at_ms=self.at_ms))

    def legal(self) -> list[str]:
        progress: Any = self.session.progress
        game = getattr(
            progress,
            {"PylosProgress": "state", "PacalProgress": "match"}.get(
                type(progress).__name__, "solo"
            ),
        )
        return [str(move) for move in game.legal_moves]

    def ask(self, do: str, **more: Any) -> None:
        """Ask for something, and write down what came of it."""
        refused = None
        try:
            self._do(do, **more)
        except Refused as error:
            refused = error.code
        except (IllegalMove, InvalidMove) as error:
            refused = "illegal_move" if isinstance(error, IllegalMove) else "unreadable_move"
        before, self.stood = self.stood, self._standing()
        # What is as it was is left out.
        changed = {name: now for name, now in self.stood.items() if before.get(name, ...) != now}
        step = {"do": do, **more, "at": self.at_ms, **({"refused": refused} if refused else {})}
        self.steps.append({**step, **({"now": changed} if changed else {})})

    def _do(self, do: str, move: str = "") -> None:
        table, seat, at_ms = self.session, self.in_front, self.at_ms
        if do == "answer":
            seat = 1 - seat
        match do:
            case "play" | "answer":
                events = table.play(seat, move, table.ply, at_ms=at_ms)
            case "next_round":
                if table.awaits_deal:
                    self._deal()
                    return
                events = table.ask_next_round(seat, "01" * 32, at_ms=at_ms)
            case "resign":
                events = table.resign(seat, at_ms=at_ms)
            case "wait":
                events = table.run_out(at_ms=at_ms)
            case _:
                events = table.propose(seat, do, table.ply, at_ms=at_ms)
        self._begin(events)

    def _standing(self) -> dict[str, Any]:
        table, clock, outcome = self.session, self.session.clock, self.session.outcome
        return {
            "game": table.game_number,
            "seat": self.in_front,
            "moves": table.ply,
            "last": table.turns[-1].clock_ms if table.turns else None,
            "actor": table.actor,
            "clock": clock and [*clock.remaining_ms, clock.running, clock.at_ms],
            "can": [what for what in _PROPOSALS if table.allows(self.in_front, what)],
            "outcome": outcome and [outcome.winner, outcome.reason, outcome.clause or None],
        }

    def step(self, left: int) -> None:
        """Ask for the next thing, whatever it is."""
        # Now and then the machine's clock is put back a little.
        self.at_ms += self.random.below(2500) - 200
        table, chance = self.session, self.random.below(100)
        if table.outcome is not None:
            self.ask(
                "takeback" if chance < 30 else "play" if chance < 50 else "rematch",
                **({"move": "1a1"} if 30 <= chance < 50 else {}),
            )
        elif table.actor is None:
            self.ask("takeback" if chance < 20 else "next_round")
        elif left < 4 and chance < 70:
            self.ask("draw" if chance < 30 else "resign")
        elif chance < 9:
            self.ask("takeback")
        elif chance < 12:
            self.ask(("rematch", "draw", "next_round")[self.random.below(3)])
        elif chance < 16:
            self.ask("play", move=("4a1", "build 3", "dance")[self.random.below(3)])
        elif chance < 17 and table.clock is not None and table.clock.running is not None:
            self.at_ms = max(self.at_ms, (table.clock.runs_out_ms or 0) + self.random.below(2))
            self.ask("wait")
        else:
            moves = self.legal()
            move = moves[self.random.below(len(moves))]
            computer = self.mode == "computer" and table.actor != self.in_front
            self.ask("answer" if computer else "play", move=move)


def _open(game: str, mode: str, own: int, control: TimeControl | None, seed: int) -> _Table:
    begin: Any
    if game == "pylos":
        begin = partial(PylosProgress.begin, pylos.Options.preset("standard"))
    else:
        kind = SoloProgress if mode == "solo" else PacalProgress
        begin = partial(kind, pacal.Options.preset("en"))
    return _Table(Session(Setup(begin, mode, control)), own, Random(seed))


def make_tables() -> Iterator[dict[str, Any]]:
    """Yield tables with everything that happened at them."""
    for seed, (game, mode, own, clock, steps) in enumerate(_TABLES):
        control = None if clock is None else TimeControl(clock[0] * 60_000, clock[1] * 1000)
        table = _open(game, mode, own, control, seed)
        for left in range(steps, 0, -1):
            table.step(left)
        yield {
            "game": game,
            "mode": mode,
            "own": own,
            "clock": clock and {"minutes": clock[0], "increment_s": clock[1]},
            "began": _BEGAN_MS,
            "deals": table.deals,
            "steps": table.steps,
        }


def format_tables() -> str:
    """Return the file as it stands in the repository."""
    return "".join(f"{json.dumps(table, separators=(',', ':'))}\n" for table in make_tables())


if __name__ == "__main__":
    PATH.write_text(format_tables(), encoding="utf-8")
