"""Records and replays over HTTP."""

import json
from pathlib import Path
from typing import get_args

import pytest
from server_client import Api, ThreadServer, quick_settings

from sommet.cli.main import build_parser
from sommet.errors import RecordReason
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.seeding import Random
from sommet.server.settings import Settings
from sommet.server.storage.retention import Retention

HEAD = '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n[Result "*"]\n'


async def test_a_finished_game_is_kept_as_a_record(api: Api) -> None:
    rulings = {"takeback": "optional"}
    created = await api.open_both("pylos", preset="expert", rulings=rulings)
    path = f"/api/tables/{created['table']}"
    async with api.both(created) as both:
        await both.play_on(Random(3))
        moves = [entry["move"] for entry in both.snapshot["moves"]]
        outcome = both.snapshot["outcome"]
        answer = await api.http.get(f"{path}/record")
        assert "attachment" in answer.headers["content-disposition"]
        record = parse_record(answer.text)
        assert list(record.moves) == moves
        assert record.rulings == ("takeback=optional",)
        replayed = replay_record(record)
        assert replayed.outcome is not None
        assert replayed.outcome.winner == outcome["winner"]
        await both.agree("rematch")
        assert (await api.http.get(f"{path}/record?game=1")).text == answer.text
        assert (await api.http.get(f"{path}/record?game=3")).json()["code"] == "no_such_game"


async def test_a_link_to_a_replay_leads_to_a_table_as_well(api: Api) -> None:
    created = await api.open_both("pylos")
    async with api.both(created) as both:
        await both.play_on(Random(5))
        first = (await api.http.get(f"/api/tables/{created['table']}/record")).text
        path = f"/api/replays/{created['table']}/record"
        assert (await api.http.get(path)).text == first
        await both.agree("rematch")
        assert (await api.http.get(f"{path}?game=1")).text == first
        assert parse_record((await api.http.get(path)).text).moves == ()


async def test_a_running_round_stays_hidden_in_a_record(api: Api) -> None:
    created = await api.open_both("pacal")
    async with api.both(created) as both:
        await both.play_on(Random(6), until_over=False)
        await both.next_round()
        hand = both.snapshot["board"]["hands"][both.snapshot["you"]["seat"]]["cards"]
        await both.play(f"offer {hand[0]} {hand[1]}")
        record = parse_record((await api.http.get(f"/api/tables/{created['table']}/record")).text)
        assert [played.deal is None for played in record.rounds] == [False, True]
        assert len(record.rounds[1].shown) == 2


async def test_an_uploaded_record_can_be_replayed(api: Api) -> None:
    created = await api.open_both("pacal", preset="fr")
    async with api.both(created) as both:
        await both.play_on(Random(7))
    text = (await api.http.get(f"/api/tables/{created['table']}/record")).text
    stored = await api.http.post(
        "/api/replays", content=text, headers={"content-type": "text/plain"}
    )
    assert stored.status_code == 201
    replay = stored.json()["id"]
    assert stored.json()["link"] == f"/replay/{replay}"
    assert (await api.http.get(f"/api/replays/{replay}/record")).text == text


async def test_a_broken_record_is_refused_with_its_line(api: Api) -> None:
    text = (
        '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n[Result "*"]\n\n1. 1a1 1a1\n'
    )
    answer = await api.http.post(
        "/api/replays", content=text, headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_record"
    assert answer.json()["params"]["line"] == 7
    assert (answer.json()["params"]["reason"], answer.json()["params"]["text"]) == ("move", "1a1")
    assert answer.json()["clause"] == "PYL-2"
    missing = await api.http.get("/api/replays/AAAAAAAAAAAA/record")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_replay")


@pytest.mark.parametrize(
    ("text", "reason", "name"),
    [
        ("hello", "no-game", None),
        ('[Game "chess"]', "no-game", None),
        ('[Game "pylos"]\n[Rules "standard"]\n[Light "a"]', "header-missing", "Dark"),
        ('[Game "pylos"]\n[Game "pylos"]', "header-twice", "Game"),
        ("[Game pylos]", "header-form", None),
        (f'{HEAD}[Seed "-1"]', "header-value", "Seed"),
        (f'{HEAD}[Date "today"]', "header-value", "Date"),
        (f'{HEAD}[Deal "1"]', "header-place", "Deal"),
        (f'{HEAD}[Round "1"]', "rounds", None),
        (f"{HEAD}\n1. 1a1 9z9", "word", None),
        (f"{HEAD}\n2. 1a1", "word", None),
        (f"{HEAD}\n1. 1a1 {{oh", "comment", None),
        (f"{HEAD}\n1. 1a1 (later)", "clock", None),
        (HEAD.replace('"*"', '"1-0"]\n[Reason "summit"'), "result", None),
    ],
)
async def test_what_is_wrong_with_a_record_has_a_key(
    api: Api, text: str, reason: str, name: str | None
) -> None:
    answer = await api.http.post(
        "/api/replays", content=text, headers={"content-type": "text/plain"}
    )
    assert answer.json()["code"] == "bad_record"
    params = answer.json()["params"]
    assert (params["reason"], params.get("name")) == (reason, name)
    assert params["line"] >= 1


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_every_key_of_a_wrong_record_has_its_text(language: str) -> None:
    path = Path(__file__).parents[3] / f"web/src/i18n/{language}/common.json"
    texts = json.loads(path.read_text("utf-8"))
    known = {key.removeprefix("record.") for key in texts if key.startswith("record.")}
    assert known - {"inLine"} == set(get_args(RecordReason))


HURTFUL = (
    '[Seed "' + "9" * 5000 + '"]\n',
    "\n1. 1a1 (" + "9" * 5000 + ":00)\n",
    "\n1. 1a1 {" + "x\n" * 20_000,
    "\n" + "".join(f"{n}. 1a1 1b1\n" for n in range(1, 4000)),
)


@pytest.mark.parametrize("text", HURTFUL, ids=["seed", "clock", "comment", "plies"])
async def test_a_record_that_is_meant_to_hurt_is_refused_with_its_line(api: Api, text: str) -> None:
    head = '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n'
    answer = await api.http.post(
        "/api/replays", content=head + text, headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")
    assert answer.json()["params"]["line"] >= 5


async def test_uploads_of_an_address_are_limited(tmp_path: Path) -> None:
    text = '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n\n1. 1a1 1b2\n'
    with ThreadServer(quick_settings(tmp_path, uploads_per_day=2)) as server:
        async with Api(server.url) as api:
            plain = {"Content-Type": "text/plain"}
            answers = [
                await api.http.post("/api/replays", content=text, headers=plain) for _ in range(3)
            ]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
            assert answers[2].json()["code"] == "too_many_uploads"


def test_uploads_are_removed_after_a_year_unless_told_otherwise() -> None:
    assert Settings().retention == Retention(uploads=365.0, reports=365.0, audit=730.0)
    parser = build_parser()
    assert parser.parse_args(["serve"]).keep_uploads == 365
    assert parser.parse_args(["serve", "--keep-uploads", "never"]).keep_uploads is None
    assert parser.parse_args(["tidy"]).keep_uploads is None
