"""The Pacal coach's remarks are true: each is worked out again from the rules."""

from collections import Counter

import pytest
from pacal_reasons_twin import check_reason, closed_gaps

from sommet.analysis.coach import advise
from sommet.analysis.reasons import REASON_TEXTS, Reason
from sommet.bots import make
from sommet.pacal import Options, Round

#: Who plays: the positions of good play, of chance, and of gaps that nobody looks after.
PLAYERS = ("random", "level:2", "gaps")


@pytest.mark.parametrize("rounds", [10, pytest.param(600, marks=pytest.mark.soak)])
def test_every_remark_is_true_by_the_rules(rounds):
    said = Counter()
    for seed in range(rounds):
        options = Options.preset(("en", "nl", "fr")[seed % 3])
        played = Round.deal(options, 4000 + seed)
        bots = [make("pacal", PLAYERS[(seed + at) % 3]) for at in (0, 1)]
        while (seat := played.actor) is not None:
            view = played.view(seat)
            for one in advise(view) if len(view.legal_moves) > 1 else ():
                for reason in one.reasons:
                    check_reason(view, one.action, reason)
                said.update(reason.key for reason in one.reasons)
                if view.phase != "last":
                    closed = [r.about for r in one.reasons if r.key == "coach.gap-closed"]
                    assert closed == [gap.fields for gap in closed_gaps(view, one.action)]
            played = played.play(bots[seat].choose(view, seed=seed))
    assert said.keys() | {"coach.completes"} == REASON_TEXTS.keys() - {"coach.exact"}
    assert said["coach.gap-closed"] >= 5 * rounds


@pytest.mark.parametrize("rounds", [3, pytest.param(200, marks=pytest.mark.soak)])
def test_the_card_that_they_would_take_is_mostly_taken(rounds):
    level, best = make("pacal", "level:5"), make("pacal", "level:8")
    offers = named = taken = 0
    for seed in range(rounds):
        played = Round.deal(Options(), 70_000 + seed)
        while (seat := played.actor) is not None:
            view = played.view(seat)
            action = level.choose(view, seed=seed)
            played = played.play(action)
            if view.phase != "offer":
                continue
            (advice,) = (one for one in advise(view) if one.action == action)
            offers += 1
            for reason in advice.reasons:
                if reason.key == "coach.keeps":
                    named += 1
                    answer = best.choose(played.view(played.actor), seed=seed)
                    taken += answer.card == reason.params["taken"]
    print(f"{named} of {offers} offers, taken {taken} times")
    assert named >= offers / 4
    assert taken >= named * 0.6


def test_gaps_are_said_as_a_player_says_them():
    numbers = {"fields": 2, "cards": 1}
    texts = [
        Reason("coach.gap-closed", {"above": above, "below": below, **numbers}).to_text()
        for above, below in ((45, 41), (51, 41), (45, 0))
    ]
    for text, where in zip(texts, ("between 45 and 41", "above 41", "below 45"), strict=True):
        assert text.startswith(f"After this, the gap {where} can no longer be filled")
