"""A person chooses a program in the lobby and plays it; the page says everywhere what it is."""

import asyncio
import contextlib
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from bot_tokens import new_bot
from browser_layout import overflowing_in, speak
from browser_pages import FLAT, STATIC, NewPage, PylosHand, wait_for_ply, wait_until
from browser_reach import is_clean, press
from lobby_guests import look
from playwright.sync_api import expect
from server_client import Api, ThreadServer, quick_settings

from sommet.client import LobbyBot, Offer
from sommet.server.community import lobby as lobby_module

pytestmark = pytest.mark.browser

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
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """A server with a program in its lobby."""
    settings = quick_settings(tmp_path_factory.mktemp("public"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running, waiting(running, "Gentle"):
        yield running


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", 0.05)


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
