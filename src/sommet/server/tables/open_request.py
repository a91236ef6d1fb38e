"""Checks a request to open a table: the game, its rules and its clock."""

import secrets

from sommet.match.clock import TimeControl
from sommet.match.refused import Refused
from sommet.server.protocol import community, http, tournaments
from sommet.server.protocol.base import DaysPerMove, RulingValue
from sommet.server.storage.setup import TableSetup
from sommet.server.tables import catalogue


def first_player(setup: TableSetup) -> int:
    """Return who sits on seat 0: as chosen, else at random. Ruling PYL-R4, rule PAC-1."""
    if setup.seat == "lot":
        return secrets.randbelow(2)
    return 0 if setup.seat in ("light", "jade") else 1


def check_request(body: http.CreateTable, *, slow_games: bool) -> TableSetup:
    """Return the setup that a request describes; `slow_games` are played here or not.

    Raises:
        Refused: it cannot be played that way.
    """
    offer = catalogue.hosted_game(body.game)
    preset = body.preset or offer.default_preset
    if preset not in {known.name for known in offer.presets}:
        raise Refused("no_such_preset", preset=preset)
    if isinstance(body.clock, DaysPerMove) and not slow_games:
        raise Refused("no_slow_games")
    return TableSetup(
        game=body.game,
        mode=body.mode,
        preset=preset,
        rulings=_check_rulings(body, offer),
        seat=body.seat if body.seat in offer.seats else "lot",
        control=_control(body),
    )


def check_wanted(
    body: community.WantedGame | tournaments.NewTournament, *, slow_games: bool
) -> TableSetup:
    """Return the setup of a game in which sides are assigned at random; as `check_request`."""
    return check_request(
        http.CreateTable(
            game=body.game, preset=body.preset, rulings=body.rulings, clock=body.clock
        ),
        slow_games=slow_games,
    )


def _control(body: http.CreateTable) -> TimeControl | None:
    if body.clock is None:
        return None
    if isinstance(body.clock, DaysPerMove):
        return TimeControl.days(body.clock.days_per_move)
    initial_ms = max(1, round(body.clock.minutes * 60_000))
    return TimeControl(initial_ms, body.clock.increment_s * 1000)


def _check_rulings(body: http.CreateTable, offer: http.HostedGame) -> dict[str, RulingValue]:
    known = {ruling.name: ruling for ruling in offer.rulings}
    for name, value in body.rulings.items():
        ruling = known.get(name)
        if ruling is None:
            raise Refused("no_such_ruling", name=name)
        listed = any(value == c and type(value) is type(c) for c in ruling.choices)
        counted = ruling.any_count and type(value) is int and 2 <= value <= 1000
        if not (listed or counted):
            raise Refused("no_such_setting", name=name, value=str(value))
    return dict(body.rulings)
