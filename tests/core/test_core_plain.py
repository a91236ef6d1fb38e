"""The players for browsers without SIMD answer every kind of question as those with SIMD."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from core_node import ask_core

from sommet import pacal, pylos

Question = dict[str, Any]
#: The networks of Pacal use floating point, and vectors add up in another order.
CLOSE = 0.00001


def _play_on(lot: random.Random, state: Any, plies: int) -> Any:
    """Return what random moves make of a game, before its end."""
    for _ in range(plies):
        after = state.play(lot.choice(state.legal_moves))
        if after.outcome is not None:
            break
        state = after
    return state


def _pylos_questions(games: int) -> Iterator[Question]:
    for seed in range(games):
        for preset in ("children", "standard", "expert"):
            lot = random.Random(f"{preset} {seed}")
            state = _play_on(lot, pylos.State.start(preset), lot.randrange(2, 50))
            game = {"preset": preset, "moves": [str(move) for move in state.history]}
            for level in range(1, 8):
                yield {"call": "pylos.choose", **game, "level": level, "choice_seed": seed}
            yield {"call": "pylos.think", **game, "nodes": 1000, "every": True}
            yield {"call": "pylos.analysis", **game, "nodes": 500}


def _pacal_questions(games: int) -> Iterator[Question]:
    for seed in range(games):
        for book in ("en", "fr"):
            lot = random.Random(f"{book} {seed}")
            deals: tuple[tuple[str, Any, int], ...] = (
                ("pacal", pacal.Round.deal(book, seed), lot.randrange(40)),
                ("solo", pacal.Solo.deal(book, seed), lot.randrange(12)),
            )
            for game, dealt, plies in deals:
                state = _play_on(lot, dealt, plies)
                actions = [str(action) for action in state.history]
                asked = {"preset": book, "seed": str(seed), "actions": actions}
                for level in range(1, 8 if game == "pacal" else 4):
                    yield {"call": f"{game}.choose", **asked, "level": level, "choice_seed": seed}
                yield {"call": f"{game}.score", **asked}
                yield {"call": f"{game}.advice", **asked}


def _compare(files: Path, questions: list[Question]) -> int:
    plain, vectors = (ask_core(module, questions, files) for module in ("players-plain", "players"))
    for question, found, expected in zip(questions, plain, vectors, strict=True):
        assert "ok" in expected, (question, expected)
        _same(found, expected, question)
    return len(questions)


def _same(found: Any, expected: Any, question: Question) -> None:
    """See that two answers are the same; numbers with a fraction may differ in the last digits."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), question
        for key, value in expected.items():
            _same(found[key], value, question)
    elif isinstance(expected, list):
        assert len(found) == len(expected), question
        for one, other in zip(found, expected, strict=True):
            _same(one, other, question)
    elif isinstance(expected, float) and question["call"].split(".")[0] != "pylos":
        assert found == pytest.approx(expected, abs=CLOSE), question
    else:
        assert found == expected, question


def test_players_without_vectors_answer_the_same(weights: Path) -> None:
    assert _compare(weights, [*_pylos_questions(1), *_pacal_questions(2)]) == 27 + 56


@pytest.mark.soak
def test_players_without_vectors_answer_the_same_often(weights: Path) -> None:
    questions = [*_pylos_questions(150), *_pacal_questions(400)]
    for number, question in enumerate(questions[:4000:50]):
        if question["call"] == "pylos.choose":
            questions.append({**question, "level": 8, "choice_seed": number})
    assert _compare(weights, questions) >= 15_000
