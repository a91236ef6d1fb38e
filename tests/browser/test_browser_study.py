"""Help, analysis, review and levels on the page, against what the library says."""

import contextlib
import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from browser_pages import FLAT, NewPage, PylosHand, pick, ply, start, wait_until
from playwright.sync_api import Page, Route, expect
from server_client import ThreadServer

from sommet.analysis.pylos_judge import Judgement, SearchJudge, TableJudge
from sommet.analysis.pylos_puzzles import select_puzzles
from sommet.bots.level_strengths import strengths
from sommet.bots.pylos.search import Limit
from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.text import format_record
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tablebase.probe import open_table

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def shown_values(page: Page) -> dict[str, str]:
    """Return every move in the list with its value."""
    more = page.get_by_test_id("all-moves")
    if more.count() and more.get_attribute("aria-expanded") == "false":
        more.click()
    pairs = page.eval_on_selector_all(
        "[data-testid=analysis] tr[data-move]",
        "all => all.map(x => [x.dataset.move, x.dataset.worth])",
    )
    return dict(pairs)


def see_values(page: Page, values: dict[str, str]) -> None:
    """See that the list comes to show these values."""
    with contextlib.suppress(AssertionError):
        wait_until(lambda: shown_values(page) == values, page, patience_s=30)
    assert shown_values(page) == values


def judge(state: State) -> Judgement:
    """Return what the core in the page says where no table is at hand."""
    return SearchJudge(Limit(nodes=10_000)).judge(state)


def core_values(state: State) -> dict[str, str]:
    return {str(move): verdict.value for move, verdict in judge(state).verdicts.items()}


def exact(state: State) -> Judgement:
    return TableJudge(open_table(state.options)).judge(state)


def exact_values(state: State) -> dict[str, str]:
    return {str(move): verdict.value for move, verdict in exact(state).verdicts.items()}


def wait_until_exact(page: Page) -> None:
    """Wait for the table of solved positions, which comes by itself."""
    expect(page.get_by_test_id("analysis")).to_contain_text("Exact", timeout=60_000)


def best_by_cell(values: dict[str, str]) -> dict[str, str]:
    """Return the best value that touching each cell first can lead to."""
    best: dict[str, str] = {}
    order = ("win", "draw", "loss")
    for move, worth in values.items():
        cell = move.partition(">")[0].partition("-")[0]
        best[cell] = min(worth, best.get(cell, "loss"), key=order.index)
    return best


def explore(page: Page, state: State, preset: str) -> None:
    page.goto(f"/explore?position={quote(str(state))}&rules={preset}")
    expect(page.get_by_test_id("standing")).to_be_visible()


#: Marks and names that are not in the middle of their cell or close below it.
ASTRAY = """() => {
  const middle = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const near = (part, cell) => {
    const [[x, y], [left, top]] = [middle(part), middle(cell)];
    return Math.hypot(x - left, y - top) < cell.offsetWidth * 0.35 && Math.abs(x - left) < 1;
  };
  const cells = [...document.querySelectorAll('.cell')];
  const marked = [...document.querySelectorAll('[data-mark]')].map((mark) =>
    [mark, document.querySelector(`[data-testid=cell-${mark.dataset.mark}]`)]);
  const named = cells.map((cell) => [cell.querySelector('.name-of-cell'), cell]);
  return [...marked, ...named]
    .filter(([part, cell]) => !near(part, cell))
    .map(([part, cell]) => `${part.className} ${cell.dataset.testid}`);
}"""


@pytest.mark.parametrize("preset", ["standard", "children"])
def test_every_value_shown_is_the_librarys(
    server: ThreadServer, new_page: NewPage, preset: str
) -> None:
    page = new_page(server.url, settings=FLAT)
    random = Random(11)
    state = State.start(Options.preset(preset))
    for _ in range(13):
        state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
    explore(page, state, preset)
    wait_until_exact(page)
    values = exact_values(state)
    see_values(page, values)
    assert page.get_by_test_id("standing").get_attribute("data-worth") == exact(state).value
    page.mouse.move(0, 0)  # no row is pointed at, which would draw its move alone
    marks = page.eval_on_selector_all(
        "[data-mark]", "all => all.map(x => [x.dataset.mark, x.textContent])"
    )
    signs = {"win": "+", "draw": "=", "loss": "−"}
    assert dict(marks) == {cell: signs[worth] for cell, worth in best_by_cell(values).items()}
    assert page.evaluate(ASTRAY) == []
    # The cells say it too, for those who hear the board.
    cell, worth = next(iter(best_by_cell(values).items()))
    name = page.get_by_test_id(f"cell-{cell}").get_attribute("aria-label") or ""
    assert name.endswith({"win": "wins", "draw": "draws", "loss": "loses"}[worth])
    # A move from the list is played, and what follows is judged as well.
    move = next(iter(values))
    row = page.locator(f"tr[data-move='{move}']")
    row.hover()
    landing = move.partition("-")[0].rpartition(">")[2]
    expect(page.locator(f"[data-mark='{landing}'].hint")).to_be_visible()
    row.get_by_role("button").click()
    state = state.play(move)
    expect(page.get_by_test_id("explore")).to_have_attribute("data-position", str(state))
    expect(page.locator("[data-testid=explore]:not([data-busy])")).to_be_visible()
    see_values(page, exact_values(state))
    page.get_by_test_id("explore-back").click()
    see_values(page, values)


def test_a_position_is_set_up_by_hand_and_kept_in_the_link(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, viewport=PHONE, has_touch=True)
    page.goto("/explore")
    pick(page.get_by_label("Set up balls"))
    page.get_by_test_id("cell-2a1").click()
    trouble = page.get_by_test_id("explore-trouble")
    expect(trouble).to_have_text(
        "The ball on 2a1 has nothing to rest on: a ball on 1a1 is missing."
    )
    for cell in ("1a1", "1b1", "1a2"):
        page.get_by_test_id(f"cell-{cell}").click()
    pick(page.get_by_role("radio", name="Dark").first)
    page.get_by_test_id("cell-1b2").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("standing")).to_be_visible()
    position = "LL../LD../..../....|L../.../...|../..|. L"
    expect(page.get_by_test_id("explore")).to_have_attribute("data-position", position)
    wait_until_exact(page)
    expect(page.locator("[data-testid=explore]:not([data-busy])")).to_be_visible()
    see_values(page, exact_values(State.parse(position)))
    address = page.url
    page.goto("/")
    page.goto(address)
    expect(page.get_by_test_id("explore")).to_have_attribute("data-position", position)


def test_a_moment_of_pacal_is_laid_out(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    page.goto("/explore?game=pacal")
    best = page.locator("[data-testid=analysis] li[data-action]").first
    expect(best).to_have_attribute("data-action", re.compile("offer|take|build"))
    pick(page.locator("input[value=cards]"))
    # A card taken out of the hand: what is wrong is said in words.
    held = page.locator("[data-testid^=setup-hand-]").first
    card = held.get_attribute("data-card")
    held.click()
    expect(page.get_by_test_id("explore-trouble")).to_contain_text("Cards in your hand")
    page.get_by_test_id("setup-hand").click()
    expect(page.get_by_test_id(f"setup-hand-{card}")).to_be_visible()
    expect(best).to_be_visible()
    # The link leads to the same moment.
    explorer = page.get_by_test_id("explore-pacal")
    position = explorer.get_attribute("data-position")
    assert position is not None
    assert f"position={position}" in page.url
    page.goto(page.url)
    expect(explorer).to_have_attribute("data-position", position)
    expect(best).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_test_id("share-picture").click()
    assert saved.value.suggested_filename == "sommet-pacal.png"
    # What the books differ in is said, lest they be taken for languages.
    pick(page.get_by_role("radio", name="French"))
    expect(page.get_by_role("group", name="Rulebook")).to_contain_text("the larger difference")


def test_hints_come_gently_first_and_only_against_the_computer(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:4", seat="Light")
    expect(page.get_by_test_id("hint")).to_be_enabled()
    assert page.locator("[data-mark]").count() == 0
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("gentle-hint")).to_be_visible()
    expect(page.locator("[data-mark]")).to_have_count(1)
    page.get_by_test_id("full-hint").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    see_values(page, core_values(State.start()))
    # The next move begins without help, unless it is wanted at every move.
    PylosHand(page, seed=2).move()
    wait_until(lambda: ply(page) == 2, page)
    expect(page.get_by_test_id("hint")).to_be_enabled()
    page.get_by_test_id("always-help").check()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    PylosHand(page, seed=2).move()
    wait_until(lambda: ply(page) == 4, page)
    expect(page.get_by_test_id("analysis")).to_be_visible()
    # Between people there is no panel.
    start(page, "pylos", "hotseat")
    expect(page.get_by_test_id("board-flat")).to_be_visible()
    assert page.get_by_test_id("help").count() == 0


def test_help_in_solo_names_chances_and_reasons(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    start(page, "pacal", "solo")
    page.get_by_test_id("hint").click()
    page.get_by_test_id("full-hint").click()
    first = page.locator("[data-testid=analysis] li[data-action]").first
    action = first.get_attribute("data-action") or ""
    chance = round(100 * float(first.get_attribute("data-win") or 0))
    field = page.get_by_test_id(f"own-{action.split()[1]}")
    expect(field).to_have_attribute("aria-label", re.compile(rf"{chance}%$"))
    # What is true of every field is said once, above them.
    analysis = page.get_by_test_id("analysis")
    common = analysis.locator(":scope > .reasons li").all_inner_texts()
    own = analysis.locator("[data-action] .reasons li").all_inner_texts()
    assert common or own
    assert not set(common) & set(own)


def blunder() -> tuple[str, State, str, str]:
    """Return a record whose first move throws a win away, with its position and both moves."""
    for puzzle in select_puzzles(rules="standard"):
        state = puzzle.state
        found = judge(state)
        lost = [m for m, v in found.verdicts.items() if (v.proved, v.value) == (True, "loss")]
        alone = [str(move) for move in found.best] == [puzzle.solution]
        if state.side == 0 and found.proved and lost and alone:
            break
    wrong = str(lost[0])
    answer = str(judge(state.play(wrong)).best[0])
    result = "0-1" if state.side == 0 else "1-0"
    entries = (Entry(wrong), Entry(answer))
    record = Record(
        game="pylos",
        rules="standard",
        players=("Ann", "Ben"),
        result=result,
        reason="resignation",
        position=str(state),
        rounds=(RoundRecord(entries=entries, result=result, reason="resignation"),),
    )
    return format_record(record), state, wrong, puzzle.solution


def test_a_review_finds_the_known_blunder(server: ThreadServer, new_page: NewPage) -> None:
    text, state, wrong, solution = blunder()
    page = new_page(server.url, settings=FLAT)
    page.goto("/games")
    page.get_by_test_id("upload-record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.get_by_test_id("start-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()
    expect(page.get_by_test_id(f"tally-{state.side}")).to_have_attribute("data-blunders", "1")
    expect(page.get_by_test_id(f"tally-{1 - state.side}")).to_have_attribute("data-blunders", "0")
    assert page.locator("[data-testid=value-graph] .blunder").count() == 1
    # It opens at the turning point. The key n leads there too, but only on the board.
    position = page.get_by_test_id("replay-position")
    expect(position).to_have_text("1 / 2")
    page.get_by_test_id("replay-previous").click()
    page.get_by_test_id("share-move").press("n")
    expect(position).to_have_text("0 / 2")
    page.get_by_test_id("replay-next").press("n")
    judgement = page.get_by_test_id("judgement")
    expect(judgement).to_have_attribute("data-grade", "blunder")
    expect(judgement).to_contain_text(wrong)
    expect(page.get_by_test_id("better")).to_contain_text(solution)
    expect(page.get_by_test_id("story")).to_contain_text(wrong)
    # The better move is played out on the board, and the way back leads to the game.
    board = page.get_by_test_id("board-flat")
    landed = solution.partition("-")[0].partition(">")
    target = board.get_by_test_id(f"cell-{landed[2] or landed[0]}")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.get_by_test_id("play-better").click()
    expect(target).to_have_attribute("data-last", "yes")
    # On a phone the board comes back into sight.
    expect(target).to_be_in_viewport()
    page.get_by_test_id("line-next").click()
    expect(page.get_by_test_id("line-bar").locator("[aria-current=step]")).to_have_count(1)
    page.get_by_test_id("line-close").click()
    expect(page.get_by_test_id("replay-position")).to_have_text("1 / 2")
    page.get_by_test_id("play-answer").click()
    expect(page.get_by_test_id("line-bar")).to_contain_text(wrong)
    page.locator("body").press("Escape")
    expect(page.get_by_test_id("replay-position")).to_have_text("1 / 2")
    assert "/review/" in page.url
    assert "?ply=1#" in page.url, "the record was read here, so the address holds it"
    # The link leads to the same move, with the review.
    page.reload()
    expect(judgement).to_have_attribute("data-grade", "blunder")
    page.locator("body").press("ArrowRight")
    expect(judgement).to_have_attribute("data-grade", "good")
    with page.expect_download() as saved:
        page.get_by_test_id("share-picture").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    page.get_by_test_id("explore-here").click()
    expect(page.get_by_test_id("explore")).to_be_visible()


def test_whoever_waits_for_a_review_sees_how_far_it_is(
    server: ThreadServer, new_page: NewPage
) -> None:
    text, *_ = blunder()
    page = new_page(server.url, settings=FLAT, fresh=True)
    held: list[Route] = []
    released: list[bool] = []

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    page.route("**/core-data/pylos-network-*", hold)
    page.goto("/games")
    page.get_by_test_id("upload-record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.get_by_test_id("start-review").click()
    progress = page.get_by_test_id("review-progress")
    expect(progress).to_contain_text("0 of 2 moves")
    expect(progress.locator("progress")).to_have_attribute("max", "2")
    wait_until(lambda: bool(held), page)
    released.append(True)
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("value-graph")).to_be_visible()
    expect(progress).to_have_count(0)


def test_a_level_is_proposed_from_results(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    results = [
        {"id": f"t/{n}", "game": "pylos", "preset": "standard", "level": 2, "score": 1}
        for n in range(6)
    ]
    page.goto("/")
    advice = page.get_by_test_id("level-advice")
    # Whoever is new meets the weakest first.
    expect(page.get_by_test_id("opponent")).to_have_value("level:1")
    # Strength in words comes before figures.
    elo, _ = strengths("pylos", "standard")[0]
    expect(advice).to_contain_text(re.compile(rf"A beginner\..*1 of 8\s*{elo} Elo"))
    expect(advice.locator(".strength")).to_have_attribute("title", re.compile(f"{elo} Elo"))
    assert page.get_by_test_id("level-proposal").count() == 0
    page.evaluate(f"localStorage.setItem('sommet.results', {json.dumps(json.dumps(results))})")
    page.reload()
    proposal = page.get_by_test_id("level-proposal")
    expect(proposal).to_contain_text("You won 6 of your last 6 games against Meadow.")
    level = int(proposal.get_attribute("data-level") or 0)
    assert level > 3
    page.get_by_test_id("take-proposal").click()
    expect(page.get_by_test_id("opponent")).to_have_value(f"level:{level}")
    expect(page.get_by_test_id("take-proposal")).to_have_count(0)


def test_a_finished_game_counts_and_leads_to_its_review(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    hand = PylosHand(page, seed=4)
    for done in (2, 4):
        wait_until(hand.can_move, page)
        hand.move()
        wait_until(lambda done=done: ply(page) == done, page)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('sommet.results'))")
    assert [(one["level"], one["score"]) for one in kept] == [(1, 0)]
