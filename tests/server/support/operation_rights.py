"""Who may ask for what: each operation of the interface, and the test that shows it.

A fixture of `tests/server/conftest.py` notes what is requested during these tests: each has to
request the operations that it is named for.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi.routing import APIRoute
from starlette.types import Message, Receive, Scope, Send

_RIGHTS = "community/tournaments/test_server_tournament_rights.py::"
_CHALLENGES = "community/test_server_bot_challenges.py::"
_GUESTS = "community/test_server_guest_challenges.py::"
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
    "community/test_server_lobby.py::test_the_lobby_tells_no_secrets": (
        *("get /api/lobby", "get /api/lobby/games"),
    ),
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
    "community/test_server_players.py::test_nobody_has_no_page": (
        *("get /api/players/{name}", "get /api/players/{name}/games"),
    ),
    "community/test_server_ratings.py::test_a_program_has_a_page_as_people_have": (
        *("get /api/programs/{name}", "get /api/programs/{name}/games"),
    ),
    f"{_CHALLENGES}test_challenges_have_limits": ("post /api/bots/challenges",),
    f"{_GUESTS}test_a_guests_challenge_is_for_one_person_and_never_counts": (
        "post /api/lobby/challenges",
    ),
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
    f"{_GUESTS}test_whoever_wants_no_guests_has_none": ("post /api/account/challenges/guests",),
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

#: Statuses of the answers, by operation: `get /api/lobby`.
Requested = dict[str, set[int]]


@contextmanager
def noting() -> Iterator[Requested]:
    """Note what is requested from servers in this process."""
    requested: Requested = {}
    handle = APIRoute.handle

    async def noted(route: APIRoute, scope: Scope, receive: Receive, send: Send) -> None:
        statuses = requested.setdefault(f"{scope['method'].lower()} {route.path}", set())

        async def send_noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.add(message["status"])
            await send(message)

        await handle(route, scope, receive, send_noted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(APIRoute, "handle", noted)
        yield requested


def check(test: str, requested: Requested) -> None:
    """Fail where a test did not request what it is named for, or nobody else tried."""
    tried = {name for name, statuses in requested.items() if any(each >= 400 for each in statuses)}
    not_asked = set(FOR_EVERYBODY.get(test, ())) - requested.keys()
    not_tried = {each for each in SOMEBODY_ELSES.get(test, ()) if "{" in each} - tried
    not_asked |= set(SOMEBODY_ELSES.get(test, ())) - requested.keys()
    assert not not_asked, f"{test} does not ask for {sorted(not_asked)}"
    assert not not_tried, f"nobody is refused {sorted(not_tried)} in {test}"
