"""The page's rules and Python's give the same answers, position for position."""

import datetime
import itertools
import random
import subprocess
import sys
from typing import Any

import pytest
from core_node import ROOT, ask_core, ask_rules
from expected_boards import ending, pylos_state, round_state, solo_state
from pacal_play import dawdling

from sommet import pacal, pylos
from sommet.errors import IllegalMove, InvalidMove, InvalidPosition
from sommet.match.daily import daily_seed

_PYLOS_RULES: list[tuple[str, dict[str, Any]]] = [
    *((preset, {}) for preset in ("children", "standard", "expert")),
    ("standard", {"takeback": "optional", "repetition": 2}),
    ("expert", {"reserve": "may-raise", "repetition": None}),
    ("children", {"reserve": "may-raise", "repetition": 4}),
]
_PACAL_RULES: list[tuple[str, dict[str, Any]]] = [
    ("en", {}),
    ("nl", {"cover_anytime": False}),
    ("fr", {}),
    ("en", {"tie": "largest", "neither_builds": "most-fields", "nobody_complete": "most-fields"}),
    ("fr", {"solo_cover": True, "equal_difference": "fewest-covers", "difference_cards": "all"}),
]


def _compare(questions: list[dict[str, Any]], expected: list[Any]) -> None:
    answers = ask_rules(questions)
    assert len(answers) == len(expected)
    for question, answer, wanted in zip(questions, answers, expected, strict=True):
        assert answer.get("ok") == wanted, question


@pytest.mark.parametrize(("preset", "rulings"), _PYLOS_RULES)
def test_pylos_boards_are_the_same_in_every_position_of_random_games(
    preset: str, rulings: dict[str, Any]
) -> None:
    options = pylos.Options.preset(preset, **rulings)
    questions, expected = [], []
    for seed in range(6):
        lot = random.Random(seed)
        state, moves, last = pylos.State.start(options), [], None
        # Never-ending games are cut off; raising often makes them, so this also repeats positions.
        while len(moves) < 70:
            asked = {"preset": preset, "rulings": rulings, "moves": [*moves]}
            questions.append({"call": "pylos.game", **asked})
            expected.append(pylos_state(state, last))
            questions.append({"call": "pylos.moves", **asked})
            expected.append([str(move) for move in state.legal_moves])
            if state.outcome is not None:
                break
            last = lot.choice(state.legal_moves)
            state = state.play(last)
            moves.append(str(last))
    _compare(questions, expected)


@pytest.mark.clause("PYL-R3")
def test_pylos_games_end_by_repetition_where_python_ends_them() -> None:
    start = "LLLL/DDDD/LLLL/D.D.|DLD/.../...|../..|. L"
    state = pylos.State.parse(start, pylos.Options.preset("expert", repetition=2))
    found = None
    for seed in range(4000):
        lot, game, moves = random.Random(seed), state, []
        while game.outcome is None and len(moves) < 12:
            move = lot.choice(game.legal_moves)
            game, moves = game.play(move), [*moves, str(move)]
        if game.outcome is not None and game.outcome.reason == "repetition":
            found = game, moves
            break
    assert found is not None, "no game repeats a position: choose another start"
    asked = {"preset": "expert", "rulings": {"repetition": 2}, "start": start, "moves": found[1]}
    (answer,) = ask_rules([{"call": "pylos.game", **asked}])
    assert answer["ok"]["outcome"] == ending(found[0].outcome)


def _tries(state: pylos.State, lot: random.Random) -> list[str]:
    """Return moves that are mostly not allowed, and every way to write some that are."""
    cells = [pylos.format_cell(cell) for cell in range(30)]
    tries = ["pass", "5a1", "1a1>", "1a1-", "", "1a1--1b1", "1A1"]
    for _ in range(40):
        text = lot.choice(cells)
        if lot.random() < 0.5:
            text = f"{lot.choice(cells)}>{text}"
        tries.append("-".join([text, *lot.choices(cells, k=lot.choice((0, 0, 1, 2, 3)))]))
    for move in lot.choices(state.legal_moves, k=10):
        tries.append(str(move))
        turned = "".join(f"-{pylos.format_cell(cell)}" for cell in reversed(move.taken))
        tries.append(str(move).split("-")[0] + turned)
    return tries


@pytest.mark.parametrize(("preset", "rulings"), _PYLOS_RULES)
def test_pylos_refuses_with_the_same_clause_and_key(preset: str, rulings: dict[str, Any]) -> None:
    options = pylos.Options.preset(preset, **rulings)
    questions, expected = [], []
    for seed in range(8):
        lot = random.Random(seed)
        state, moves = pylos.State.start(options), []
        for _ in range(lot.randrange(60)):
            if state.outcome is not None:
                break
            move = lot.choice(state.legal_moves)
            state, moves = state.play(move), [*moves, str(move)]
        if not state.legal_moves:
            continue
        for text in _tries(state, lot):
            question = {"preset": preset, "rulings": rulings, "moves": moves, "move": text}
            questions.append({"call": "pylos.find", **question})
            try:
                expected.append(str(state.find_move(text)))
            except InvalidMove:
                expected.append(("unreadable_move", None, None))
            except IllegalMove as error:
                expected.append(("illegal_move", error.clause, error.reason))
    for question, answer, wanted in zip(questions, ask_rules(questions), expected, strict=True):
        if "ok" in answer:
            assert answer["ok"]["move"] == wanted, question
        else:
            refused = answer["refused"]
            found = refused["code"], refused["clause"], refused["params"].get("reason")
            assert found == wanted, question


def test_positions_that_cannot_be_are_refused_for_the_same_reason() -> None:
    lot = random.Random(1)
    texts = ["", "nonsense", "..../..../..../....|.../.../...|../..|. X"]
    for _ in range(300):
        letters = lot.choices(".LD", weights=(lot.choice((1, 6)), 4, 4), k=30)
        cells = iter(letters)
        shape = "..../..../..../....|.../.../...|../..|."
        texts.append("".join(next(cells) if c == "." else c for c in shape) + lot.choice(" L| D"))
    texts += ["LLLL/LLLL/LLLL/LLLD|.../.../...|../..|. L", pylos.State.start().format()]
    questions = [
        {"call": "pylos.game", "preset": "standard", "moves": [], "start": text} for text in texts
    ]
    for text, answer in zip(texts, ask_rules(questions), strict=True):
        fault = _position_fault(text)
        if fault is None:
            assert answer["ok"]["board"]["position"] == text
        else:
            params = {name: str(value) for name, value in fault.params.items()}
            assert answer["refused"]["params"] == {"reason": fault.reason, **params}, text


def _position_fault(text: str) -> InvalidPosition | None:
    try:
        pylos.State.parse(text)
    except InvalidPosition as error:
        return error
    return None


@pytest.mark.parametrize(("book", "rulings"), _PACAL_RULES)
def test_rounds_look_the_same_from_every_seat_and_from_what_a_seat_knows(
    book: str, rulings: dict[str, Any]
) -> None:
    options = pacal.Options.preset(book, **rulings)
    rules = {"preset": book, "rulings": rulings}
    questions, expected = [], []
    for seed in range(8):
        lot = random.Random(seed)
        round_ = pacal.Round.deal(options, seed)
        deal = round_.dealt
        while True:
            actions = [str(action) for action in round_.history]
            over = round_.outcome is not None
            for seat in (0, 1, None):
                view = round_.view(seat)
                asked = {**rules, "deal": str(deal), "actions": actions, "viewer": seat}
                questions.append({"call": "pacal.round", **asked})
                expected.append(round_state(view, round_ if over else None))
                known = {} if seat is None else {"hand": list(deal.hands[seat])}
                asked = {**rules, "seat": seat, "apexes": list(deal.apexes), "actions": actions}
                questions.append({"call": "pacal.view", **asked, **known, "last": []})
                expected.append(round_state(view, None))
            if over:
                break
            # Rather not declining and building low fields first lets rounds come to every ending.
            round_ = round_.play(lot.choice(round_.legal_moves[: lot.choice((1, 3, 200))]))
    _compare(questions, expected)


def test_last_cards_are_told_in_the_order_built() -> None:
    """Whose they are follows from who began. Rule PAC-6."""
    questions, expected, built_by = [], [], set()
    for seed in range(60):
        lot = random.Random(seed)
        round_, shown = pacal.Round.deal("en", seed), list[int]()
        while round_.actor is not None and round_.phase != "last":
            round_ = round_.play(dawdling(round_, lot))
        while (seat := round_.actor) is not None:
            action = round_.legal_moves[0]
            if isinstance(action, pacal.Build):
                shown.append(round_.hands[seat][0])
                built_by.add((seat, seat == round_.beginner))
            round_ = round_.play(action)
            deal, actions = round_.dealt, [str(action) for action in round_.history]
            for viewer in (0, 1, None):
                hand = {} if viewer is None else {"hand": list(deal.hands[viewer])}
                known = {"seat": viewer, "apexes": list(deal.apexes), "last": shown, **hand}
                asked = {"call": "pacal.view", "preset": "en", **known, "actions": actions}
                questions.append(asked)
                expected.append(round_state(round_.view(viewer), None))
    assert built_by == set(itertools.product((0, 1), (True, False)))
    _compare(questions, expected)


def test_what_a_seat_cannot_see_changes_nothing_and_unreal_cards_are_refused() -> None:
    round_ = pacal.Round.deal(seed=5)
    hand, seat = round_.dealt.hands[0], round_.beginner
    asked = {"call": "pacal.view", "preset": "en", "seat": 1 - seat}
    asked |= {"hand": list(round_.dealt.hands[1 - seat]), "apexes": list(round_.apexes)}
    own = round_.dealt.hands[1 - seat]
    wrong = [
        {**asked, "actions": [f"offer {own[0]} {own[1]}"]},  # cards of the viewer's own hand
        {**asked, "actions": [f"offer {min(round_.apexes)} {max(round_.apexes)}"]},
        {**asked, "actions": ["decline"]},
        {**asked, "hand": list(hand[:3]), "actions": []},
        {**asked, "apexes": [7, 7], "actions": []},
        {**asked, "seat": 2, "actions": []},
    ]
    assert [next(iter(answer)) for answer in ask_rules(wrong)] == ["refused"] * len(wrong)


@pytest.mark.parametrize(("book", "rulings"), _PACAL_RULES)
def test_pacal_refuses_with_the_same_clause(book: str, rulings: dict[str, Any]) -> None:
    options = pacal.Options.preset(book, **rulings)
    tries = ["decline", "offer 3 3", "offer 1", "build 11", "take 51", "", "build", "Decline now"]
    tries += [f"build {number}" for number in range(1, 11)] + ["take 7", "take 50"]
    tries += ["offer 1 2", "offer 49 7", "offer 3 50"]
    questions, expected = [], []
    for seed in range(6):
        lot = random.Random(seed)
        round_ = pacal.Round.deal(options, seed)
        solo = pacal.Solo.deal(options, seed)
        while round_.outcome is None:
            for game, call in ((round_, "pacal.round"), (solo, "pacal.solo")):
                played = [str(action) for action in game.history]
                for text in tries:
                    asked = {"preset": book, "rulings": rulings, "seed": seed, "viewer": None}
                    questions.append({"call": call, **asked, "actions": [*played, text]})
                    expected.append(_refusal(game, text))
            round_ = round_.play(lot.choice(round_.legal_moves))
            if solo.outcome is None:
                solo = solo.play(lot.choice(solo.legal_moves))
    for question, answer, wanted in zip(questions, ask_rules(questions), expected, strict=True):
        found = answer.get("refused")
        said = found and (found["code"], found["clause"], found["params"].get("reason"))
        assert said == wanted, question


def _refusal(
    game: pacal.Round | pacal.Solo, text: str
) -> tuple[str, str | None, str | None] | None:
    try:
        game.play(text)
    except InvalidMove:
        return "unreadable_move", None, None
    except IllegalMove as error:
        return "illegal_move", error.clause, error.reason
    return None


@pytest.mark.parametrize(("book", "rulings"), _PACAL_RULES)
def test_solo_games_are_the_same(book: str, rulings: dict[str, Any]) -> None:
    options = pacal.Options.preset(book, **rulings)
    questions, expected = [], []
    for seed in range(40):
        lot = random.Random(seed)
        solo = pacal.Solo.deal(options, seed)
        while True:
            asked = {"preset": book, "rulings": rulings, "seed": str(seed)}
            actions = [str(action) for action in solo.history]
            questions.append({"call": "pacal.solo", **asked, "actions": actions})
            expected.append(solo_state(solo))
            if solo.outcome is not None:
                break
            solo = solo.play(lot.choice(solo.legal_moves))
    _compare(questions, expected)


def test_deals_and_days_are_the_same() -> None:
    seeds = [0, 1, 2**53 + 1, 2**64 - 1]
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days=37 * n) for n in range(40)]
    questions: list[dict[str, Any]] = []
    expected: list[Any] = []
    for seed in seeds:
        questions += [{"call": "pacal.deal", "seed": str(seed), "solo": solo} for solo in (0, True)]
        expected += [str(pacal.Deal.from_seed(seed)), str(pacal.SoloDeal.from_seed(seed))]
    questions += [{"call": "pacal.daily_seed", "date": day.isoformat()} for day in days]
    expected += [str(daily_seed(day)) for day in days]
    _compare(questions, expected)


@pytest.mark.clause("PAC-9")
def test_a_match_ends_with_the_third_round_won() -> None:
    matches = list(itertools.product((0, 1, None), repeat=5))
    answers = ask_rules([{"call": "pacal.match", "winners": each} for each in matches])
    for winners, answer in zip(matches, answers, strict=True):
        if any(winners[:n].count(seat) == 3 for n in range(5) for seat in (0, 1)):
            assert "refused" in answer, "the match was over before its last round"
            continue
        wins = [winners.count(0), winners.count(1)]
        won = (
            {"winner": wins.index(3), "reason": "three-rounds", "clause": "PAC-9"}
            if 3 in wins
            else None
        )
        assert answer["ok"] == {"target": 3, "markers": wins, "outcome": won}


def test_whatever_is_asked_there_is_an_answer() -> None:
    lot = random.Random(3)
    good = '{"call":"pylos.game","preset":"standard","rulings":{"repetition":3},"moves":["1a1"]}'
    calls = ["pylos.game", "pylos.find", "pacal.round", "pacal.view", "pacal.solo", "pacal.match"]
    calls += ["pylos.may", "pacal.may", "pylos.clock", "pacal.clock"]
    values: list[Any] = [None, True, -1, 1e300, 2**70, "", "é", [], {}, [[[]]], {"a": {"b": []}}]
    names = ["preset", "rulings", "moves", "move", "start", "deal", "seed", "actions", "viewer"]
    names += [
        "hand",
        "apexes",
        "last",
        "winners",
        "date",
        "seat",
        "seats",
        "before",
        "left_ms",
        "now_ms",
    ]
    questions: list[dict[str, Any]] = []
    for call in calls:
        for name, value in itertools.product(names, values):
            preset = "standard" if call.startswith("pylos") else "en"
            questions.append({"call": call, "preset": preset, name: value})
    answers = ask_rules(questions)
    assert all(("ok" in answer) != ("refused" in answer) for answer in answers)
    # Broken JSON: cut off, and with letters changed.
    broken = [good[:at] for at in range(1, len(good))]
    for _ in range(400):
        at = lot.randrange(len(good))
        broken.append(good[:at] + lot.choice('{}[]",:\\u0a1.-e') + good[at + 1 :])
    answers = ask_core("pylos-rules", broken)
    assert all(("ok" in answer) != ("refused" in answer) for answer in answers)


def check_modules(*words: str) -> None:
    command = [sys.executable, ROOT / "scripts/build-core", "--check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_committed_modules_are_what_the_sources_give() -> None:
    """The rules are compiled again, the players if they were made of other sources."""
    check_modules()


@pytest.mark.soak
def test_compiling_again_gives_the_committed_modules() -> None:
    check_modules("--again")
