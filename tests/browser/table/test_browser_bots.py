"""A person chooses a program in the lobby and plays it; the page says everywhere what it is."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from bot_tokens import new_bot
from browser_layout import overflowing, speak
from browser_pages import FLAT, STATIC, NewPage, PylosHand, wait_for_ply, wait_until
from playwright.sync_api import expect
from server_client import ThreadServer, quick_settings

from sommet.server.community import lobby as lobby_module

pytestmark = pytest.mark.browser

CALLED = {
    "en": "Gentle (program)",
    "fr": "Gentle (programme)",
    "nl": "Gentle (programma)",
    "de": "Gentle (Programm)",
}


@pytest.fixture
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """A server with a program in its lobby."""
    settings = quick_settings(tmp_path_factory.mktemp("public"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running:
        bot = subprocess.Popen(
            [sys.executable, "-m", "sommet.cli.main", "bot", running.url, "--player", "random"],
            env={**os.environ, "SOMMET_TOKEN": new_bot(running, "Gentle")},
            stdout=subprocess.DEVNULL,
        )
        try:
            yield running
        finally:
            bot.send_signal(signal.SIGINT)
            bot.wait(30)


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
        assert overflowing(page) == []
    speak(page, "en")
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
