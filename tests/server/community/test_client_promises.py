"""A program's seat notices when somebody picked the cards of its round."""

import asyncio
import hashlib
from typing import Any

import pytest
from server_client import Api

from sommet.client import Seat
from sommet.client.promises import Promises
from sommet.match.session import Session
from sommet.pacal.deal import Deal, commit_secret, deck_from_parts

SECRET, OTHERS = "5e" * 32, "b2" * 32


def deal_of(numbers: list[str], secret: str = SECRET) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a deal as a seat sees it while the round goes on, and once it is over."""
    deal = Deal.from_deck(deck_from_parts(secret, numbers))
    seen = {
        "round": 1,
        "sha256": commit_secret(secret),
        "numbers": numbers,
        "apexes": list(deal.apexes),
        "hand": list(deal.hands[0]),
    }
    return seen, seen | {"opening": f"pacal secret\n{secret}\n", "deal": str(deal)}


def hashed(opening: str) -> dict[str, str]:
    return {"opening": opening, "sha256": hashlib.sha256(opening.encode()).hexdigest()}


def check(number_taken: bool = True, **changes: Any) -> str | None:
    """Return what a seat says of a round whose opened deal has these parts changed."""
    promises = Promises()
    number = promises.number_for(1, 1, commit_secret(SECRET))
    assert promises.number_for(1, 1, commit_secret(SECRET)) == number, "asked again, the same"
    if number_taken:
        promises.note_taken(1, 1)
    seen, opened = deal_of([number, OTHERS])
    promises.see(1, seen, 0)
    promises.see(1, opened | changes, 0)
    return promises.faults.get((1, 1))


def test_a_fair_deal_is_one() -> None:
    assert check() is None
    assert check(number_taken=False) is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (deal_of([OTHERS, OTHERS], "77" * 32)[1], "another secret had been promised"),
        ({"opening": f"pacal secret\n{'77' * 32}\n"}, "not the one that was promised"),
        (deal_of([OTHERS, OTHERS])[1], "the cards were others"),
        ({"numbers": [OTHERS, OTHERS]}, "this seat's number is not part of it"),
        ({"numbers": None}, "this seat's number is not part of it"),
        ({"deal": "1 2 3"}, "cannot be read"),
        ({"numbers": 7}, "cannot be read"),
    ],
)
def test_a_deal_that_was_picked_is_none(changes: dict[str, Any], said: str) -> None:
    assert said in str(check(**changes))


def test_cards_have_to_follow_from_the_parts() -> None:
    promises = Promises()
    promises.see(1, deal_of([OTHERS, OTHERS])[1] | {"numbers": ["0" * 64, OTHERS]}, None)
    assert "do not follow" in promises.faults[1, 1]


def test_a_deal_of_an_earlier_version_was_fixed_before_the_round() -> None:
    text = str(Deal.from_seed(3))
    for shown, fair in ((text, True), (str(Deal.from_seed(4)), False)):
        promises = Promises()
        old = {"round": 1, "numbers": None, "deal": shown, "hand": None}
        promises.see(1, old | hashed(f"pacal deal\n{'5a' * 32}\n{text}\n"), 0)
        assert (promises.faults == {}) == fair


@pytest.mark.parametrize("is_fair", [True, False])
async def test_a_server_that_adds_its_own_number_is_noticed(
    api: Api, monkeypatch: pytest.MonkeyPatch, is_fair: bool
) -> None:
    if not is_fair:
        took = Session.ask_next_round
        monkeypatch.setattr(
            Session,
            "ask_next_round",
            lambda self, seat, _, **more: took(self, seat, OTHERS, **more),
        )
    held = await api.friends("pacal")
    kept = [Promises(), Promises()]
    seats = [
        Seat(api.url, each["table"], each["token"], promises)
        for each, promises in zip(held, kept, strict=True)
    ]
    async with asyncio.timeout(60):
        for seat in seats:
            async with seat:
                while (deal := seat.remote.wanted_deal) is None:
                    await seat.wait_for_news()
                await seat.add_number(deal)
        again = Seat(api.url, held[0]["table"], held[0]["token"], kept[0])
        async with again:
            await again.resign()
            while again.remote.outcome is None:
                await again.wait_for_news()
    assert "opening" in again.remote.deals[1]
    assert (kept[0].faults == {}) == is_fair
