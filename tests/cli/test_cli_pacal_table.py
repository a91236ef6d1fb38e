"""The duel at the terminal: what it asks, what it tells, and what it must not show."""

import re

from sommet.cli.terminal.endings import name_seats
from sommet.cli.terminal.pacal_table import PacalTable, deal_of_round
from sommet.cli.terminal.seats import Seat
from sommet.pacal import Options

HAND = re.compile(r"^Hand of (\w+): ([\d ]+)$", re.M)


def test_two_people_never_see_each_others_hand(sommet):
    table = PacalTable(Options(), (Seat("Ada"), Seat("Grace")), seed=5)
    typed = [""]
    watching = table.actor
    for _ in range(80):
        if table.actor != watching:
            typed.append("")
            watching = table.actor
        move = table.legal()[0]
        typed.append(move)
        table.play(move)
    argv = ["--two", "--names", "Ada", "Grace", "--seed", 5]
    _, out, _ = sommet("play", "pacal", *argv, typed=typed)
    screens = out.split("\f")
    seen = 0
    for screen in screens:
        owners = {name for name, _ in HAND.findall(screen)}
        assert len(owners) <= 1, screen
        seen += len(owners)
        if owners:
            [owner] = owners
            assert f"{owner}: " in screen
    assert seen > 10
    # Between two screens with hands there is always one that shows none.
    assert all("Hand" not in screen for screen in screens if "Pass the screen" in screen)


def test_the_next_player_is_told_what_happened(sommet):
    argv = ["--two", "--names", "Ada", "Grace", "--seed", 5]
    _, out, _ = sommet("play", "pacal", *argv, typed=["", "20 32", "", "32", "4", ""])
    last = out.split("\f")[-1]
    assert "Grace: takes 32, leaves 20\nGrace: builds 32 on field 4\n" in last


def test_against_a_bot_only_ones_own_hand_is_shown(sommet):
    _, out, _ = sommet("play", "pacal", "--seat", "2", "--seed", 5, typed=["quit", ""])
    assert {name for name, _ in HAND.findall(out)} == {"Player"}
    assert re.search(r"Hand of Clay: \d+ hidden cards", out)


def test_bare_numbers_mean_what_the_phase_asks():
    table = PacalTable(Options(), (Seat("Ada"), Seat("Grace")), seed=5)
    assert table.question() == "Offer two cards"
    assert table.play("20, 32") == "offers 20 and 32"
    assert table.question() == "Take 20 or 32?"
    assert table.play("32") == "takes 32, leaves 20"
    assert table.question() == "Build 32 on which field?"
    assert table.play("4") == "builds 32 on field 4"
    assert table.play("build 7") == "builds 20 on field 7"


def test_refusals_use_names_and_clauses(sommet):
    argv = ["--two", "--names", "Ada", "Grace", "--seed", 5]
    _, out, _ = sommet("play", "pacal", *argv, typed=["", "1 2", "4", "take 3", "hello"])
    assert "No: offer 1 2 is not allowed: 1 is not in the hand of Ada (PAC-3)." in out
    assert "No: cannot read 'offer 4' as a move" in out
    assert "No: take 3 is not allowed: Ada now offers two cards (PAC-3)." in out
    assert "No: cannot read 'hello'" in out


def test_the_end_of_a_round_and_the_new_deal_are_told(sommet):
    _, out, _ = sommet("play", "pacal", "--watch", "greedy", "random", "--seed", 4)
    assert "Round 1 is over. greedy wins:" in out
    apexes = deal_of_round(4, 2).apexes
    assert f"Round 2 is dealt: greedy shows {apexes[0]} and random shows {apexes[1]}." in out


def test_undo_stops_at_the_deal():
    table = PacalTable(Options(), (Seat("Ada"), Seat("Grace")), seed=5)
    while len(table.match.rounds) == 1:
        table.play(table.legal()[0])
    assert table.movers() == ()
    beginner = table.actor
    table.play(table.legal()[0])
    assert table.movers() == (beginner,)
    table.undo()
    assert table.actor == beginner


def test_giving_up_shows_the_deal_of_the_round_in_the_record():
    table = PacalTable(Options(), (Seat("Ada"), Seat("Grace")), seed=5)
    table.resign(0)
    record = table.record()
    assert (record.result, record.reason, record.seed) == ("0-1", "resignation", 5)
    assert record.rounds[0].deal == str(deal_of_round(5, 1))
    assert table.ending() == "Grace wins: Ada gave up."


def test_deals_of_a_match_differ_and_are_fixed():
    deals = [deal_of_round(5, number) for number in range(1, 6)]
    assert len({str(deal) for deal in deals}) == 5
    assert deals == [deal_of_round(5, number) for number in range(1, 6)]


def test_names_take_the_place_of_seats_and_columns_stay():
    text = "   Seat 1, apex 4        Seat 0, apex 9\nHand of seat 0: 3"
    named = name_seats(text, ("Ada", "Bo"))
    assert named == "   Bo, apex 4            Ada, apex 9\nHand of Ada: 3"
    assert name_seats(text, ("A" * 30, "B" * 30)).startswith("   " + "B" * 30 + ", apex 4  A")
