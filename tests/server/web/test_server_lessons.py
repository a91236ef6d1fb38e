"""The lessons of the page: current, reachable, and every rule tried."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from page_build.lessons import LESSONS, describe_step
from page_build.lessons.__main__ import format_lesson
from sommet.pylos import State

WEB = Path(__file__).parents[3] / "web" / "src"
LANGUAGES = ("en", "fr", "nl", "de")
TOLD = {game: [describe_step(step) for step in steps] for game, steps in LESSONS.items()}
STEPS = [(game, step) for game, steps in TOLD.items() for step in steps]
IDS = [f"{game}-{step['name']}" for game, step in STEPS]

#: What the goal asks for, in the words of the moves themselves: a move or chain that reaches it.
GOALS = {
    "place": r"1[a-d][1-4]",
    "stack": r"2b2",
    "raise": r"1a4>2b2",
    "free": r"1d4>2b1",
    "square": r"1c3(-\w+){1,2}",
    "two": r"1b3-\w+-\w+",
    "freed": r"1d4-2a1-1(a1|b1|a2)",
    "children": r"1b4",
    "line": r"1c2(-\w+){1,2}",
    "opening": r"1([ad][14]|[bc][23])",
    "reserve": r"\w+>\w+",
    "pass": r"3b2",
    "summit": r"4a1",
    "order": r"build [234]",
    "cover": r"build [34]",
    "full": r"build 2",
    "begin": r"offer \d+ \d+",
    "take": r"take \d+, build \d+",
    "offer": r"offer (12 17|12 36|12 43|17 36|17 43|36 43), build \d+",
    "stuck": r"take 17, build \d+",
    "complete": r"take 32, build 4",
    "tie": r"take 8, build 10",
    "tie-largest": r"take 3, build 10",
    "last": r"build 9",
    "leave": r"decline",
    "match": r"take 4, build 10",
    "solo": r"build 9",
}
#: Where whatever is allowed is right, so that a wrong try can only be a refused one, or none.
ALL_RIGHT = {"place", "pass", "summit", "order", "cover", "full", "begin", "take", "leave"}


def chains(moves: dict[str, Any], before: tuple[str, ...] = ()) -> list[tuple[str, dict[str, Any]]]:
    """Return every way through a step with what it ends in."""
    found = []
    for move, told in moves.items():
        path = (*before, move)
        if told["verdict"] == "on":
            found += chains(told["moves"], path)
        else:
            assert "moves" not in told
            found.append((", ".join(path), told))
    return found


@pytest.mark.parametrize("game", LESSONS)
def test_the_files_are_current(game: str) -> None:
    path = WEB / "learn" / "lessons" / f"{game}.json"
    assert path.read_text("utf-8") == format_lesson(game), "run: make lessons"


@pytest.mark.parametrize(("game", "step"), STEPS, ids=IDS)
def test_the_goal_is_reached_by_the_right_moves_and_no_others(
    game: str, step: dict[str, Any]
) -> None:
    ways = chains(step["moves"])
    done = {path for path, told in ways if told["verdict"] == "done"}
    assert done
    assert done == {path for path, _ in ways if re.fullmatch(GOALS[step["name"]], path)}
    assert (len(done) == len(ways)) == (step["name"] in ALL_RIGHT)


@pytest.mark.parametrize(("game", "step"), STEPS, ids=IDS)
def test_every_allowed_move_is_listed_and_every_refusal_has_its_clause(
    game: str, step: dict[str, Any]
) -> None:
    board = step["board"]
    if board["kind"] == "pylos":
        options = next(s for s in LESSONS[game] if s.name == step["name"]).table
        state = State.parse(board["position"], options.state.options)  # type: ignore[attr-defined]
        assert set(step["moves"]) == {str(move) for move in state.legal_moves}
        assert board["refused"] or step["name"] == "place"
        assert all(each["clause"] and each["reason"] for each in board["refused"])
        return
    choices = board["choices"]
    fields = {f"build {each['field']}" for each in choices["fields"] if each["allowed"]}
    takes = {f"take {card}" for card in choices["takeable"]}
    hand = choices["offerable"]
    offers = {f"offer {a} {b}" for a in hand for b in hand if a < b}
    leave = {"decline"} if choices["may_decline"] else set()
    assert set(step["moves"]) == fields | takes | offers | leave
    for each in choices["fields"]:
        assert each["allowed"] or (each["clause"] and each["reason"])


def test_the_page_lists_the_steps_in_order() -> None:
    source = (WEB / "learn" / "lessons.ts").read_text("utf-8")
    for game, steps in LESSONS.items():
        listed = re.search(rf"  {game}: \[([^\]]*)\]", source)
        assert listed is not None
        assert re.findall(r"'([\w-]+)'", listed[1]) == [step.name for step in steps]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_sentences_and_no_others(language: str) -> None:
    texts = json.loads((WEB / "i18n" / language / "learn.json").read_text("utf-8"))
    wanted = set()
    for game, step in STEPS:
        wanted |= {f"learn.{game}.{step['name']}.{what}" for what in ("title", "goal")}
        said = re.findall(r'"say": ?"([\w.]+)"', json.dumps(step))
        wanted |= {f"learn.{game}.{step['name']}.{say}" for say in said}
    # Where the rulebooks disagree, a line of its own says so.
    wanted |= {f"learn.pacal.{name}.books" for name in ("tie", "tie-largest", "solo")}
    given = {key for key in texts if re.match(r"learn\.(pylos|pacal)\.[\w-]+\.", key)}
    assert given == wanted


def test_every_rule_can_be_tried() -> None:
    tried = {clause for _, step in STEPS for clause in step["clauses"]}
    rules = {f"PYL-{n}" for n in range(1, 10)} | {f"PAC-{n}" for n in range(1, 13)}
    assert rules <= tried


def test_the_third_round_won_brings_the_marker_to_the_middle() -> None:
    step = next(step for _, step in STEPS if step["name"] == "match")
    assert step["markers"] == [2, 1]
    for path, told in chains(step["moves"]):
        assert told["markers"] == ([3, 1] if told["verdict"] == "done" else [2, 1]), path
    assert all("markers" not in step for _, step in STEPS if step["name"] != "match")
