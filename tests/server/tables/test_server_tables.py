"""Opening, joining and playing tables over HTTP and WebSocket."""

import hashlib

import pytest
from seat_client import RefusedByServer, Seat, hear_the_same, random_move
from server_client import Api

from sommet.pacal.deal import Deal, deck_from_parts
from sommet.seeding import Random
from sommet.server.protocol.base import GameName
from sommet.server.protocol.http import CreateTable
from sommet.server.tables.catalogue import hosted_game
from sommet.server.tables.open_request import check_request, first_player


async def test_the_catalogue_says_what_can_be_played(api: Api) -> None:
    catalogue = (await api.http.get("/api/games")).json()
    games = {offer["game"]: offer for offer in catalogue["games"]}
    assert set(games) == {"pylos", "pacal"}
    assert [preset["name"] for preset in games["pylos"]["presets"]] == [
        "children",
        "standard",
        "expert",
    ]
    assert {ruling["clause"] for ruling in games["pylos"]["rulings"]} == {
        "PYL-R1",
        "PYL-R2",
        "PYL-R3",
    }
    assert {"PAC-R3", "PAC-R4", "PAC-R5", "PAC-R6"} <= {
        ruling["clause"] for ruling in games["pacal"]["rulings"]
    }
    for offer in games.values():
        assert not {"modes", "opponents"} & set(offer), "what the page plays by itself"
        assert "solo_cover" not in [ruling["name"] for ruling in offer["rulings"]]


@pytest.mark.clause("PYL-R4", "PAC-1")
@pytest.mark.parametrize(("game", "seats"), [("pylos", "light dark"), ("pacal", "jade copper")])
def test_who_opens_a_table_chooses_a_side(game: GameName, seats: str) -> None:
    assert hosted_game(game).seats == [*seats.split(), "lot"]
    for first, seat in enumerate(seats.split()):
        wanted = {"game": game, "mode": "friend", "seat": seat}
        request = CreateTable.model_validate(wanted)
        assert first_player(check_request(request, slow_games=True)) == first
    other = CreateTable(game=game, mode="friend", seat="jade" if game == "pylos" else "dark")
    assert check_request(other, slow_games=True).seat == "lot"


@pytest.mark.parametrize("preset", ["children", "standard", "expert"])
async def test_a_game_of_pylos_between_friends(api: Api, preset: str) -> None:
    async with api.both(await api.open_both("pylos", preset=preset)) as both:
        assert both.snapshot["options"]["preset"] == preset
        await both.play_on(Random(1))
        assert both.snapshot["status"] == "finished"
        assert {"summit", "empty-reserve", "repetition"} >= {both.snapshot["outcome"]["reason"]}
        for seat in both.seats:
            assert seat.events[-1]["type"] == "ended"
            assert seat.can == ["rematch"]


async def test_a_match_of_pacal_between_friends(api: Api) -> None:
    first, second = await api.friends("pacal", name="Ada")
    async with api.seat(first) as ada, api.seat(second) as bob:
        assert ada.snapshot["players"][ada.snapshot["you"]["seat"]]["name"] == "Ada"
        assert ada.snapshot["you"]["seat"] != bob.snapshot["you"]["seat"]
        hashes: dict[int, str] = {}
        random = Random(4)
        for seat in (ada, bob):
            await seat.until(lambda seat=seat: seat.snapshot["board"] is not None)
        while not ada.over:
            match = ada.snapshot["match"]
            if ada.snapshot["board"]["commitment"]["opening"] is None:
                hashes[match["round"]] = ada.snapshot["board"]["commitment"]["sha256"]
            if ada.snapshot["next_deal"] is not None:
                promised = ada.snapshot["next_deal"]
                assert promised["round"] == match["round"] + 1
                hashes[promised["round"]] = promised["sha256"]
            for seat in (ada, bob):
                await hear_the_same(ada, bob)
                if "next_round" in seat.can:
                    await seat.next_round()
                elif "play" in seat.can:
                    before = seat.snapshot["board"]
                    await seat.ask(
                        "play",
                        ply=seat.snapshot["ply"],
                        move=random_move(before, random),
                    )
            await hear_the_same(ada, bob)
        assert ada.snapshot["outcome"]["reason"] == "three-rounds"
        for finished in ada.snapshot["match"]["finished"]:
            commitment = finished["commitment"]
            assert commitment["sha256"] == hashes[finished["round"]], "as published before"
            opening = commitment["opening"]
            assert hashlib.sha256(opening.encode()).hexdigest() == commitment["sha256"]
            title, secret = opening.splitlines()
            assert title == "pacal secret"
            assert len(commitment["numbers"]) == 2
            deck = deck_from_parts(secret, commitment["numbers"])
            assert str(Deal.from_deck(deck)) == commitment["deal"]


async def test_takeback_draw_and_rematch_between_friends(api: Api) -> None:
    first, second = await api.friends("pylos", seat="light")
    async with api.seat(first) as light, api.seat(second) as dark:
        assert light.snapshot["you"]["seat"] == 0
        await light.play("1a1")
        await light.ask("propose", what="takeback", ply=1)
        await dark.until(lambda: bool(dark.snapshot["proposals"]))
        asked = dark.snapshot["seq"]
        assert dark.snapshot["proposals"] == [{"id": asked, "what": "takeback", "by": 0}]
        await dark.answer("takeback", accept=True)
        assert dark.snapshot["ply"] == 0
        await light.until(lambda: light.snapshot["ply"] == 0)
        await light.play("1b2")
        await dark.ask("propose", what="draw", ply=1)
        await light.answer("draw", accept=False)
        await dark.ask("resign")
        await light.until(lambda: light.over)
        assert light.snapshot["outcome"] == {
            "winner": 0,
            "reason": "resignation",
            "clause": None,
        }
        await light.ask("propose", what="rematch", ply=1)
        await dark.answer("rematch", accept=True)
        assert dark.snapshot["you"]["seat"] == 0, "sides swapped"
        assert dark.snapshot["game_number"] == 2
        await dark.play("1a1")


async def test_an_invitation_works_once(api: Api) -> None:
    created = await api.open("pylos", "friend")
    invite = created["links"]["invite"].partition("#")[2]
    async with api.seat(created) as opener:
        assert opener.snapshot["status"] == "waiting"
        assert opener.snapshot["board"] is None
        with pytest.raises(RefusedByServer, match="not joined yet"):
            await opener.play("1a1")
        await api.join(created, name="Bob")
        await opener.until(lambda: opener.snapshot["status"] == "playing")
        assert "Bob" in [player["name"] for player in opener.snapshot["players"]]
    path = f"/api/tables/{created['table']}/join"
    again = await api.http.post(path, json={"invite": invite})
    assert (again.status_code, again.json()["code"]) == (409, "invite_used")


async def test_a_wrong_invitation_or_token_opens_nothing(api: Api) -> None:
    created = await api.open("pylos", "friend")
    wrong = "A" * 43
    answer = await api.http.post(f"/api/tables/{created['table']}/join", json={"invite": wrong})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_invite")
    for table, code in ((created["table"], "bad_token"), ("A" * 12, "no_such_table")):
        with pytest.raises(RefusedByServer) as refused:
            async with Seat(api.url, table, wrong):
                pass
        assert refused.value.code == code
        assert refused.value.message["fatal"]


async def test_a_spectator_watches_and_does_nothing_else(api: Api) -> None:
    first, second = await api.friends("pacal")
    async with api.seat(first) as ada, api.seat(second), api.spectator(first) as watcher:
        await ada.until(lambda: any('"watchers":1' in raw for raw in ada.raw))
        assert watcher.snapshot["you"] == {
            "role": "spectator",
            "seats": [],
            "seat": None,
            "curtain": None,
            "can": [],
            "takeback_is_undo": False,
        }
        for kind, fields in (
            ("play", {"ply": 0, "move": "offer 1 2"}),
            ("resign", {}),
            ("propose", {"what": "rematch", "ply": 0}),
        ):
            with pytest.raises(RefusedByServer, match="can only watch"):
                await watcher.ask(kind, **fields)


async def test_clocks_run_out_by_themselves(api: Api) -> None:
    clock = {"minutes": 0.03, "increment_s": 0}
    first, second = await api.friends("pylos", seat="light", clock=clock)
    async with api.seat(first) as light, api.seat(second) as dark:
        assert light.snapshot["clock"]["running"] is None
        await light.play("1a1")
        assert light.snapshot["clock"]["running"] == 1
        await dark.until(lambda: dark.over)
        assert dark.snapshot["outcome"] == {"winner": 0, "reason": "time", "clause": "PYL-9"}
        assert dark.snapshot["clock"]["remaining_ms"][1] == 0


async def test_coming_back_tells_what_was_missed(api: Api) -> None:
    first, second = await api.friends("pylos", seat="light")
    async with api.seat(second) as dark:
        async with api.seat(first) as light:
            await light.play("1a1")
        await dark.until(lambda: dark.snapshot["board"]["turn"] == 1)
        await dark.play("1b1")
        back = api.seat(first)
        back.resume(light)
        async with back:
            assert back.missed == [{"type": "moved", "seat": 1, "move": "1b1"}]
            assert back.snapshot["ply"] == 2
