"""Today's puzzle and deal, over a change of date, and puzzles in a row."""

import datetime
import json
import re
from pathlib import Path

import pytest
from browser_pages import FLAT, NewPage
from playwright.sync_api import Page, expect
from server_client import ThreadServer

from sommet.analysis import pacal_puzzles
from sommet.analysis.pylos_puzzles import lesson_puzzles, puzzle_of_the_day, shipped_puzzles
from sommet.match.daily import daily_seed, share_rows
from sommet.pacal import Options, Solo
from sommet.pylos import Move, format_cell

pytestmark = pytest.mark.browser
NOON = datetime.time(12)
FIRST = datetime.date(2026, 12, 30)


def begin_at_noon(page: Page) -> None:
    """Let the page believe that it is noon on FIRST."""
    page.clock.install(time=datetime.datetime.combine(FIRST, NOON, tzinfo=datetime.UTC))


def set_day(page: Page, days: int) -> datetime.date:
    """Let the page believe that it is noon, some days after FIRST."""
    day = FIRST + datetime.timedelta(days=days)
    page.clock.set_system_time(datetime.datetime.combine(day, NOON, tzinfo=datetime.UTC))
    return day


def play(page: Page, text: str) -> None:
    """Make a Pylos move by touching its cells."""
    move = Move.parse(text)
    if move.source is not None:
        page.get_by_test_id(f"cell-{format_cell(move.source)}").click()
    page.get_by_test_id(f"cell-{format_cell(move.target)}").click()
    for cell in move.taken:
        page.get_by_test_id(f"cell-{format_cell(cell)}").click()
    if move.taken:
        page.get_by_test_id("confirm-move").click()


def fact(page: Page, kind: str, name: str) -> str:
    return page.locator(f"[data-testid=statistics-{kind}] [data-fact={name}]").inner_text()


def shared(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_the_daily_puzzle_over_a_change_of_date(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, permissions=["clipboard-read", "clipboard-write"])
    puzzle = puzzle_of_the_day(FIRST)
    begin_at_noon(page)
    page.goto("/daily")
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-number", str(puzzle.number))
    page.get_by_test_id("puzzle-hint").click()
    wrong = next(m for m in puzzle.state.legal_moves if str(m) != puzzle.solution and not m.taken)
    play(page, str(wrong))
    said = page.get_by_test_id("puzzle-said")
    expect(said).to_contain_text(re.compile("That loses|That only draws"))
    page.get_by_test_id("puzzle-again").click()
    play(page, puzzle.solution)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-done", "yes")
    page.get_by_test_id("share-puzzle").click()
    text = shared(page)
    assert "✗✓" in text
    assert "1 hint" in text
    assert puzzle.solution not in text
    # The next day, in the page as it stands: it says so, and goes on when asked.
    today = set_day(page, 1)
    page.reload()
    expect(page.get_by_test_id("daily")).to_have_attribute("data-date", today.isoformat())
    following = puzzle_of_the_day(today)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-number", str(following.number))
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-done", "no")
    page.get_by_test_id("part-statistics").click()
    assert (fact(page, "puzzle", "won"), fact(page, "puzzle", "streak")) == ("1", "1")
    page.get_by_test_id("part-puzzle").click()
    play(page, following.solution)
    expect(page.get_by_test_id("share-puzzle")).to_be_visible()
    page.get_by_test_id("part-statistics").click()
    assert (fact(page, "puzzle", "won"), fact(page, "puzzle", "streak")) == ("2", "2")
    # A day left out ends the streak, not the record.
    set_day(page, 3)
    page.reload()
    assert (fact(page, "puzzle", "streak"), fact(page, "puzzle", "longest")) == ("0", "2")


def test_a_page_left_open_over_midnight(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    begin_at_noon(page)
    page.goto("/daily?part=fr")
    solo = page.get_by_test_id("daily-solo")
    expect(solo).to_have_attribute("data-date", FIRST.isoformat())
    page.locator('[data-testid^="own-"][data-allowed="yes"]').nth(4).click()
    expect(solo).to_have_attribute("data-moves", "1")
    page.clock.fast_forward(12 * 3600 * 1000 + 1000)
    today = FIRST + datetime.timedelta(days=1)
    expect(page.get_by_test_id("next-day")).to_be_visible()
    # What is on the table still belongs to its own day.
    expect(solo).to_have_attribute("data-date", FIRST.isoformat())
    page.get_by_test_id("next-day").click()
    expect(solo).to_have_attribute("data-date", today.isoformat())
    expect(solo).to_have_attribute("data-moves", "0")


@pytest.mark.parametrize("rules", ["en", "fr"])
def test_the_days_deal_is_played_once_and_shared_without_a_card(
    server: ThreadServer, new_page: NewPage, rules: str
) -> None:
    page = new_page(
        server.url,
        viewport={"width": 390, "height": 700},
        permissions=["clipboard-read", "clipboard-write"],
    )
    begin_at_noon(page)
    page.goto(f"/daily?part={rules}")
    solo = page.get_by_test_id("daily-solo")
    game = Solo.deal(Options.preset(rules), daily_seed(FIRST))
    while game.outcome is None:
        action = str(game.legal_moves[-1])
        expect(page.get_by_test_id(f"drawn-{game.card}")).to_be_visible()
        expect(page.get_by_test_id("drawn-now")).to_have_text(f"Card {game.card}, to build")
        page.get_by_test_id(f"own-{action.split()[1]}").click()
        game = game.play(action)
        expect(solo).to_have_attribute("data-moves", str(game.built))
    # How it ended comes into sight by itself.
    expect(page.get_by_test_id("outcome")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("share-solo").click()
    drawing = shared(page).splitlines()[1:5]
    assert drawing == share_rows(game.pyramid)
    assert [len(row.replace(" ", "")) for row in drawing] == [1, 2, 3, 4]
    assert not re.search(r"\d", "".join(drawing))
    # Once a day: it is still over after coming back.
    page.reload()
    expect(page.get_by_test_id("outcome")).to_be_visible()
    expect(solo).to_have_attribute("data-moves", str(game.built))


def test_the_diary_travels_as_a_file(
    server: ThreadServer,
    new_page: NewPage,
    tmp_path: Path,
) -> None:
    page = new_page(server.url, settings=FLAT)
    begin_at_noon(page)
    page.goto("/daily")
    play(page, puzzle_of_the_day(FIRST).solution)
    expect(page.get_by_test_id("share-puzzle")).to_be_visible()
    page.get_by_test_id("part-statistics").click()
    with page.expect_download() as download:
        page.get_by_test_id("export-diary").click()
    file = tmp_path / "diary.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["puzzles"][0]["date"] == FIRST.isoformat()
    other = new_page(server.url, settings=FLAT)
    begin_at_noon(other)
    other.goto("/daily?part=statistics")
    expect(other.get_by_test_id("statistics-empty")).to_contain_text("Nothing played yet")
    bad = tmp_path / "bad.json"
    bad.write_text("[1, 2]", "utf-8")
    other.get_by_test_id("import-diary").set_input_files(bad)
    expect(other.get_by_test_id("notes")).to_contain_text("no Sommet results")
    other.get_by_test_id("import-diary").set_input_files(file)
    expect(other.locator("[data-testid=statistics-puzzle] [data-fact=won]")).to_have_text("1")
    assert fact(other, "puzzle", "streak") == "1"


def test_puzzles_in_a_row_end_with_the_first_wrong_move(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/puzzles")
    screen = page.get_by_test_id("puzzles")
    board = page.get_by_test_id("puzzle")
    expect(board).to_be_visible()
    first = shipped_puzzles()[int(board.get_attribute("data-number") or 0) - 1]
    play(page, first.solution)
    expect(screen).to_have_attribute("data-run", "1")
    page.get_by_test_id("next-puzzle").click()
    expect(board).not_to_have_attribute("data-number", str(first.number))
    second = shipped_puzzles()[int(board.get_attribute("data-number") or 0) - 1]
    others = [m for m in second.state.legal_moves if str(m) != second.solution]
    wrong = min(others, key=lambda m: len(m.taken))
    play(page, str(wrong))
    expect(screen).to_have_attribute("data-stage", "ended")
    page.reload()
    expect(page.get_by_text("Best: 1")).to_be_visible()


def test_a_lesson_shows_what_is_wrong_with_the_natural_move(
    server: ThreadServer, new_page: NewPage
) -> None:
    first, second, *_ = puzzles = lesson_puzzles("trap", "standard")
    page = new_page(server.url, settings=FLAT)
    page.goto("/learn")
    page.get_by_test_id("learn-lessons").click()
    board = page.get_by_test_id("puzzle")
    expect(board).to_have_attribute("data-number", str(first.number))
    expect(page.get_by_test_id("lesson-solved")).to_have_text(f"0 of {len(puzzles)} solved")
    play(page, first.solution)
    expect(page.get_by_test_id("puzzle-said")).to_contain_text("Right")
    expect(page.get_by_test_id("lesson-solved")).to_have_text(f"1 of {len(puzzles)} solved")
    natural = page.get_by_test_id("puzzle-natural")
    # In words: notation has no spaces.
    shown = f"What most players try: .+ {first.natural.split('>')[-1].split('-')[0]}"
    expect(natural).to_have_text(re.compile(shown))
    natural.click()
    expect(page.get_by_test_id("puzzle-said")).to_contain_text("Your opponent ")
    page.get_by_test_id("next-puzzle").click()
    expect(board).to_have_attribute("data-number", str(second.number))
    # Another lesson has its own puzzles, and says how often such endings are won.
    page.get_by_role("radio", name="Level 3 begun").check(force=True)
    page.get_by_role("radio", name="Expert").check(force=True)
    number = lesson_puzzles("crown", "expert")[0].number
    expect(board).to_have_attribute("data-number", str(number))
    expect(page.get_by_test_id("lesson-words")).to_contain_text("such endings")


def test_a_puzzle_of_pacal_says_why_and_is_remembered(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url)
    page.goto("/puzzles")
    page.get_by_role("radio", name="Pacal").check(force=True)
    expect(page.get_by_test_id("puzzles")).to_have_attribute("data-game", "pacal")
    page.get_by_role("radio", name="5").check(force=True)
    expect(page.get_by_test_id("puzzles-solved")).to_have_text("0 of 40 solved")
    board = page.get_by_test_id("puzzle")
    puzzle = pacal_puzzles.shipped_puzzles()[int(board.get_attribute("data-number") or 0) - 1]
    # The hardest are all offers.
    *_, first, second = str(puzzle.solution).split()
    offers = [str(action).split()[1:] for action in puzzle.view.legal_moves]
    third = next(card for offer in offers for card in offer if card not in (first, second))
    # A wrong try with one of the right cards: it is not chosen any more in the next.
    for cards in ((third, first), (second, first)):
        for card in cards:
            page.get_by_test_id(f"hand-{card}").click()
        page.get_by_test_id("confirm-offer").click()
        if third in cards:
            expect(page.get_by_test_id("puzzle-said")).to_contain_text("clearly better")
    expect(page.get_by_test_id("puzzle-said")).to_contain_text("Right:")
    expect(page.get_by_test_id("puzzle-why").locator("li")).not_to_have_count(0)
    expect(page.get_by_test_id("puzzles-solved")).to_have_text("1 of 40 solved")
