"""Who may ask for what: every operation of the interface, against everybody who may not.

The list of operations is the OpenAPI document itself, so a new one fails here until
`operation_rights` says who may ask for it, and which test shows that nobody else gets more out of
it. That this test requests it is checked whenever it runs.
"""

import secrets
import time
from pathlib import Path

import pytest
from bot_tokens import new_bot
from operation_rights import FOR_EVERYBODY, SOMEBODY_ELSES, check
from server_client import ThreadServer
from soft_passkey import NewDevice, person

from sommet.server.storage.bots import revoke_bot

_TESTS = Path(__file__).parents[2]
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


def test_whatever_stands_for_an_operation_has_to_request_it() -> None:
    test = "community/test_server_bots.py::test_bots_sit_down_opposite_bots_only"
    (operation,) = SOMEBODY_ELSES[test]
    check(test, {operation: {200, 403}})
    with pytest.raises(AssertionError, match="does not ask for"):
        check(test, {"get /api/bot": {401}})
    with pytest.raises(AssertionError, match="nobody is refused"):
        check(test, {operation: {200}})


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
