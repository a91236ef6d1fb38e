"""Who may ask for what: every operation of the interface, against everybody who may not.

The list of operations is the OpenAPI document itself, so a new one fails here until it says who may
ask for it, and which test shows that nobody else gets more out of it.
"""

import secrets
import time
from pathlib import Path

from bot_tokens import new_bot
from server_client import ThreadServer
from soft_passkey import NewDevice, person

from sommet.server.storage.bots import revoke_bot

_TESTS = Path(__file__).parents[2]
_RIGHTS = "community/tournaments/test_server_tournament_rights.py::"
_CHALLENGES = "community/test_server_bot_challenges.py::"
#: Operations that anybody may ask for, by the test that shows what strangers do not get by them.
FOR_EVERYBODY: dict[str, tuple[str, ...]] = {
    "web/test_server_http.py::test_every_answer_is_secured": ("get /api/games",),
    "web/test_server_http.py::test_health_figures_and_documentation": (
        *("get /livez", "get /readyz", "get /healthz", "get /metrics"),
    ),
    "web/test_server_http.py::test_tablebase_can_be_asked_about": (
        *("get /api/tables", "get /api/tables/{table}"),
    ),
    "web/test_server_bad_input.py::test_rates_are_limited": ("post /api/tables",),
    "web/test_server_records.py::test_uploads_of_an_address_are_limited": ("post /api/replays",),
    "web/test_server_records.py::test_an_uploaded_record_can_be_replayed": (
        "get /api/replays/{replay}/record",
    ),
    "web/test_server_records.py::test_a_running_round_stays_hidden_in_a_record": (
        "get /api/tables/{table}/record",
    ),
    "tables/test_server_tables.py::test_a_wrong_invitation_or_token_opens_nothing": (
        "post /api/tables/{table}/join",
    ),
    "tables/test_server_seats.py::test_only_the_invitation_asks_and_only_the_opposite_answers": (
        *("post /api/tables/{table}/seat/ask", "post /api/tables/{table}/seat/take-up"),
    ),
    "community/test_server_slow.py::test_other_tokens_learn_nothing_of_your_games": (
        "post /api/your-games",
    ),
    "community/notices/test_server_notices.py::test_addresses_are_checked_when_a_device_asks": (
        "get /api/notices",
    ),
    "community/notices/test_server_notices.py::test_other_tokens_and_programs_are_told_nothing": (
        "post /api/notices",
    ),
    "community/notices/test_server_notices.py::test_a_device_can_be_told_nothing_any_more": (
        "post /api/notices/remove",
    ),
    "community/test_server_accounts.py::test_a_name_is_given_once": (
        "post /api/account/register/options",
    ),
    "community/test_server_accounts.py::test_limits_and_switching_off": (
        "post /api/account/register",
    ),
    "community/test_server_accounts.py::"
    "test_only_the_right_signature_for_this_page_and_challenge_opens": (
        *("post /api/account/sign-in/options", "post /api/account/sign-in"),
    ),
    "community/test_server_accounts.py::test_a_ticket_ends": ("post /api/account/link/use",),
    "community/test_server_accounts.py::"
    "test_another_device_by_link_by_code_and_by_its_own_passkey": ("post /api/account/recover",),
    "community/test_server_lobby.py::test_the_lobby_tells_no_secrets": ("get /api/lobby",),
    "community/test_server_lobby.py::test_only_the_opener_withdraws_a_seat": (
        "post /api/lobby/seats/{table}/withdraw",
    ),
    "community/test_server_meetings.py::test_the_blocked_meet_nobody_who_blocked_them": (
        *("post /api/lobby/find", "post /api/lobby/seats/{table}/take"),
    ),
    "community/test_server_ratings.py::test_games_with_people_and_games_left_do_not_count": (
        "get /api/ratings",
    ),
    "community/test_server_players.py::test_games_with_guests_programs_and_friends_do_not_count": (
        *("get /api/leaderboard", "get /api/tables/{table}/ratings"),
    ),
    "community/test_server_players.py::test_nobody_has_no_page": ("get /api/players/{name}",),
    f"{_CHALLENGES}test_challenges_have_limits": ("post /api/bots/challenges",),
    f"{_RIGHTS}test_guests_and_programs_may_only_look": (
        "get /api/tournaments",
        "get /api/tournaments/{tournament}",
        "get /api/tournaments/{tournament}/results.csv",
    ),
}
#: Operations on something that is somebody's, by the test in which others try.
SOMEBODY_ELSES: dict[str, tuple[str, ...]] = {
    "community/test_server_accounts.py::test_nobody_reaches_into_somebody_elses_account": (
        "post /api/account/devices",
        "post /api/account/devices/remove",
        "post /api/account/delete",
        "get /api/account/export",
    ),
    "community/test_server_accounts.py::test_a_guests_games_are_taken_over_by_their_tokens": (
        "post /api/account/take-over",
    ),
    "community/test_server_meetings.py::test_a_challenge_is_for_one_person_and_counts": (
        "get /api/account/challenges",
        "post /api/account/challenges/{table}/accept",
        "post /api/account/challenges/{table}/decline",
    ),
    "community/test_server_meetings.py::test_the_blocked_meet_nobody_who_blocked_them": (
        "post /api/account/challenges",
        "post /api/account/challenges/{table}/accept",
        "get /api/account/blocked",
    ),
    "community/test_server_meetings.py::test_reports_reach_the_host_alone": (
        "post /api/account/report",
    ),
    f"{_RIGHTS}test_on_a_clubs_server_only_organisers_make_tournaments": ("post /api/tournaments",),
    f"{_RIGHTS}test_only_the_organiser_starts_and_cancels": (
        "post /api/tournaments/{tournament}/start",
        "post /api/tournaments/{tournament}/cancel",
        "post /api/tournaments/{tournament}/leave",
        "post /api/tournaments/{tournament}/absent",
    ),
    f"{_RIGHTS}test_somebody_whom_the_organiser_blocked_cannot_enter": (
        "post /api/tournaments/{tournament}/enter",
    ),
    f"{_RIGHTS}test_a_seat_of_a_tournament_is_its_players_alone": (
        *("post /api/account/seats", "get /api/bot/games"),
    ),
    f"{_RIGHTS}test_guests_and_programs_may_only_look": (
        "post /api/bot/tournaments/{tournament}/enter",
        "post /api/bot/tournaments/{tournament}/leave",
    ),
    "community/test_server_bots.py::test_bots_sit_down_opposite_bots_only": (
        "post /api/bot/seats/{table}/take",
    ),
    f"{_CHALLENGES}test_a_challenge_is_for_one_program_and_gone_after_a_minute": (
        "post /api/bot/challenges",
        "post /api/bot/challenges/{table}/accept",
        "post /api/bot/challenges/{table}/decline",
    ),
}
#: What a program's operations need to be looked at: others are asked for without a body.
_BODIES = {
    "/api/bot/seats": {"game": "pylos", "key": "A" * 43},
    "/api/bot/seats/{table}/take": {"key": "A" * 43},
    "/api/bot/challenges": {"game": "pylos", "bot": "A", "key": "A" * 43},
}


def operations(server: ThreadServer) -> dict[str, str | None]:
    """Return every operation, with what it asks for: a cookie, a program's token, or nothing."""
    paths = server.app.openapi()["paths"]
    return {
        f"{method} {path}": next(iter(each["security"][0])) if "security" in each else None
        for path, methods in paths.items()
        for method, each in methods.items()
    }


def of_kind(server: ThreadServer, kind: str) -> list[tuple[str, str]]:
    """Return methods and paths of the operations that ask for something."""
    found = [each.split() for each, asked in operations(server).items() if asked == kind]
    return [(method, path) for method, path in found]


def test_every_operation_says_who_may_ask(server: ThreadServer) -> None:
    known = operations(server)
    for_everybody = {each for named in FOR_EVERYBODY.values() for each in named}
    somebody_elses = {each for named in SOMEBODY_ELSES.values() for each in named}
    assert {each for each, asked in known.items() if asked is None} == for_everybody
    assert somebody_elses <= set(known)
    of_something = {each for each, asked in known.items() if asked is not None and "{" in each}
    assert of_something <= somebody_elses, "whose is it, and who else tries?"
    for place in (*FOR_EVERYBODY, *SOMEBODY_ELSES):
        file, _, test = place.partition("::")
        assert f"def {test}(" in (_TESTS / file).read_text("utf-8"), place


def filled(path: str) -> str:
    return path.replace("{table}", "A" * 12).replace("{tournament}", "A" * 12)


async def test_guests_bots_and_deleted_accounts_are_nobodys_account(
    device: NewDevice, server: ThreadServer
) -> None:
    guest, bot, (gone, name) = device(), device(), await person(device)
    guest.http.cookies.set("sommet_session", secrets.token_urlsafe(32))
    bot.http.headers["Authorization"] = f"Bearer {new_bot(server, f'Authority {name}')}"
    kept = dict(gone.http.cookies)
    await gone.done("/api/account/delete", name=name)
    gone.http.cookies.update(kept)
    asked = of_kind(server, "APIKeyCookie")
    assert len(asked) > 25
    for method, path in asked:
        for nobody in (guest, bot, gone):
            # Whoever may not ask is told that, whatever they send.
            answer = await nobody.http.request(method, filled(path), json={"name": ["x" * 5000]})
            assert (answer.status_code, answer.json()["code"]) == (401, "signed_out"), path


async def test_guests_accounts_and_revoked_programs_are_no_programs(
    device: NewDevice, server: ThreadServer
) -> None:
    guest, wrong, revoked, (account, name) = device(), device(), device(), await person(device)
    wrong.http.headers["Authorization"] = f"Bearer {secrets.token_urlsafe(32)}"
    revoked.http.headers["Authorization"] = f"Bearer {new_bot(server, f'Revoked {name}')}"
    engine = server.app.state.registry.services.store.engine
    revoke_bot(engine, f"Revoked {name}", round(time.time() * 1000))
    asked = of_kind(server, "HTTPBearer")
    assert len(asked) > 6
    for method, path in asked:
        for nobody in (guest, wrong, revoked, account):
            answer = await nobody.http.request(method, filled(path), json=_BODIES.get(path, {}))
            assert (answer.status_code, answer.json()["code"]) == (401, "no_bot"), path
