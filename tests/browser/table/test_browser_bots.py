"""A person chooses a program in the lobby and plays it; the page says everywhere what it is."""

import asyncio
import contextlib
import re
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from bot_tokens import BotByHand, new_bot
from browser_layout import overflowing_in, speak
from browser_pages import FLAT, STATIC, NewPage, PylosHand, wait_for_ply, wait_until
from browser_people import run_apart
from browser_reach import is_clean, press
from lobby_guests import look
from playwright.sync_api import expect
from server_client import Api, ThreadServer, quick_settings

from sommet.client import LobbyBot, Offer
from sommet.server.community import lobby as lobby_module
from sommet.server.community import rater
from sommet.server.community.player_pages import views

#: Tests of the server and its clients cover what these walks do in the browser.
pytestmark = [pytest.mark.browser, pytest.mark.soak]

CALLED = {
    "en": "Gentle (program)",
    "fr": "Gentle (programme)",
    "nl": "Gentle (programma)",
    "de": "Gentle (Programm)",
}


def any_move(view: Any, _: Event) -> Any:
    return view.legal_moves[0]


async def live(bot: LobbyBot, url: str, name: str, offered: Event, over: asyncio.Event) -> None:
    """Let a program live until that is over, and say when its seat is offered."""
    task = asyncio.create_task(bot.run())
    async with Api(url) as api:
        while all(seat["bot"] != name for seat in (await look(api))["seats"]):
            await asyncio.sleep(0.02)
    offered.set()
    await over.wait()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@contextlib.contextmanager
def waiting(running: ThreadServer, name: str, offer: Offer | None = None) -> Iterator[None]:
    """Let a program wait in the lobby."""
    bot = LobbyBot(running.url, new_bot(running, name), lambda: any_move, offer)
    loop, offered, over = asyncio.new_event_loop(), Event(), asyncio.Event()
    living = live(bot, running.url, name, offered, over)
    thread = Thread(target=loop.run_until_complete, args=(living,))
    thread.start()
    try:
        assert offered.wait(60)
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(60)
        loop.close()


@pytest.fixture
def public(tmp_path_factory: pytest.TempPathFactory, fresh: None) -> Iterator[ThreadServer]:
    """A server with a program in its lobby."""
    settings = quick_settings(tmp_path_factory.mktemp("public"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running, waiting(running, "Gentle"):
        yield running


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", 0.05)
    monkeypatch.setattr(rater, "COUNT_EVERY_S", 0.05)
    monkeypatch.setattr(views, "GAMES_SHOWN", 1)


def test_a_person_plays_a_program_from_the_lobby(public: ThreadServer, new_page: NewPage) -> None:
    page = new_page(public.url, settings=FLAT)
    page.goto("/")
    seat = page.get_by_test_id("open-seats").get_by_role("button")
    for language, name in CALLED.items():
        speak(page, language)
        expect(seat).to_contain_text(name)
    assert overflowing_in(page, *CALLED, "en") == []
    seat.click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    names = page.locator('[data-testid^="player-"]')
    expect(names.filter(has_text=CALLED["en"])).to_have_count(1)
    for number in range(2):
        hand = PylosHand(page, seed=number)
        wait_until(hand.can_move, page)
        hand.move()
        # Two moves each in the end, whoever begins.
        wait_for_ply(page, 2 * (number + 1))


def test_a_person_challenges_programs_by_name(public: ThreadServer, new_page: NewPage) -> None:
    new_bot(public, "Silent")
    page = new_page(public.url, settings=FLAT)
    page.clock.install()
    page.goto("/")
    page.get_by_test_id("programs").get_by_role("link", name=CALLED["en"]).click()
    answer = page.get_by_test_id("challenge-answer")
    # It offers Pylos, and nothing else.
    page.get_by_test_id("challenge-game").select_option("pacal")
    press(page, "challenge")
    expect(answer).to_contain_text("Gentle declined")
    is_clean(page)
    # One that is not connected: withdrawn by hand, then given up after a minute.
    page.goto("/program/Silent")
    press(page, "challenge")
    expect(answer).to_contain_text("Waiting for Silent to answer")
    press(page, "withdraw")
    expect(answer).to_be_empty()
    press(page, "challenge")
    expect(answer).to_contain_text("Waiting for Silent to answer")
    page.clock.fast_forward(61_000)
    expect(answer).to_contain_text("Silent didn\u2019t answer within a minute")
    assert overflowing_in(page, *CALLED, "en") == []
    page.goto("/program/Gentle")
    press(page, "challenge")
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    # One that plays by other rules: they are proposed, and it accepts no others.
    with waiting(public, "Strict", Offer(preset="expert", rulings={"reserve": "may-raise"})):
        page.goto("/program/Strict")
        rules = page.get_by_test_id("challenge-rules")
        expect(rules).to_have_value("expert")
        expect(page.get_by_test_id("its-ruling")).to_contain_text("reserve")
        rules.select_option("children")
        expect(page.get_by_test_id("its-ruling")).to_have_count(0)
        press(page, "challenge")
        expect(answer).to_contain_text("Strict declined")
        rules.select_option("expert")
        press(page, "challenge")
        table = page.get_by_test_id("table")
        expect(table).to_have_attribute("data-status", "playing")
        expect(table).to_contain_text("Expert")


async def beat_twice(url: str, winner: str, loser: str) -> None:
    """Let one program win two games against another, and the server count them."""
    async with Api(url) as api:
        one, two = BotByHand(api, winner), BotByHand(api, loser)
        for _ in range(2):
            seat = await one.open()
            taken = (await two.take(seat["table"])).json()["seat"]
            async with api.seat(taken) as losing:
                await losing.until(lambda: losing.snapshot["status"] == "playing")
                await losing.ask("resign")
        while [each["games"] for each in await rated(api, "Elder")] != [2]:
            await asyncio.sleep(0.05)


async def rated(api: Api, name: str) -> list[Any]:
    return list((await api.http.get(f"/api/programs/{name}")).json()["ratings"])


def test_programs_have_a_leaderboard_and_pages(public: ThreadServer, new_page: NewPage) -> None:
    elder, younger = new_bot(public, "Elder"), new_bot(public, "Younger")
    run_apart(beat_twice(public.url, elder, younger))
    page = new_page(public.url, settings=FLAT)
    page.goto("/")
    press(page, "to-leaderboard")
    board = page.get_by_test_id("leaderboard")
    expect(board.locator("tbody tr")).to_have_count(2)
    is_clean(page)
    board.get_by_role("link", name="Younger").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("score")).to_contain_text("2 losses in a row")
    expect(page.get_by_test_id("curve")).to_be_visible()
    # The games before the last ones, one at a time here.
    games = page.get_by_test_id("past-games").get_by_role("link")
    expect(games).to_have_count(1)
    press(page, "older-games")
    expect(games).to_have_count(2)
    expect(games.last).to_be_focused()
    expect(page.get_by_test_id("older-games")).to_have_count(0)
    is_clean(page)
    page.get_by_test_id("opponents").get_by_role("link", name="Elder").click()
    expect(page.get_by_role("heading", name="Elder (program)")).to_be_visible()
    # At a table its name leads to its page, too.
    page.get_by_test_id("past-games").get_by_role("link").click()
    expect(page).to_have_url(re.compile("/replay/"))
    page.goto(page.url.replace("/replay/", "/watch/").partition("?")[0])
    names = page.get_by_test_id("at-table").get_by_role("link")
    expect(names.filter(has_text="Elder")).to_have_attribute("href", "/program/Elder")
    is_clean(page)
