"""Each clause and ruling of the duel at work."""

import pytest
from pacal_script import (
    EVEN_RACE,
    NINE_FIELDS,
    SEVEN_FIELDS,
    TWO_WALLS,
    UNEVEN_RACE,
    WALL,
    scripted,
    scripted_deal,
)

from sommet.errors import IllegalMove
from sommet.outcome import Outcome
from sommet.pacal import (
    Build,
    Deal,
    Decline,
    Match,
    Offer,
    Options,
    Round,
    Take,
    legal_fields,
    parse_pyramid,
    refusals,
)


@pytest.mark.clause("PAC-1")
def test_each_player_gets_ten_cards_face_down_and_fifteen_in_hand():
    deal = Deal.from_seed(11)
    assert [len(down) for down in deal.pyramids] == [10, 10]
    assert [len(hand) for hand in deal.hands] == [15, 15]
    dealt = [*deal.pyramids[0], *deal.pyramids[1], *deal.hands[0], *deal.hands[1]]
    assert sorted(dealt) == list(range(1, 51))
    state = Round.from_deal(Options(), deal)
    assert state.hands == deal.hands
    assert all(p.filled == 0 for p in state.pyramids)


@pytest.mark.clause("PAC-2")
@pytest.mark.parametrize("beginner", [0, 1])
def test_the_higher_apex_begins_and_both_players_know_both_apexes(beginner):
    deal = scripted_deal(EVEN_RACE, beginner=beginner)
    state = Round.from_deal(Options(), deal)
    assert deal.apexes[beginner] > deal.apexes[1 - beginner]
    assert state.beginner == state.actor == beginner
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.apexes == deal.apexes
        assert not set(deal.apexes) & set(view.unseen)
    # Of everything else that lies face down, nobody knows anything.
    down = {*deal.pyramids[0][1:], *deal.pyramids[1][1:]}
    assert down < set(state.view(0).unseen)
    assert down < set(state.view(1).unseen)


@pytest.mark.clause("PAC-3")
def test_a_turn_is_an_offer_a_choice_and_two_builds_then_the_other_player_offers():
    state = Round.from_deal(Options(), scripted_deal(EVEN_RACE))
    hand = state.hands[0]
    assert len(state.legal_moves) == 15 * 14 // 2
    assert set(state.legal_moves) == {Offer(a, b) for a in hand for b in hand if a < b}
    state = state.play("offer 49 50")
    assert (state.actor, state.phase, state.offer) == (1, "take", (49, 50))
    assert len(state.hands[0]) == 13
    assert state.legal_moves == (Take(49), Take(50))
    state = state.play("take 49")
    assert (state.actor, state.phase, state.card, state.cards) == (1, "build", 49, (50, 49))
    state = state.play("build 1")
    assert (state.actor, state.card, state.cards) == (0, 50, (50, None))
    state = state.play("build 1")
    assert (state.actor, state.phase, state.turn) == (1, "offer", 2)
    assert [p.tops[0] for p in state.pyramids] == [50, 49]
    assert [len(h) for h in state.hands] == [13, 15]


@pytest.mark.clause("PAC-3")
def test_offers_and_takes_that_are_not_there_are_refused():
    state = Round.from_deal(Options(), scripted_deal(EVEN_RACE))
    foreign = state.hands[1][0]
    with pytest.raises(IllegalMove, match="is not in the hand") as refused:
        state.play(Offer(foreign, 50))
    assert refused.value.clause == "PAC-3"
    with pytest.raises(IllegalMove, match="now offers") as refused:
        state.play("build 3")
    assert refused.value.clause == "PAC-3"
    with pytest.raises(IllegalMove, match="not on offer") as refused:
        state.play("offer 49 50").play("take 7")
    assert refused.value.clause == "PAC-3"
    assert "turn 1" in refused.value.position
    with pytest.raises(IllegalMove, match="builds the card received"):
        state.play("offer 49 50").play("take 49").play("decline")


@pytest.mark.clause("PAC-4")
@pytest.mark.parametrize(
    ("pyramid", "card", "fields"),
    [
        (". . . . . . . . . .", 25, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        (". . 40 . . . . . . .", 25, (3, 4, 5, 6, 7, 8, 9, 10)),
        (". . 40 . . . . . . .", 45, (1, 2, 3)),
        (". . 40 . . 20 . . . .", 25, (3, 4, 5, 6)),
        (". . 40 . . 20 . . . .", 10, (6, 7, 8, 9, 10)),
        ("50 . . . . . . . . 1", 25, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        (". . 40 39 . . . . . .", 41, (1, 2, 3)),
    ],
)
def test_visible_numbers_descend_in_reading_order_and_gaps_are_fine(pyramid, card, fields):
    assert legal_fields(parse_pyramid(pyramid), card, Options()) == fields


@pytest.mark.clause("PAC-4")
def test_a_refusal_names_the_number_in_the_way():
    why = refusals(parse_pyramid(". . 40 . . 20 . . . ."), 25, Options())
    assert (why[1].clause, why[1].reason) == ("PAC-4", "too-low")
    assert "40" in why[1].why
    assert (why[7].clause, why[7].reason) == ("PAC-4", "too-high")
    assert "20" in why[7].why
    assert set(why) == {1, 2, 7, 8, 9, 10}


@pytest.mark.clause("PAC-5")
def test_the_example_of_the_book():
    pyramid = parse_pyramid("45 . . 33/30 21/23 18 16 . . .")
    assert legal_fields(pyramid, 26, Options()) == ()
    assert legal_fields(pyramid, 17, Options()) == (6, 7)
    why = refusals(pyramid, 26, Options())
    assert [why[field].reason for field in (4, 5)] == ["already-covered", "already-covered"]
    assert why[4].clause == "PAC-5"


@pytest.mark.clause("PAC-5")
def test_a_card_may_cover_once_and_only_the_visible_number_counts():
    # The 20 under the 33 no longer matters: 25 may stand after it.
    pyramid = parse_pyramid("33/20 . . . . . . . . .")
    assert legal_fields(pyramid, 25, Options()) == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert legal_fields(pyramid, 40, Options()) == ()
    state = scripted(WALL, later=[((42, 5), (10, 3))]).play("offer 10 42").play("take 10")
    with pytest.raises(IllegalMove, match="already carries two cards") as refused:
        state.play("build 2")
    assert refused.value.clause == "PAC-5"
    assert "pyramid 1: 33/30 21/20" in refused.value.position


@pytest.mark.clause("PAC-6")
def test_the_last_card_may_be_built_or_kept_without_losing():
    state = scripted(SEVEN_FIELDS, last=(4, 3))
    assert (state.phase, state.turn) == ("last", 15)
    assert state.hands == ((4,), (3,))
    # Seat 0 began, so in a fifteenth turn seat 1 would choose and build first.
    assert (state.actor, state.card) == (1, 3)
    assert state.legal_moves == (Build(8), Build(9), Build(10), Decline())
    state = state.play("decline")
    assert (state.actor, state.declined) == (0, (False, True))
    state = state.play("build 8")
    assert state.outcome.clause == "PAC-R4"
    assert state.hands == ((), (3,))
    assert [p.filled for p in state.pyramids] == [8, 7]


@pytest.mark.clause("PAC-6")
def test_a_last_card_that_fits_nowhere_is_no_loss_and_looks_like_any_other_declined():
    state = scripted(SEVEN_FIELDS, last=(4, 50))
    assert state.legal_moves == (Decline(),)
    fits = scripted(SEVEN_FIELDS, last=(4, 3))
    after = state.play("decline")
    assert after.view(0).history == fits.play("decline").view(0).history
    assert after.play("decline").outcome == Outcome(None, "nobody-complete", "PAC-R4")


@pytest.mark.clause("PAC-6")
def test_the_last_card_is_secret_until_built():
    state = scripted(SEVEN_FIELDS, last=(4, 3))
    assert state.view(1).card == 3
    assert state.view(0).card is None
    assert state.view(None).card is None
    with pytest.raises(IllegalMove, match="builds the last card or declines") as refused:
        state.play("take 3")
    assert refused.value.clause == "PAC-6"


@pytest.mark.clause("PAC-7")
def test_the_first_complete_pyramid_wins():
    turns = (*EVEN_RACE[:9], (EVEN_RACE[9][0], (12, 9)))
    assert scripted(turns).outcome == Outcome(0, "complete", "PAC-7")


@pytest.mark.clause("PAC-7")
@pytest.mark.parametrize(("book", "winner"), [("en", 0), ("nl", 0), ("fr", 1)])
@pytest.mark.parametrize("beginner", [0, 1])
def test_the_book_says_which_difference_wins_when_both_complete(book, winner, beginner):
    state = scripted(UNEVEN_RACE, options=Options(book), beginner=beginner)
    assert [p.difference for p in state.pyramids] == [36, 37]
    assert state.outcome == Outcome(winner, "difference", "PAC-7")


@pytest.mark.clause("PAC-7")
def test_the_tie_can_be_set_apart_from_the_book():
    state = scripted(UNEVEN_RACE, options=Options("en", tie="largest"))
    assert state.outcome == Outcome(1, "difference", "PAC-7")


@pytest.mark.clause("PAC-8")
@pytest.mark.parametrize("beginner", [0, 1])
def test_a_player_who_cannot_build_loses(beginner):
    state = scripted((*WALL, ((42, 5), (26, None))), beginner=beginner)
    assert state.outcome == Outcome(0, "stuck", "PAC-8")
    assert state.stuck == (False, True)
    assert state.cards == (None, 26)
    assert state.legal_moves == ()
    with pytest.raises(IllegalMove, match="the round is over") as refused:
        state.play("build 1")
    assert refused.value.clause == "PAC-8"


@pytest.mark.clause("PAC-R1")
def test_a_stuck_chooser_has_no_action_and_the_offerer_still_builds():
    # In turn 5 seat 0 offers; seat 1 takes the 26, which has no place.
    state = scripted(WALL, later=[((42, 5), (26, None))])
    state = state.play("offer 26 42").play("take 26")
    assert (state.actor, state.phase, state.card) == (0, "build", 42)
    assert state.stuck == (False, True)
    assert state.outcome is None
    assert state.play("build 5").outcome == Outcome(0, "stuck", "PAC-8")


@pytest.mark.clause("PAC-R1")
def test_a_turn_is_judged_after_both_have_built():
    state = scripted(UNEVEN_RACE[:9], beginner=1, later=UNEVEN_RACE[9:])
    # Turn 10: seat 0 offers, so seat 1 builds first and completes; the round goes on to seat 0.
    state = state.play("offer 12 14").play("take 12").play("build 10")
    assert state.pyramids[1].is_complete
    assert state.outcome is None
    assert state.actor == 0
    assert state.play("build 10").outcome.reason == "difference"


@pytest.mark.clause("PAC-R2")
@pytest.mark.parametrize("beginner", [0, 1])
def test_completing_beats_a_partner_who_cannot_build(beginner):
    seat0 = [(50 - 2 * i, i + 1) for i in range(10)]
    seat1 = [(31, 1), (33, 1), (20, 2), (21, 2), (15, 3), (13, 4), (11, 5), (9, 6), (7, 7)]
    turns = tuple(zip(seat0, [*seat1, (27, None)], strict=True))
    state = scripted(turns, beginner=beginner)
    assert state.outcome == Outcome(0, "complete", "PAC-R2")


@pytest.mark.clause("PAC-R3")
@pytest.mark.parametrize("beginner", [0, 1])
def test_neither_can_build(beginner):
    turns = (*TWO_WALLS, ((25, None), (26, None)))
    state = scripted(turns, beginner=beginner)
    assert state.stuck == (True, True)
    assert state.outcome == Outcome(None, "both-stuck", "PAC-R3")
    fields = Options(neither_builds="most-fields")
    assert scripted(turns, options=fields, beginner=beginner).outcome == Outcome(
        1, "most-fields", "PAC-R3"
    )


@pytest.mark.clause("PAC-R3")
def test_neither_can_build_and_fields_are_equal():
    turns = (*TWO_WALLS[:4], ((25, None), (26, None)))
    state = scripted(turns, options=Options(neither_builds="most-fields"))
    assert state.outcome == Outcome(None, "both-stuck", "PAC-R3")


@pytest.mark.clause("PAC-R4")
def test_nobody_complete_after_the_last_card():
    state = scripted(SEVEN_FIELDS, last=(4, 3)).play("decline").play("build 8")
    assert state.outcome == Outcome(None, "nobody-complete", "PAC-R4")
    by_fields = Options(nobody_complete="most-fields")
    start = scripted(SEVEN_FIELDS, options=by_fields, last=(4, 3))
    assert start.play("decline").play("build 8").outcome == Outcome(0, "most-fields", "PAC-R4")
    assert start.play("build 8").play("build 8").outcome == Outcome(
        None, "nobody-complete", "PAC-R4"
    )


@pytest.mark.clause("PAC-R4")
def test_equal_fields_then_fewest_covers():
    # Each has eight fields, six covered; field 7 of both can still be covered.
    turns = (*SEVEN_FIELDS[:13], ((6, 8), (5, 8)))
    by_fields = Options(nobody_complete="most-fields")
    state = scripted(turns, options=by_fields, last=(12, 3))
    state = state.play("decline").play("build 7")
    assert [(p.filled, p.covers) for p in state.pyramids] == [(8, 7), (8, 6)]
    assert state.outcome == Outcome(1, "fewest-covers", "PAC-R4")


@pytest.mark.clause("PAC-R5")
def test_equal_differences_draw_and_covers_never_differ():
    state = scripted(EVEN_RACE)
    assert [p.difference for p in state.pyramids] == [36, 36]
    assert state.outcome == Outcome(None, "equal-difference", "PAC-R5")
    # Both have built as many cards on ten fields, so counting covers cannot decide either.
    state = scripted(EVEN_RACE, options=Options(equal_difference="fewest-covers"))
    assert [p.covers for p in state.pyramids] == [0, 0]
    assert state.outcome == Outcome(None, "equal-difference", "PAC-R5")


@pytest.mark.clause("PAC-R9")
def test_covered_cards_count_for_the_difference_where_the_table_says_so():
    # Both cover a low card on field 10, 1 and 3, and then complete with 50 to 14 and 49 to 13.
    turns = (((1, 10), (3, 10)), ((14, 10), (13, 10)), *EVEN_RACE[:9])
    assert scripted(turns).outcome == Outcome(None, "equal-difference", "PAC-R5")
    for book, winner in (("en", 1), ("fr", 0)):
        options = Options.preset(book, difference_cards="all")
        assert scripted(turns, options=options).outcome == Outcome(winner, "difference", "PAC-7")


@pytest.mark.clause("PAC-R10")
def test_a_stuck_player_loses_the_round_and_not_the_game():
    match = Match(scripted((*WALL, ((42, 5), (26, None)))))
    assert match.results == (Outcome(0, "stuck", "PAC-8"),)
    assert match.markers == (1, 0)
    assert (match.outcome, match.needs_deal) == (None, True)


@pytest.mark.clause("PAC-R6")
def test_covering_only_when_no_empty_field_fits():
    strict = Options(cover_anytime=False)
    pyramid = parse_pyramid(". . 40 . . 20 . . . .")
    assert legal_fields(pyramid, 25, Options()) == (3, 4, 5, 6)
    assert legal_fields(pyramid, 25, strict) == (4, 5)
    why = refusals(pyramid, 25, strict)
    assert (why[3].clause, why[3].reason) == ("PAC-R6", "empty-field-fits")
    # No empty field fits a 25 between neighbours, so both may be covered.
    assert legal_fields(parse_pyramid(". . 40 20 . . . . . ."), 25, strict) == (3, 4)


@pytest.mark.clause("PAC-R7")
def test_the_apexes_of_each_new_deal_say_who_begins():
    match = Match(scripted(UNEVEN_RACE, beginner=0))
    for beginner in (1, 0):
        again = match.next_round(scripted_deal(UNEVEN_RACE, beginner=beginner))
        assert again.round.beginner == again.actor == beginner


@pytest.mark.clause("PAC-R8")
@pytest.mark.parametrize(("book", "winner"), [("en", 1), ("fr", 0)])
def test_both_last_cards_are_one_turn(book, winner):
    state = scripted(NINE_FIELDS, options=Options(book), last=(3, 2))
    state = state.play("build 10")
    assert state.pyramids[1].is_complete
    assert state.outcome is None
    done = state.play("build 10")
    assert [p.difference for p in done.pyramids] == [46, 45]
    assert done.outcome == Outcome(winner, "difference", "PAC-7")
    assert state.play("decline").outcome == Outcome(1, "complete", "PAC-7")
