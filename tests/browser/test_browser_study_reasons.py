"""Reasons on the page are the library's, and what they are about is marked on the board."""

import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from browser_local import keep_tables, play_table
from browser_pages import FLAT, SOLID, NewPage
from playwright.sync_api import Page, ViewportSize, expect
from server_client import ThreadServer

from sommet import pacal
from sommet.analysis.pylos_reasons import explain_move
from sommet.bots import make
from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.rounds import record_round
from sommet.match.records.text import format_record
from sommet.pylos import Options, State
from sommet.tablebase.probe import open_table

pytestmark = pytest.mark.browser
#: Dark has three of a square; 1a2 alone stops the fourth, and 1c3 does not.
THREATENED = "DDL./.DL./..../....|.../.../...|../..|. L"
STANDARD = Options.preset("standard")
#: The 16 is to be built below a 22; the best field, 7, leaves more fields between them than cards.
MOMENT = (
    "44-34_22-0-0-0-0-0-0-0-0-0_19-0-0-0-0-0-0-0-0-0_4-7-14-18-23-24-35-36-37-39-40-42-50_16!-17"
)
PHONE: ViewportSize = {"width": 360, "height": 740}


def reasons(state: State, move: str) -> list[str]:
    """Return what the library says of a move, by the shipped table."""
    return [reason.to_text() for reason in explain_move(state, move, open_table(STANDARD)).reasons]


def see_about(page: Page, cells: Sequence[str]) -> None:
    """Wait until exactly these cells are marked as what a reason is about."""
    marks = page.locator(".mark.about")
    expect(marks).to_have_count(len(cells))
    for cell in cells:
        expect(page.locator(f"[data-mark='{cell}'].about")).to_be_visible()
        label = page.get_by_test_id(f"cell-{cell}").get_attribute("aria-label") or ""
        assert label.endswith("what the reason is about")


@pytest.mark.parametrize("board", ["flat", "solid"])
def test_a_mistake_in_the_explorer_is_explained_and_shown(
    server: ThreadServer, new_page: NewPage, board: str
) -> None:
    settings = FLAT if board == "flat" else SOLID
    page = new_page(server.url, settings=settings, viewport=PHONE, has_touch=True)
    state = State.parse(THREATENED, STANDARD)
    page.goto(f"/explore?position={quote(THREATENED)}&rules=standard")
    expect(page.get_by_test_id("analysis")).to_contain_text("Exact", timeout=60_000)
    see_about(page, ())
    expect(page.get_by_test_id("explore-mistake")).to_have_count(0)
    # Touched, a reason for the good move stays marked; touched again, it is not.
    good = explain_move(state, "1a2", open_table(STANDARD)).reasons[0]
    reason = page.get_by_test_id("reasons").get_by_role("button").first
    reason.tap()
    see_about(page, good.cells)
    expect(reason).to_have_attribute("aria-pressed", "true")
    reason.tap()
    see_about(page, ())

    why = explain_move(state, "1c3", open_table(STANDARD))
    page.get_by_test_id("all-moves").tap()
    page.locator("tr[data-move='1c3']").get_by_role("button").tap()
    mistake = page.get_by_test_id("explore-mistake")
    expect(mistake).to_have_attribute("data-grade", "blunder")
    expect(mistake.get_by_test_id("reason")).to_have_text(reasons(state, "1c3"))
    see_about(page, why.reasons[0].cells)
    expect(page.get_by_test_id("explore-line")).to_contain_text(", ".join(map(str, why.line)))
    # Its answer is played on the board, and is no mistake.
    page.get_by_test_id("explore-reply").tap()
    after = state.play("1c3").play(why.line[0])
    expect(page.get_by_test_id("explore")).to_have_attribute("data-position", str(after))
    expect(mistake).to_have_count(0)
    see_about(page, ())
    # Back at the mistake, it is explained again.
    page.get_by_test_id("explore-back").tap()
    expect(mistake.get_by_test_id("reason")).to_have_text(reasons(state, "1c3"))


def test_reasons_are_the_librarys_wherever_they_are_shown(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    state = State.parse(THREATENED, STANDARD)
    page.goto(f"/explore?position={quote(THREATENED)}&rules=standard")
    expect(page.get_by_test_id("analysis")).to_contain_text("Exact", timeout=60_000)
    shown = page.get_by_test_id("reasons")
    expect(shown.locator("p").first).to_contain_text("1a2")
    expect(shown.locator("li")).to_have_text(reasons(state, "1a2"))

    # The mistake in a review, which opens at it: the table is on the device now.
    replied = str(state.play("1c3").legal_moves[0])
    record = Record(
        game="pylos",
        rules="standard",
        players=("Ann", "Ben"),
        result="0-1",
        reason="resignation",
        position=THREATENED,
        rounds=(
            RoundRecord(entries=(Entry("1c3"), Entry(replied)), result="0-1", reason="resignation"),
        ),
    )
    page.goto("/games")
    page.get_by_test_id("upload-record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": format_record(record).encode()}
    )
    page.get_by_test_id("start-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()
    said = page.get_by_test_id("why").get_by_test_id("reason")
    expect(said).to_have_text(reasons(state, "1c3")[:2])
    # What the first one is about is marked at once, the next one's when it is touched.
    see_about(page, explain_move(state, "1c3", open_table(STANDARD)).reasons[0].cells)

    # A hint in a game against the computer, where one move alone wins.
    table = play_table("reasons", "pylos", "computer", 4, lambda plies, _: plies == 16)
    played = State.start(STANDARD)
    for turn in table.kept["game"]["turns"]:
        played = played.play(turn["move"])
    keep_tables(page, table)
    page.goto(table.play)
    page.get_by_test_id("hint").click()
    hint = page.get_by_test_id("gentle-hint")
    expect(hint.locator(".move")).to_contain_text("1b3")
    expect(hint.get_by_test_id("reason")).to_have_text(reasons(played, "1b3")[:2])
    # The move itself stays starred where a reason is about it.
    named = explain_move(played, "1b3", open_table(STANDARD)).reasons[0].cells
    see_about(page, [cell for cell in named if cell != "1b3"])
    expect(page.locator("[data-mark='1b3'].hint")).to_be_visible()

    # Light loses from the start because it has to move, which no beginner is told.
    first = play_table("first", "pylos", "computer", 1, lambda plies, _: plies == 0)
    keep_tables(page, first)
    page.goto(first.play)
    page.get_by_test_id("hint").click()
    assert reasons(State.start(STANDARD), "1a1")[0].startswith("Having to move")
    expect(hint.get_by_test_id("reason")).to_have_text(
        ["Nothing can be won at once: a calm move that keeps your balls free."]
    )


def test_reasons_in_pacal_are_shown_on_the_pyramid_they_are_about(
    server: ThreadServer, new_page: NewPage
) -> None:
    seed = 32
    played = pacal.Round.deal(pacal.Options(), seed)
    bot = make("pacal", "random")
    while (seat := played.actor) is not None:
        played = played.play(bot.choose(played.view(seat), seed=seed))
    done = record_round(played)
    record = Record(
        "pacal", "en", ("Ann", "Ben"), result="0-1", reason="resignation", rounds=(done,)
    )
    page = new_page(server.url)
    page.goto("/games")
    page.get_by_test_id("upload-record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": format_record(record).encode()}
    )
    page.get_by_test_id("start-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible(timeout=120_000)
    marked = page.locator(".pyramid .chance")
    against = page.get_by_test_id("why").get_by_test_id("reason")
    # First the one player covers the apex, then the other.
    for pyramid in ("own", "other"):
        page.get_by_test_id("turning-next").click()
        expect(page.get_by_test_id(f"{pyramid}-1")).to_have_attribute(
            "aria-label", re.compile("◆$")
        )
        expect(marked).to_have_count(1)
        expect(against.first).to_contain_text("Covers the")
    # The better choice has its own reasons.
    page.get_by_test_id("better").get_by_role("button", name="the gap").first.click()
    expect(page.get_by_test_id("other-2")).to_have_attribute("aria-label", re.compile("◆$"))
    expect(page.locator("[data-testid^=own-]", has_text="◆")).to_have_count(0)


def test_the_pacal_explorer_marks_what_a_reason_is_about(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, viewport=PHONE, has_touch=True)
    page.goto("/explore?game=pacal&rules=en&position=" + MOMENT)
    about = page.get_by_test_id("analysis").get_by_test_id("reason").get_by_role("button").first
    about.tap()
    expect(about).to_have_attribute("aria-pressed", "true")
    marked = page.locator("[data-testid^=own-][aria-label$='◆']")
    expect(marked).to_have_count(5)
    for field in range(2, 7):
        label = re.compile("◆$")
        expect(page.get_by_test_id(f"own-{field}")).to_have_attribute("aria-label", label)
    about.tap()
    expect(marked).to_have_count(0)


def test_the_pacal_explorer_points_both_ways_and_goes_back(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url)
    page.goto("/explore?game=pacal&rules=en&position=" + MOMENT)
    explorer, back = page.get_by_test_id("explore-pacal"), page.get_by_test_id("explore-back")
    rows = page.get_by_test_id("analysis").locator("li[data-action]")
    expect(rows.first).to_be_visible()
    expect(back).to_be_disabled()
    begun = explorer.get_attribute("data-position") or ""
    worst = rows.last.get_attribute("data-action") or ""
    page.get_by_test_id(worst.replace("build ", "own-")).focus()
    expect(rows.first).to_have_attribute("data-action", worst)
    page.keyboard.press("Enter")
    expect(explorer).not_to_have_attribute("data-position", begun)
    tried = page.get_by_test_id("variations").get_by_test_id("tried-1")
    expect(tried).to_have_text(worst.capitalize().replace("Build", "Build on field"))
    back.click()
    expect(explorer).to_have_attribute("data-position", begun)
    # What was tried stays, also when the page is loaded again.
    expect(rows.first).to_be_visible()
    page.reload()
    tried.click()
    expect(explorer).not_to_have_attribute("data-position", begun)
