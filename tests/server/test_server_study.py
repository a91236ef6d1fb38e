"""Analysis, hints, reviews, puzzles and the daily deal over HTTP; who is refused what."""

import asyncio
import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from private_postgresql import Cluster
from server_client import Api, ThreadServer, quick_settings, random_move
from server_records import resigned_game
from sqlalchemy import update

from sommet import bots
from sommet.analysis.pylos_puzzles import puzzle_of_the_day, select_puzzles, shipped_puzzles
from sommet.analysis.reasons import REASON_TEXTS
from sommet.bots.level_strengths import STRENGTHS, strengths
from sommet.match.daily import daily_seed
from sommet.pacal import Options as PacalOptions
from sommet.pacal import Solo
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.tables import live_positions as standing

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/match/golden"
#: Standard rules; light has one winning move among many.
POSITION = "LDDL/DLLD/LDDL/....|.../.../...|../..|. L"


async def post(api: Api, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = await api.http.post(path, json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def get(api: Api, path: str, status: int = 200) -> dict[str, Any]:
    answer = await api.http.get(path)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def reviewed(api: Api, path: str) -> dict[str, Any]:
    for _ in range(600):
        progress = await get(api, path)
        if progress["review"] is not None:
            assert progress["done"] == progress["of"]
            return dict(progress["review"])
        assert progress["done"] <= progress["of"]
        await asyncio.sleep(0.05)
    raise AssertionError("the review did not come")


# Analysis


async def study(api: Api, **wish: Any) -> dict[str, Any]:
    answer = await post(api, "/api/study/pylos", **wish)
    assert answer["problem"] is None
    return dict(answer["analysis"])


@pytest.mark.parametrize("preset", ["children", "standard"])
async def test_every_move_has_the_tables_value(api: Api, preset: str) -> None:
    options = Options.preset(preset)
    random = Random(4)
    state = State.start(options)
    for _ in range(14):
        state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
    answer = await study(api, position=str(state), preset=preset)
    assert {one["move"]: one["worth"] for one in answer["moves"]} == {
        str(move): value.word for move, value in state.move_values().items()
    }
    assert answer["worth"] == state.value().word
    assert answer["keeping"] == sum(one["worth"] == answer["worth"] for one in answer["moves"])
    ranks = [("win", "draw", "loss").index(one["worth"]) for one in answer["moves"]]
    assert ranks == sorted(ranks)
    assert answer["light"] == {"win": 1, "draw": 0.5, "loss": 0}[answer["worth"]]


async def test_rules_without_a_table_are_searched(api: Api) -> None:
    answer = await study(api, position=POSITION, rulings={"reserve": "may-raise"})
    assert answer["source"] == "search"
    assert 0 < answer["light"] < 1
    assert answer["moves"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"rulings": {"name": "expert"}}, "no_such_ruling"),
        ({"rulings": {"takeback": 5}}, "malformed"),
        ({"preset": "simple"}, "malformed"),
        ({"move": "9z9"}, "unreadable_move"),
    ],
)
async def test_rules_and_moves_that_do_not_exist_are_refused(
    api: Api, wish: dict[str, Any], code: str
) -> None:
    refusal = await post(api, "/api/study/pylos", 422, position=POSITION, **wish)
    assert refusal["code"] == code


async def test_a_move_can_be_played_first(api: Api) -> None:
    state = State.parse(POSITION)
    move = str(state.legal_moves[0])
    answer = await study(api, position=POSITION, move=move)
    assert answer["board"]["position"] == str(state.play(move))
    assert answer["board"]["last_move"]["move"] == move
    refusal = await post(api, "/api/study/pylos", 409, position=POSITION, move="4a1")
    assert refusal["code"] == "illegal_move"
    assert refusal["clause"] == "PYL-2"


@pytest.mark.parametrize(
    ("position", "reason", "params"),
    [
        (
            "L.../..../..../....|L../.../...|../..|. L",
            "unsupported",
            {"cell": "2a1", "below": "1b1"},
        ),
        ("LLLL/LLLL/LLLL/LLLL|.../.../...|../..|. L", "too-many", {"side": "light", "count": 16}),
        ("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|D D", "summit-turn", {}),
        ("nonsense", "unreadable", {}),
    ],
)
async def test_a_position_that_cannot_be_is_refused_with_its_reason(
    api: Api, position: str, reason: str, params: dict[str, Any]
) -> None:
    answer = await post(api, "/api/study/pylos", position=position)
    assert answer["analysis"] is None
    refusal = answer["problem"]
    assert refusal["code"] == "bad_position"
    assert refusal["params"]["reason"] == reason
    assert params.items() <= refusal["params"].items()


async def test_an_ended_position_has_an_outcome_and_no_moves(api: Api) -> None:
    full = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|D L"
    answer = await study(api, position=full)
    assert answer["outcome"] == {"winner": 1, "reason": "summit", "clause": "PYL-6"}
    assert answer["moves"] == []
    assert answer["light"] == 0


# Hints


async def ask(api: Api, created: dict[str, Any], status: int = 200, **changes: Any) -> Any:
    body = {"token": created["token"], "game_number": 1, "ply": 0, "depth": "full", **changes}
    return await post(api, f"/api/tables/{created['table']}/hint", status, **body)


async def test_a_hint_against_the_computer_is_gentle_first(api: Api) -> None:
    created = await api.open("pylos", "computer", opponent="level:1", seat="light")
    gentle = await ask(api, created, depth="gentle")
    assert gentle["pylos"] is None
    assert (gentle["keeping"], gentle["of"], gentle["worth"]) == (16, 16, "loss")
    assert gentle["idea"] == "quiet"
    full = await ask(api, created)
    assert len(full["pylos"]["moves"]) == 16


async def test_a_hint_in_solo_tells_chances_and_reasons(api: Api) -> None:
    created = await api.open("pacal", "solo", preset="fr")
    assert (await ask(api, created, 409))["code"] == "not_your_turn", "there are no cards yet"
    async with api.seat(created):
        pass  # its page adds a number, and the cards are dealt
    gentle = await ask(api, created, depth="gentle")
    assert gentle["pacal"] is None
    assert gentle["reasons"]
    full = await ask(api, created)
    wins = [one["win"] for one in full["pacal"]["actions"]]
    assert wins == sorted(wins, reverse=True)
    assert len(wins) == 10
    assert {r["key"] for one in full["pacal"]["actions"] for r in one["reasons"]} <= {*REASON_TEXTS}


async def test_a_hint_in_the_duel(api: Api) -> None:
    created = await api.open("pacal", "computer", opponent="level:1")
    async with api.seat(created) as seat:
        await seat.until(lambda: "play" in seat.can)
        full = await ask(api, created, ply=seat.snapshot["ply"])
    assert full["pacal"]["actions"][0]["margin"] > 0


@pytest.mark.parametrize("game", ["pylos", "pacal"])
async def test_nobody_gets_help_against_a_person(api: Api, game: str) -> None:
    opener, friend = await api.friends(game)
    async with api.seat(opener), api.seat(friend) as last:
        await last.until(lambda: last.snapshot["board"] is not None)
    for seat in (opener, friend):
        for depth in ("gentle", "full"):
            assert (await ask(api, seat, 403, depth=depth))["code"] == "no_hints"
    shared = await api.open(game, "hotseat")
    assert (await ask(api, shared, 403))["code"] == "no_hints"
    table = opener["table"]
    for path in (f"/api/replays/{table}/review", f"/api/replays/{table}/review?game=1"):
        assert (await get(api, path, 409))["code"] == "game_running"


async def test_spectators_and_strangers_get_no_help(api: Api) -> None:
    created = await api.open("pylos", "computer", opponent="level:1", seat="light")
    other = await api.open("pylos", "computer", opponent="level:1", seat="light")
    assert (await ask(api, {**created, "token": other["token"]}, 403))["code"] == "bad_token"
    assert (await ask(api, {**created, "token": "A" * 43}, 403))["code"] == "bad_token"
    assert (await ask(api, {**created, "token": None}, 422))["code"] == "malformed"
    friends, _ = await api.friends("pylos")
    assert (await ask(api, {**friends, "token": created["token"]}, 403))["code"] == "bad_token"


async def test_help_is_for_the_move_at_hand(api: Api) -> None:
    created = await api.open("pylos", "computer", opponent="level:1", seat="dark")
    async with api.seat(created) as seat:
        await seat.until(lambda: "play" in seat.can)
        assert (await ask(api, created, 409, ply=0))["code"] == "stale"
        assert (await ask(api, created, ply=1))["ply"] == 1
        await seat.ask("resign")
    assert (await ask(api, created, 409, ply=1))["code"] == "game_over"


def likenesses(position: str) -> list[str]:
    """A position as it is, turned, mirrored, and with the colours exchanged: text by text."""
    board, side = position.split(" ")[:2]
    levels = [level.split("/") for level in board.split("|")]
    turned = [
        ["".join(row[n] for row in reversed(level)) for n in range(len(level))] for level in levels
    ]
    mirrored = [[row[::-1] for row in level] for level in levels]
    upside_down = [level[::-1] for level in levels]
    other = {"L": "D", "D": "L"}
    texts = [
        "|".join("/".join(level) for level in form)
        for form in (levels, turned, mirrored, upside_down)
    ]
    exchanged = "".join(other.get(letter, letter) for letter in texts[1])
    return [*(f"{text} {side}" for text in texts), f"{exchanged} {other[side]}"]


async def test_a_board_is_protected_through_every_process(
    postgresql: Cluster, tmp_path: Path
) -> None:
    """Played through one, asked for through another that knows nothing of the table."""
    settings = quick_settings(tmp_path, database=postgresql.new_database())
    with ThreadServer(settings) as one, ThreadServer(settings) as two:
        async with Api(one.url) as here, Api(two.url) as there:
            created = await here.open("pylos", "hotseat")
            async with here.seat(created) as seat:
                random = Random(4)
                while seat.snapshot["ply"] < 10:
                    await seat.play(random_move(seat.snapshot["board"], random))
                position = seat.snapshot["board"]["position"]
                assert created["table"] not in two.app.state.registry._tables
                for likeness in likenesses(position):
                    refusal = await post(there, "/api/study/pylos", 403, position=likeness)
                    assert refusal["code"] == "no_hints"
                await seat.play(random_move(seat.snapshot["board"], random))
                await post(there, "/api/study/pylos", position=position)
                # After a day without a move it protects nothing any more.
                position = seat.snapshot["board"]["position"]
                await post(there, "/api/study/pylos", 403, position=position)
            store = two.app.state.registry.services.store
            await store.write(update(schema.tables).values(updated_ms=1))
            await post(there, "/api/study/pylos", position=position)


def test_every_position_has_sixteen_likenesses_at_most() -> None:
    random = Random(8)
    for _ in range(20):
        state = State.start()
        for _ in range(12):
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
        numbers = standing.likenesses(state.light, state.dark)
        assert standing.number_of(state.light, state.dark) in numbers
        assert len(numbers) in (2, 4, 8, 16)
        for text in likenesses(str(state)):
            like = State.parse(text)
            assert standing.number_of(like.light, like.dark) in numbers
            assert standing.likenesses(like.light, like.dark) == numbers


async def test_the_board_of_people_playing_cannot_be_looked_up(api: Api) -> None:
    opener, friend = await api.friends("pylos")
    random = Random(9)
    async with api.seat(opener) as one, api.seat(friend) as two:
        for _ in range(9):
            await one.until(lambda: "play" in one.can or "play" in two.can)
            mover = one if "play" in one.can else two
            other = two if mover is one else one
            await mover.play(random_move(mover.snapshot["board"], random))
            await other.until_seq(mover.snapshot["seq"])
        position = one.snapshot["board"]["position"]
        for likeness in likenesses(position):
            refusal = await post(api, "/api/study/pylos", 403, position=likeness)
            assert refusal["code"] == "no_hints"
            # Nor by asking for what comes after it.
            move = str(State.parse(likeness).legal_moves[0])
            refusal = await post(api, "/api/study/pylos", 403, position=likeness, move=move)
            assert refusal["code"] == "no_hints"
        await one.ask("resign")
    for likeness in likenesses(position):
        await post(api, "/api/study/pylos", position=likeness)
    review = await reviewed(api, f"/api/replays/{opener['table']}/review?game=1")
    assert [move["ply"] for move in review["moves"]] == list(range(1, 10))


# Reviews


async def test_a_known_blunder_is_found_with_the_better_move(api: Api) -> None:
    puzzle = next(p for p in shipped_puzzles() if p.rules == "standard")
    state = puzzle.state
    wrong = next(m for m, v in state.move_values().items() if v.word == "loss")
    answer = next(m for m, v in state.play(wrong).move_values().items() if v.word == "win")
    text = resigned_game(state, [str(wrong), str(answer)], loser=state.side)
    stored = await api.http.post(
        "/api/replays", content=text, headers={"Content-Type": "text/plain"}
    )
    assert stored.status_code == 201, stored.text
    review = await reviewed(api, f"/api/replays/{stored.json()['id']}/review")
    first, second = review["moves"]
    assert (first["grade"], first["better"]) == ("blunder", [puzzle.solution])
    assert first["idea"] == puzzle.idea
    assert (first["cost"], first["keeping"]) == (1, 1)
    assert first["reply"] is not None
    assert (second["grade"], second["better"]) == ("good", [])
    assert review["tallies"][state.side]["blunders"] == 1
    assert review["tallies"][1 - state.side]["blunders"] == 0


async def test_a_pacal_match_is_reviewed_round_by_round(api: Api) -> None:
    text = (GOLDEN / "pacal-last-cards.txt").read_text("utf-8")
    stored = await api.http.post(
        "/api/replays", content=text, headers={"Content-Type": "text/plain"}
    )
    path = f"/api/replays/{stored.json()['id']}/review"
    if '[Result "*"]' in text:
        assert (await get(api, path, 409))["code"] == "game_running"
        return
    review = await reviewed(api, path)
    plies = [move["ply"] for move in review["moves"]]
    assert plies == sorted(set(plies))
    assert all(0 <= move["after"] <= 1 for move in review["moves"])
    assert all(bool(move["better"]) == (move["grade"] != "good") for move in review["moves"])


@pytest.mark.parametrize("name", ["solo-en", "solo-fr"])
async def test_a_solo_game_is_reviewed(api: Api, name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    stored = await api.http.post(
        "/api/replays", content=text, headers={"Content-Type": "text/plain"}
    )
    review = await reviewed(api, f"/api/replays/{stored.json()['id']}/review")
    assert review["solo"]
    assert all(move["best_win"] >= move["win"] for move in review["moves"])


async def test_an_unfinished_upload_is_not_reviewed(api: Api) -> None:
    text = (GOLDEN / "solo-running.txt").read_text("utf-8")
    stored = await api.http.post(
        "/api/replays", content=text, headers={"Content-Type": "text/plain"}
    )
    path = f"/api/replays/{stored.json()['id']}/review"
    assert (await get(api, path, 409))["code"] == "game_running"
    assert (await get(api, "/api/replays/Zz00zZ00zZ00/review", 404))["code"] == "no_such_table"


# Puzzles and the day


async def test_a_puzzle_is_checked_here_and_answered_from_the_tables(api: Api) -> None:
    puzzle = next(p for p in shipped_puzzles() if p.rules == "standard" and p.distance > 6)
    shown = await get(api, f"/api/puzzles/{puzzle.number}")
    assert shown["board"]["position"] == puzzle.position
    assert puzzle.solution not in {shown.get("solution"), shown.get("idea")}
    path = f"/api/puzzles/{puzzle.number}/try"
    right = await post(api, path, moves=[puzzle.solution])
    assert right["right"]
    after = puzzle.state.play(puzzle.solution)
    assert after.play(right["reply"]).format() == right["board"]["position"]
    assert State.parse(right["board"]["position"]).value().word == "win"
    wrong_move = next(str(m) for m in puzzle.state.legal_moves if str(m) != puzzle.solution)
    wrong = await post(api, path, moves=[wrong_move])
    assert not wrong["right"]
    assert wrong["worth"] != "win"
    assert wrong["board"]["landings"] is None
    assert (await post(api, path, 409, moves=["4a1"]))["code"] == "illegal_move"
    hints = [await get(api, f"/api/puzzles/{puzzle.number}/hint?step={n}") for n in (1, 2)]
    assert (hints[0]["idea"], hints[0]["target"]) == (puzzle.idea, None)
    assert hints[1]["target"] in puzzle.solution
    solution = await get(api, f"/api/puzzles/{puzzle.number}/solution")
    assert solution["move"] == puzzle.solution
    assert (await get(api, "/api/puzzles/99999", 404))["code"] == "no_such_puzzle"


async def test_a_puzzle_can_be_played_to_its_end(api: Api) -> None:
    puzzle = min((p for p in shipped_puzzles() if p.rules == "standard"), key=lambda p: p.distance)
    player = bots.make("pylos", "perfect")
    moves = [puzzle.solution]
    for _ in range(20):
        answer = await post(api, f"/api/puzzles/{puzzle.number}/try", moves=moves)
        assert answer["right"]
        if answer["outcome"] is not None:
            assert answer["outcome"]["winner"] == puzzle.state.side
            return
        moves.append(answer["reply"])
        moves.append(str(player.choose(State.parse(answer["board"]["position"]), seed=0)))
    raise AssertionError("no end after twenty moves")


async def test_a_streak_gets_harder_and_repeats_nothing(api: Api) -> None:
    shown = [await get(api, f"/api/puzzles/streak/7/{place}") for place in range(0, 30, 3)]
    grades = [one["grade"] for one in shown]
    assert grades == sorted(grades)
    assert (grades[0], grades[-1]) == (1, 5)
    assert len({one["number"] for one in shown}) == len(shown)
    assert shown != [await get(api, f"/api/puzzles/streak/8/{place}") for place in range(0, 30, 3)]
    await get(api, f"/api/puzzles/streak/7/{len(select_puzzles())}", 404)


async def test_the_page_has_the_puzzles_that_a_table_knows(api: Api) -> None:
    for puzzle in (select_puzzles()[-1], select_puzzles(takeback="optional")[0]):
        status = 200 if puzzle.takeback == "compulsory" else 404
        await get(api, f"/api/puzzles/{puzzle.number}", status)


async def test_the_day_changes_at_midnight_utc(
    server: ThreadServer, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_clock = server.app.state.registry.services.server_clock
    midnight = int(datetime.datetime(2026, 12, 25, tzinfo=datetime.UTC).timestamp() * 1000)
    for now_ms, day in ((midnight - 1, 24), (midnight, 25)):
        monkeypatch.setattr(server_clock, "now_ms", lambda now_ms=now_ms: now_ms)
        today = await get(api, "/api/daily")
        date = datetime.date(2026, 12, day)
        assert today["date"] == date.isoformat()
        assert today["puzzle"]["number"] == puzzle_of_the_day(date).number
        tomorrow = (date + datetime.timedelta(days=1)).isoformat()
        wish = {"date": tomorrow, "rules": "en", "moves": []}
        assert (await post(api, "/api/daily/solo", 404, **wish))["code"] == "no_such_day"
    assert today["next_ms"] == 86_400_000


@pytest.mark.parametrize("rules", ["en", "fr"])
async def test_the_days_deal_is_the_librarys(api: Api, rules: str) -> None:
    day = datetime.date(2026, 3, 14)
    game = Solo.deal(PacalOptions.preset(rules), daily_seed(day))
    moves: list[str] = []
    while game.outcome is None:
        wish = {"date": day.isoformat(), "rules": rules, "moves": moves}
        shown = await post(api, "/api/daily/solo", **wish)
        assert shown["board"]["card"] == game.card
        assert shown["board"]["face_down"] is None
        advice = await post(api, "/api/daily/solo/hint", **wish)
        best = advice["actions"][0]["action"]
        game = game.play(best)
        moves = [*moves, best]
    wish = {"date": day.isoformat(), "rules": rules, "moves": moves}
    shown = await post(api, "/api/daily/solo", **wish)
    assert shown["board"]["outcome"]["winner"] == game.outcome.winner
    assert shown["board"]["choices"] is None
    assert not re.search(r"\d", "".join(shown["rows"]))
    bad = await post(api, "/api/daily/solo", 422, **{**wish, "moves": ["build 77"]})
    assert bad["code"] == "unreadable_move"


# Levels


@pytest.mark.parametrize("game", ["pylos", "pacal"])
def test_strengths_are_those_of_the_docs(game: str) -> None:
    text = (ROOT / f"docs/levels-{game}.md").read_text("utf-8")
    for preset, figures in STRENGTHS[game].items():
        part = text
        if game == "pylos":
            part = text[text.index(f"\n{preset.capitalize()}: ") :]
        rows = re.findall(r"\| level[: ](\d)[^|]*\|(?: [A-Z][\w ]+ \|)? (\d+) \| (\d+) \|", part)[
            :8
        ]
        assert [(int(elo), int(margin)) for _, elo, margin in rows] == list(figures)


async def test_levels_come_with_their_strength(api: Api) -> None:
    found = await get(api, "/api/levels?game=pylos&preset=expert")
    assert [(one["elo"], one["margin"]) for one in found["levels"]] == [
        *strengths("pylos", "expert")
    ]
    assert found["levels"][2]["key"] == "level.pylos.3"
    found = await get(api, "/api/levels?game=pacal&preset=fr")
    assert len(found["levels"]) == 8


# Limits


async def test_questions_are_limited_per_address(tmp_path: Path) -> None:
    from server_client import quick_settings

    settings = quick_settings(tmp_path, study_per_second=0.01, study_burst=3)
    with ThreadServer(settings) as running:
        async with Api(running.url) as api:
            for _ in range(3):
                await get(api, "/api/daily")
            assert (await get(api, "/api/daily", 429))["code"] == "too_many_requests"
            await get(api, "/healthz")
