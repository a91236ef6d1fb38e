"""Whole games through Chromium's accessibility tree, by roles and names alone."""

import random
import re

import pytest
from browser_ears import Ears, Thing, wait_for_any
from browser_local import keep_tables, play_table
from browser_pages import FLAT, NewPage, wait_until
from playwright.sync_api import Route
from server_client import ThreadServer

pytestmark = pytest.mark.browser

OVER = r"^(You win|You lose|A draw|You win the round|You lose the round|The round is a draw)"


def is_over(ears: Ears) -> bool:
    return bool(ears.all("heading", OVER))


def sit_down(ears: Ears, game: str, mode: str, seat: str | None = None) -> None:
    """Open a table from the start page, against the weakest opponent; the seat is random."""
    ears.page.goto("/")
    ears.press(ears.one("radio", f"^{game}"), "Space")
    if seat is not None:
        ears.press(ears.one("radio", f"^{seat}$"), "Space")
    button = ears.one("button", f"^{mode}$")
    ears.press(ears.one("combobox", "Strength of the computer"), "Home")
    ears.press(button)


@pytest.mark.parametrize(
    "begun", [22, pytest.param(0, marks=pytest.mark.soak)], ids=["second half", "whole"]
)
def test_a_game_of_pylos_against_the_computer(
    server: ThreadServer, new_page: NewPage, begun: int
) -> None:
    page = new_page(server.url, settings=FLAT)
    ears = Ears(page)
    if begun:
        table = play_table("begun", "pylos", "computer", 7, lambda plies, _: plies == begun)
        page.goto("/")
        keep_tables(page, table)
        page.goto(table.play)
    else:
        sit_down(ears, "Pylos", "Play the computer")
    chance = random.Random(7)
    asked = 0
    while True:
        wait_for_any(ears, lambda: is_my_turn(ears), lambda: is_over(ears))
        if is_over(ears):
            break
        if asked < 2:
            asked += 1
            check_answers(ears, ears.one("button", CAN_MOVE))
        place = choose_place(ears, chance)
        told = ears.log()
        ears.press(place)
        take_back(ears, told)
    assert ears.hears("(on the summit|no ball left|same position)")


def choose_place(ears: Ears, chance: random.Random) -> Thing:
    """Return where the ball goes: one picked up where one may, else one of the reserve."""
    raises = ears.all("button", "can be raised")
    if not raises:
        places = ears.all("button", "a ball can go here")
        top = max(place.name[0] for place in places)
        return chance.choice([place for place in places if place.name[0] == top])
    source = chance.choice(raises)
    name = source.name[:3]
    answer = ears.ask(source, "r")
    (targets,) = re.findall(rf"{name} can be raised to ([^.]*)\.", answer)
    ears.press(source)
    ears.one("button", f"^{name}.*picked up")
    target = chance.choice(re.findall(r"\d[a-d]\d", targets))
    return ears.one("button", f"^{target}.*a ball can go here")


def take_back(ears: Ears, told: list[str]) -> None:
    """Take two balls back where one may, and wait until the move is told."""
    takeable, confirm = "can be taken back", r"^Take back (one ball|two balls)$"

    def is_told() -> bool:
        # The tree may be without the log for a moment.
        return ears.log() not in ([], told) or is_over(ears)

    wait_for_any(ears, is_told, lambda: bool(ears.all("button", takeable)))
    if is_told():
        return
    ears.press(ears.one("button", takeable))
    ears.one("button", confirm)
    for second in ears.all("button", takeable)[:1]:
        ears.press(second)
    ears.press(ears.one("button", confirm))
    wait_until(is_told, ears.page)


def is_my_turn(ears: Ears) -> bool:
    """Both the buttons and the log must say so: they may reach the tree one after the other."""
    told = ears.log()
    heard = not told or not told[-1].startswith(SEATS)
    return heard and bool(ears.all("button", CAN_MOVE))


#: What a player without a name is called.
SEATS = ("Light:", "Dark:")
CAN_MOVE = "(a ball can go here|can be raised)"


def check_answers(ears: Ears, cell: Thing) -> None:
    """The questions have answers that say what the buttons' names say."""
    places = {thing.name[:3] for thing in ears.all("button", "a ball can go here")}
    answer = ears.ask(cell, "p")
    assert set(re.findall(r"\d[a-d]\d", answer.split(".")[0])) == places
    raises = {thing.name[:3] for thing in ears.all("button", "can be raised")}
    answer = ears.ask(cell, "r")
    assert set(re.findall(r"(\d[a-d]\d) can be raised", answer)) == raises
    assert "Light reserve" in ears.ask(cell, "h")
    board = ears.ask(cell, "b")
    ball = ", (light|dark) ball"
    # Greyed out or not; the rows of the grid have names made of their cells'.
    balls = (t for t in ears.things() if t.role == "button" and re.search(ball, t.name))
    assert set(re.findall(r"\d[a-d]\d", board)) == {found.name[:3] for found in balls}


def test_resigning_between_rounds_leads_on_to_a_rematch(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    ears = Ears(page)
    table = play_table("resigned", "pacal", "computer", 6, lambda *_: False)
    page.goto("/")
    keep_tables(page, table)
    page.goto(table.play)
    ears.one("button", "^Next round$")
    ears.press(ears.one("button", "^Resign$"))
    ears.one("heading", r"^Resign\?$")
    ears.press(ears.all("button", "^Resign$")[-1])
    wait_until(lambda: ears.one("button", "^Rematch$").states.get("focused") is True, page)
    wait_until(lambda: any("You lose" in said for said in ears.log()), page)


def test_a_round_of_pacal_against_the_computer(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    ears = Ears(page)
    sit_down(ears, "Pacal", "Play the computer")
    chance = random.Random(3)
    fits, leave = "can (be built here|cover it)", "^Leave it$"
    while True:
        wait_for_any(
            ears,
            lambda: bool(ears.all("button", fits)),
            lambda: bool(ears.all("button", leave)),
            lambda: is_asked_to_choose(ears),
            lambda: is_over(ears),
        )
        told = ears.log()
        if is_over(ears):
            break
        if fields := ears.all("button", fits):
            ears.press(chance.choice(fields))
        elif leaving := ears.all("button", leave):
            ears.press(leaving[0])
        elif not is_offering(ears):
            ears.press(chance.choice(choosable(ears)))
            ears.press(ears.one("button", r"^Take \d+"))
        else:
            hand = ears.all("button", r"^Card \d+")
            assert "In hand" in ears.ask(hand[0], "h")
            for card in chance.sample(hand, 2):
                ears.press(card)
            ears.press(ears.one("button", "^Offer both$"))
        wait_for_change(ears, told)
    assert ears.hears(
        r"(completed (the|your) pyramid|could not build|difference|Neither could build)"
    )
    wait_until(lambda: bool(re.search("Score board: you [01],", ears.log()[-1])), page)


def choosable(ears: Ears) -> list[Thing]:
    """Return the cards to choose from; all others are greyed out."""
    return [card for card in ears.all("button", r"^Card \d+") if "pressed" in card.states]


def is_offering(ears: Ears) -> bool:
    """Return whether two cards are to be offered; until they are chosen its button is grey."""
    return any((thing.role, thing.name) == ("button", "Offer both") for thing in ears.things())


def is_asked_to_choose(ears: Ears) -> bool:
    """Both the guide and the buttons must say so: the guide comes after what happened."""
    asked = "Choose two cards to offer" if is_offering(ears) else "Which card will you take"
    return ears.hears(asked) and len(choosable(ears)) > 1


def wait_for_change(ears: Ears, told: list[str]) -> None:
    """Wait until more is told; the tree may be without the log for a moment."""
    wait_until(lambda: ears.log() not in ([], told), ears.page)


def test_a_solo_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    ears = Ears(page)
    sit_down(ears, "Pacal", "Solo")
    fits = "can (be built here|cover it)"
    over = "^(Complete with|Stuck after)"
    while True:
        wait_for_any(
            ears,
            lambda: bool(ears.all("button", fits)),
            lambda: bool(ears.all("heading", over)),
        )
        if ears.all("heading", over):
            break
        fields = ears.all("button", fits)
        open_fields = {re.findall(r"Field (\d+)", field.name)[0] for field in fields}
        answer = ears.ask(fields[0], "p")
        assert set(re.findall(r"(?:: |, )(\d+)", answer)) == open_fields
        drawn = ears.one("button", r"^Card \d+, to build").name
        # Where the number belongs: high cards near the apex.
        card = int(re.findall(r"\d+", drawn)[0])
        wanted = 10 - (card - 1) * 10 // 50
        best = min(fields, key=lambda f: abs(int(re.findall(r"Field (\d+)", f.name)[0]) - wanted))
        told = ears.log()
        ears.press(best)
        wait_for_change(ears, told)


def test_a_question_asked_before_the_answers_are_loaded(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, fresh=True)
    on_the_way: list[Route] = []

    def hold(route: Route) -> None:
        on_the_way.append(route)

    # What hears the keys comes after the board, and what answers them with the first one.
    page.route("**/Ask-*.js", hold)
    page.route("**/questions-*.js", hold)
    ears = Ears(page)
    sit_down(ears, "Pacal", "Solo")
    ears.press(ears.one("button", "can (be built here|cover it)"), "p")
    wait_until(lambda: len(on_the_way) == 1, page)
    on_the_way.pop().continue_()
    wait_until(lambda: len(on_the_way) == 1, page)
    (answers,) = on_the_way
    assert ears.spoken("status") == []
    answers.continue_()
    wait_until(lambda: "can be built" in " ".join(ears.spoken("status")), page)


def test_moves_are_announced_once_and_in_order(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    ears = Ears(page)
    sit_down(ears, "Pylos", "Play the computer", seat="Light")
    places = "a ball can go here"
    cell = ears.one("button", places)
    ears.press(cell)
    wait_until(lambda: len(ears.log()) >= 2, page)
    mine, theirs = ears.log()
    assert mine == f"You place a ball on {cell.name[:3]}"
    assert re.search(r"Valley places a ball on \d[a-d]\d", theirs)
    assert ears.ask(ears.one("button", places), "o") == theirs
