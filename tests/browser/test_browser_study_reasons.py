"""Reasons in Pylos on the page are the library's: in the explorer, in a review and in a hint."""

from urllib.parse import quote

import pytest
from browser_local import keep_tables, play_table
from browser_pages import FLAT, NewPage
from playwright.sync_api import expect
from server_client import ThreadServer

from sommet.analysis.pylos_reasons import explain_move
from sommet.match.records.record import Entry, Record, RoundRecord, format_record
from sommet.pylos import Options, State
from sommet.tablebase.probe import open_table

pytestmark = pytest.mark.browser
#: Dark has three of a square; 1a2 alone stops the fourth, and 1c3 does not.
THREATENED = "DDL./.DL./..../....|.../.../...|../..|. L"
STANDARD = Options.preset("standard")


def reasons(state: State, move: str) -> list[str]:
    """Return what the library says of a move, by the shipped table."""
    return [reason.to_text() for reason in explain_move(state, move, open_table(STANDARD)).reasons]


def test_reasons_are_the_librarys_wherever_they_are_shown(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    state = State.parse(THREATENED, STANDARD)
    page.goto(f"/explore?position={quote(THREATENED)}&rules=standard")
    expect(page.get_by_test_id("analysis")).to_contain_text("Exact", timeout=60_000)
    shown = page.get_by_test_id("reasons")
    expect(shown.locator("p")).to_contain_text("1a2")
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

    # Light loses from the start because it has to move, which no beginner is told.
    first = play_table("first", "pylos", "computer", 1, lambda plies, _: plies == 0)
    keep_tables(page, first)
    page.goto(first.play)
    page.get_by_test_id("hint").click()
    assert reasons(State.start(STANDARD), "1a1")[0].startswith("Having to move")
    expect(hint.get_by_test_id("reason")).to_have_text(
        ["Nothing can be won at once: a calm move that keeps your balls free."]
    )
