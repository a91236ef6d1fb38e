"""Which games count for ratings: finished ones between two programs, or two accounts.

Programs and people are rated apart, by game and rules.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sommet.match.session import Session
from sommet.server.storage.ratings import Result, account_player, bot_player
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.tables.kinds import KINDS

#: Ways to end that say nothing about who is stronger.
_NO_RESULT = frozenset({"left"})


def rules_of(setup: TableSetup) -> list[Any]:
    """Return a key shared by all games with the same rules, whatever their clock."""
    rules = asdict(KINDS[setup.kind].options(setup.preset, setup.rulings))
    # Which book the rules are from decides nothing: where two books agree, their readers meet.
    rules.pop("rulebook", None)
    return [setup.kind, rules]


def pool_of(setup: TableSetup, *, people: bool = False) -> str:
    """Return the name of the pool in which a game counts, between programs or between people."""
    rules = json.dumps(rules_of(setup), sort_keys=True)
    pool = f"{setup.kind} {hashlib.sha256(rules.encode()).hexdigest()[:16]}"
    return f"people {pool}" if people else pool


def result_of(
    setup: TableSetup,
    after: Session,
    bots: Sequence[str | None],
    accounts: Sequence[str | None] = (None, None),
) -> Result | None:
    """Return what a game that has just ended counts for, or None where it does not.

    `accounts` are those for which it counts.
    """
    people = None not in accounts
    known = (
        [None if each is None else account_player(each) for each in accounts]
        if people
        else [None if each is None else bot_player(each) for each in bots]
    )
    first, second = (known[after.player_on(seat)] for seat in (0, 1))
    outcome = after.outcome
    beginner = None if after.progress is None else after.progress.beginner
    if first is None or second is None or outcome is None or beginner is None:
        return None
    if outcome.reason in _NO_RESULT:
        return None
    score = 1 if outcome.winner is None else 2 if outcome.winner == 0 else 0
    plain = format_setup(replace(setup, control=None, seat="lot"))
    return Result(pool_of(setup, people=people), plain, first, second, score, beginner)
