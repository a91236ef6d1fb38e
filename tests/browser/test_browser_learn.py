"""Lessons in a real browser: each step done rightly and wrongly, remembered, without the server."""

import re

import pytest
from browser_lessons import Learner, find_way, read_steps
from browser_offline import cut_network
from browser_pages import FLAT, NewPage, is_over, wait_until
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser


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
