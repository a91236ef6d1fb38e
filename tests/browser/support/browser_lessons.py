"""Lessons of the page, done rightly and wrongly."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

LESSONS = Path(__file__).parents[3] / "web" / "src" / "learn" / "lessons"
TEXTS = json.loads((LESSONS.parents[1] / "i18n" / "en" / "learn.json").read_text(encoding="utf-8"))


def read_steps(game: str) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = json.loads((LESSONS / f"{game}.json").read_text("utf-8"))
    return steps


def find_way(moves: dict[str, Any], verdict: str) -> list[tuple[str, str]]:
    """Return moves that lead to a verdict, each with what is said then; empty if none does."""
    for move, told in moves.items():
        if told["verdict"] == verdict:
            return [(move, told["say"])]
        if told["verdict"] == "on":
            rest = find_way(told["moves"], verdict)
            if rest:
                return [(move, told["say"]), *rest]
    return []


class Learner:
    """Does on the page what a lesson's moves say."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def touch(self, name: str, *, refused: bool = False) -> None:
        # What is no choice counts as disabled, and is still there to be tried.
        self.page.get_by_test_id(name).click(force=refused)

    def play(self, move: str) -> None:
        kind, *cards = move.split()
        if kind == "offer":
            for card in cards:
                # A card under the pointer lies over its neighbours.
                self.page.mouse.move(1, 1)
                self.page.get_by_test_id(f"hand-{card}").click(position={"x": 6, "y": 20})
            self.touch("confirm-offer")
        elif kind == "take":
            self.touch(f"offer-{cards[0]}")
            self.touch("confirm-take")
        elif kind == "build":
            self.touch(f"own-{cards[0]}")
        elif kind == "decline":
            self.touch("decline")
        else:
            self._play_pylos(move)

    def _play_pylos(self, move: str) -> None:
        path, *taken = move.split("-")
        for cell in path.split(">"):
            self.touch(f"cell-{cell}")
        for cell in taken:
            self.touch(f"cell-{cell}")
        if taken:
            self.touch("confirm-move")

    def follow(self, way: list[tuple[str, str]], game: str, step: str) -> None:
        for move, say in way:
            self.play(move)
            expect(self.page.get_by_test_id("feedback")).to_contain_text(
                TEXTS[f"learn.{game}.{step}.{say}"]
            )

    def refused(self, step: dict[str, Any]) -> str | None:
        """Touch something that is no choice; return the clause that the page must name."""
        board = step["board"]
        if board["kind"] == "pylos":
            for each in board["refused"]:
                if each["doing"] == "begin":
                    self.touch(f"cell-{each['cells'][0]}", refused=True)
                    return str(each["clause"])
            return None
        for field in board["choices"]["fields"]:
            if not field["allowed"]:
                self.touch(f"own-{field['field']}", refused=True)
                return str(field["clause"])
        return None
