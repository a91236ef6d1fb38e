"""Tables of the browser, played with fixed choices and put where the page keeps them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from playwright.sync_api import Page

from sommet import pacal, pylos
from sommet.seeding import Random

Mode = Literal["computer", "hotseat", "solo"]
#: What a game is worth looking at: how many moves were made, and the state they led to.
Done = Callable[[int, Any], bool]

_KEEP = """tables => new Promise((resolve, reject) => {
  const request = indexedDB.open('sommet', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('tables', { keyPath: 'id' });
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const change = request.result.transaction('tables', 'readwrite');
    for (const table of tables) change.objectStore('tables').put(table);
    change.oncomplete = () => { request.result.close(); resolve(); };
    change.onerror = () => reject(change.error);
  };
})"""


@dataclass(frozen=True)
class LocalTable:
    """A table as the browser keeps it."""

    kept: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.kept["id"])

    @property
    def play(self) -> str:
        """The address of its board."""
        return f"/play/{self.id}"


def keep_tables(page: Page, *tables: LocalTable) -> None:
    """Put tables where the page, which must be open, keeps its own."""
    page.evaluate(_KEEP, [table.kept for table in tables])


def play_table(
    name: str, game: str, mode: Mode, seed: int, done: Done, preset: str | None = None
) -> LocalTable:
    """Return a table on which fixed choices were made until `done`, or until the round is over."""
    preset = preset or ("standard" if game == "pylos" else "en")
    turns: list[dict[str, Any]] = []
    state = _play(_begin(game, mode, preset, seed), Random(seed), turns, 1, done)
    is_over = state.outcome is not None and (game == "pylos" or mode == "solo")
    deals = [] if game == "pylos" else [_deal_of(state)]
    outcome = _ending_of(state) if is_over else None
    return _table(name, game, mode, preset, turns=turns, deals=deals, outcome=outcome)


def play_match(name: str, seed: int) -> LocalTable:
    """Return a whole match of Pacal on one screen."""
    random, wins = Random(seed), [0, 0]
    turns: list[dict[str, Any]] = []
    deals, rounds = [], []
    for number in count(1):
        state = _play(_begin("pacal", "hotseat", "en", seed + number), random, turns, number)
        deals.append(_deal_of(state))
        ending = _ending_of(state)
        winner = ending["winner"]
        rounds.append(ending)
        if winner is not None:
            wins[winner] += 1
        if max(wins) == 3:
            break
    outcome = {"winner": winner, "reason": "three-rounds", "clause": "PAC-9"}
    return _table(
        name, "pacal", "hotseat", "en", turns=turns, deals=deals, rounds=rounds, outcome=outcome
    )


def _ending_of(state: Any) -> dict[str, Any]:
    return {"winner": state.outcome.winner, "reason": state.outcome.reason, "clause": None}


def _begin(game: str, mode: Mode, preset: str, seed: int) -> Any:
    if game == "pylos":
        return pylos.State.start(pylos.Options.preset(preset))
    kind = pacal.Solo if mode == "solo" else pacal.Round
    return kind.deal(pacal.Options.preset(preset), seed)


def _deal_of(state: pacal.Round | pacal.Solo) -> str:
    if isinstance(state, pacal.Solo):
        return pacal.format_solo_deal(state.dealt)
    return pacal.format_deal(state.dealt)


def _play(
    state: Any,
    random: Random,
    turns: list[dict[str, Any]],
    number: int,
    done: Done = lambda _plies, _state: False,
) -> Any:
    """Play a round on, note its turns, and return what came of it."""
    while state.outcome is None and not done(len(turns), state):
        seat = {pylos.State: "side", pacal.Round: "actor"}.get(type(state))
        moves = list(state.legal_moves)
        move = moves[random.below(len(moves))]
        actor = 0 if seat is None else getattr(state, seat)
        turns.append({"seat": actor, "move": str(move), "round": number, "clock_ms": None})
        state = state.play(move)
    return state


def _table(name: str, game: str, mode: Mode, preset: str, **played: Any) -> LocalTable:
    outcome = played.pop("outcome")
    setup = {
        "game": game,
        "mode": mode,
        "options": {"preset": preset, "rulings": []},
        "rulings": {},
        "opponent": "level:1" if mode == "computer" else None,
        "clock": None,
        "name": None,
    }
    kept = {"number": 1, "own": 0, "rounds": [], "ending": None, "clock": None, "lifted": None}
    return LocalTable(
        {
            "id": f"local_{name}",
            "setup": setup,
            "created_ms": 1_800_000_000_000,
            "updated_ms": 1_800_000_000_000,
            "seq": len(played["turns"]),
            "finished": outcome is not None,
            "outcome": outcome,
            "game": {**kept, **played},
        }
    )
