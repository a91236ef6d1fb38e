"""Calls made from the interface's own description: run by test_server_description.py.

Each call is made as it was made up and, where it names a table, a seat, a tournament or a player,
once more with a real one: in the lobby, slow, with programs, of a tournament.

In a process of its own, because importing Schemathesis takes seconds, which every process of tests
would spend. SOMMET_DESCRIBED lists the servers and their databases: making up a call takes longer
than calling, so that each is made once, in `make faults` for all of them, else for them in turn.
"""

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from random import Random
from typing import Any

import pytest
import requests
import schemathesis
from fault_sizes import FULL, SIZES
from hypothesis import HealthCheck, settings
from real_things import Maker, RealThings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from seat_client import PATIENCE_S
from sqlalchemy import Engine

from sommet.server.app import create_app
from sommet.server.settings import Settings
from sommet.server.storage import accounts
from sommet.server.storage.bots import create_bot
from sommet.server.storage.engine import open_engine
from sommet.server.web.identity import COOKIE

#: For each way to call the interface.
EXAMPLES = 100 if SIZES is FULL else 3
#: After so many calls things are made anew: some are used up by then.
USES = 100
_turns = count()
_chance = Random(1)
SITES: list[dict[str, str]] = json.loads(os.environ["SOMMET_DESCRIBED"])
schema = schemathesis.openapi.from_dict(create_app(Settings(lobby=True)).openapi())


Pass = Callable[[schemathesis.Case], dict[str, Any]]
#: What of a call stands for something that there may be, in a path or a body.
NAMED = ("table", "tournament", "token", "invite", "name", "bot")
#: Its name is whom it would delete: the account that all calls come from.
_NEVER = "/api/account/delete"


def about_something_real(case: schemathesis.Case, things: RealThings, chance: Random) -> bool:
    """Let a call be about something that is there; return whether it is.

    A table comes with the token of a seat at it, or with its invitation.
    """
    parts = [case.path_parameters] + ([case.body] if isinstance(case.body, dict) else [])
    parts += [each for each in _lists(case.body) if isinstance(each, dict)]
    if case.path == _NEVER or not any(name in part for part in parts for name in NAMED):
        return False
    seat = chance.choice(things.seats)
    named = things.programs if case.path.startswith("/api/programs/") else things.players
    real = {
        "table": seat.table,
        "tournament": chance.choice(things.tournaments),
        "token": seat.token,
        "invite": seat.invite or seat.token,
        "name": chance.choice(named),
        "bot": chance.choice(things.programs),
    }
    for part in parts:
        part.update({name: value for name, value in real.items() if name in part})
    return True


def _lists(body: Any) -> list[Any]:
    found = body.values() if isinstance(body, dict) else ()
    return [one for each in found if isinstance(each, list) for one in each]


@pytest.fixture(scope="module")
def passes() -> Iterator[list[tuple[str, requests.Session, Pass, Maker]]]:
    """Return each server's address, a line to it, what lets a request in, and real things."""
    engines = [open_engine(site["database"]) for site in SITES]
    with ExitStack() as stack:
        lines = [stack.enter_context(requests.Session()) for _ in SITES]
        for line in lines:
            # Each call is somebody else's: what one is given, the next does not bring.
            line.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield [
            (site["url"], line, pass_of(engine), Maker(site["url"], site["database"]))
            for site, line, engine in zip(SITES, lines, engines, strict=True)
        ]
    for engine in engines:
        engine.dispose()


def pass_of(engine: Engine) -> Pass:
    """Returns what lets a request in: each comes from a device of its own of one account."""
    account, now_ms = "schemathesis", round(time.time() * 1000)
    with engine.begin() as connection:
        accounts.add_account(connection, account, "Schemathesis", "", now_ms)
    program = create_bot(engine, "Schema Thesis", now_ms)

    def make(case: schemathesis.Case) -> dict[str, Any]:
        asked = case.operation.definition.raw.get("security", [{}])[0]
        if "APIKeyCookie" in asked:
            token = secrets.token_urlsafe(32)
            with engine.begin() as connection:
                accounts.begin_session(connection, account, None, now_ms, token)
            return {"cookies": {COOKIE: token}}
        # A stream that is let in does not end.
        if "HTTPBearer" in asked and not case.path.endswith("/stream"):
            return {"headers": {"Authorization": f"Bearer {program}"}}
        return {}

    return make


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
def test_a_call(
    case: schemathesis.Case, passes: list[tuple[str, requests.Session, Pass, Maker]]
) -> None:
    turn = next(_turns) % len(passes)
    for url, line, make, maker in passes if SIZES is FULL else passes[turn : turn + 1]:
        # What fits the schema can still make no sense, such as a text that is no record.
        excluded = [positive_data_acceptance]
        let_in = make(case)
        if let_in:
            # What was wrong with a request may have been that nobody was signed in.
            excluded.append(negative_data_rejection)
        case.call_and_validate(
            base_url=url, session=line, excluded_checks=excluded, timeout=PATIENCE_S, **let_in
        )
        if about_something_real(case, maker.fresh(USES), _chance):
            # It may be wrong in another way than it was made to be.
            case.call_and_validate(
                base_url=url,
                session=line,
                excluded_checks=[*excluded, negative_data_rejection],
                timeout=PATIENCE_S,
                **let_in,
            )
