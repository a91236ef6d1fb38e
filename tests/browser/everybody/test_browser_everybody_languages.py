"""Four languages: guessed, switched in the middle of a game, and never at the price of the game."""

import re

import pytest
from browser_pages import (
    FLAT,
    NewPage,
    PacalHand,
    PylosHand,
    pick,
    ply,
    start,
    wait_for_ply,
    wait_until,
)
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser

PLAY = {
    "en-GB": ("en", "Play the computer"),
    "fr-BE": ("fr", "Contre l’ordinateur"),
    "nl-BE": ("nl", "Tegen de computer"),
    "de-AT": ("de", "Gegen den Computer"),
    "pt-BR": ("en", "Play the computer"),
}


@pytest.mark.parametrize("locale", PLAY)
def test_the_first_guess_comes_from_the_browser(
    server: ThreadServer, new_page: NewPage, locale: str
) -> None:
    language, text = PLAY[locale]
    page = new_page(server.url, locale=locale)
    page.goto("/")
    expect(page.get_by_test_id("play-computer")).to_contain_text(text)
    expect(page.locator("html")).to_have_attribute("lang", language)


def choose(page: Page, name: str) -> None:
    """Choose a language in the settings, by what it calls itself."""
    page.get_by_test_id("settings").click()
    dialog = page.get_by_role("dialog")
    pick(dialog.get_by_role("radio", name=name))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_switching_in_mid_game_keeps_the_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    hand = PylosHand(page)
    wait_until(hand.can_move, page)
    hand.move()
    wait_for_ply(page, 2)
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    choose(page, "Deutsch")
    expect(page.get_by_test_id("resign")).to_contain_text("Aufgeben")
    assert "Pylos" in page.title()
    assert ply(page) >= 2
    # A move in the making outlives the switch as well.
    wait_until(hand.can_move, page)
    before = ply(page)
    hand.move()
    wait_for_ply(page, before + 2)
    choose(page, "Français")
    expect(page.get_by_test_id("resign")).to_contain_text("Abandonner")
    expect(page.get_by_test_id("cell-1a1")).to_have_attribute(
        "aria-label", re.compile("bille|vide")
    )
    assert loads == [], "no load was needed"
    page.reload()
    expect(page.get_by_test_id("resign")).to_contain_text("Abandonner")


def test_pacals_rulebook_follows_the_language_until_one_is_chosen(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, locale="fr-FR")
    page.goto("/")
    pick(page.locator("input[name=game][value=pacal]"))

    def book() -> str | None:
        group = page.get_by_role("group", name=re.compile("Livret|Regelheft|Spelregelboekje"))
        return group.locator("input:checked").get_attribute("value")

    wait_until(lambda: page.get_by_test_id("play-computer").is_enabled(), page)
    assert book() == "fr"
    pick(page.get_by_role("radio", name="Nederlands", exact=True).last)
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert book() == "nl"
    group = page.get_by_role("group", name="Spelregelboekje")
    pick(group.get_by_role("radio", name="Frans"))
    pick(page.get_by_role("radio", name="Deutsch").last)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert book() == "fr", "a book that was chosen stays"
    expect(page.get_by_role("group", name="Regelheft")).to_contain_text("die größere Differenz")
    page.get_by_test_id("play-solo").click()
    page.get_by_test_id("solo-table").wait_for()
    expect(page.locator(".rules-line")).to_contain_text("Französisch")
    hand = PacalHand(page)
    before = ply(page)
    assert hand.act()
    assert ply(page) > before
    page.locator("[data-testid=show-rules]").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nach dem französischen Heft")


def test_refusals_and_plurals_are_told_in_the_language(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, locale="fr-FR", settings=FLAT)
    page.goto("/play/nosuchtable")
    expect(page.get_by_role("alert")).to_contain_text("Cette table n’existe pas.")
    start(page, "pylos", "hotseat")
    expect(page.get_by_label("Réserve claire : 15 billes")).to_be_visible()
