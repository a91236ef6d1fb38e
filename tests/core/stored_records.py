"""Writes down records as a server keeps them, with every board: `python stored_records.py`.

web/tests/records/stored.jsonl holds for each a name, its text and a hash of each frame of its
replay. Python works the boards out here, the page in web/tests/study/stored.test.ts.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from page_build.boards import pylos_board, round_board, solo_board
from sommet import pacal, pylos
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Entry, Record
from sommet.match.records.replay import PLAYER_REASONS, Replay, replay_record
from sommet.match.records.text import format_record
from sommet.outcome import Outcome
from sommet.seeding import Random

PATH = Path(__file__).parents[2] / "web/tests/records/stored.jsonl"
#: What depends on who looks, and is not shown in a replay.
_LEFT_OUT = ("landings", "refused", "choices", "commitment")
_RESIGNED = Outcome(1, "resignation", "")


def _play(game: Any, plies: int, seed: int) -> Any:
    """Return a game after so many random moves, or at its end."""
    random = Random(seed)
    for _ in range(plies):
        if isinstance(game, pacal.Match) and game.needs_deal:
            game = game.next_round(pacal.Deal.from_seed(seed + len(game.rounds)))
        if game.outcome is not None:
            break
        moves = game.round.legal_moves if isinstance(game, pacal.Match) else game.legal_moves
        game = game.play(moves[random.below(len(moves))])
    return game


def _match(plies: int, seed: int, book: str = "en", **rulings: Any) -> pacal.Match:
    options = pacal.Options.preset(book, **rulings)
    return _play(pacal.Match.start(options, deal=pacal.Deal.from_seed(seed)), plies, seed)


def _with_clocks(record: Record) -> Record:
    (played,) = record.rounds
    timed = (Entry(e.text, clock_ms=60_000 - 500 * n) for n, e in enumerate(played.entries))
    return replace(record, rounds=(replace(played, entries=tuple(timed)),))


def _last_card_built() -> pacal.Match:
    """Return a running match in which one last card lies on its pyramid already."""
    for seed in range(10_000):
        match = _match(57, seed)
        built = isinstance(match.round.history[-1], pacal.Build)
        if len(match.rounds) == 1 and match.round.phase == "last" and built:
            return match
    raise AssertionError("no such match")


def make_records() -> Iterator[tuple[str, Record]]:
    """Yield every kind of record that a server has kept."""
    expert = pylos.Options.preset("expert", takeback="optional", repetition=None)
    from_game = Record.from_game
    yield "pylos-running", from_game(_play(pylos.State.start(), 9, 3), players=("?", "Grace"))
    game = _play(pylos.State.start(expert), 400, 4)
    computer = ("Ada", "computer level:3")
    yield "pylos-computer", from_game(game, players=computer, date="2026-03-01")
    start = "LDL./..../..../....|.../.../...|../..|. D"
    timed = from_game(_play(pylos.State.parse(start), 12, 5), ended=Outcome(0, "time", "PYL-9"))
    yield "pylos-time", _with_clocks(timed)
    yield "match", from_game(_match(2000, 6, "fr", tie="smallest"))
    yield "match-running", from_game(_match(90, 7))
    yield "match-given-up", from_game(_match(80, 8), ended=_RESIGNED)
    out_of_time = Outcome(0, "time", "")
    yield "match-time", from_game(_match(70, 11), ended=out_of_time)
    yield "match-last-card", from_game(_last_card_built())
    yield "match-dealt", from_game(_match(0, 9))
    solo = pacal.Solo.deal(pacal.Options.preset("en"), 10)
    yield "solo-running", from_game(_play(solo, 5, 10))
    yield "solo", from_game(_play(solo, 50, 10))


def hash_frames(text: str) -> list[str]:
    """Return a hash of each frame of a record's replay."""
    replay = replay_record(parse_record(text))
    return [_hash(frame) for frame in _frames(replay)]


def _hash(frame: dict[str, Any]) -> str:
    board = {name: value for name, value in frame["board"].items() if name not in _LEFT_OUT}
    text = json.dumps({**frame, "board": board}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _frames(replay: Replay) -> Iterator[dict[str, Any]]:
    has_rounds = replay.record.game == "pacal"
    given_up = replay.outcome is not None and replay.outcome.reason in PLAYER_REASONS
    plies = sum(len(played.frames) for played in replay.rounds)
    ply, markers = 0, [0, 0]
    for number, played in enumerate(replay.rounds, 1):
        frame = {"ply": ply, "round": number, "move": None}
        over = given_up and ply == plies
        yield frame | {
            "board": _board(played.start, None, over=over),
            "markers": [*markers] if has_rounds else None,
        }
        for index, move in enumerate(played.frames, 1):
            ply += 1
            outcome = played.outcome
            if outcome and outcome.winner is not None and index == len(played.frames):
                markers[outcome.winner] += outcome.reason not in PLAYER_REASONS
            entry = {"seat": move.seat, "move": move.entry.text, "clock_ms": move.entry.clock_ms}
            last = (move.seat, move.entry.text)
            yield {
                "ply": ply,
                "round": number,
                "move": {"ply": ply, "round": number, **entry},
                "board": _board(move.state, last, over=given_up and ply == plies),
                "markers": [*markers] if has_rounds else None,
            }


def _board(state: Any, last: tuple[int, str] | None, *, over: bool) -> dict[str, Any]:
    match state:
        case pylos.State():
            return pylos_board(state, last)
        case pacal.Round():
            return round_board(state.view(None), state, over=over)
        case pacal.View():
            return round_board(state, over=over)
        case pacal.Solo():
            return solo_board(state.view(), None if state.outcome is None else state)
        case pacal.SoloView():
            return solo_board(state)
    raise AssertionError(state)


def format_records() -> str:
    """Return the file as it stands in the repository."""
    lines = []
    for name, record in make_records():
        text = format_record(record)
        lines.append(json.dumps([name, text, hash_frames(text)], ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    PATH.write_text(format_records(), encoding="utf-8")
