"""Everything that works without a connection, done on a page whose network is cut.

The same steps for the page of a server and for a static folder: `at` makes the page's addresses.
"""

from collections.abc import Callable

from browser_lessons import Learner, find_way, read_steps
from browser_pages import PacalHand, PylosHand, is_over, pick, wait_until
from playwright.sync_api import Page, expect

from sommet.analysis.pylos_puzzles import select_puzzles

At = Callable[[str], str]


def cut_network(page: Page) -> None:
    """Take the network away, from this page and from those that it opens.

    Chromium tells the open page, but not every version tells the next one (150 does not).
    """
    page.evaluate("sessionStorage.setItem('network', 'cut')")
    page.context.set_offline(True)


def mend_network(page: Page) -> None:
    """Give the network back."""
    page.context.set_offline(False)
    page.evaluate("sessionStorage.removeItem('network')")
    page.evaluate("dispatchEvent(new Event('online'))")


def take_along(page: Page, at: At) -> None:
    """Keep the page and all players, then cut the network."""
    page.goto(at("/"))
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    page.get_by_test_id("take-along").click()
    page.get_by_test_id("taken-along").wait_for(timeout=120_000)
    cut_network(page)


def open_table(page: Page, at: At, game: str, mode: str, **choices: str) -> None:
    page.goto(at("/"))
    pick(page.locator(f"input[name=game][value={game}]"))
    if "opponent" in choices:
        page.get_by_test_id("opponent").select_option(choices["opponent"])
    if "seat" in choices:
        pick(page.get_by_role("radio", name=choices["seat"], exact=True))
    if "preset" in choices:
        pick(page.get_by_role("radio", name=choices["preset"]))
    page.get_by_test_id(f"play-{mode}").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")


def play_pylos(page: Page, at: At) -> None:
    """Play a whole game against level 8, which plays from its table, and review it."""
    open_table(page, at, "pylos", "computer", opponent="level:8", seat="Light")
    expect(page.locator("[data-testid=solved-table][data-phase=here]")).to_be_visible()
    PylosHand(page).play_game()
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()


def play_pacal(page: Page, at: At, *, rounds: int | None = None) -> None:
    """Play a match against level 8; or only so many rounds of it, and give up."""
    open_table(page, at, "pacal", "computer", opponent="level:8")
    hand, played = PacalHand(page), 0
    while not is_over(page):
        hand.wait_for_turn()
        if hand.act() or is_over(page):
            continue
        played += 1
        if played == rounds:
            page.get_by_test_id("resign").click()
            page.get_by_test_id("confirm-resign").click()
            wait_until(lambda: is_over(page), page)
        else:
            page.get_by_test_id("next-round").click()
            expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(page.get_by_test_id("outcome")).to_be_visible()


def play_solo(page: Page, at: At) -> None:
    """Build a pyramid alone, until it stands or a card fits nowhere."""
    open_table(page, at, "pacal", "solo")
    hand = PacalHand(page)
    while not is_over(page):
        hand.wait_for_turn()
        hand.act()
    expect(page.get_by_test_id("outcome")).to_be_visible()


def learn_and_solve(page: Page, at: At) -> None:
    """Make a move in a lesson, and try one in a puzzle."""
    hand = PylosHand(page)
    for path, said in (("/learn/pylos", "feedback"), ("/puzzles", "puzzle-said")):
        page.goto(at(path))
        wait_until(hand.can_move, page)
        before = page.get_by_test_id(said).inner_text()
        hand.move()
        expect(page.get_by_test_id(said)).not_to_have_text(before)
    page.goto(at("/puzzles?game=pacal"))
    expect(page.get_by_test_id("puzzle")).to_be_visible()


def learn_all(page: Page, at: At) -> None:
    """Do the lessons of Pylos to their end."""
    learner, steps = Learner(page), read_steps("pylos")
    page.goto(at(f"/learn/pylos/{steps[0]['name']}"))
    for step in steps:
        expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", step["name"])
        learner.follow(find_way(step["moves"], "done"), "pylos", step["name"])
        learner.touch("next-step")
    expect(page.get_by_test_id("lesson-end")).to_be_visible()


def solve(page: Page, at: At) -> None:
    """Solve a puzzle of Pylos."""
    page.goto(at("/puzzles"))
    puzzle = page.get_by_test_id("puzzle")
    number = int(puzzle.get_attribute("data-number") or 0)
    solution = next(one.solution for one in select_puzzles() if one.number == number)
    Learner(page).play(solution)
    expect(puzzle).to_have_attribute("data-done", "yes")


def review_pacal(page: Page, at: At) -> None:
    """Review a round that was played against level 8."""
    play_pacal(page, at, rounds=1)
    page.get_by_test_id("to-review").click()
    # Hundreds of rounds are played on for it.
    expect(page.get_by_test_id("value-graph")).to_be_visible(timeout=300_000)
