"""The page's tables and its perfect player answer what Python's do."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from core_node import ask_core

from sommet import bots, pylos
from sommet.analysis.pylos_judge import Judge, SearchJudge, TableJudge
from sommet.analysis.pylos_reasons import Reason, explain_move
from sommet.bots.pylos.search import Limit
from sommet.engine import solver
from sommet.seeding import Random
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.probe import open_table

PRESETS = ("children", "standard", "expert")
_RULES: list[tuple[str, dict[str, Any]]] = [
    ("children", {}),
    ("children", {"takeback": "optional"}),
    ("standard", {}),
    ("standard", {"repetition": 2}),
    ("expert", {}),
    ("expert", {"repetition": None}),
]


@pytest.fixture(autouse=True)
def only_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOMMET_TABLES", raising=False)


def _games(preset: str, rulings: dict[str, Any], count: int) -> list[pylos.State]:
    """Return positions of games in which a side now and then goes back to where it came from."""
    found = []
    for seed in range(count):
        lot = random.Random(f"{preset} {rulings} {seed}")
        state = pylos.State.start(pylos.Options.preset(preset, **rulings))
        for _ in range(lot.randrange(1, 30)):
            after = state.play(lot.choice(state.legal_moves))
            if after.outcome is not None:
                break
            state = after
        found.append(state)
    return found


def _question(call: str, state: pylos.State, preset: str, **more: Any) -> dict[str, Any]:
    moves = [str(move) for move in state.history]
    rulings = state.options.rulings()
    return {"call": call, "preset": preset, "rulings": rulings, "moves": moves, **more}


def _compare_level_8(files: Path, module: str, games: int) -> int:
    bot = bots.make("pylos", "best")
    decisions = 0
    for preset, rulings in _RULES:
        states = _games(preset, rulings, games)
        asked = {"level": 8, "choice_seed": 1, "with_table": True}
        questions = [_question("pylos.choose", state, preset, **asked) for state in states]
        for state, answer in zip(states, ask_core(module, questions, files), strict=True):
            expected = str(bot.choose(state, seed=1))
            assert (answer["ok"]["move"], answer["ok"]["by"]) == (expected, "table"), state
            decisions += 1
    return decisions


def test_level_8_plays_perfectly_and_as_python_does(page_files: Path) -> None:
    assert _compare_level_8(page_files, "players", 6) == 36


@pytest.mark.soak
@pytest.mark.parametrize("module", ["players", "players-plain"])
def test_level_8_plays_as_python_does_thousands_of_times(page_files: Path, module: str) -> None:
    assert _compare_level_8(page_files, module, 500) == 3000


def _expected_values(judge: Judge, state: pylos.State) -> dict[str, Any]:
    judgement = judge.judge(state)
    return {
        "source": judge.source,
        "value": judgement.value,
        "proved": judgement.proved,
        "moves": [
            (str(m), v.value, v.proved, v.distance, v.score) for m, v in judgement.verdicts.items()
        ],
    }


def _given_values(answer: dict[str, Any]) -> dict[str, Any]:
    keys = ("move", "value", "proved", "distance", "score")
    return {**answer, "moves": [tuple(move[key] for key in keys) for move in answer["moves"]]}


@pytest.mark.parametrize("module", ["players", "players-plain"])
@pytest.mark.parametrize(("preset", "rulings"), _RULES)
def test_values_of_all_moves_are_those_of_the_table(
    page_files: Path, module: str, preset: str, rulings: dict[str, Any]
) -> None:
    states = _games(preset, rulings, 20)
    judge = TableJudge(open_table(states[0].options))
    questions = [_question("pylos.values", state, preset, with_table=True) for state in states]
    for state, answer in zip(states, ask_core(module, questions, page_files), strict=True):
        assert _given_values(answer["ok"]) == _expected_values(judge, state)


def _given_reasons(answer: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [(each["key"], tuple(each["params"]["cells"])) for each in answer["reasons"]]


def _expected_reasons(reasons: Sequence[Reason]) -> list[tuple[str, tuple[str, ...]]]:
    return [(f"why.{each.key}", each.cells) for each in reasons]


@pytest.mark.parametrize("preset", PRESETS)
def test_reasons_are_those_of_python(page_files: Path, preset: str) -> None:
    states = [state for state in _games(preset, {}, 24) if state.history]
    table = open_table(states[0].options)
    load = _question("pylos.values", states[0], preset, with_table=True)
    asked = [
        _question(call, s, preset) for s in states for call in ("pylos.analysis", "pylos.review")
    ]
    answers = iter(ask_core("players", [load, *asked], page_files)[1:])
    mistakes = 0
    for state in states:
        analysis, reviewed = next(answers)["ok"], next(answers)["ok"]
        best = explain_move(state, analysis["moves"][0]["move"], table)
        assert _given_reasons(analysis) == _expected_reasons(best.reasons)
        before = pylos.State.start(state.options)
        for move in state.history[:-1]:
            before = before.play(move)
        why = explain_move(before, state.history[-1], table)
        if why.best == why.value:
            assert (reviewed["reasons"], reviewed["line"]) == ([], [])
        else:
            mistakes += 1
            assert _given_reasons(reviewed) == _expected_reasons(why.reasons)
            assert reviewed["line"] == [str(move) for move in why.line]
            assert reviewed["reply"] == reviewed["line"][0]
    assert mistakes > 2


@pytest.mark.parametrize(("preset", "rulings"), [*_RULES, ("expert", {"takeback": "optional"})])
def test_without_a_table_values_are_what_a_search_finds(
    page_files: Path, preset: str, rulings: dict[str, Any]
) -> None:
    states = _games(preset, rulings, 6)
    judge = SearchJudge(Limit(nodes=2000))
    questions = [_question("pylos.values", state, preset, nodes=2000) for state in states]
    for state, answer in zip(states, ask_core("players", questions, page_files), strict=True):
        assert _given_values(answer["ok"]) == _expected_values(judge, state)


def test_a_repeated_position_counts_as_drawn(page_files: Path) -> None:
    """Where going back would end a lost game, the value is a draw, and level 8 goes back."""
    options = pylos.Options.preset("standard", repetition=2)
    for seed in range(200):
        lot, state = random.Random(seed), pylos.State.start(options)
        while state.outcome is None:
            judged = TableJudge(open_table(options)).judge(state)
            words = {verdict.value for verdict in judged.verdicts.values()}
            if words == {"loss", "draw"}:
                asked = [
                    _question("pylos.values", state, "standard", with_table=True),
                    _question(
                        "pylos.choose", state, "standard", level=8, choice_seed=1, with_table=True
                    ),
                ]
                values, chosen = (each["ok"] for each in ask_core("players", asked, page_files))
                assert (values["value"], values["proved"]) == ("draw", True)
                assert state.play(chosen["move"]).outcome is not None
                return
            back = [m for m in state.legal_moves if m.source is not None and m.taken]
            state = state.play(lot.choice(back or state.legal_moves))
    pytest.fail("no game came back to where it had been")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_probe_is_right(page_files: Path, preset: str) -> None:
    count, seed = 1000, 5
    first = solver.first_by_balls(4)[-1]
    lot = Random(seed)
    indices = np.array([lot.below(first) for _ in range(count)], np.uint64)
    table = open_table(pylos.Options.preset(preset))
    expected = "".join(v.word[0] for v in table.board_values(*solver.positions_at(4, indices)))
    asked = {"call": "pylos.probe_often", "preset": preset, "with_table": True}
    question = {**asked, "count": count, "seed": seed}
    for module in ("players", "players-plain"):
        assert ask_core(module, [question], page_files) == [{"ok": expected}]


def test_damaged_and_foreign_tables_are_refused(page_files: Path, tmp_path: Path) -> None:
    def loads(name: str, content: bytes) -> bool:
        for other in ("pylos-table-children", "pylos-player-children"):
            (tmp_path / other).write_bytes((page_files / other).read_bytes())
        (tmp_path / name).write_bytes(content)
        question = {"preset": "children", "moves": [], "level": 8, "choice_seed": 1}
        # Where the file is right, the next one is looked for.
        with pytest.raises(AssertionError, match=r"its bytes are not right|pylos-weights") as said:
            ask_core(
                "players", [{**question, "call": "pylos.choose", "with_table": True}], tmp_path
            )
        return "pylos-weights" in str(said.value)

    for name in ("pylos-table-children", "pylos-player-children"):
        whole = (page_files / name).read_bytes()
        assert loads(name, whole)
        damaged = bytearray(whole)
        damaged[len(whole) // 2] ^= 1
        of_other_rules = (page_files / name.replace("children", "standard")).read_bytes()
        for wrong in (bytes(damaged), whole[:11], of_other_rules):
            assert not loads(name, wrong), (name, len(wrong))


def test_tables_are_the_files_of_the_package(page_files: Path) -> None:
    for preset in PRESETS:
        shipped = shipped_path(pylos.Options.preset(preset))
        assert (page_files / f"pylos-table-{preset}").read_bytes() == shipped.read_bytes()


def test_rules_without_a_table_are_searched_even_when_one_is_wanted(page_files: Path) -> None:
    state = pylos.State.start(pylos.Options.preset("standard", reserve="may-raise"))
    asked = {"level": 8, "choice_seed": 1, "with_table": True}
    (answer,) = ask_core(
        "players", [_question("pylos.choose", state, "standard", **asked)], page_files
    )
    assert answer["ok"]["by"] == "search"
