"""Two strangers meet in the lobby, play and are watched; without a lobby nothing of it shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_layout import speak
from browser_pages import FLAT, STATIC, NewPage, PylosHand, start, wait_until
from browser_people import come_in, register, run_apart
from browser_reach import is_clean, look_again, press
from playwright.sync_api import Locator, Page, expect
from seat_client import Json
from server_client import ThreadServer, quick_settings
from test_browser_pacal import join

from sommet.server.community import lobby as lobby_module

pytestmark = pytest.mark.browser

WAITING = {
    "en": "Waiting for an opponent",
    "fr": "En attente d’un adversaire",
    "nl": "Wachten op een tegenstander",
    "de": "Warten auf einen Gegner",
}
#: What a guest is told whose challenge waits.
STANDS = {
    "nl": "Je uitdaging geldt een dag",
    "fr": "Ton défi reste ouvert un jour",
    "de": "Deine Herausforderung gilt einen Tag",
    "en": "Your challenge stands for a day",
}
#: What is said where a family's server has nothing.
NOT_HERE = {
    "tournaments": "There are no tournaments on this server",
    "leaderboard": "This server rates nobody",
    "account": "This server has no accounts",
}

SLOW_CHOICE = '{"game": "pylos", "games": {"pylos": {"clock": "3d"}}}'


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    settings = quick_settings(tmp_path_factory.mktemp("public"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running:
        yield running


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("family")
    settings = quick_settings(folder, static=STATIC, slow_games=False, push=True)
    with ThreadServer(settings) as running:
        yield running


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", 0.05)


def test_two_strangers_meet_play_and_are_watched(public: ThreadServer, new_page: NewPage) -> None:
    one, two = (new_page(public.url, settings=FLAT) for _ in range(2))
    two.clock.install()
    two.goto("/")
    expect(two.get_by_test_id("lobby-empty")).to_be_visible()
    expect(two.get_by_test_id("fair-play")).to_contain_text("nobody can be kept from asking")
    # One changes their mind about an open seat, and the other page hears of it by itself.
    one.goto("/")
    one.get_by_label("Clock").select_option("15+10")
    one.get_by_test_id("find-opponent").click()
    one.get_by_test_id("lobby-wait").wait_for()
    table = one.url.rpartition("/")[2]
    look_again(two, two.get_by_test_id(f"seat-{table}").get_by_text("15 min"))
    press(one, "withdraw")
    one.get_by_label("Clock").select_option("none")
    # By keyboard alone.
    one.get_by_test_id("find-opponent").focus()
    one.keyboard.press("Enter")
    waiting = one.get_by_test_id("lobby-wait")
    for language, text in WAITING.items():
        speak(one, language)
        expect(waiting).to_contain_text(text)
    speak(one, "en")
    withdrawn, table = table, one.url.rpartition("/")[2]
    seat = two.get_by_test_id(f"seat-{table}")
    look_again(two, seat.get_by_text("Pylos"))
    expect(two.get_by_test_id(f"seat-{withdrawn}")).to_have_count(0)
    is_clean(two)
    seat.focus()
    two.keyboard.press("Enter")
    for page in (one, two):
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    pages = (one, two)
    for number in range(2):
        wait_until(lambda: any(PylosHand(page).can_move() for page in pages), one)
        mover = next(page for page in pages if PylosHand(page).can_move())
        PylosHand(mover, seed=number).move()
        for page in pages:
            expect(page.locator('[data-testid="moves"] li[data-ply]')).to_have_count(number + 1)
    # A greeting from the list, in the language of whoever reads it.
    speak(two, "de")
    one.get_by_test_id("greetings").focus()
    one.keyboard.press("Enter")
    one.get_by_test_id("greet-well_played").focus()
    one.keyboard.press("Enter")
    expect(two.get_by_text("Gut gespielt!").first).to_be_visible()
    speak(two, "en")
    watcher = new_page(public.url, settings=FLAT)
    watcher.goto("/")
    expect(watcher.get_by_test_id("shown-game")).to_be_visible()
    watch = watcher.get_by_test_id(f"watch-{table}")
    expect(watch).to_contain_text("2 moves")
    is_clean(watcher)
    press(watcher, f"watch-{table}")
    expect(watcher.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(watcher.locator('[data-testid="moves"] li[data-ply]')).to_have_count(2)
    # It ends for all three.
    press(two, "resign")
    press(two, "confirm-resign")
    for page in (one, two, watcher):
        expect(page.get_by_test_id("outcome")).to_have_attribute("data-reason", "resignation")
    expect(one.get_by_test_id("outcome")).to_contain_text("You win")
    # Where only Pacal is played, the cards that lie face up are seen; and there is more to watch.
    rules = {"preset": "en", "rulings": []}
    game: Json = {"table": table, "game": "pacal", "options": rules, "clock": None, "ply": 4}
    game |= {"watchers": 0, "bots": [], "names": ["Ada"], "position": None}
    game["pyramids"] = [[None, 33, None, 21] + 6 * [None], 10 * [None]]
    other = {**game, "table": "B" * 12}
    lobby = {"seats": [], "games": [game], "more": True}
    watcher.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    watcher.route("**/api/lobby/games", lambda route: route.fulfill(json={"games": [game, other]}))
    watcher.goto("/")
    expect(watcher.get_by_test_id("shown-game").locator("text")).to_have_text(["33", "21"])
    press(watcher, "more-games")
    expect(watcher.get_by_test_id("running-games").locator("li")).to_have_count(2)
    is_clean(watcher)


@pytest.mark.soak
def test_people_are_found_by_name_where_nobody_is_rated(tmp_path: Path, new_page: NewPage) -> None:
    off = {"ratings": False, "bots": False, "greetings": False, "tournaments": "off"}
    with ThreadServer(quick_settings(tmp_path, static=STATIC, lobby=True, **off)) as quiet:
        leas, kept = run_apart(register(quiet.url, "Lea", "Max"))
        page = new_page(quiet.url.replace("127.0.0.1", "localhost"))
        come_in(page, "Max", kept)
        page.goto("/")
        page.get_by_test_id("person").fill("lea")
        for part in ("rated-only", "casual", "to-leaderboard", "to-tournaments", "programs"):
            expect(page.get_by_test_id(part)).to_have_count(0)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("player-empty")).to_have_text("This server rates nobody.")
        reasons = page.get_by_label("Reason").locator("option")
        expect(reasons.filter(has_text="greetings")).to_have_count(0)
        expect(reasons).to_have_count(3)
        expect(page.get_by_role("link", name="Leaderboard")).to_have_count(0)
        press(page, "challenge")
        expect(page.get_by_text("Lea has your challenge")).to_be_visible()
        press(page, "challenge")
        # She declines one challenge, and plays the other.
        lea = new_page(quiet.url.replace("127.0.0.1", "localhost"), settings=FLAT)
        come_in(lea, "Lea", leas)
        listed = lea.get_by_test_id("challenges").locator("li")
        guest = new_page(quiet.url, settings=FLAT)
        guests_are_welcome_or_not(guest, lea, listed)
        expect(listed).to_have_count(2)
        expect(listed.first).to_contain_text("Max challenges you")
        for answer, left in (("decline", 1), ("accept", 0)):
            button = listed.first.locator(f'[data-testid^="{answer}-"]')
            press(lea, str(button.get_attribute("data-testid")))
            expect(listed).to_have_count(left)
        expect(lea.get_by_test_id("table")).to_have_attribute("data-status", "playing")
        expect(lea.get_by_test_id("table")).to_contain_text("Max")
        # No page asks for anything any more when the server goes.
        for each in (page, guest, lea):
            each.goto("/docs")


def guests_are_welcome_or_not(guest: Page, lea: Page, listed: Locator) -> None:
    """Let a guest challenge Lea, who wants no more of that, and then does."""
    guest.goto("/player/Lea")
    press(guest, "challenge")
    expect(guest.get_by_text("Lea has your challenge")).to_be_visible()
    lea.goto("/")
    expect(listed.last).to_contain_text("A guest challenges you")
    is_clean(lea)
    press(lea, "no-guests")
    expect(listed).to_have_count(2)
    lea.goto("/account")
    welcome = lea.get_by_test_id("guests")
    expect(welcome).not_to_be_checked()
    is_clean(lea)
    welcome.click()
    expect(welcome).to_be_checked()
    guest.goto("/player/Lea")
    press(guest, "challenge")
    expect(guest.get_by_text("Lea has your challenge")).to_be_visible()
    guest.goto("/games")
    guest.locator('a[href^="/play/"]').first.click()
    waiting = guest.get_by_test_id("lobby-wait")
    for language, text in STANDS.items():
        speak(guest, language)
        expect(waiting).to_contain_text(text)
    is_clean(guest)
    press(guest, "withdraw")
    lea.goto("/")


def test_a_family_server_shows_none_of_it(family: ThreadServer, new_page: NewPage) -> None:
    # A slow clock was chosen here when there were slow games; notices could be sent.
    page = new_page(family.url)
    page.add_init_script(f"localStorage.setItem('sommet.start', '{SLOW_CHOICE}')")
    with page.expect_response("**/api/games"):
        page.goto("/")
    expect(page.get_by_test_id("all-games")).to_be_visible()
    expect(page.get_by_test_id("lobby")).to_have_count(0)
    clocks = page.get_by_label("Clock")
    expect(clocks).to_have_value("none")
    expect(clocks.locator("option")).to_have_count(5)
    press(page, "settings")
    expect(page.get_by_role("dialog")).to_be_visible()
    for part in ("to-account", "tell-me"):
        expect(page.get_by_test_id(part)).to_have_count(0)
    for path in ("tournaments", "leaderboard", "account"):
        page.goto(f"/{path}")
        expect(page.get_by_role("main")).to_contain_text(NOT_HERE[path])
    # At a table by invitation nobody is greeted.
    page.goto("/")
    start(page, "pylos", "friend")
    with page.expect_response("**/assets/Greet-*.js"):
        join(new_page(family.url), page)
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_test_id("greetings")).to_have_count(0)
