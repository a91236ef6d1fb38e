"""Reasons for moves in Pylos: true by the tables, and found for nearly every mistake."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pylos_reasons_twin import Twin

from sommet import bots
from sommet.analysis.pylos_reason_texts import REASON_TEXTS
from sommet.analysis.pylos_reasons import Reason, explain_move
from sommet.errors import IllegalMove
from sommet.pylos import Move, Options, State
from sommet.tablebase.packed_file import PackedTable, shipped_path

ROOT = Path(__file__).resolve().parents[2]
PRESETS = ("children", "standard", "expert")
#: Share of the mistakes of levels 3 to 6 that must get a reason.
BAR = 0.95


def _table(preset: str) -> PackedTable:
    return PackedTable(shipped_path(Options.preset(preset)))


def _random_moves(preset: str, count: int, seed: int) -> Iterator[tuple[State, Move]]:
    """Yield positions of random games, each with a move at random."""
    lot = random.Random(f"{preset} {seed}")
    while True:
        state = State.start(Options.preset(preset))
        while state.outcome is None:
            if count == 0:
                return
            count -= 1
            move = lot.choice(state.legal_moves)
            yield state, move
            state = state.play(move)


def _count_false(preset: str, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Return how often each reason was given, and what the twin finds false."""
    table = _table(preset)
    twin, given, false = Twin(table), Counter[str](), []
    for state, move in _random_moves(preset, count, seed):
        found = explain_move(state, move, table)
        if not twin.is_sound(state, move, found):
            false.append(f"{state} {move}: {found}")
        for reason in found.reasons:
            given[reason.key] += 1
            if not twin.is_true(state, move, found, reason):
                false.append(f"{state} {move}: {reason}")
    return given, false


@pytest.mark.parametrize("preset", PRESETS)
def test_no_reason_is_false(preset: str) -> None:
    given, false = _count_false(preset, 90, 1)
    assert false == []
    assert given.total() > 40


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(2, 12))
def test_no_reason_is_false_in_a_hundred_thousand_positions(preset: str, seed: int) -> None:
    given, false = _count_false(preset, 3334, seed)
    print(f"\n{preset}: 3,334 positions, {given.total()} reasons, {len(false)} false")
    assert false == []


def test_the_twin_refutes_what_is_not_so() -> None:
    """Reasons moved to other cells, and reasons of other moves, are mostly false."""
    table = _table("standard")
    twin, refuted, asked = Twin(table), 0, 0
    for state, move in _random_moves("standard", 150, 7):
        found = explain_move(state, move, table)
        for reason in found.reasons:
            if reason.cells:
                asked += 1
                moved = replace(reason, cells=("4a1",) if reason.key != "ends" else ("1a1",))
                refuted += not twin.is_true(state, move, found, moved)
    assert refuted == asked > 40


def _mistakes(preset: str, games: int, seed: int) -> Iterator[tuple[State, Move]]:
    """Yield the moves of games between levels 3 to 6, mistakes or not."""
    for game in range(games):
        lot = random.Random(f"{preset} {seed} {game}")
        players = [bots.make("pylos", f"level:{lot.randrange(3, 7)}") for _ in range(2)]
        state = State.start(Options.preset(preset))
        while state.outcome is None:
            move = players[state.side].choose(state, seed=lot.randrange(2**32))
            yield state, move
            state = state.play(move)


def _explained(preset: str, games: int, seed: int) -> tuple[int, int, int]:
    """Return mistakes, those with a reason, and those with more than a place to play named."""
    table = _table(preset)
    mistakes = explained = telling = 0
    for state, move in _mistakes(preset, games, seed):
        found = explain_move(state, move, table)
        if found.best != found.value:
            mistakes += 1
            explained += bool(found.reasons)
            telling += any(reason.key not in {"lets-cell", "only-cell"} for reason in found.reasons)
    return mistakes, explained, telling


@pytest.mark.parametrize("preset", PRESETS)
def test_mistakes_get_a_reason(preset: str) -> None:
    mistakes, explained, _ = _explained(preset, 5, 1)
    assert explained >= BAR * mistakes > 0


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_mistakes_of_a_thousand_games_get_a_reason(preset: str) -> None:
    mistakes, explained, telling = _explained(preset, 334, 2)
    print(f"\n{preset}: 334 games, {mistakes} mistakes, {explained} explained, {telling} tellingly")
    assert explained >= BAR * mistakes


#: Dark has three of a square, and 1a2 would be the fourth.
THREATENED = "DDL./.DL./..../....|.../.../...|../..|. L"
THREE = "LL../.L../..../...D|.../.../...|../..|. L"


@pytest.mark.parametrize(
    ("preset", "position", "move", "wanted"),
    [
        ("standard", THREATENED, "1c3", [("leaves-square", "1a2"), ("only-stop", "1a2")]),
        ("standard", THREATENED, "1a2", [("only-stop", "1a2")]),
        ("standard", THREE, "1c2", [("only-prepare", "1c1"), ("threatens-square", "1c1")]),
        ("standard", THREE, "1c1", [("lets-stop", "1c2"), ("only-cell", "1c2")]),
        ("expert", THREE, "1b3", [("only-prepare", "1c1 1b3 1b4")]),
    ],
)
def test_what_is_said_of_known_positions(
    preset: str, position: str, move: str, wanted: list[tuple[str, str]]
) -> None:
    state = State.parse(position, Options.preset(preset))
    found = explain_move(state, move, _table(preset))
    assert [(reason.key, " ".join(reason.cells)) for reason in found.reasons] == wanted


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove):
        explain_move(State.start(), "2a1", _table("standard"))


def test_every_key_has_a_text_that_names_its_cells() -> None:
    for key, text in REASON_TEXTS.items():
        said = Reason(key, ("1a1", "2b2")).to_text()
        assert said[0].isupper()
        assert said.endswith(".")
        assert ("1a1" in said) == ("{cells}" in text)


def test_the_page_says_the_same() -> None:
    texts = json.loads((ROOT / "web/src/i18n/en/study.json").read_text("utf-8"))
    said = {key: text for key, text in texts.items() if key.startswith("why.")}
    assert said == {f"why.{key}": text for key, text in REASON_TEXTS.items()}
