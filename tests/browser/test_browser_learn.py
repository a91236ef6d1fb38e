"""Lessons in a real browser: each step done rightly and wrongly, remembered, without the server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser_offline import cut_network
from browser_pages import FLAT, NewPage, is_over, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser

LESSONS = Path(__file__).parents[2] / "web" / "src" / "learn" / "lessons"
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


@pytest.mark.parametrize("game", ["pylos", "pacal"])
def test_every_step_without_a_server(new_page: NewPage, server: ThreadServer, game: str) -> None:
    page = new_page(server.url, settings=FLAT)
    requests: list[str] = []
    page.goto(f"/learn/{game}")
    lesson = page.get_by_test_id("lesson")
    lesson.wait_for()
    page.on("request", lambda request: requests.append(request.url))
    learner = Learner(page)
    steps = read_steps(game)
    for step in steps:
        expect(lesson).to_have_attribute("data-step", step["name"])
        if step["name"] == "raise":
            expect(page.get_by_test_id("guide")).to_have_text(
                "Pick up one of your balls to raise it."
            )
        clause = learner.refused(step)
        if clause is not None:
            expect(page.get_by_test_id("guide").get_by_test_id(f"clause-{clause}")).to_be_visible()
            expect(lesson).to_have_attribute("data-verdict", "start")
        wrong = find_way(step["moves"], "off")
        if wrong:
            learner.follow(wrong, game, step["name"])
            expect(lesson).to_have_attribute("data-verdict", "off")
            learner.touch("again")
            expect(lesson).to_have_attribute("data-verdict", "start")
        learner.follow(find_way(step["moves"], "done"), game, step["name"])
        expect(lesson).to_have_attribute("data-verdict", "done")
        learner.touch("next-step")
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
    # The browser itself asks for its tab's picture when the address changes; the first move
    # brings the sounds.
    late = re.compile(r"/icon\.svg$|/assets/sound-[\w-]+\.js$")
    assert {url for url in requests if not late.search(url)} == set()
    done = page.evaluate("JSON.parse(localStorage['sommet.settings']).lessons")
    assert done[game]["done"] == [step["name"] for step in steps]


def test_a_step_sounds_like_a_game(new_page: NewPage, server: ThreadServer) -> None:
    page = new_page(server.url, settings=FLAT)
    page.add_init_script("globalThis.sommetSounds = []")
    page.goto("/learn/pylos/raise")
    # A raise is wanted: the places for another ball are not marked, though one may be tried.
    expect(page.get_by_test_id("cell-1a1")).to_be_visible()
    expect(page.locator("[data-place] .dot")).to_have_count(0)
    learner = Learner(page)
    learner.play(find_way(read_steps("pylos")[2]["moves"], "off")[0][0])
    wait_until(lambda: page.evaluate("sommetSounds") == ["place", "refused"], page)
    page.goto("/learn/pylos/summit")
    learner.play("4a1")
    wait_until(lambda: page.evaluate("sommetSounds") == ["place", "win"], page)


def test_progress_is_remembered_and_one_can_go_back(
    new_page: NewPage, server: ThreadServer
) -> None:
    page = new_page(server.url, settings=FLAT)
    learner = Learner(page)
    page.goto("/")
    page.get_by_test_id("learn").click()
    lesson = page.get_by_test_id("lesson")
    learner.play("1a1")
    learner.touch("next-step")
    expect(lesson).to_have_attribute("data-step", "stack")
    learner.play("2b2")
    learner.touch("next-step")
    expect(lesson).to_have_attribute("data-step", "raise")
    page.reload()
    expect(lesson).to_have_attribute("data-step", "raise")
    learner.touch("previous-step")
    expect(lesson).to_have_attribute("data-step", "stack")
    page.goto("/learn")
    expect(page.get_by_test_id("learn-home")).to_contain_text("2 of 13 steps done")
    page.get_by_test_id("learn-pylos").click()
    expect(lesson).to_have_attribute("data-step", "raise")
    # Halfway through a step, one action can be taken back.
    page.goto("/learn/pacal/take")
    learner.play("take 31")
    expect(lesson).to_have_attribute("data-verdict", "on")
    learner.touch("again")
    expect(lesson).to_have_attribute("data-verdict", "start")
    expect(page.get_by_test_id("confirm-take")).to_be_visible()


def test_a_step_by_keyboard(new_page: NewPage, server: ThreadServer) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/learn/pylos/stack")
    page.get_by_test_id("cell-1a1").focus()
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-verdict", "done")
    expect(page.get_by_test_id("next-step")).to_be_focused()
    page.get_by_test_id("lesson").evaluate("lesson => { lesson.dataset.same = 'yes' }")
    page.keyboard.press("Enter")
    # The next step begins with its title, in a lesson that was not made anew.
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "raise")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-same", "yes")


def test_a_lesson_opened_without_a_step_begins_with_its_title(
    new_page: NewPage, server: ThreadServer
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    page.get_by_test_id("learn").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/learn/pylos/place$"))
    expect(page.get_by_role("heading", level=1, name="Place a ball")).to_be_focused()


@pytest.mark.parametrize("game", ["pylos", "pacal"])
def test_the_first_game_is_one_tap_away(new_page: NewPage, server: ThreadServer, game: str) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto(f"/learn/{game}/end")
    page.get_by_test_id("first-game").click()
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-status", "playing")
    assert not is_over(page)
    level = {"pylos": "Valley", "pacal": "Sand"}[game]
    expect(page.get_by_text(level).first).to_be_visible()


def test_lessons_and_rules_open_without_a_connection(
    new_page: NewPage, server: ThreadServer
) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    cut_network(page)
    for game, step, move in (("pylos", "stack", "2b2"), ("pacal", "full", "build 2")):
        page.goto(f"/learn/{game}/{step}")
        Learner(page).play(move)
        expect(page.get_by_test_id("lesson")).to_have_attribute("data-verdict", "done")
    page.goto("/rules/pylos#PYL-5")
    expect(page.get_by_test_id("rule-PYL-5")).to_be_visible()
    picture = page.get_by_test_id("picture-pylos-square").locator("img")
    wait_until(lambda: picture.evaluate("image => image.naturalWidth > 0"), page)
    page.goto("/rules/pacal")
    page.get_by_test_id("clause-PAC-7").click()
    expect(page.get_by_test_id("clause-dialog")).to_contain_text("difference")
