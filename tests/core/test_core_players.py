"""The page's players choose what Python's choose: same position, level and seed, same move."""

import random
from pathlib import Path
from typing import Any

import pytest
from core_node import ask_core

from sommet import bots, pacal, pylos
from sommet.bots.pacal.players import see
from sommet.bots.pacal.solo import chances_by_field
from sommet.bots.pacal.weights import duel_brain
from sommet.bots.pylos.best import SEARCH_NODES
from sommet.bots.pylos.search import Limit, think
from sommet.engine import pacal_players as core

#: Two scores closer than this may come out in another order: floating point.
CLOSE = 0.00001
_PYLOS_RULES: list[tuple[str, dict[str, Any]]] = [
    ("children", {}),
    ("standard", {}),
    ("standard", {"takeback": "optional", "repetition": 2}),
    ("expert", {}),
    ("expert", {"reserve": "may-raise", "repetition": None}),
]
LEVELS = range(1, 9)
#: Of so many rounds level 8, which takes its time, is asked about one.
EVERY = 4
_BOOKS: list[tuple[str, dict[str, Any]]] = [
    ("en", {}),
    ("fr", {}),
    ("nl", {"cover_anytime": False}),
]


def _pylos_positions(preset: str, rulings: dict[str, Any], games: int) -> list[pylos.State]:
    """Return positions of random games, early and late ones."""
    found = []
    for seed in range(games):
        lot = random.Random(f"{preset} {rulings} {seed}")
        state = pylos.State.start(pylos.Options.preset(preset, **rulings))
        for _ in range(lot.randrange(2, 50)):
            after = state.play(lot.choice(state.legal_moves))
            if after.outcome is not None:
                break
            state = after
        found.append(state)
    return found


def _pylos_question(state: pylos.State, preset: str, rulings: dict[str, Any]) -> dict[str, Any]:
    moves = [str(move) for move in state.history]
    return {"preset": preset, "rulings": rulings, "moves": moves}


def _compare_pylos(weights: Path, games: int) -> int:
    decisions = 0
    for preset, rulings in _PYLOS_RULES:
        questions, expected = [], []
        for number, state in enumerate(_pylos_positions(preset, rulings, games)):
            asked = _pylos_question(state, preset, rulings)
            for level in range(1, 8):
                choice = {"level": level, "choice_seed": str(2**63 + number)}
                questions.append({"call": "pylos.choose", **asked, **choice})
                bot = bots.make("pylos", f"humanlike:{level}")
                expected.append(str(bot.choose(state, seed=2**63 + number)))
            if number % 8 == 0:
                questions.append({"call": "pylos.choose", **asked, "level": 8, "choice_seed": 0})
                expected.append(str(think(state, Limit(nodes=SEARCH_NODES)).moves[0]))
        answers = ask_core("players", questions, weights)
        for question, answer, wanted in zip(questions, answers, expected, strict=True):
            assert answer["ok"]["move"] == wanted, question
        decisions += len(questions)
    return decisions


def test_levels_of_pylos_choose_the_same_moves(weights: Path) -> None:
    assert _compare_pylos(weights, 24) >= 800


@pytest.mark.soak
def test_levels_of_pylos_choose_the_same_moves_a_hundred_thousand_times(weights: Path) -> None:
    assert _compare_pylos(weights, 2820) >= 100_000


@pytest.mark.parametrize("module", ["players", "players-plain"])
@pytest.mark.parametrize("preset", ["standard", "expert"])
def test_a_search_finds_the_same_with_and_without_vectors(
    weights: Path, module: str, preset: str
) -> None:
    states = _pylos_positions(preset, {}, 4)
    questions = [
        {"call": "pylos.think", **_pylos_question(state, preset, {}), "nodes": 3000, "every": True}
        for state in states
    ]
    for state, answer in zip(states, ask_core(module, questions, weights), strict=True):
        found = think(state, Limit(nodes=3000), every=True)
        thought = answer["ok"]
        assert (thought["depth"], thought["nodes"]) == (found.depth, found.nodes)
        assert [move["move"] for move in thought["moves"]] == [str(move) for move in found.moves]
        assert [move["score"] for move in thought["moves"]] == list(found.scores)
        assert thought["line"] == [str(move) for move in found.line]


def _pacal_rounds(book: str, rulings: dict[str, Any], games: int) -> list[pacal.Round]:
    found = []
    for seed in range(games):
        lot = random.Random(f"{book} {seed}")
        round_ = pacal.Round.deal(pacal.Options.preset(book, **rulings), seed)
        for _ in range(lot.randrange(48)):
            # Players that fill sensibly reach the later turns.
            bot = bots.make("pacal", "greedy")
            after = round_.play(bot.choose(round_.view(round_.actor), seed=0))
            if after.outcome is not None:
                break
            round_ = after
        found.append(round_)
    return found


def _is_close(round_: pacal.Round, actions: set[str]) -> bool:
    """Whether the scores of these actions are too close to be told apart; levels 1 to 7."""
    scored = core.score(see(round_.view(round_.actor)), duel_brain(), 10)
    by_code = {code: win + draw / 2 for code, win, draw, _ in scored}
    chosen = [by_code[pacal.parse_action(action).code] for action in actions]
    return max(chosen) - min(chosen) < CLOSE


def _compare_pacal(weights: Path, games: int) -> tuple[int, int]:
    """Return how many decisions were compared, and how many differ because two scores are close."""
    decisions = close = 0
    for book, rulings in _BOOKS:
        questions, expected, rounds = [], [], []
        for seed, round_ in enumerate(_pacal_rounds(book, rulings, games)):
            actions = [str(action) for action in round_.history]
            asked = {"preset": book, "rulings": rulings, "seed": seed, "actions": actions}
            for level in LEVELS if seed % EVERY == 0 else LEVELS[:-1]:
                bot = bots.make("pacal", f"level:{level}")
                questions.append(
                    {"call": "pacal.choose", **asked, "level": level, "choice_seed": seed + 7}
                )
                expected.append(str(bot.choose(round_.view(round_.actor), seed=seed + 7)))
                rounds.append(round_)
        answers = ask_core("players", questions, weights)
        for question, answer, wanted, round_ in zip(
            questions, answers, expected, rounds, strict=True
        ):
            if answer.get("ok") != wanted:
                # Level 8 reads the opponent in many hands: nothing that it decides may differ.
                assert question["level"] < 8, question
                assert _is_close(round_, {answer["ok"], wanted}), question
                close += 1
        decisions += len(questions)
    # Shown by `pytest -s`.
    print(f"\nPacal: {decisions:,} decisions, {close} between scores less than {CLOSE} apart")
    return decisions, close


def test_levels_of_pacal_choose_the_same_actions(weights: Path) -> None:
    decisions, close = _compare_pacal(weights, 20)
    assert decisions == 3 * (20 * 7 + 5)
    assert close <= 2


@pytest.mark.soak
def test_levels_of_pacal_choose_the_same_actions_a_hundred_thousand_times(weights: Path) -> None:
    decisions, close = _compare_pacal(weights, 4600)
    assert decisions >= 100_000
    assert close < decisions / 1000


def test_chances_of_actions_are_the_same_also_from_what_a_seat_knows(weights: Path) -> None:
    questions, expected = [], []
    for seed, round_ in enumerate(_pacal_rounds("en", {}, 12)):
        seat = round_.actor
        assert seat is not None
        actions = [str(action) for action in round_.history]
        deal = round_.dealt
        known = {"seat": seat, "hand": list(deal.hands[seat]), "apexes": list(deal.apexes)}
        for asked in ({"seed": seed}, known):
            questions.append({"call": "pacal.score", "preset": "en", "actions": actions, **asked})
            expected.append(core.score(see(round_.view(seat)), duel_brain(), 10))
    for answer, wanted in zip(ask_core("players", questions, weights), expected, strict=True):
        for scored, (code, win, draw, loss) in zip(answer["ok"], wanted, strict=True):
            assert pacal.parse_action(scored["action"]).code == code
            found = scored["win"], scored["draw"], scored["loss"]
            assert found == pytest.approx((win, draw, loss), abs=CLOSE)


@pytest.mark.parametrize(("book", "rulings"), _BOOKS)
def test_solo_players_build_the_same_fields(
    weights: Path, book: str, rulings: dict[str, Any]
) -> None:
    questions, expected, scores = [], [], []
    for seed in range(6):
        lot = random.Random(seed)
        solo = pacal.Solo.deal(pacal.Options.preset(book, **rulings), seed)
        while solo.outcome is None:
            actions = [str(action) for action in solo.history]
            asked = {"preset": book, "rulings": rulings, "seed": seed, "actions": actions}
            for level in (1, 2, 3):
                questions.append(
                    {"call": "solo.choose", **asked, "level": level, "choice_seed": seed}
                )
                expected.append(
                    str(bots.make("solo", f"level:{level}").choose(solo.view(), seed=seed))
                )
            scores.append(({"call": "solo.score", **asked}, chances_by_field(solo.view())))
            solo = solo.play(lot.choice(solo.legal_moves))
    answers = ask_core("players", questions, weights)
    assert [answer["ok"] for answer in answers] == expected
    answers = ask_core("players", [question for question, _ in scores], weights)
    for answer, (_, chances) in zip(answers, scores, strict=True):
        found = {int(each["action"].split()[1]): each["win"] for each in answer["ok"]["actions"]}
        assert found == pytest.approx(chances, abs=CLOSE)


def test_players_say_which_file_they_need_and_refuse_another() -> None:
    asked = {"call": "pylos.choose", "preset": "expert", "moves": [], "choice_seed": 1}
    answers = ask_core("players", [{**asked, "level": 1}, {**asked, "level": 7}])
    assert "ok" in answers[0]
    assert answers[1]["refused"]["params"]["file"] == "pylos-weights-expert"
    wrong = [
        {**asked, "level": 9},
        {**asked, "level": 1, "choice_seed": -1},
        {"call": "load", "file": "pylos-weights-expert"},
        {"call": "load", "file": "no such file"},
        {"call": "pacal.choose", "preset": "en", "actions": [], "level": 1, "choice_seed": 1},
        {"call": "pylos.think", "preset": "standard", "moves": [], "nodes": 0},
    ]
    assert all("refused" in answer for answer in ask_core("players", wrong))
