"""Whole games through Chromium's accessibility tree, by roles and names alone."""

import random
import re

import pytest
from browser_local import keep_tables, play_table
from browser_pages import FLAT, NewPage, wait_until
from browser_screen_reader import ScreenReader, Thing, wait_for_any
from playwright.sync_api import Route
from server_client import ThreadServer

pytestmark = pytest.mark.browser

OVER = r"^(You win|You lose|A draw|You win the round|You lose the round|The round is a draw)"


def is_over(reader: ScreenReader) -> bool:
    return bool(reader.all("heading", OVER))


def sit_down(reader: ScreenReader, game: str, mode: str, seat: str | None = None) -> None:
    """Open a table from the start page, against the weakest opponent; the seat is random."""
    reader.page.goto("/")
    reader.press(reader.one("radio", f"^{game}"), "Space")
    if seat is not None:
        reader.press(reader.one("radio", f"^{seat}$"), "Space")
    button = reader.one("button", f"^{mode}$")
    reader.press(reader.one("combobox", "Strength of the computer"), "Home")
    reader.press(button)


@pytest.mark.parametrize(
    "begun", [22, pytest.param(0, marks=pytest.mark.soak)], ids=["second half", "whole"]
)
def test_a_game_of_pylos_against_the_computer(
    server: ThreadServer, new_page: NewPage, begun: int
) -> None:
    page = new_page(server.url, settings=FLAT)
    reader = ScreenReader(page)
    if begun:
        table = play_table("begun", "pylos", "computer", 7, lambda plies, _: plies == begun)
        page.goto("/")
        keep_tables(page, table)
        page.goto(table.play)
    else:
        sit_down(reader, "Pylos", "Play the computer")
    chance = random.Random(7)
    asked = 0
    while True:
        wait_for_any(reader, lambda: is_my_turn(reader), lambda: is_over(reader))
        if is_over(reader):
            break
        if asked < 2:
            asked += 1
            check_answers(reader, reader.one("button", CAN_MOVE))
        place = choose_place(reader, chance)
        told = reader.log()
        reader.press(place)
        take_back(reader, told)
    assert reader.hears("(on the summit|no ball left|same position)")


def choose_place(reader: ScreenReader, chance: random.Random) -> Thing:
    """Return where the ball goes: one picked up where one may, else one of the reserve."""
    raises = reader.all("button", "can be raised")
    if not raises:
        places = reader.all("button", "a ball can go here")
        top = max(place.name[0] for place in places)
        return chance.choice([place for place in places if place.name[0] == top])
    source = chance.choice(raises)
    name = source.name[:3]
    answer = reader.ask(source, "r")
    (targets,) = re.findall(rf"{name} can be raised to ([^.]*)\.", answer)
    reader.press(source)
    reader.one("button", f"^{name}.*picked up")
    target = chance.choice(re.findall(r"\d[a-d]\d", targets))
    return reader.one("button", f"^{target}.*a ball can go here")


def take_back(reader: ScreenReader, told: list[str]) -> None:
    """Take two balls back where one may, and wait until the move is told."""
    takeable, confirm = "can be taken back", r"^Take back (one ball|two balls)$"

    def is_told() -> bool:
        # The tree may be without the log for a moment.
        return reader.log() not in ([], told) or is_over(reader)

    wait_for_any(reader, is_told, lambda: bool(reader.all("button", takeable)))
    if is_told():
        return
    reader.press(reader.one("button", takeable))
    reader.one("button", confirm)
    for second in reader.all("button", takeable)[:1]:
        reader.press(second)
    reader.press(reader.one("button", confirm))
    wait_until(is_told, reader.page)


def is_my_turn(reader: ScreenReader) -> bool:
    """Both the buttons and the log must say so: they may reach the tree one after the other."""
    told = reader.log()
    heard = not told or not told[-1].startswith(SEATS)
    return heard and bool(reader.all("button", CAN_MOVE))


#: What a player without a name is called.
SEATS = ("Light:", "Dark:")
CAN_MOVE = "(a ball can go here|can be raised)"


def check_answers(reader: ScreenReader, cell: Thing) -> None:
    """The questions have answers that say what the buttons' names say."""
    places = {thing.name[:3] for thing in reader.all("button", "a ball can go here")}
    answer = reader.ask(cell, "p")
    assert set(re.findall(r"\d[a-d]\d", answer.split(".")[0])) == places
    raises = {thing.name[:3] for thing in reader.all("button", "can be raised")}
    answer = reader.ask(cell, "r")
    assert set(re.findall(r"(\d[a-d]\d) can be raised", answer)) == raises
    assert "Light reserve" in reader.ask(cell, "h")
    board = reader.ask(cell, "b")
    ball = ", (light|dark) ball"
    # Greyed out or not; the rows of the grid have names made of their cells'.
    balls = (t for t in reader.things() if t.role == "button" and re.search(ball, t.name))
    assert set(re.findall(r"\d[a-d]\d", board)) == {found.name[:3] for found in balls}


def test_resigning_between_rounds_leads_on_to_a_rematch(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    reader = ScreenReader(page)
    table = play_table("resigned", "pacal", "computer", 6, lambda *_: False)
    page.goto("/")
    keep_tables(page, table)
    page.goto(table.play)
    reader.one("button", "^Next round$")
    reader.press(reader.one("button", "^Resign$"))
    reader.one("heading", r"^Resign\?$")
    reader.press(reader.all("button", "^Resign$")[-1])
    wait_until(lambda: reader.one("button", "^Rematch$").states.get("focused") is True, page)
    wait_until(lambda: any("You lose" in said for said in reader.log()), page)


def test_a_round_of_pacal_against_the_computer(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    reader = ScreenReader(page)
    sit_down(reader, "Pacal", "Play the computer")
    chance = random.Random(3)
    fits, leave = "can (be built here|cover it)", "^Leave it$"
    while True:
        wait_for_any(
            reader,
            lambda: bool(reader.all("button", fits)),
            lambda: bool(reader.all("button", leave)),
            lambda: is_asked_to_choose(reader),
            lambda: is_over(reader),
        )
        told = reader.log()
        if is_over(reader):
            break
        if fields := reader.all("button", fits):
            reader.press(chance.choice(fields))
        elif leaving := reader.all("button", leave):
            reader.press(leaving[0])
        elif not is_offering(reader):
            reader.press(chance.choice(choosable(reader)))
            reader.press(reader.one("button", r"^Take \d+"))
        else:
            hand = reader.all("button", r"^Card \d+")
            assert "In hand" in reader.ask(hand[0], "h")
            for card in chance.sample(hand, 2):
                reader.press(card)
            reader.press(reader.one("button", "^Offer both$"))
        wait_for_change(reader, told)
    assert reader.hears(
        r"(completed (the|your) pyramid|could not build|difference|Neither could build)"
    )
    wait_until(lambda: bool(re.search("Score board: you [01],", reader.log()[-1])), page)


def choosable(reader: ScreenReader) -> list[Thing]:
    """Return the cards to choose from; all others are greyed out."""
    return [card for card in reader.all("button", r"^Card \d+") if "pressed" in card.states]


def is_offering(reader: ScreenReader) -> bool:
    """Return whether two cards are to be offered; until they are chosen its button is grey."""
    return any((thing.role, thing.name) == ("button", "Offer both") for thing in reader.things())


def is_asked_to_choose(reader: ScreenReader) -> bool:
    """Both the guide and the buttons must say so: the guide comes after what happened."""
    asked = "Choose two cards to offer" if is_offering(reader) else "Which card will you take"
    return reader.hears(asked) and len(choosable(reader)) > 1


def wait_for_change(reader: ScreenReader, told: list[str]) -> None:
    """Wait until more is told; the tree may be without the log for a moment."""
    wait_until(lambda: reader.log() not in ([], told), reader.page)


def test_a_solo_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    reader = ScreenReader(page)
    sit_down(reader, "Pacal", "Solo")
    fits = "can (be built here|cover it)"
    over = "^(Complete with|Stuck after)"
    while True:
        wait_for_any(
            reader,
            lambda: bool(reader.all("button", fits)),
            lambda: bool(reader.all("heading", over)),
        )
        if reader.all("heading", over):
            break
        fields = reader.all("button", fits)
        open_fields = {re.findall(r"Field (\d+)", field.name)[0] for field in fields}
        answer = reader.ask(fields[0], "p")
        assert set(re.findall(r"(?:: |, )(\d+)", answer)) == open_fields
        drawn = reader.one("button", r"^Card \d+, to build").name
        # Where the number belongs: high cards near the apex.
        card = int(re.findall(r"\d+", drawn)[0])
        wanted = 10 - (card - 1) * 10 // 50
        best = min(fields, key=lambda f: abs(int(re.findall(r"Field (\d+)", f.name)[0]) - wanted))
        told = reader.log()
        reader.press(best)
        wait_for_change(reader, told)


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
    reader = ScreenReader(page)
    sit_down(reader, "Pacal", "Solo")
    reader.press(reader.one("button", "can (be built here|cover it)"), "p")
    wait_until(lambda: len(on_the_way) == 1, page)
    on_the_way.pop().continue_()
    wait_until(lambda: len(on_the_way) == 1, page)
    (answers,) = on_the_way
    assert reader.spoken("status") == []
    answers.continue_()
    wait_until(lambda: "can be built" in " ".join(reader.spoken("status")), page)


def test_moves_are_announced_once_and_in_order(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    reader = ScreenReader(page)
    sit_down(reader, "Pylos", "Play the computer", seat="Light")
    places = "a ball can go here"
    cell = reader.one("button", places)
    reader.press(cell)
    wait_until(lambda: len(reader.log()) >= 2, page)
    mine, theirs = reader.log()
    assert mine == f"You place a ball on {cell.name[:3]}"
    assert re.search(r"Valley places a ball on \d[a-d]\d", theirs)
    assert reader.ask(reader.one("button", places), "o") == theirs
