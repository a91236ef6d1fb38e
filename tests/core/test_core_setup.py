"""A moment of a Pacal round laid out by hand: the page's core finds it, or says what is wrong."""

import itertools
import random
from pathlib import Path
from typing import Any

from core_node import ask_core
from pacal_play import dawdling

from sommet import bots, pacal

Setup = dict[str, Any]
EMPTY: Setup = {
    "tops": [[0] * 10, [0] * 10],
    "unders": [[0] * 10, [0] * 10],
    "hand": list(range(1, 16)),
    "apexes": [49, 48],
    "table": [0, 0],
    "kept": [0],
}


def lay_out(view: pacal.View) -> Setup:
    """Return what the seat to act sees, its own things first."""
    seat = view.seat
    assert seat is not None
    order = (seat, 1 - seat)
    table = list(view.offer or (0, 0))
    kept = 0
    if view.phase != "take":
        table = [view.cards[seat] or 0, view.cards[1 - seat] or 0]
        kept = table[0]
    return {
        "tops": [list(view.pyramids[i].tops) for i in order],
        "unders": [list(view.pyramids[i].covered) for i in order],
        "hand": list(view.hand),
        "apexes": [view.apexes[i] for i in order],
        "table": table,
        "kept": [kept],
    }


def test_a_moment_laid_out_is_advised_as_in_its_round(weights: Path) -> None:
    bot = bots.make("pacal", "level:1")
    setups, rounds, phases = [], [], []
    for seed in range(3):
        played = pacal.Round.deal("en", seed)
        while played.actor is not None:
            view = played.view(played.actor)
            # Offers among many cards take long: a few are enough.
            if view.phase != "offer" or len(view.hand) < 6:
                actions = [str(action) for action in played.history]
                setups.append({"call": "pacal.setup", "preset": "en", **lay_out(view)})
                rounds.append(
                    {"call": "pacal.advice", "preset": "en", "seed": seed, "actions": actions}
                )
                phases.append(view.phase)
            played = played.play(bot.choose(view, seed=seed))
    answers = ask_core("players", [*setups, *rounds], weights)
    assert set(phases) >= {"offer", "take", "build"}
    for n, phase in enumerate(phases):
        laid, real = answers[n]["ok"], answers[len(setups) + n]["ok"]
        assert laid["advice"] == real
        assert (laid["board"]["phase"], laid["board"]["actor"]) == (phase, 0)


def test_an_action_leads_to_what_its_seat_sees_next(weights: Path) -> None:
    questions, wanted, words = [], [], set()
    for book, seed in itertools.product(("en", "fr"), range(12)):
        lot = random.Random(seed)
        played = pacal.Round.deal(book, seed)
        while (seat := played.actor) is not None:
            laid = lay_out(played.view(seat))
            action = dawdling(played, lot)
            played = played.play(action)
            words.add(str(action).split()[0])
            asked = {"call": "pacal.setup_after", "preset": book, **laid, "action": str(action)}
            questions.append(asked)
            # A card that is not built stays in the hand, and the set-up as it is.
            after = laid if str(action) == "decline" else lay_out(played.view(seat))
            wanted.append({**after, "kept": after["kept"][0]})
    assert words == {"offer", "take", "build", "decline"}
    answers = ask_core("players", questions, weights)
    assert [answer["ok"] for answer in answers] == wanted


def test_an_action_that_is_not_allowed_is_refused_with_its_clause(weights: Path) -> None:
    asked = {"call": "pacal.setup_after", "preset": "en", **EMPTY}
    wrong = ("offer 16 17", "build 1", "offer", "")
    answers = ask_core("players", [{**asked, "action": action} for action in wrong], weights)
    codes = [answer["refused"]["code"] for answer in answers]
    assert codes == ["illegal_move", "illegal_move", "unreadable_move", "unreadable_move"]
    assert answers[0]["refused"]["clause"] == "PAC-3"


TOPS = [50, 40, 30, 0, 0, 0, 0, 0, 0, 0]


#: What is changed of EMPTY, the key of what is wrong with it, and the numbers in the sentence.
FAULTS: list[tuple[Setup, str, dict[str, str]]] = [
    ({"apexes": [49, 0]}, "apexes", {}),
    ({"apexes": [49, 15]}, "card-twice", {"card": "15"}),
    ({"tops": [[20, 30] + [0] * 8, [0] * 10]}, "out-of-order", {"card": "30"}),
    ({"tops": [TOPS, [0] * 10]}, "unequal", {"count": "3", "due": "0"}),
    ({"apexes": [48, 49]}, "their-offer", {}),
    ({"apexes": [48, 49], "table": [20, 0]}, "offer-of-two", {}),
    ({"table": [20, 21]}, "they-choose", {}),
    ({"table": [20, 21], "kept": [20]}, "they-build-first", {"card": "21"}),
    ({"hand": [1, 2, 3]}, "hand", {"count": "3", "due": "15"}),
    ({"tops": [list(range(40, 30, -1)), [0] * 10]}, "over", {}),
    (
        {
            "apexes": [48, 49],
            "tops": [[18, 17, 16, 0, 0, 0, 0, 0, 0, 0], [47, 46, 45, 0, 0, 0, 0, 0, 0, 0]],
            "unders": [[19, 0, 0, 0, 0, 0, 0, 0, 0, 0], [44, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
            "hand": list(range(1, 12)),
            "table": [43, 42],
            "kept": [43],
        },
        "fits-nowhere",
        {"card": "43"},
    ),
]


def test_a_setup_that_cannot_be_says_why(weights: Path) -> None:
    questions = [
        {"call": "pacal.setup", "preset": "en", **EMPTY, **change} for change, _, _ in FAULTS
    ]
    answers = ask_core("players", questions, weights)
    for (_, reason, numbers), answer in zip(FAULTS, answers, strict=True):
        refused = answer["refused"]
        assert (refused["code"], refused["params"]["reason"]) == ("bad_position", reason)
        assert numbers.items() <= refused["params"].items()


def test_a_setup_of_something_else_is_malformed(weights: Path) -> None:
    wrong = [
        {"tops": [[0] * 9, [0] * 10]},
        {"unders": [[7] + [0] * 9, [0] * 10]},
        {"hand": [1, 1]},
        {"apexes": [51, 3]},
        {"table": [1]},
        {"kept": [7]},
    ]
    questions = [{"call": "pacal.setup", "preset": "en", **EMPTY, **part} for part in wrong]
    for part, answer in zip(wrong, ask_core("players", questions, weights), strict=True):
        assert answer["refused"]["params"]["where"] == next(iter(part))
